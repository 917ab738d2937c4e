"""union: one of several inputs, chosen by name."""

from __future__ import annotations

import pytest

from tests.inputs.built import Filled, comes_back, made, variant
from webform.draft import begin


def click():
    kind = made("constant", "type", constant="click")
    return made("object", inputs=(kind, made("text", "note"), made("text", "target")))


def scroll():
    kind = made("constant", "type", constant="scroll")
    return made("object", inputs=(kind, made("text", "note"), made("number", "by")))


def action(**options):
    def of(name):
        return lambda value: isinstance(value, dict) and value.get("type") == name

    variants = (variant("object", click(), of("click")), variant("object.1", scroll(), of("scroll")))
    return made("object", inputs=(made("union", "action", variants=variants, **options),))


def scalar(**options):
    variants = (variant("number", made("number")), variant("string", made("text")))
    return made("object", inputs=(made("union", "it", variants=variants, **options),))


@pytest.mark.parametrize(
    "value",
    [{"type": "click", "note": "", "target": "a"}, {"type": "scroll", "note": "n", "by": 3}, {"type": "scroll"}],
)
def test_a_value_comes_back_in_its_variant(value):
    comes_back(action(), {"action": value})


@pytest.mark.parametrize("value", [5, "5", "", "a", 1.0, True, None, [1], "a\nb", "\x00"])
def test_a_plain_value_comes_back_with_its_type(value):
    comes_back(scalar(), {"it": value})


def test_nothing_is_chosen_at_first():
    page = Filled(action(required=False))
    page.draft = begin(page.form)

    assert page.submitted().body == {}


def test_the_discriminator_is_filled_in_by_the_choice():
    page = Filled(action())
    page.draft = begin(page.form)
    page.pressed("choose/action", ("to/action", "object.1"))

    assert page.submitted(("/action/by", "2")).body == {"action": {"type": "scroll", "by": 2}}


def test_what_was_typed_in_a_variant_comes_back_with_it_and_what_both_have_is_kept():
    page = Filled.with_value(action(), {"action": {"type": "click", "note": "n", "target": "t"}})

    page.pressed("choose/action", ("to/action", "object.1"), ("/action/target", "12"))
    assert page.submitted(("/action/by", "7")).body == {"action": {"type": "scroll", "note": "n", "by": 7}}
    page.pressed("choose/action", ("to/action", "object"))
    assert page.submitted().body == {"action": {"type": "click", "note": "n", "target": "12"}}
    page.pressed("choose/action", ("to/action", "object.1"))
    assert page.submitted().body == {"action": {"type": "scroll", "note": "n", "by": 7}}


def test_what_is_wanted_and_not_shown_is_a_problem_never_a_guess():
    page = Filled.with_value(action(), {"action": {"type": "click", "note": "", "target": ""}})

    assert page.submitted(("to/action", "object.1")).problems == [("/action", "show-first")]


def test_it_is_written_as_json_where_people_prefer_that():
    page = Filled.with_value(action(), {"action": {"type": "click", "note": "", "target": "a"}})
    page.pressed("choose/action", ("to/action", "json"))

    assert '"target": "a"' in page.html.replace("&#34;", '"')
    assert page.submitted(("/action", '{"type": "scroll"}')).body == {"action": {"type": "scroll"}}
    assert page.pressed("choose/action", ("to/action", "object")).submitted().body["action"]["target"] == "a"


def test_typed_without_a_choice_the_first_variant_that_reads_it_has_it():
    page = Filled(scalar())
    page.draft = begin(page.form)

    assert page.submitted(("/it", "5")).body == {"it": 5}
    assert page.submitted(("/it", "5a")).body == {"it": "5a"}
    assert page.submitted(("/it", "5"), ("is/it", "string")).body == {"it": "5"}


def test_a_variant_that_is_none_is_a_problem():
    page = Filled.with_value(scalar(), {})

    assert page.submitted(("is/it", "object.7"), ("/it", "1")).problems == [("/it", "unknown-variant")]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ({"type": "scroll", "by": "far"}, 'name="/action/by"'),
        ({"type": "click", "by": 3}, 'name="/action/target"'),
        ({"by": 1}, 'name="/action/by"'),
        ({"type": "jump"}, "is none of"),
        ("text", "is none of"),
    ],
)
def test_a_value_that_is_none_of_them_is_shown_as_what_it_is_most_like(value, shown):
    variants = (
        variant("object", click(), lambda _: False),
        variant("object.1", scroll(), lambda _: False),
    )
    root = made("object", inputs=(made("union", "action", variants=variants),))

    html = Filled.with_value(root, {"action": value}).html
    assert (shown in html) != ('value="json" selected' in html)
    comes_back(root, {"action": value})
