"""The public names of webform, and what they take."""

from __future__ import annotations

import json

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
