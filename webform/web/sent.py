"""The data that a request brings for a form: form data or JSON, its files moved to the store, checked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from flask import request

from webform.check import check
from webform.coerce import as_meant
from webform.dataurl import DataURLError
from webform.draft import Draft, chosen_in, fill, to_controls
from webform.files import FileStore, StoreFullError
from webform.html.decode import body_of, read_form, together
from webform.inputs import Input, Record, UnionLike
from webform.inputs.uploads import UploadLike
from webform.inputs.walk import changed, child_input
from webform.language import gettext, number
from webform.problems import Problem
from webform.secrecy import holds_secrets, masked, masks_in
from webform.values import NotJSONError, count_values, read_json
from webform.web.answers import JSON, refuse
from webform.web.chat import check_message
from webform.web.guards import whole_data

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webform.tool import Form, Tool
    from webform.web.served import Served
    from webform.web.site import Site

#: Values of a request at most: what is wrong with each takes a kilobyte for a moment.
MAX_VALUES = 200_000
#: A longer list of files is left as the texts it came as, since all of them would be files.
MAX_FILES = 1000
_FORMS = ("multipart/form-data", "application/x-www-form-urlencoded")


@dataclass(frozen=True, kw_only=True)
class Sent:
    """
    What came for a form.

    Args:
        body: the body it stands for.
        problems: what is wrong with it, at the places of the body.
        typed: what was in the form; `None` where JSON was sent.
    """

    form: Form
    body: Any
    problems: list[Problem]
    typed: Draft | None = None

    @property
    def draft(self) -> Draft:
        """What a form shows of it."""
        return fill(self.form.root, masked(self.form, self.body)) if self.typed is None else self.typed

    @property
    def control_problems(self) -> list[Problem]:
        """What is wrong, at the controls of the draft."""
        return to_controls(self.draft, self.problems)

    @property
    def problems_json(self) -> list[dict[str, Any]]:
        """What is wrong, for whoever sent it: at controls for a form, at places of the body for JSON."""
        problems = self.problems if self.typed is None else self.control_problems
        return [problem.as_json() for problem in problems]


def read_sent(site: Site, served: Served) -> Sent:
    """Return what the request brings for the form of *served*."""
    form = served.tool.form
    if is_json():
        body = keep_files(form.root, read_body(form), site.files)
        return sent_of(served.tool, body)
    draft, problems = read_draft(site, served)
    body, found = body_of(form, draft, site.files)
    body = as_meant(form, body)
    return Sent(form=form, body=body, problems=[*together(problems, found), *_of_chat(served.tool, body)], typed=draft)


def confirmed(tool: Tool, sent: Sent) -> Sent:
    """Return *sent*, with a problem where a person did not say that a run which may destroy something is meant."""
    if not tool.hints.destructive or sent.typed is None or request.form.get("confirm"):
        return sent
    return replace(sent, problems=[*sent.problems, Problem(at="", code="not-confirmed")])


def sent_of(tool: Tool, body: Any) -> Sent:
    """Return *body*, sent as JSON, as the form means it and by the rule for what is hidden, checked."""
    root, body = tool.form.root, as_meant(tool.form, body)
    settled = root.settle(body) if isinstance(body, dict) and isinstance(root, Record) else body
    masks = masks_in(tool.form, settled)
    wrong = check(tool.form, settled, lambda: chosen_in(root, fill(root, settled), settled))
    found = [problem for problem in wrong if problem.at not in masks]
    hidden = [Problem(at=at, code="masked") for at in masks]
    return Sent(form=tool.form, body=settled, problems=[*found, *hidden, *_of_chat(tool, settled)])


def _of_chat(tool: Tool, body: Any) -> list[Problem]:
    return check_message(body) if tool.layout == "chat" else []


def read_draft(site: Site, served: Served) -> tuple[Draft, list[Problem]]:
    """Return what was in the form, and what nobody asked for."""
    if request.mimetype not in _FORMS and (request.mimetype or request.content_length):
        message = gettext("Expected form data, or JSON with its Content-Type.")
        refuse(415, "media-type", message, gettext("Send application/json."))
    limit_texts(request.form.listvalues())
    return read_form(served.tool.form, request.form, request.files, site.files)


def is_json() -> bool:
    """Tell whether the request brings JSON."""
    kind = request.mimetype
    return kind == JSON or kind.endswith("+json")


def read_body(*forms: Form | None) -> Any:
    """Return the JSON value that the request brings for any of *forms*, whose secrets are not quoted."""
    try:
        text = whole_data(cache=False).decode("utf-8-sig")
        limit_values(text)
        return read_json(text)
    except UnicodeDecodeError:
        refuse(400, "not-json", gettext("Expected JSON, which is UTF-8."))
    except NotJSONError as error:
        secret = any(form is not None and holds_secrets(form) for form in forms)
        message = gettext("Expected JSON.") if secret else gettext("Expected JSON: {fault}.", fault=error.message)
        refuse(400, "not-json", message)


def limit_values(*texts: str) -> None:
    """Refuse *texts* of JSON that hold more values than one request may."""
    if sum(map(count_values, texts)) > MAX_VALUES:
        message = gettext("Expected at most {limit} values in a body.", limit=number(MAX_VALUES))
        refuse(413, "too-many-values", message, gettext("Send less at once."))


def limit_texts(fields: Iterable[list[str]]) -> None:
    """Refuse the texts of *fields* where they hold more values than one request may."""
    # Any of them may be read as JSON: that of an editor, and that of what no control can show.
    limit_values(*(text for texts in fields for text in texts if text.lstrip()[:1] in ("[", "{")))


def keep_files(input_: Input | None, value: Any, store: FileStore) -> Any:
    """Return *value*, of *input_*, with every data URL of an input of files moved to *store*."""
    if not isinstance(value, str | dict | list):
        return value
    # A call for a variant would be another frame at each level of a deep value.
    while isinstance(input_, UnionLike):
        variant = input_.pick(value)
        input_ = variant.input if variant else None
    if input_ is None:
        return value
    if isinstance(input_, UploadLike):
        if isinstance(value, list):
            return [_kept(part, store, input_) for part in value] if input_.many and len(value) <= MAX_FILES else value
        return _kept(value, store, input_)
    if isinstance(value, str):
        return value
    return changed(value, lambda token, part: keep_files(child_input(input_, token), part, store))


def _kept(value: Any, store: FileStore, input_: UploadLike) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return replace(store.put_data_url(input_.data_url(value), input_.max_bytes), bare=input_.bare)
    except DataURLError:
        # The check says what is wrong with it.
        return value
    except StoreFullError as error:
        refuse(503, "store-full", f"{str(error).capitalize()}.")
