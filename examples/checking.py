"""Bodies against the inputs of a manifest: what a tool accepts, whoever sends it."""

from __future__ import annotations

import re
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Any

from .uploads import read_upload

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Declared = dict[str, Any]
    #: From an input as declared and its value to what is wrong with the value, located within it.
    Check = Callable[[Declared, Any], Iterator["RefusedError"]]


class RefusedError(Exception):
    """
    Raised for a value that a tool cannot use; answered as one item of FastAPI's 422.

    Args:
        message: what was expected.
        loc: where in the body, key by key and index by index.
        word: FastAPI's `type` of the problem.
    """

    def __init__(self, message: str, *loc: str | int, word: str = "value_error") -> None:
        super().__init__(message)
        self.message, self.loc, self.word = message, loc, word

    def under(self, *outer: str | int) -> RefusedError:
        """Return the same, seen from the value that holds this one at *outer*."""
        return RefusedError(self.message, *outer, *self.loc, word=self.word)

    def as_detail(self) -> dict[str, Any]:
        """Return the item of FastAPI's `detail`."""
        return {"loc": ["body", *self.loc], "msg": self.message, "type": self.word}


def check(inputs: list[Declared], body: dict[str, Any]) -> Iterator[RefusedError]:
    """Yield what is wrong with *body*, input by input."""
    for declared in inputs:
        key = declared["key"]
        if key in body:
            for wrong in CHECKS[declared["type"]](declared, body[key]):
                yield wrong.under(key)
        elif declared.get("required", True):
            yield RefusedError("Field required", key, word="missing")


def _text(declared: Declared, value: Any) -> Iterator[RefusedError]:
    limit = declared.get("max_length")
    if not isinstance(value, str):
        yield RefusedError("Input should be a valid string", word="string_type")
    elif limit is not None and len(value) > limit:
        yield RefusedError(f"String should have at most {limit} characters", word="string_too_long")


def _number(declared: Declared, value: Any) -> Iterator[RefusedError]:
    low, high = declared.get("min"), declared.get("max")
    # JSON keeps true and 1 apart; Python does not.
    if isinstance(value, bool) or not isinstance(value, int | float):
        yield RefusedError("Input should be a valid number", word="float_type")
    elif not abs(value) < 1e300:
        yield RefusedError("Input should be a finite number", word="finite_number")
    elif low is not None and value < low:
        yield RefusedError(f"Input should be greater than or equal to {low}", word="greater_than_equal")
    elif high is not None and value > high:
        yield RefusedError(f"Input should be less than or equal to {high}", word="less_than_equal")


def _slider(declared: Declared, value: Any) -> Iterator[RefusedError]:
    if declared.get("range"):
        yield from _pair(_number, declared, value)
    else:
        yield from _number(declared, value)


def _pair(of: Check, declared: Declared, value: Any) -> Iterator[RefusedError]:
    if not isinstance(value, list) or len(value) != 2:
        yield RefusedError("Input should be a list of two", word="list_type")
        return
    wrong = [error.under(index) for index, part in enumerate(value) for error in of(declared, part)]
    yield from wrong
    if not wrong and value[0] > value[1]:
        yield RefusedError("The first should not be greater than the second")


def _check_items(of: Check, declared: Declared, value: Any, least: int = 0) -> Iterator[RefusedError]:
    if not isinstance(value, list):
        yield RefusedError("Input should be a valid list", word="list_type")
        return
    if len(value) < least:
        yield RefusedError(f"List should have at least {least} items", word="too_short")
    for index, part in enumerate(value):
        for wrong in of(declared, part):
            yield wrong.under(index)


def _option(declared: Declared, value: Any) -> Iterator[RefusedError]:
    options = [option["value"] for option in declared["options"]]
    if not any(isinstance(value, bool) == isinstance(option, bool) and value == option for option in options):
        yield RefusedError(f"Input should be one of {', '.join(map(repr, options))}", word="literal_error")


def _options(declared: Declared, value: Any) -> Iterator[RefusedError]:
    yield from _check_items(_option, declared, value)


def _boolean(declared: Declared, value: Any) -> Iterator[RefusedError]:
    if not isinstance(value, bool):
        yield RefusedError("Input should be a valid boolean", word="bool_type")


def _moment(parse: Callable[[str], object], word: str) -> Check:
    def check_moment(declared: Declared, value: Any) -> Iterator[RefusedError]:
        try:
            parse(value)
        except (TypeError, ValueError):
            yield RefusedError(f"Input should be a valid {word}", word=f"{word}_parsing")
            return
        # Dates as ISO spells them stand in the order of their texts.
        if value < declared.get("min", ""):
            yield RefusedError(f"Input should be {declared['min']} or later", word="greater_than_equal")
        elif value > declared.get("max", "~"):
            yield RefusedError(f"Input should be {declared['max']} or earlier", word="less_than_equal")

    return check_moment


