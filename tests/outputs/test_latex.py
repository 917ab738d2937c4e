"""Formulas."""

from __future__ import annotations

from tests.outputs.showing import RESPONSE, declared


def test_a_formula_is_shown_as_its_source():
    view = declared("latex", RESPONSE["o_latex"])

    assert (view.name, view.data.text, view.data.language) == ("latex", "x = \\frac{-b}{2a}", "latex")
    assert view.downloads[0].filename == "o.tex"
