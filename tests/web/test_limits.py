"""Limits: what is too much is refused in words that say how much may be, and costs nobody else anything."""

from __future__ import annotations

import http.client
import io
import json

import pytest
from werkzeug.datastructures import MultiDict

from tests.large import Large
from webform import values
from webform.messages import message
from webform.values import NotJSONError
from webform.web.sent import MAX_VALUES

MB = 1024 * 1024
AS_JSON = {"Accept": "application/json"}


@pytest.fixture
def client(new_app):
    return new_app(max_body_mb=2, max_field_mb=1, max_parts=50).test_client()


@pytest.mark.parametrize(
    "sent",
    [
        Large(lambda: {"data": {"/title": "x" * (MB + 1)}}),
        Large(lambda: {"data": {"/title": "x" * (MB + 1)}, "content_type": "multipart/form-data"}),
        {"data": {f"/x{index}": "x" for index in range(60)}},
        {"data": {f"/x{index}": "x" for index in range(60)}, "content_type": "multipart/form-data"},
        Large(lambda: {"data": {"/title": (io.BytesIO(b"x" * 3 * MB), "a.txt")}}),
        Large(lambda: {"data": b"[" + b"1," * MB + b"1]", "content_type": "application/json"}),
    ],
    ids=["field", "field in parts", "controls", "controls in parts", "file", "json"],
)
def test_what_is_too_large_is_refused_and_the_limits_are_said(client, acting, sent):
    answer = client.post("/tools/small/run", **sent, headers=AS_JSON)

    assert answer.status_code == 413
    message = answer.json["error"]["message"]
    assert message.startswith("A request may have 2 MB, a field of a form 1 MB, and a form 50 controls.")
    assert acting.bodies == []


def test_a_refusal_for_size_is_a_page_where_a_page_is_asked_for(client):
    answer = client.post("/tools/small/run", data={"/title": "x" * (MB + 1)})

    assert (answer.status_code, answer.mimetype) == (413, "text/html")
    assert "A request may have 2 MB" in answer.text


@pytest.mark.parametrize("path", ["/tools/small/check", "/tools/small/form"])
def test_the_limits_hold_wherever_something_is_posted(client, path):
    assert client.post(path, data={"/title": "x" * (MB + 1), "do": "reset#"}).status_code == 413


def test_what_is_within_the_limits_is_taken(client, acting):
    title = "x" * (MB - 1)
    answer = client.post("/tools/small/run", data={"/title": title}, content_type="multipart/form-data")

    assert answer.status_code == 303
    assert acting.bodies == [{"title": title}]


def test_a_form_of_a_thousand_controls_and_fields_beyond_the_defaults_of_the_framework_are_taken(new_app, acting):
    table = {"key": "rows", "type": "table", "label": "Rows", "columns": [{"key": "a", "label": "A"}]}
    client = new_app({"id": "small", "name": "S", "inputs": [table], "outputs": []}).test_client()
    entries = [entry for row in range(1500) for entry in (("row/rows", str(row)), (f"/rows/{row}/a", "x" * 1000))]
    answer = client.post("/tools/small/run", data=MultiDict(entries), content_type="multipart/form-data")

    assert answer.status_code == 303
    assert len(acting.bodies[0]["rows"]) == 1500


def test_a_json_bomb_of_many_values_is_refused_before_it_is_read(new_app, acting):
    client = new_app().test_client()
    many = "[" + "{}," * MAX_VALUES + "{}]"
    posts = [
        ("run", {"data": many, "content_type": "application/json"}),
        ("check", {"data": many, "content_type": "application/json"}),
        ("run", {"data": {"is/title": "json", "/title": many}, "content_type": "multipart/form-data"}),
        ("form", {"data": {"do": "fill", "body": many}, "content_type": "multipart/form-data"}),
    ]
    for path, post in posts:
        answer = client.post(f"/tools/small/{path}", **post, headers={"Accept": "application/json"})

        assert (answer.status_code, answer.json["error"]["code"]) == (413, "too-many-values")
        assert "Expected at most 200,000 values in a body." in answer.json["error"]["message"]
    assert acting.bodies == []


