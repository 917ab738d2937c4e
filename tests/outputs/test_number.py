"""Numbers as people read them, exact beside."""

from __future__ import annotations

import pytest

from tests.outputs.showing import declared, phrases, shaped
from webform.messages import Phrase
from webform.outputs.views import views_of
from webform.result import Result


@pytest.mark.parametrize(
    ("value", "options", "text", "unit"),
    [
        (25967.5, {"format": "currency", "precision": 2, "unit": "GBP"}, "£25,967.50", ""),
        (-0.5, {"format": "currency", "unit": "USD"}, "−$0.50", ""),
        (1250, {"format": "currency", "unit": "JPY"}, "¥1,250", ""),
        (5, {"format": "currency", "unit": "CHF"}, "CHF\N{NO-BREAK SPACE}5.00", ""),
        (5, {"format": "currency", "unit": "USDC"}, "5.00", "USDC"),
        (5, {"format": "currency", "unit": "₿"}, "₿5.00", ""),
        (0.123, {"format": "percent"}, "12.3%", ""),
        (0.07, {"format": "percent", "precision": 1}, "7.0%", ""),
        (25967.5, {"format": "scientific"}, "2.59675 × 10⁴", ""),
        (0.00012, {"format": "scientific", "precision": 1}, "1.2 × 10⁻⁴", ""),
        (99.99, {"format": "scientific", "precision": 1}, "1.0 × 10²", ""),
        (0, {"format": "scientific"}, "0 × 10⁰", ""),
        (1284, {}, "1,284", ""),
        (31.2, {"unit": "km²"}, "31.2", "km²"),
        (2.675, {"precision": 2}, "2.68", ""),
        (1.0, {}, "1.0", ""),
        (-1234.5, {"format": "decimal", "precision": 0}, "−1,235", ""),
        (0.1 + 0.2, {}, "0.3", ""),
        (0.1, {}, "0.1", ""),
        (9007199254740993, {}, "9,007,199,254,740,993", ""),
        (1e-300, {}, "1 × 10⁻³⁰⁰", ""),
        (0.0000001, {}, "0.0000001", ""),
        (1.5e300, {}, "1.5 × 10³⁰⁰", ""),
        (10**400 + 7, {}, "1.00000000000000 × 10⁴⁰⁰", ""),
        (0, {}, "0", ""),
        (5, {"format": "nonsense", "precision": 10**9, "unit": ""}, "5", ""),
        (5, {"precision": "2"}, "5", ""),
        (5, {"precision": -1}, "5", ""),
    ],
)
def test_a_number_is_written_as_its_format_has_it(value, options, text, unit):
    view = declared("number", value, **options)

    assert ("number", text, unit) == (view.name, view.data.text, view.data.unit)


@pytest.mark.parametrize(
    ("value", "exact"),
    [(9007199254740993, "9007199254740993"), (0.1 + 0.2, "0.30000000000000004"), (1e-300, "1e-300"), (1.0, "1.0")],
)
def test_what_is_copied_is_the_exact_number(value, exact):
    view = declared("number", value, format="percent", precision=0)

    assert (exact, exact) == (view.copy, view.data.exact)


def test_options_that_come_with_the_value_win():
    view = declared("number", {"value": 0.5, "format": "percent", "unit": "kg"}, format="currency", unit="GBP")

    assert (view.data.text, view.data.unit) == ("50%", "")


@pytest.mark.parametrize("value", ["5", True, None, [5], {"n": 5}, {"value": "x"}])
def test_what_is_no_number_is_shown_otherwise_and_said_to_be_none(value):
    view = declared("number", value)

    assert view.name != "number"
    assert phrases(view)[0].params["type"] in (Phrase("kind.number"), "number")


@pytest.mark.parametrize(("value", "text"), [(2026, "2026"), (9999.5, "9999.5"), (12750, "12,750")])
def test_an_undeclared_number_may_be_a_year(value, text):
    assert text == shaped(value).data.text


@pytest.mark.parametrize(
    ("key", "text"),
    [("user_id", "1234567"), ("userId", "1234567"), ("id", "1234567"), ("amount", "1,234,567"), ("paid", "1,234,567")],
)
def test_the_digits_of_an_identifier_are_not_grouped(key, text):
    view, _ = views_of(None, Result(status="ok", value={key: 1234567, "list": []}))

    assert text == view.data.text


@pytest.mark.parametrize("value", [float("inf"), float("-inf"), float("nan")])
def test_a_caller_s_number_that_is_none_is_shown_as_it_is(value):
    assert str(value) == declared("number", value).data.text
