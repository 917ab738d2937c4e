"""Runs over HTTP: begun once, looked at, cancelled, taken away, forgotten, private, and there after a restart."""

from __future__ import annotations

import re
from time import time

import pytest
from werkzeug.datastructures import MultiDict

from tests.acting import PATIENCE
from tests.as_browser import entries_of
from tests.web.conftest import SMALL
from webform.web.pages import renewal

FORM = {"is#": "object", "/title": "x"}
JSON = {"title": "x"}
AS_JSON = {"Accept": "application/json"}
AS_PAGE = {"Accept": "text/html"}
ASYNC = AS_JSON | {"Prefer": "respond-async"}


def result_of(page: str) -> str:
    """Return the status that the result section of *page* shows."""
    return re.search(r'<section[^>]* data-result data-status="([^"]*)"', page)[1]


def test_a_browser_without_scripts_is_sent_to_the_run(client, acting):
    answer = client.post("/tools/small/run", data=FORM)

    assert answer.status_code == 303
    assert re.fullmatch(r"/runs/[A-Za-z0-9_-]{22}", answer.headers["Location"])
    assert acting.bodies == [JSON]
    page = client.get(answer.headers["Location"])
    assert result_of(page.text) == "ok"
    assert "42" in page.text
    assert 'value="x"' in page.text


def test_a_program_waits_for_its_result(client, acting):
    answer = client.post("/tools/small/run", json=JSON)
    run = answer.json

    assert answer.status_code == 200
    assert (run["state"], run["status"], run["value"]) == ("done", "ok", {"y": 42})
    assert run["took_ms"] > 0
    assert client.get(f"/runs/{run['run']}", headers=AS_JSON).json == run


def test_who_prefers_the_least_is_told_of_a_run_without_its_value(client, acting):
    run = client.post("/tools/small/run", json=JSON).json
    least = client.get(f"/runs/{run['run']}", headers=AS_JSON | {"Prefer": "return=minimal"}).json

    assert run.pop("value") == {"y": 42}
    assert least == run


@pytest.mark.parametrize(
    "preferred", ["respond-async, wait=1, return=minimal", "return=minimal,RESPOND-ASYNC; Wait=1.0"]
)
def test_who_prefers_to_wait_is_told_of_a_run_that_ends_meanwhile(client, acting, preferred):
    answer = client.post("/tools/small/run", json=JSON, headers=AS_JSON | {"Prefer": preferred})
    seen = client.get(answer.headers["Location"], headers=AS_JSON | {"Prefer": "return=minimal"}).json

    assert (answer.status_code, answer.json["status"]) == (200, "ok")
    assert answer.json == seen
    assert "value" not in seen


@pytest.mark.parametrize("wait", ["", ", wait=0", ", wait=0.01", ", wait=-1", ", wait=soon"])
def test_who_waits_for_a_run_that_goes_on_is_told_that_it_has_begun(client, acting, wait):
    acting.hold()
    answer = client.post("/tools/small/run", json=JSON, headers=AS_JSON | {"Prefer": f"respond-async{wait}"})
    acting.begun()

    assert (answer.status_code, answer.json["state"] in ("queued", "running")) == (202, True)
    acting.let_go()


@pytest.mark.parametrize(
    ("sent", "headers", "json"),
    [
        ({"data": FORM}, {}, False),
        ({"data": FORM}, {"Accept": "*/*"}, False),
        ({"data": FORM}, AS_JSON, True),
        ({"data": FORM}, {"Accept": "text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8"}, False),
        ({"json": JSON}, {}, True),
        ({"json": JSON}, {"Accept": "*/*"}, True),
        ({"json": JSON}, AS_PAGE, False),
        ({"json": JSON}, {"Accept": "application/json;q=0.5, text/html;q=0.4"}, True),
    ],
)
def test_the_answer_is_of_the_kind_that_was_asked_for(client, sent, headers, json):
    run = client.post("/tools/small/run", **sent, headers=headers)
    wrong = client.post(
        "/tools/small/run", **({"json": {}} if "json" in sent else {"data": {"/n": "x"}}), headers=headers
    )

    assert (run.status_code, wrong.status_code) == (200 if json else 303, 422)
    assert (wrong.mimetype == "application/json") is json


