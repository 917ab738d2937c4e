"""The public names of webform, and what they take."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest
from flask import Flask

import webform

DECLARED = {
    "id": "greet",
    "name": "Greet",
    "inputs": [{"key": "name", "type": "text", "label": "Name"}],
    "outputs": [{"key": "text", "type": "text", "label": "Text"}],
}
(TOOL,) = webform.load(DECLARED)


def greet(environ, start_response):
    """A tool that greets, as a WSGI app."""
    body = json.loads(environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])))
    start_response("200 OK", [("Content-Type", "application/json")])
    return [json.dumps({"text": f"Hello {body['name']}"}).encode()]


def test_every_name_is_there():
    assert sorted(webform.__all__) == webform.__all__
    assert all(hasattr(webform, name) for name in webform.__all__)
    assert isinstance(TOOL, webform.Tool)
    assert isinstance(TOOL.form, webform.Form)
    assert isinstance(TOOL.form.inputs[0], webform.Input)


def fresh(program):
    """Return what *program* prints in a process of its own, as JSON."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


#: Prints which public names are not what their modules have.
WRONG = """
import json, sys, webform
found = {name: getattr(webform, name) for name in webform.__all__}
wrong = [name for name, home in webform._HOMES.items() if found[name] is not getattr(sys.modules[home], name)]
print(json.dumps(wrong))
"""
#: The public names that are modules too.
MODULES = sorted(name for name in webform.__all__ if Path(webform.__file__).with_name(f"{name}.py").is_file())


def test_programs_get_the_names_that_type_checkers_read():
    tree = ast.parse(Path(webform.__file__).read_text(encoding="utf-8"))
    [block] = [node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]

    assert {alias.asname or alias.name: node.module for node in block.body for alias in node.names} == (
        webform._HOMES | {"*": "webform.inputs"}
    )
    assert sorted([*webform._HOMES, *webform.inputs.__all__]) == webform.__all__
    assert {*webform.__all__} <= {*dir(webform)}


@pytest.mark.parametrize(
    "first",
    [
        "import " + ", ".join(f"webform.{name}" for name in MODULES),
        "import " + ", ".join(f"webform.{name}" for name in reversed(MODULES)),
        "from webform import " + ", ".join(MODULES),
        "import webform.web",
        "",
    ],
)
def test_a_public_name_is_never_the_module_of_that_name(first):
    assert "check" in MODULES
    assert fresh(first + WRONG) == []


def test_a_public_name_stays_when_the_module_of_that_name_is_imported_after_it():
    program = "import json, webform\nwebform.tool\nimport webform.tool\nprint(json.dumps(webform.tool.__module__))"

    assert fresh(program) == "webform.functions.decorator"


def test_what_is_not_asked_for_is_not_imported():
    program = "import json, sys, webform\nprint(json.dumps([name for name in sys.modules if 'webform.' in name]))"

    assert fresh(program) == []


def test_a_module_is_imported_when_it_is_asked_for():
    assert fresh("import json, webform\nprint(json.dumps(webform.outputs.__name__))") == "webform.outputs"
    with pytest.raises(AttributeError, match="module 'webform' has no attribute 'chek'"):
        webform.chek  # noqa: B018 - it is asked for


def test_a_tool_is_run(serve):
    run = webform.run(TOOL, serve(greet), {"name": "Ada"})

    assert isinstance(run, webform.Run)
    assert isinstance(run.result, webform.Result)
    assert (run.state, run.result.status, run.result.value) == ("done", "ok", {"text": "Hello Ada"})
    assert run.took_ms > 0


def test_a_tool_is_not_called_with_a_wrong_body(serve):
    called = []
    address = serve(lambda *request: called.append(1) or greet(*request))

    run = webform.run(TOOL, address, {"name": 5})

    assert (run.result.status, [problem.at for problem in run.result.problems], called) == ("invalid", ["/name"], [])


def test_a_tool_that_cannot_be_reached_is_a_run_that_failed():
    run = webform.run(TOOL, "http://127.0.0.1:9", {"name": "Ada"})

    assert (run.state, run.result.status, run.result.code) == ("done", "error", "tool-down")


def test_an_address_that_cannot_be_used_raises():
    with pytest.raises(ValueError, match="http"):
        webform.run(TOOL, "ftp://example.com", {"name": "Ada"})


def test_a_tool_is_rendered_as_its_form_is():
    assert webform.render(TOOL, {"name": "Ada"}) == webform.render(TOOL.form, {"name": "Ada"})


def test_an_app_takes_one_tool():
    assert webform.create_app(TOOL).test_client().get("/tools/greet").status_code == 200


@pytest.mark.parametrize("tools", ["greet.json", {"id": "greet"}, [("greet.json", "http://127.0.0.1:1/run")]])
def test_what_is_no_tool_is_not_served(tools):
    with pytest.raises(TypeError, match=r"Tools are expected, but found str; webform\.load\(\) gives those"):
        webform.create_app(tools)


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        (webform.render, "form"),
        (lambda found: webform.decode(found, {}), "form"),
        (lambda found: webform.check(found, {}), "form"),
        (webform.sample, "form"),
        (lambda found: webform.read(found, {}), "tool"),
        (lambda found: webform.run(found, "http://127.0.0.1:9/run", {}), "tool"),
    ],
)
def test_what_is_no_tool_and_no_form_is_told_from_them(call, kind):
    with pytest.raises(TypeError, match=rf"A {kind} is expected, but found list; webform\.load\(\) gives a list"):
        call([TOOL])


def test_the_extension_is_given_its_app_later():
    extension = webform.QuickExecute(tools=TOOL, url_prefix="/try")
    app = Flask(__name__)
    extension.init_app(app)

    assert app.test_client().get("/try/tools/greet").status_code == 200


@pytest.mark.parametrize(("name", "key"), [("tool.json", "path-as-text"), ("there.yaml", "path-as-text.file")])
def test_a_text_that_looks_like_a_path_is_a_problem(tmp_path, monkeypatch, name, key):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there.yaml").write_text("inputs: []")

    with pytest.raises(webform.DeclarationError) as raised:
        webform.load(name)

    (problem,) = raised.value.problems
    assert (problem.code, problem.key, problem.params) == ("path-as-text", key, {"path": name})


def test_what_is_decoded_is_what_the_app_sends():
    declared = {"input_schema": {"q": {"type": "string", "required": True}}}
    (tool,) = webform.load(declared)
    answer = webform.create_app(tool).test_client().post(f"/tools/{tool.id}/check", data={"is/q": "number", "/q": "5"})

    assert answer.json["body"] == {"q": "5"}
    assert webform.decode(tool.form, {"is/q": "number", "/q": "5"}) == (answer.json["body"], [])
