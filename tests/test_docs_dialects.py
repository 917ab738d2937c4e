"""The page on the dialects: it names them all, and what it teaches works as it says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner

import webform
from webform.cli import main
from webform.dialects import DIALECTS, recognise

PAGE = (Path(__file__).parents[1] / "docs/dialects.md").read_text(encoding="utf-8")
#: The example's pieces: its document, its file, what is printed of a mistake.
(DOCUMENT,), (FILE,), (SESSION,) = (
    re.findall(rf"```{language}\n(.*?)```", PAGE.split("## Adding one")[1], re.DOTALL)
    for language in ("json", "python", "console")
)


@pytest.fixture
def questions(monkeypatch):
    """The example's dialect, in the table, before all others."""
    module = ModuleType("webform.dialects.questions")
    exec(compile(FILE, "questions.py", "exec"), module.__dict__)
    monkeypatch.setattr("webform.dialects.DIALECTS", {"questions": module.DIALECT, **DIALECTS})
    return module.DIALECT


def test_every_dialect_has_its_row_in_the_order_of_the_table():
    rows = re.findall(r"^\| `([a-z-]+)` \|", PAGE.split("## JSON Schema")[0], re.MULTILINE)

    assert DIALECTS.keys() - set(rows) == set(), "docs/dialects.md: its first table has a row for each of DIALECTS"
    assert [row for row in rows if row in DIALECTS] == list(DIALECTS), "docs/dialects.md: the rows are in that order"


def test_the_example_is_taken_by_no_other_dialect(questions):
    value = json.loads(DOCUMENT)

    assert [dialect.name for dialect in DIALECTS.values() if dialect.recognises(value)] == []
    assert recognise(value) == (questions, 'it has a list of "questions", as a questionnaire has')


def test_the_example_is_a_form(questions):
    [tool] = webform.load(DOCUMENT)
    body = {"What was good?": "The cake", "What was not?": ""}

    assert (tool.id, tool.name, tool.dialect, tool.problems) == (
        "After-the-workshop",
        "After the workshop",
        "questions",
        (),
    )
    assert list(tool.form.schema["properties"]) == json.loads(DOCUMENT)["questions"]
    assert webform.check(tool.form, body) == []
    assert [problem.at for problem in webform.check(tool.form, body | {"What was good?": 5})] == ["/What was good?"]
    assert "What was good?" in webform.render(tool.form)


def test_a_mistake_is_said_as_the_page_shows(questions, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("workshop.json").write_text(DOCUMENT.replace('"What was not?"', "42"), encoding="utf-8")
    command, _, shown = SESSION.partition("\n")
    result = CliRunner().invoke(main, command.removeprefix("$ webform ").split())

    lines = [line for line in result.output.splitlines(keepends=True) if not line.startswith("Help: ")]
    assert "".join(lines) == shown


@pytest.mark.parametrize("document", ["5", '{"questions": 5}', '{"title": 5, "questions": []}'])
def test_no_document_brings_the_example_down(questions, document):
    tools, problems, _ = webform.dialects.read(document, "questions")

    assert [problem.code for problem in problems] == ["wrong-type"]
    assert len(tools) == (0 if document == "5" else 1)
