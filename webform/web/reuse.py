"""The result of a run used in another tool: the tools whose inputs take it, and such a form filled in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

from flask import Response, request

from webform.dataurl import DataURLError, parse
from webform.draft import begin, fill, find
from webform.files import StoredFile, in_words
from webform.fitting import CONVERTED, Fit, fits, is_file
from webform.language import gettext, marked, number
from webform.outputs.pretty import pretty
from webform.secrecy import without
from webform.texts import visible
from webform.values import ABSENT, join, kind_of, split
from webform.web.answers import refuse
from webform.web.history import line_of
from webform.web.pages import PageView, answer_page, show
from webform.web.prefill import reach
from webform.web.refill import with_files
from webform.web.sent import keep_files

if TYPE_CHECKING:
    from webform.runs import Run
    from webform.web.served import Served
    from webform.web.site import Site

#: Parts of a result that may be used, and characters of one that are shown.
MAX_PARTS, MAX_SHOWN = 20, 500
#: Keys that an object may have which is a file: its name, its data, its type.
MAX_FACTS = 3
#: Characters that are checked for one page, over all inputs of all tools; those of lists and objects count for more.
MAX_CHECKED, NESTED = 50_000_000, 20


class ResultPart(NamedTuple):
    """A part of a result: its pointer within what the run came to, what it is called, and its value."""

    at: str
    label: str
    value: Any


class Use(NamedTuple):
    """A tool that takes a part, with the inputs that do and the addresses that fill them in, best first."""

    rank: int
    name: str
    description: str
    fits: list[tuple[Fit, str]]


#: What values are called.
_KINDS = {
    "string": marked("Text"),
    "boolean": marked("Yes or no"),
    "number": marked("Number"),
    "object": marked("Object"),
}


def use_result(site: Site, run_id: str) -> Response:
    """Answer with the tools that take a part of what a run came to, or with the form of one, filled in."""
    run = site.find_run(run_id)
    parts = _parts(site, run)
    if "tool" in request.args:
        return _filled(site, run, parts)
    asked = next((part for part in parts if part.at == request.args.get("part")), None)
    chosen, uses, complete = _first_fitting(site, run, [asked] if asked else parts)
    shown = [
        {
            "label": part.label,
            "kind": _kind(part.value),
            "url": _url(site, run, part=part.at),
            "chosen": part is chosen,
        }
        for part in parts
    ]
    context = {"run": line_of(site, run), "parts": shown, "uses": uses, "complete": complete}
    return answer_page(site, "use.html", context | {"preview": _preview(chosen.value) if chosen else ""})


def _first_fitting(site: Site, run: Run, parts: list[ResultPart]) -> tuple[ResultPart | None, list[Use], bool]:
    """Return the part that fits without a change, or else fits at all, with what `_uses` says of it."""
    found: tuple[ResultPart | None, list[Use], bool] = (parts[0] if parts else None, [], True)
    for part in parts:
        uses, complete = _uses(site, run, part)
        if uses and (not found[1] or uses[0].rank < CONVERTED):
            found = (part, uses, complete)
        if not complete or (uses and uses[0].rank < CONVERTED):
            break
    return found


def _url(site: Site, run: Run, **query: str) -> str:
    return f"{site.url(f'/runs/{run.id}/use')}?{urlencode(query, errors='surrogatepass')}"


def _parts(site: Site, run: Run) -> list[ResultPart]:
    """Return the parts of what *run* came to: the whole, its outputs or keys, and what came beside it."""
    if run.result is None or run.result.status != "ok":
        return []
    served, value = site.served.get(run.tool_id), with_files(site.files, run.result.value, "", [])
    labels = {output.key: output.label for output in served.tool.outputs} if served else {}
    parts = [] if value is ABSENT else [ResultPart("/value", gettext("Whole result"), value)]
    if isinstance(value, dict):
        parts += [ResultPart(join("/value", key), labels.get(key) or key, child) for key, child in value.items()]
    elif isinstance(value, list):
        parts += [
            ResultPart(join("/value", index), gettext("Item {number}", number=index + 1), item)
            for index, item in enumerate(value[:5])
        ]
    parts += [
        ResultPart(
            join("/parts", index),
            part.title or gettext("Part {number}", number=index + 1),
            with_files(site.files, part.value, "", []),
        )
        for index, part in enumerate(run.result.parts)
        if part.value is not ABSENT
    ]
    if run.result.artifact and run.result.artifact.url:
        parts.append(ResultPart("/artifact", gettext("Link to the file"), run.result.artifact.url))
    parts = [part._replace(value=_bare(part.value)) for part in parts[:MAX_PARTS]]
    return [part for part in parts if part.value not in (None, "", [], {})]


def _bare(value: Any) -> Any:
    """Return the file of `{"filename": …, "data": a file}`; any other value as it is."""
    return (
        value["data"] if isinstance(value, dict) and is_file(value.get("data")) and len(value) <= MAX_FACTS else value
    )


def _uses(site: Site, run: Run, part: ResultPart) -> tuple[list[Use], bool]:
    """Return the tools that take *part*, best first, and whether all were looked at."""
    key, left, size = split(part.at)[-1], MAX_CHECKED, _size(part.value)
    found: list[tuple[Any, Use]] = []
    for order, served in enumerate(site.visible.values()):
        # The form of a conversation has room for its message alone.
        if served.target is None or not served.listed or served.tool.layout == "chat":
            continue
        left -= size * len(served.tool.form.inputs)
        if left < 0:
            return [use for _, use in sorted(found, key=lambda ranked: ranked[0])], False
        taking = fits(served.tool.form, part.value)
        if taking:
            same_name = any(split(fit.at)[-1:] == [key] for fit in taking)
            found.append(((taking[0].rank, not same_name, order), _use(site, run, part, served, taking)))
    return [use for _, use in sorted(found, key=lambda ranked: ranked[0])], True


def _use(site: Site, run: Run, part: ResultPart, served: Served, taking: list[Fit]) -> Use:
    addresses = [_url(site, run, tool=served.tool.id, part=part.at, input=fit.at) for fit in taking]
    return Use(taking[0].rank, served.tool.name, served.shown["description"], list(zip(taking, addresses, strict=True)))


def _filled(site: Site, run: Run, parts: list[ResultPart]) -> Response:
    """Answer with the page of the tool that was chosen, its input filled in with the part that was."""
    served, at = site.find(request.args["tool"]), request.args.get("input", "")
    form = served.tool.form
    part = next((part for part in parts if part.at == request.args.get("part")), None)
    if part is None:
        refuse(404, "no-part", gettext("This run has no such result to use."), gettext("Look at the run again."))
    fit = next((fit for fit in fits(form, part.value) if fit.at == at), None)
    input_ = find(form, None, at)
    if fit is None or input_ is None:
        message = gettext("This tool has no such input, or it does not take this value.")
        refuse(422, "no-such-input", message, gettext("Choose another."))
    draft = begin(form)
    filled = fill(input_, without(form, input_, keep_files(input_, fit.value, site.files)), at.count("/"))
    reach(form, draft, at).become(filled)
    notice = gettext(
        "{label} comes from the result of {source}. Check it, then run.",
        label=fit.label,
        source=site.name_of(run.tool_id),
    )
    return show(site, served, PageView(draft, notices=[notice]))


def _size(value: Any) -> int:
    """Return how much it takes to check *value*, in characters."""
    match value:
        case StoredFile():
            return 0
        case str():
            return len(value)
    return NESTED * len(pretty(value, limit=MAX_CHECKED // NESTED, indented=False).text)


def _kind(value: Any) -> str:
    """Return in words what *value* is."""
    if is_file(value):
        return _file_words(value)
    kind = kind_of(value)
    if kind == "list":
        return gettext("List of {count}", count=number(len(value)))
    return gettext(_KINDS.get(kind, kind.capitalize()))


def _file_words(file: Any) -> str:
    try:
        found = file if isinstance(file, StoredFile) else parse(file)
    except DataURLError:
        return gettext("Text")
    return f"{found.media_type}, {in_words(found.size)}"


def _preview(value: Any) -> str:
    if is_file(value):
        return _file_words(value)
    text = visible(value) if isinstance(value, str) else pretty(value, limit=MAX_SHOWN + 1).text
    return text if len(text) <= MAX_SHOWN else text[:MAX_SHOWN] + "…"
