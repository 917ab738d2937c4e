"""Apps of Gradio, called in their own protocol: at a real one, and at one that says what it should not."""

from __future__ import annotations

import base64
import json
import threading
from dataclasses import replace

import pytest
from flask import Flask, Response, request

import webform
from tests.as_browser import entries_of
from tests.peers import gradio
from webform.files import FileStore
from webform.runners import DispatchingRunner
from webform.runners.failures import CallError
from webform.runners.gradio import MAX_FILES, is_file
from webform.runners.gradio_events import QueueStream, edited
from webform.web.sources import gather


@pytest.fixture(scope="module")
def served():
    with gradio() as url:
        yield {served.tool.id: served for served in gather([url]).served}


@pytest.fixture
def run(served, tmp_path):
    runner = DispatchingRunner(files=FileStore(tmp_path))

    def call(name, body, **how):
        tool = served[name].tool
        assert webform.check(tool.form, body) == []
        return runner.run(tool, served[name].target, body, run_id="x", **how)

    yield call
    runner.close()


@pytest.mark.slow
def test_each_endpoint_of_a_running_app_is_a_tool(served):
    assert [*served] == [
        "greet", "slow", "stream", "copy", "table", "settings", "edit", "count", "fail",
    ]  # fmt: skip
    assert {entry.target.protocol for entry in served.values()} == {"gradio"}


@pytest.mark.slow
def test_the_app_receives_the_arguments_in_their_order(run):
    result = run("greet", {"style": "Hello", "name": "Kari", "count": 2})

    assert (result.status, result.value) == ("ok", {"Greeting": "Hello Kari x2", "Facts": {"count": 2}})
    assert result.problems == ()


@pytest.mark.slow
def test_what_is_left_out_is_its_default(run):
    assert run("greet", {"name": "Kari"}).value["Greeting"] == "Hei Kari x3"


@pytest.mark.slow
def test_the_progress_of_the_app_is_told(run):
    events = []
    result = run("slow", {"n": 3}, tell=events.append)

    assert result.value == "done"
    assert events == [{"type": "progress", "done": step, "total": 3, "message": f"step {step}"} for step in range(3)]


@pytest.mark.slow
def test_what_came_so_far_is_told(run):
    events = []
    result = run("stream", {"text": "a b c"}, tell=events.append)

    assert result.value == "a b c "
    assert [event["value"] for event in events] == ["a ", "a b ", "a b c "]


@pytest.mark.slow
def test_a_run_that_is_cancelled_ends_in_the_app(run):
    begun = threading.Event()
    result = run("slow", {"n": 100}, tell=lambda _: begun.set(), cancelled=begun.is_set)

    assert (result.status, result.code) == ("cancelled", "cancelled")
    # One run at a time is what a queue allows: the next begins, since the first has ended.
    assert run("slow", {"n": 1}).value == "done"


@pytest.mark.slow
def test_the_words_of_an_error_are_those_of_the_app(run):
    result = run("fail", {"x": 1})

    assert (result.status, result.code, result.message) == ("error", "tool-error", "Too small")


@pytest.mark.slow
def test_files_go_there_and_come_back(run, served):
    picture = webform.sample(served["copy"].tool.form)["picture"]
    result = run("copy", {"picture": picture})

    assert result.problems == ()
    assert [value.partition(";")[0] for value in result.value.values()] == ["data:image/webp"] * 2
    assert "<img" in webform.render_result(result, served["copy"].tool)


@pytest.mark.slow
def test_a_table_has_columns_and_rows(run, served):
    result = run("table", {"rows": 2})

    assert (result.value, result.problems) == ({"columns": ["n", "square"], "rows": [[1, 0], [2, 1]]}, ())
    assert 'data-view="table"' in webform.render_result(result, served["table"].tool)


@pytest.mark.slow
def test_components_say_which_inputs_a_form_has(run, served):
    form = served["settings"].tool.form
    inputs = {input_.key: input_ for input_ in form.inputs}

    assert [input_.type for input_ in form.inputs] == [
        "select", "select", "multiselect", "textarea", "password", "datetime", "hidden",
    ]  # fmt: skip
    assert [choice.label for choice in inputs["style"].options] == ["Plain", "Fancy"]
    assert (inputs["style"].description, inputs["tags"].max_values) == ("How it looks", 1)
    assert (inputs["note"].placeholder, inputs["note"].max_length) == ("Anything", 20)

    body = {"style": "f", "size": 3, "tags": ["red"], "note": "a", "key": "s", "when": "2026-02-01T10:00"}
    assert run("settings", body).value == body | {"when": "2026-02-01 10:00:00", "kept": "v2"}
    assert run("settings", {"note": "", "key": "s"}).value["when"] == "2026-01-31 09:30:00"


@pytest.mark.slow
def test_a_data_frame_is_rows_and_comes_back_as_it_was(run, served):
    form = served["edit"].tool.form
    rows = webform.decode(form, entries_of(webform.render(form)))[0]["frame"]
    result = run("edit", {"frame": rows})

    assert rows == [
        {"What": "Bread", "How many": 2, "done": False},
        {"What": "Äpfel, rot", "How many": 1.5, "Note": "", "done": True},
    ]
    assert result.value == {
        "columns": ["What", "How many", "Note", "done"],
        "rows": [["Bread", 2, None, True], ["Äpfel, rot", 1.5, "", False]],
    }
    assert 'data-view="table"' in webform.render_result(result, served["edit"].tool)


