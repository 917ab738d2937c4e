"""Samples: the least body that is valid, for whatever is declared."""

from __future__ import annotations

import json
from datetime import date, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

import webform
from webform.cli import main
from webform.inputs.smallest import PNG
from webform.messages import Phrase
from webform.sample import unsatisfied

ALL_TYPES = Path(__file__).parent / "samples/tool-json/all-types.tool.json"


def test_the_sample_of_every_type_is_that_of_the_seed():
    form = webform.load(ALL_TYPES)[0].form
    expected = {
        "title": "", "mass": 42, "count": 0, "opacity": 0.5, "band": [450, 650], "country": "GB", "level": 1,
        "countries": ["GB"], "agree": False, "fast": True, "mode": "fast", "temperature": 0.7, "when": "2026-03-14",
        "at": "00:00", "moment": "2026-03-14T00:00", "period": ["2026-03-14", "2026-03-14"],
        "prices_csv": "data:text/csv;base64,YQoxCg==", "photo": PNG, "tint": "#5563d1", "config": {"n": 1},
        "script": "# write your code here\n", "body_md": "", "labels": ["alpha"], "city": "",
        "assets": [{"ticker": "", "weight": 0, "bought": "2026-03-14"}] * 2, "home": [51.5, -0.1],
        "area": [[51.49, -0.11], [51.51, -0.09]], "study_area": [[51.5, -0.1], [51.5, -0.09], [51.51, -0.1]],
        "stops": [[0, 0]], "api_version": "v2",
    }  # fmt: skip

    assert expected == webform.sample(form, date(2026, 3, 14))
    assert webform.check(form, expected) == []


@pytest.mark.parametrize(
    ("today", "expected"),
    [
        (date(2026, 3, 14), ["2026-03-14", "2026-03-14T00:00"]),
        (datetime(2026, 3, 14, 9, 26), ["2026-03-14", "2026-03-14T09:26"]),  # noqa: DTZ001 - the author's own clock
    ],
)
def test_its_day_is_the_one_given(today, expected):
    inputs = [{"key": kind, "type": kind, "label": "L"} for kind in ("date", "datetime")]

    assert expected == [*webform.sample(webform.load(inputs)[0].form, today).values()]


def test_without_one_it_is_today():
    form = webform.load([{"key": "d", "type": "date", "label": "D"}])[0].form
    before = datetime.now().astimezone().date().isoformat()

    assert before <= webform.sample(form)["d"] <= datetime.now().astimezone().date().isoformat()


@pytest.mark.parametrize(
    ("mode", "expected"),
    [("fast", {"mode": "fast", "kept": 7}), ("tuned", {"mode": "tuned", "asked": "", "kept": 7, "maybe": 1})],
)
def test_what_is_hidden_is_left_out_or_has_its_default(mode, expected):
    options = [{"value": word, "label": word} for word in ("fast", "tuned")]
    shown = {"label": "L", "show_if": {"key": "mode", "equals": "tuned"}}
    form = webform.load(
        [
            {"key": "mode", "type": "select", "label": "Mode", "options": options, "default": mode},
            {"key": "asked", "type": "text", **shown},
            {"key": "kept", "type": "number", "default": 7, **shown},
            {"key": "maybe", "type": "number", "default": 1, "required": False, **shown},
        ]
    )[0].form

    assert expected == webform.sample(form)
    assert webform.check(form, expected) == []


def test_a_tool_without_inputs_takes_an_empty_body():
    assert webform.sample(webform.load([])[0].form) == {}


def test_a_chat_is_asked_by_the_probe():
    tool = webform.load({"id": "c", "name": "C", "layout": "chat", "inputs": [], "outputs": []})[0]

    assert webform.sample(tool.form) == {"messages": [{"role": "user", "content": "Validation probe"}], "history": []}


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "required": list("abcdefghij"), "properties": {key: {"$ref": "#"} for key in "abcdefghij"}},
        {
            "anyOf": [
                {"type": "object", "required": ["z"], "properties": {"z": {"const": index}}} for index in range(3000)
            ]
        },
        {"$ref": "#/x", "x": {"oneOf": 5, "type": "of", "enum": 7, "minLength": "x"}},
        {"$ref": "#/x", "x": {"type": "number", "minimum": "a"}},
        {"type": "integer", "minimum": 10**400, "multipleOf": 1e-300},
        {"type": "array", "minItems": 10**9},
        {"type": "string", "minLength": 10**12},
        {"not": {}},
    ],
    ids=range(8),
)
def test_a_schema_that_nothing_fits_has_some_sample_soon(schema):
    form = webform.load([{"key": "j", "type": "json", "label": "J", "schema": schema}])[0].form

    assert [*webform.sample(form)] == ["j"]


def test_a_schema_of_ones_own_gives_a_json_input_its_sample():
    schema = {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer", "minimum": 3}}}
    form = webform.load([{"key": "j", "type": "json", "label": "J", "schema": schema}])[0].form

    assert webform.sample(form) == {"j": {"n": 3}}
    assert unsatisfied(form) == []


IMPOSSIBLE = {
    "type": "object",
    "required": ["a", "b"],
    "properties": {"a": {"type": "string", "minLength": 5, "pattern": "^a?$"}, "b": {"const": 1}},
}
SHORT = Phrase("minLength", {"limit": 5, "length": 0})
WHY = Phrase("no-sample", {"problem": SHORT})
AT_A = Phrase("no-sample.body.at", {"at": "/a", "problem": SHORT})


def test_lint_says_which_part_of_a_sample_cannot_be_valid():
    (problem,) = webform.lint(IMPOSSIBLE, "json-schema")

    assert (problem.at, problem.code, problem.severity) == ("", "no-sample", "warning")
    assert (problem.key, problem.params["at"]) == ("no-sample.body.at", "/a")


def test_of_several_tools_lint_says_whose_sample_it_is():
    tools = [{"name": name, "inputSchema": schema} for name, schema in (("good", {}), ("bad", IMPOSSIBLE))]

    (problem,) = webform.lint({"tools": tools})

    assert (problem.key, problem.params["tool"], problem.params["at"]) == ("no-sample.tool.at", "bad", "/a")


def test_what_is_wrong_outright_is_mended_before_its_sample():
    found = webform.lint([{"key": "a", "type": "number", "label": "A", "min": 5, "max": 1}])

    assert [problem.code for problem in found] == ["min-above-max"]


@pytest.mark.parametrize(
    ("command", "printed", "warning"),
    [
        ("sample", '{\n  "a": "",\n  "b": 1\n}\n', f"sample#/a: warning[no-sample]: {WHY}\n"),
        ("check", f"{{file}}: warning[no-sample]: {AT_A}\n", "0 errors, 1 warning.\n"),
    ],
)
def test_the_commands_say_so_too(tmp_path, command, printed, warning):
    file = tmp_path / "schema.json"
    file.write_text(json.dumps(IMPOSSIBLE), "utf-8")

    result = CliRunner().invoke(main, [command, str(file)])

    lines = [line for line in result.stderr.splitlines(keepends=True) if not line.startswith("Help: ")]
    assert (result.exit_code, result.stdout, "".join(lines)) == (0, printed.replace("{file}", str(file)), warning)
