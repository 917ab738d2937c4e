"""What the value of each of the 39 output types must have."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from webform.problems import Problem
from webform.values import brief, join

if TYPE_CHECKING:
    from webform.tool import Output

#: From a value and its pointer to what is wrong with it.
Check = Callable[[Any, str], Iterator[Problem]]


def _a(words: str, accepts: Callable[[Any], bool]) -> Check:
    def check_kind(value: Any, at: str) -> Iterator[Problem]:
        if not accepts(value):
            yield _wrong(at, words, value)

    return check_kind


def _wrong(at: str, expected: str, value: Any) -> Problem:
    return Problem(at=at, code="output-type", message=f"Expected {expected}, not {brief(value)}")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _is_share(value: Any) -> bool:
    return _is_number(value) and 0 <= value <= 1


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_is_number, value))


_ANY = _a("a value", lambda _: True)
_TEXT = _a("text", lambda value: isinstance(value, str))
_NUMBER = _a("a number", _is_number)
_GAP = _a("a number or null", lambda value: value is None or _is_number(value))
_NAME = _a("text or a number", lambda value: isinstance(value, str) or _is_number(value))
_BOOLEAN = _a("true or false", lambda value: isinstance(value, bool))
_SHARE = _a("a number from 0 to 1", _is_share)
_OBJECT = _a("an object", lambda value: isinstance(value, dict))
_PAIR = _a("[lat, lng]", _is_pair)
_ROW = _a("a row: an object or a list", lambda value: isinstance(value, dict | list))
_COLUMN = _a("a column: an object or a text", lambda value: isinstance(value, dict | str))


def _each(item: Check) -> Check:
    """Return the check of a list; it stops at the first item that is wrong, for the rest is mostly wrong alike."""

    def check_list(value: Any, at: str) -> Iterator[Problem]:
        if not isinstance(value, list):
            yield _wrong(at, "a list", value)
            return
        for index, each in enumerate(value):
            found = list(item(each, join(at, index)))
            if found:
                yield from found
                return

    return check_list


def _has(**keys: Check) -> Check:
    """Return the check of an object that must have *keys*; it may have more."""
    listed = " and ".join(f'"{key}"' for key in keys)

    def check_object(value: Any, at: str) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield _wrong(at, f"an object with {listed}", value)
            return
        for key, check_value in keys.items():
            if key in value:
                yield from check_value(value[key], join(at, key))
            else:
                message = f'Expected the key "{key}"; found {_listed(value)}'
                yield Problem(at=at, code="output-incomplete", message=message)

    return check_object


def _listed(value: dict[str, Any]) -> str:
    return ", ".join(brief(key, 30) for key in list(value)[:8]) or "no keys"


def _list_or(item: Check, whole: Check) -> Check:
    listed = _each(item)
    return lambda value, at: (listed if isinstance(value, list) else whole)(value, at)


def _nodes(value: Any, at: str) -> Iterator[Problem]:
    # The root of a tree must have children; a leaf may leave them out.
    yield from _has(label=_NAME)(value, at)
    if isinstance(value, dict) and "children" in value:
        yield from _each(_nodes)(value["children"], join(at, "children"))


def _root(value: Any, at: str) -> Iterator[Problem]:
    yield from _nodes(value, at)
    if isinstance(value, dict) and "children" not in value:
        yield from _has(children=_ANY)(value, at)


_CURVES = _has(x=_each(_NAME), series=_each(_has(name=_NAME, y=_each(_GAP))))
_PLACE = _has(lat=_NUMBER, lng=_NUMBER)

#: The types that may arrive wrapped: `{"value": …}` with options beside the value.
SCALARS: dict[str, Check] = {
    "text": _TEXT,
    "markdown": _TEXT,
    "number": _NUMBER,
    "boolean": _BOOLEAN,
    "image": _TEXT,
    "audio": _TEXT,
    "video": _TEXT,
    "latex": _TEXT,
    "code": _TEXT,
    "stream_text": _TEXT,
    "progress": _SHARE,
}

TYPES: dict[str, Check] = SCALARS | {
    "table": _list_or(_ROW, _has(columns=_each(_COLUMN), rows=_each(_ROW))),
    "kv": _has(pairs=_each(_has(key=_NAME, value=_ANY))),
    "chart_line": _CURVES,
    "chart_bar": _CURVES,
    "chart_area": _CURVES,
    "chart_scatter": _has(series=_each(_has(name=_NAME, points=_each(_has(x=_NAME, y=_NUMBER))))),
    "chart_pie": _has(slices=_each(_has(label=_NAME, value=_NUMBER))),
    "chart_histogram": _has(values=_each(_NUMBER)),
    "chart_boxplot": _has(series=_each(_has(name=_NAME, values=_each(_NUMBER)))),
    "chart_heatmap": _has(x_labels=_each(_NAME), y_labels=_each(_NAME), z=_each(_each(_GAP))),
    "chart_candlestick": _has(
        points=_each(_has(t=_NAME, open=_NUMBER, high=_NUMBER, low=_NUMBER, close=_NUMBER)),
    ),
    "chart_radar": _has(axes=_each(_NAME), series=_each(_has(name=_NAME, values=_each(_GAP)))),
    "chart_sankey": _has(
        nodes=_each(_has(id=_NAME, label=_NAME)),
        links=_each(_has(source=_NAME, target=_NAME, value=_NUMBER)),
    ),
    "chart_treemap": _has(nodes=_each(_has(id=_NAME, label=_NAME, value=_NUMBER))),
    "chart_network": _has(
        nodes=_each(_has(id=_NAME, label=_NAME)),
        edges=_each(_has(source=_NAME, target=_NAME)),
    ),
    "map_points": _has(points=_each(_PLACE)),
    "map_heatmap": _has(points=_each(_has(lat=_NUMBER, lng=_NUMBER, weight=_NUMBER))),
    "map_choropleth": _has(geojson=_OBJECT, values=_OBJECT),
    "map_polygons": _has(polygons=_each(_has(coords=_each(_PAIR)))),
    "map_route": _has(points=_each(_list_or(_NUMBER, _PLACE))),
    "image_grid": _has(images=_each(_has(value=_TEXT))),
    "image_compare": _has(before=_TEXT, after=_TEXT),
    "diff": _has(before=_TEXT, after=_TEXT),
    "tree": _has(root=_root),
    "timeline": _has(events=_each(_has(t=_NAME, label=_NAME))),
    "gantt": _has(tasks=_each(_has(name=_NAME, start=_NAME, end=_NAME))),
    "log": _has(lines=_each(_has(level=_NAME, message=_TEXT, t=_NAME))),
    "file": _has(filename=_TEXT, data=_TEXT),
}


def scalar(value: Any) -> Any:
    """Return the value itself of a scalar that arrived raw or as `{"value": …}`."""
    return value["value"] if isinstance(value, dict) and "value" in value else value


def check(output: Output, value: Any) -> list[Problem]:
    """
    Return what keeps *value* from being a value of *output*; a type that is not known takes any value.

    The problems stand below the output's key, where the whole answer has them.
    """
    at = join("", output.key)
    if output.type in SCALARS and isinstance(value, dict) and "value" in value:
        value, at = value["value"], join(at, "value")
    found = TYPES[output.type](value, at) if output.type in TYPES else ()
    return list(found)
