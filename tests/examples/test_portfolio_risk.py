"""Portfolio risk: figures one can work out by hand, and rows that make no sense."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

TOOL = "portfolio-risk"


@pytest.fixture
def assess(sample: dict[str, Any], run: Callable[[Any], tuple[int, Any]]) -> Callable[..., Any]:
    """Post the sample with other values: the answer."""

    def post(**values: Any) -> Any:
        status, answer = run(sample | values)
        assert status == 200, answer
        return answer

    return post


def holding(weight: float, expected: float, volatility: float) -> dict[str, Any]:
    return {"name": "x", "weight": weight, "expected": expected, "volatility": volatility}


def test_two_uncorrelated_halves_by_hand(examples: dict[str, Any], run: Callable[[Any], tuple[int, Any]]) -> None:
    """Halves of 30 % and 40 %: the deviation is that of a right triangle, 25 %; z of 5 % is -1.644854."""
    _, answer = run(examples["Two uncorrelated halves"])

    assert (answer["expected_return"], answer["volatility"]) == (8, 25)
    assert [row["risk"] for row in answer["contributions"]["rows"]] == [9, 16]
    assert [row["share"] for row in answer["contributions"]["rows"]] == [36, 64]
    assert pytest.approx(answer["value_at_risk"], abs=0.01) == -1000 * (0.08 - 1.6448536 * 0.25)
    assert {"key": "Median", "value": "1,080.00 EUR"} in answer["outcomes"]["pairs"]
    assert answer["spread"] is False


def test_cash_takes_the_rest_and_time_spreads_the_risk(
    examples: dict[str, Any], run: Callable[[Any], tuple[int, Any]]
) -> None:
    _, answer = run(examples["Half in cash, one holding"])
    years = (5 * 365 + 1) / 365

    assert (answer["expected_return"], answer["volatility"]) == (0.5 * 7 + 0.5 * 3, 8)
    low = 250_000 * (1 + 0.05 * years - 2.3263479 * 0.08 * math.sqrt(years))
    assert 250_000 - low == pytest.approx(answer["value_at_risk"], abs=0.01)
    assert "50 % of it in cash" in answer["reading"]


@pytest.mark.parametrize(("correlation", "expected"), [(0, math.sqrt(0.5) * 20), (0.5, math.sqrt(0.75) * 20), (1, 20)])
def test_correlation_takes_the_gain_of_spreading_away(
    correlation: float, expected: float, assess: Callable[..., Any]
) -> None:
    answer = assess(holdings=[holding(1, 5, 20), holding(1, 5, 20)], correlation=correlation)

    assert expected == pytest.approx(answer["volatility"], abs=1e-5)


def test_contributions_sum_to_the_volatility(assess: Callable[..., Any]) -> None:
    answer = assess()

    rows = answer["contributions"]["rows"]
    assert answer["volatility"] == pytest.approx(sum(row["risk"] for row in rows), abs=1e-3)
    assert pytest.approx(sum(row["share"] for row in rows), abs=0.05) == 100


def test_without_volatility_nothing_is_at_risk(assess: Callable[..., Any]) -> None:
    answer = assess(holdings=[holding(100, 3, 0)])

    assert (answer["volatility"], answer["value_at_risk"], answer["spread"]) == (0, 0, True)


def test_a_period_of_a_day_is_a_period(assess: Callable[..., Any]) -> None:
    answer = assess(period=["2026-05-17", "2026-05-17"], holdings=[holding(1, 36.5, 0)], value=1000)

    assert {"key": "Median", "value": "1,001.00 EUR"} in answer["outcomes"]["pairs"]


@pytest.mark.parametrize(
    ("values", "place"),
    [
        ({"holdings": []}, ("holdings",)),
        ({"holdings": [{"name": "x", "expected": 1, "volatility": 1}]}, ("holdings", 0, "weight")),
        ({"holdings": [holding(1, 1, 1), holding(1, 1, -1)]}, ("holdings", 1, "volatility")),
        ({"holdings": [holding(-1, 1, 1)]}, ("holdings", 0, "weight")),
        ({"holdings": [holding(0, 1, 1)]}, ("holdings",)),
        ({"holdings": [holding(101, 1, 1)], "scale": False}, ("holdings",)),
        ({"holdings": [holding(1, 1, 1)] * 21}, ("holdings",)),
        ({"period": ["2026-12-31", "2026-01-01"]}, ("period",)),
        ({"period": ["2026-12-31", ""]}, ("period", 1)),
        ({"period": ["2026-01-01", "2077-01-01"]}, ("period",)),
        ({"band": [0, 95]}, ("band", 0)),
        ({"band": [95, 5]}, ("band",)),
        ({"value": 0}, ("value",)),
    ],
    ids=lambda part: str(part)[:40],
)
def test_what_cannot_be_used_is_refused_where_it_stands(
    values: dict[str, Any],
    place: tuple[Any, ...],
    sample: dict[str, Any],
    refused: Callable[[Any], list[tuple[Any, ...]]],
) -> None:
    assert [place] == refused(sample | values)
