"""Fields that belong together: two days, latitude and longitude."""

from __future__ import annotations

import pytest

import webform
from tests.html.parsed import Parsed
from tests.schema.test_lossless import assert_comes_back
from webform.schema import read_schema

DAY = {"type": "string", "format": "date"}
NUMBER = {"type": "number"}


def pairs(properties):
    page = Parsed(webform.render(read_schema({"type": "object", "properties": properties})[0]))
    names = [control["name"] for control in page.of("input", class_="ctl")]
    return [(element["data-input"], element["data-label"]) for element in page.of("div", class_="field pair")], names


@pytest.mark.parametrize(
    ("first", "last", "schema", "found"),
    [
        ("start_date", "end_date", DAY, "date_range"),
        ("dateFrom", "dateTo", DAY, "date_range"),
        ("since", "until", DAY, "date_range"),
        ("latitude", "longitude", NUMBER, "map_point"),
        ("origin_lat", "origin_lng", NUMBER, "map_point"),
        ("start_date", "end_time", DAY, None),
        ("start", "end", {"type": "string"}, None),
        ("end", "start", DAY, None),
        ("origin_lat", "target_lng", NUMBER, None),
        ("lat", "lon", {"type": "integer"}, None),
        ("from", "to", NUMBER, None),
    ],
)
def test_neighbours_belong_together_by_their_names_and_types(first, last, schema, found):
    shown, names = pairs({first: schema, last: schema})

    assert [kind for kind, _ in shown] == ([found] if found else [])
    assert names == [f"/{first}", f"/{last}"]


def test_the_latitude_comes_first_and_neighbours_alone_belong_together():
    assert pairs({"lng": NUMBER, "lat": NUMBER}) == ([("map_point", "Lat, Lng")], ["/lat", "/lng"])
    assert pairs({"start": DAY, "n": NUMBER, "end": DAY})[0] == []


def test_each_keeps_its_value():
    inside = {"type": "object", "properties": {"lng": NUMBER, "lat": {"type": ["number", "null"]}, "x": NUMBER}}
    schema = {"type": "object", "properties": {"start": DAY, "end": DAY, "where": inside}}

    assert_comes_back(schema, {"start": "2026-02-01", "where": {"lat": None, "lng": 5.0, "x": 1}})
    assert_comes_back(schema, {"start": "soon", "end": "2026-01-01\n", "where": {"lat": 100}})


def test_a_long_form_has_them_in_its_slices():
    many = {f"k{index}": NUMBER for index in range(250)} | {"start": DAY, "end": DAY}
    shown, names = pairs(many)

    assert (len(shown), len(names), len(set(names))) == (1, 252, 252)
