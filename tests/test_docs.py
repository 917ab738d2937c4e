"""The documents made from the code are those that the code makes."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import jsonschema_rs
import pytest

import webform
from webform.inputs import INPUTS
from webform.inputs.options import options_of
from webform.problems import errors

DOCS = Path(__file__).parents[1] / "docs"
SAMPLE = Path(__file__).parent / "samples/tool-json/all-types.tool.json"


def _generate():
    spec = importlib.util.spec_from_file_location("generate", DOCS / "generate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GENERATE = _generate()
SCHEMA = jsonschema_rs.validator_for(GENERATE.tool_schema())


@pytest.mark.parametrize("name", GENERATE.MADE)
def test_a_document_is_what_the_code_makes_of_it(name):
    made, there = GENERATE.MADE[name](), (DOCS / name).read_text(encoding="utf-8")

    assert made == there, f"docs/{name} is stale: run python docs/generate.py"


@pytest.mark.parametrize("kind", INPUTS)
def test_every_option_is_documented(kind):
    page = (DOCS / "inputs.md").read_text(encoding="utf-8")
    section = page.split(f"## `{kind}`\n")[1].split("\n## ")[0]
    own = set(options_of(INPUTS[kind])) - set(options_of(webform.inputs.Input))

    assert own == {name for name in own if f"| `{name}` |" in section}


def test_a_good_declaration_satisfies_the_schema():
    document = json.loads(SAMPLE.read_text(encoding="utf-8"))

    assert [each.message for each in SCHEMA.iter_errors(document)] == []
    assert SCHEMA.is_valid(document["inputs"])
    assert SCHEMA.is_valid({"inputs": document["inputs"]})


@pytest.mark.parametrize(
    ("kind", "example"), [(kind, each) for kind, all_ in GENERATE.EXAMPLES.items() for each in all_]
)
def test_every_example_of_the_documents_is_a_good_declaration(kind, example):
    options, value = example
    declared = [{"key": "x", "type": kind, "label": "X", **options}]
    form = webform.load(declared)[0].form

    assert SCHEMA.is_valid(declared)
    assert [each for each in webform.lint(declared) if each.code != "hidden-without-default"] == []
    assert webform.check(form, {"x": value}) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "txet"}, {"key": ""}, {"key": 5}, {"label": None}, {"required": "no"}, {"max_length": "80"},
        {"max_length": -1},
        {"type": "slider"}, {"type": "slider", "min": 0, "max": "1"}, {"type": "select"},
        {"type": "select", "options": []},
        {"type": "select", "options": [{"value": []}]}, {"type": "number", "step": 0}, {"type": "table", "columns": []},
        {"type": "table", "columns": [{"label": "A"}]}, {"type": "code", "language": "cobol"}, {"type": "autocomplete"},
        {"type": "file", "max_size_mb": 0}, {"type": "tags", "suggestions": [1]},
        {"type": "map_point", "default_center": [1]},
        {"show_if": {"key": "a"}}, {"show_if": "a"}, {"type": "json", "schema": 5}, {"group": 1},
    ],
    ids=str,
)  # fmt: skip
def test_what_the_schema_refuses_is_an_error_and_the_other_way_round(wrong):
    declared = [{"key": "a", "type": "text", "label": "A"} | wrong]

    assert not SCHEMA.is_valid(declared)
    assert errors(webform.lint(declared)) != []


def test_a_misspelt_option_is_seen_by_editors_too():
    assert not SCHEMA.is_valid([{"key": "a", "type": "text", "label": "A", "max_lenght": 5}])
