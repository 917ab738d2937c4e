"""The parts of an answer on the page: their names and addresses, what is taken away, and those of a failure."""

from __future__ import annotations

import pytest

from tests.html.parsed import Parsed, dangers
from tests.html.results import PAYLOADS, run
from tests.outputs.embedding import GIF, url
from webform.html.results import render_result
from webform.result import Artifact, Part, Result

TYPES = ("text", "json", "image", "audio", "video", "html", "file", "link", "tool-call", "source", "other")


def page(*parts: Part, status="ok", known=None, **more) -> str:
    return render_result(Result(status=status, parts=parts, **more), None, run=known or run())


def test_a_part_that_one_may_be_sent_to_is_a_link_and_another_address_is_text_to_copy():
    html = page(
        Part(type="text", value="a", uri="https://a.example/x"),
        Part(type="text", value="b", uri="demo://b"),
        Part(type="link", uri="javascript:alert(1)"),
    )

    assert '<a class="link" href="https://a.example/x" target="_blank" rel="noopener noreferrer">' in html
    assert '<code id="uri@1">demo://b</code><button class="btn small ghost" type="button" data-copy="#uri@1"' in html
    assert "javascript:alert(1)" in Parsed(html).text
    assert dangers(html) == []


def test_downloads_of_a_part_have_addresses_of_their_own():
    html = page(Part(type="text", value="a" * 200), Part(type="image", value=url("image/gif", GIF)))

    assert f'href="/runs/{run().id}/download?part=0&amp;at=&amp;format=txt"' in html
    assert f'href="/runs/{run().id}/download?part=1&amp;at=&amp;format=file"' in html
    assert f'href="/runs/{run().id}?as%400=markdown"' in html


def test_parts_alone_are_an_answer():
    html = page(Part(type="text", value="held"))

    assert "held" in Parsed(html).text
    assert "nothing to show" not in html


def test_what_a_value_came_as_stands_above_it():
    html = page(Part(type="source", value='{"a": 1, "b": [{}]}', uri="demo://a"), value={"a": 1, "b": [{}]})

    assert html.index("data-head") < html.index("demo://a") < html.index('data-view="number"')
    assert f'href="/runs/{run().id}?as%23=text"' in html


@pytest.mark.parametrize("status", ["error", "invalid"])
def test_the_parts_of_a_failure_stand_below_it(status):
    image = Part(type="image", value=url("image/gif", GIF))
    html = page(Part(type="text", value="line\n" * 30), image, status=status, message="No such city")

    assert html.index("No such city") < html.index("Show all of it") < html.index("<img")
    assert html.count("Show all of it") == 1


@pytest.mark.parametrize(("message", "folded"), [("No", 0), ("a\nb", 0), ("x " * 400, 1), ("a\n" * 20, 1)])
def test_a_long_message_of_a_failure_is_there_whole_and_folded(message, folded):
    html = page(status="error", message=message)

    assert html.count("Show all of it") == folded
    assert f">{message}</p>" in html


def test_a_file_at_an_address_says_its_name_and_what_it_holds():
    artifact = Artifact(url="https://a.example/x", title="Report", description="Of today", content_type="a/b", size=3)
    text = Parsed(page(artifact=artifact)).text

    assert all(words in text for words in ("Report", "Of today", "a/b", "3 bytes"))


@pytest.mark.parametrize("payload", PAYLOADS)
def test_nothing_in_a_part_runs_or_reaches_elsewhere(payload):
    parts = [
        Part(type=kind, value=value, title=payload, description=payload, uri=payload, media_type=media)
        for kind in (*TYPES, payload)
        for value in (payload, {payload: [payload]})
        for media in (payload, "text/html", "image/svg+xml")
    ][:120]

    for status in ("ok", "error"):
        for start in (0, 40, 80):
            assert dangers(page(*parts[start : start + 40], status=status)) == []
            assert dangers(render_result(Result(status="ok", parts=tuple(parts[start : start + 40])))) == []


def test_many_and_large_parts_make_a_page_of_bounded_size():
    texts = page(*[Part(type="text", value="word " * 400_000)] * 1000)

    assert len(texts) < 5_000_000
