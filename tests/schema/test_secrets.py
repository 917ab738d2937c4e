"""A secret that was typed is on no page that comes back, whatever is pressed: not folded, not as JSON, not beside."""

from __future__ import annotations

import json

import pytest

import webform
from tests.as_browser import entries_of
from tests.html.tree import tree
from webform.draft import act, fill, read, to_controls
from webform.draft.secrets import shown
from webform.html.decode import body_of, read_form
from webform.html.render import render_draft
from webform.runs import without_secrets
from webform.schema import read_schema
from webform.secrecy import masked
from webform.words import MASK

WORD = "correct horse"
PASSWORD = {"type": "string", "format": "password"}
LOGIN = {"type": "object", "properties": {"name": {"type": "string"}, "word": PASSWORD}, "required": ["name"]}
ASKED = {"type": "string", "x-webform": {"input": "password"}}
ASKED_BELOW = {"properties": {"name": {"type": "string"}, "word": ASKED}}
MANY = {"type": "object", "properties": {f"n{index}": {"type": "number"} for index in range(310)}}
CASES = {
    "alone": ({"type": "object", "properties": {"it": PASSWORD}}, {"it": WORD}),
    "too long": ({"type": "object", "properties": {"it": PASSWORD | {"maxLength": 2}}}, {"it": WORD}),
    "not what its pattern says": ({"type": "object", "properties": {"it": PASSWORD | {"pattern": "^x"}}}, {"it": WORD}),
    "optional": ({"type": "object", "properties": {"it": LOGIN}}, {"it": {"name": "n", "word": WORD}}),
    "in a list": ({"type": "array", "items": LOGIN}, [{"name": "n", "word": WORD}] * 2),
    "in many items": ({"type": "array", "items": LOGIN}, [{"name": "n", "word": WORD}] * 120),
    "items": ({"type": "array", "items": PASSWORD | {"maxLength": 300}}, [WORD] * 120),
    "in a tuple": ({"type": "array", "prefixItems": [{"type": "string"}, PASSWORD]}, ["n", WORD]),
    "in a variant": ({"anyOf": [LOGIN, {"type": "number"}]}, {"name": "n", "word": WORD}),
    "a variant": ({"type": "object", "properties": {"it": {"anyOf": [PASSWORD, {"type": "number"}]}}}, {"it": WORD}),
    "by name": ({"type": "object", "additionalProperties": LOGIN}, {"a": {"name": "n", "word": WORD}}),
    "asked for": ({"type": "object", "properties": {"it": ASKED}}, {"it": WORD}),
    "asked for, below": ({"type": "object", "properties": {"it": LOGIN | ASKED_BELOW}}, {"it": {"name": "n", "word": WORD}}),
    "asked for, in a list": ({"type": "array", "items": LOGIN | ASKED_BELOW}, [{"name": "n", "word": WORD}] * 120),
    "folded": (
        {"type": "object", "properties": {"many": MANY, "it": LOGIN}},
        {"many": {"n1": 1}, "it": {"name": "n", "word": WORD}},
    ),
    "folded, in a choice": (
        {"type": "object", "properties": {"many": MANY, "it": {"anyOf": [LOGIN, {"type": "null"}]}}},
        {"many": {"n1": 1}, "it": {"name": "n", "word": WORD}},
    ),
}  # fmt: skip


def typed(form, value):
    """Return what a browser sends once *value* is filled in, secrets typed."""
    draft = fill(form.root, value)
    secrets, left = set(), [("", draft)]
    while left:
        at, place = left.pop()
        secrets |= {at} if WORD in place.text else set()
        left += [(f"{at}/{token}", child) for token, child in place.children.items()]
    return [(name, WORD if name in secrets else text) for name, text in entries_of(render_draft(form, draft))]