def test_no_text_of_more_values_than_anyone_reads_is_built(monkeypatch):
    monkeypatch.setattr(values, "_decoder", None)
    with pytest.raises(NotJSONError, match=r"^more than 1,000,000 values$"):
        values.read_json("[" + "[]," * 1_000_000 + "[]]")


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 30_000, "[" * 257 + "]" * 257, '{"title":' * 300])
def test_json_that_is_nested_too_deeply_is_a_problem_wherever_it_comes_in(client, acting, text):
    for path in ("run", "check"):
        answer = client.post(f"/tools/small/{path}", data=text, content_type="application/json")
        assert (answer.status_code, answer.json["error"]["code"]) == (400, "not-json")
        answer = client.post(f"/tools/small/{path}", data={"/n": text, "is/n": "json"}, headers=AS_JSON)
        assert [problem["code"] for problem in answer.json["problems"] if problem["at"] == "/n"] == ["not-json"]
    for form in ({"do": "fill", "body": text}, {"/n": text, "is/n": "json"}):
        assert client.post("/tools/small/form", data=form).status_code == 200
    assert client.post("/tools/small/form", data={"do": f"take{text}"}).status_code == 422
    assert client.get("/tools/small", query_string={"#": text[:4000]}).status_code == 200
    assert acting.bodies == []


@pytest.mark.parametrize("ends", ["[]", ['{"k":', "}"]], ids=["lists", "objects"])
def test_json_that_is_nested_as_deeply_as_it_may_be_is_run(new_app, acting, ends):
    client = new_app({"name": "t", "inputSchema": {"properties": {"a": {}}}}).test_client()
    deep = ends[0] * 255 + ("" if ends == "[]" else "1") + ends[1] * 255
    answer = client.post("/tools/t/run", data=f'{{"a": {deep}}}', content_type="application/json")

    assert (answer.status_code, acting.bodies) == (200, [{"a": json.loads(deep)}])


@pytest.mark.parametrize(
    "name", ["/rows/999999999/a", "/rows/-1/a", "/rows/1e3/a", "/" * 5000, "/rows/0/__proto__", "row/rows"]
)
def test_hostile_names_of_controls_are_problems_and_nothing_more(new_app, acting, name):
    table = {
        "key": "rows",
        "type": "table",
        "label": "Rows",
        "columns": [{"key": "a", "label": "A"}],
        "required": False,
    }
    client = new_app({"id": "small", "name": "S", "inputs": [table], "outputs": []}).test_client()
    answer = client.post("/tools/small/run", data={name: "x"}, headers=AS_JSON)

    assert answer.status_code == 422
    assert len(answer.json["problems"]) >= 1
    assert acting.bodies == []


def test_a_request_that_is_too_large_is_answered_over_a_real_connection(new_app, serve):
    host = serve(new_app(max_body_mb=1)).removeprefix("http://")
    connection = http.client.HTTPConnection(host, timeout=10)
    connection.request("POST", "/tools/small/run", body=b"x" * 5 * MB, headers={"Content-Type": "application/json"})
    answer = connection.getresponse()

    assert answer.status == 413
    assert b"A request may have 1 MB" in answer.read()
    connection.close()


def test_where_files_have_no_room_it_is_said_at_the_input_and_nothing_typed_is_lost(new_app, acting):
    paper = {"key": "paper", "type": "file", "label": "Paper"}
    title = {"key": "title", "type": "text", "label": "Title"}
    client = new_app({"id": "full", "name": "Full", "inputs": [title, paper]}, max_files_mb=0.01).test_client()
    sent = {"/title": "typed", "/paper": (io.BytesIO(b"x" * 20_000), "a.txt")}
    words = message("store-full", {})

    page = client.post("/tools/full/run", data=sent, headers={"Accept": "text/html"})
    assert page.status_code == 422
    assert f'data-problem-for="/paper">{words}' in page.text
    assert 'value="typed"' in page.text

    url = "data:text/plain;base64," + "eHh4" * 10_000
    answer = client.post("/tools/full/run", json={"title": "t", "paper": url})
    assert (answer.status_code, answer.json["error"]) == (503, {"code": "store-full", "message": words + "."})
    assert "Retry-After" in answer.headers
    assert acting.bodies == []
