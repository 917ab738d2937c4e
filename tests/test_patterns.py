"""Patterns: what can be checked in linear time, as it is or in another spelling, and why the rest cannot."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from webform.check import check
from webform.messages import Phrase
from webform.patterns import fault_of, matches, usable, weight
from webform.schema import read_schema
from webform.schema.document import Document
from webform.schema.keywords import DRAFTS

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
        ("(?!x)^\\d\\W[\\w.]$", "(?!x)^[0-9][^0-9A-Za-z_][0-9A-Za-z_.]$"),
    ],
)
def test_a_pattern_of_another_engine_is_spelt_for_ours(pattern, spelt, draft):
    assert usable(pattern, draft.uri) == spelt


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
@pytest.mark.parametrize("used", [f"usable(pattern, {DRAFT_07!r})", "matches(pattern, 'kab')"])
def test_few_large_patterns_are_kept_compiled(used):
    code = (
        "from pathlib import Path; from webform.patterns import matches, usable\n"
        "def size(): return next(int(line.split()[1]) for line in"
        " Path('/proc/self/status').read_text().splitlines() if line.startswith('VmRSS'))\n"
        "before = size()\n"
        "for n in range(300):\n"
        "    pattern = '^k%d[a-z]{1000}(foo|bar){300}$' % n\n"
        f"    {used}\n"
        "print(size() - before)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    # Kilobytes; kept, they would be 200,000.
    assert int(done.stdout) < 20_000


def test_a_bracket_that_closes_none_stands_for_itself():
    assert usable("^[a-z]]?$", DRAFT_07) == "^[a-z]\\]?$"


def test_a_pattern_in_another_spelling_is_no_problem():
    document = Document({"type": "string", "pattern": "\\Aa\\Z"})

    assert document.problems == []
    assert document.sound["pattern"] == "^a$"
    assert [document.top.variants[0].fits(text) for text in ("a", "ab")] == [True, False]


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("(", Phrase("pattern.not-regex", {"pattern": '"("'})),
        ("a{2,1}", Phrase("pattern.not-regex", {"pattern": '"a{2,1}"'})),
        ("(?(1)a|b)", Phrase("pattern.not-regex", {"pattern": '"(?(1)a|b)"'})),
        ("(a{1000}){1000}", Phrase("pattern.too-large", {"pattern": '"(a{1000}){1000}"'})),
    ],
)  # fmt: skip
def test_why_a_pattern_cannot_be_checked(pattern, message):
    assert usable(pattern, DRAFTS[0].uri) is None
    assert fault_of(pattern) == message


def test_older_drafts_take_the_expressions_of_ecma_alone():
    document = Document({"$schema": DRAFT_07, "pattern": "(?i)a"})

    assert [problem.phrase for problem in document.problems] == [Phrase("pattern.not-ecma", {"pattern": '"(?i)a"'})]


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [("b", "abc", True), ("^b", "abc", False), ("(", "(", False), ("^.$", "\ud800", True), ("^(a+)+$", "a" * 10_000 + "b", False)],
)  # fmt: skip
def test_whether_a_pattern_is_found(pattern, text, found):
    assert matches(pattern, text) is found


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("", 0),
        ("^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$", 38),
        ("(a{100}){100}", 10_000),
        ("(?:a{10}|b{2,20}){3}", (2 + 10 + 1 + 20) * 3),
        ("a{5,}", 5),
        ("\\p{L}{2}", 2 * 1001),
        ("[\\p{L}\\d]{2}", 2 * 1001),
        ("[{4}(]{3}", 3),
        ("\\({3}", 3),
        (")a{2}", 3),
    ],
)
def test_in_a_pattern_what_is_repeated_weighs_so_often(pattern, expected):
    assert weight(pattern) == expected


def test_a_count_beyond_all_weighs_too_much():
    assert weight("a{1,99999999999999999999999}") > 10**6


@pytest.mark.parametrize("draft", DRAFTS, ids=lambda draft: draft.name)
@pytest.mark.parametrize(
    ("pattern", "fitting", "other"),
    [
        ("^(?!x)[a-z]+$", "ab", "xb"),
        ("^a(?=b)", "ab", "ac"),
        ("(?<=a)b", "ab", "cb"),
        ("(?<!a)b$", "cb", "ab"),
        ("^(a|b)\\1$", "aa", "ab"),
        ("^(?!0)\\d+$", "10", "٣"),
        ("^(?!x)\\s$", "\ufeff", "\x85"),
        ("^(?!x)\\S$", "\x85", "\ufeff"),
        ("^(?!x)[\\s\\S]$", "\n", "\n\n"),
        ("^(?!x)\\W$", "é", "a"),
    ],
)
def test_a_pattern_may_look_around_and_back(pattern, fitting, other, draft):
    key = "name"
    form, problems = read_schema({"$schema": draft.uri, "properties": {key: {"type": "string", "pattern": pattern}}})

    assert [problem for problem in problems if problem.code == "pattern"] == []
    assert [check(form, {key: text}) == [] for text in (fitting, other)] == [True, False]


def test_a_text_that_takes_too_many_steps_back_is_a_problem():
    form, _ = read_schema({"type": "string", "pattern": "^(a|aa)+\\1?(?!b)$"})

    assert [(problem.at, problem.code, problem.phrase) for problem in check(form, "a" * 60 + "c")] == [
        ("", "pattern", Phrase("pattern.endless", {"pattern": "^(a|aa)+\\1?(?!b)$"}))
    ]


@pytest.mark.parametrize("closing", ["additionalProperties", "unevaluatedProperties"])
def test_beside_a_key_pattern_that_cannot_be_used_no_key_is_wrong(closing):
    form, problems = read_schema({"properties": {"a": {}}, "patternProperties": {"(": {}}, closing: False})

    assert check(form, {"b": 1}) == []
    assert [(problem.at, problem.severity) for problem in problems if problem.code == "pattern"] == [
        ("/patternProperties/(", "error"), ("/" + closing, "warning"),
    ]  # fmt: skip


def test_a_key_pattern_is_spelt_for_the_engine():
    form, problems = read_schema(
        {"patternProperties": {"^(?!x)\\d$": {"type": "number"}}, "additionalProperties": False}
    )

    assert [problem for problem in problems if problem.code == "pattern"] == []
    assert check(form, {"1": 1}) == []
    assert [problem.at for problem in check(form, {"1": "a", "x": 1})] == ["/1", "/x"]
