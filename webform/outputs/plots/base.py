"""The parts that charts share: a specification, names and numbers, axes."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from webform.outputs.base import list_in
from webform.outputs.texts import text_in
from webform.texts import visible
from webform.values import is_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webform.outputs.base import About

#: The most marks that a chart draws; of more, every n-th is drawn. The table has them all.
MAX_MARKS = 3000
#: The most series, categories, nodes: a person tells no more apart.
MAX_SERIES, MAX_NAMES, MAX_NODES = 40, 200, 150
MAX_WORDS = 60
#: Beyond this a screen has no place for a number.
_LARGEST = 1e300
_PROTOTYPE = {
    "__proto__", "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString",
    "valueOf", "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__",
}  # fmt: skip
_DATE = re.compile(r"\d{4}-\d\d(?:-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?)?")

Spec = dict[str, Any]


class Plot(NamedTuple):
    """
    A chart.

    Args:
        spec: what its script draws: data, and names of ours alone; no option of the library, no address.
        heads: the headings of the table of its data.
        rows: the rows of that table, whole.
        words: what is in it, in a few words.
        left_out: how many marks are not drawn.
    """

    spec: Spec
    heads: list[str]
    rows: Sequence[Sequence[Any]]
    words: str
    left_out: int = 0


def columns_of(value: Any, key: str) -> tuple[list[str], list[list[Any]]]:
    """Return the names of the series that *value* has, and the list that each of them has as *key*."""
    series = list_in(value, "series", lambda entry: isinstance(entry, dict) and isinstance(entry.get(key), list))
    return names([entry.get("name") for entry in series]), [entry[key] for entry in series]


def at(values: Sequence[Any], index: int) -> Any:
    """Return the one of *values* at *index*; `None` where they are fewer."""
    return values[index] if index < len(values) else None


def is_plottable(value: Any) -> bool:
    """Tell whether *value* is a number that has a place on a screen."""
    return is_number(value) and abs(value) < _LARGEST and math.isfinite(value)


def number(value: Any) -> float | int | None:
    """Return *value* as a number to be drawn; `None`, a gap, for any other."""
    if not is_plottable(value):
        return None
    # What JSON reads as a whole number may be longer than a double is wide.
    return value if abs(value) < 2**53 else float(value)


def words(value: Any) -> str:
    """Return *value*, a name or a label, as a short text on one line."""
    text = text_in(value)
    shown = visible(" ".join(text[:MAX_WORDS].split())) + ("…" if len(text) > MAX_WORDS else "")
    # Libraries look names up in objects, which have some of their own.
    return f"{shown}\N{NO-BREAK SPACE}" if shown in _PROTOTYPE else shown


def names(labels: Sequence[Any]) -> list[str]:
    """Return a name for each of *labels*, none twice: two series may be called alike."""
    taken: dict[str, int] = {}
    found = []
    for index, text in enumerate(labels):
        name = words(text) or str(index + 1)
        taken[name] = taken.get(name, 0) + 1
        found.append(name if taken[name] == 1 else f"{name} ({taken[name]})")
    return found


def thinned(rows: list[Any], most: int = MAX_MARKS) -> tuple[list[Any], int]:
    """Return at most *most* of *rows*, evenly, the last among them, and how many are left out."""
    if len(rows) <= most:
        return rows, 0
    step = math.ceil(len(rows) / most)
    kept = rows[::step]
    return kept, len(rows) - len(kept)


def scale_type(values: Sequence[Any]) -> str:
    """Return how *values* stand along an axis: `number`, `time` or `name`."""
    present = [value for value in values if value is not None]
    if present and all(map(is_plottable, present)):
        return "number"
    dated = present and all(isinstance(value, str) and _DATE.fullmatch(value) for value in present)
    return "time" if dated else "name"


def placed(value: Any, kind: str) -> Any:
    """Return *value* as it stands along an axis of a *kind*."""
    return number(value) if kind == "number" else value if kind == "time" else words(value)


def label(value: Any, about: About, key: str, unit: str = "") -> str:
    """Return the text that the chart or its declaration has for *key*, an axis, with the unit."""
    text = value.get(key) if isinstance(value, dict) else None
    text, unit = words(text if isinstance(text, str) and text else about.text(key)), words(unit)
    return f"{text} ({unit})" if text and unit and unit not in text else text or unit
