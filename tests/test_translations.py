"""The catalogues of the languages: complete, with the placeholders, tags and plurals of the source."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from hatch_build import catalogues_of
from translations import CALLS

ROOT = Path(__file__).parents[1]
_NAME = re.compile(r"\{(\w+[^{}]*)\}")
_TAG = re.compile(r"</?[a-z][^<>]*>")


def _texts(text: str | tuple[str, ...]) -> list[str]:
    return [text] if isinstance(text, str) else list(text)


def _faults(message) -> list[str]:
    """Return what of the source is missing in a translation, or was added."""
    source, *plural = _texts(message.id)
    most = plural[0] if plural else source
    found = []
    for text in _texts(message.string):
        names, wanted = sorted(_NAME.findall(text)), sorted(_NAME.findall(most))
        # A form for one, two or none may do without the number.
        if names != wanted and not (plural and set(wanted) - {"count"} <= set(names) <= set(wanted)):
            found.append(f"{most!r} has {wanted}, {text!r} has {names}")
        if sorted(_TAG.findall(text)) != sorted(_TAG.findall(most)):
            found.append(f"{text!r} has other tags than {most!r}")
    return found


@pytest.mark.parametrize("file", catalogues_of(ROOT), ids=lambda file: file.parts[-3])
def test_a_catalogue_is_complete_and_keeps_placeholders_and_tags(file):
    with file.open("rb") as source:
        catalogue = read_po(source)
    messages = [message for message in catalogue if message.id]

    assert [message.id for message in messages if message.fuzzy or not all(_texts(message.string))] == []
    assert [fault for message in messages for fault in _faults(message)] == []
    assert {len(_texts(message.string)) for message in messages if message.pluralizable} == {catalogue.num_plurals}
    assert catalogue.obsolete == {}


def _in_f_strings(file: Path) -> list[str]:
    """Return the texts that *file* marks within an f-string."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    strings = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    calls = [node for string in strings for node in ast.walk(string) if isinstance(node, ast.Call)]
    return [
        f"{file.name}:{call.lineno}"
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id in CALLS and isinstance(call.args[0], ast.Constant)
    ]


def test_no_text_is_marked_within_an_f_string_where_it_would_not_be_found():
    files = [*(ROOT / "webform").rglob("*.py")]

    assert [place for file in files for place in _in_f_strings(file)] == []
