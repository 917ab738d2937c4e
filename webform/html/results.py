"""Result → HTML: its state, its views, and what was sent and answered."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from time import time
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qsl

from markupsafe import Markup

from webform.html.details import took_words
from webform.html.env import rendered
from webform.html.foreign import Foreign, Renderer
from webform.html.page import WHOLE
from webform.html.panels import DownloadLink, link_to, logged, panels_of
from webform.inputs import Record
from webform.language import gettext, language, marked
from webform.outputs.looks import query_of
from webform.outputs.views import groups, views_of
from webform.result import Result
from webform.values import ABSENT, UNCARRIED, split, to_id

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator, Sequence

    from webform.outputs import View
    from webform.outputs.looks import Looks
    from webform.problems import Problem
    from webform.runs import Run
    from webform.runs.events import SoFar
    from webform.tool import Tool

#: Problems shown of one result.
MAX_PROBLEMS = 50


class State(NamedTuple):
    """The words for a state: in the head, and in the place of a result."""

    label: str
    icon: str = "alert"
    title: str = ""
    advice: str = ""

    @property
    def translated(self) -> State:
        """It in the language in use."""
        return State(gettext(self.label), self.icon, gettext(self.title), gettext(self.advice))


STATES = {
    "blank": State(
        marked("Not run yet"), "spark", marked("The result appears here"), marked("Fill in the form, then press Run.")
    ),
    "queued": State(marked("Waiting"), "clock", marked("Waiting for its turn")),
    "running": State(marked("Running"), "clock", marked("Running…")),
    "ok": State(
        marked("Done"),
        "check",
        marked("Done, with nothing to show"),
        marked("The tool ran to its end and answered nothing."),
    ),
    "invalid": State(
        marked("Not accepted"), "alert", marked("The tool rejected your input"), marked("Fix it, then run again.")
    ),
    "error": State(
        marked("Failed"),
        "alert",
        marked("The run failed"),
        marked("Try again. If it keeps failing, contact the tool's owner."),
    ),
    "authorize": State(
        marked("Permission needed"),
        "key",
        marked("The tool needs your permission"),
        marked("Give it, then run it again."),
    ),
    "scheduled": State(
        marked("Scheduled"), "clock", marked("The answer comes later"), marked("The tool has taken the request.")
    ),
    "cancelled": State(marked("Cancelled"), "close", marked("Cancelled"), marked("Your input is still here.")),
    "lost": State(
        marked("Lost"),
        "history",
        marked("The run was lost"),
        marked("It was cut off before the tool answered. Run it again."),
    ),
}

#: The words where there is no run, and can be none.
_NOT_CONNECTED = State(
    marked("Not connected"),
    "spark",
    marked("No results yet"),
    marked("This tool is not connected, so it can't be run."),
)


def status_of(result: Result | None, run: Run | None = None) -> str:
    """Return the word for the state of a result, as `data-status` has it: a key of `STATES`."""
    if run is not None and run.state in STATES:
        return run.state
    return "blank" if result is None else result.status


def render_result(  # noqa: PLR0913 - what a result is shown with
    result: Result | None,
    tool: Tool | None = None,
    request: Any = ABSENT,
    run: Run | None = None,
    *,
    root: str = "",
    call: str = "",
    origins: tuple[str, ...] = (),
    so_far: SoFar | None = None,
    asks: Sequence[Markup] = (),
    looks: Looks | None = None,
    styles: str = "",
    id_prefix: str | None = None,
    runnable: bool = True,
    token: str = "",
    author: bool = False,
    bare: bool = False,
    state: State | None = None,
) -> Markup:
    """
    Return what stands inside the result section.

    Args:
        result: what a run came to; `None` before there is one.
        tool: the tool, by whose outputs the result is shown.
        request: the body that was sent, secrets left out.
        run: the run; downloads are then links to it, else the page carries them.
        root: the prefix of the app's addresses.
        call: the address that programs post the body to, for the same call in code.
        origins: the other sites that media is shown from.
        so_far: what the events of a run that goes on, or was cut off, came to.
        asks: what it asks, as forms.
        looks: how a person wants to see values, by their pointers.
        styles: the address of the styles of those views that few results have.
        id_prefix: what the ids of its form begin with, as `render` has it; the id of the tool where `None`.
        runnable: whether the tool can be run.
        token: which its forms are sent with; `""` for none.
        author: whether it is for the author of the tool, who is shown what a tool answered that failed.
        bare: only the views, without the state and the tabs.
        state: the words for its state where it came well, if others than of a run.
    """
    status = status_of(result, run)
    looks = looks or {}
    tool = tool and tool.in_language(language())
    if id_prefix is None:
        id_prefix = tool.form.tool_id if tool else ""
    before = f"{id_prefix}-" if id_prefix else ""
    form_id = f"form-{id_prefix or (tool.id if tool else '')}"
    # What is missing of a part of a value is no mistake.
    views = views_of(tool, result, origins, looks, partial=result.partial is True) if result else []
    if so_far and views:
        # What the result keeps is not shown twice.
        so_far = replace(so_far, text="", value=ABSENT)
    elif so_far and so_far.value is not ABSENT:
        views = _partial(tool, so_far.value, origins)
    if result or (run and run.over):
        # Nothing more is to come of a run that was cut off.
        views = [view for view in views if view.name != "skeleton"]
    seen = {problem for view in views for problem in view.problems}
    problems = [problem for problem in result.problems if problem not in seen] if result else []

    renderer = Renderer()
    renderer.prepare(_texts(views))

    def links(view: View) -> list[DownloadLink]:
        return [link for download in view.downloads if (link := link_to(download, view.at, run, root))]

    html = rendered(
        "result.html",
        status=status,
        state=(_state(status, tool, state) if runnable else _NOT_CONNECTED).translated,
        result=result,
        tool=tool,
        form_id=form_id,
        before=before,
        looks=looks,
        run=run,
        root=root,
        token=token,
        author=author,
        took=took_words(run.took_ms) if run else "",
        elapsed=max(0, round(time() - run.created)) if run else 0,
        groups=groups([] if not so_far and _is_empty(result, views) else views),
        updates=so_far,
        is_partial=bool(result and result.partial) or _is_left(so_far, run),
        updates_log=logged(so_far.logs) if so_far and so_far.logs else None,
        asks=asks,
        problems=[(problem, *_place(tool, problem, before, form_id, status)) for problem in problems[:MAX_PROBLEMS]],
        panels=[*panels_of(result, request, run, root, call)],
        links=links,
        look=partial(_address, run, root, looks),
        styles=styles if any(view.name not in _PLAIN for view in views) else "",
        render=renderer.render,
        views_words={name: choice._replace(label=gettext(choice.label)) for name, choice in VIEWS.items()},
        bare=bare,
    )
    # One character of another's that UTF-8 has no bytes for would cost the whole page.
    return Markup(UNCARRIED.sub(_carried, html))  # noqa: S704 - rendered by autoescaping templates


def _state(status: str, tool: Tool | None, own: State | None) -> State:
    """Return the words for *status*: *own* ones where it came well; no form is to be filled in that has no inputs."""
    state = own if own and status == "ok" else STATES[status]
    root = tool.form.root if tool else None
    needs_nothing = isinstance(root, Record) and not root.inputs and not root.grows
    return state._replace(advice="") if status == "blank" and needs_nothing else state


def _texts(views: Iterable[View]) -> Iterator[Foreign]:
    """Yield the texts of *views* that are rendered."""
    for view in views:
        match view.name:
            case "markdown":
                yield Foreign("markdown", view.data.text)
            case "code":
                yield Foreign("code", view.data.text, view.data.language)
            case "html":
                yield Foreign("code", view.data.text, "html")
            case "latex":
                yield from (Foreign("formula", view.data.text), Foreign("code", view.data.text, "latex"))
        yield from _texts(view.inner)


def _is_left(so_far: SoFar | None, run: Run | None) -> bool:
    """Tell whether what *so_far* has of a value is all that a run that is over left."""
    return bool(so_far and run and run.over and (so_far.text or so_far.value is not ABSENT))


def _partial(tool: Tool | None, value: Any, origins: tuple[str, ...]) -> list[View]:
    """Return the views of a value that is not whole yet: what is still to come is no mistake."""
    views = views_of(tool, Result(status="ok", value=value), origins, partial=True)
    return [replace(view, downloads=(), others=()) for view in views]


class Address(NamedTuple):
    """Where a result is seen another way: the address, or its path and the fields of a form that leads there."""

    href: str
    path: str
    fields: list[tuple[str, str]]


def _address(run: Run | None, root: str, looks: Looks, at: str, **changed: str | int) -> Address | None:
    """Return where the value *at* a pointer is seen as *changed* says; `None` where no server keeps the run."""
    if run is None:
        return None
    path, query = f"{root}/runs/{run.id}", query_of(looks, at, **changed)
    return Address(f"{path}?{query}" if query else path, path, parse_qsl(query, keep_blank_values=True))


class ViewChoice(NamedTuple):
    """A view that a person may choose, and its icon."""

    label: str
    icon: str


#: The views that a person may choose, in words.
VIEWS = {
    "text": ViewChoice(marked("text"), "text"),
    "markdown": ViewChoice("Markdown", "text"),
    "code": ViewChoice(marked("code"), "code"),
    "json": ViewChoice("JSON", "code"),
    "table": ViewChoice(marked("table"), "table"),
    "kv": ViewChoice(marked("pairs"), "list"),
    "list": ViewChoice(marked("list"), "list"),
    "map": ViewChoice(marked("map"), "map"),
}
#: Views whose styles are on every page: most results have them.
_PLAIN = {"text", "markdown", "number", "boolean", "table", "kv", "null", "link", "json", "log", "code", "progress",
          "stream_text", "moment", "choice", "skeleton", "csv"}  # fmt: skip


def _carried(match: re.Match[str]) -> str:
    return match[0] if match[0] == "\r" else "\N{REPLACEMENT CHARACTER}"


def _is_empty(result: Result | None, views: list[View]) -> bool:
    """Tell whether a tool that declares nothing answered nothing."""
    return result is None or (all(not view.problems for view in views) and result.value in (None, "", [], {}))


def _place(tool: Tool | None, problem: Problem, before: str, form_id: str, status: str) -> tuple[str, str]:
    """Return the label of the input that *problem* is at, and its id: those of the form where it is of all of it."""
    if problem.at or tool is None or status == "ok":
        return input_label(tool, problem), before + to_id(problem.at)
    return gettext(WHOLE), form_id


def input_label(tool: Tool | None, problem: Problem) -> str:
    """Return the label of the input that *problem* is at."""
    key = next(iter(split(problem.at)), "")
    inputs = tool.form.inputs if tool and problem.at else ()
    return next((input_.label for input_ in inputs if input_.key == key and input_.label), problem.at)
