"""A schema as a document: every fault found, at its place and in words; what is sound of it; references; its limits."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.large import Large
from tests.schema.documents import ANYTHING, SCHEMAS
from webform.check import checker
from webform.messages import Phrase
from webform.problems import errors
from webform.schema.document import Document

DRAFT_04 = "http://json-schema.org/draft-04/schema#"
DRAFT_07 = "http://json-schema.org/draft-07/schema#"
DRAFT_2019 = "https://json-schema.org/draft/2019-09/schema"


def schema_problems(schema) -> list[tuple[str, str, str]]:
    return [(problem.at, problem.code, problem.phrase) for problem in Document(schema).problems]


# -- what is wrong


@pytest.mark.parametrize(
    ("schema", "problem"),
    [
        (
            {"properties": {"a": {"type": {}}}},
            (
                "/properties/a/type",
                "invalid-schema",
                Phrase("invalid-schema", {"expected": Phrase("kind.json-types", {"types": ("array", "boolean", "integer", "null", "number", "object", "string")}), "found": "{}"}),
            ),
        ),
        ({"type": "text"}, ("/type", "invalid-schema", Phrase("invalid-schema", {"expected": Phrase("kind.json-types", {"types": ("array", "boolean", "integer", "null", "number", "object", "string")}), "found": '"text"'}))),
        ({"maxLength": "5"}, ("/maxLength", "invalid-schema", Phrase("invalid-schema", {"expected": Phrase("kind.natural"), "found": '"5"'}))),
        ({"exclusiveMinimum": True}, ("/exclusiveMinimum", "invalid-schema", Phrase("invalid-schema", {"expected": Phrase("kind.number"), "found": "true"}))),
        ({"required": True}, ("/required", "invalid-schema", Phrase("invalid-schema", {"expected": Phrase("kind.different-texts"), "found": "true"}))),
        ({"items": [{}]}, ("/items", "invalid-schema", Phrase("invalid-schema", {"expected": Phrase("kind.items"), "found": "[{}]"}))),
        ({"allOf": []}, ("/allOf", "invalid-schema", Phrase("invalid-schema", {"expected": Phrase("kind.schemas"), "found": "[]"}))),
        ({"properties": {"a": 5}}, ("/properties/a", "invalid-schema", Phrase("invalid-schema", {"expected": Phrase("kind.schema"), "found": "5"}))),
        ({"anyOf": [{}, "x"]}, ("/anyOf/1", "invalid-schema", Phrase("invalid-schema", {"expected": Phrase("kind.schema"), "found": '"x"'}))),
        ({"$schema": DRAFT_04, "properties": {"a": True}}, ("/properties/a", "invalid-schema", Phrase("invalid-schema", {"expected": Phrase("kind.object-schema"), "found": "true"}))),
        ({"$schema": DRAFT_04, "exclusiveMinimum": True}, ("/exclusiveMinimum", "invalid-schema", Phrase("invalid-schema.beside", {"needed": "minimum", "keyword": "exclusiveMinimum"}))),
        ({"pattern": "("}, ("/pattern", "pattern", Phrase("pattern.not-regex", {"pattern": '"("'}))),
        ({"pattern": "^(?!a"}, ("/pattern", "pattern", Phrase("pattern.not-regex", {"pattern": '"^(?!a"'}))),
        ({"patternProperties": {"a/(": {}}}, ("/patternProperties/a~1(", "pattern", Phrase("pattern.not-regex", {"pattern": '"a/("'}))),
        ({"$id": "http://["}, ("/$id", "invalid-schema", Phrase("invalid-schema", {"expected": Phrase("kind.uri"), "found": '"http://["'}))),
        ({"$defs": {"a": {"$id": "x"}, "b": {"$id": "x"}}}, ("/$defs/b/$id", "duplicate-id", Phrase("duplicate-id", {"name": '"x"'}))),
        ({"$defs": {"a": {"$anchor": "x"}, "b": {"$anchor": "x"}}}, ("/$defs/b/$anchor", "duplicate-anchor", Phrase("duplicate-anchor", {"name": "x"}))),
        ({"$ref": "#/$defs/adress", "$defs": {"address": {}}}, ("/$ref", "unresolved-reference", Phrase("unresolved-reference", {"reference": '"#/$defs/adress"', "near": "address"}))),
        ({"$ref": "#/x/y"}, ("/$ref", "unresolved-reference", Phrase("unresolved-reference", {"reference": '"#/x/y"', "near": ""}))),
        ({"$ref": "#address"}, ("/$ref", "unresolved-reference", Phrase("unresolved-reference.anchor", {"reference": '"#address"'}))),
        ({"$ref": "#/title", "title": "x"}, ("/$ref", "unresolved-reference", Phrase("unresolved-reference.no-schema", {"reference": '"#/title"', "found": Phrase("kind.string")}))),
        ({"$ref": "https://example.com/x"}, ("/$ref", "external-reference", Phrase("external-reference", {"reference": '"https://example.com/x"'}))),
        ({"$ref": "http://["}, ("/$ref", "external-reference", Phrase("external-reference", {"reference": '"http://["'}))),
        ({"$ref": "#"}, ("/$ref", "circular-reference", Phrase("circular-reference", {"reference": '"#"'}))),
        ({"$defs": {"a": {"allOf": [{"$ref": "#/$defs/a"}]}}}, ("/$defs/a/allOf/0/$ref", "circular-reference", Phrase("circular-reference", {"reference": '"#/$defs/a"'}))),
        ({"$schema": "https://example.com/mine"}, ("/$schema", "unsupported-dialect", Phrase("unsupported-dialect", {"found": '"https://example.com/mine"', "draft": "2020-12", "expected": "https://json-schema.org/draft/2020-12/schema"}))),
        ({"$schema": DRAFT_07, "prefixItems": [{}]}, ("/prefixItems", "other-dialect", Phrase("other-dialect", {"draft": "draft-07", "keyword": "prefixItems", "known": "2020-12"}))),
        ({"$schema": DRAFT_04}, ("/$schema", "old-dialect", Phrase("old-dialect", {"draft": "draft-04", "expected": Phrase("list.or", {"first": ("2020-12",), "last": "draft-07"})}))),
        (5, ("", "invalid-schema", Phrase("invalid-schema", {"expected": Phrase("kind.schema"), "found": "5"}))),
        ({"maximum": float("inf")}, ("", "invalid-schema", Phrase("invalid-schema.not-json"))),
        ({5: 5}, ("", "invalid-schema", Phrase("invalid-schema.not-json"))),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_where_it_stands(schema, problem):
    assert [found for found in schema_problems(schema) if found[1] != "old-dialect" or problem[1] == "old-dialect"] == [
        problem
    ]


def test_everything_wrong_is_found_at_once():
    schema = {
        "type": 1, "required": ["a", "a"], "properties": {"a": {"minimum": "1", "$ref": "#/nope"}, "b": 5},
        "anyOf": [{"not": []}], "$defs": {"c/d": {"pattern": "["}},
    }  # fmt: skip

    assert sorted(at for at, _, _ in schema_problems(schema)) == [
        "/$defs/c~1d/pattern", "/anyOf/0/not", "/properties/a/$ref", "/properties/a/minimum", "/properties/b",
        "/required", "/type",
    ]  # fmt: skip


def test_a_part_that_is_wrong_says_nothing_and_costs_no_other():
    document = Document({"type": "object", "properties": {"a": {"type": {}, "title": "A"}, "b": {"type": "string"}}})

    assert document.sound == {"type": "object", "properties": {"a": {"title": "A"}, "b": {"type": "string"}}}
    assert document.schema["properties"]["a"] == {"type": {}, "title": "A"}
    assert document.top.variants[0].child("a").anything


@pytest.mark.parametrize("uri", [DRAFT_04, "http://json-schema.org/draft-06/schema#", DRAFT_2019])
def test_an_older_draft_is_read_with_a_warning(uri):
    assert [problem.severity for problem in Document({"$schema": uri}).problems] == ["warning"]


@pytest.mark.parametrize(
    "schema", [True, False, {}, {"$schema": DRAFT_07}, {"x-mine": {"type": 5}}, {"const": {"$ref": "#/x"}}]
)
def test_what_is_right_has_no_problems(schema):
    assert schema_problems(schema) == []


# -- references


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#/$defs/a", "$defs": {"a": {"type": "integer"}}},
        {"$ref": "#/definitions/a", "definitions": {"a": {"type": "integer"}}},
        {"$ref": "#a", "$defs": {"x": {"$anchor": "a", "type": "integer"}}},
        {"$ref": "#/x/y/0", "x": {"y": [{"type": "integer"}]}},
        {"$ref": "#/$defs/a~1b%25c", "$defs": {"a/b%c": {"type": "integer"}}},
        {"$ref": "#/$defs/a%c", "$defs": {"a%c": {"type": "integer"}}},
        {"$ref": "#/$defs/List<é b>", "$defs": {"List<é b>": {"type": "integer"}}},
        {"$id": "https://example.com/root", "$ref": "b", "$defs": {"x": {"$id": "b", "type": "integer"}}},
        {"$id": "https://example.com/root", "$ref": "/b#c", "$defs": {"x": {"$id": "/b", "$defs": {"y": {"$anchor": "c", "type": "integer"}}}}},
        {"$id": "https://example.com/root", "$ref": "https://example.com/root#/$defs/a", "$defs": {"a": {"type": "integer"}}},
        {"$ref": "#/$defs/b/properties/x", "$defs": {"b": {"$id": "b", "properties": {"x": {"$ref": "#/$defs/c"}}, "$defs": {"c": {"type": "integer"}}}, "c": {"type": "string"}}},
        {"$id": "urn:example:a", "$ref": "#/$defs/a", "$defs": {"a": {"type": "integer"}}},
        {"$id": "mine://host/a", "$ref": "b", "$defs": {"a": {"$id": "b", "type": "integer"}}},
        {"$dynamicRef": "#n", "$defs": {"x": {"$dynamicAnchor": "n", "type": "integer"}}},
        {"$dynamicRef": "#/$defs/x", "$defs": {"x": {"type": "integer"}}},
        {"$schema": DRAFT_07, "$ref": "#/definitions/a", "definitions": {"a": {"type": "integer"}}, "type": "string"},
        {"$schema": DRAFT_07, "$ref": "#a", "definitions": {"x": {"$id": "#a", "type": "integer"}}},
        {"$schema": DRAFT_04, "$ref": "a.json", "definitions": {"x": {"id": "a.json", "type": "integer"}}},
        {"$ref": "http://json-schema.org/draft-07/schema#/definitions/nonNegativeInteger"},
        {"$ref": "https://json-schema.org/draft/2020-12/meta/validation#/$defs/nonNegativeInteger"},
    ],
)  # fmt: skip
def test_a_reference_leads_to_what_it_means(schema):
    document = Document(schema)
    (variant,) = document.top.variants

    assert errors(document.problems) == []
    assert (variant.kind, variant.integer) == ("number", True)
    assert [variant.fits(value) for value in (1, 1.5, "a")] == [True, False, False]


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        ({"$ref": "#/$defs/a", "type": "string", "$defs": {"a": {"maxLength": 3}}}, "string"),
        ({"$schema": DRAFT_07, "$ref": "#/definitions/a", "type": "string", "definitions": {"a": {"type": "number"}}}, "number"),
    ],
)  # fmt: skip
def test_what_stands_beside_a_reference_counts_since_2019(schema, kind):
    assert [variant.kind for variant in Document(schema).top.variants] == [kind]


def test_a_title_beside_a_reference_is_read_in_every_draft():
    schema = {"$schema": DRAFT_07, "$ref": "#/definitions/a", "title": "Here", "definitions": {"a": {"title": "There"}}}

    assert Document(schema).top.say("title") == "Here"


def test_a_dynamic_reference_leads_to_the_outermost_of_its_anchors():
    schema = {
        "$id": "https://example.com/strict", "$dynamicAnchor": "node", "$ref": "tree", "unevaluatedProperties": False,
        "$defs": {"tree": {
            "$id": "tree", "$dynamicAnchor": "node", "type": "object",
            "properties": {"kids": {"type": "array", "items": {"$dynamicRef": "#node"}}},
        }},
    }  # fmt: skip
    document = Document(schema)
    kid = document.top.variants[0].child("kids").variants[0].item(0).variants[0]

    assert kid.members.closed
    assert [kid.fits({}), kid.fits({"kids": []}), kid.fits({"kid": []})] == [True, True, False]


def test_the_metaschema_is_a_schema_like_others():
    document = Document({"properties": {"schema": {"$ref": "https://json-schema.org/draft/2020-12/schema"}}})
    schema = document.top.variants[0].child("schema")

    assert [variant.kind for variant in schema.variants] == ["object", "boolean"]
    inner = schema.variants[0].child("properties").variants[0].child("anything")
    assert [variant.kind for variant in inner.variants] == ["object", "boolean"]
    assert inner.variants[0].child("not") is inner
    assert [schema.variants[0].fits({"type": text}) for text in ("string", {})] == [True, False]


def test_a_resource_within_may_be_of_another_draft():
    inner = {"$schema": DRAFT_07, "$id": "inner", "items": [{"type": "string"}], "additionalItems": {"type": "number"}}
    document = Document({"$ref": "inner", "$defs": {"inner": inner}})
    pair = document.top.variants[0]

    assert errors(document.problems) == []
    assert [pair.item(index).variants[0].kind for index in (0, 1)] == ["string", "number"]
    assert [pair.fits(value) for value in (["a", 1], ["a", "b"])] == [True, False]


# -- any JSON at all


def test_a_dialect_within_counts_only_where_a_resource_begins():
    """Draft-07 knows no `id`: what has one is a part like any other, of the draft around it."""
    older = {
        "$schema": DRAFT_04,
        "id": "https://a.example/old",
        "type": "number",
        "minimum": 0,
        "exclusiveMinimum": True,
    }
    document = Document({"$schema": DRAFT_07, "definitions": {"old": older}, "$ref": "#/definitions/old"})

    assert [problem.at for problem in document.problems] == ["/definitions/old/exclusiveMinimum"]
    assert checker(document.sound).problems(0) == []
    assert [problem.code for problem in checker(document.sound).problems(-1)] == ["minimum"]


@given(st.one_of(ANYTHING, SCHEMAS))
def test_any_json_is_a_document_of_which_values_can_be_checked_with_what_is_sound(schema):
    document = Document(schema)

    assert errors(Document(document.sound).problems) == []
    # What refers to the metaschema of another draft is known to the document alone.
    assert "json-schema.org/" in str(document.sound) or checker(document.sound).validator is not None


# -- what is huge


def chain(length, link):
    """A reference to the first of *length* definitions, each of which is made by *link* of a reference to the next."""
    defs = {f"d{i}": link({"$ref": f"#/$defs/d{i + 1}"}) for i in range(length)}
    return {"$ref": "#/$defs/d0", "$defs": {**defs, f"d{length}": {"type": "string"}}}


def nested(depth, wrap):
    schema = {"type": "string"}
    for _ in range(depth):
        schema = wrap(schema)
    return schema


@pytest.mark.slow
def test_a_hundred_thousand_subschemas_are_read():
    document = Document({"properties": {f"k{i}": {"type": "string"} for i in range(100_000)}})

    assert document.problems == []
    assert document.top.variants[0].child("k99999").variants[0].kind == "string"


@pytest.mark.slow
def test_a_hundred_thousand_faults_are_found():
    assert len(Document({"properties": {f"k{i}": {"$ref": f"#/x{i}"} for i in range(100_000)}}).problems) == 100_000


@pytest.mark.parametrize(
    "schema",
    [
        Large(lambda: nested(10_000, lambda schema: {"properties": {"a": schema}})),
        Large(lambda: nested(10_000, lambda schema: {"allOf": [schema]})),
        Large(lambda: {"default": nested(10_000, lambda value: [value])}),
    ],
    ids=["properties", "allOf", "default"],
)
def test_what_is_nested_too_deeply_is_a_problem(schema):
    assert schema_problems(schema) == [("", "invalid-schema", Phrase("invalid-schema.too-deep", {"limit": 128}))]


@pytest.mark.slow
def test_aliases_cannot_blow_it_up():
    schema = nested(100, lambda schema: {"properties": {"a": schema, "b": schema}})

    assert [problem[2] for problem in schema_problems(schema)] == [
        Phrase("invalid-schema.too-large", {"limit": 3000000})
    ]


@pytest.mark.parametrize(
    "link",
    [lambda ref: ref, lambda ref: {"allOf": [ref]}, lambda ref: {"properties": {"a": ref}}],
    ids=["$ref", "allOf", "properties"],
)
def test_ten_thousand_references_in_a_row_are_followed(link):
    assert Document(chain(10_000, link)).problems == []


def test_a_circle_of_ten_thousand_is_broken_once():
    schema = chain(10_000, lambda ref: ref)
    schema["$defs"]["d10000"] = {"$ref": "#/$defs/d0"}

    assert [problem.code for problem in Document(schema).problems] == ["circular-reference"]


@pytest.mark.parametrize("keyword", ["allOf", "anyOf", "oneOf"])
def test_references_that_multiply_are_a_problem_and_hold_nothing_up(keyword):
    document = Document(chain(60, lambda ref: {keyword: [ref, {**ref, "title": "x"}]}))

    assert {problem.code for problem in document.problems} == {"too-many-schemas"}
    assert len(document.top.variants) <= 60
    assert document.top.variants[0].fits({})


@pytest.mark.slow
@pytest.mark.parametrize(
    "patterns",
    [
        [f"\\p{{L}}{{{400 + i % 100}}}{i}" for i in range(200)],
        [f"(a{{{i}}}){{1000}}" for i in range(0, 500, 5)],
        ["(a+)+" * 1000],
        [f"[^a]{{1000}}{i}" for i in range(60)],
    ],
    ids=["classes", "counts", "plus", "many"],
)
def test_patterns_that_explode_are_problems(patterns):
    document = Document({"patternProperties": {pattern: {} for pattern in patterns}})

    assert {problem.code for problem in document.problems} <= {"pattern"}
    document.top.variants[0].child("a" * 10_000)


@pytest.mark.slow
def test_reading_takes_memory_in_proportion():
    def peak(count):
        schema = nested(50, lambda schema: {"properties": {"a": schema}})
        schema = {"properties": {f"k{i}": dict(schema, title=str(i)) for i in range(count)}, "$defs": {"s": schema}}
        tracemalloc.start()
        Document(schema).top.variants[0].members.properties  # noqa: B018 - made when it is looked at
        size = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return size

    assert peak(4000) < 10 * peak(1000)
