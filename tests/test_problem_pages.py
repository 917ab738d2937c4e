"""docs/problems.md: the wrong example of each code provokes it, the right one does not, and links lead to sections."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

import webform
from webform.cli import main
from webform.cli_explained import sections
from webform.places import docs
from webform.problems import errors

_FENCE = re.compile(r'```(\w+) title="(Wrong|Right)"\n(.*?)\n```', re.DOTALL)
#: Examples that take seconds: large documents.
_LARGE = ("too-large", "too-many-values", "too-many-options", "too-many-tools", "too-many-properties", "too-much",
          "too-many-types")  # fmt: skip
#: Keys of the catalogue that are parts of sentences, or sentences of several codes.
_PARTS = {"data-url", "found-times", "json", "kind", "list", "looks", "media", "missing", "missing-option", "no-keys", "number", "result",
          "source", "subject", "unreadable", "verbatim", "yaml"}  # fmt: skip
_OUTPUTS = [
    {"key": "rain", "type": "chart_line", "label": "Rain"},
    {"key": "note", "type": "text", "label": "Note"},
]


def _examples(code):
    return {title: (language, text) for language, title, text in _FENCE.findall(sections()[code])}


def _problems(code, language, text, folder):
    """Return the problems of an example; one of a shell prints its document."""
    if code.startswith("output-"):
        [tool] = webform.load({"id": "a", "name": "A", "inputs": [], "outputs": _OUTPUTS})
        return webform.read(tool, text.encode()).problems
    if language == "sh":
        printed = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        with contextlib.redirect_stdout(printed):
            exec(shlex.split(text)[2], {})
        printed.flush()
        return webform.lint(printed.buffer.getvalue())
    file = folder / f"tool.{language}"
    file.write_text(text, "utf-8")
    return webform.lint(file)


@pytest.mark.parametrize(
    "code",
    [
        pytest.param(code, marks=[pytest.mark.slow] if code in _LARGE else [])
        for code in sections()
        if not code.startswith("function-")
    ],
)
def test_the_wrong_example_provokes_its_code_and_the_right_one_is_right(code, tmp_path, a_second):
    examples = _examples(code)
    right = _problems(code, *examples["Right"], tmp_path)

    assert code in [problem.code for problem in _problems(code, *examples["Wrong"], tmp_path)]
    assert code not in [problem.code for problem in right]
    assert errors(right) == []


@pytest.mark.slow
def test_the_examples_of_functions_are_wrong_and_right(tmp_path):
    codes = [code for code in sections() if code.startswith("function-")]
    file = tmp_path / "tools.py"
    for title, expected in (("Wrong", codes), ("Right", [])):
        file.write_text("\n\n".join(_examples(code)[title][1] for code in codes), "utf-8")
        printed = CliRunner().invoke(main, ["check", str(file)]).stdout
        assert [code for code in codes if f"[{code}]" in printed] == expected


def test_the_command_that_is_printed_explains_the_code(tmp_path):
    file = tmp_path / "tool.json"
    file.write_text(_examples("unknown-type")["Wrong"][1], "utf-8")

    def run(*words):
        return CliRunner().invoke(main, words)

    [command] = re.findall(r"^Help: webform (.*)$", run("check", str(file)).stderr, re.MULTILINE)
    explained = run(*command.split())

    assert command == "explain unknown-type"
    assert (explained.exit_code, explained.stdout) == (0, f"# unknown-type\n{sections()['unknown-type']}\n")
    site = ("--docs", "https://docs.example/webform/")
    assert "Help: https://docs.example/webform/problems.html#unknown-type\n" in run("check", str(file), *site).stderr
    [problem] = json.loads(run("check", str(file), "--json", *site).stdout)
    assert problem["help"] == "https://docs.example/webform/problems.html#unknown-type"
    unknown = run("explain", "unknown-typ")
    assert (unknown.exit_code, unknown.stderr) == (
        2, 'webform: There is no explanation of "unknown-typ"; did you mean "unknown-type"?\n',
    )  # fmt: skip


def test_each_code_of_the_catalogue_has_a_section_or_is_listed_without_one():
    catalogue = json.loads((Path(webform.__file__).parent / "messages.json").read_text(encoding="utf-8"))
    _, _, rest = (docs() / "problems.md").read_text(encoding="utf-8").partition("## Codes without a section")
    listed = set(re.findall(r"`([\w-]+)`", rest))

    assert {key.partition(".")[0] for key in catalogue} - _PARTS - set(sections()) - listed == set()
    assert listed & set(sections()) == set()
