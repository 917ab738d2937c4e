"""`webform init`: what it writes, what it asks, and what it leaves as it is."""

from __future__ import annotations

import json
import runpy

import pytest
from click.testing import CliRunner

from webform.cli import main
from webform.schema.naming import label_of

BODY = {
    "name": "Ada", "born": "1815-12-10", "site": "https://example.com/", "colour": "#ff0000", "count": 3, "ok": True,
    "tags": ["a"], "span": ["2026-01-01", "2026-02-01"], "rows": [{"day": "2026-01-01", "kg": 3}], "geo": {"lat": 1.5},
}  # fmt: skip


@pytest.fixture
def run(tmp_path, monkeypatch):
    """`run(*arguments)`: the result of the command, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return lambda *arguments, **options: CliRunner().invoke(main, arguments, **options)


def test_what_it_writes_passes_the_check_and_answers(run, tmp_path):
    result = run("init", "--yes")
    answer = runpy.run_path(str(tmp_path / "main.py"))["run"]({"text": "a b a", "most": 1})

    assert result.exit_code == 0
    assert "Wrote tool.json, tool.schema.json, main.py and requirements.txt." in result.output
    assert "webform preview tool.json --run-url http://127.0.0.1:8000/run" in result.output
    assert run("check", "tool.json").output == "No problems: 1 tool, 2 inputs.\n"
    assert answer == {"count": 3, "common": [{"word": "a", "times": 2}]}
    assert json.loads((tmp_path / "tool.json").read_text("utf-8"))["$schema"] == "tool.schema.json"


def test_it_overwrites_nothing(run, tmp_path):
    (tmp_path / "main.py").write_text("mine", "utf-8")
    result = run("init", "--yes")

    assert (result.exit_code, (tmp_path / "main.py").read_text("utf-8")) == (2, "mine")
    assert "main.py: in " in result.stderr
    assert not (tmp_path / "tool.json").exists()


def test_without_a_terminal_it_says_what_to_do(run, tmp_path):
    result = run("init")

    assert result.exit_code == 2
    assert "add --yes" in result.stderr
    assert [*tmp_path.iterdir()] == []


@pytest.fixture
def answer(run, monkeypatch):
    """`answer(text, *arguments)`: the result of `init` where somebody types *text*."""
    monkeypatch.setattr("webform.cli_init.is_terminal", lambda: True)
    return lambda text, *arguments: run("init", *arguments, input=text)


def test_the_answers_name_and_describe_the_tool(answer, tmp_path):
    result = answer("Invoice\nAdds up hours.\n")
    tool = json.loads((tmp_path / "tool.json").read_text("utf-8"))

    asked = f"Name of the tool [{label_of(tmp_path.name)}]: Invoice\nWhat does it do? Adds up hours.\nWrote tool.json"
    assert result.output.startswith(asked)
    assert (tool["id"], tool["name"], tool["description"]) == ("invoice", "Invoice", "Adds up hours.")
    assert 'FastAPI(title="Invoice")' in (tmp_path / "main.py").read_text("utf-8")


def test_who_answers_nothing_gets_the_defaults(answer, tmp_path):
    (tmp_path / "body.json").write_text('{"city": "Oslo"}', "utf-8")
    answer("\n\n", "--from", "body.json")
    tool = json.loads((tmp_path / "tool.json").read_text("utf-8"))

    assert tool["name"] == label_of(tmp_path.name)
    assert "description" not in tool
    assert tool["inputs"][0]["default"] == "Oslo"


@pytest.mark.parametrize("text", ["n\n", ""])
def test_nothing_is_written_where_the_answer_is_no_or_breaks_off(answer, tmp_path, text):
    (tmp_path / "tools.py").write_text("def greet(who: str): ...\n", "utf-8")
    result = answer(text, "tools.py:greet")

    assert f"Write tool.json, tool.schema.json, main.py and requirements.txt to {tmp_path}? [Y/n]: " in result.output
    assert (result.exit_code, result.stderr.strip().endswith("Aborted!")) == (1, True)
    assert [path.name for path in tmp_path.iterdir() if path.suffix] == ["tools.py"]


def test_an_example_body_is_the_sample_of_its_tool(run, tmp_path):
    (tmp_path / "body.json").write_text(json.dumps(BODY), "utf-8")
    result = run("init", "--yes", "--from", "body.json")
    inputs = json.loads((tmp_path / "tool.json").read_text("utf-8"))["inputs"]

    assert result.exit_code == 0
    assert [input_["type"] for input_ in inputs] == [
        "text", "date", "text", "colour", "number", "checkbox", "tags", "date_range", "table", "json",
    ]  # fmt: skip
    assert json.loads(run("sample", "tool.json").stdout) == BODY
    assert run("check", "tool.json").exit_code == 0


@pytest.mark.slow
def test_a_function_that_nobody_can_call_by_names_is_refused(run, tmp_path):
    (tmp_path / "tools.py").write_text("def join(first: str, /): ...\ndef many(*texts: str): ...\n", "utf-8")

    assert "positional-only" in run("init", "tools.py:join", "--yes").stderr
    assert "*texts" in run("init", "tools.py:many", "--yes").stderr
    assert not (tmp_path / "tool.json").exists()
