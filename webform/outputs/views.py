"""A result's values → their views: as declared, else by their shape."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from webform import outputs
from webform.files import StoredFile
from webform.language import gettext
from webform.messages import Param, Phrase
from webform.outputs.base import About, Download, Misfit, View, seen_as
from webform.outputs.choosing import choose, others_of, rule_of
from webform.outputs.parts import (
    MARK,
    Holding,
    holding_of,
    named,
    part_annotations,
    part_views,
    source_of,
    split_part,
    whole_of,
)
from webform.outputs.schema_view import Annotations, annotations_of
from webform.outputs.texts import file_name
from webform.problems import Problem
from webform.values import ABSENT, at_pointer, brief, join, split

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from webform.outputs.looks import Looks
    from webform.outputs.types import OutputType
    from webform.result import Part, Result
    from webform.tool import Output, Tool

#: More undeclared keys than these are shown as one tree.
MAX_VIEWS = 40
#: Views that may take all of a screen: what came out in one figure stands before them.
TABLES = ("table", "csv")
#: Problems shown of one output.
MAX_PROBLEMS = 5


class ViewGroup(NamedTuple):
    """Views that stand together: one `panel`, or neighbours in a row (`inline`) or behind tabs (`tab`)."""

    layout: str
    views: list[View]


def views_of(
    tool: Tool | None,
    result: Result,
    origins: tuple[str, ...] = (),
    looks: Looks | None = None,
    *,
    partial: bool = False,
) -> list[View]:
    """
    Return the views of *result*: the outputs that *tool* declares, in order, then what it did not declare.

    Args:
        tool: the tool; where it is `None`, values are shown by their shape.
        result: what a run came to.
        origins: the other sites that declared images, audio and video are shown from; elsewhere they are links.
        looks: how a person wants to see values, by their pointers.
        partial: the value is not whole yet: what is missing is still to come, and nothing is wrong with it.
    """
    about = About(
        name=file_name(result.filename.rpartition(".")[0] or result.filename),
        filename=result.filename,
        origins=origins,
        looks=looks or {},
        choose=choose,
    )
    views = [] if result.value is ABSENT else _value_views(tool, result, about, partial=partial)
    if views and result.value in ("", [], {}) and len(result.parts) > (source_of(result) is not None):
        views = [view for view in views if view.problems]
    return [*views, *part_views(result.parts, about, choose)]


def _value_views(tool: Tool | None, result: Result, about: About, *, partial: bool) -> list[View]:
    """Return the views of the value of *result*, with what was found wrong with it."""
    schema = tool.replying(result.reply).output_schema if tool else None
    declared = tool.outputs if tool else ()
    source = source_of(result)
    value, text = (result.value, "") if declared or partial else whole_of(result)
    value_annotations = replace(annotations_of(schema, value, partial=partial), media_type=result.media_type)
    annotations = part_annotations(source, value_annotations)
    views = _views(declared, value, replace(about, annotations=annotations, source=text), partial=partial)
    if partial or schema is not None:
        # A schema says itself whether more keys may come.
        views = (replace(view, problems=()) for view in views)
    # What was found wrong when the answer was read says more than a view can.
    whole = [replace(view, problems=_at(view, result) or view.problems) for view in views]
    return _headed(whole, source, Holding(value, text))


def _headed(views: list[View], source: Part | None, holding: Holding) -> list[View]:
    """Return *views*, the value's, below what it came as: above several views stands a head of their own."""
    if not views or not (source or holding.text):
        return views
    if len(views) > 1 or views[0].at != views[0].of:
        others = ("text", "json") if holding.text else ()
        downloads = _json(holding.value, "").downloads
        head = View(name="head", layout="head", title=gettext("Result"), others=others, downloads=downloads)
        return [named(head, source) if source else head, *views]
    return [named(views[0], source), *views[1:]] if source else views


def _at(view: View, result: Result) -> tuple[Problem, ...]:
    """Return the problems of an answer at the output that *view* shows."""
    output = join("", *split(view.at)[:1])
    if result.status != "ok" or not output:
        return ()
    found = [problem for problem in result.problems if problem.at == output or problem.at.startswith(output + "/")]
    return tuple(found[:MAX_PROBLEMS])


