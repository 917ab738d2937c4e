"""slider: a number, or a range of two, chosen on a scale."""

from __future__ import annotations

import pytest

from tests.inputs.one import REQUIRED, One
from webform.messages import Phrase
from webform.values import ABSENT

BAND = {"min": 380, "max": 750, "step": 5, "range": True}


def test_its_options_are_read():
    input_ = One("slider", **BAND, unit="nm").input

    assert (input_.min, input_.max, input_.step, input_.range, input_.unit) == (380, 750, 5, True, "nm")


def test_the_example_of_the_seed_sends_its_body():
    one = One("slider", label="Wavelength band (nm)", **BAND, default=[450, 650])

    assert one.posted(one.sends()) == ([450, 650], [])


@pytest.mark.parametrize("value", [0, 1, 0.33, 1 / 3, 1e-300])
def test_a_value_off_its_step_comes_back_as_it_was(value):
    one = One("slider", min=0, max=1, step=0.05)

    assert (value, []) == one.posted(one.sends(value))


@pytest.mark.parametrize("value", [[380, 750], [400.5, 400.5]])
def test_a_range_comes_back_as_it_was(value):
    one = One("slider", **BAND)

    assert (value, []) == one.posted(one.sends(value))


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"min": 3, "max": 9}, 3),
        ({"min": 3, "max": 9, "range": True}, [3, 9]),
        ({"min": 3, "max": 9, "required": False}, ABSENT),
        ({"min": 3, "max": 9, "default": 4}, 4),
    ],
)
def test_it_begins_at_its_min_and_not_at_0(options, expected):
    one = One("slider", **options)

    assert (expected, []) == one.posted(one.sends())


@pytest.mark.parametrize(
    ("options", "expected"), [({"min": 0, "max": 1}, (ABSENT, REQUIRED)), ({**BAND, "required": False}, (ABSENT, []))]
)
def test_blank_is_absent(options, expected):
    assert expected == One("slider", **options).blank()


@pytest.mark.parametrize(
    ("texts", "problems"),
    [
        ({"/0": "400", "/1": ""}, [("/1", Phrase("not-a-number", {"wanted": Phrase("number.high")}))]),
        ({"/0": "x", "/1": "500"}, [("/0", Phrase("not-a-number", {"wanted": Phrase("number.low")}))]),
    ],
)
def test_half_a_range_is_a_problem_at_the_other_half(texts, problems):
    assert (ABSENT, problems) == One("slider", **BAND).post(texts)


def test_a_text_for_the_whole_range_is_none_of_its_parts():
    problem = (
        "",
        Phrase("unknown-name.parts", {"parts": Phrase("list.and", {"first": ("/0",), "last": "/1"}), "near": ""}),
    )

    assert (ABSENT, [problem]) == One("slider", **BAND).posted([("/x", "[1, 2]")])


def test_its_schema_has_its_bounds():
    one = {"type": "number", "minimum": 380, "maximum": 750}

    assert {"type": "array", "items": one, "minItems": 2, "maxItems": 2} == One("slider", **BAND).input.value_schema()


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"min": 0, "max": 1}, 0.5),
        ({"min": 0, "max": 1, "step": 0.4}, 0.4),
        ({"min": 0, "max": 10, "step": 0.1}, 5),
        ({"min": 1, "max": 2, "step": 7}, 1),
        (BAND, [380, 750]),
        ({"min": 0, "max": 1, "required": False}, ABSENT),
        ({"min": 0, "max": 1, "default": 2}, 0.5),
    ],
)
def test_its_sample_is_the_middle_on_its_step_or_the_whole_range(options, expected):
    assert expected == One("slider", **options).sample


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        ([400, 500], []),
        ([500, 400], [("", Phrase("range-order"))]),
        ([400], [("", Phrase("minItems", {"limit": 2, "length": 1}))]),
        ([300, 500], [("/0", Phrase("minimum", {"limit": "380"}))]),
        (400, [("", Phrase("type", {"type": Phrase("kind.array")}))]),
    ],
)
def test_what_is_wrong_with_a_range_is_said(value, wrong):
    assert wrong == One("slider", **BAND).wrong(value)


@pytest.mark.parametrize(
    ("options", "expected_problems"),
    [
        ({"min": 1, "max": 0}, [("/min", Phrase("min-above-max", {"min": "1", "max": "0"}))]),
        (
            {**BAND, "default": 400},
            [("/default", Phrase("bad-default", {"problem": Phrase("type", {"type": Phrase("kind.array")})}))],
        ),
        (
            {**BAND, "default": [500, 400]},
            [("/default", Phrase("bad-default", {"problem": Phrase("range-order")}))],
        ),
        (
            {"min": 0, "max": 1, "default": 2},
            [("/default", Phrase("bad-default", {"problem": Phrase("maximum", {"limit": "1"})}))],
        ),
        ({"max": 1}, [("", Phrase("missing-option", {"name": "min", "expected": Phrase("kind.number")}))]),
    ],
)
def test_what_its_author_should_mend_is_said(options, expected_problems):
    assert expected_problems == One("slider", **options).found_problems


def test_without_its_bounds_it_is_a_json_editor():
    assert One("slider", max=1).input.type == "json"


@pytest.mark.parametrize(
    ("options", "value", "text"),
    [({"range": True, "unit": "nm"}, [380, 750], "380 to 750\N{NO-BREAK SPACE}nm"), ({"range": False}, 5, "5")],
)
def test_what_was_sent_is_told_with_its_unit(options, value, text):
    assert One("slider", **{"min": 0, "max": 1000} | options).input.summary(value) == text
