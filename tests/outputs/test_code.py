"""Code."""

from __future__ import annotations

import pytest

from tests.outputs.showing import declared, phrases
from tests.phrases import not_of_type


@pytest.mark.parametrize(
    ("value", "options", "language"),
    [
        ({"value": "print(1)", "language": "python"}, {"language": "sql"}, "python"),
        ("print(1)", {"language": "python"}, "python"),
        ("print(1)", {}, ""),
        ({"value": "print(1)", "language": 5}, {}, ""),
    ],
)
def test_the_language_comes_with_the_value_or_from_the_declaration(value, options, language):
    view = declared("code", value, **options)

    assert ("code", "print(1)", language, "print(1)") == (view.name, view.data.text, view.data.language, view.copy)


def test_what_is_no_text_is_no_code():
    assert phrases(declared("code", [1])) == [not_of_type("string", "[1]")]
