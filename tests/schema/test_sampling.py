"""The sample of a schema: valid where likely values are, else a warning says which part is not."""

from __future__ import annotations

from datetime import datetime

import jsonschema_rs
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.large import Large
from tests.schema.drawn import PAIRS
from webform.check import check
from webform.patterns import matches, usable
from webform.sample import sample, unsatisfied
from webform.schema import read_schema, sampler
from webform.schema.keywords import LATEST
from webform.schema.references import metaschemas
from webform.schema.texts import FORMATS, found_by

NOW = datetime(2026, 3, 14, 9, 26)  # noqa: DTZ001 - the author's own clock
DRAFT_04, DRAFT_07 = (f"http://json-schema.org/draft-{word}/schema#" for word in ("04", "07"))
NODE = {"type": "object", "required": ["name", "next"], "properties": {
    "name": {"type": "string"}, "next": {"anyOf": [{"$ref": "#/$defs/node"}, {"type": "null"}]}}}  # fmt: skip


def some(*required, **properties):
    return {"type": "object", "properties": properties, "required": list(required)}


def assert_sample(schema, expected) -> None:
    form, _ = read_schema(schema)

    assert sample(form, NOW) == expected
    assert check(form, expected) == []
    assert unsatisfied(form, NOW) == []


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"default": "x", "examples": ["y"], "type": "string"}, "x"),
        ({"examples": ["y"], "type": "string"}, "y"),
        ({"examples": [1, "abc"], "minLength": 2}, "abc"),
        ({"enum": [3, 4], "minimum": 4}, 4),
        ({"const": {"a": [1]}}, {"a": [1]}),
        ({"type": "string", "default": None}, ""),
        ({"type": "string", "minLength": 3, "default": "no"}, "aaa"),
        ({"enum": list(range(500)), "minimum": 499}, 499),
        ({}, {}),
        (True, {}),
    ],
)
def test_what_the_author_says_comes_first_if_it_is_valid(schema, expected):
    assert_sample(schema, expected)


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({}, 0),
        ({"minimum": 3}, 3),
        ({"maximum": -2.5}, -2.5),
        ({"exclusiveMinimum": 3}, 4),
        ({"exclusiveMinimum": 0, "exclusiveMaximum": 1}, 0.5),
        ({"exclusiveMinimum": 1e-10, "exclusiveMaximum": 2e-10}, 1.5e-10),
        ({"minimum": 0.25, "multipleOf": 0.1}, 0.3),
        ({"type": "integer", "minimum": 1, "allOf": [{"multipleOf": 0.4}, {"multipleOf": 3}]}, 6),
        ({"type": "integer", "minimum": 2.5}, 3),
        ({"minimum": 2**60 + 1, "type": "integer"}, 2**60 + 1),
        ({"minimum": 1e300}, 1e300),
        ({"$schema": DRAFT_04, "minimum": 3, "exclusiveMinimum": True}, 4),
        ({"not": {"type": "integer"}}, 0.5),
        ({"not": {"const": 0}}, 1),
    ],
)
def test_a_number_is_the_valid_one_nearest_to_0(schema, expected):
    assert_sample({"type": "number", **schema}, expected)


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({}, ""),
        ({"minLength": 3}, "aaa"),
        ({"maxLength": 0}, ""),
        ({"not": {"maxLength": 2}}, "aaa"),
        ({"pattern": "^[A-Z]{3}-\\d{2,4}$"}, "AAA-00"),
        ({"pattern": "^(foo|bar)+$", "minLength": 8}, "foofoofoo"),
        ({"pattern": "b", "minLength": 3}, "baa"),
        ({"pattern": "^b", "allOf": [{"pattern": "c$"}], "minLength": 3}, "bac"),
        ({"pattern": "^\\p{Lu}\\p{Greek}[^\\s\\d-]\\u0041?(?<n>x)$"}, "A\N{GREEK CAPITAL LETTER OMEGA}ax"),
        ({"pattern": "^(?i)yes$|^no$", "maxLength": 2}, "no"),
        ({"pattern": "^\\/a\\.b\\[\\]$"}, "/a.b[]"),
        ({"pattern": "^(?!plugins$)[a-z]+$"}, "a"),
        ({"pattern": "^(?=.*[A-Z])(?=.*\\d).{8,}$"}, "A0aaaaaaaa"),
        ({"pattern": "^(?=.{3,5}$)(?!-)[a-z-]{3,}(?<!-)$"}, "aaa"),
        ({"pattern": "^.+@.+$", "not": {"pattern": "^a"}}, "b@a"),
        ({"contentEncoding": "base64", "contentMediaType": "application/json"}, "e30="),
        ({"contentMediaType": "application/json"}, "{}"),
        ({"format": "data-url", "contentMediaType": "text/csv"}, "data:text/csv;base64,YQoxCg=="),
    ],
)
def test_a_text_is_the_shortest_of_its_pattern(schema, expected):
    assert_sample({"type": "string", **schema}, expected)