@pytest.mark.slow
def test_the_state_of_a_session_is_no_value_of_a_run(run):
    assert run("count", {"add": 2}).value == 7


# ---- an app that says what it should not

OUT = {"path": "/tmp/out.txt", "url": "http://169.254.169.254/", "meta": {"_type": "gradio.FileData"}}


def completed(*data):
    return {"msg": "process_completed", "success": True, "output": {"data": [*data]}}


def stream_of(*messages):
    updates = []
    stream = QueueStream(updates.append, lambda: None, lambda data: data)
    return stream, updates, stream.take(events(messages).encode())


@pytest.mark.parametrize(
    "message",
    [
        {"msg": "process_generating", "output": {"data": [[["append", ["a"], "b"]]]}},
        {"msg": "process_generating", "output": {"data": [5]}},
        {"msg": "process_generating", "output": {"data": [[["steal", [], "b"]]]}},
        {"msg": "process_generating", "output": {"data": [1, 2]}},
    ],
)
def test_an_edit_that_does_not_fit_is_a_bad_answer(message):
    with pytest.raises(CallError):
        stream_of({"msg": "process_generating", "output": {"data": ["a"]}}, message)


@pytest.mark.parametrize("message", [{}, {"msg": 5}, {"msg": "progress", "progress_data": 5}, {"msg": "heartbeat"}])
def test_an_event_that_says_nothing_is_let_be(message):
    _, updates, over = stream_of(message)

    assert (updates, over) == ([], False)


@pytest.mark.parametrize(
    ("size", "words"), [(', "queue_size": 5', "Number 3 of 5 to wait"), ("", "Number 3 to wait")], ids=["size", "none"]
)
def test_a_place_in_the_queue_is_told_as_a_number(size, words):
    events = []
    stream = QueueStream(events.append, lambda: None, lambda data: data)
    stream.take(f'data: {{"msg": "estimation", "rank": 2{size}}}\n\n'.encode())

    assert [(event["place"], event["message"]) for event in events] == [(3, words)]


def test_an_app_that_fails_without_words_has_failed():
    stream, _, over = stream_of({"msg": "process_completed", "success": False, "output": {"error": None}})

    assert over
    assert stream.error


def test_edits_reach_into_a_value():
    edits = [["append", ["a", 0], "2"], ["add", ["a", 1], "new"], ["delete", ["b"], None], ["replace", ["c"], 3]]

    assert edited({"a": ["1"], "b": 2, "c": 0}, edits) == {"a": ["12", "new"], "c": 3}


def test_a_file_is_known_by_its_mark():
    assert is_file(OUT)
    assert not is_file({"path": "/etc/passwd"})


@pytest.fixture
def app(serve):
    """An app whose one endpoint returns what the test puts into `returned`."""
    flask, returned = Flask(__name__), []
    out = {"label": "Out", "type": {"type": {}}, "component": "File"}
    names = {"named_endpoints": {"/get": {"parameters": [], "returns": [out]}}}
    flask.add_url_rule("/gradio_api/info", "info", lambda: names)
    flask.add_url_rule("/config", "config", lambda: {"dependencies": [{"id": 7, "api_name": "get"}]})
    flask.add_url_rule("/gradio_api/queue/join", "join", lambda: {"event_id": "e"}, methods=["POST"])
    flask.add_url_rule(
        "/gradio_api/file=/<path:path>", "file", lambda path: Response(path.ljust(200), mimetype="text/plain")
    )
    flask.add_url_rule(
        "/gradio_api/queue/data", "data", lambda: Response(events(returned), mimetype="text/event-stream")
    )
    asked = []
    flask.before_request(lambda: asked.append((request.path, request.query_string.decode())))
    [served] = gather([serve(flask)]).served

    def call(*data, **target):
        returned[:] = [completed(*data)]
        return DispatchingRunner().run(served.tool, replace(served.target, **target), {}, run_id="x")

    call.url, call.asked = served.target.url, asked
    return call


def events(messages):
    return "".join(f"data: {json.dumps(message)}\n\n" for message in messages)


def test_each_request_has_the_query_of_the_address(app):
    app.asked.clear()
    assert app("done", url=f"{app.url}/?code=KEY").status == "ok"

    assert [(path, "code=KEY" in query.split("&")) for path, query in app.asked] == [
        ("/config", True), ("/gradio_api/queue/join", True), ("/gradio_api/queue/data", True),
    ]  # fmt: skip


def test_a_file_is_fetched_from_the_app_whatever_address_it_names(app):
    head, _, data = app(OUT | {"orig_name": "../my notes.txt"}).value.partition(",")

    assert head == "data:text/plain;name=my%20notes.txt;base64"
    assert base64.b64decode(data).strip() == b"tmp/out.txt"


@pytest.mark.parametrize("path", ["/../../config", "a/./b", ".."])
def test_a_path_that_climbs_is_not_fetched(app, path):
    assert app(OUT | {"path": path}).value is None


def test_a_file_that_is_not_there_costs_nothing_else(app):
    assert app(OUT | {"path": "elsewhere"}).value is None


def test_all_files_together_have_a_limit(app):
    result = app([OUT] * 5, max_response=900)

    assert (result.status, result.code) == ("error", "too-large")


def test_a_result_has_so_many_files_at_most(app):
    value = app([OUT] * (MAX_FILES + 2)).value

    assert [part is None for part in value] == [False] * MAX_FILES + [True] * 2
