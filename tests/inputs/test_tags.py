"""tags: words, as many as people like."""

from __future__ import annotations

import pytest

from tests.inputs.one import REQUIRED, One
from webform.messages import Phrase
from webform.values import ABSENT


def test_its_options_are_read():
    assert One("tags", suggestions=["alpha", "beta"]).input.suggestions == ["alpha", "beta"]


@pytest.mark.parametrize(
    "value", [[], ["a"], ["b", "a", "b"], ["a, b"], [" a"], [""], ["a\nb"], ["\x00", "\ud800"], ["a b", "é"]], ids=repr
)
def test_a_value_comes_back_as_it_was(value):
    one = One("tags")

    assert (value, []) == one.posted(one.sends(value))


def test_tags_are_read_a_line_each():
    assert One("tags").post({"": " a \r\n\r\nb c\r\nd, e\r\n"}) == (["a", "b c", "d, e"], [])


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, ([], [])),
        ({"default": ["a"]}, ([], [])),
        ({"required": False}, (ABSENT, [])),
        ({"required": False, "default": []}, ([], [])),
    ],
)
def test_blank_is_an_empty_list_where_required_else_absent(options, expected):
    assert expected == One("tags", **options).blank()


@pytest.mark.parametrize(
    ("options", "ends"),
    [({}, True), ({"suggestions": ["a"]}, True), ({"suggestions": ["a, b"]}, False), ({"default": ["a,b"]}, False)],
)
def test_a_comma_ends_a_tag_unless_the_author_wrote_one_in_a_tag(options, ends):
    one = One("tags", **options)

    assert one.input.comma_ends is ends
    assert ("data-commas" in one.html()) is ends


def test_a_post_without_its_mark_has_nothing():
    assert One("tags").posted([("/x", "")]) == (ABSENT, REQUIRED)


def test_its_schema_is_a_list_of_texts():
    assert One("tags").input.value_schema() == {"type": "array", "items": {"type": "string"}}


@pytest.mark.parametrize(
    ("options", "expected"), [({}, []), ({"default": ["a"]}, ["a"]), ({"required": False}, ABSENT)]
)
def test_its_sample_is_its_default_or_empty(options, expected):
    assert expected == One("tags", **options).sample


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        ("a", [("", Phrase("type", {"type": Phrase("kind.array")}))]),
        (["a", 1], [("/1", Phrase("type.typed", {"type": Phrase("kind.string")}))]),
    ],
)
def test_what_is_wrong_with_a_value_is_said(value, wrong):
    assert wrong == One("tags").wrong(value)


@pytest.mark.parametrize("suggestions", ["a", [1], {}])
def test_suggestions_are_a_list_of_texts(suggestions):
    ((at, phrase),) = One("tags", suggestions=suggestions).found_problems

    assert (at, (phrase.key, phrase.params["expected"])) == ("/suggestions", ("wrong-type", Phrase("kind.texts")))


AWKWARD = ["", " ", " padded ", "two\nlines", "a", '"a"', '""', '"\\n"', '" b"', '"\\" c\\""', "\x00", "\ud800", "\\"]


def test_a_blank_padded_or_longer_text_stays_in_the_list():
    one = One("tags")
    texts = one.input.texts(AWKWARD)

    assert texts == {"": [('""\n" "\n" padded "\n"two\\nlines"\na\n"a"\n"\\"\\""\n"\\"\\\\n\\""\n"\\" b\\""\n'
                          '"\\"\\\\\\" c\\\\\\"\\""\n"\\u0000"\n"\\ud800"\n\\')]}  # fmt: skip
    assert one.posted(one.sends(AWKWARD)) == (AWKWARD, [])
    assert "JSON" not in one.html(AWKWARD)
    assert "begins a new line" in one.html(AWKWARD)
    assert "begins a new line" not in one.html(["a", '"a"'])


def test_quotes_that_people_type_are_kept_where_they_need_not_be_there():
    assert One("tags").post({"": '"exact words"\r\n"two\\nlines"\r\n"open'}) == (
        ['"exact words"', "two\nlines", '"open'], [],
    )  # fmt: skip