ATOMS = st.sampled_from([
    "a", "7", ".", "\\d", "\\w", "\\S", "[a-f]", "[^a-f]", "[\\w.-]", "\\.", "\\u0041", "\\x42", "\\p{L}", "\\P{L}", "é",
])  # fmt: skip
PATTERNS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map("".join),
        st.lists(inner, min_size=2, max_size=3).map("|".join).map("(?:{})".format),
        st.tuples(inner, st.sampled_from(["*", "+?", "?", "{2}", "{1,3}", "{0,}"])).map(lambda it: f"({it[0]}){it[1]}"),
        inner.map("(?<name>{})".format) | inner.map("(?i:{})".format),
    ),
    max_leaves=6,
)


@given(PATTERNS, st.booleans())
def test_a_text_is_found_for_any_pattern_that_can_be(pattern, anchored):
    pattern = usable(f"^{pattern}$" if anchored else pattern, LATEST.uri)
    assume(pattern is not None)

    assert matches(pattern, next(found_by(pattern)))


@pytest.mark.parametrize("format_", [format_ for format_ in FORMATS if format_ not in ("url", "color")])
@pytest.mark.parametrize("turn", [0, 1, 300])
def test_a_text_is_of_its_format(format_, turn):
    text = FORMATS[format_](turn, "ab", NOW)
    tested = jsonschema_rs.validator_for({"format": format_}, validate_formats=True, offline=True)

    assert tested.is_valid(text)
    assert not tested.is_valid("\x00")


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"format": "date"}, "2026-03-14"),
        ({"format": "date-time"}, "2026-03-14T09:26:00Z"),
        ({"format": "email", "minLength": 20}, "aaaaaaaa@example.com"),
        ({"format": "date", "maxLength": 4}, ""),
        ({"format": "unheard-of"}, ""),
    ],
)
def test_dates_are_those_of_the_moment_and_a_format_never_costs_validity(schema, expected):
    assert_sample({"type": "string", **schema}, expected)


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (some("b", "a", c={}, a={"type": "integer"}, b={"type": "string"}), {"a": 0, "b": ""}),
        ({"required": ["z"]}, {"z": {}}),
        ({"minProperties": 2, "properties": {"a": {"const": 1}}}, {"a": 1, "b": {}}),
        ({"minProperties": 1, "propertyNames": {"enum": ["k"]}}, {"k": {}}),
        (
            {"minProperties": 2, "patternProperties": {"^\\d$": {"const": 1}}, "additionalProperties": False},
            {"0": 1, "1": 1},
        ),
        (some("a", a={}) | {"dependentRequired": {"a": ["b"], "b": ["c"]}}, {"a": {}, "b": {}, "c": {}}),
        (some("a", a={}) | {"dependentSchemas": {"a": some("b", b={"const": 7})}}, {"a": {}, "b": 7}),
        ({"$schema": DRAFT_07, **some("a"), "dependencies": {"a": ["b"]}}, {"a": {}, "b": {}}),
        (some("m", m={"enum": ["x", "y"]}) | {"if": some(m={"const": "x"}), "then": {"required": ["n"]}},
         {"m": "x", "n": {}}),
        (some("m", m={"type": "integer"}) | {"if": some(m={"minimum": 5}), "else": some(m={"maximum": -3})}, {"m": -3}),
        ({"anyOf": [{"required": ["a"]}, {"required": ["b"]}], "not": {"required": ["a"]}}, {"b": {}}),
        ({"oneOf": [{"required": ["a"]}, {"required": ["b"]}], **some("b")}, {"b": {}}),
        ({"allOf": [some("a", a={"type": "boolean"})], "unevaluatedProperties": False}, {"a": False}),
    ],
)  # fmt: skip
def test_an_object_has_what_it_needs_and_no_more(schema, expected):
    assert_sample({"type": "object", **schema}, expected)
    assert list(sampler({"type": "object", **schema})(NOW)) == list(expected)


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"items": {"type": "integer"}}, []),
        ({"items": {"minimum": 3}, "minItems": 2}, [3, 3]),
        ({"items": {"type": "integer", "minimum": 3}, "minItems": 3, "uniqueItems": True}, [3, 4, 5]),
        ({"items": {"type": "boolean"}, "minItems": 2, "uniqueItems": True}, [False, True]),
        ({"items": {"type": "string", "pattern": "^x+$"}, "minItems": 3, "uniqueItems": True}, ["x", "xx", "xxx"]),
        ({"items": {"format": "ipv4"}, "minItems": 2, "uniqueItems": True}, ["192.0.0.1", "192.0.0.2"]),
        ({"prefixItems": [{"const": 1}, {"type": "string"}], "items": False, "minItems": 2}, [1, ""]),
        ({"$schema": DRAFT_07, "items": [{"const": 1}], "additionalItems": {"const": 2}, "minItems": 2}, [1, 2]),
        ({"contains": {"const": 5}}, [5]),
        ({"contains": {"const": 5}, "minContains": 0}, []),
        ({"contains": {"const": 5}, "minContains": 2}, [5, 5]),
    ],
)
def test_a_list_has_as_few_items_as_it_may(schema, expected):
    assert_sample({"type": "array", **schema}, expected)


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"anyOf": [{"type": "integer", "minimum": 2}, {"type": "null"}]}, 2),
        ({"anyOf": [{"type": "null"}, {"type": "integer", "minimum": 2}]}, 2),
        ({"anyOf": [{"type": "string"}, {"type": "null"}], "default": None}, None),
        ({"type": ["null", "string"]}, ""),
        ({"anyOf": [{"type": "integer", "minimum": 5, "maximum": 4}, {"type": "string"}]}, ""),
        ({"oneOf": [{"type": "number"}, {"type": "integer"}]}, 0.5),
        ({"oneOf": [{"minimum": 3, "type": "number"}, {"maximum": 9, "type": "number"}]}, 10),
        ({"allOf": [{"$ref": "#/$defs/a"}, some("b", b={"const": 2})], "$defs": {"a": some("a", a={"const": 1})}},
         {"a": 1, "b": 2}),
        ({"$ref": "#/$defs/node", "$defs": {"node": NODE}}, {"name": "", "next": None}),
        ({"oneOf": [some("kind", "n", kind={"const": "cat"}, n={"not": {}}), some("kind", kind={"const": "dog"})],
          "discriminator": {"propertyName": "kind"}}, {"kind": "dog"}),
        ({"anyOf": [some("z", z={"const": index}) for index in range(3000)]}, {"z": 0}),
        ({"allOf": [{"anyOf": [{"required": [f"a{index}"]}, {"required": [f"b{index}"]}]} for index in range(9)]},
         {f"a{index}": {} for index in range(9)}),
        ({"not": {"type": ["object", "array"]}}, ""),
    ],
)  # fmt: skip
def test_of_several_forms_the_first_that_can_be_is_taken(schema, expected):
    assert_sample(schema, expected)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(PAIRS)
