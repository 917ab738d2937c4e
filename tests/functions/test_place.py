"""Places of functions, as the command line names them, and the tools that are found there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from webform.functions import Function, function_at
from webform.functions.process import FunctionError, describe
from webform.functions.tools import read_functions
from webform.web.sources import UnusableSourceError, gather

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "tests/samples/functions.py"


def test_a_place_is_a_module_or_a_file_with_or_without_a_function(tmp_path):
    file = tmp_path / "a.py"
    file.touch()

    assert function_at("a.b:c") == Function(module="a.b", name="c")
    assert function_at("a.b") == Function(module="a.b")
    assert function_at(f"{file}:c") == Function(module=str(file), name="c")
    assert function_at(str(file)) == Function(module=str(file))


@pytest.mark.parametrize(
    "text", ["tool.json", "a:b c", "npx -y server", "a.py", "a.py:b", "1:2", "../a:b", "a:b:c", "a;b"]
)
def test_what_names_no_function_is_none(text):
    assert function_at(text) is None


def test_all_that_are_decorated_are_tools_and_the_others_are_problems():
    found = gather([str(SAMPLE)])

    names = [served.tool.id for served in found.served]
    assert names[:3] == ["greet", "count", "talk"]
    assert [(problem.code, problem.line) for _, problem, _ in found.problems] == [
        ("function-arguments", SAMPLE.read_text("utf-8").splitlines().index("def any_number(*names: str) -> None:"))
    ]
    (target,) = [served.target for served in found.served if served.tool.id == "grow"]
    assert (target.protocol, target.function.name, target.function.memory) == ("python", "grow", 100)
    assert target.place == f"{SAMPLE}:grow"


def test_one_is_a_tool_without_being_decorated():
    (served,) = gather([f"{SAMPLE}:greet"]).served

    assert (served.tool.id, served.tool.name, served.tool.description) == ("greet", "Greet", "Greet somebody.")
    assert served.tool.output_schema == {"type": "string"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("raise RuntimeError('no database')", "it cannot be imported: RuntimeError: no database"),
        ("import os; os._exit(3)", "its process ended while it was imported"),
        ("x = 1", "it has no function decorated with @webform.tool"),
        ("import sys; sys.exit('bye')", "it cannot be imported: SystemExit: bye"),
    ],
)
def test_a_module_that_has_no_tools_says_why(tmp_path, text, reason):
    file = tmp_path / "tools.py"
    file.write_text(text, encoding="utf-8")

    with pytest.raises(UnusableSourceError) as error:
        gather([str(file)])

    assert str(error.value) == f"{file}: {reason}"


def test_a_function_that_is_not_there_is_said():
    with pytest.raises(FunctionError, match="it has no function nowhere"):
        describe(Function(module=str(SAMPLE), name="nowhere"))


@pytest.mark.slow
def test_the_module_is_never_imported_by_the_process_that_asks(tmp_path):
    file = tmp_path / "marks.py"
    file.write_text(
        "import os, webform, pathlib\n"
        "pathlib.Path(__file__).with_name('pid').write_text(str(os.getpid()))\n"
        "@webform.tool\ndef go() -> int:\n    'Go.'\n    return os.getpid()\n",
        encoding="utf-8",
    )
    code = (
        "import os, sys; from webform.web.sources import gather; "
        f"gather([{str(file)!r}]); print(os.getpid(), 'marks' in sys.modules)"
    )

    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT).stdout

    pid, imported = printed.split()
    assert (tmp_path / "pid").read_text("utf-8") != pid
    assert imported == "False"


@pytest.mark.slow
def test_a_module_has_the_whole_of_webform_where_it_asks_for_it(tmp_path):
    file = tmp_path / "whole.py"
    file.write_text(
        "import webform\nfrom webform import load\nwebform.registry\n@webform.tool\n"
        "def go() -> int:\n    return len(load({'inputs': []}))\n",
        encoding="utf-8",
    )

    assert [tool.id for tool, _ in read_functions(Function(module=str(file))).tools] == ["go"]
