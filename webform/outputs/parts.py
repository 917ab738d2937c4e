"""The parts of an answer beside its value, as views of their own."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from webform.files import in_words
from webform.language import gettext, marked, ngettext, number
from webform.outputs.base import About, View
from webform.outputs.base64s import SHOWN
from webform.outputs.embedded import shown
from webform.outputs.pretty import json_download
from webform.outputs.schema_view import Annotations
from webform.outputs.texts import Writing, file_name
from webform.texts import link_in, visible
from webform.values import ABSENT, json_within

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from webform.result import Part, Result

#: How many parts a page shows, and how much of a name and of an address.
MAX_PARTS, MAX_WORDS, MAX_ADDRESS = 40, 300, 4000
#: What a part without a name is called, by its type; others are files.
TITLES = {
    "text": marked("Text"),
    "json": marked("Data"),
    "image": marked("Image"),
    "audio": marked("Sound"),
    "video": marked("Video"),
    "html": "HTML",
    "link": marked("Link"),
    "tool-call": marked("Tool call"),
}
#: Before the pointer of a value in a part stands which part it is: `@2/a` is `/a` in the third.
MARK = "@"


class Holding(NamedTuple):
    """What is shown of a value, and the text it was read from; `""` where it came as it is."""

    value: Any
    text: str = ""


def split_part(at: str) -> tuple[str | None, str]:
    """Return which part the place *at* is in, `None` where it is in the value, and its pointer there."""
    mark, slash, rest = at.partition("/")
    return mark.removeprefix(MARK) if mark else None, slash + rest


def holding_of(value: Any, media_type: str = "") -> Holding:
    """Return the object or list that a text is the JSON of, unless its *media_type* is of something else."""
    json_like = not media_type or media_type == "text/plain" or media_type.endswith("json")
    inner = json_within(value) if isinstance(value, str) and json_like else None
    return Holding(value) if inner is None else Holding(inner, value)


def source_of(result: Result) -> Part | None:
    """Return what the value of *result* came as, where that says more than the value."""
    return next((part for part in result.parts if part.type == "source"), None)


def whole_of(result: Result) -> Holding:
    """Return what is shown as the value of *result*, and the text it was read from."""
    source = source_of(result)
    if source is not None and isinstance(source.value, str):
        return Holding(result.value, source.value)
    return holding_of(result.value, source.media_type if source else result.media_type)


def part_annotations(part: Part | None, annotations: Annotations) -> Annotations:
    """Return *annotations* of a value, with the media type that it came with as *part*."""
    return replace(annotations, media_type=part.media_type) if part and part.media_type else annotations


def named(view: View, part: Part, title: str = "") -> View:
    """Return *view* with the name, description and address of *part*; *title* where it has no name."""
    size = in_words(part.size) if part.size is not None else ""
    known = part.media_type if part.media_type not in view.note and not hasattr(view.data, "words") else ""
    return replace(
        view,
        title=_line(part.title) or title or view.title,
        description=view.description or _line(part.description),
        note=", ".join(filter(None, (view.note, visible(known), size))),
        uri=visible(part.uri[:MAX_ADDRESS]),
    )


def part_views(parts: Sequence[Part], about: About, choose: Callable[[Any, About], View]) -> Iterator[View]:
    """
    Yield the views of *parts*, but for the source of the value.

    Args:
        about: what is known of all of them: their looks, and what a page has room for.
        choose: returns the view of a value.
    """
    titles: Counter[str] = Counter()
    shown_parts = [(index, part) for index, part in enumerate(parts) if part.type != "source"]
    for index, part in shown_parts[:MAX_PARTS]:
        name = _line(part.title) or gettext(TITLES.get(part.type, "File"))
        titles[name] += 1
        yield _view(part, index, name if titles[name] == 1 else f"{name} {titles[name]}", about, choose)
    if len(shown_parts) > MAX_PARTS:
        yield _rest(len(shown_parts) - MAX_PARTS, parts)


def _view(part: Part, index: int, title: str, about: About, choose: Callable[[Any, About], View]) -> View:
    at = f"{MARK}{index}"
    name = file_name(part.title or part.uri.rstrip("/").rpartition("/")[2] or title)
    about = replace(about, name=name, filename="", at=at, annotations=part_annotations(part, Annotations()))
    if part.value is ABSENT:
        seen = replace(_address(part, about), at=at, of=at)
    else:
        holding = holding_of(part.value, part.media_type)
        seen = choose(holding.value, replace(about, source=holding.text))
    seen = replace(named(seen, replace(part, title=""), title), small=False)
    return replace(seen, uri="") if part.value is ABSENT else seen


def _address(part: Part, about: About) -> View:
    """Return the view of a part that is an address alone: media where it may be shown from there, a link, or text."""
    family = part.media_type.partition("/")[0]
    if link_in(part.uri) and family in SHOWN:
        seen = shown(family, part.uri, about)
        if isinstance(seen, View):
            return seen
    if address := link_in(part.uri):
        return View(name="link", data=address, copy=address)
    text = visible(part.uri[:MAX_ADDRESS])
    return View(name="text", data=Writing(text=text), copy=part.uri)


def _rest(count: int, parts: Sequence[Part]) -> View:
    download = replace(json_download([part.as_json() for part in parts], "parts"), label=gettext("All as JSON"))
    text = ngettext(
        "{count} more are in the download.", "{count} more are in the download.", count, count=number(count)
    )
    return View(name="text", data=Writing(text=text), at=MARK, title=gettext("More"), downloads=(download,))


def _line(text: str) -> str:
    return visible(" ".join(text.split())[:MAX_WORDS])
