"""The view that a value gets by its schema and its shape: what the table of the documentation says."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import pytest

from tests.outputs.embedding import GIF, WAV, url
from tests.outputs.showing import PNG, RESPONSE, declared, tool
from webform.outputs import KINDS
from webform.outputs.base import About
from webform.outputs.choosing import RULES, choose, rule_of
from webform.outputs.looks import Look
from webform.outputs.schema_view import Annotations, annotations_of
from webform.outputs.views import views_of
from webform.result import Result

STRING, OBJECT = {"type": "string"}, {"type": "object"}
PICTURE = base64.b64encode(GIF * 3).decode()
FILM = base64.b64encode(b"\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom").decode()
DIFF = "--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n"
PDF = base64.b64encode(b"%PDF-1.7 " + b"x" * 90).decode()
SOUND = base64.b64encode(WAV * 3).decode()
TITLED = {"oneOf": [{"const": "GB", "title": "United Kingdom"}, {"const": 2, "title": "Two"}, {"const": None}]}
CSV = url("text/csv", b"a,b\n1,2\n")
POINT = {"type": "Point", "coordinates": [10, 59]}
PERSON = {"type": "object", "properties": {"name": STRING, "tags": {"type": "array", "items": STRING}}}
SHAPES = {
    "oneOf": [
        {"title": "Circle", "type": "object", "properties": {"kind": {"const": "circle"}, "r": {"type": "number"}},
         "required": ["kind"]},
        {"title": "Square", "type": "object", "properties": {"kind": {"const": "square"}, "a": {"type": "number"}},
         "required": ["kind"]},
    ]
}  # fmt: skip

PAGE = (Path(__file__).parents[2] / "docs/views.md").read_text(encoding="utf-8")
#: The tables of the documentation: declared type -> view, and the view of each line of the list, by its number.
TYPES = dict(re.findall(r"^\| `(\w+)` \| `(\w+)` \|", PAGE, re.MULTILINE))
LINES = [(when, view) for when, view in re.findall(r"^\| \d+ \| (.+) \| `(\w+)` \|$", PAGE, re.MULTILINE)]

#: A schema (`None`: none), a value, the view.
PAIRS = [
    (None, None, "null"),
    ({"type": ["null", "string"]}, None, "null"),
    (TITLED, "GB", "choice"),
    (TITLED, 2, "choice"),
    (TITLED, "FR", "text"),
    ({"enum": ["a", "b"]}, "a", "text"),
    ({"enum": [1, 2]}, 2, "number"),
    ({"const": True, "title": "Ready"}, True, "boolean"),
    (None, True, "boolean"),
    ({"type": "boolean"}, False, "boolean"),
    (None, 5, "number"),
    ({"type": "integer"}, 2**70, "number"),
    ({"type": "number", "format": "percent"}, 0.5, "number"),
    ({"type": "number", "format": "progress"}, 0.5, "progress"),
    ({"type": "number", "format": "progress"}, 5, "number"),
    ({"type": "string"}, 5, "number"),
    ({**STRING, "contentEncoding": "base64", "contentMediaType": "image/gif"}, PICTURE, "image"),
    ({**STRING, "contentEncoding": "base64", "contentMediaType": "audio/wav"}, SOUND, "audio"),
    ({**STRING, "contentEncoding": "base64", "contentMediaType": "video/mp4"}, FILM, "video"),
    ({**STRING, "contentEncoding": "base64", "contentMediaType": "application/pdf"}, "JVBERi0xLjQK", "file"),
    ({**STRING, "contentEncoding": "base64"}, "AAAA", "file"),
    ({**STRING, "contentEncoding": "base64", "contentMediaType": "image/png"}, "not base64 at all!", "text"),
    ({**STRING, "contentEncoding": "base64", "contentMediaType": "image/png"}, PNG, "image"),
    (None, PNG, "image"),
    (STRING, PNG, "image"),
    (None, url("audio/wav", WAV), "audio"),
    (None, f"data:video/mp4;base64,{FILM}", "video"),
    (None, CSV, "file"),
    ({**STRING, "format": "data-url"}, CSV, "file"),
    (None, {"filename": "a.csv", "data": CSV}, "file"),
    (None, "data:image/png;base64,!", "text"),
    ({**STRING, "contentMediaType": "text/markdown"}, "plain", "markdown"),
    ({**STRING, "format": "markdown"}, "plain", "markdown"),
    ({**STRING, "contentMediaType": "application/x-latex"}, "x^2", "latex"),
    ({**STRING, "contentMediaType": "text/x-python"}, "x = 1", "code"),
    ({**STRING, "contentMediaType": "application/json; charset=utf-8"}, "{}", "code"),
    ({**STRING, "contentMediaType": "text/html"}, "<b>x</b>", "html"),
    ({**STRING, "contentMediaType": "application/rss+xml"}, "<rss/>", "code"),
    ({**STRING, "contentMediaType": "text/csv"}, "a;b\n1;2\n", "csv"),
    ({**STRING, "contentMediaType": "text/csv"}, "", "text"),
    ({**STRING, "contentMediaType": "text/plain"}, "# a\n\n**b**", "text"),
    ({**STRING, "format": "date"}, "2026-01-31", "moment"),
    ({**STRING, "format": "date-time"}, "2026-01-31T10:00:00Z", "moment"),
    ({**STRING, "format": "date"}, "soon", "text"),
    (None, "2026-01-31", "moment"),
    (None, "2026-01-31 10:00:00+02:00", "moment"),
    (None, "2026-02-31", "text"),
    (None, "20260131", "text"),
    (None, "https://example.org/a?b=1", "link"),
    (None, "mailto:a@b.example", "link"),
    (None, "javascript:alert(1)", "text"),
    (None, "see https://example.org", "text"),
    ({**STRING, "format": "uri"}, "https://example.org", "link"),
    (None, PICTURE, "image"),
    (None, SOUND, "audio"),
    (None, "A" * 400, "text"),
    ({**STRING, "contentMediaType": "text/x-patch"}, "x", "diff"),
    (None, DIFF, "diff"),
    ({**STRING, "contentMediaType": "text/markdown"}, DIFF, "markdown"),
    (None, "--- a\nplain rule", "text"),
    (None, "# Title\n\n* one\n* two", "markdown"),
    (None, "one # line", "text"),
    (None, "", "text"),
    (None, [PNG, PNG], "image_grid"),
    (None, [PICTURE, PNG], "image_grid"),
    (None, [PNG], "image"),
    (None, [PICTURE], "image"),
    (None, FILM * 3, "video"),
    (None, PDF, "file"),
    (None, {"mimeType": "image/gif", "data": PICTURE[:76]}, "image"),
    (None, {"type": "base64", "media_type": "audio/wav", "data": SOUND}, "audio"),
    (None, {"type": "image", "source": {"type": "base64", "media_type": "image/gif", "data": PICTURE}}, "image"),
    (None, {"mimeType": "application/pdf", "blob": PDF, "uri": "file:///a.pdf"}, "file"),
    (None, {"mimeType": "application/json", "data": "abcd"}, "kv"),
    (None, {"mimeType": "image/gif", "data": "not base64!"}, "kv"),
    (None, {"mimeType": "image/gif", "data": PICTURE, "prompt": "x"}, "json"),
    (None, "https://a.example/x.png", "link"),
    (None, "https://a.example/x.mp3?y", "link"),
    (None, "https://a.example/x.mp4", "link"),
    (None, {"type": "chart_line", "x": [1], "series": [{"name": "a", "y": [2]}]}, "chart"),
    (None, {"type": "chart_line", "x": 1}, "kv"),
    (None, POINT, "map"),
    (None, {"type": "FeatureCollection", "features": []}, "map"),
    (OBJECT, {"type": "Feature", "geometry": POINT}, "map"),
    (None, {"type": "Point"}, "kv"),
    (None, [{"a": 1}, {"a": 2}], "table"),
    ({"type": "array", "items": {"type": "object", "properties": {"a": {"title": "A"}}}}, [{"a": 1}], "table"),
    (None, {"columns": ["a"], "rows": [[1]]}, "table"),
    (None, [1, "two", None], "list"),
    (None, [[1], [2]], "json"),
    ({"type": "array", "items": {"type": "array", "items": {"type": "number"}}}, [[1], [2]], "list"),
    ({"type": "array", "items": PERSON}, [{"name": "A", "tags": ["x"], "more": {"a": 1}, "yet": []}], "list"),
    (None, [], "json"),
    (PERSON, {"name": "A", "tags": []}, "record"),
    (PERSON, {"other": 1}, "kv"),
    ({"$defs": {"p": PERSON}, "$ref": "#/$defs/p"}, {"name": "A"}, "record"),
    ({"allOf": [PERSON, {"description": "x"}]}, {"name": "A"}, "record"),
    (SHAPES, {"kind": "circle", "r": 1}, "record"),
    (SHAPES, {"kind": "triangle"}, "kv"),
    (None, {"a": 1, "b": "x"}, "kv"),
    (None, {"a": {"b": {"c": 1}}}, "json"),
    (None, {}, "json"),
    ({"type": "nonsense"}, {"a": 1}, "kv"),
]


def seen(schema: object, value: object, **more):
    return choose(value, About(annotations=annotations_of(schema, value), choose=choose, **more))


@pytest.mark.parametrize(("schema", "value", "view"), PAIRS, ids=str)
def test_a_value_is_shown_as_the_table_says(schema, value, view):
    item = annotations_of(schema, value)
    fitting = [(rule.when, rule.view) for rule in RULES if rule.fits(item, value)]

    assert view == seen(schema, value).name
    # What is broken is shown by a later line.
    assert next(line for line in fitting if line[1] == view) in LINES


@pytest.mark.parametrize(("kind", "view"), TYPES.items())
def test_a_declared_value_is_shown_as_the_table_says(kind, view):
    shown = declared(kind, RESPONSE.get(f"o_{kind}", {"a": [1]}))

    # What stands on another site is not fetched.
    assert ("link" if kind == "video" else view, ()) == (shown.name, shown.problems)


def test_there_are_pairs_for_every_line_of_the_table():
    met = {rule_of(annotations_of(schema, value), value).when for schema, value, _ in PAIRS}

    assert len(PAIRS) >= 60
    assert [when for when, _ in LINES if when not in met] == []


def test_every_rule_names_a_view():
    assert {rule.view for rule in RULES} <= set(KINDS)


def test_what_the_schema_says_stands_by_the_value():
    view = seen({"title": "T", "description": "D", **STRING}, "x")

    assert (view.title, view.description) == ("T", "D")


def test_a_record_has_its_fields_in_the_order_and_words_of_the_schema():
    schema = {
        "type": "object",
        "properties": {"b": {"title": "Second", "description": "what b is"}, "a": {"type": "string", "title": "First"}},
    }
    fields = seen(schema, {"a": "x", "c": 3, "b": 1}).data.fields

    assert [(field.label, field.description, field.view.name) for field in fields] == [
        ("Second", "what b is", "number"), ("First", "", "text"), ("c", "", "number"),
    ]  # fmt: skip


def test_a_variant_is_called_by_its_title_and_shows_what_it_declares():
    view = seen(SHAPES, {"kind": "square", "a": 2})

    assert (view.note, [field.label for field in view.data.fields]) == ("Square", ["Kind", "a"])


def test_an_answer_with_a_schema_is_shown_part_by_part():
    schema = {
        "type": "object",
        "properties": {"when": {"title": "When", "description": "the day", "type": "string"}, "n": {"type": "number"}},
    }
    views = views_of(
        tool().__class__(**{**vars(tool()), "output_schema": schema}),
        Result(status="ok", value={"n": 1, "x": 2, "when": "2026-01-31"}),
    )

    assert [(view.name, view.at, view.title, view.description) for view in views] == [
        ("moment", "/when", "When", "the day"), ("number", "/n", "n", ""), ("number", "/x", "x", ""),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("value", "wanted", "view"),
    [
        ("# a\n\n* b", "text", "text"),
        ("plain", "markdown", "markdown"),
        ("x = 1", "code", "code"),
        ([{"a": 1}], "json", "json"),
        ([{"a": 1}], "list", "list"),
        ({"a": 1}, "json", "json"),
        ({"a": 1}, "map", "kv"),
        ({"a": 1}, "nonsense", "kv"),
        (5, "json", "number"),
        ([1], "table", "list"),
    ],
)
def test_a_person_may_choose_another_view_that_can_show_it(value, wanted, view):
    assert view == seen(None, value, looks={"": Look(view=wanted)}).name


def test_the_views_that_can_be_chosen_are_offered():
    assert seen(None, [{"a": 1}]).others[-1:] == ("json",)
    assert "table" not in seen(None, [1, 2]).others
    assert seen(None, 5).others == ()


def test_records_within_records_end_where_a_page_has_no_room():
    node = {
        "type": "object",
        "properties": {"kids": {"type": "array", "items": {"$ref": "#"}}, "n": {"type": "number"}},
    }
    value = {"n": 0, "kids": []}
    for index in range(40):
        value = {"n": index, "kids": [value] * 3}

    def count(view):
        return 1 + sum(map(count, view.inner))

    assert 10 < count(seen(node, value)) < 200


def test_a_schema_that_says_nothing_says_nothing():
    assert [annotations_of(schema, {"a": 1}).keys for schema in (None, True, {}, {"title": "x"})] == [(), (), (), ()]
    assert Annotations().child("a", 1) == Annotations(label="a")
