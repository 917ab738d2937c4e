"""Keywords of no draft that speak to people: names of the values of an `enum`, the order of properties."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.values import is_number, write_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from webform.schema.located import Located

#: The names of the values of an `enum`: a list in their order, or an object by value. The first that is there counts.
NAMES = ("enumNames", "x-enumNames", "x-enum-names", "x-enum-varnames")
#: Their descriptions, likewise.
DESCRIPTIONS = ("x-enum-descriptions", "x-enumDescriptions", "enumDescriptions")
#: The place of a property among the others, as a number.
ORDER = ("x-order", "x-ui-order", "propertyOrder")
_ORDER = frozenset(ORDER)
_TITLING = frozenset((*NAMES, *DESCRIPTIONS))
#: The most characters of a description that stand in an option.
_MOST = 160


def enum_titles(located: Located, values: Sequence[Any]) -> list[str]:
    """Return the title of each of *values*, the `enum` of *located*; `""` for one without."""
    if isinstance(located.schema, bool) or _TITLING.isdisjoint(located.schema):
        return [""] * len(values)
    names, descriptions = (_texts(located, keywords, values) for keywords in (NAMES, DESCRIPTIONS))
    return [" – ".join(filter(None, pair)) for pair in zip(names, descriptions, strict=True)]


def _texts(located: Located, keywords: Iterable[str], values: Sequence[Any]) -> list[str]:
    found = next((listed for listed in map(located.get, keywords) if isinstance(listed, list | dict)), [])
    if isinstance(found, dict):
        found = [found.get(value if isinstance(value, str) else write_json(value)) for value in values]
    texts = [_line(text) if isinstance(text, str) else "" for text in found[: len(values)]]
    return texts + [""] * (len(values) - len(texts))


def _line(text: str) -> str:
    line = next(iter(text.strip().splitlines()), "")
    return line if len(line) <= _MOST else line[:_MOST] + "…"


def in_order(properties: Mapping[str, Iterable[Located]], objects: Iterable[Located]) -> list[str]:
    """
    Return the keys of *properties* in the order that their schemas ask for, or the lists of *objects*.

    Those without a place of their own come last, as they were declared.
    """
    listed = [key for located in objects for key in _listed(located)]
    places = {key: float(index) for index, key in reversed(list(enumerate(listed)))}
    places |= {key: number for key, schemas in properties.items() if (number := _number(schemas)) is not None}
    return sorted(properties, key=lambda key: places.get(key, float("inf")))


def gives_order(properties: Mapping[str, Iterable[Located]], objects: Iterable[Located]) -> bool:
    """Tell whether any of the schemas of *properties*, or a list of *objects*, asks for an order."""
    return any(map(_listed, objects)) or any(_number(schemas) is not None for schemas in properties.values())


def _listed(located: Located) -> list[str]:
    found = next((listed for listed in map(located.get, ORDER) if isinstance(listed, list)), [])
    return [key for key in found if isinstance(key, str)]


def _number(schemas: Iterable[Located]) -> float | None:
    for located in schemas:
        # Hardly any has one, and there may be many thousands.
        for keyword in ORDER if isinstance(located.schema, dict) and not _ORDER.isdisjoint(located.schema) else ():
            position = located.get(keyword)
            if is_number(position):
                return float(position)
    return None
