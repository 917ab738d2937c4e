"""Geodesic area: published and computable areas, at poles and date line too."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

TOOL = "geodesic-area"


@pytest.fixture
def measure(sample: dict[str, Any], run: Callable[[Any], tuple[int, Any]]) -> Callable[..., Any]:
    """Post the sample with other values: the answer."""

    def post(**values: Any) -> Any:
        status, answer = run(sample | values)
        assert status == 200, answer
        return answer

    return post


def inside(answer: Any) -> list[str]:
    return [row["inside"] for row in answer["stations"]["rows"]]


def test_the_published_area_and_perimeter_of_antarctica(
    examples: dict[str, Any], run: Callable[[Any], tuple[int, Any]]
) -> None:
    """The polygon and its figures are the example of GeographicLib's documentation."""
    _, answer = run(examples["Antarctica"])

    assert pytest.approx(answer["area"], abs=1e-6) == 13662703.68002
    assert pytest.approx(answer["perimeter"], abs=1e-6) == 16831.067893
    assert inside(answer) == ["yes", "no", "no", "no"]
    assert pytest.approx(answer["stations"]["rows"][3]["distance"], abs=1e-3) == 20003.931, "pole to pole"
    assert "The base lies inside it." in answer["summary"]


def test_a_polygon_across_the_date_line(examples: dict[str, Any], run: Callable[[Any], tuple[int, Any]]) -> None:
    _, answer = run(examples["Across the date line: Fiji"])

    assert 160_000 < answer["area"] < 175_000
    assert inside(answer) == ["yes", "yes", "yes", "no"]
    assert answer["fits"] is True


def test_an_eighth_of_a_sphere(measure: Callable[..., Any]) -> None:
    radius = 6371.0088
    answer = measure(area=[[0, 0], [0, 90], [90, 0]], ellipsoid="sphere", base=[45, 45], stations=[[-45, -135]])

    assert 4 * math.pi * radius**2 / 8 == pytest.approx(answer["area"])
    assert 3 * math.pi * radius / 2 == pytest.approx(answer["perimeter"])
    assert "The base lies inside it." in answer["summary"]
    assert inside(answer) == ["no"], "the other side of the Earth"


def test_one_degree_at_the_equator_differs_by_ellipsoid(measure: Callable[..., Any]) -> None:
    degree = [[-0.5, 0], [-0.5, 1], [0.5, 1], [0.5, 0]]
    areas = {name: measure(area=degree, ellipsoid=name)["area"] for name in ("wgs84", "grs80", "clarke1866", "sphere")}

    assert pytest.approx(areas["wgs84"], abs=1) == 12309
    assert len(set(areas.values())) == 4
    assert areas["wgs84"] == pytest.approx(areas["grs80"], rel=1e-9)


def test_the_way_round_does_not_matter(measure: Callable[..., Any], sample: dict[str, Any]) -> None:
    assert measure()["area"] == pytest.approx(measure(area=sample["area"][::-1])["area"])


def test_distance_and_bearing_from_the_base(measure: Callable[..., Any]) -> None:
    rows = measure(base=[0, 0], stations=[[0, 1], [1, 0], [0, -1]])["stations"]["rows"]

    assert pytest.approx([row["distance"] for row in rows], abs=1e-6) == [111.319491, 110.574389, 111.319491]
    assert [row["bearing"] for row in rows] == [90, 0, 270]


@pytest.mark.parametrize(
    ("sheet", "fits"),
    [
        ([[51.5, -0.18], [51.515, -0.15]], True),
        ([[51.505, -0.18], [51.515, -0.15]], False),
        ([[51.5, -0.17], [51.515, -0.15]], False),
        ([[51, 179], [52, 178]], True),
        ([[51, 0], [52, -179]], False),
    ],
)
def test_whether_the_polygon_fits_the_sheet(
    sheet: list[list[float]], *, fits: bool, measure: Callable[..., Any]
) -> None:
    assert fits is measure(sheet=sheet)["fits"]


def test_a_polygon_of_one_place_has_no_area(measure: Callable[..., Any]) -> None:
    answer = measure(area=[[10, 10]] * 3, stations=[])

    assert (answer["area"], answer["perimeter"], answer["stations"]["rows"]) == (0, 0, [])


def test_the_geojson_is_closed_and_has_longitude_first(
    measure: Callable[..., Any], unpack: Callable[[str], tuple[str, bytes]]
) -> None:
    media_type, data = unpack(measure(area=[[1, 2], [3, 4], [5, 7]])["geojson"]["data"])

    assert media_type == "application/geo+json"
    assert json.loads(data)["geometry"]["coordinates"] == [[[2, 1], [4, 3], [7, 5], [2, 1]]]


@pytest.mark.parametrize(
    ("values", "places"),
    [
        ({"area": [[0, 0], [1, 1]]}, [("area",)]),
        ({"area": [[0, 0], [91, 0], [0, "x"]]}, [("area", 1, 0), ("area", 2, 1)]),
        ({"area": [[0, 0]] * 501}, [("area",)]),
        ({"stations": [[0, 0]] * 51}, [("stations",)]),
        ({"base": [0, 200]}, [("base", 1)]),
        ({"sheet": [0, 0, 1, 1]}, [("sheet", at) for at in range(4)]),
        ({"ellipsoid": "flat"}, [("ellipsoid",)]),
    ],
    ids=lambda part: str(part)[:30],
)
def test_what_cannot_be_used_is_refused_where_it_stands(
    values: dict[str, Any],
    places: list[tuple[Any, ...]],
    sample: dict[str, Any],
    refused: Callable[[Any], list[tuple[Any, ...]]],
) -> None:
    assert places == refused(sample | values)