@pytest.mark.parametrize(("schema", "value"), CASES.values(), ids=CASES)
def test_a_secret_is_on_no_page_that_comes_back(schema, value):
    form, _ = read_schema(schema)
    entries = typed(form, value)
    assert any(WORD in text for _, text in entries)

    draft, problems = read_form(form, entries)
    _, found = body_of(form, draft)
    html = render_draft(form, draft, to_controls(draft, problems + found))
    assert WORD not in html
    assert WORD not in render_draft(form, draft)
    buttons = [button["value"] for button in tree(html).of("button", name="do")]
    kinds = [(select["name"], option["value"]) for select in tree(html).of("select") for option in select.of("option")]
    for do in {*buttons[:20], *buttons[-20:]}:
        for name, kind in kinds[-4:] or [("", "")]:
            draft, _ = read_form(form, [*(entry for entry in entries if entry[0] != name), (name, kind)])
            opened = act(form, draft, do)
            assert WORD not in render_draft(form, draft, opened=opened), (do, name, kind)


@pytest.mark.parametrize(("schema", "value"), CASES.values(), ids=CASES)
def test_a_secret_is_not_kept(schema, value):
    form, _ = read_schema(schema)

    assert WORD not in repr(without_secrets(form, value))


def test_what_is_in_a_new_row_is_a_secret_where_its_name_says_so():
    keys = {"patternProperties": {"_word$": PASSWORD, "_login$": LOGIN}, "additionalProperties": True}
    form, _ = read_schema({"type": "object", "properties": {"it": {"type": "object", **keys}}})
    rows = {"my_word": WORD, "my_login": json.dumps({"name": "ann", "word": WORD}), "other": "open"}
    posted = [("is/it", ["object"]), ("row/it", ["+1", "+2", "+3"])]
    for number, (name, text) in enumerate(rows.items(), 1):
        mark = "json" if text.startswith("{") else "string"
        posted += [(f"is/it/+{number}", [mark]), (f"key/it/+{number}", [name]), (f"/it/+{number}", [text])]
    draft, _ = read(posted)

    assert body_of(form, draft)[0]["it"]["my_word"] == WORD
    html = render_draft(form, draft)
    assert WORD not in html
    assert "ann" in html
    assert "open" in html


def test_what_was_typed_in_another_variant_is_shown_without_its_secrets():
    form, _ = read_schema({"type": "object", "properties": {"it": {"anyOf": [LOGIN, {"type": "number"}]}}})
    other = {"object": {"kids": {"name": {"text": ["n"]}, "word": {"text": [WORD]}}}}
    draft, _ = read([("is/it", ["number"]), ("/it", ["5"]), ("draft/it", [json.dumps(other)])])

    kept = shown(form, draft).children["it"]
    assert kept.hides
    assert WORD not in kept.other_variants_json
    assert '"n"' in kept.other_variants_json


def test_a_secret_that_is_asked_for_beside_the_schema_is_one_wherever_it_is():
    word = {"type": "object", "properties": {"word": {"type": "string"}, "name": {"type": "string"}}}
    many = {"type": "array", "items": word}
    beside = {"it": {"word": {"ui:widget": "password"}}, "many": {"items": {"word": {"ui:widget": "password"}}}}
    (tool,) = webform.load({"schema": {"type": "object", "properties": {"it": word, "many": many}}, "uiSchema": beside})
    value = {"it": {"word": WORD, "name": "n"}, "many": [{"word": WORD, "name": "n"}] * 120}

    assert masked(tool.form, value)["it"] == {"word": MASK, "name": "n"}
    assert WORD not in render_draft(tool.form, shown(tool.form, fill(tool.form.root, value)))
    assert WORD not in json.dumps(without_secrets(tool.form, value))


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({}, {"k": [1, {"z": "a"}]}),
        ({}, ["a", {"b": {"c": None}}]),
        ({"type": "object"}, {"k": {"j": [1]}, "l": "a"}),
        ({"type": "array"}, [1, {"z": 1}]),
        ({"anyOf": [{"type": "object"}, {"type": "number"}]}, {"k": {"j": [1]}}),
    ],
)
def test_what_is_any_value_is_shown_again_beside_a_secret(schema, value):
    form, _ = read_schema({"type": "object", "properties": {"word": PASSWORD, "it": schema, "n": {"type": "integer"}}})
    html = webform.render(form, {"word": WORD, "it": value, "n": 1})
    assert WORD not in html

    draft, problems = read_form(form, [*entries_of(html), ("/word", WORD), ("/n", "abc")])
    _, found = body_of(form, draft)
    again = render_draft(form, draft, to_controls(draft, problems + found))
    assert WORD not in again
    assert webform.decode(form, [(name, text) for name, text in entries_of(again) if name != "/n"]) == (
        {"it": value},
        [],
    )


