"""Numbers on their way through the app: digits kept, and what is no number of JSON is a problem and never a fault."""

from __future__ import annotations

import pytest

from tests.phrases import on_page
from webform.messages import message

INPUTS = [
    {"key": "n", "type": "number", "label": "N", "required": False},
    {"key": "j", "type": "json", "label": "J", "required": False},
    {"key": "s", "type": "slider", "label": "S", "min": 0, "max": 1, "required": False},
    {"key": "p", "type": "map_point", "label": "P", "required": False},
    {
        "key": "t",
        "type": "table",
        "label": "T",
        "required": False,
        "columns": [{"key": "c", "label": "C", "type": "number"}],
    },
]
AS_JSON = {"Accept": "application/json"}
#: Written as JSON might be, none of them a number that it has or that anybody can keep.
NONE = ["1e400", "-1e400", "NaN", "Infinity", "-Infinity", "9" * 5000, "-" + "9" * 5000, "1" * 4001 + "0"]
CONTROLS = ["/n", "/j", "/s", "/p/0", "/t/0/c"]


@pytest.fixture
def client(new_app):
    return new_app({"id": "t", "name": "T", "inputs": INPUTS, "outputs": []}).test_client()


@pytest.fixture(params=NONE, ids=lambda text: f"{text[:10]} {len(text)}")
def text(request):
    """The text of what is no number."""
    return request.param


@pytest.mark.parametrize(("path", "status"), [("run", 422), ("check", 200)])
def test_what_is_typed_and_is_no_number_is_a_problem(client, acting, text, path, status):
    for name in CONTROLS:
        answer = client.post(f"/tools/t/{path}", data={name: text}, headers=AS_JSON)
        assert (answer.status_code, bool(answer.json["problems"])) == (status, True)

    assert acting.bodies == []


@pytest.mark.parametrize("path", ["run", "check"])
def test_what_is_sent_as_json_and_is_no_number_is_a_problem(client, acting, text, path):
    for body in (text, f'{{"n": {text}}}', f'{{"j": [{text}]}}', f'{{"t": [{{"c": {text}}}]}}'):
        answer = client.post(f"/tools/t/{path}", data=body, content_type="application/json")
        assert (answer.status_code, answer.json["error"]["code"]) == (400, "not-json")

    assert acting.bodies == []


def test_what_a_link_or_a_paste_brings_and_is_no_number_is_shown_with_its_problem(client, text):
    for name in CONTROLS:
        page = client.get("/tools/t", query_string={name: text})
        assert (page.status_code, "Fix 1 field to run" in page.text) == (200, True)
    whole = client.get("/tools/t", query_string={"#": f'{{"n": {text}}}'})
    pasted = client.post("/tools/t/form", data={"do": "fill", "body": f'{{"n": {text}}}'})

    assert (whole.status_code, on_page("unknown-name.link", name="#") in whole.text) == (200, True)
    assert (pasted.status_code, message("not-json.secret", {}) in pasted.text) == (200, True)


def test_what_is_answered_and_is_no_number_is_a_run_that_failed(client, acting, text):
    acting.answer = (f'{{"n": {text}}}', 200, {"Content-Type": "application/json"})
    ran = client.post("/tools/t/run", json={})

    assert (ran.status_code, ran.json["status"]) == (200, "error")
    assert ran.json["message"].startswith("The tool's answer is not JSON: ")
    assert client.get(f"/runs/{ran.json['run']}").status_code == 200


@pytest.mark.parametrize("digits", ["9007199254740993", "-9007199254740993", "0.1", "1e-300", "9" * 3999])
def test_digits_are_kept_all_the_way_to_the_tool_and_back(client, acting, digits):
    number = float(digits) if "." in digits or "e" in digits else int(digits)
    acting.answer = (f'{{"n": {digits}}}', 200, {"Content-Type": "application/json"})
    by_form = client.post("/tools/t/run", data={"/n": digits, "/j": f"[{digits}]", "/t/0/c": digits}, headers=AS_JSON)
    by_json = client.post(
        "/tools/t/run",
        data=f'{{"n": {digits}, "j": [{digits}], "t": [{{"c": {digits}}}]}}',
        content_type="application/json",
    )

    assert acting.bodies == [{"n": number, "j": [number], "t": [{"c": number}]}] * 2
    for ran in (by_form, by_json):
        assert f'"n": {digits}' in ran.text
        assert f'"n": {digits}' in client.get(f"/runs/{ran.json['run']}", headers=AS_JSON).text