def test_a_script_gets_the_address_of_a_run_that_has_begun(client, acting):
    acting.hold()
    answer = client.post("/tools/small/run", data=FORM, headers=ASYNC)
    acting.begun()

    assert answer.status_code == 202
    assert answer.headers["Location"] == f"/runs/{answer.json['run']}"
    run = client.get(answer.headers["Location"], headers=AS_JSON).json
    assert run == {"run": answer.json["run"], "state": "running"}

    acting.let_go()
    client.application.extensions["webform"].runs.wait(run["run"], PATIENCE)
    assert client.get(answer.headers["Location"], headers=AS_JSON).json["status"] == "ok"


def test_the_page_of_a_run_that_goes_on_renews_itself_without_scripts(client, acting):
    acting.hold()
    address = client.post("/tools/small/run", data=FORM, headers=ASYNC).headers["Location"]
    page = client.get(address).text
    panel = client.get(address, headers={"Sec-Fetch-Dest": "iframe"}).text

    for url in (page, panel):
        assert f'<noscript><meta http-equiv="refresh" content="2;url={address}"></noscript>' in url
        assert result_of(url) in ("queued", "running")
        assert f'action="{address}/cancel"' in url
    acting.let_go()
    client.application.extensions["webform"].runs.wait(address.removeprefix("/runs/"), PATIENCE)
    assert "http-equiv" not in client.get(address).text


@pytest.mark.parametrize(
    ("query", "kept"),
    [
        ("view=json&view=a%20b", "view=json&amp;view=a%20b"),
        ('"><script>', "%22%3E%3Cscript%3E"),
        ("a=%22%23b&;url=//evil.example", "a=%22%23b&amp;;url=//evil.example"),
        ("%", "%"),
    ],
)
def test_a_page_that_renews_itself_keeps_what_its_address_asks_for(client, acting, query, kept):
    acting.hold()
    address = client.post("/tools/small/run", data=FORM, headers=ASYNC).headers["Location"]
    page = client.get(address, environ_overrides={"QUERY_STRING": query}).text

    assert f'<noscript><meta http-equiv="refresh" content="2;url={address}?{kept}"></noscript>' in page


@pytest.mark.parametrize(("seconds", "after"), [(0, 2), (30, 5), (600, 15)])
def test_what_takes_long_is_looked_at_less_often(client, seconds, after):
    with client.application.test_request_context():
        assert renewal("/runs/1", time() - seconds) == f"{after};url=/runs/1"


def test_a_slow_tool_does_not_hold_up_a_browser_without_scripts(client, acting):
    acting.hold()
    answer = client.post("/tools/small/run", data=FORM)

    assert answer.status_code == 303
    assert result_of(client.get(answer.headers["Location"]).text) == "running"


def test_a_script_gets_the_inside_of_the_result_section_alone(client):
    address = client.post("/tools/small/run", data=FORM).headers["Location"]
    answer = client.get(address, headers=AS_PAGE | {"Webform-Fragment": "result"})

    assert (answer.headers["Webform-State"], answer.headers["Webform-Status"]) == ("done", "ok")
    assert "data-result" not in answer.text
    assert "<html" not in answer.text
    assert "42" in answer.text


def test_what_is_wrong_is_mended_with_everything_typed_and_nothing_is_sent(client, acting):
    answer = client.post("/tools/small/run", data={"/title": "", "/n": "12abc"})

    assert answer.status_code == 422
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert 'value="12abc"' in answer.text
    assert 'aria-invalid="true"' in answer.text
    assert " fields to run" in answer.text
    assert acting.bodies == []


def test_what_is_wrong_is_told_at_the_controls_of_a_form_and_the_places_of_json(client):
    form = client.post("/tools/small/run", data={"/n": "x"}, headers=ASYNC)
    body = client.post("/tools/small/run", json={"n": "x"})

    assert form.status_code == body.status_code == 422
    assert [problem["at"] for problem in form.json["problems"]] == ["/n", "/title"]
    assert {problem["at"] for problem in body.json["problems"]} == {"/n", "/title"}
    assert set(form.json["problems"][0]) == {"at", "code", "message"}