def groups(views: Iterable[View]) -> list[ViewGroup]:
    """Return *views* in groups: consecutive ones of layout `tab` or `inline` together, figures before the tables."""
    ordered = _figures_first(list(views))
    together = [(layout, list(members)) for layout, members in groupby(ordered, key=lambda view: view.layout)]
    return [
        ViewGroup(layout, part)
        for layout, members in together
        for part in ([[member] for member in members] if layout == "panel" else [members])
    ]


def _figures_first(views: list[View]) -> list[View]:
    """Return *views* with the figures that come after a table before the first one."""
    first = next((place for place, view in enumerate(views) if view.name in TABLES), len(views))
    figures = [view for view in views[first:] if view.layout == "inline"]
    return [*views[:first], *figures, *(view for view in views[first:] if view.layout != "inline")]


def download(tool: Tool | None, result: Result, at: str, form: str, part: str | None = None) -> Download | None:
    """
    Return what is downloaded as *form* of a value in *result*; `None` where there is none.

    Args:
        at: JSON Pointer of the value.
        part: the index of the part that it stands in; without, it stands in the result's value.
    """
    if part is not None:
        at = f"{MARK}{part}{at}"
    value, text = _holding_at(result, at)
    if value is ABSENT:
        return None
    shown = (inner for view in views_of(tool, result) for inner in _with_inner(view) if inner.at == at)
    about = About(name=file_name(at.rpartition("/")[2].lstrip(MARK)))
    views = chain(shown, _other_views(value, text, about))
    downloads = (offered for view in views if isinstance(view, View) for offered in view.downloads)
    return next((offered for offered in downloads if offered.format == form), None)


def _other_views(value: Any, text: Any, about: About) -> Iterator[View | Misfit]:
    """Yield views that a part may be taken away by, whatever is shown: by its shape; as JSON; a text, as text."""
    yield choose(value, about)
    yield outputs.json.view(value, about)
    if text or isinstance(value, str):
        for name in ("text", "markdown"):
            yield seen_as(outputs.KINDS[name], text or value, about)


def value_at(result: Result, at: str) -> Any:
    """Return the value in *result* that is shown *at* a place; `ABSENT` where there is none."""
    holding = _holding_at(result, at)
    return holding.text or holding.value


def _holding_at(result: Result, at: str) -> Holding:
    """Return the value that is shown *at* a place: a pointer, with the part before it where it is in one."""
    index, pointer = split_part(at)
    if index is None:
        holding = whole_of(result)
    elif index == "":
        holding = Holding([part.as_json() for part in result.parts])
    elif index.isdecimal() and int(index) < len(result.parts):
        part = result.parts[int(index)]
        holding = holding_of(part.value, part.media_type)
    else:
        return Holding(ABSENT)
    return Holding(at_pointer(holding.value, pointer)) if pointer else holding


def _with_inner(view: View) -> Iterator[View]:
    yield view
    for inner in view.inner:
        yield from _with_inner(inner)


def _views(declared: Sequence[Output], value: Any, about: About, *, partial: bool) -> Iterator[View]:
    if declared and not isinstance(value, dict):
        keys = tuple(f'"{output.key}"' for output in declared)
        expected = Phrase("kind.object-with", {"keys": keys})
        found = f"a file of the type {value.media_type}" if isinstance(value, StoredFile) else brief(value)
        params: dict[str, Param] = {"expected": expected, "found": found}
        problem = Problem(at="", code="output-type", key="wrong-type", params=params)
        yield replace(choose(value, about), problems=(problem,))
    elif declared:
        for output in declared:
            yield _declared(output, value.get(output.key, ABSENT), about, partial=partial)
        known = {output.key for output in declared}
        yield from _undeclared({key: member for key, member in value.items() if key not in known}, about)
    elif about.look.view in others_of(value, "", about.source):
        yield choose(value, about)
    elif _is_mixed(value, about.annotations):
        in_order = [*(key for key in about.annotations.keys if key in value), *value]
        yield from (_by_key(key, value[key], about) for key in dict.fromkeys(in_order))
        if partial:
            yield from (_missing(about, key) for key in about.annotations.keys if key not in value)
    else:
        yield choose(value, about)


def _is_mixed(value: Any, annotations: Annotations) -> bool:
    """Tell whether *value* is an object whose parts say more one by one than as a tree."""
    if not isinstance(value, dict) or not 0 < len(value) <= MAX_VIEWS or annotations.several:
        return False
    return rule_of(annotations, value).view in ("json", "record")


