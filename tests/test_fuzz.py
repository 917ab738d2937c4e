"""Hostile declarations, posts and bodies: something is said of each, and none makes anything raise."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import webform
from tests.as_browser import entries_of
from tests.declared import INTEGERS, JSON, forms, inputs
from webform.check import fits, unusable
from webform.draft import act, to_controls
from webform.html.decode import body_of, read_form
from webform.html.render import render_draft
from webform.inputs import INPUTS
from webform.inputs.options import options_of

pytestmark = pytest.mark.slow

ALL_TYPES = Path(__file__).parent / "samples/tool-json/all-types.tool.json"
TOOL = webform.load(ALL_TYPES)[0]
#: Texts of any code unit, lone surrogates too: JSON can spell them.
TEXTS = st.text(alphabet=st.one_of(st.characters(), st.sampled_from("\ud800\udfff\x00\r\n\x85\ufffe")), max_size=12)
NUMBERS = st.one_of(
    INTEGERS,
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([10**400, -(10**400), 1e308, 5e-324, 2**63, -0.0, 10**3999]),
)
ANY = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)),
    max_leaves=6,
)
OPTIONS = sorted({name for cls in INPUTS.values() for name in options_of(cls)} - {"key"})
WORDS = st.sampled_from(
    [*INPUTS, "python", ".csv", "image/*", "flat", "/autocomplete/x", "2026-01-31", "09:30", "a", "b"]
)
VALUES = st.one_of(
    ANY,
    WORDS,
    st.lists(st.fixed_dictionaries({"value": ANY, "label": TEXTS}), max_size=3),
    st.lists(
        st.fixed_dictionaries({"key": TEXTS, "type": st.sampled_from(["text", "number", "date", "x"])}), max_size=3
    ),
    st.fixed_dictionaries({"key": st.sampled_from(["a", "b", "c"]), "equals": ANY}),
    st.lists(st.integers(-200, 200), max_size=3),
)
#: Inputs that are nearly right: a type that exists, options that it may have, values that they may not.
DECLARED = st.builds(
    lambda fixed, more: {**more, **fixed},
    st.fixed_dictionaries(
        {"key": st.sampled_from(["a", "b", "c", "\ud800", "a/b"]), "type": st.sampled_from([*INPUTS])}
    ),
    st.dictionaries(st.sampled_from(OPTIONS), VALUES, max_size=6),
)
MANIFESTS = st.dictionaries(
    st.sampled_from(["id", "name", "inputs", "outputs", "layout", "examples", "tags", "max_runtime_seconds", "x"]),
    st.one_of(ANY, st.lists(st.one_of(DECLARED, ANY), max_size=4), st.sampled_from(["chat", "split"])),
)
DOCUMENTS = st.one_of(ANY, st.lists(st.one_of(DECLARED, ANY), max_size=5), MANIFESTS)


def used(document) -> None:
    """Do with what *document* declares everything that is done with a form."""
    tools = []
    with suppress(webform.DeclarationError):
        tools = webform.load(document)
    for tool in tools:
        body = webform.sample(tool.form)
        json.dumps(tool.form.schema, allow_nan=False)
        webform.check(tool.form, body)
        for values in (webform.ABSENT, body):
            html = webform.render(tool.form, values)
            html.encode()
            webform.decode(tool.form, entries_of(html))


@given(DOCUMENTS)
def test_every_document_is_read_and_what_loads_works(document):
    assert isinstance(webform.lint(document), list)
    used(document)


@given(
    st.one_of(
        st.text(), st.binary(), DOCUMENTS.map(json.dumps), DOCUMENTS.map(lambda document: json.dumps(document)[:-3])
    )
)
def test_every_text_is_read(text):
    assert isinstance(webform.lint(text), list)
    used(text)


@pytest.mark.parametrize("kind", INPUTS)
@given(data=st.data())
def test_every_option_may_be_wrong(kind, data):
    declared, _ = data.draw(inputs(kind))
    name = data.draw(st.sampled_from([option for option in options_of(INPUTS[kind]) if option != "key"]))

    used([declared | {name: data.draw(VALUES)}])


NAMES = st.one_of(
    st.sampled_from([name for name, _ in entries_of(webform.render(TOOL.form))]),
    st.builds(
        "".join,
        st.lists(
            st.one_of(
                st.sampled_from(
                    ["is", "to", "row", "key", "rest", "draft", "do", "/", "#", "/assets", "/0", "/%ff", "%"]
                ),
                st.sampled_from([f"/{input_.key}" for input_ in TOOL.form.inputs]),
                TEXTS,
            ),
            max_size=4,
        ),
    ),
)
BLANK = {}
for name, text in entries_of(webform.render(TOOL.form)):
    BLANK.setdefault(name, []).append(text)
CHOSEN = {"select", "multiselect", "checkbox", "toggle", "radio", "file", "image", "audio", "hidden"}
#: Controls that people type into, and what they can type there.
TYPED = [
    name for name in BLANK if name.startswith("/") and TOOL.form.root.by_key[name.split("/")[1]].type not in CHOSEN
]
TYPING = st.one_of(
    st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc", "Cn"]), max_size=12),
    st.sampled_from(["1", "-0.5", "1e400", " 2026-01-31 ", "2026-02-30", "12abc", "[1", "51.5, -0.1", "#fff", " "]),
)
SENT = st.one_of(
    TEXTS,
    st.sampled_from(
        ["json", "null", "absent", "list", "string", "number", "boolean", "object", "{}", "[1]", "0", "1e400"]
    ),
)


@given(st.lists(st.tuples(NAMES, SENT), max_size=12), st.sampled_from(["add", "remove", "reset", ""]), NAMES)
def test_every_post_is_decoded_and_shown_again(entries, verb, name):
    draft, problems = read_form(TOOL.form, entries)
    act(TOOL.form, draft, verb + name)
    _, found = body_of(TOOL.form, draft)

    render_draft(TOOL.form, draft, to_controls(draft, problems + found)).encode()


@given(st.dictionaries(st.sampled_from(TYPED), TYPING, max_size=12))
def test_what_was_typed_comes_back_and_means_the_same(typed):
    draft, _ = read_form(TOOL.form, {**BLANK, **typed})
    body, found = body_of(TOOL.form, draft)
    again, _ = read_form(TOOL.form, entries_of(render_draft(TOOL.form, draft, to_controls(draft, found))))

    assert (body, found) == body_of(TOOL.form, again)


@given(
    st.one_of(
        ANY, st.dictionaries(st.sampled_from([input_.key for input_ in TOOL.form.inputs]), st.one_of(ANY, VALUES))
    )
)
def test_every_body_is_checked_and_shown(body):
    problems = webform.check(TOOL.form, body)

    webform.render(TOOL.form, body, problems).encode()


SMALL = st.one_of(st.integers(-2, 3), st.sampled_from([0.5, 1.0, 10**400]))
NATURALS = st.sampled_from([0, 1, 2, 2.0])
LEAVES = st.one_of(
    st.booleans(),
    st.fixed_dictionaries(
        {},
        optional={
            "type": st.sampled_from(["string", "number", "integer", "object", "array", "null", ["string", "null"]]),
            "minimum": SMALL, "exclusiveMaximum": SMALL, "multipleOf": st.sampled_from([1, 0.5, 3]), "minLength": NATURALS,
            "maxItems": NATURALS, "minItems": NATURALS, "minProperties": NATURALS, "uniqueItems": st.booleans(),
            "enum": st.lists(JSON, min_size=1, max_size=3), "const": JSON, "pattern": st.sampled_from(["^a", "b$", "\\d+"]),
            "required": st.lists(st.sampled_from(["a", "0", "00", ""]), unique=True), "default": JSON,
            "$ref": st.sampled_from(["#", "#/$defs/x", "#/properties/a", "#/$defs/none", "#x"]),
        },
    ),
)  # fmt: skip
KEYS = st.sampled_from(["a", "0", "00", "+5", "", "a/b"])
SCHEMAS = st.recursive(
    LEAVES,
    lambda inner: st.fixed_dictionaries(
        {},
        optional={
            **dict.fromkeys(
                ("items", "not", "contains", "additionalProperties", "propertyNames", "unevaluatedProperties"), inner
            ),
            **dict.fromkeys(("if", "then", "else", "unevaluatedItems"), inner),
            **dict.fromkeys(
                ("properties", "$defs", "patternProperties", "dependentSchemas"),
                st.dictionaries(KEYS, inner, max_size=2),
            ),
            **dict.fromkeys(("anyOf", "oneOf", "allOf", "prefixItems"), st.lists(inner, min_size=1, max_size=3)),
        },
    ),
    max_leaves=6,
)
INSTANCES = st.recursive(
    st.one_of(st.none(), st.booleans(), SMALL, st.sampled_from(["", "a", "b", "7", "\ud800"])),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)),
    max_leaves=5,
)


@given(SCHEMAS, INSTANCES)
def test_every_schema_is_refused_or_said_in_words_and_sampled(schema, value):
    form = webform.load([{"key": "x", "type": "json", "label": "X", "schema": schema}])[0].form
    problems = webform.check(form, {"x": value})
    webform.sample(form)

    assert all(problem.message and problem.at.startswith("/x") for problem in problems)
    if unusable(schema) == "":
        assert fits(schema, value) is (problems == [])


@given(forms(), st.dictionaries(st.text(max_size=4), JSON, max_size=3))
def test_a_body_that_does_not_fit_comes_back_too(form, more):
    declared, body = form
    tool = webform.load(declared)[0]

    came_back, _ = webform.decode(tool.form, entries_of(webform.render(tool.form, {**more, **body})))

    assert came_back == {**more, **body}
