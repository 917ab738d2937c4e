"""Files: kept through every round trip, decoded and sniffed before anything is sent, sent as data URLs."""

from __future__ import annotations

import base64
import hashlib
import io
import json

import pytest
from werkzeug.datastructures import MultiDict

from tests.as_browser import entries_of
from tests.large import Large
from webform.messages import message

TOOL = {
    "id": "files",
    "name": "Files",
    "inputs": [
        {"key": "title", "type": "text", "label": "Title"},
        {"key": "one", "type": "file", "label": "One", "accept": [".csv"], "max_size_mb": 1},
        {"key": "more", "type": "image", "label": "More", "multiple": True, "required": False},
    ],
    "outputs": [],
}
CSV = b"a,b\n1,2\n"
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256))


def data_url(media_type: str, data: bytes) -> str:
    return f"data:{media_type};base64,{base64.b64encode(data).decode()}"


CSV_URL, PNG_URL = data_url("text/csv", CSV), data_url("image/png", PNG)


@pytest.fixture
def client(new_app):
    return new_app(TOOL).test_client()


def upload(data=CSV, name="ü.csv", media_type="text/csv"):
    return (io.BytesIO(data), name, media_type)


def form_in(page: str) -> MultiDict:
    return MultiDict(entries_of(page[page.index("<form data-webform") : page.index("</form>")]))


def test_an_uploaded_file_reaches_the_tool_as_a_data_url(client, acting):
    files = MultiDict(
        [
            ("/title", "t"),
            ("/one", upload()),
            ("/more", upload(PNG, "a.png", "image/png")),
            ("/more", upload(PNG, "b.png", "image/png")),
        ]
    )

    assert client.post("/tools/files/run", data=files).status_code == 303
    assert acting.bodies == [{"title": "t", "one": CSV_URL, "more": [PNG_URL, PNG_URL]}]


def test_a_file_survives_the_mending_of_other_inputs(client, acting):
    wrong = client.post("/tools/files/run", data={"/title": "", "/one": upload()})
    assert wrong.status_code == 422
    assert "ü.csv" in wrong.text
    assert base64.b64encode(CSV).decode() not in wrong.text

    entries = form_in(wrong.text)
    again = client.post("/tools/files/form", data=MultiDict([*entries.items(multi=True), ("do", "remove/more/0")]))
    entries = form_in(again.text if again.status_code == 200 else wrong.text)
    entries["/title"] = "t"
    assert client.post("/tools/files/run", data=entries).status_code == 303
    assert acting.bodies == [{"title": "t", "one": CSV_URL}]


def test_a_new_file_takes_the_place_of_the_one_that_was_kept(client, acting):
    entries = form_in(client.post("/tools/files/run", data={"/one": upload(b"old\n")}).text)
    entries["/title"] = "t"
    entries.add("/one", upload())
    client.post("/tools/files/run", data=entries)

    assert acting.bodies == [{"title": "t", "one": CSV_URL}]


def test_a_run_is_run_again_with_its_files(client, acting):
    first = client.post("/tools/files/run", data={"/title": "t", "/one": upload()})
    entries = form_in(client.get(first.headers["Location"]).text)
    entries["/title"] = "again"
    client.post("/tools/files/run", data=entries)

    assert [body["one"] for body in acting.bodies] == [CSV_URL, CSV_URL]


def test_a_file_is_taken_away(client):
    entries = form_in(client.post("/tools/files/run", data={"/more": upload(PNG, "a.png", "image/png")}).text)
    assert entries["/more"].startswith("kept:")
    entries["do"] = "remove/more/0"
    after = client.post("/tools/files/form", data=entries)

    assert "/more" not in form_in(after.text) or not form_in(after.text)["/more"]


def test_a_file_that_is_kept_no_longer_is_asked_for_again(client, acting):
    entries = form_in(client.post("/tools/files/run", data={"/one": upload()}).text)
    entries["/title"] = "t"
    for path in client.application.extensions["webform"].files.blobs.path.iterdir():
        path.unlink()
    answer = client.post("/tools/files/run", data=entries)

    assert answer.status_code == 422
    assert message("file-gone", {"name": "ü.csv"}) in answer.text
    assert acting.bodies == []