@pytest.mark.parametrize(
    "text",
    ["", "{", "nothing", "NaN", '{"n": 1e400}', '{"n": Infinity}', "[" * 5000, "\x00", '{"n": ' + "9" * 5000 + "}"],
)
def test_what_is_no_json_is_refused_in_words(client, text):
    answer = client.post("/tools/small/run", data=text, content_type="application/json")

    assert answer.status_code == 400
    assert answer.json["error"]["code"] == "not-json"


def test_text_that_is_not_utf_8_is_refused_in_words(client):
    answer = client.post("/tools/small/run", data=b'{"title": "\xff"}', content_type="application/json")

    assert (answer.status_code, answer.json["error"]["code"]) == (400, "not-json")


@pytest.mark.parametrize("body", [[], "x", 1, None, {"title": "x", "more": 1}, {"title": []}])
def test_json_that_is_no_body_of_the_tool_is_a_problem(client, body, acting):
    for headers in (AS_JSON, AS_PAGE):
        assert client.post("/tools/small/run", json=body, headers=headers).status_code == 422
    assert acting.bodies == []


def test_what_is_hidden_is_left_out_of_json_by_the_same_rule(new_app, acting):
    inputs = [
        {"key": "mode", "type": "text", "label": "Mode"},
        {
            "key": "extra",
            "type": "text",
            "label": "Extra",
            "show_if": {"key": "mode", "equals": "x"},
            "required": False,
        },
    ]
    client = new_app({"id": "small", "name": "S", "inputs": inputs, "outputs": []}).test_client()
    client.post("/tools/small/run", json={"mode": "y", "extra": "hidden"})
    client.post("/tools/small/run", json={"mode": "x", "extra": "shown"})

    assert acting.bodies == [{"mode": "y"}, {"mode": "x", "extra": "shown"}]


def test_a_tool_that_fails_is_a_run_that_failed(client, acting):
    acting.answer = ({"detail": "No luck"}, 500)
    answer = client.post("/tools/small/run", json=JSON)

    assert answer.status_code == 200
    assert (answer.json["state"], answer.json["status"]) == ("done", "error")


def test_what_the_tool_refuses_is_shown_at_the_inputs(client, acting):
    acting.answer = ({"detail": [{"loc": ["body", "title"], "msg": "must rhyme", "type": "value_error"}]}, 422)
    page = client.get(client.post("/tools/small/run", data=FORM).headers["Location"]).text

    assert result_of(page) == "invalid"
    assert re.search(r'data-problem-for="/title"[^>]*>[^<]*must rhyme', page)


def test_html_of_a_tool_is_never_shown(client, acting):
    acting.answer = ("<html><script>__pwned=1</script><h1>Bad gateway</h1>", 502)
    address = client.post("/tools/small/run", data=FORM).headers["Location"]

    for headers in (AS_PAGE, AS_JSON, AS_PAGE | {"Webform-Fragment": "result"}):
        assert "<script>__pwned" not in client.get(address, headers=headers).text
    assert result_of(client.get(address).text) == "error"


def test_a_tool_that_nobody_connected_says_so_and_still_checks(new_app):
    from webform import load
    from webform.web import create_app

    site = new_app().extensions["webform"]
    client = create_app(load(SMALL), site.config).test_client()

    page = client.get("/tools/small").text
    assert "This tool can&#39;t be run: no address is set for it. Give its address with <code>--run-url</code>" in page
    assert "data-run>" not in page
    assert "Not connected" in client.get("/").text
    assert client.post("/tools/small/run", json={}).status_code == 422
    answer = client.post("/tools/small/run", json=JSON)
    assert (answer.status_code, answer.json["error"]["code"]) == (503, "not-connected")


def test_the_same_request_sent_twice_runs_once(client, acting):
    key = {"Idempotency-Key": "one"}
    runs = [client.post("/tools/small/run", data=FORM, headers=ASYNC | key).json["run"] for _ in range(3)]
    runs.append(client.post("/tools/small/run", json=JSON, headers=key).json["run"])

    assert len(set(runs)) == 1
    assert acting.bodies == [JSON]


def test_a_key_of_another_request_is_another_run(client, acting):
    key = {"Idempotency-Key": "one"}
    runs = {client.post("/tools/small/run", json={"title": title}, headers=key).json["run"] for title in ("a", "b")}

    assert len(runs) == len(acting.bodies) == 2


