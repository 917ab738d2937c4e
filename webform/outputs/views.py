"""A result's values → their views: as declared, else by their shape."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from webform import outputs
from webform.outputs.base import About, Download, Misfit, View
from webform.outputs.texts import file_name
from webform.problems import Problem
from webform.values import ABSENT, at_pointer, brief, join, split

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from webform.result import Result
    from webform.tool import Output, Tool

#: More undeclared keys than these are shown as one tree.
MAX_VIEWS = 40
#: Problems shown of one output.
MAX_PROBLEMS = 5


class Group(NamedTuple):
    """Views that stand together: one `panel`, or neighbours in a row (`inline`) or behind tabs (`tab`)."""

    layout: str
    views: list[View]


def views_of(tool: Tool | None, result: Result, origins: tuple[str, ...] = ()) -> list[View]:
    """
    Return the views of *result*: the outputs that *tool* declares, in order, then what it did not declare.

    Args:
        tool: the tool; where it is `None`, values are shown by their shape.
        result: what a run came to.
        origins: the other sites that declared images, audio and video are shown from; elsewhere they are links.
    """
    if result.value is ABSENT:
        return []
    views = _views(tool.outputs if tool else (), result.value, origins)
    if tool and tool.output_schema is not None:
        # A schema says itself whether more keys may come.
        views = (replace(view, problems=()) for view in views)
    # What was found wrong when the answer was read says more than a view can.
    return [replace(view, problems=_at(view, result) or view.problems) for view in views]


def _at(view: View, result: Result) -> tuple[Problem, ...]:
    """Return the problems of an answer at the output that *view* shows."""
    output = join("", *split(view.at)[:1])
    if result.status != "ok" or not output:
        return ()
    found = [each for each in result.problems if each.at == output or each.at.startswith(output + "/")]
    return tuple(found[:MAX_PROBLEMS])


def groups(views: Iterable[View]) -> list[Group]:
    """Return *views* in groups: consecutive ones of layout `tab` or `inline` together."""
    together = [(layout, list(members)) for layout, members in groupby(views, key=lambda view: view.layout)]
    return [
        Group(layout, part)
        for layout, members in together
        for part in ([[each] for each in members] if layout == "panel" else [members])
    ]


def download(tool: Tool | None, result: Result, at: str, form: str) -> Download | None:
    """Return what is downloaded as *form* of the value *at* a pointer in *result*; `None` where there is none."""
    held = at_pointer(result.value, at) if at == "" or at.startswith("/") else ABSENT
    if held is ABSENT:
        return None
    # Any part can be had in the forms of its shape; JSON is one of every value.
    name = file_name(at.rpartition("/")[2])
    views = [*(view for view in views_of(tool, result) if view.at == at), _shape(held, name), _json(held, name)]
    return next((each for view in views for each in view.downloads if each.format == form), None)


def _views(declared: Sequence[Output], value: Any, origins: tuple[str, ...]) -> Iterator[View]:
    if declared and not isinstance(value, dict):
        keys = ", ".join(f'"{each.key}"' for each in declared)
        message = f"expected an object with {keys}, not {brief(value)}"
        yield replace(_shape(value, "result"), problems=(Problem(at="", code="output-type", message=message),))
    elif declared:
        yield from (_declared(output, value.get(output.key, ABSENT), origins) for output in declared)
        known = {output.key for output in declared}
        yield from _undeclared({key: each for key, each in value.items() if key not in known})
    elif _is_mixed(value):
        yield from (_by_key(key, each) for key, each in value.items())
    else:
        yield _shape(value, "result")


def _is_mixed(value: Any) -> bool:
    """Tell whether *value* is an object whose parts say more one by one than as a tree."""
    if not isinstance(value, dict) or not 0 < len(value) <= MAX_VIEWS:
        return False
    return not any(kind.fits(value) for kind in outputs.VIEWS if kind is not outputs.json)


def _declared(output: Output, value: Any, origins: tuple[str, ...]) -> View:
    at = join("", output.key)
    about = About(name=file_name(output.key), declared=True, unit=output.unit, options=output.options, origins=origins)
    problems: tuple[Problem, ...] = ()
    if value is ABSENT or value is None:
        found = "nothing" if value is ABSENT else "null"
        seen: View | Misfit = View(name="null", data=found, small=True)
        problems = (_misfit(at, f"expected {output.type or 'a value'}; the tool answered {found}"),)
    else:
        seen = _typed(output.type, value, about)
    if isinstance(seen, Misfit):
        found = brief(at_pointer(value, seen.part))
        problems = (_misfit(at + seen.part, f"expected {seen.expected}, not {found}"),)
        seen = _shape(value, about.name)
    return replace(
        seen,
        at=at + seen.at,
        title=output.label or output.key,
        description=output.description,
        caption=output.caption,
        layout=_layout(output.layout, seen),
        problems=problems,
    )


def _typed(kind: str, value: Any, about: About) -> View | Misfit:
    if kind not in outputs.OUTPUTS:
        return _shape(value, about.name)
    return outputs.OUTPUTS[kind].view(value, about)


def _layout(wanted: str, seen: View) -> str:
    # Only what is small stands well beside others.
    return "panel" if wanted == "inline" and not seen.small else wanted


def _undeclared(rest: dict[str, Any]) -> Iterator[View]:
    if len(rest) > MAX_VIEWS:
        yield replace(_json(rest, "rest"), title="Not declared", problems=(_unexpected("", f"{len(rest)} more keys"),))
        return
    for key, value in rest.items():
        yield replace(_by_key(key, value), problems=(_unexpected(join("", key), f'"{brief(key)[1:-1]}"'),))


def _by_key(key: str, value: Any) -> View:
    seen = _shape(value, file_name(key))
    return replace(seen, at=join("", key) + seen.at, title=key, layout="inline" if seen.small else "panel")


def _shape(value: Any, name: str) -> View:
    about = About(name=name)
    fitting = (kind.view(value, about) for kind in outputs.VIEWS if kind.fits(value))
    return next(seen for seen in fitting if isinstance(seen, View))


def _json(value: Any, name: str) -> View:
    return outputs.json.view(value, About(name=name))


def _misfit(at: str, message: str) -> Problem:
    return Problem(at=at, code="output-type", message=message)


def _unexpected(at: str, what: str) -> Problem:
    return Problem(at=at, code="output-undeclared", message=f"the tool does not declare {what}", severity="warning")
