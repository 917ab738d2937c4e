"""Kitchen sink: it has every type, says exactly what it received, and completes what is typed."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import pytest

from examples.checking import CHECKS
from examples.kitchen_sink.main import type_of

if TYPE_CHECKING:
    from collections.abc import Callable

TOOL = "kitchen-sink"


def test_it_has_every_input_type_by_itself(manifest: dict[str, Any]) -> None:
    assert set(CHECKS) == {input_["type"] for input_ in manifest["inputs"]}


def test_the_body_comes_back_as_it_was(sample: dict[str, Any], run: Callable[[Any], tuple[int, Any]]) -> None:
    _, answer = run(sample)

    assert sample == json.loads(answer["received"])
    assert list(sample) == list(json.loads(answer["received"]))
    assert (len(sample), False) == (answer["count"], answer["everything"])
    assert "without textarea, any_number, optional_slider, country, leap_year, file, " in answer["summary"]
    assert sample["markdown"] == answer["written"]


def test_everything_filled_in(
    manifest: dict[str, Any],
    examples: dict[str, Any],
    run: Callable[[Any], tuple[int, Any]],
    unpack: Callable[[str], tuple[str, bytes]],
) -> None:
    values = examples["Everything filled in"]
    _, answer = run(values)

    assert [input_["key"] for input_ in manifest["inputs"]] == list(values)
    assert (len(values), True) == (answer["count"], answer["everything"])
    assert '"any_number": 9007199254740993,' in answer["received"], "every digit"
    files = answer["files"]["rows"]
    assert [row["input"] for row in files] == ["file", "files", "files", "image", "images", "images", "audio"]
    assert [row["type"] for row in files[:3]] == ["text/plain", "text/csv", "application/json"]
    _, data = unpack(values["file"])
    assert (len(data), hashlib.sha256(data).hexdigest()) == (files[0]["size"], files[0]["sha256"])


def test_options_of_every_json_type_stay_apart(
    manifest: dict[str, Any], sample: dict[str, Any], run: Callable[[Any], tuple[int, Any]]
) -> None:
    radio = next(input_ for input_ in manifest["inputs"] if input_["key"] == "radio")
    kinds = []
    for option in radio["options"]:
        _, answer = run(sample | {"radio": option["value"]})
        kinds += [pair["value"] for pair in answer["types"]["pairs"] if pair["key"] == "radio"]

    assert kinds == ["integer", "string", "number", "boolean", "string", "boolean"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, "null"),
        (True, "boolean"),
        (1, "integer"),
        (1.0, "number"),
        ("", "string"),
        ("data:;base64,", "data URL"),
        ({}, "object"),
        ([], "empty list"),
        ([[1.5, 2.5], [1.5, 2]], "list of 2: list of 2: number or list of 2: number or integer"),
        ([1, "1", 2], "list of 3: integer or string"),
    ],
    ids=str,
)
def test_types_are_named_as_json_has_them(value: Any, expected: str) -> None:
    assert expected == type_of(value)


@pytest.mark.parametrize(
    ("typed", "first", "count"),
    [("os", "NOOSL", 1), ("sao", "BRSAO", 1), ("São P", "BRSAO", 1), ("ist", "TRIST", 1), ("york", "USNYC", 1),
     ("", "NLAMS", 10), ("xyz", None, 0), ("%", None, 0), ("slo", None, 0)],
)  # fmt: skip
def test_cities_complete_by_the_beginnings_of_words(
    typed: str, first: str | None, count: int, get: Callable[[str], tuple[int, Any]]
) -> None:
    status, found = get(f"/autocomplete/cities?q={typed}")

    assert (200, count) == (status, len(found))
    assert first == (found[0]["value"] if found else None)
    assert all({"value", "label"} == city.keys() for city in found)


def test_leap_years_complete_as_numbers_in_results(get: Callable[[str], tuple[int, Any]]) -> None:
    expected = [{"value": year, "label": str(year)} for year in (2000, 2004, 2008)]

    assert (200, {"results": expected}) == get("/autocomplete/leap-years?q=200")


def test_a_body_nested_too_deeply_is_refused(
    sample: dict[str, Any], run: Callable[[Any], tuple[int, Any]], refused: Callable[[Any], list[tuple[Any, ...]]]
) -> None:
    def nested(depth: int) -> bytes:
        text = json.dumps(sample | {"json": "HERE"})
        return text.replace('"HERE"', "[" * depth + "]" * depth).encode()

    assert run(nested(50))[0] == 200
    assert refused(nested(900)) == [()]


@pytest.mark.parametrize(
    ("values", "places"),
    [
        ({"text": "x" * 81}, [("text",)]),
        ({"number": 1001, "slider": "0.5"}, [("number",), ("slider",)]),
        ({"range": [450]}, [("range",)]),
        ({"radio": 0}, [("radio",)]),
        ({"multiselect": [False]}, [("multiselect", 0)]),
        ({"date": "1999-12-31"}, [("date",)]),
        ({"files": ["x"], "file": None}, [("file",), ("files", 0)]),
        ({"table": [{"count": None}]}, [("table", 0, "count")]),
        ({"map_polygon": [[0, 0]]}, [("map_polygon",)]),
    ],
    ids=str,
)
def test_what_cannot_be_used_is_refused_where_it_stands(
    values: dict[str, Any],
    places: list[tuple[Any, ...]],
    sample: dict[str, Any],
    refused: Callable[[Any], list[tuple[Any, ...]]],
) -> None:
    assert places == refused(sample | values)
