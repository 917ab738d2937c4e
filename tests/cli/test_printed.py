"""What commands print of a declaration: its schema, its sample, its form."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_the_schema_of_the_format_needs_no_file(run):
    result = run("schema", "--format")

    assert result.exit_code == 0
    assert json.loads(result.stdout) == json.loads((ROOT / "docs/tool.schema.json").read_text("utf-8"))


def test_sample_and_schema_are_json(run, good):
    assert json.loads(run("sample", good).stdout) == {"who": "you", "times": 1}
    assert json.loads(run("schema", good).stdout)["required"] == ["who", "times"]


def test_render_prints_the_form_with_values(run, good, tmp_path):
    values = tmp_path / "values.json"
    values.write_text('{"who": "<b>"}', "utf-8")

    html = run("render", good, "--values", values).stdout

    assert html.startswith("<form data-webform")
    assert 'value="&lt;b&gt;"' in html


def test_render_writes_one_document_for_hosts_of_mcp_apps(run, good, tmp_path):
    file = tmp_path / "form.html"

    assert run("render", good, "--mcp-app", "-o", file).output == ""
    html = file.read_text("utf-8")
    assert html.startswith("<!doctype html>")
    assert '<template data-locale="de">' in html


@pytest.mark.parametrize("command", ["schema", "render"])
def test_what_is_redirected_is_utf_8_whatever_the_system_writes(good, command):
    good.write_text(good.read_text("utf-8").replace("Who", "Grüße 你好"), "utf-8")
    environ = os.environ | {"PYTHONIOENCODING": "cp1252"}
    program = [sys.executable, "-m", "webform", command, str(good)]
    done = subprocess.run(program, env=environ, capture_output=True, check=True)

    assert "Grüße 你好" in done.stdout.decode()


@pytest.mark.parametrize("command", [["sample"], ["schema"], ["render"], ["render", "-o", "form.html"]])
def test_what_is_printed_of_a_declaration_with_errors_ends_with_status_1(run, good, bad, tmp_path, command):
    command = [str(tmp_path / part) if part == "form.html" else part for part in command]

    assert [run(*command, file).exit_code for file in (good, bad)] == [0, 1]


def test_half_a_character_in_a_name_is_replaced_in_what_is_written(run, good, tmp_path):
    declared = json.loads(good.read_text("utf-8"))
    good.write_text(json.dumps(declared | {"name": "A\ud800b", "description": "\udfff"}), "utf-8")
    file = tmp_path / "form.html"
    printed, written = run("render", good, "--mcp-app"), run("render", good, "--mcp-app", "-o", file)

    assert (printed.exit_code, written.exit_code) == (0, 0)
    assert "A?b" in printed.stdout
    assert file.read_text("utf-8") == printed.stdout
