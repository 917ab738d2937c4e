"""Weather: sums and means that can be counted by hand, and periods without days."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

TOOL = "weather"


@pytest.fixture
def draw(sample: dict[str, Any], run: Callable[[Any], tuple[int, Any]]) -> Callable[..., Any]:
    """Post the sample with other values: the answer."""

    def post(**values: Any) -> Any:
        status, answer = run(sample | values)
        assert status == 200, answer
        return answer

    return post


def test_three_days_by_hand(draw: Callable[..., Any]) -> None:
    """The first three days: 12.8, 10.6 and 11.7 °C at most; 0, 10.9 and 0.8 mm of rain."""
    answer = draw(period=["2012-01-01", "2012-01-03"], measure="rain", smooth=2)

    assert (answer["days"], answer["mean"], answer["total"]) == (3, 11.7, 11.7)
    assert answer["temperature"]["x"] == ["2012-01-01", "2012-01-02", "2012-01-03"]
    assert answer["temperature"]["series"][0] == {"name": "Highest", "y": [12.8, 11.7, pytest.approx(11.15, abs=0.06)]}
    assert answer["rain"]["series"] == [{"name": "2012", "y": [11.7, *[None] * 11]}]
    assert answer["sky"]["slices"] == [{"label": "Rain", "value": 2}, {"label": "Drizzle", "value": 1}]
    assert answer["months"]["series"] == [{"name": "Jan", "values": [0, 10.9, 0.8]}]
    assert {(link["source"], link["target"]): link["value"] for link in answer["next_day"]["links"]} == {
        ("drizzle 0", "rain 1"): 1,
        ("rain 0", "rain 1"): 1,
    }
    assert answer["range"]["points"] == [{"t": "2012-01-01", "open": 8.9, "close": 9.4, "high": 12.8, "low": 2.8}]


def test_all_days_are_few_enough_to_draw(draw: Callable[..., Any]) -> None:
    answer = draw()

    assert answer["days"] == 4 * 365 + 1
    assert len(answer["temperature"]["x"]) <= 400
    assert sum(len(series["points"]) for series in answer["wind"]["series"]) <= 300
    assert sum(node["value"] for node in answer["share"]["nodes"] if "parent" in node) == answer["days"]
    assert answer["so_far"]["series"][0]["y"][-1] == pytest.approx(answer["total"])


def test_only_days_with_a_sky(draw: Callable[..., Any]) -> None:
    answer = draw(sky=["snow"])

    assert [slice_["label"] for slice_ in answer["sky"]["slices"]] == ["Snow"]
    assert answer["days"] == answer["sky"]["slices"][0]["value"] > 20


@pytest.mark.parametrize(
    "values", [{"period": ["2020-01-01", "2020-12-31"]}, {"period": ["2012-07-01", "2012-08-31"], "sky": ["snow"]}]
)
def test_a_period_without_such_days_is_refused(
    sample: dict[str, Any], refused: Callable[[Any], list[tuple[Any, ...]]], values: dict[str, Any]
) -> None:
    assert refused(sample | values) == [("period",)]
