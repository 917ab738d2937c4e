"""Two runs side by side: what they were sent, what came back, and what differs."""

from __future__ import annotations

import re

import pytest

from tests.web.conftest import SMALL

OTHER = {"id": "other", "name": "Other", "inputs": []}


def ran(client, tool="small", **body):
    return client.post(f"/tools/{tool}/run", json=body).json["run"]


def compared(client, a, b):
    return client.get("/runs/compare", query_string={"a": a, "b": b})


def test_what_was_sent_and_what_came_back_stand_side_by_side(client, acting):
    acting.answer = {"y": "the brown fox", "n": 1}
    first = ran(client, title="one", n=3)
    acting.answer = {"y": "the red fox", "n": 1}
    answer = compared(client, first, ran(client, title="two", n=3))

    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert '<meta name="robots" content="noindex">' in answer.text
    assert '<li data-kind="changed" data-at="/title">' in answer.text
    assert '<strong dir="auto">Title</strong>' in answer.text
    assert "the <del>brown </del>fox" in answer.text
    assert "the <ins>red </ins>fox" in answer.text
    assert '<li data-kind="same" data-at="/n">' in answer.text


def test_what_is_markup_stands_as_text(client, acting):
    acting.answer = {"<img src=x>": "<script>1</script>"}
    first = ran(client, title="<b>a</b>")
    acting.answer = {"<img src=x>": "<script>2</script>"}
    page = compared(client, first, ran(client, title="<b>b</b>")).text

    assert "<img" not in page
    assert "<script>1" not in page
    assert "<b>" not in page


def test_runs_that_are_the_same_have_no_differences(client):
    page = compared(client, ran(client, title="x"), ran(client, title="x")).text

    assert page.count("No differences") == 2


def test_a_run_that_has_no_result_yet_is_compared_by_what_it_was_sent(client, acting):
    acting.hold()
    headers = {"Prefer": "respond-async"}
    runs = [client.post("/tools/small/run", json={"title": letter}, headers=headers).json["run"] for letter in "ab"]
    page = compared(client, *runs).text
    acting.let_go()

    assert "Neither run has a result." in page
    assert 'data-at="/title"' in page


def places(page):
    """Return what each difference of *page* is called: its input or output, and the way from there."""
    whats = re.findall(r'<div class="what">(.*?)<span class="kind">', page)
    return [" / ".join(re.findall(r"<(?:strong|bdi)[^>]*>(.*?)<", what)) for what in whats]


def test_differences_are_named_by_labels_and_numbers_of_rows(new_app, acting):
    columns = [{"key": "day", "label": "Day", "type": "number"}, {"key": "kg", "label": "Weight", "type": "number"}]
    tool = {
        "id": "small", "name": "Small",
        "inputs": [{"key": "rows", "type": "table", "label": "Loads", "columns": columns}],
        "outputs": [{"key": "plan", "type": "table", "label": "Plan", "columns": columns}],
    }  # fmt: skip
    client = new_app(tool).test_client()
    acting.answer = {"plan": [{"day": 1, "kg": 2}], "more": {"x": [1, 2]}}
    first = ran(client, rows=[{"day": 1, "kg": 1}, {"day": 2, "kg": 1}])
    acting.answer = {"plan": [{"day": 1, "kg": 3}, {"day": 2, "kg": 3}], "more": {"x": [1, 3]}}
    page = compared(client, first, ran(client, rows=[{"day": 1, "kg": 1}, {"day": 2, "kg": 5}])).text

    assert places(page) == [
        "Loads / Row 2 / Weight", "more / x / Item 2", "Plan / Row 1 / Weight", "Plan / Row 2",
    ]  # fmt: skip
    assert '<li data-kind="changed" data-at="/rows/1/kg">' in page


def test_differences_are_named_by_the_titles_of_a_schema(new_app, acting):
    row = {"type": "object", "properties": {"kg": {"type": "number", "title": "Weight"}}}
    plan = {"type": "array", "title": "Plan", "items": row}
    schema = {"type": "object", "properties": {"plan": plan}}
    client = new_app({"name": "small", "inputSchema": {"type": "object"}, "outputSchema": schema}).test_client()
    acting.answer = {"plan": [{"kg": 1}]}
    first = ran(client)
    acting.answer = {"plan": [{"kg": 2}]}

    assert places(compared(client, first, ran(client)).text) == ["Plan / Row 1 / Weight"]


def test_many_differences_of_one_output_are_folded(client, acting):
    acting.answer = {"y": list(range(200)), "z": 1}
    first = ran(client, title="x")
    acting.answer = {"y": list(range(1, 201)), "z": 2}
    page = compared(client, first, ran(client, title="x")).text

    assert ">201 differences<" in page
    shown, _, folded = page.partition("<summary>More differences in Y</summary>")
    assert (shown.count('data-kind="changed"'), folded.count('data-kind="changed"')) == (10, 91)
    assert ">and 100 more<" in folded


@pytest.mark.parametrize("side", ["a", "b"])
def test_an_unknown_run_is_said_to_be_unknown(client, side):
    query = {"a": ran(client, title="x"), "b": ran(client, title="x")} | {side: "A" * 22}
    answer = client.get("/runs/compare", query_string=query)

    assert answer.status_code == 422
    assert f'id="problem-{side}">There is no such run. It may have expired.' in answer.text


def test_runs_of_two_tools_are_not_compared(new_app):
    client = new_app(SMALL, OTHER).test_client()
    answer = compared(client, ran(client, title="x"), ran(client, "other"))

    assert answer.status_code == 422
    assert "This run is of another tool." in answer.text


def test_without_both_runs_they_are_asked_for_by_their_links(client):
    first, second = ran(client, title="x"), ran(client, title="y")
    asked = client.get("/runs/compare", query_string={"a": first})

    assert asked.status_code == 200
    assert f'value="{first}"' in asked.text
    links = [f"http://localhost/runs/{first}?x=1#result", f" /runs/{second}/ "]
    assert "No differences" in compared(client, *links).text


def test_secrets_and_files_are_not_in_it(new_app, acting):
    schema = {
        "title": "small",
        "type": "object",
        "properties": {"token": {"type": "string", "writeOnly": True}, "f": {"type": "string", "format": "data-url"}},
    }
    client = new_app(schema).test_client()
    page = compared(
        client,
        ran(client, token="hunter2", f="data:text/plain;base64,YWJj"),
        ran(client, token="hunter3", f="data:text/plain;base64,YWJk"),
    ).text

    assert "hunter" not in page
    assert "3 bytes" in page
    assert "YWJj" not in page


def test_what_is_too_large_is_compared_in_part(client, acting):
    acting.answer = {"y": list(range(30_000))}
    first = ran(client, title="x")
    acting.answer = {"y": list(range(1, 30_001))}
    answer = compared(client, first, ran(client, title="x"))

    assert "Too large to compare in full." in answer.text
    assert len(answer.data) < 1_000_000