def _declared(output: Output, value: Any, whole: About, *, partial: bool) -> View:
    at = join("", output.key)
    about = replace(
        whole,
        name=file_name(output.key),
        type=output.type,
        declared=True,
        unit=output.unit,
        options=output.options,
        at=at,
        annotations=whole.annotations.child(output.key, value) if value is not ABSENT else Annotations(),
    )
    problems: tuple[Problem, ...] = ()
    if value is ABSENT and partial:
        seen: View | Misfit = outputs.skeleton.view(None, about)
    elif value is ABSENT or value is None:
        found = "nothing" if value is ABSENT else "null"
        seen = View(name="null", data="not given" if value is ABSENT else "no value", small=True)
        type_: Param = output.type or Phrase("kind.value")
        params: dict[str, Param] = {"type": type_, "found": found}
        problems = (Problem(at=at, code="output-type", key="output-type.absent", params=params),)
    else:
        seen = _typed(value, about)
    if isinstance(seen, Misfit):
        problems = _misfits(outputs.TYPES[output.type], value, about, seen)
        seen = _shape(value, about)
    return replace(
        seen,
        at=seen.at if seen.at.startswith(at) else at + seen.at,
        of=at,
        title=output.label or about.annotations.label or output.key,
        description=output.description or about.annotations.description,
        caption=output.caption or seen.caption,
        # Only what is small stands well beside others.
        layout="panel" if output.layout == "inline" and not seen.small else output.layout,
        others=others_of(value, seen.name),
        problems=problems,
        downloads=_ordered(seen.downloads, output.options),
    )


def _ordered(downloads: tuple[Download, ...], options: Mapping[str, Any]) -> tuple[Download, ...]:
    """Return those of *downloads* that are declared, the declared format first."""
    if options.get("downloadable") is False:
        return ()
    first, only = options.get("default_export_format"), options.get("supported_export_formats")
    if isinstance(only, list) and any(download.format in only for download in downloads):
        downloads = tuple(download for download in downloads if download.format in only)
    return tuple(sorted(downloads, key=lambda download: download.format != first))


def _typed(value: Any, about: About) -> View | Misfit:
    if about.look.view in others_of(value, ""):
        return choose(value, about)
    if about.type not in outputs.OUTPUTS:
        return _shape(value, about)
    return seen_as(outputs.OUTPUTS[about.type], value, about)


def _undeclared(rest: dict[str, Any], about: About) -> Iterator[View]:
    if len(rest) > MAX_VIEWS:
        yield replace(
            _json(rest, "rest"),
            title=gettext("Not declared"),
            problems=(_unexpected("", "output-undeclared.more", count=len(rest)),),
        )
        return
    for key, value in rest.items():
        problem = _unexpected(join("", key), name=brief(key)[1:-1])
        yield replace(_by_key(key, value, about), problems=(problem,))


def _by_key(key: str, value: Any, whole: About) -> View:
    key_annotations = whole.annotations.child(key, value)
    seen = choose(value, replace(whole, name=file_name(key), at=join("", key), annotations=key_annotations, source=""))
    layout = "inline" if seen.small else "panel"
    return replace(seen, title=key_annotations.label, note=seen.note or key_annotations.type_note, layout=layout)


def _missing(whole: About, key: str) -> View:
    return replace(outputs.skeleton.view(None, whole), at=join("", key), title=whole.annotations.child(key, None).label)


def _shape(value: Any, about: About) -> View:
    return choose(value, replace(about, declared=False, type="", options={}))


def _json(value: Any, name: str) -> View:
    return outputs.json.view(value, About(name=name))


def _misfits(type_: OutputType, value: Any, about: About, misfit: Misfit) -> tuple[Problem, ...]:
    """Return what is wrong with *value*: what the schema of its type says, else what its view does."""
    part, found = misfit.part, at_pointer(value, misfit.part)
    if found is ABSENT:
        # An option that was declared has no place in the value.
        part, found = "", at_pointer(about.options, misfit.part)
    params: dict[str, Param] = {
        "expected": misfit.expected,
        "found": "nothing" if found is ABSENT else brief(found),
    }
    by_view = Problem(at=about.at + part, code="output-type", key="wrong-type", params=params)
    return tuple(type_.problems(value, about.at)[:MAX_PROBLEMS]) or (by_view,)


def _unexpected(at: str, key: str = "output-undeclared.shown", **params: Param) -> Problem:
    return Problem(at=at, code="output-undeclared", key=key, params=params, severity="warning")
