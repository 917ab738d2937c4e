"""Earlier runs: told of by their ids alone, run again, filled in again with what no longer fits marked."""

from __future__ import annotations

import re
from io import BytesIO

import pytest

from tests.web.conftest import SMALL
from webform.messages import message

AS_JSON = {"Accept": "application/json"}
ASYNC = AS_JSON | {"Prefer": "respond-async"}
SAMPLE = "data:text/csv;base64,YSxiCjEsMgo="
SECRET = {
    "title": "small",
    "type": "object",
    "properties": {"title": {"type": "string"}, "token": {"type": "string", "writeOnly": True}},
}


def ran(client, **body):
    return client.post("/tools/small/run", json=body or {"title": "x"}).json["run"]


def test_runs_are_told_of_to_who_has_their_ids(client, acting):
    first, second = ran(client, title="one", n=3), ran(client, title="y" * 200)
    runs = client.get("/runs", query_string={"run": [second, "A" * 22, first, second]})

    assert runs.headers["Cache-Control"] == "private, no-store"
    assert [run["run"] for run in runs.json["runs"]] == [second, first]
    assert runs.json["runs"][1]["state"] == "ok"
    assert runs.json["runs"][1]["tool"] == "small"
    assert runs.json["runs"][1]["inputs"] == [{"label": "Title", "value": "one"}, {"label": "Number", "value": "3"}]
    assert runs.json["runs"][0]["inputs"] == [{"label": "Title", "value": "y" * 59 + "…"}]


def test_without_an_id_no_run_is_told_of(client):
    ran(client)

    assert client.get("/runs").json == {"runs": []}


def test_so_many_runs_are_told_of_at_once(client):
    run = ran(client)
    ids = ["A" * 22 + str(number) for number in range(60)] + [run]

    assert client.get("/runs", query_string={"run": ids}).json == {"runs": []}


def test_a_browser_has_a_page_of_them(client, acting):
    run = ran(client, title="<b>one</b>")
    page = client.get("/runs", query_string={"run": [run, "A" * 22]}, headers={"Accept": "text/html"})

    assert page.headers["Cache-Control"] == "private, no-store"
    assert page.headers["Vary"] == "Accept, Accept-Language"
    assert page.text.count("<li data-line=") == 1
    assert f'href="/runs/{run}"' in page.text
    assert "&lt;b&gt;one&lt;/b&gt;" in page.text
    assert '<meta name="robots" content="noindex">' in page.text


def test_a_script_is_given_the_lines_alone(client):
    run = ran(client)
    headers = {"Accept": "text/html", "Webform-Fragment": "runs"}
    lines = client.get("/runs", query_string={"run": run}, headers=headers)

    assert lines.text.strip().startswith(f'<li data-line="{run}" data-tool="small" data-status="ok"')
    assert lines.headers["Cache-Control"] == "private, no-store"


def test_a_file_is_told_of_by_its_name(new_app):
    inputs = [{"key": "f", "type": "file", "label": "File"}]
    client = new_app(SMALL | {"inputs": inputs}).test_client()
    address = client.post("/tools/small/run", data={"is#": "object", "/f": (BytesIO(b"abc"), "a.txt")}).headers[
        "Location"
    ]
    (run_document,) = client.get("/runs", query_string={"run": address.removeprefix("/runs/")}).json["runs"]

    assert run_document["inputs"] == [{"label": "File", "value": "a.txt, 3 bytes"}]


PIXEL = "data:image/png;base64,iVBORw0KGgo="


