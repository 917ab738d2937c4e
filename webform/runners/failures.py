"""Failures of calls, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from webform.language import marked
from webform.problems import Problem
from webform.result import Result

if TYPE_CHECKING:
    from webform.runners.answers import Answer

#: Code -> what happened, what the person can do.
FAILURES = {
    "bad-answer": (
        marked("The tool returned a bad response."),
        marked("Try again. If this keeps happening, contact the tool's author."),
    ),
    "bad-path": (
        marked("The tool declares an address that is no path of its own."),
        marked("Contact the tool's author: it has to be a path such as /autocomplete/cities."),
    ),
    "cancelled": (marked("Cancelled."), ""),
    "cut-off": (
        marked("The tool broke the connection before its answer was complete."),
        marked("It may have done its work or not. Run it again if that does no harm."),
    ),
    "elsewhere": (
        marked("The tool says that its answer will be at another address than its own, which is never called."),
        marked("It may go on with its work. Contact this site's owner."),
    ),
    "mcp-refused": (
        marked("The MCP server refused to talk: it answered with the HTTP status {status:g}."),
        marked("Set what it wants to see, such as a header with a key."),
    ),
    "no-mcp": (
        marked("MCP servers cannot be called here."),
        "Contact this site's owner: pip install 'webform[mcp]' brings what is missing.",
    ),
    "no-manifest": (
        marked("Nothing at this address answers with a tool's declaration."),
        marked("Give the address of a running tool (/schema, /tool.json), Gradio app, cog model or OpenAPI document."),
    ),
    "no-room": (
        marked("There is no room for the tool's answer here."),
        marked("Try again later, or contact this site's owner."),
    ),
    "sign-in": (
        marked("The server asks for a sign-in."),
        marked("Contact this site's owner: webform authorize signs in at a server."),
    ),
    "no-token": (
        marked("The sign-in of this API gave no token."),
        marked("Contact this site's owner. They need to set its client_id and client_secret."),
    ),
    "process-ended": (
        marked("The function's process ended before its answer was complete."),
        marked("Try again. If this keeps happening, contact this site's owner: its log says more."),
    ),
    "redirect": (
        marked("The tool's address sends us elsewhere, which is never followed."),
        marked("Contact this site's owner. They need to set the address it points to."),
    ),
    "refused-address": (
        marked("The tool's address leads into a private network."),
        marked("Contact this site's owner. They can allow private addresses for this tool."),
    ),
    "token-elsewhere": (
        marked("The document of this API names a sign-in at another address than its own, which is never called."),
        marked("Contact this site's owner. They can set token_url."),
    ),
    "too-much-memory": (
        marked("The function took more than {megabytes:,g} MB of memory."),
        marked("Try again with less to do, or contact this site's owner."),
    ),
    "tool-certificate": (
        marked("The tool could not prove that it is the one meant: its certificate is not valid."),
        marked("Contact the tool's owner. Nothing was sent."),
    ),
    "tool-down": (
        marked("The tool cannot be reached."),
        marked("Try again in a moment. If this keeps happening, contact the tool's owner."),
    ),
    "tool-silent": (
        marked("The tool stopped in the middle of its answer."),
        marked("Try again in a moment. If this keeps happening, contact the tool's owner."),
    ),
    "tool-slow": (
        marked("The tool did not finish within {seconds:g} s."),
        marked("Try again with less to do, or contact the tool's owner."),
    ),
    "too-large": (
        marked("The tool's answer is larger than {megabytes:g} MB."),
        marked("Try again with less to do, or contact this site's owner."),
    ),
}


class CallError(Exception):
    """
    Raised when a tool could not be called, or gave no whole answer; *facts* fill the words for the person.

    `answer` is what came before that, where anything did.
    """

    def __init__(self, code: str, **facts: float) -> None:
        self.code = code
        self.answer: Answer | None = None
        message, self.advice = FAILURES[code]
        self.message = message.format(**facts)
        super().__init__(self.message)

    @property
    def result(self) -> Result:
        """What a run came to that ended so."""
        status: Literal["cancelled", "error"] = "cancelled" if self.code == "cancelled" else "error"
        return Result(status=status, code=self.code, message=self.message, advice=self.advice)


#: What is said of a body that cannot be sent, and what the person can do.
_REFUSED, _MEND = marked("This cannot be sent as it is."), marked("Change your input and run it again.")


class UnsendableError(Exception):
    """
    Raised when a value cannot stand in a request, which is not sent then.

    Args:
        at: where the value is in the body.
        why: the end of the key of the sentence in the catalogue.
    """

    def __init__(self, at: str, why: str) -> None:
        self.problem = Problem(at=at, code="unsendable", key=f"unsendable.{why}")
        super().__init__(self.problem.message)

    @property
    def result(self) -> Result:
        """What a run came to whose request was not sent."""
        return Result(status="invalid", code="refused", message=_REFUSED, advice=_MEND, problems=(self.problem,))