def test_keys_that_differ_late_are_two_requests(client, acting):
    keys = [{"Idempotency-Key": "k" * 300 + end} for end in "abb"]
    runs = [client.post("/tools/small/run", json=JSON, headers=key).json["run"] for key in keys]

    assert (len(set(runs)), runs[1]) == (2, runs[2])


def test_a_button_pressed_twice_without_scripts_runs_once(client, acting, monkeypatch):
    # However long a busy machine takes between the two.
    monkeypatch.setattr("webform.web.runs.TWICE", 60.0)
    first, second = (client.post("/tools/small/run", data=FORM).headers["Location"] for _ in range(2))
    other = client.post("/tools/small/run", data=FORM, headers={"User-Agent": "another"}).headers["Location"]

    assert first == second != other
    assert len(acting.bodies) == 2


def test_programs_that_send_the_same_without_a_key_run_twice(client, acting):
    for _ in range(2):
        client.post("/tools/small/run", json=JSON)

    assert len(acting.bodies) == 2


def test_a_run_is_cancelled(client, acting):
    acting.hold()
    address = client.post("/tools/small/run", data=FORM, headers=ASYNC).headers["Location"]
    acting.begun()
    answer = client.post(f"{address}/cancel", headers=AS_JSON)

    assert (answer.status_code, answer.json["state"], answer.json["status"]) == (200, "cancelled", "cancelled")
    assert result_of(client.get(address).text) == "cancelled"


def test_a_browser_without_scripts_cancels_and_sees_the_run(client, acting):
    acting.hold()
    address = client.post("/tools/small/run", data=FORM, headers=ASYNC).headers["Location"]
    acting.begun()
    answer = client.post(f"{address}/cancel")

    assert (answer.status_code, answer.headers["Location"]) == (303, address)
    assert result_of(client.get(address).text) == "cancelled"


def test_a_forgotten_run_is_gone(client):
    address = client.post("/tools/small/run", data=FORM).headers["Location"]

    assert client.delete(address).status_code == 204
    assert client.get(address).status_code == 404
    assert client.delete(address).status_code == 404


@pytest.mark.parametrize("run", ["none", "A" * 22, "..%2F..", "%00", "x' OR 1=1 --"])
def test_a_run_that_is_not_there_is_a_page_that_says_runs_are_private(client, run):
    for method, path in (("GET", ""), ("POST", "/cancel"), ("DELETE", ""), ("GET", "/download")):
        answer = client.open(f"/runs/{run}{path}", method=method)
        assert answer.status_code == 404
    assert "Runs are private" in client.get("/runs/none").text
    assert client.get("/runs/none", headers=AS_JSON).json["error"]["code"] == "unknown-run"


def test_nobody_lists_runs_and_nobody_keeps_an_answer_about_one(client):
    address = client.post("/tools/small/run", data=FORM).headers["Location"]
    run = address.removeprefix("/runs/")

    for path in ("/runs", "/runs/", "/", "/tools/small", "/?q=small"):
        assert run not in client.get(path).text
    answers = [
        client.get(address),
        client.get(address, headers=AS_JSON),
        client.get(address, headers={"Webform-Fragment": "result"}),
        client.get(f"{address}/download?at=&format=json"),
        client.post(f"{address}/cancel"),
        client.post("/tools/small/run", json=JSON),
        client.post("/tools/small/run", data=FORM),
        client.get("/runs/none"),
    ]
    assert {answer.headers["Cache-Control"] for answer in answers} == {"private, no-store"}
    assert not any("ETag" in answer.headers for answer in answers)


def test_a_part_of_an_answer_is_taken_away_as_a_file(client, acting):
    acting.answer = {"y": 42, "rows": [{"a": "=1+1", "b": 2}], "page": "<script>__pwned=1</script>"}
    address = client.post("/tools/small/run", data=FORM).headers["Location"]

    whole = client.get(f"{address}/download?at=&format=json")
    assert whole.json == acting.answer
    assert whole.headers["Content-Disposition"].startswith("attachment; filename=")
    assert "sandbox" in whole.headers["Content-Security-Policy"]
    table = client.get(f"{address}/download?at=/rows&format=csv")
    assert "'=1+1" in table.text
    for query in ("at=/none&format=json", "at=&format=exe", "at=x&format=json", "at=/rows/99&format=csv"):
        assert client.get(f"{address}/download?{query}").status_code == 404


