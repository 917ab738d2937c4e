"""Texts of others, within what a page may cost."""

from __future__ import annotations

import pytest
from markupsafe import escape

from tests.html.parsed import Parsed
from tests.html.results import run
from tests.outputs.showing import output, tool
from webform import bounded, render_result
from webform.html import foreign
from webform.html.foreign import KEPT, Foreign, Renderer
from webform.result import Result

#: Minutes, were they rendered to their end.
SLOW = [
    ("code", "a\n" * 14_000, "csharp"),
    ("code", "\n" * 20_000, "java"),
    ("code", "a " + "\n" * 20_000, "c"),
    ("code", '"' + "\\" * 200, "scala"),
    ("code", "$'" + "\\" * 200, "bash"),
    ("markdown", "|a" * 900 + "|\n" + "|-" * 900 + "|\n" + "|a\n" * 12_000, ""),
]
TABLE = "|a" * 50 + "|\n" + "|-" * 50 + "|\n" + "|a\n" * 100


@pytest.fixture(autouse=True)
def _nothing_kept():
    KEPT.clear()


@pytest.fixture
def processes(monkeypatch):
    """What was rendered in a process of its own: the texts of each."""
    began, call = [], bounded.call

    def noted(function, texts, *rest, **options):
        began.append(list(texts))
        return call(function, texts, *rest, **options)

    monkeypatch.setattr(bounded, "call", noted)
    return began


@pytest.fixture
def patient(monkeypatch):
    """A minute for what is rendered: how long it takes on a busy machine is no matter of these rules."""
    for name in ("AT_ONCE", "ELSEWHERE", "_ONE_AT_ONCE"):
        monkeypatch.setattr(foreign, name, 60)


def page(kind, texts):
    """The result of a tool with an output of that type for each of *texts*."""
    declared = [output(kind, f"o{number}") for number in range(len(texts))]
    value = {f"o{number}": text for number, text in enumerate(texts)}
    return render_result(Result(status="ok", value=value), tool(*declared), run=run())


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "text", "language"), SLOW, ids=[f"{kind} {language}" for kind, _, language in SLOW])
def test_what_takes_minutes_is_plain_and_says_why(kind, text, language):
    drawn = Renderer().render(kind, text, language)

    assert drawn.html == escape(text)
    assert drawn.note in (
        "Shown without colours: to draw it would take too long.",
        "Shown as it was written: to draw it would take too long.",
    )


@pytest.mark.usefixtures("patient")
def test_ordinary_texts_need_no_process(processes):
    renderer = Renderer()
    code = "\n".join(f'def f{number}(a, b="x"):\n    return {{"a": a + {number}, **b}}  # why' for number in range(20))
    prose = "\n\n".join(
        f"## Part {number}\n\n*One* `two` [three](https://example.org).\n\n- a\n- b" for number in range(20)
    )
    table = "\n".join(["| a | b | c |", "|---|---|---|", *["| 1 | 2 | 3 |"] * 100])

    for language in ("python", "javascript", "java", "csharp", "go", "json", "bash", "typescript"):
        assert "<span" in renderer.render("code", code, language).html
    assert "<h4>" in renderer.render("markdown", prose).html
    assert "<td>" in renderer.render("markdown", table).html
    assert "<math" in renderer.render("formula", r"\frac{a}{b}").html
    assert processes == []


@pytest.mark.usefixtures("patient")
def test_all_texts_of_a_page_that_take_long_take_one_process_together(processes):
    texts = [f"{TABLE}{number}" for number in range(3)]
    html = page("markdown", texts)

    assert processes == [[Foreign("markdown", text) for text in texts]]
    assert len(Parsed(html).of("table")) >= 1


@pytest.mark.usefixtures("patient")
def test_a_text_is_rendered_once_and_kept(processes):
    first, second = (Renderer().render("markdown", TABLE) for _ in range(2))

    assert first == second
    assert "<td>" in first.html
    assert len(processes) == 1


def test_a_text_that_takes_too_long_is_tried_once(processes):
    first, second = (Renderer().render("code", "\n" * 20_000, "java") for _ in range(2))

    assert first == second
    assert first.note
    assert len(processes) == 1


def test_a_page_that_has_spent_its_time_starts_no_more_processes(processes, monkeypatch):
    monkeypatch.setattr(foreign, "ELSEWHERE", 0.001)
    renderer = Renderer()
    drawn = [renderer.render("markdown", f"{TABLE}{number}") for number in range(3)]

    assert len(processes) == 1
    assert all(drawing.note for drawing in drawn[1:])


def test_a_page_is_no_larger_than_it_may_be():
    renderer = Renderer()
    end = "\n+ 1" * 7_000
    texts = [Foreign("code", f"{number}{end}", "json") for number in range(10)]
    # A busy machine is no reason to leave one out.
    for text in texts:
        foreign.KEPT.put(text, text.render(60))
    drawn = [renderer.render(text.kind, text.text, text.language) for text in texts]

    assert drawn[0].note == ""
    assert drawn[-1].note == "Shown without colours: this page holds too much."
    assert sum(len(drawing.html) for drawing in drawn if not drawing.note) <= foreign.SIZE


def test_what_had_no_turn_is_tried_again(monkeypatch):
    def no_turn(*_, **__):
        raise bounded.NoTurnError("it waited too long for its turn")

    with monkeypatch.context() as patched:
        patched.setattr(bounded, "call", no_turn)
        assert Renderer().render("markdown", TABLE).note
    assert Renderer().render("markdown", TABLE).note == ""


def test_what_was_not_asked_for_the_longest_is_forgotten(monkeypatch):
    monkeypatch.setattr(foreign, "MAX_KEPT", 2_000)
    a, b, c = (Foreign("markdown", name) for name in "abc")
    KEPT.put(a, "1" * 900)
    KEPT.put(b, "2" * 900)
    KEPT.get(a)
    KEPT.put(c, "3" * 900)

    assert [KEPT.get(formula)[0] for formula in (a, b, c)] == [True, False, True]


def test_many_long_texts_are_shown_by_their_beginnings():
    html = page("text", ["word " * 10_000] * 40)

    assert len(html) < 1_500_000
    assert "49,000 more characters are in the download." in html