@pytest.mark.parametrize(
    ("file", "words"),
    [
        (upload(b"\x89PNG\r\n\x1a\n", "a.csv"), "choose CSV"),
        (upload(CSV, "a.exe", "application/octet-stream"), "choose CSV"),
        (Large(lambda: upload(b"x" * (1024 * 1024 + 1))), "the limit is 1 MB"),
    ],
)
def test_a_file_of_another_type_or_size_is_a_problem_at_its_input(client, acting, file, words):
    answer = client.post("/tools/files/run", data={"/title": "t", "/one": file}, headers={"Accept": "application/json"})

    assert answer.status_code == 422
    assert [problem["at"] for problem in answer.json["problems"]] in (["/one"], ["/one", "/one"])
    assert words in answer.json["problems"][0]["message"]
    assert acting.bodies == []


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("data:text/csv;base64,QQ=", "bad-base64"),
        ("data:text/csv;base64,Q Q=", "bad-base64"),
        ("data:text/csv,a", "not-base64"),
        ("data:text/csv" + ";a=b" * 100_000 + ";base64,QQ==", "bad-data-url"),
        ("data:text/csv;name=../../x;base64,iVBORw0KGgo=", "wrong-file-type"),
        (data_url("text/csv", b"x" * (1024 * 1024 + 1)), "too-large"),
        ("kept:" + "0" * 64 + ":1:data%3Atext%2Fcsv%3Bbase64%2C:x", "not-a-data-url"),
        ("https://evil.example/x.csv", "not-a-data-url"),
        ("file:///etc/passwd", "not-a-data-url"),
        (7, "type"),
    ],
)
def test_a_data_url_in_json_is_read_strictly(client, acting, url, code):
    answer = client.post("/tools/files/run", json={"title": "t", "one": url})

    assert answer.status_code == 422
    assert [(problem["at"], problem["code"]) for problem in answer.json["problems"]] == [("/one", code)]
    assert acting.bodies == []


def test_data_urls_in_json_are_moved_to_the_store_and_sent_as_they_came(client, acting):
    body = {"title": "t", "one": "data:text/csv;charset=utf-8;base64,YQ==", "more": [PNG_URL]}
    run = client.post("/tools/files/run", json=body).json

    assert acting.bodies == [body]
    stored = client.application.extensions["webform"].runs.get(run["run"]).body
    assert (stored["one"].size, stored["more"][0].media_type) == (1, "image/png")
    assert "YQ==" not in client.get(f"/runs/{run['run']}").text


BARE = {
    "name": "bare",
    "inputSchema": {
        "type": "object",
        "properties": {"png": {"type": "string", "contentEncoding": "base64", "contentMediaType": "image/png"}},
    },
}


def test_a_file_in_base64_alone_is_sent_without_the_head_of_a_data_url(new_app, acting):
    client, encoded = new_app(BARE).test_client(), base64.b64encode(PNG).decode()

    first = client.post("/tools/bare/run", data=MultiDict([("/png", upload(PNG, "a.png", "image/png"))]))
    again = client.post("/tools/bare/run", json={"png": encoded}).json
    page = client.get(first.headers["Location"]).text
    client.post("/tools/bare/run", data=form_in(page), headers={"User-Agent": "another"})

    assert acting.bodies == [{"png": encoded}] * 3
    assert client.application.extensions["webform"].runs.get(again["run"]).body["png"].size == len(PNG)


def test_a_body_with_files_fills_the_form_without_carrying_them(client):
    answer = client.post("/tools/files/form", data={"do": "fill", "body": json.dumps({"title": "t", "one": CSV_URL})})

    assert form_in(answer.text)["/one"].startswith("kept:")


@pytest.mark.parametrize(
    "text",
    [
        "kept:" + "0" * 64 + ":1:data%3Atext%2Fcsv%3Bbase64%2C:x",
        "kept:../../etc/passwd:1:x:y",
        "kept:",
        "data:,x",
        "x" * 10_000,
    ],
)
def test_what_a_form_says_it_has_uploaded_is_not_believed(client, acting, text):
    answer = client.post("/tools/files/run", data={"/title": "t", "/one": text}, headers={"Accept": "application/json"})

    assert answer.status_code == 422
    assert {problem["at"] for problem in answer.json["problems"]} == {"/one"}
    assert acting.bodies == []


def test_a_file_where_none_is_asked_for_is_a_problem(client, acting):
    answer = client.post(
        "/tools/files/run", data={"/title": upload(), "/one": upload()}, headers={"Accept": "application/json"}
    )

    assert answer.json["problems"][0]["message"] == message("unknown-name.file", {"name": "/title"})
    assert acting.bodies == []


@pytest.mark.parametrize("path", ["run", "check"])
def test_a_guess_at_what_somebody_uploaded_learns_nothing_and_gets_nothing(client, acting, path):
    client.post("/tools/files/run", data={"is#": "object", "/title": "x", "/one": upload(b"pay,raise\n1,900\n")})
    acting.bodies.clear()
    answers = []
    for guess in (b"pay,raise\n1,900\n", b"pay,raise\n1,901\n"):
        text = f"kept:{hashlib.sha256(guess).hexdigest()}:{len(guess)}:data%3Atext%2Fcsv%3Bbase64%2C:a.csv"
        sent = {"is#": "object", "/title": "x", "/one": text}
        answers.append(client.post(f"/tools/files/{path}", data=sent, headers={"Accept": "application/json"}))

    assert answers[0].text == answers[1].text
    assert [problem["code"] for problem in answers[0].json["problems"]] == ["file-gone"]
    assert acting.bodies == []