def test_a_run_is_filled_in_again_to_be_edited(client, acting):
    acting.answer = {"y": 1}
    first = client.post("/tools/small/run", data={"/title": "x\r\ny", "/n": "1e3"})
    page = client.get(first.headers["Location"]).text
    form = page[page.index("<form data-webform") : page.index("</form>")]
    client.post("/tools/small/run", data=MultiDict(entries_of(form)), headers={"User-Agent": "again"})

    assert acting.bodies[0] == acting.bodies[1] == {"title": "x\ny", "n": 1000}


def test_runs_are_there_after_a_restart_and_those_cut_off_are_lost(new_app, acting):
    before = new_app()
    client = before.test_client()
    over = client.post("/tools/small/run", data=FORM).headers["Location"]
    acting.begun()
    acting.hold()
    going = client.post("/tools/small/run", data={"/title": "going"}, headers=ASYNC).headers["Location"]
    acting.begun()
    page = client.get(over).text
    before.extensions["webform"].close()

    after = new_app().test_client()
    assert after.get(over).text == page
    assert after.get(going, headers=AS_JSON).json["state"] == "lost"
    lost = after.get(going).text
    assert result_of(lost) == "lost"
    assert 'value="going"' in lost


def test_the_run_of_a_tool_that_is_served_no_more_is_still_there_as_json(new_app):
    address = new_app().test_client().post("/tools/small/run", data=FORM).headers["Location"]
    client = new_app(SMALL | {"id": "other"}).test_client()

    assert client.get(address).status_code == 404
    assert client.get(address, headers=AS_JSON).json["value"] == {"y": 42}
    assert client.get(f"{address}/download?at=&format=json").json == {"y": 42}


def test_where_too_many_run_the_next_is_told_to_come_again(new_app, acting):
    client = new_app(at_once=1).test_client()
    acting.hold()
    for title in "abcde":
        assert client.post("/tools/small/run", json={"title": title}, headers=ASYNC).status_code == 202
    answer = client.post("/tools/small/run", json=JSON)

    assert (answer.status_code, answer.json["error"]["code"]) == (503, "busy")
    assert answer.headers["Retry-After"] == "5"


def test_credentials_go_to_the_tool_and_nowhere_else(new_app, acting, tmp_path, monkeypatch):
    from webform import load
    from webform.web import Config, create_app, read_config

    monkeypatch.setenv("TOOL_TOKEN", "hunter2")
    file = tmp_path / "webform.toml"
    file.write_text(
        f"""
        database = "secret.sqlite"
        files = "files"
        [tools.small]
        run_url = "{acting.url}"
        headers = {{ Authorization = {{ env = "TOOL_TOKEN", prefix = "Bearer " }} }}
        """
    )
    config, problems = read_config(file)
    app = create_app(load(SMALL), config)
    client = app.test_client()
    acting.answer = ({"detail": "no"}, 500)
    address = client.post("/tools/small/run", data=FORM).headers["Location"]
    shown = [client.get(address).text, client.get(address, headers=AS_JSON).text, client.get("/tools/small").text]

    assert problems == []
    assert acting.headers[0]["Authorization"] == "Bearer hunter2"
    assert not any("hunter2" in text for text in [*shown, repr(config), repr(app.extensions["webform"].served)])
    app.extensions["webform"].close()
    assert all(b"hunter2" not in path.read_bytes() for path in tmp_path.glob("secret.sqlite*"))
    assert isinstance(config, Config)


def test_an_answer_of_two_hundred_levels_is_a_tree_whose_deep_parts_open_alone(client, acting):
    deep = "the innermost"
    for _ in range(100):
        deep = {"n": [deep]}
    acting.answer = {"y": deep}
    address = client.post("/tools/small/run", data={"/title": "x"}).location
    inside = "/n/0" * 98

    assert client.get(address, headers={"Accept": "application/json"}).json["value"] == {"y": deep}
    assert client.get(address).text.count("<details open><summary>") >= 2
    assert "the innermost" in client.get(address, query_string={"in/y": inside}).text