def test_where_a_value_is_valid_the_sample_is(pair):
    schema, value = pair
    form, _ = read_schema(schema)
    assume(check(form, value) == [])

    assert unsatisfied(form, NOW) == []


@pytest.mark.parametrize("uri", metaschemas())
def test_the_schemas_of_schemas_have_samples(uri):
    form, _ = read_schema(metaschemas()[uri])

    assert unsatisfied(form, NOW) == []


@pytest.mark.parametrize(
    ("schema", "best", "at"),
    [
        ({"type": "string", "minLength": 5, "maxLength": 2}, "", [""]),
        (some("a", "b", a={"type": "string", "minLength": 5, "maxLength": 2}, b={"const": 1}), {"a": "", "b": 1}, ["/a"]),
        ({"type": "array", "minItems": 2, "items": some("x", x=False)}, [{"x": {}}, {"x": {}}], ["/0/x", "/1/x"]),
        ({"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2}, 0, [""]),
        ({"enum": [1, 2], "minimum": 3}, 1, [""]),
        ({"type": "object", "minProperties": 1, "additionalProperties": False}, {}, [""]),
        ({"$ref": "#/$defs/a", "$defs": {"a": some("a", a={"$ref": "#/$defs/a"})}}, None, None),
        ({"not": {}}, {}, [""]),
        (False, None, [""]),
    ],
)  # fmt: skip
def test_what_cannot_be_satisfied_is_said_with_its_place(schema, best, at):
    form, _ = read_schema(schema)
    problems = unsatisfied(form, NOW)

    assert problems
    assert {(problem.code, problem.severity) for problem in problems} == {("no-sample", "warning")}
    assert at is None or (sample(form, NOW), [problem.at for problem in problems]) == (best, at)


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "minProperties": 2, "propertyNames": {"pattern": "^x"}},
        some("m", m={"enum": ["x", "y"]}) | {"if": some(m={"const": "x"}), "then": False},
        {"type": "object", "not": {"const": {}}},
        {"type": "array", "minItems": 2, "uniqueItems": True, "items": some("a", a={"type": "integer"})},
        {"type": "array", "minItems": 2, "items": {"enum": [5, 6]}, "contains": {"const": 5}, "maxContains": 1},
        {"type": "array", "contains": {"const": "x"}, "prefixItems": [{"const": 1}, {"const": 2}]},
        {"type": "array", "allOf": [{"contains": {"const": 1}}, {"contains": {"type": "string"}}]},
        {"type": "array", "prefixItems": [{"enum": [1, 2]}, {"const": 1}], "minItems": 2, "uniqueItems": True},
    ],
    ids=range(8),
)
def test_what_only_a_search_would_find_is_a_warning(schema):
    form, problems = read_schema(schema)

    assert problems == []
    assert {(problem.code, problem.severity) for problem in unsatisfied(form, NOW)} == {("no-sample", "warning")}


