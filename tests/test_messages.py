"""The catalogue of sentences: its form, its placeholders, and what stands in them."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from webform.messages import Phrase, all_of, catalogue, from_json, kind, message, one_of, placeholders, to_json
from webform.problems import Problem


def test_a_sentence_is_one_text_or_its_forms():
    for key, entry in catalogue().items():
        if isinstance(entry, dict):
            assert {*entry} in ({"by", "one", "other"}, {"near", "other"}), key
            assert entry.get("by") is None or entry["by"] in placeholders(key), key
        forms = [entry] if isinstance(entry, str) else [text for name, text in entry.items() if name != "by"]
        for form in forms:
            names = [name for _, name, _, _ in string.Formatter().parse(form) if name is not None]
            assert all(name.isidentifier() for name in names), key
            assert form == form.strip() != "", key


def test_the_catalogue_is_sorted():
    assert [*catalogue()] == sorted(catalogue())


def test_a_plural_follows_its_number():
    assert message("minItems", {"limit": 1, "length": 0}) == "Add at least 1 item (0 now)"
    assert message("minItems", {"limit": 3, "length": 1}) == "Add at least 3 items (1 now)"


def test_a_near_word_is_offered_where_there_is_one():
    assert message("unknown-key", {"name": "titel", "near": "title"}).endswith('did you mean "title"?')
    assert message("unknown-key", {"name": "x", "near": ""}) == '"x" is not allowed here'


def test_phrases_stand_in_sentences_and_in_each_other():
    assert message("type", {"type": kind(["string", "number", "null"])}) == "Must be text, a number or null"
    assert (
        message("no-alternative.missing", {"names": one_of([all_of(["a", "b"]), "c"])}) == "Also fill in a and b or c"
    )


def test_what_fills_a_placeholder_is_never_a_template_itself():
    assert message("const", {"value": "{limit} {0} {value.__class__}"}) == "Must be {limit} {0} {value.__class__}"


def test_parameters_come_back_from_json():
    params = {"a": 1, "b": kind(["string", "null"]), "c": ("x", Phrase("kind.null"))}

    assert from_json(to_json(params)) == params


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        (Problem(at="", code="minLength", params={"limit": 8, "length": 3}), "Use at least 8 characters"),
        (Problem(at="", code="enum", params={"options": '"hunter2"'}), "Choose one of the options"),
        (
            Problem(at="", code="pattern", key="pattern.example", params={"example": "hunter2"}),
            "Doesn't match the required pattern",
        ),
        (Problem(at="", code="not-a-date"), "Enter a date, e.g. 2026-01-31"),
        (
            Problem(at="", code="output-type", params={"type": "text", "found": "hunter2"}),
            "Not valid (the value is hidden because it may be a secret)",
        ),
    ],
)
def test_a_problem_of_a_secret_tells_nothing_of_its_value(problem, text):
    redacted = problem.redacted()

    assert redacted.message == text
    assert redacted.secret
    assert {"found", "length", "options", "example"}.isdisjoint(redacted.params)


def test_the_scripts_take_their_sentences_from_the_catalogue():
    scripts = (Path(__file__).parents[1] / "static/src").rglob("*.js")
    keys = {key for path in scripts for key in re.findall(r"\bsentence\('([^']+)'", path.read_text(encoding="utf-8"))}

    assert {"required", "minimum", "maxLength"} <= keys
    assert keys <= {*catalogue()}