_date = _moment(date.fromisoformat, "date")


def _date_range(declared: Declared, value: Any) -> Iterator[RefusedError]:
    yield from _pair(_date, declared, value)


def _file(declared: Declared, value: Any) -> Iterator[RefusedError]:
    limit = declared.get("max_size_mb")
    if not isinstance(value, str):
        yield RefusedError("Input should be a data URL", word="string_type")
        return
    try:
        size = len(read_upload(value).data)
    except ValueError as error:
        yield RefusedError(str(error), word="url_parsing")
        return
    if limit is not None and size > limit * 2**20:
        yield RefusedError(f"File should have at most {limit} MB", word="bytes_too_long")


def _files(declared: Declared, value: Any) -> Iterator[RefusedError]:
    if declared.get("multiple"):
        yield from _check_items(_file, declared, value)
    else:
        yield from _file(declared, value)


def _colour(declared: Declared, value: Any) -> Iterator[RefusedError]:
    if not isinstance(value, str) or not re.fullmatch("#[0-9A-Fa-f]{6}", value):
        yield RefusedError("Input should be a colour such as #5563d1", word="string_pattern_mismatch")


def _tags(declared: Declared, value: Any) -> Iterator[RefusedError]:
    yield from _check_items(_text, declared, value)


def _scalar(declared: Declared, value: Any) -> Iterator[RefusedError]:
    if not isinstance(value, str | int | float):
        yield RefusedError("Input should be a string, a number or a boolean", word="scalar_type")


def _anything(declared: Declared, value: Any) -> Iterator[RefusedError]:
    return iter(())


#: Type of a table's column -> what its cells are checked by; any other type is text.
CELLS: dict[str, Check] = {"number": _number, "date": _date}


def _row(declared: Declared, value: Any) -> Iterator[RefusedError]:
    if not isinstance(value, dict):
        yield RefusedError("Row should be an object", word="dict_type")
        return
    for column in declared["columns"]:
        if column["key"] in value:
            for wrong in CELLS.get(column["type"], _text)({}, value[column["key"]]):
                yield wrong.under(column["key"])


def _table(declared: Declared, value: Any) -> Iterator[RefusedError]:
    yield from _check_items(_row, declared, value, declared.get("min_rows", 0))
    most = declared.get("max_rows")
    if most is not None and isinstance(value, list) and len(value) > most:
        yield RefusedError(f"List should have at most {most} items", word="too_long")


def _point(declared: Declared, value: Any) -> Iterator[RefusedError]:
    if not isinstance(value, list) or len(value) != 2:
        yield RefusedError("Point should be a latitude and a longitude", word="list_type")
        return
    for index, (degrees, most) in enumerate(zip(value, (90, 180), strict=True)):
        for wrong in _number({"min": -most, "max": most}, degrees):
            yield wrong.under(index)


def _bbox(declared: Declared, value: Any) -> Iterator[RefusedError]:
    wrong = list(_check_items(_point, declared, value))
    yield from wrong
    if not wrong and len(value) != 2:
        yield RefusedError("Box should be its south-west and its north-east corner", word="list_type")
    elif not wrong and value[0][0] > value[1][0]:
        yield RefusedError("The south should not lie north of the north")


def _polygon(declared: Declared, value: Any) -> Iterator[RefusedError]:
    yield from _check_items(_point, declared, value, least=3)


def _points(declared: Declared, value: Any) -> Iterator[RefusedError]:
    yield from _check_items(_point, declared, value)


#: Input type -> what its values are checked by.
CHECKS: dict[str, Check] = {
    "text": _text,
    "textarea": _text,
    "number": _number,
    "slider": _slider,
    "select": _option,
    "multiselect": _options,
    "checkbox": _boolean,
    "toggle": _boolean,
    "radio": _option,
    "date": _date,
    "time": _moment(time.fromisoformat, "time"),
    "datetime": _moment(datetime.fromisoformat, "datetime"),
    "date_range": _date_range,
    "file": _files,
    "image": _files,
    "audio": _files,
    "colour": _colour,
    "json": _anything,
    "code": _text,
    "markdown": _text,
    "tags": _tags,
    "autocomplete": _scalar,
    "table": _table,
    "map_point": _point,
    "map_bbox": _bbox,
    "map_polygon": _polygon,
    "map_multipoint": _points,
    "hidden": _anything,
}
