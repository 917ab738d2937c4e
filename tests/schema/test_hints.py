"""Hints: each input that may be named, at a schema it fits; what does not fit is a warning, and changes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import pytest

import webform
from tests.schema.test_lossless import assert_comes_back
from webform.check import check
from webform.inputs import INPUTS
from webform.inputs.hinting import with_hint
from webform.inputs.options import NATURAL, option
from webform.inputs.options import TEXT as TEXT_OPTION
from webform.schema import read_schema
from webform.schema.hinted_inputs import HINTED, NEEDS, WHOLE, hinted_names

if TYPE_CHECKING:
    from webform.inputs.base import Examples

NUMBER = {"type": "number"}
TEXT = {"type": "string"}
PAIR = {"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 2}
FILE = {"type": "string", "format": "data-url"}
PNG = "data:image/png;base64,iVBORw0KGgo="


def place(*keys):
    return {"type": "object", "properties": dict.fromkeys(keys, NUMBER)}


ROW = {"type": "object", "properties": {"a": TEXT, "b": NUMBER}, "additionalProperties": False}
#: By input schemas that it fits, each with options and a value.
FITTING = {
    "text": [({"type": "string", "maxLength": 900}, {"placeholder": "A word"}, "a")],
    "textarea": [(TEXT, {"placeholder": "Lines", "monospace": True}, "a\nb")],
    "password": [(TEXT, {}, "hunter2")],
    "markdown": [(TEXT, {}, "# a")],
    "code": [(TEXT, {"language": "python"}, "a = 1")],
    "colour": [(TEXT, {}, "#aabbcc")],
    "date": [(TEXT, {"min": "2026-01-01"}, "2026-01-31")],
    "time": [(TEXT, {}, "10:00")],
    "datetime": [(TEXT, {}, "2026-01-31T09:30")],
    "number": [({"type": "integer"}, {"unit": "km", "step": 5}, 3)],
    "slider": [
        ({"type": "integer", "minimum": 1, "maximum": 5}, {"unit": "km"}, 2),
        ({**PAIR, "items": {"type": "number", "minimum": 0, "maximum": 9}}, {}, [1, 2]),
    ],
    "select": [
        ({"enum": ["a", "b"]}, {"searchable": True, "labels": ["A", "B"]}, "b"),
        ({"type": "boolean"}, {}, True),
    ],
    "radio": [({"enum": ["a", "b"]}, {"labels": ["A"]}, "b"), ({"type": "boolean"}, {}, False)],
    "multiselect": [({"type": "array", "items": {"enum": [*range(60)]}}, {}, [3, 1])],
    "checkbox": [({"type": "boolean"}, {}, True)],
    "toggle": [({"type": "boolean"}, {}, True)],
    "file": [(FILE, {"accept": ".png", "max_size_mb": 2}, PNG), ({"type": "array", "items": FILE}, {}, [PNG])],
    "image": [(FILE, {}, PNG), ({"type": "array", "items": FILE}, {}, [PNG, PNG])],
    "audio": [(FILE, {}, "data:audio/mpeg;base64,SUQz")],
    "date_range": [({"type": "array", "items": TEXT, "minItems": 2, "maxItems": 2}, {}, ["2026-01-01", "2026-01-31"])],
    "tags": [({"type": "array", "items": TEXT}, {"suggestions": ["a"]}, ["b"])],
    "table": [({"type": "array", "items": ROW, "maxItems": 9}, {}, [{"a": "x", "b": 1}, {"b": 2}])],
    "list": [({"type": "array", "items": TEXT}, {}, ["a", "b"])],
    "map_point": [
        (PAIR, {"default_center": [51, 0], "default_zoom": 4}, [51.5, -0.1]),
        (place("lat", "lng"), {"default_zoom": 4}, {"lat": 51.5, "lng": -0.1}),
        (place("longitude", "latitude"), {}, {"longitude": 100, "latitude": -0.0}),
        (place("home_lat", "home_lon"), {}, {"home_lon": 1e-7, "home_lat": 2}),
        (place("lat", "lng"), {}, {"lat": 51.5}),
        (place("lat", "lng"), {}, {"lat": 51.5, "lng": "?", "x": 1}),
    ],
    "map_multipoint": [({"type": "array", "items": PAIR}, {}, [[1, 2]])],
    "map_polygon": [({"type": "array", "items": PAIR}, {"lng_first": True}, [[1, 2], [3, 4], [5, 60]])],
    "map_bbox": [
        ({"type": "array", "items": NUMBER, "minItems": 4, "maxItems": 4}, {}, [51.4, -0.2, 51.6, 0]),
        ({"type": "array", "items": PAIR, "minItems": 2, "maxItems": 2}, {}, [[51.4, -0.2], [51.6, 0]]),
    ],
    "json": [({"type": "object", "properties": {"a": TEXT}}, {}, {"a": "x"}), ({}, {}, [1])],
    "hidden": [({"const": 5}, {}, 5), ({"type": "string", "default": "v2"}, {}, "v2")],
    "autocomplete": [({"type": ["string", "number"]}, {"endpoint": "/cities"}, "OSL")],
}
CASES = [(name, *case) for name, cases in FITTING.items() for case in cases]


def under(schema, hint=None, **more):
    """Return the schema of an object with one property, and the hint beside it."""
    property_ = schema if hint is None else {**schema, "x-webform": hint}
    return {"type": "object", "properties": {"a": property_, **more}}


def read(schema):
    """Return the first input of *schema*, and the warnings of its hints."""
    form, problems = read_schema(schema)
    return form.root.inputs[0], [(problem.at, problem.code) for problem in problems]


def test_every_input_that_may_be_named_is_tried():
    assert HINTED.keys() | WHOLE.keys() == NEEDS.keys()
    assert NEEDS.keys() <= FITTING.keys() <= {*hinted_names()}


@pytest.mark.parametrize(("name", "schema", "options", "value"), CASES)
def test_a_hint_that_fits_gives_the_input_and_its_options(name, schema, options, value):
    hinted = under(schema, {"input": name, **options})

    input_, problems = read(hinted)

    assert input_.type == name
    assert problems == []
    assert all(hasattr(input_, option) for option in options if option not in ("labels", "lng_first"))
    assert_comes_back(read_schema(hinted)[0], {"a": value})
    assert webform.render(webform.load({"$schema": "https://json-schema.org/draft/2020-12/schema", **hinted})[0])


@pytest.mark.parametrize("name", [name for name in hinted_names() if name != "json"])
@pytest.mark.parametrize("schema", [{"type": "null"}, {"type": "object", "properties": {"b": TEXT}}, {}])
def test_a_hint_that_does_not_fit_is_a_warning_and_ignored(name, schema):
    plain, _ = read(under(schema))

    input_, problems = read(under(schema, name))

    assert (input_.type, input_.key) == (plain.type, plain.key)
    assert problems == [("/properties/a/x-webform", "hint-unfit")]


@pytest.mark.parametrize(
    ("hint", "place", "code"),
    [
        ("textaera", "", "hint-input"),
        (5, "", "bad-hint"),
        ({"input": 5}, "/input", "bad-hint"),
        ({"placeholdr": "x"}, "/placeholdr", "hint-option"),
        ({"placeholder": 5}, "/placeholder", "bad-hint"),
        ({"input": "code", "placeholder": "x"}, "/placeholder", "hint-option"),
        ({"max_length": 5}, "/max_length", "hint-option"),
        ({"order": "first"}, "/order", "bad-hint"),
        ({"show_if": "b"}, "/show_if", "bad-hint"),
        ({"show_if": {"key": "c", "equals": 1}}, "/show_if", "hint-show-if"),
        ({"show_if": {"key": "a", "equals": 1}}, "/show_if", "hint-show-if"),
    ],
)
def test_what_is_no_hint_is_a_warning(hint, place, code):
    _, problems = read(under(TEXT, hint, b=TEXT))

    assert problems == [(f"/properties/a/x-webform{place}", code)]


@pytest.mark.parametrize(
    "schema",
    [
        place("lat", "lng", "height"),
        place("lat", ""),
        place("home_lat", "work_lng"),
        place("x", "y"),
        {"type": "object", "properties": {"lat": TEXT, "lng": TEXT}},
        {"type": "object", "properties": {"lat": NUMBER, "lng": {"type": "integer"}}},
        {"type": "object", "properties": {"lat": NUMBER, "lng": {"type": ["number", "null"]}}},
        {"type": "object", "properties": {"lat": NUMBER, "lng": {"type": "number", "writeOnly": True}}},
    ],
)
def test_what_is_more_or_less_than_a_place_is_no_point_on_a_map(schema):
    input_, problems = read(under(schema, "map_point"))

    assert input_.type == "object"
    assert problems == [("/properties/a/x-webform", "hint-unfit")]


def test_an_object_says_itself_which_number_is_the_longitude():
    input_, problems = read(under(place("lng", "lat"), {"input": "map_point", "lng_first": True}))

    assert input_.parts == ("/lat", "/lng")
    assert [*input_.value({"/lat": ["51.5"], "/lng": ["-0.1"]})] == ["lng", "lat"]
    assert problems == [("/properties/a/x-webform/lng_first", "hint-option")]


@dataclass(frozen=True, kw_only=True)
class Stars(webform.Input):
    """An input that no table of hints names."""

    type: ClassVar[str] = "stars"
    examples: ClassVar[Examples] = (({}, 1),)
    in_schema: ClassVar[frozenset[str]] = frozenset({"max"})

    stars: int = option(NATURAL, "", 5)
    max: int | None = option(NATURAL, "")

    def value_schema(self):
        return {"type": "integer", "maximum": self.stars}


@dataclass(frozen=True, kw_only=True)
class Suit(Stars):
    """One with a list of values, and an option that it must have."""

    type: ClassVar[str] = "suit"
    pack: str = option(TEXT_OPTION, "", required=True)

    def value_schema(self):
        return {"type": "string", "enum": ["hearts", "spades"]}


@dataclass(frozen=True, kw_only=True)
class Bag(Stars):
    """One that tells the types of its values by its examples alone."""

    type: ClassVar[str] = "bag"
    examples: ClassVar[Examples] = (({}, {"a": 1}), ({}, [1]))

    def value_schema(self):
        return {}


SECRET = {"type": "object", "properties": {"key": {"type": "string", "writeOnly": True}}}


@pytest.mark.parametrize(
    ("cls", "schema", "options", "fits"),
    [
        (Stars, {"type": "integer", "maximum": 3}, {"stars": 3}, True),
        (Stars, {"type": "integer", "minimum": 1}, {}, True),
        (Stars, {"type": "integer", "maximum": -1}, {}, False),
        (Stars, {"type": "number", "maximum": 3}, {}, False),
        (Stars, TEXT, {}, False),
        (Stars, {"enum": [1, 2]}, {}, False),
        (Suit, {"enum": ["hearts", "spades"]}, {"pack": "new"}, True),
        (Suit, {"enum": ["hearts", "spades"]}, {}, False),
        (Suit, TEXT, {"pack": "new"}, False),
        (Bag, {"type": "array", "items": NUMBER}, {}, True),
        (Bag, {"type": "object", "properties": {"a": TEXT}}, {}, True),
        (Bag, SECRET, {}, False),
    ],
)
def test_what_a_registered_input_fits_follows_from_its_class(monkeypatch, cls, schema, options, fits):
    monkeypatch.setitem(INPUTS, cls.type, cls)

    input_, problems = read(under(schema, {"input": cls.type, **options}))

    assert isinstance(input_, cls) is fits
    assert [code for _, code in problems] == [] if fits else ["hint-unfit"]
    assert not fits or {name: getattr(input_, name) for name in options} == options
    assert not fits or input_.max == schema.get("maximum")


def test_an_annotation_keeps_the_options_of_a_registered_input(monkeypatch):
    monkeypatch.setitem(INPUTS, "stars", Stars)

    input_, problems = read(under(with_hint({"type": "integer"}, Stars(key="", label="", stars=3))))

    assert (input_.type, input_.stars, input_.max, problems) == ("stars", 3, 3, [])


OPTIONS = [
    {"type": "string", "title": "Words", "x-webform": {"input": "textarea", "placeholder": "Lines"}},
    {**PAIR, "x-webform": {"input": "map_point", "default_zoom": 4, "label": "On a map", "help": "Where it is."}},
    {**ROW, "x-webform": {"order": ["b", "a"]}},
]


@pytest.mark.parametrize("choice", ["anyOf", "oneOf"])
def test_an_option_has_its_own_hint(choice):
    hinted = under({choice: OPTIONS})
    input_, problems = read(hinted)
    words, where, row = input_.variants

    assert problems == []
    assert (words.input.type, words.input.placeholder, words.label) == ("textarea", "Lines", "Words")
    assert (where.input.type, where.input.default_zoom, where.input.description) == ("map_point", 4, "Where it is.")
    assert where.label == where.input.label == "On a map"
    assert [one.key for one in row.input.inputs] == ["b", "a"]
    for value in ("a\nb", [51.5, -0.1], {"a": "x", "b": 1}, [1000, 5]):
        assert_comes_back(hinted, {"a": value})


def test_the_only_option_beside_null_speaks_for_its_place():
    option = {"type": "string", "x-webform": {"input": "textarea", "group": "More", "order": 1}}
    input_, problems = read(under({"anyOf": [option, {"type": "null"}]}, b=TEXT))

    assert (input_.type, input_.group, input_.nullable) == ("textarea", "More", True)
    assert problems == []


@pytest.mark.parametrize(
    ("hint", "place", "code"),
    [
        ("slider", "", "hint-unfit"),
        ("json", "", "hint-unfit"),
        ("textaera", "", "hint-input"),
        ({"colour": 1}, "/colour", "hint-option"),
        ({"group": "More"}, "/group", "hint-ignored"),
        ({"order": 1}, "/order", "hint-ignored"),
        ({"show_if": {"key": "b", "equals": 1}}, "/show_if", "hint-ignored"),
    ],
)
def test_what_an_option_cannot_ask_for_is_a_warning(hint, place, code):
    _, problems = read(under({"anyOf": [{**TEXT, "x-webform": hint}, NUMBER]}, b=NUMBER))

    assert problems == [(f"/properties/a/anyOf/0/x-webform{place}", code)]


@pytest.mark.parametrize(
    ("schema", "at"),
    [
        ({"anyOf": [{**TEXT, "x-webform": "textarea"}, {**TEXT, "format": "date"}]}, "/anyOf/0/x-webform"),
        ({"oneOf": [{"const": 1, "x-webform": {"label": "One"}}, {"const": 2}]}, "/oneOf/0/x-webform"),
        ({"type": "string", "not": {"const": "a", "x-webform": "text"}}, "/not/x-webform"),
        ({"type": "string", "$defs": {"unused": {"x-webform": "text"}}}, "/$defs/unused/x-webform"),
    ],
)
def test_a_hint_that_nothing_is_filled_in_by_is_a_warning(schema, at):
    assert read(under(schema))[1] == [(f"/properties/a{at}", "hint-nowhere")]


def test_a_secret_stays_one():
    input_, problems = read(under({"type": "string", "writeOnly": True}, "text"))

    assert (input_.type, input_.secret, len(problems)) == ("password", True, 1)


def test_a_secret_in_an_option_stays_one():
    input_, problems = read(under({"anyOf": [{**TEXT, "writeOnly": True, "x-webform": "text"}, NUMBER]}))

    assert [(one.input.type, one.input.secret) for one in input_.variants] == [("password", True), ("number", False)]
    assert problems == [("/properties/a/anyOf/0/x-webform", "hint-unfit")]


@pytest.mark.parametrize("name", ["json", "hidden", "slider", "text", "radio", "autocomplete"])
@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {"key": {"type": "string", "writeOnly": True}}, "default": {"key": "x"}},
        {"type": "string", "writeOnly": True, "default": "x"},
        {"type": "number", "writeOnly": True, "minimum": 0, "maximum": 9, "default": 1},
        {"enum": ["x", "y"], "writeOnly": True, "default": "x"},
    ],
)
def test_no_hint_brings_a_secret_into_the_open(name, schema):
    plain, _ = read(under(schema))

    input_, problems = read(under(schema, {"input": name, "endpoint": "/cities"}))

    assert (input_.type, input_.secret) == (plain.type, plain.secret)
    assert problems[0] == ("/properties/a/x-webform/input", "hint-unfit")


def test_any_input_takes_a_label_a_heading_and_help():
    schema = {"type": "string", "title": "T", "description": "D."}

    input_, _ = read(under(schema, {"label": "L", "group": "G", "help": "H."}))
    described, _ = read(under(schema, {"description": "E."}))

    assert (input_.label, input_.group, input_.description, input_.notes) == ("L", "G", "D.\n\nH.", ())
    assert (described.label, described.description) == ("T", "E.")


def keys(schema):
    return [input_.key for input_ in read_schema(schema)[0].root.inputs]


def test_properties_stand_in_the_order_asked_for():
    properties = {"a": TEXT, "b": TEXT, "c": TEXT}
    schema = {"type": "object", "properties": properties}

    assert keys({**schema, "x-webform": {"order": ["c", "*", "a", "no"]}}) == ["c", "b", "a"]
    assert keys({**schema, "x-webform": {"order": ["b"]}}) == ["b", "a", "c"]
    assert keys({**schema, "properties": properties | {"c": TEXT | {"x-webform": {"order": 1}}}}) == ["c", "a", "b"]


def test_an_input_waits_for_the_value_of_another_and_nothing_filled_in_is_lost():
    shown = {"show_if": {"key": "mode", "equals": "tuned"}}
    schema = under(TEXT, shown, mode={"enum": ["plain", "tuned"]})
    form, problems = read_schema(schema)

    assert problems == []
    assert form.root.inactive_keys({"mode": "plain"}) == {"a"}
    assert form.root.inactive_keys({"mode": "tuned"}) == set()
    assert_comes_back(form, {"mode": "plain", "a": "kept"})


def test_a_required_input_does_not_wait():
    schema = under(TEXT, {"show_if": {"key": "b", "equals": 1}}, b=NUMBER) | {"required": ["a"]}

    form, problems = read_schema(schema)

    assert form.root.inactive_keys is None
    assert [problem.code for problem in problems] == ["hint-required"]


@pytest.mark.parametrize("draft", ["http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema"])  # fmt: skip
def test_a_hint_beside_a_reference_is_of_that_place_alone(draft):
    schema = {
        "$schema": draft,
        "type": "object",
        "properties": {"a": {"$ref": "#/definitions/t", "x-webform": "textarea"}, "b": {"$ref": "#/definitions/t"}},
        "definitions": {"t": TEXT},
    }

    assert [input_.type for input_ in read_schema(schema)[0].root.inputs] == ["textarea", "text"]


def test_what_is_sent_is_held_to_the_schema_alone():
    schema = under({"type": "string", "maxLength": 3}, {"input": "date", "min": "2026-01-01"})
    form, _ = read_schema(schema)

    assert form.schema == schema
    assert check(form, {"a": "abc"}) == []
    assert [problem.code for problem in check(form, {"a": "2026-01-31"})] == ["maxLength"]
