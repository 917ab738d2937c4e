"""Tools of twenty functions: what is written is right, runs, and takes its sample."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import jsonschema_rs
import pytest

import webform
from tests.servers import free_port
from webform.draft import body, fill
from webform.format_schema import format_schema
from webform.functions import function_at
from webform.functions.process import describe
from webform.starter.of_function import of_function

MODULE = Path(__file__).with_name("twenty.py")
SCHEMA = jsonschema_rs.validator_for(format_schema())
#: What the tools answer to their samples; the first values are those of the types.
ANSWERS = {
    "greet": {"result": "Hello "}, "defaults": {"result": "aa"}, "unannotated": {"name": "Ada", "count": 4},
    "optional": {"result": True}, "enum": {"result": 3}, "literal": {"result": "↑↑"}, "film": {"title": "", "year": 1},
    "lists": {"result": [{"words": 0, "numbers": 0, "pairs": 0, "sizes": 0}]}, "run": {"result": "run"},
    "counts": [0, 1, 2], "rows": [], "trip": {"start": "Oslo", "stops": 0},
}  # fmt: skip
#: The types of the inputs that parameters become.
TYPES = {
    "defaults": ["text", "number", "number", "checkbox"], "optional": ["date", "text"],
    "enum": ["select", "select"], "annotated": ["slider", "number"], "moments": ["date", "time", "datetime"],
    "trip": ["json"], "rows": ["table"], "path": ["file", "file"], "data": ["file", "text"],
}  # fmt: skip


@pytest.fixture(scope="module")
def described():
    return describe(function_at(str(MODULE)))


@pytest.fixture(scope="module")
def projects(described):
    """The tool that begins with each function, by its name."""
    return {one["function"]: of_function(one, "twenty") for one in described["tools"] if not one["call"]["refused"]}


@pytest.fixture(scope="module")
def address(projects, tmp_path_factory):
    """Where all programs run, in one process."""
    folder = tmp_path_factory.mktemp("twenty")
    shutil.copy(MODULE, folder)
    lines = ["from fastapi import FastAPI", "app = FastAPI()"]
    for name, project in projects.items():
        (folder / f"program_{name}.py").write_text(project.program, "utf-8")
        lines += [f"import program_{name}", f"app.mount('/{name}', program_{name}.app)"]
    (folder / "every.py").write_text("\n".join(lines), "utf-8")
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "every:app", "--port", str(port)]
    environ = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(command, cwd=folder, env=environ, stderr=subprocess.PIPE, text=True) as process:
        try:
            lines = []
            for line in process.stderr:
                lines.append(line)
                if "running on" in line:
                    break
            assert "running on" in lines[-1], "".join(lines)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.kill()


def test_there_are_twenty_and_the_others_are_refused_with_a_reason(described, projects):
    refused = {one["function"]: one["call"]["refused"] for one in described["tools"] if one["call"]["refused"]}

    assert len(projects) == 20
    assert refused == {
        "positional": 'its parameter "first" is positional-only, and a body has names; leave out the /',
    }
    assert sorted(problem["code"] for problem in described["problems"]) == [
        "function-arguments", "function-arguments", "function-untyped",
    ]  # fmt: skip


def test_each_passes_the_check_runs_and_its_sample_comes_back(projects, address):
    answers = {}
    for name, project in projects.items():
        declaration = json.loads(project.files["tool.json"])
        [tool] = webform.load(declaration)
        sample = webform.sample(tool.form)

        assert webform.lint(declaration) == [], name
        assert [error.message for error in SCHEMA.iter_errors(declaration)] == [], name
        assert body(tool.form, fill(tool.form.root, sample)) == (sample, []), name
        result = webform.run(tool, f"{address}/{name}/run", sample).result
        assert (result.status, result.problems) == ("ok", ()), (name, result.message, result.problems)
        answers[name] = result.value

    assert {name: answers[name] for name in ANSWERS} == ANSWERS
    assert answers["data"]["result"]["data"].startswith("data:application/octet-stream;base64,")
    assert answers["story"] == {"result": "About cats"}
    assert answers["order"].keys() == {"customer", "total"}


def test_parameters_are_inputs_of_their_types(projects):
    declared = {name: projects[name].declaration["inputs"] for name in TYPES}

    assert {name: [input_["type"] for input_ in inputs] for name, inputs in declared.items()} == TYPES
    assert projects["greet"].declaration["description"] == "Greet somebody."
    assert projects["greet"].declaration["inputs"][0]["description"] == "Who is greeted."


def test_rows_of_a_table_are_objects_of_the_function(projects, address):
    [tool] = webform.load(projects["rows"].declaration)
    rows = [{"day": "2026-01-31", "kg": 1.5}, {"day": "2026-02-01", "kg": 2, "scales": 2, "note": "x"}]
    result = webform.run(tool, f"{address}/rows/run", {"weights": rows}).result

    assert [column["type"] for column in projects["rows"].declaration["inputs"][0]["columns"]] == [
        "date", "number", "number", "text",
    ]  # fmt: skip
    assert (result.status, result.value) == ("ok", ["2026-01-31", "2026-02-01"])


def test_a_value_that_the_types_refuse_is_a_problem_at_its_input(projects, address):
    request = urllib.request.Request(
        f"{address}/annotated/run", b'{"share": 0.5, "age": 7}', {"Content-Type": "application/json"}
    )
    with pytest.raises(urllib.error.HTTPError) as error:
        urllib.request.urlopen(request)

    assert error.value.code == 422
    assert json.load(error.value)["detail"][0]["loc"] == ["body", "age"]
