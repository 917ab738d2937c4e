"""The catalogue of sentences: its form, its placeholders, and what stands in them."""

from __future__ import annotations

import ast
import json
import re
import string
from pathlib import Path

import pytest

import webform
from tests.pseudo import LANGUAGES, pseudo
from webform.language import in_language
from webform.messages import (
    Phrase,
    all_of,
    catalogue,
    from_json,
    kind,
    message,
    one_of,
    own,
    placeholders,
    sentence_of,
    to_json,
)
from webform.problems import Problem
from webform.result import Result
from webform.runs.echoes import without_echoes


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


#: What is made with a sentence of the catalogue: the names of the arguments by position, the last of which that is
#: there is the key.
MADE_WITH = {
    "Phrase": ["key"],
    "sentence_of": ["key"],
    "FaultError": ["key"],
    "ignored": ["key"],
    "error_at": ["", "code", "key"],
    "warning_at": ["", "code", "key"],
    "UnreadableError": ["code", "", "key"],
    "Problem": ["", "code", "key"],
}
PACKAGE = Path(webform.__file__).parent


def keys_in(text):
    """Yield the line and the key of each sentence that the Python *text* names as it stands."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and (names := MADE_WITH.get(_name_of(node.func))):
            by_name = dict(zip(names, node.args, strict=False)) | {word.arg: word.value for word in node.keywords}
            key = by_name.get("key", by_name.get("code"))
            branches = (key.body, key.orelse) if isinstance(key, ast.IfExp) else (key,)
            for branch in branches:
                if isinstance(branch, ast.Constant) and isinstance(branch.value, str) and branch.value:
                    yield node.lineno, branch.value


def _name_of(called):
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ('Phrase("kind.a")', ["kind.a"]),
        ('error_at("", "code", name=name)', ["code"]),
        ('error_at("", "code", "code.one" if one else "code.other")', ["code.one", "code.other"]),
        ('inputs.UnreadableError("code", part, key="code.part")', ["code.part"]),
        ('Problem(at="", code="code", key="")', []),
        ('error_at("", f"missing-{name}", key)', []),
    ],
)
def test_keys_are_found_where_they_are_named(text, keys):
    assert [key for _, key in keys_in(text)] == keys


def test_every_sentence_that_is_named_is_in_the_catalogue():
    """Else whoever is to read it gets an error of Python: add a line to webform/messages.json for each."""
    named = [
        (f"{path.relative_to(PACKAGE)}:{line}", key)
        for path in PACKAGE.rglob("*.py")
        for line, key in keys_in(path.read_text(encoding="utf-8"))
    ]

    assert len(named) > 400
    assert [(place, key) for place, key in named if key not in catalogue()] == []


def test_a_code_without_a_sentence_is_read_as_it_is():
    assert Problem(at="", code="too-many-{stars}").message == "too-many-{stars}"


def test_a_plural_follows_its_number():
    forms = catalogue()["minItems"]

    assert message("minItems", {"limit": 1, "length": 0}) == forms["one"].format(limit=1, length=0)
    assert message("minItems", {"limit": 3, "length": 1}) == forms["other"].format(limit=3, length=1)


def test_a_near_word_is_offered_where_there_is_one():
    forms = catalogue()["unknown-key"]

    assert message("unknown-key", {"name": "titel", "near": "title"}) == forms["near"].format(
        name="titel", near="title"
    )
    assert message("unknown-key", {"name": "x", "near": ""}) == forms["other"].format(name="x")


def test_phrases_stand_in_sentences_and_in_each_other():
    assert message("type", {"type": kind(["string", "number", "null"])}).endswith(" text, a number or null")
    assert message("no-alternative.missing", {"names": one_of([all_of(["a", "b"]), "c"])}).endswith(" a and b or c")


def test_what_fills_a_placeholder_is_never_a_template_itself():
    assert message("const", {"value": "{limit} {0} {value.__class__}"}).endswith("{limit} {0} {value.__class__}")


def test_a_sentence_is_kept_in_english_and_shown_in_the_language_in_use(monkeypatch):
    monkeypatch.setattr("webform.language.languages", lambda: tuple(LANGUAGES))
    monkeypatch.setattr("webform.language.catalogue_of", LANGUAGES.__getitem__)
    with in_language("xx"):
        sentence = sentence_of("result.other-media", media="text/plain")
        failed = Result(status="error", message=sentence, advice="Mend it.")
        kept = Result.from_record(json.loads(json.dumps(failed.as_record())))

        assert sentence == kept.message == catalogue()["result.other-media"].format(media="text/plain")
        assert (
            own(kept.message) == own(sentence) == pseudo(catalogue()["result.other-media"]).format(media="text/plain")
        )
        assert (own(kept.advice), kept.as_record()) == (pseudo("Mend it."), failed.as_record())
    assert own(kept.message) == kept.message
    assert "phrases" not in failed.as_json()


def test_a_sentence_with_a_secret_is_a_text_without_it():
    failed = Result(status="error", message=sentence_of("result.not-paid", reason="the key s3cret12 is old"))
    hidden = without_echoes(failed, {"s3cret12"})

    assert "s3cret12" not in json.dumps(hidden.as_record())
    assert without_echoes(failed, {"another1"}).as_record() == failed.as_record()


def test_parameters_come_back_from_json():
    params = {"a": 1, "b": kind(["string", "null"]), "c": ("x", Phrase("kind.null"))}

    assert from_json(to_json(params)) == params


@pytest.mark.parametrize(
    ("problem", "key"),
    [
        (Problem(at="", code="minLength", params={"limit": 8, "length": 3}), "minLength.secret"),
        (Problem(at="", code="enum", params={"options": '"hunter2"'}), "enum.secret"),
        (
            Problem(at="", code="pattern", key="pattern.example", params={"example": "hunter2"}),
            "pattern.secret",
        ),
        (Problem(at="", code="not-a-date"), "not-a-date"),
        (
            Problem(at="", code="output-type", params={"type": "text", "found": "hunter2"}),
            "secret",
        ),
    ],
)
def test_a_problem_of_a_secret_tells_nothing_of_its_value(problem, key):
    redacted = problem.redacted()

    assert redacted.key == key
    assert redacted.secret
    assert {"found", "length", "options", "example"}.isdisjoint(redacted.params)


def test_the_scripts_take_their_sentences_from_the_catalogue():
    scripts = (Path(__file__).parents[1] / "static/src").rglob("*.js")
    keys = {key for path in scripts for key in re.findall(r"\bsentence\('([^']+)'", path.read_text(encoding="utf-8"))}

    assert {"required", "minimum", "maxLength"} <= keys
    assert keys <= {*catalogue()}
