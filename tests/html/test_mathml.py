"""LaTeX as MathML, and nothing else."""

from __future__ import annotations

import pytest

from tests.html.parsed import Parsed, dangers
from webform.html.mathml import MAX_TEXT, mathml


@pytest.mark.parametrize(
    "text", [r"x = \frac{-b}{2a}", r"$$x^2$$", r"\[\sqrt{2}\]", r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}"]
)
def test_a_formula_is_drawn(text):
    assert str(mathml(text)).startswith("<math ")


@pytest.mark.parametrize(
    "text",
    [
        r"\text{<script>alert(1)</script>}", r"\href{javascript:alert(1)}{x}", r"\style{position:fixed}{x}",
        r'\mathbf{"><img src=x onerror=1>}', "<img src=x onerror=alert(1)>", r"&lt;script&gt;&#60;b&#62;", r"\class{x}{y}",
        r"\color{red;background:url(//evil)}x", r"\text{&lt;svg onload=1&gt;}", r"\includegraphics{//evil.example/x}",
    ],
)  # fmt: skip
def test_nothing_in_a_formula_is_an_element_of_its_own(text):
    html = mathml(text) or ""
    found = Parsed(html)

    assert dangers(html) == []
    assert all(tag.startswith("m") or tag == "none" for tag, _ in found.elements)
    assert all(not {"style", "href", "src", "class"} & set(attributes) for _, attributes in found.elements)


@pytest.mark.parametrize(
    "text", ["", "  ", "$$", "x" * (MAX_TEXT + 1), "{" * 500, r"\frac", r"\begin{matrix}", "}", "\\"]
)
def test_what_is_no_formula_is_shown_as_written_or_drawn_and_never_a_fault(text):
    assert mathml(text) is None or str(mathml(text)).startswith("<math")


@pytest.mark.parametrize(
    "text", ["x^" * 1900, "{" * 200 + "x" + "}" * 200, r"\frac{" * 180, "a" * MAX_TEXT, r"\left(" * 600]
)
def test_a_hostile_formula_does_not_hold_up_the_page(text):
    mathml(text)
