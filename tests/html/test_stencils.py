"""Stencils: a field that is put together of pieces is the one that its template draws, to the letter."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import webform
from webform.html import bound, stencils

OPTIONS = [{"value": text, "label": f"{text!r}"} for text in ("a", 1, "1", 1.0, True, "100% <&\"'>")]
#: Options of inputs that are drawn alike, some of them equal in Python and not in HTML.
KINDS = [
    {"type": "text"},
    {"type": "text", "placeholder": "%s %(at)s 100%", "max_length": 1},
    {"type": "text", "required": False},
    {"type": "textarea", "max_length": 0},
    {"type": "number", "min": 1},
    {"type": "number", "min": 1.0, "unit": "<b>%"},
    {"type": "number", "min": True},
    {"type": "number", "min": 0, "max": 10, "step": 0.5},
    {"type": "select", "options": OPTIONS},
    {"type": "select", "options": OPTIONS[1:]},
    {"type": "select", "options": [*OPTIONS, *OPTIONS]},
    {"type": "radio", "options": OPTIONS, "required": False},
    {"type": "checkbox"},
    {"type": "checkbox", "required": False},
    {"type": "toggle", "default": True},
    {"type": "toggle", "default": False},
    {"type": "date", "min": "2026-01-01"},
    {"type": "date", "min": "2026-01-01", "show_if": {"key": "first", "equals": True}},
    {"type": "time"},
    {"type": "datetime"},
    {"type": "json"},
    {"type": "json", "schema": True, "required": False},
    {"type": "json", "schema": {"type": "object"}},
    {"type": "json", "default": {"a": 1}},
    {"type": "100% txet"},
    {"type": "tags", "suggestions": ["a"]},
    {"type": "map_point"},
]
FIRST = {"key": "first", "type": "checkbox", "label": "First"}
WORDS = ("", "help", "<p>%s 100% &amp; \"'", stencils.AT, stencils.LABEL + stencils.HELP, "\u2028\ud800 ü")
KEYS = ("plain", "with space", "a/b", "a~b", "ü", "100%", 'q"', "<i>", "0", "a.b-c_d")
SAMPLES = sorted((Path(__file__).parents[1] / "samples").rglob("*.json"))


def both(form, body=None):
    """Return the HTML of *form* by its templates, and the third time that it is drawn with stencils."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(stencils, "DRAWN_ALIKE", frozenset())
        plain = drawn(form, body)
    return plain, [drawn(form, body) for _ in range(3)][-1]


def drawn(form, body):
    form.cache.pop("fields", None)
    return webform.render(form) if body is None else webform.render(form, body)


@given(st.lists(st.tuples(st.sampled_from(KINDS), st.sampled_from(WORDS), st.sampled_from(WORDS)), max_size=30))
def test_a_form_is_the_same_with_stencils(chosen):
    inputs = [
        {"key": f"{KEYS[index % len(KEYS)]}{index}", "label": label or "-", "description": help_, **kind}
        for index, (kind, label, help_) in enumerate(chosen)
    ]
    plain, cut = both(webform.load([FIRST, *inputs])[0].form)

    assert cut == plain


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: file.name)
def test_the_forms_of_all_samples_are_the_same_with_stencils(file):
    try:
        tools = webform.load(file)
    except webform.DeclarationError:
        return
    for tool in tools:
        plain, cut = both(tool.form)
        filled, cut_filled = both(tool.form, webform.sample(tool.form))

        assert (cut, cut_filled) == (plain, filled)


def test_fields_of_one_look_are_drawn_once(monkeypatch):
    asked = []
    draw = bound.Bound.draw
    monkeypatch.setattr(stencils, "_stencils", {})
    monkeypatch.setattr(bound.Bound, "draw", lambda self: asked.append(self.at) or draw(self))
    inputs = [{"key": f"k{number}", "type": "text", "label": f"Label {number}"} for number in range(9)]
    page = webform.render(webform.load(inputs)[0].form, id_prefix="")

    assert asked == ["/k0", stencils.AT]
    assert all(f'for="at/k{number}"><bdi>Label {number}</bdi></label>' in page for number in range(9))


def test_no_more_stencils_are_kept_than_there_is_room_for(monkeypatch):
    kept = {}
    monkeypatch.setattr(stencils, "_stencils", kept)
    monkeypatch.setattr(stencils, "MAX_STENCILS", 5)
    inputs = [{"key": f"k{n}", "type": "number", "label": "L", "min": n // 2} for n in range(60)]
    webform.render(webform.load(inputs)[0].form)

    assert 0 < len(kept) <= 5


@pytest.mark.parametrize(
    "options",
    [
        {"type": "select", "options": [{"value": n, "label": "x" * 10} for n in range(200)]},
        {"type": "text", "placeholder": "x" * 2000},
        {"type": "text", "default": "x" * 2000},
    ],
    ids=["choices", "placeholder", "default"],
)
def test_what_is_long_is_kept_by_no_stencil(monkeypatch, options):
    kept = {}
    monkeypatch.setattr(stencils, "_stencils", kept)
    inputs = [{"key": f"k{n}", "label": "L", **options} for n in range(3)]
    webform.render(webform.load(inputs)[0].form, {})

    assert kept == {}


def test_what_is_equal_in_python_and_not_in_html_is_drawn_apart():
    inputs = [{"key": f"k{n}", "type": "number", "label": "L", "min": least} for n, least in enumerate([1, 1.0] * 3)]
    page = webform.render(webform.load(inputs)[0].form, id_prefix="")
    found = [part.partition('"')[0] for part in page.split('data-min="')[1:]]

    assert found == ["1", "1.0"] * 3
    assert all(a != b for a, b in pairwise(found))