@pytest.mark.parametrize(
    ("more", "value", "words"),
    [
        ({"type": "select", "options": [{"value": "gbp", "label": "Pound"}]}, "gbp", "Pound"),
        ({"type": "multiselect", "options": [{"value": 1, "label": "One"}, {"value": 2, "label": "Two"}]}, [2, 1], "Two, One"),
        ({"type": "number", "unit": "km"}, 2.50, "2.5\N{NO-BREAK SPACE}km"),
        ({"type": "slider", "min": 0, "max": 9, "range": True, "unit": "%"}, [1, 5], "1 to 5\N{NO-BREAK SPACE}%"),
        ({"type": "checkbox"}, False, "No"),
        ({"type": "date"}, "2026-01-31", "31 January 2026"),
        ({"type": "datetime"}, "2026-01-31T09:30", "31 January 2026, 09:30"),
        ({"type": "date_range"}, ["2026-01-31", "2026-02-01"], "31 January 2026 to 1 February 2026"),
        ({"type": "tags"}, ["a", "b"], "a, b"),
        ({"type": "tags"}, [], "None"),
        ({"type": "map_point"}, [51.5, -0.25], "51.5, -0.25"),
        ({"type": "map_bbox"}, [[51, -1], [52, 0]], "51, -1 to 52, 0"),
        ({"type": "map_polygon"}, [[51, -1], [52, 0], [52, 1]], "3 points"),
        ({"type": "table", "columns": [{"key": "a", "label": "A"}]}, [{"a": "x"}], "1 row"),
        ({"type": "image"}, PIXEL, "image/png, 8 bytes"),
    ],
    ids=str,
)  # fmt: skip
def test_a_run_is_told_of_in_the_terms_of_its_form(new_app, more, value, words):
    hidden = {"key": "h", "type": "hidden", "label": "Hidden", "default": "kept to itself"}
    client = new_app(SMALL | {"inputs": [hidden, {"key": "v", "label": "Value", **more}]}).test_client()
    run = ran(client, h="kept to itself", v=value)
    (run_document,) = client.get("/runs", query_string={"run": run}).json["runs"]
    page = client.get("/runs", query_string={"run": run}, headers={"Accept": "text/html"}).text

    assert run_document["inputs"] == [{"label": "Value", "value": words}]
    assert words in page
    assert "kept to itself" not in page


def test_what_a_run_was_sent_in_parts_is_told_of_by_their_labels(new_app):
    schema = {
        "title": "small",
        "type": "object",
        "properties": {
            "place": {"title": "Place", "type": "object", "properties": {"city": {"title": "City", "type": "string"}}},
            "stops": {"type": "array", "items": {"type": "object", "properties": {"at": {"type": "string"}}}},
            "kind": {"oneOf": [{"const": "a", "title": "The first"}, {"const": "b", "title": "The second"}]},
            "gone": {"type": ["string", "null"]},
            "token": {"type": "string", "writeOnly": True},
        },
    }
    client = new_app(schema).test_client()
    run = ran(client, place={"city": "Oslo"}, stops=[{"at": "x"}], kind="b", gone=None, token="s3cret")
    (run_document,) = client.get("/runs", query_string={"run": run}).json["runs"]

    assert [input_["value"] for input_ in run_document["inputs"]] == [
        "City: Oslo",
        "1 item",
        "The second",
        "\N{EM DASH}",
    ]


def test_a_run_is_run_again_with_what_it_sent_and_is_another_run(client, acting):
    run = ran(client, title="again", n=2)
    by_page = client.post(f"/runs/{run}/again")
    by_script = client.post(f"/runs/{run}/again", headers=ASYNC)

    assert by_page.status_code == 303
    assert by_script.status_code == 202
    runs = {run, by_page.headers["Location"].removeprefix("/runs/"), by_script.json["run"]}
    assert len(runs) == 3
    client.application.extensions["webform"].runs.wait(by_script.json["run"])
    assert acting.bodies == [{"title": "again", "n": 2}] * 3


def test_a_file_is_sent_again_and_kept_once(new_app, acting, tmp_path):
    inputs = [{"key": "f", "type": "file", "label": "File"}]
    client = new_app(SMALL | {"inputs": inputs}).test_client()
    address = client.post("/tools/small/run", data={"is#": "object", "/f": (BytesIO(b"abc"), "a.txt")}).headers[
        "Location"
    ]
    client.post(f"{address}/again")
    client.post("/tools/small/run", data={"is#": "object", "/f": (BytesIO(b"abc"), "b.txt")})

    assert acting.bodies == [{"f": "data:text/plain;base64,YWJj"}] * 3
    kept = [path for path in (tmp_path / "files").rglob("*") if path.is_file() and path.read_bytes() == b"abc"]
    assert len(kept) == 1


