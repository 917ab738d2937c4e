"""The registry: what a host adds is what comes with webform."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from html import unescape
from pathlib import Path
from types import SimpleNamespace

import pytest

import webform
from webform.dialects import DIALECTS
from webform.inputs import INPUTS
from webform.messages import message
from webform.outputs import KINDS, TYPES
from webform.outputs.types import OutputType
from webform.registry import RegistryError
from webform.runners import RUNNERS
from webform.runners.protocols import PROTOCOLS, Protocol

PLUGIN = Path(__file__).parents[1] / "docs/plugin"
#: What is printed by a process in which the plugin is installed.
USED = """
import json, webform
from webform.dialects import read
declared = {"id": "t", "name": "T", "inputs": [{"key": "r", "type": "stars", "label": "R"},
            {"key": "why", "type": "text", "label": "Why", "required": False, "show_if": {"key": "r", "equals": 1}}],
            "outputs": [{"key": "g", "type": "level", "label": "G"}]}
(tool,) = webform.load(declared)
app = webform.create_app(tool).test_client()
result = webform.read(tool, {"g": 0.25})
hint = {"input": "stars", "stars": 3}
schema = {"type": "object", "properties": {"r": {"type": "integer", "x-webform": hint}}}
(hinted,) = webform.load(schema, dialect="json-schema")
(asked,) = webform.load({"survey": ["Your name"]})
run = webform.run(asked, "http://127.0.0.1/echo", {"answer1": "Ada"})
print(json.dumps({
    "problems": [problem.code for problem in tool.problems],
    "hinted": [hinted.form.inputs[0].type, hinted.form.inputs[0].stars, len(hinted.problems)],
    "stars": [[problem.at for problem in webform.lint({**declared, "inputs": [{**declared["inputs"][0], "stars": stars}]})]
              for stars in (0, 1, 20, 21)],
    "form": str(webform.render(tool, {"r": 4})),
    "decoded": webform.decode(tool.form, {"/r": "7"})[1][0].message,
    "result": str(webform.render_result(result, tool)),
    "wrong": [problem.code for problem in webform.read(tool, {"g": 2}).problems],
    "page": app.get("/tools/t").status_code,
    "label": asked.form.inputs[0].label,
    "mistake": [problem.at for problem in read({"survey": [5]})[1]],
    "echo": [run.result.status, run.result.value],
}))
"""
#: What prints the gallery there; it needs the packages of the extra `demo`.
GALLERY = """
from pathlib import Path
from webform import Config
from webform.web.demo import create_demo
app = create_demo(Config(database="runs.sqlite", files=Path("files"))).test_client()
print(app.get("/gallery/more-outputs").text)
"""


@pytest.fixture(scope="module")
def plugged(tmp_path_factory):
    """Runs a program with the plugin on its path, installed as `pip` leaves it: the package and its metadata."""
    site = tmp_path_factory.mktemp("site")
    metadata = site / "webform_example-0.1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: webform-example\nVersion: 0.1.0\n")
    (metadata / "entry_points.txt").write_text("[webform.plugins]\nexample = webform_example:add_kinds\n")
    path = os.pathsep.join(map(str, (site, PLUGIN, PLUGIN.parents[1])))

    def run(program: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONPATH": path},
            cwd=site,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.mark.slow
def test_a_view_of_the_plugin_stands_in_the_gallery(plugged):
    assert '<meter min="0" max="1" value="0.4">' in plugged(GALLERY)


@pytest.fixture(scope="module")
def used(plugged):
    """What a program does with the plugin."""
    return json.loads(plugged(USED))


def test_the_plugin_is_known_to_every_part(used):
    assert (used["problems"], used["page"], used["label"]) == ([], 200, "Your name")
    assert 'data-input="stars"' in used["form"]
    assert "of 5 stars" in used["form"]
    assert '{"at": "/r", "equals": 1, "typed": true}' in unescape(used["form"])
    assert used["stars"] == [["/inputs/0/stars"], [], [], ["/inputs/0/stars"]]
    assert used["hinted"] == ["stars", 3, 0]
    assert used["decoded"] == message("maximum", {"limit": "5"})
    assert '<meter min="0" max="1" value="0.25">' in used["result"]
    assert used["wrong"] == ["output-type"]
    assert used["mistake"] == ["/survey/0"]
    assert used["echo"] == ["ok", {"answer1": "Ada"}]


def test_what_comes_with_webform_stands_in_the_registry():
    assert {"text", "slider"} <= webform.registry.inputs.keys()
    assert {"table", "chart"} <= {name.partition("_")[0] for name in webform.registry.outputs}
    assert "tool-json" in webform.registry.dialects
    assert {"run", "mcp"} <= webform.registry.protocols.keys()
    assert {"http"} <= RUNNERS.keys() == webform.registry.runners.keys()


def test_a_protocol_is_spoken_where_an_address_ends_as_it_says():
    protocol = Protocol(name="trial", paths=("/trial",), help="what `/run` is sent", call=PROTOCOLS["run"].call)

    webform.registry.add(protocols=[protocol])
    try:
        assert webform.Target(url="http://example.com/trial").protocol == "trial"
        with pytest.raises(RegistryError, match='The name "trial" is taken by another protocol'):
            webform.registry.add(protocols=[protocol])
    finally:
        del PROTOCOLS["trial"]


class Silent(webform.Runner):
    """A runner that calls nobody."""

    name = "silent"

    def run(self, *_, **__):
        return webform.Result(status="ok", value="nothing was said")


def test_a_runner_calls_the_tools_of_the_protocols_that_name_it():
    protocol = Protocol(name="silence", paths=("/silence",), help="nothing", runner="silent")
    (tool,) = webform.load([{"key": "x", "type": "text", "label": "X"}])

    webform.registry.add(protocols=[protocol], runners=[Silent])
    try:
        assert webform.run(tool, "http://127.0.0.1/silence", {"x": "a"}).result.value == "nothing was said"
        with pytest.raises(RegistryError, match='The name "silent" is taken by another runner'):
            webform.registry.add(runners=[Silent])
    finally:
        del PROTOCOLS["silence"], RUNNERS["silent"]


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"runner": "silent"}, 'There is no runner "silent" for the protocol "silence"; add it too'),
        ({}, 'The protocol "silence" has no call; give it one, or the name of its runner'),
    ],
)
def test_a_protocol_that_cannot_be_called_is_refused(facts, message):
    with pytest.raises(RegistryError) as raised:
        webform.registry.add(protocols=[Protocol(name="silence", paths=("/silence",), help="nothing", **facts)])

    assert (str(raised.value), "silence" in webform.registry.protocols) == (message, False)


class Odd(webform.Input):
    """An input without a template."""

    type = "odd"


DIAL = SimpleNamespace(__name__="dial", TYPES=(OutputType(name="dial", schema={}),))


@pytest.mark.parametrize(
    ("kinds", "what"),
    [
        ({"inputs": [Odd, Odd]}, '"odd" is that of two inputs'),
        ({"outputs": [DIAL, DIAL]}, '"dial" is that of two views'),
        ({"outputs": [DIAL, SimpleNamespace(__name__="knob", TYPES=DIAL.TYPES)]}, '"dial" is that of two output types'),
        ({"dialects": [replace(DIALECTS["mcp"], name="x")] * 2}, '"x" is that of two dialects'),
        ({"protocols": [replace(PROTOCOLS["run"], name="x")] * 2}, '"x" is that of two protocols'),
        ({"runners": [Silent, Silent]}, '"silent" is that of two runners'),
    ],
    ids=["input", "view", "output type", "dialect", "protocol", "runner"],
)
def test_two_kinds_of_one_name_are_refused_and_none_is_added(kinds, what):
    tables = (INPUTS, TYPES, KINDS, DIALECTS, PROTOCOLS, RUNNERS)
    before = [dict(table) for table in tables]

    with pytest.raises(RegistryError, match=f"The name {what}; rename one"):
        webform.registry.add(**kinds)
    assert [dict(table) for table in tables] == before


def test_a_name_that_is_taken_is_refused():
    with pytest.raises(RegistryError, match='The name "text" is taken by another input'):
        webform.registry.add(inputs=[webform.registry.inputs["text"]])


def test_a_kind_without_its_template_is_refused(tmp_path):
    with pytest.raises(RegistryError, match=r"There is no template inputs/odd\.html"):
        webform.registry.add(inputs=[Odd], templates=tmp_path)

    assert "odd" not in webform.registry.inputs


def test_a_schema_that_is_none_is_refused():
    kind = SimpleNamespace(__name__="dial", TYPES=(OutputType(name="dial", schema={"type": "dial"}),))

    with pytest.raises(RegistryError, match='The schema of the output type "dial" cannot be used: '):
        webform.registry.add(outputs=[kind])
    assert "dial" not in webform.registry.outputs
