"""The result of a run used in another tool: only where it fits, and nothing runs."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from werkzeug.wrappers import Response

from webform import load
from webform.web import Config, Served, create_app

CSV = "data:text/csv;base64,YSxiCjEsMgo="
MAKER = {
    "id": "maker",
    "name": "Maker",
    "inputs": [],
    "outputs": [{"key": "y", "type": "text", "label": "Words"}],
}
TEXTS = {"id": "texts", "name": "Texts", "inputs": [{"key": "title", "type": "text", "label": "Title"}]}
NUMBERS = {
    "id": "numbers",
    "name": "Numbers",
    "inputs": [{"key": "limit", "type": "number", "label": "Limit"}, {"key": "max", "type": "number", "label": "Max"}],
}
FILES = {
    "id": "files",
    "name": "Files",
    "inputs": [{"key": "f", "type": "file", "label": "Data", "accept": [".csv", "text/csv"]}],
}
ANY = {"id": "any", "name": "Any", "inputs": [{"key": "f", "type": "file", "label": "File", "required": False}]}
SECRET = {"title": "secret", "type": "object", "properties": {"token": {"type": "string", "writeOnly": True}}}


@pytest.fixture
def client(tmp_path, acting):
    config = Config(database=str(tmp_path / "runs.sqlite"), files=tmp_path / "files")
    tools = [load(declaration)[0] for declaration in (MAKER, SECRET, TEXTS, NUMBERS, FILES, ANY)]
    app = create_app([(declaration, acting.url) for declaration in tools], config)
    yield app.test_client()
    app.extensions["webform"].close()


def ran(client, acting, value):
    acting.answer = {"y": value}
    return client.post("/tools/maker/run", json={}).json["run"]


def links(page):
    """Return the tool and the input of each link that fills in a form, in their order."""
    queries = [
        parse_qs(urlsplit(unescape(match)).query) for match in re.findall(r'href="([^"]*/use\?tool=[^"]*)"', page)
    ]
    return [(query["tool"][0], query.get("input", [""])[0]) for query in queries]


@pytest.mark.parametrize(
    ("value", "places"),
    [
        ("some words", [("texts", "/title")]),
        (42, [("numbers", "/limit"), ("numbers", "/max"), ("texts", "/title")]),
        (CSV, [("files", "/f"), ("any", "/f")]),
    ],
)
def test_the_tools_whose_inputs_take_a_part_are_listed_best_first(client, acting, value, places):
    run = ran(client, acting, value)
    answer = client.get(f"/runs/{run}/use", query_string={"part": "/value/y"})

    assert answer.headers["Cache-Control"] == "private, no-store"
    assert '<meta name="robots" content="noindex">' in answer.text
    assert links(answer.text) == places


def test_the_first_part_that_fits_anywhere_is_shown(client, acting):
    page = client.get(f"/runs/{ran(client, acting, 'some words')}/use").text

    assert re.search(r'aria-current="true"><span dir="auto">Words', page)
    assert links(page) == [("texts", "/title")]


def test_what_fits_as_it_is_comes_before_what_must_be_converted(client, acting):
    notes = {"id": "notes", "name": "Notes", "inputs": [{"key": "text", "type": "textarea", "label": "Text"}]}
    site = client.application.extensions["webform"]
    site.serve([*site.served.values(), Served(tool=load(notes)[0], target=site.served["texts"].target)])
    page = client.get(f"/runs/{ran(client, acting, 'some words')}/use").text

    assert re.search(r'aria-current="true"><span dir="auto">Words', page)


def test_where_none_fits_the_page_says_so(client, acting):
    run = ran(client, acting, {"a": [{"b": None}]})
    page = client.get(f"/runs/{run}/use").text

    assert "No tool takes this value" in page
    assert f'href="/chains?from={run}"' in page


def test_the_form_is_filled_in_and_nothing_runs(client, acting):
    run = ran(client, acting, '<b>"words"</b>')
    query = {"tool": "texts", "part": "/value/y", "input": "/title"}
    answer = client.get(f"/runs/{run}/use", query_string=query)

    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert 'value="&lt;b&gt;&#34;words&#34;&lt;/b&gt;"' in answer.text
    assert "Title comes from the result of Maker. Check it, then run." in answer.text
    assert acting.bodies == [{}]


def test_a_file_is_filled_in_and_run(client, acting):
    run = ran(client, acting, CSV)
    query = {"tool": "files", "part": "/value/y", "input": "/f"}
    page = client.get(f"/runs/{run}/use", query_string=query).text
    kept = unescape(re.search(r'name="/f"[^>]*value="(kept:[^"]*)"|value="(kept:[^"]*)"[^>]*name="/f"', page)[0])
    text = re.search(r'value="(kept:[^"]*)"', kept)[1]
    client.post("/tools/files/run", data={"is#": "object", "/f": text})

    assert acting.bodies[-1] == {"f": CSV}


def test_a_large_answer_that_is_kept_as_a_file_is_filled_in_and_run(client, acting):
    acting.answer = Response(b"a,b\n" + b"1,2\n" * 2_000_000, mimetype="application/zip")
    run = client.post("/tools/any/run", json={}).json["run"]
    page = client.get(f"/runs/{run}/use").text
    assert links(page) == [("any", "/f")]
    query = {"tool": "any", "part": "/value", "input": "/f"}
    filled = client.get(f"/runs/{run}/use", query_string=query).text
    acting.answer = {"y": 1}
    client.post("/tools/any/run", data={"is#": "object", "/f": re.search(r'value="(kept:[^"]*)"', filled)[1]})

    assert acting.bodies[-1]["f"].startswith("data:application/zip;base64,YSxiCjEsMgo")


def test_an_object_of_a_file_and_its_name_is_a_file(client, acting):
    run = ran(client, acting, {"filename": "a.csv", "data": CSV})

    assert links(client.get(f"/runs/{run}/use").text) == [("files", "/f"), ("any", "/f")]


@pytest.mark.parametrize(
    "query",
    [
        {"tool": "texts", "part": "/value/y", "input": "/nowhere"},
        {"tool": "texts", "part": "/value/y", "input": ""},
        {"tool": "numbers", "part": "/value/y", "input": "/limit"},
        {"tool": "secret", "part": "/value/y", "input": "/token"},
    ],
)
def test_nothing_is_filled_into_an_input_that_is_not_there_or_does_not_take_it(client, acting, query):
    answer = client.get(f"/runs/{ran(client, acting, 'words')}/use", query_string=query)

    assert answer.status_code == 422
    assert "words" not in answer.text


@pytest.mark.parametrize(
    ("query", "status"),
    [({"tool": "texts", "part": "/nowhere", "input": "/title"}, 404), ({"tool": "nowhere", "part": "/value/y"}, 404)],
)
def test_what_is_not_there_is_not_found(client, acting, query, status):
    run = ran(client, acting, "words")

    assert client.get(f"/runs/{run}/use", query_string=query).status_code == status
    assert client.get(f"/runs/{'A' * 22}/use", query_string=query).status_code == 404


def test_a_run_without_a_result_has_none_to_use(client, acting):
    acting.answer = ("broken", 500)
    run = client.post("/tools/maker/run", json={}).json["run"]

    assert "There is no result to use" in client.get(f"/runs/{run}/use").text


def test_a_body_that_is_no_object_is_filled_in_as_a_whole(client, acting):
    numbers = {"title": "list", "type": "array", "items": {"type": "number"}}
    site = client.application.extensions["webform"]
    site.serve([*site.served.values(), Served(tool=load(numbers)[0], target=site.served["texts"].target)])
    run = ran(client, acting, [3, 5])
    page = client.get(f"/runs/{run}/use", query_string={"tool": "list", "part": "/value/y", "input": ""}).text

    assert re.findall(r'name="/[01]"[^>]*value="(\d)"|value="(\d)"[^>]*name="/[01]"', page)
