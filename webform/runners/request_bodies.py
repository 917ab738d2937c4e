"""Bodies of requests as the media type and the encoding of an OpenAPI document have them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote_plus, unquote

from webform import dataurl
from webform.bodies import with_data_urls, write_body
from webform.envelopes.streams.frames import JSON_LINES
from webform.files import StoredFile
from webform.inputs.uploads import UploadLike
from webform.inputs.walk import changed, child_input
from webform.media import is_json
from webform.operation import BODY, RequestBody
from webform.runners.failures import UnsendableError
from webform.runners.multipart import InlineFile, Part, blocks, file_part, media_of, text_part, write_parts
from webform.runners.parameters import DELIMITERS, Style, pairs_of, text_of
from webform.values import as_dict, as_text, join, mapped, write_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from webform.inputs import Input

#: What stands for files in a body that is written.
FILES = (StoredFile, InlineFile)
#: What fields of a form are written in.
FORM = "application/x-www-form-urlencoded"
_STYLING = ("style", "explode", "allowReserved")
_PLAIN_DELIMITERS = {name: unquote(delimiter) for name, delimiter in DELIMITERS.items()}
_AT = join("", BODY)
_quote = partial(quote_plus, errors="replace")


class Content(NamedTuple):
    """A body: its media type, its length, its bytes."""

    media: str
    length: int
    chunks: Iterable[bytes]


def write_content(declared: RequestBody, value: Any, input_: Input | None) -> Content:
    """
    Return *value* as the request body that is *declared*.

    Args:
        input_: the input of *value*: it tells files that stand in it from texts.

    Raises:
        UnsendableError: it cannot be of that media type.
        FileGoneError: a file in it is no longer kept.
    """
    media = declared.media.partition(";")[0].strip().lower()
    if is_json(media):
        return Content(declared.media, *write_body(value))
    if media in JSON_LINES and isinstance(value, list):
        return _of_text(declared.media, "".join(write_json(with_data_urls(line)) + "\n" for line in value))
    value = _with_files(value, input_)
    if media == FORM:
        return _of_text(FORM, write_form(value, declared.encoding))
    if media.startswith("multipart/"):
        parts = [part for name, inner in _fields(value).items() for part in _parts(name, inner, declared, media)]
        return Content(*write_parts(parts, media.removeprefix("multipart/")))
    return _whole(declared.media, value)


def _whole(media: str, value: Any) -> Content:
    """Return a body that is one file, or one text."""
    if isinstance(value, FILES):
        return Content(media_of(value) if "*" in media else media, value.size, blocks(value))
    named = "text/plain" if "*" in media else media
    is_bare_text = named.lower().startswith("text/") and "charset" not in named.lower()
    return _of_text(f"{named}; charset=utf-8" if is_bare_text else named, _text(value))


def _of_text(media: str, text: str) -> Content:
    content = text.encode("utf-8", "replace")
    return Content(media, len(content), (content,))


def _fields(value: Any, at: str = _AT) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise UnsendableError(at, "form")
    return {name: inner for name, inner in value.items() if inner is not None}


def write_form(value: Any, encoding: Mapping[str, Any], at: str = _AT) -> str:
    """
    Return *value* as `application/x-www-form-urlencoded` has it.

    Args:
        encoding: of its properties, as declared.
        at: where it stands in the body of the tool.

    Raises:
        UnsendableError: it is no object.
    """
    fields = _fields(value, at).items()
    pairs = [pair for name, inner in fields for pair in _form_pairs(name, inner, as_dict(encoding.get(name)))]
    return "&".join(f"{name}={text}" for name, text in pairs)


def _form_pairs(name: str, value: Any, encoding: Mapping[str, Any]) -> list[tuple[str, str]]:
    if (style := _style(encoding)) is not None:
        return pairs_of(name, value, style, _quote)
    texts = [_text(value)] if is_json(as_text(encoding.get("contentType"))) else [_text(item) for item in _items(value)]
    return [(_quote(name), _quote(text)) for text in texts]


def _parts(name: str, value: Any, declared: RequestBody, media: str) -> Iterator[Part]:
    """Yield the parts that a property of a multipart body is: one for each item of a list."""
    encoding = as_dict(declared.encoding.get(name))
    style = _style(encoding) if media == "multipart/form-data" else None
    if style is not None:
        for key, text in pairs_of(name, value, style, str, _PLAIN_DELIMITERS):
            yield text_part(key, text)
        return
    wanted = as_text(encoding.get("contentType"))
    items = _items(value)
    # A list that is declared as JSON is one part, as services read it.
    is_one = is_json(wanted) and not any(isinstance(item, FILES) for item in items)
    for item in [value] if is_one else items:
        yield _part(name, item, wanted)


def _part(name: str, item: Any, wanted: str) -> Part:
    if isinstance(item, FILES):
        return file_part(name, item, "" if _is_range(wanted) else wanted)
    if is_json(wanted) or isinstance(item, list | dict):
        return Part(name, *write_body(_without_inline(item)), wanted if is_json(wanted) else "application/json")
    return text_part(name, _text(item), "" if _is_range(wanted) else wanted)


def _is_range(media: str) -> bool:
    """Tell whether *media* leaves it open of which media type something is."""
    return "*" in media or "," in media


def _text(value: Any) -> str:
    return text_of(_without_inline(value))


def _items(value: Any) -> list[Any]:
    return [item for item in value if item is not None] if isinstance(value, list) else [value]


def _style(encoding: Mapping[str, Any]) -> Style | None:
    """Return the style of a property, where its encoding names any of what makes one."""
    if encoding.keys().isdisjoint(_STYLING):
        return None
    name = encoding.get("style")
    name = name if isinstance(name, str) else "form"
    explode = encoding.get("explode")
    return Style(name, explode if isinstance(explode, bool) else name == "form")


def _with_files(value: Any, input_: Input | None) -> Any:
    """Return *value* with files in place of the data URLs that are the values of file inputs."""
    if isinstance(input_, UploadLike):
        return inline_files(input_, value)
    if isinstance(value, dict | list):
        return changed(value, lambda token, part: _with_files(part, child_input(input_, token)))
    return value


def inline_files(input_: UploadLike, value: Any) -> Any:
    """Return *value*, of *input_*, with files in place of its data URLs."""
    return [_file(input_, item) for item in value] if isinstance(value, list) else _file(input_, value)


def _file(input_: UploadLike, value: Any) -> Any:
    text = input_.data_url(value)
    if not isinstance(text, str):
        return value
    try:
        parsed = dataurl.parse(text)
    except dataurl.DataURLError:
        return value
    return InlineFile(media_type=parsed.media_type, name=parsed.name, data=dataurl.decode(text))


def _without_inline(value: Any) -> Any:
    """Return *value* with a data URL in place of each file whose bytes stood in it."""
    return mapped(
        value, lambda part: dataurl.make(part.media_type, part.data) if isinstance(part, InlineFile) else part
    )
