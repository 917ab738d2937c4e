"""Portfolio risk: holdings, and what may become of them."""

from __future__ import annotations

import math
from datetime import date
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from ..checking import RefusedError
from ..serving import serve

if TYPE_CHECKING:
    from flask import Flask

    Holding = dict[str, Any]

DAYS_A_YEAR = 365
MAX_YEARS = 50
MAX_PERCENT = 1000


def create_app() -> Flask:
    """Return the app of this tool."""
    return serve(__file__, run)


def run(body: dict[str, Any]) -> dict[str, Any]:
    """Measure the risk of the holdings in *body*."""
    holdings = body["holdings"]
    _check_holdings(holdings)
    weights, cash = _weights(holdings, body["scale"])
    years = _years(body["period"])
    risks = _contributions(weights, [holding["volatility"] / 100 for holding in holdings], body["correlation"])
    mean = sum(weight * holding["expected"] / 100 for weight, holding in zip(weights, holdings, strict=True))
    mean += cash * body["cash_rate"] / 100
    deviation = sum(risks)
    outcomes = _outcomes(body["value"], mean * years, deviation * math.sqrt(years), body["band"])
    at_risk = max(0.0, body["value"] - outcomes[0][1])
    return {
        "expected_return": round(100 * mean, 6),
        "volatility": round(100 * deviation, 6),
        "value_at_risk": round(at_risk, 2),
        "spread": all(risk <= deviation / 2 for risk in risks),
        "outcomes": {"pairs": [{"key": name, "value": f"{value:,.2f} EUR"} for name, value in outcomes]},
        "contributions": _table(holdings, weights, risks),
        "reading": _reading(body, years, outcomes, at_risk, cash),
    }


def _check_holdings(holdings: list[Holding]) -> None:
    """Refuse a row that lacks a value, or has one without sense."""
    for index, row in enumerate(holdings):
        for key, least in (("weight", 0), ("expected", -MAX_PERCENT), ("volatility", 0)):
            if key not in row:
                raise RefusedError("Field required", "holdings", index, key, word="missing")
            if not least <= row[key] <= MAX_PERCENT:
                raise RefusedError(f"Input should be between {least} and {MAX_PERCENT}", "holdings", index, key)
    if not any(row["weight"] for row in holdings):
        raise RefusedError("At least one holding should have a weight above 0", "holdings")


def _weights(holdings: list[Holding], scale: bool) -> tuple[list[float], float]:
    """Return the share of each holding, and the share of cash."""
    total = sum(row["weight"] for row in holdings)
    if not scale and total > 100:
        raise RefusedError(f"Weights should come to at most 100 %, not {total:g} %", "holdings")
    whole = total if scale else 100
    return [row["weight"] / whole for row in holdings], 1 - total / whole


def _years(period: list[str]) -> float:
    first, last = map(date.fromisoformat, period)
    if last.year - first.year > MAX_YEARS:
        raise RefusedError(f"Period should be at most {MAX_YEARS} years", "period")
    return ((last - first).days + 1) / DAYS_A_YEAR


def _contributions(weights: list[float], volatilities: list[float], correlation: float) -> list[float]:
    """Return what each holding adds to the deviation of the whole; they sum to it."""
    alone = [weight * volatility for weight, volatility in zip(weights, volatilities, strict=True)]
    together = sum(alone)
    covariances = [risk * (risk + correlation * (together - risk)) for risk in alone]
    deviation = math.sqrt(sum(covariances))
    return [covariance / deviation if deviation else 0.0 for covariance in covariances]


def _outcomes(value: float, mean: float, deviation: float, band: list[float]) -> list[tuple[str, float]]:
    low, high = (NormalDist().inv_cdf(percent / 100) for percent in band)
    return [
        (f"Percentile {band[0]:g}", value * (1 + mean + low * deviation)),
        ("Median", value * (1 + mean)),
        (f"Percentile {band[1]:g}", value * (1 + mean + high * deviation)),
    ]


def _table(holdings: list[Holding], weights: list[float], risks: list[float]) -> dict[str, Any]:
    total = sum(risks)
    rows = [
        {
            "name": row.get("name", ""),
            "weight": round(100 * weight, 2),
            "risk": round(100 * risk, 4),
            "share": round(100 * risk / total, 2) if total else 0,
        }
        for row, weight, risk in zip(holdings, weights, risks, strict=True)
    ]
    columns = [
        {"key": "name", "label": "Holding", "type": "text"},
        {"key": "weight", "label": "Weight (%)", "type": "number"},
        {"key": "risk", "label": "Adds to the volatility (% a year)", "type": "number"},
        {"key": "share", "label": "Share of the risk (%)", "type": "number"},
    ]
    return {"columns": columns, "rows": rows}


def _reading(body: dict[str, Any], years: float, outcomes: list[tuple[str, float]], at_risk: float, cash: float) -> str:
    low, high = body["band"]
    in_cash = f", {100 * cash:.0f} % of it in cash" if cash > 0.0005 else ""
    return (
        f"Held for **{years:.2f} years**{in_cash}, {body['value']:,.0f} EUR become about "
        f"**{outcomes[1][1]:,.0f} EUR**. In {high - low:g} of 100 cases they end between "
        f"{outcomes[0][1]:,.0f} and {outcomes[2][1]:,.0f} EUR; "
        f"in {low:g} of 100 the loss is **{at_risk:,.0f} EUR or more**."
    )
