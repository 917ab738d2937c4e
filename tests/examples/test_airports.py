"""Airports: known distances, places at the ends of the map, and what is typed to find one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

TOOL = "airports"


@pytest.fixture
def look(sample: dict[str, Any], run: Callable[[Any], tuple[int, Any]]) -> Callable[..., Any]:
    """Post the sample with other values: the answer."""

    def post(**values: Any) -> Any:
        status, answer = run(sample | values)
        assert status == 200, answer
        return answer

    return post


def test_airports_around_a_place_stand_from_near_to_far(look: Callable[..., Any]) -> None:
    answer = look(place=[59.91, 10.75], radius=100, to="HND")

    rows = answer["list"]["rows"]
    assert rows[0]["code"] == "OSL"
    assert rows == sorted(rows, key=lambda row: row["distance"])
    assert answer["count"] == len(rows) == len(answer["map"]["points"]) == sum(answer["bands"]["series"][0]["y"])
    assert answer["count"] == sum(answer["density"]["values"].values())
    assert all(row["distance"] <= 100 for row in rows)
    # Great-circle distance from Oslo to Tokyo Haneda as flight planners give it.
    assert answer["distance"] == pytest.approx(8400, abs=20)
    assert answer["route"]["points"][-1]["label"].startswith("HND")
    # The shortest way leads over the Arctic.
    assert max(point["lat"] for point in answer["route"]["points"]) > 70


@pytest.mark.parametrize("place", [[-16.5, 179.9], [-16.5, -179.9]])
def test_both_sides_of_the_date_line_are_near(look: Callable[..., Any], place: list[float]) -> None:
    codes = {row["code"] for row in look(place=place, radius=200)["list"]["rows"]}

    assert {"LBS", "TVU"} <= codes


@pytest.mark.parametrize("place", [[90, 0], [-90, 0], [0, -140]])
def test_where_nothing_is_near_the_nearest_is_told(look: Callable[..., Any], place: list[float]) -> None:
    answer = look(place=place, radius=25)

    assert answer["count"] == 0
    assert len(answer["map"]["points"]) == 1


def test_squares_are_named_by_their_sides(look: Callable[..., Any]) -> None:
    names = {
        feature["properties"]["name"]
        for feature in look(place=[-0.5, -78.4], radius=100)["density"]["geojson"]["features"]
    }

    assert "0° to 1° S, 78° to 79° W" in names


def test_what_is_typed_finds_airports(get: Callable[[str], tuple[int, Any]]) -> None:
    def offered(typed: str) -> list[str]:
        return [suggestion["value"] for suggestion in get(f"/autocomplete/airports?q={typed}")[1]]

    assert offered("osl")[0] == "OSL"
    assert "ZRH" in offered("Z%C3%BCrich")
    assert "SFO" in offered("san%20francisco")
    assert offered("no%20such%20airport") == []
    assert len(offered("")) == 10


def test_a_code_of_no_airport_is_refused(
    sample: dict[str, Any], refused: Callable[[Any], list[tuple[Any, ...]]]
) -> None:
    assert refused(sample | {"to": "QQQQ"}) == [("to",)]
    assert refused(sample | {"to": 5}) == [("to",)]
