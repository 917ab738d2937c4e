"""The parts of an answer beside its value, as views."""

from __future__ import annotations

import json

import pytest

from tests.outputs.embedding import GIF, HTML, SVG, WAV, url
from webform.outputs.looks import Look
from webform.outputs.parts import MAX_PARTS
from webform.outputs.views import download, views_of
from webform.result import Part, Result
from webform.values import ABSENT

CITIES = '[{"city": "Oslo", "t": 1.50}, {"city": "Rome", "t": 2},   {"city": "Bern", "t": null}]'


def result(*parts: Part, value=ABSENT) -> Result:
    return Result(status="ok", value=value, parts=parts)


def shown(*parts: Part, value=ABSENT, **more):
    return views_of(None, result(*parts, value=value), **more)


@pytest.mark.parametrize(
    ("part", "view"),
    [
        (Part(type="text", value="a"), "text"),
        (Part(type="text", value="a", media_type="text/markdown"), "markdown"),
        (Part(type="text", value="a = 1", media_type="text/x-python"), "code"),
        (Part(type="html", value="<p>", media_type="text/html"), "html"),
        (Part(type="text", value=CITIES), "table"),
        (Part(type="text", value=CITIES, media_type="application/json"), "table"),
        (Part(type="text", value=CITIES, media_type="text/markdown"), "markdown"),
        (Part(type="text", value='{"a": {"b": [1]}}'), "json"),
        (Part(type="json", value={"a": 1}), "kv"),
        (Part(type="image", value=url("image/gif", GIF), media_type="image/gif"), "image"),
        (Part(type="audio", value=url("audio/wav", WAV)), "audio"),
        (Part(type="file", value=url("application/zip", b"PK\x03\x04")), "file"),
        (Part(type="link", uri="https://a.example/x"), "link"),
        (Part(type="link", uri="https://a.example/x.png", media_type="image/png"), "link"),
        (Part(type="link", uri="javascript:alert(1)"), "text"),
        (Part(type="link", uri="demo://a"), "text"),
    ],
)
def test_a_part_has_the_view_of_its_media_type_and_value(part, view):
    (seen,) = shown(part)

    assert (seen.name, seen.at, seen.of) == (view, "@0", "@0")


def test_a_part_says_what_it_is_called_its_address_media_type_and_size():
    part = Part(
        type="text", value="x", title="Report", description="Of today", uri="demo://a", media_type="text/x-a", size=5
    )
    (seen,) = shown(part)

    assert (seen.title, seen.description, seen.uri, seen.note) == (
        "Report",
        "Of today",
        "demo://a",
        "text/x-a, 5 bytes",
    )


def test_parts_of_the_same_name_are_counted():
    titles = [
        view.title
        for view in shown(*[Part(type="text", value="x")] * 2, Part(type="image", value=url("image/gif", GIF)))
    ]

    assert titles == ["Text", "Text 2", "Image"]


def test_parts_come_after_the_value_and_an_empty_value_gives_way_to_them():
    part = Part(type="text", value="x")

    assert [view.at for view in shown(part, value={"a": 1, "b": [{}]})] == ["/a", "/b", "@0"]
    assert [view.at for view in shown(part, value="")] == ["@0"]
    assert [view.at for view in shown(value="")] == [""]


def test_an_address_of_media_is_shown_where_its_site_may_show_media():
    part = Part(type="link", uri="https://a.example/x.png", media_type="image/png")
    (seen,) = shown(part, origins=("https://a.example",))

    assert seen.name == "image"


def test_the_value_is_shown_by_what_it_came_as():
    source = Part(type="source", title="Notes", uri="file:///a.md", media_type="text/markdown")
    (seen,) = shown(source, value="plain")

    assert (seen.name, seen.title, seen.uri, seen.at) == ("markdown", "Notes", "file:///a.md", "")


def test_above_several_views_of_the_value_stands_what_it_came_as():
    head, *others = shown(Part(type="source", value='{"a": 1, "b": [{}]}', uri="a:b"), value={"a": 1, "b": [{}]})

    assert (head.name, head.layout, head.uri, head.others) == ("head", "head", "a:b", ("text", "json"))
    assert [(view.at, "text" in view.others) for view in others] == [("/a", False), ("/b", False)]


@pytest.mark.parametrize(
    "came",
    [
        result(value=CITIES),
        result(Part(type="source", value=CITIES), value=json.loads(CITIES)),
        result(Part(type="text", value=CITIES)),
    ],
)
def test_json_in_a_text_is_shown_as_what_it_holds_and_as_the_text_it_came_as(came):
    (seen,) = views_of(None, came)
    (as_text,) = views_of(None, came, looks={seen.of: Look(view="text")})

    assert (seen.name, "text" in seen.others) == ("table", True)
    assert (as_text.name, as_text.data.text) == ("text", CITIES)


def test_of_several_views_the_whole_can_be_seen_as_text_and_as_a_tree():
    came = result(value='{"a": 1.0, "b": [{}]}')

    assert [view.name for view in views_of(None, came)] == ["head", "number", "json"]
    assert [view.data.text for view in views_of(None, came, looks={"": Look(view="text")})] == [came.value]
    assert [view.name for view in views_of(None, came, looks={"": Look(view="json")})] == ["json"]


@pytest.mark.parametrize("text", ["[1] and more", "{", "5", '"a"', "NaN", "[" * 300 + "]" * 300])
def test_a_text_that_is_no_one_object_or_list_is_a_text(text):
    assert shown(value=text)[0].name == "text"


@pytest.mark.parametrize(
    ("part", "at", "form", "content"),
    [
        (None, "", "csv", b"city,t\r\nOslo,1.5\r\nRome,2\r\nBern,\r\n"),
        (None, "", "txt", CITIES.encode()),
        (None, "/0/t", "json", b"1.5"),
        ("0", "", "csv", b"city,t\r\nOslo,1.5\r\nRome,2\r\nBern,\r\n"),
        ("0", "", "txt", CITIES.encode()),
        ("0", "/1", "json", b'{\n  "city": "Rome",\n  "t": 2\n}'),
        ("1", "", "file", GIF),
    ],
)
def test_a_part_is_taken_away_by_its_own_place(part, at, form, content):
    came = result(Part(type="text", value=CITIES), Part(type="image", value=url("image/gif", GIF)), value=CITIES)
    taken = download(None, came, at, form, part)

    assert taken is not None
    assert taken.content() == content


@pytest.mark.parametrize(("part", "at"), [("2", ""), ("-1", ""), ("x", ""), ("0", "/9"), ("1", "/a"), ("²", "")])
def test_there_is_nothing_to_take_away_where_there_is_no_part(part, at):
    came = result(Part(type="text", value=CITIES), Part(type="link", uri="a:b"))

    assert download(None, came, at, "json", part) is None


def test_of_many_parts_a_page_shows_some_and_all_are_in_a_download():
    came = result(*[Part(type="text", value="x")] * 1000)
    views = views_of(None, came)
    taken = download(None, came, "", "json", "")

    assert len(views) == MAX_PARTS + 1
    assert "960 more" in views[-1].data.text
    assert taken is not None
    assert taken.content().count(b'"type": "text"') == 1000


@pytest.mark.parametrize("data", [HTML, SVG])
def test_bytes_that_are_no_picture_are_no_picture_whatever_they_are_called(data):
    (seen,) = shown(Part(type="image", value=url("image/png", data), media_type="image/png"))

    assert seen.name == "file"
    assert seen.downloads[0].media_type == "application/octet-stream"