def test_what_stood_for_a_secret_in_any_value_is_taken_away():
    form, _ = read_schema({"type": "object", "properties": {"word": PASSWORD, "it": {}}})

    kept = shown(form, fill(form.root, {"it": {"a": MASK, "b": "c"}}))
    assert kept.hides
    assert [kept.at(f"/it/{key}").text for key in "ab"] == [[], ["c"]]


@pytest.mark.parametrize("word", [PASSWORD, {"$ref": "#/$defs/word"}])
def test_a_secret_where_no_value_fits_is_on_no_page_that_comes_back(word):
    never = {"allOf": [{"type": "object", "properties": {"word": word}}, {"type": "string"}]}
    form, _ = read_schema({"type": "object", "properties": {"it": never}, "$defs": {"word": PASSWORD}})

    assert WORD not in webform.render(form, {"it": {"word": WORD}})
    assert WORD not in json.dumps(without_secrets(form, {"it": {"word": WORD}}))


def test_what_must_not_be_there_is_shown_where_the_object_asks_for_no_secret():
    closed = {"type": "object", "additionalProperties": False}
    asking, silent = closed | {"properties": {"word": PASSWORD}}, closed | {"properties": {"name": {"type": "string"}}}
    form, _ = read_schema({"type": "object", "properties": {"it": asking, "other": silent}})
    body = {"it": {"wrod": WORD}, "other": {"nmae": "ann"}}

    html = render_draft(form, shown(form, fill(form.root, body)))
    assert WORD not in html
    assert "ann" in html
    assert without_secrets(form, body) == {"it": {}, "other": {"nmae": "ann"}}


UNITS = {"type": "string", "enum": ["C", "F"]}
NESTED = {
    "Again": {"$ref": "#/$defs/Units"},
    "Nested": {"anyOf": [{"$ref": "#/$defs/Units"}, {"allOf": [{"const": "K"}]}]},
    "Hidden": {**UNITS, "writeOnly": True},
    "Within": {"anyOf": [{"const": "K"}, {"allOf": [{"$ref": "#/$defs/Hidden"}]}]},
    "Loop": {"anyOf": [{"$ref": "#/$defs/Loop"}, {"$ref": "#/$defs/Units"}]},
}


@pytest.mark.parametrize(
    ("name", "is_secret"),
    [("Units", False), ("Again", False), ("Nested", False), ("Loop", False), ("Hidden", True), ("Within", True)],
)
def test_a_choice_of_constants_is_a_secret_where_one_that_it_refers_to_is(name, is_secret):
    unit = {"anyOf": [{"$ref": f"#/$defs/{name}"}, {"type": "null"}]}
    definitions = {"Units": UNITS, **NESTED}
    form, _ = read_schema({"type": "object", "properties": {"word": PASSWORD, "unit": unit}, "$defs": definitions})

    assert masked(form, {"word": WORD, "unit": "F"}) == {"word": MASK, "unit": MASK if is_secret else "F"}


ALWAYS = {"type": "object", "properties": {"user": {"type": "string"}, "word": PASSWORD}}
SOMETIMES = [
    ({"properties": {"word": PASSWORD | {"minLength": 9}}, "required": ["word"]}, False),
    ({"allOf": [{"$ref": "#/$defs/login"}]}, False),
    ({"properties": {"user": PASSWORD}}, True),
    ({"properties": {"token": PASSWORD}}, True),
    ({"additionalProperties": PASSWORD}, True),
    ({"writeOnly": True}, True),
]


@pytest.mark.parametrize(("rule", "is_whole"), SOMETIMES)
def test_an_object_is_a_secret_as_a_whole_where_a_condition_calls_more_of_it_secret_than_it_does(rule, is_whole):
    definitions = {"login": {"properties": {"word": PASSWORD}}}
    schema = {"type": "object", "properties": {"it": ALWAYS, "on": {"type": "boolean"}}, "$defs": definitions}
    form, _ = read_schema(schema | {"if": {"required": ["on"]}, "then": {"properties": {"it": rule}}})

    kept = masked(form, {"on": True, "it": {"user": "u", "word": WORD}})

    assert kept == {"on": True, "it": MASK if is_whole else {"user": "u", "word": MASK}}
