"""Patterns: what can be checked in linear time, as it is or in another spelling, and why the rest cannot."""

from __future__ import annotations

import pytest

from webform.schema.document import Document
from webform.schema.keywords import DRAFTS
from webform.schema.patterns import fault_of, matches, usable, weight

DRAFT_07 = "http://json-schema.org/draft-07/schema#"


@pytest.mark.parametrize("draft", DRAFTS, ids=lambda draft: draft.name)
@pytest.mark.parametrize("pattern", ["", "^a+$", "\\d{1,3}", "\\p{L}", "\\u00e9", "é", "[a-z]\\/", "(?<n>a)", "a{2,}"])
def test_a_pattern_that_can_be_checked_stays_as_it_is(pattern, draft):
    assert usable(pattern, draft.uri) == pattern


@pytest.mark.parametrize("draft", DRAFTS, ids=lambda draft: draft.name)
@pytest.mark.parametrize(
    ("pattern", "spelt"),
    [
        ("\\Aab\\Z", "^ab$"),
        ("[\\w-.]+@\\w+\\Z", "[\\w\\-.]+@\\w+$"),
        ("^{id}\\Z", "^\\{id\\}$"),
        ("(?P<n>\\\\A)\\Z", "(?<n>\\\\A)$"),
        ("\\p{L}{2}\\Z", "\\p{L}{2}$"),
    ],
)
def test_a_pattern_of_another_engine_is_spelt_for_ours(pattern, spelt, draft):
    assert usable(pattern, draft.uri) == spelt


def test_a_pattern_in_another_spelling_is_no_problem():
    document = Document({"type": "string", "pattern": "\\Aa\\Z"})

    assert document.problems == []
    assert document.sound["pattern"] == "^a$"
    assert [document.top.variants[0].fits(text) for text in ("a", "ab")] == [True, False]


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("(", 'expected a regular expression, not "("'),
        ("a{2,1}", 'expected a regular expression, not "a{2,1}"'),
        ("(?=a)", '"(?=a)" looks around or back, which is not checked here; say it without'),
        ("(a)\\1", '"(a)\\\\1" looks around or back, which is not checked here; say it without'),
        ("(a{1000}){1000}", '"(a{1000}){1000}" is too large to be checked, if it is a regular expression; make its counts smaller'),
    ],
)  # fmt: skip
def test_why_a_pattern_cannot_be_checked(pattern, message):
    assert usable(pattern, DRAFTS[0].uri) is None
    assert fault_of(pattern) == message


def test_older_drafts_take_the_expressions_of_ecma_alone():
    document = Document({"$schema": DRAFT_07, "pattern": "(?i)a"})

    assert [each.message for each in document.problems] == ['expected a regular expression of ECMA 262, not "(?i)a"']


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [("b", "abc", True), ("^b", "abc", False), ("(", "(", False), ("^.$", "\ud800", True), ("^(a+)+$", "a" * 10_000 + "b", False)],
)  # fmt: skip
def test_whether_a_pattern_is_found(pattern, text, found):
    assert matches(pattern, text) is found


def test_a_pattern_that_repeats_what_repeats_weighs_the_product():
    assert weight("(a{100}){100}") > 100 * 100
    assert weight("a{1,99999999999999999999999}") > 10**6