def test_a_run_with_secrets_asks_for_them_before_it_is_run_again(new_app, acting):
    client = new_app(SECRET).test_client()
    run = ran(client, title="x", token="hunter2")
    page = client.post(f"/runs/{run}/again")

    assert page.status_code == 422
    assert "Secrets aren&#39;t saved" in page.text
    assert "hunter2" not in page.text
    assert client.post(f"/runs/{run}/again", headers=ASYNC).status_code == 422
    assert len(acting.bodies) == 1
    listed = client.get("/runs", query_string={"run": run}).text
    assert "hunter2" not in listed


def test_a_required_secret_is_asked_for_and_not_called_what_no_longer_fits(new_app):
    client = new_app(SECRET | {"required": ["token"]}).test_client()
    page = client.get(f"/runs/{ran(client, title='x', token='hunter2')}").text

    assert "Secrets aren&#39;t saved" in page
    assert "no longer fits" not in page


def test_a_tool_that_destroys_is_not_run_again_without_a_word(new_app, acting):
    schema = {"type": "object", "properties": {"title": {"type": "string"}}}
    tool = {"name": "small", "inputSchema": schema, "annotations": {"destructiveHint": True}}
    client = new_app(tool).test_client()
    run = ran(client)

    assert client.post(f"/runs/{run}/again").status_code == 422
    assert client.post(f"/runs/{run}/again", data={"confirm": "yes"}).status_code == 303


def test_a_file_that_is_gone_is_asked_for_again(new_app, acting, tmp_path):
    inputs = [{"key": "f", "type": "file", "label": "File"}]
    client = new_app(SMALL | {"inputs": inputs}).test_client()
    address = client.post("/tools/small/run", data={"is#": "object", "/f": (BytesIO(b"abc"), "a.txt")}).headers[
        "Location"
    ]
    for path in (tmp_path / "files").rglob("*"):
        if path.is_file():
            path.unlink()

    answer = client.post(f"{address}/again", headers=ASYNC)
    assert (answer.status_code, answer.json["problems"][0]["at"]) == (422, "/f")
    assert answer.json["problems"][0]["code"] == "file-gone"


def test_what_no_longer_fits_the_tool_is_marked_and_nothing_runs(new_app, acting):
    run = ran(new_app().test_client(), title="long title", n=3)
    title = SMALL["inputs"][0] | {"max_length": 4}
    client = new_app(SMALL | {"inputs": [title]}).test_client()
    page = client.get(f"/runs/{run}").text

    assert "no longer fits this tool" in page
    assert 'value="long title"' in page
    assert re.search(r'data-problem-for="/title"[^>]*>[^<]+', page)
    assert ">3<" in page or 'value="3"' in page
    assert client.post(f"/runs/{run}/again").status_code == 422
    assert len(acting.bodies) == 1


def test_a_run_that_fits_says_nothing_of_it(client):
    page = client.get(f"/runs/{ran(client)}").text

    assert "no longer fits" not in page
    assert "not kept" not in page


@pytest.mark.parametrize(
    ("more", "value"),
    [
        ({"type": "file"}, SAMPLE),
        ({"type": "file", "accept": [".csv"]}, SAMPLE),
        ({"type": "file", "accept": ["text/csv"], "multiple": True}, [SAMPLE, SAMPLE]),
    ],
    ids=["any", "of a kind", "several"],
)
def test_a_file_that_is_kept_fits_on_the_page_of_its_run(new_app, acting, tmp_path, more, value):
    client = new_app(SMALL | {"inputs": [{"key": "f", "label": "File", **more}]}).test_client()
    address = f"/runs/{client.post('/tools/small/run', json={'f': value}).json['run']}"
    page = client.get(address).text

    assert "no longer" not in page
    assert not re.search(r'data-problem-for="/f[^>]*>[^<]+', page)
    for path in (tmp_path / "files").iterdir():
        path.unlink()
    page = client.get(address).text
    # Each in the summary, and at its place.
    assert page.count(message("file-gone.unnamed", {})) == (4 if isinstance(value, list) else 2)


def test_another_site_runs_nothing_again(client, acting):
    run = ran(client)

    assert client.post(f"/runs/{run}/again", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert len(acting.bodies) == 1


def test_an_unknown_run_is_not_run_again(client):
    assert client.post(f"/runs/{'A' * 22}/again").status_code == 404
