"""Values of parameters as texts of a request, by the styles of OpenAPI, which are those of RFC 6570."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from webform.files import StoredFile
from webform.values import write_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Encode = Callable[[str], str]

#: What stands between the items of a list that is one text, as it is in an address.
DELIMITERS = {"spaceDelimited": "%20", "pipeDelimited": "%7C"}
#: Styles of parts of a path -> what stands before all, and between the parts that stand by themselves.
_PATH_STYLES = {"simple": ("", ","), "label": (".", "."), "matrix": (";", ";")}


class Style(NamedTuple):
    """How a value is written: the style, and whether its items or members stand by themselves."""

    name: str
    explode: bool


def text_of(value: Any) -> str:
    """Return *value* as one text: a text as it is, anything else as JSON."""
    if isinstance(value, str):
        return value
    return value.data_url() if isinstance(value, StoredFile) else write_json(value)


def pairs_of(
    name: str, value: Any, style: Style, encode: Encode, delimiters: dict[str, str] = DELIMITERS
) -> list[tuple[str, str]]:
    """
    Return the names and texts that *value* is in a query, a cookie or a form; none where it is undefined.

    Args:
        name: of the parameter or property.
        style: `form`, `spaceDelimited`, `pipeDelimited` or `deepObject`; any other is read as `form`.
        encode: makes a name or a text fit to stand there.
        delimiters: what stands between items that are one text, by style.
    """
    if style.name == "deepObject":
        return [(encode(key), encode(text_of(leaf))) for key, leaf in _leaves(name, value)]
    key = encode(name)
    match _defined(value):
        case None:
            return []
        case list(items) if style.explode:
            return [(key, encode(text_of(item))) for item in items]
        case dict(members) if style.explode:
            return [(encode(inner), encode(text_of(item))) for inner, item in members.items()]
        case list() | dict() as several:
            between = delimiters.get(style.name, ",")
            return [(key, between.join(encode(text) for text in _flat(several)))]
        case single:
            return [(key, encode(text_of(single)))]


def expanded(name: str, value: Any, style: Style, encode: Encode) -> str:
    """
    Return the text that *value* is in a path or a header; `""` where it is undefined.

    Args:
        name: of the parameter.
        style: `simple`, `label` or `matrix`; any other is read as `simple`.
        encode: makes a name or a text fit to stand there.
    """
    before, between = _PATH_STYLES.get(style.name, _PATH_STYLES["simple"])
    names = style.name == "matrix"
    match _defined(value):
        case None:
            return ""
        case list(items) if style.explode:
            texts = [encode(text_of(item)) for item in items]
            return before + between.join(_assigned(encode(name), text) if names else text for text in texts)
        case dict(members) if style.explode:
            return before + between.join(f"{encode(key)}={encode(text_of(item))}" for key, item in members.items())
        case list() | dict() as several:
            text = ",".join(encode(text) for text in _flat(several))
        case single:
            text = encode(text_of(single))
    return before + (_assigned(encode(name), text) if names else text)


def _assigned(name: str, text: str) -> str:
    return f"{name}={text}" if text else name


def _defined(value: Any) -> Any:
    """Return *value* as RFC 6570 sees it: what is null, and a list or an object of nothing, is undefined."""
    match value:
        case list():
            return [item for item in value if item is not None] or None
        case dict():
            return {key: item for key, item in value.items() if item is not None} or None
    return value


def _flat(value: list[Any] | dict[str, Any]) -> Iterator[str]:
    if isinstance(value, list):
        yield from map(text_of, value)
        return
    for key, item in value.items():
        yield from (key, text_of(item))


def _leaves(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield what *value* holds as `name[key][0]`: the specification says no more than one level of an object."""
    match value:
        case None:
            return
        case dict():
            parts: Any = value.items()
        case list():
            parts = enumerate(value)
        case _:
            yield name, value
            return
    for key, part in parts:
        yield from _leaves(f"{name}[{key}]", part)
