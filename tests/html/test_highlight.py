"""Code in colours."""

from __future__ import annotations

import pytest

from tests.html.parsed import Parsed, dangers
from webform.html.highlight import ALSO, LANGUAGES, MAX_LINE, MAX_TEXT, highlight

HOSTILE = "</code><script>window.__pwned=1</script> \" ' & <img src=x onerror=1> {{7*7}}"


@pytest.mark.parametrize("language", [*sorted(LANGUAGES), "", "nonsense", "../../etc", "<script>"])
def test_code_in_any_language_is_text(language):
    html = highlight(HOSTILE, language)

    assert dangers(html) == []
    assert Parsed(html).text == HOSTILE


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_white_space_is_kept(language):
    assert Parsed(highlight("\n\n  a\n\tb  \n\n", language)).text == "\n\n  a\n\tb  \n\n"


@pytest.mark.parametrize(("declared", "language"), [*ALSO.items(), (" Python ", "python")])
def test_other_names_of_a_language_are_known(declared, language):
    assert highlight("x = 1 # y", declared) == highlight("x = 1 # y", language)


@pytest.mark.parametrize("text", ["x = 1\n" * MAX_TEXT, "x = 1;" * MAX_LINE])
def test_what_would_hold_up_the_page_stays_plain(text):
    assert highlight(text, "python") == text


def test_what_cannot_be_seen_is_spelled():
    assert Parsed(highlight("a\u202eb\u200bc\x00", "python")).text == "a\\u202eb\\u200bc\\u0000"