def crowd(count, keys):
    """Return types that all need each other."""
    types = {
        f"t{index}": some(*keys, **{key: {"anyOf": [{"$ref": f"#/$defs/t{(index * 7 + 3 * ord(key) + way) % count}"}
                                                   for way in range(3)]} for key in keys})
        for index in range(count)
    }  # fmt: skip
    return {"$ref": "#/$defs/t0", "$defs": types}


def doubled(count):
    """Return types that each hold the next twice."""
    types = {f"t{index}": some("a", "b", a={"$ref": f"#/$defs/t{index + 1}"}, b={"$ref": f"#/$defs/t{index + 1}"})
             for index in range(count)}  # fmt: skip
    return {"$ref": "#/$defs/t0", "$defs": {**types, f"t{count}": {"type": "string"}}}


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "array", "minItems": 10**9},
        {"type": "array", "minItems": 300, "items": {"type": "array", "minItems": 300, "items": {"minItems": 300}}},
        {"type": "array", "contains": {"type": "integer"}, "minContains": 10**9},
        {"type": "string", "minLength": 10**12},
        {"type": "string", "pattern": "^([a-z]{100}){100}$", "minLength": 10_001},
        {"type": "object", "minProperties": 10**9},
        {"type": "object", "minProperties": 3, "additionalProperties": {"type": "string", "pattern": "^a$", "minLength": 2}},
        some(*"abcdefghij", **{key: {"$ref": "#"} for key in "abcdefghij"}),
        Large(lambda: crowd(300, "abcde")),
        doubled(40),
        {"allOf": [{"anyOf": [{"required": [f"a{index}"]}, {"required": [f"b{index}"]}]} for index in range(30)],
         "type": "object", "maxProperties": 10},
        {"type": "integer", "minimum": 10**400, "multipleOf": 1e-300, "maximum": 10**401},
        Large(lambda: {"enum": list(range(50_000)), "not": {"type": "integer"}}),
    ],
    ids=range(13),
)  # fmt: skip
def test_the_effort_is_bounded(schema):
    # Without a bound each would take until the time limit of tests.
    sampler(schema)(NOW)


def test_a_form_with_a_thousand_properties_has_its_sample():
    kinds = ({"type": "string", "minLength": 2}, {"anyOf": [{"type": "integer"}, {"type": "null"}]}, {"format": "uri"})
    schema = some(*map(str, range(1000)), **{str(index): kinds[index % 3] for index in range(1000)})
    form, _ = read_schema(schema)

    assert unsatisfied(form, NOW) == []


def test_the_sample_is_ones_own():
    schema = {"default": {"a": [1]}}
    make = sampler(schema)
    make(NOW)["a"].append(2)

    assert make(NOW) == schema["default"] == {"a": [1]}
