"""Generated declarations of every input type, each with values that it takes."""

from __future__ import annotations

import datetime as dt
import string

from hypothesis import strategies as st

from webform import dataurl
from webform.inputs import INPUTS

#: Texts with all that makes forms lose them: breaks, blanks, quotes, controls, astral characters.
TEXTS = st.text(
    alphabet=st.one_of(st.characters(exclude_categories=["Cs"]), st.sampled_from("\n\r\t\x00 '\"<>&/~#%")), max_size=30
)
KEYS = st.one_of(
    st.text(alphabet=string.ascii_letters, min_size=1, max_size=8),
    st.sampled_from(
        ["data", "process", "__proto__", "a b", "a/b", "a~b", 'a"b', "a%b", "é", "is", "#", "0", "a.b-c", "do"]
    ),
    st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=1, max_size=6),
)
INTEGERS = st.integers(min_value=-(2**70), max_value=2**70)
NUMBERS = st.one_of(INTEGERS, st.floats(allow_nan=False, allow_infinity=False))
BYTES = st.binary(max_size=40)
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)),
    max_leaves=8,
)
PLACES = st.tuples(
    st.floats(-90, 90, allow_nan=False), st.floats(-180, 180, allow_nan=False)
).map(list)  # fmt: skip
DAYS = st.dates(min_value=dt.date(1, 1, 1)).map(dt.date.isoformat)
OPTIONS = st.lists(
    st.tuples(
        st.one_of(TEXTS, INTEGERS, st.booleans(), st.sampled_from([1, "1", 1.0, True, "true", "", "a\nb", 0.1])), TEXTS
    ),
    min_size=1,
    max_size=6,
    unique_by=lambda pair: (type(pair[0]), pair[0]),
).map(lambda pairs: [{"value": value, "label": label} for value, label in pairs])


@st.composite
def choices(draw, *, many):
    options = draw(OPTIONS)
    values = [option["value"] for option in options]
    if not many:
        return {"options": options}, draw(st.sampled_from(values))
    # Two options that are equal as JSON has it may not both be chosen: uniqueItems.
    return {"options": options}, draw(
        st.lists(st.sampled_from(values), unique_by=lambda v: (isinstance(v, str), isinstance(v, bool), v))
    )


@st.composite
def bounded(draw, *, spread=False):
    low, high = sorted([draw(st.integers(-1000, 1000)), draw(st.integers(-1000, 1000))])
    inside = st.one_of(st.integers(low, high), st.floats(low, high, allow_nan=False))
    options = {"min": low, "max": high, "step": draw(st.sampled_from([0.05, 1, 5]))}
    if spread:
        return {**options, "range": True}, sorted([draw(inside), draw(inside)])
    return options, draw(inside)


@st.composite
def tables(draw):
    kinds = draw(st.lists(st.sampled_from(["text", "number", "date"]), min_size=1, max_size=3))
    columns = [{"key": f"{draw(KEYS)}{index}", "label": "C", "type": kind} for index, kind in enumerate(kinds)]
    cells = {"text": TEXTS, "number": NUMBERS, "date": DAYS}
    row = st.fixed_dictionaries({}, optional={column["key"]: cells[column["type"]] for column in columns})
    return {"columns": columns}, draw(st.lists(row, max_size=4))


def _plain(values):
    return values.map(lambda value: ({}, value))


def _files(make):
    return (
        _plain(make)
        | make.flatmap(lambda one: st.just(({"multiple": True}, [one, one])))
        | st.just(({"multiple": True}, []))
    )


_PNG = dataurl.make("image/png", b"\x89PNG\r\n\x1a\n" + b"\0" * 20)
_WAV = dataurl.make("audio/wav", b"RIFF\x24\0\0\0WAVEfmt ")

#: Per type: its options with a value that they take.
VALUES = {
    "text": _plain(TEXTS),
    "textarea": _plain(TEXTS),
    "number": _plain(NUMBERS),
    "slider": bounded() | bounded(spread=True),
    "select": choices(many=False),
    "multiselect": choices(many=True),
    "checkbox": _plain(st.booleans()),
    "toggle": _plain(st.booleans()),
    "radio": choices(many=False),
    "date": _plain(DAYS),
    "time": _plain(st.times().map(lambda t: t.strftime("%H:%M")) | st.sampled_from(["10:00:00", "10:00:00.5"])),
    "datetime": _plain(
        st.datetimes(
            min_value=dt.datetime(1000, 1, 1)  # noqa: DTZ001 - hypothesis wants it naive
        ).map(lambda t: t.strftime("%Y-%m-%dT%H:%M"))
        | st.sampled_from(["2026-01-01T10:00:00", "2026-01-01T10:00Z"])
    ),
    "date_range": _plain(st.tuples(DAYS, DAYS).map(sorted)),
    "file": _files(BYTES.map(lambda data: dataurl.make("text/csv", data))),
    "image": _files(st.just(_PNG)),
    "audio": _plain(st.just(_WAV)),
    "colour": _plain(st.text(alphabet="0123456789abcdefABCDEF", min_size=6, max_size=6).map("#".__add__)),
    "json": _plain(JSON),
    "code": _plain(TEXTS),
    "markdown": _plain(TEXTS),
    "tags": _plain(st.lists(TEXTS, max_size=4)),
    "autocomplete": st.one_of(TEXTS, NUMBERS, st.booleans()).map(
        lambda value: ({"endpoint": "/autocomplete/x"}, value)
    ),
    "table": tables(),
    "map_point": _plain(PLACES),
    "map_bbox": st.tuples(PLACES, PLACES).map(
        lambda p: ({}, [[min(p[0][0], p[1][0]), p[0][1]], [max(p[0][0], p[1][0]), p[1][1]]])
    ),
    "map_polygon": _plain(st.lists(PLACES, min_size=3, max_size=6).filter(lambda p: len(p) == 3 or p[0] != p[-1])),
    "map_multipoint": _plain(st.lists(PLACES, max_size=4)),
    "hidden": _plain(JSON),
}
#: Of any other its examples.
VALUES |= {kind: st.sampled_from(cls.examples) for kind, cls in INPUTS.items() if kind not in VALUES}


@st.composite
def inputs(draw, kind: str | None = None, key: str | None = None):
    """A declared input and a value of it, or `...` where it is left out."""
    kind = kind or draw(st.sampled_from(list(INPUTS)))
    options, value = draw(VALUES[kind])
    required = draw(st.booleans())
    declared = {"key": key or draw(KEYS), "type": kind, "label": draw(TEXTS), "required": required, **options}
    if kind == "hidden" or draw(st.booleans()):
        default = draw(VALUES[kind].filter(lambda pair: pair[0] == options)) if kind == "hidden" else (options, value)
        declared["default"] = default[1]
    if declared.get("default", 0) is None:
        declared["default"] = ""
    return declared, value if required or draw(st.booleans()) else ...


@st.composite
def forms(draw):
    """A declared list of inputs and a body that it takes."""
    drawn = draw(st.lists(inputs(), max_size=6, unique_by=lambda pair: pair[0]["key"]))
    return [declared for declared, _ in drawn], {
        declared["key"]: value for declared, value in drawn if value is not ...
    }
