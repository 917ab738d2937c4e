"""Words that people see: the usual ones, and messages that begin with a capital."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.test_wording import PARTS
from webform.messages import catalogue

ROOT = Path(__file__).parents[1]
#: Words that read as foreign, and promises that nobody can keep.
BANNED = re.compile(
    r"\bmend|\bwhoever\b|do better in a moment|out of touch|went wrong|stays like this|what came before"
    r"|\bgo ahead\b|could not be had|found out by|^nothing is expected|fill it in again",
    re.IGNORECASE,
)
_JINJA_COMMENT, _JS_COMMENT = (
    re.compile(r"\{#.*?#\}", re.DOTALL),
    re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE),
)
_JS_TEXT, _JINJA_CODE = re.compile(r"'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`"), re.compile(r"\{[{%].*?[}%]\}", re.DOTALL)


def _shown(node: ast.AST) -> str:
    """Return the text of a string of Python, `{}` for what is filled in; "" of anything else."""
    if isinstance(node, ast.JoinedStr):
        return "".join(_shown(part) or "{}" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _python() -> list[tuple[str, str]]:
    found = []
    for path in sorted((ROOT / "webform").rglob("*.py")):
        nodes = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
        docs = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        found += [(path.name, _shown(node)) for node in nodes if id(node) not in docs and " " in _shown(node)]
    return found


def _templates() -> list[tuple[str, str]]:
    texts = [(path.name, path.read_text(encoding="utf-8")) for path in sorted((ROOT / "templates").rglob("*.html"))]
    return [(name, _JINJA_CODE.sub(" ", _JINJA_COMMENT.sub("", text))) for name, text in texts]


def _scripts() -> list[tuple[str, str]]:
    texts = [(path.name, path.read_text(encoding="utf-8")) for path in sorted((ROOT / "static/src").rglob("*.js"))]
    return [(name, found) for name, text in texts for found in _JS_TEXT.findall(_JS_COMMENT.sub("", text))]


@pytest.mark.parametrize("texts", [_python, _templates, _scripts])
def test_no_text_has_a_word_that_nobody_would_say(texts):
    found = texts()

    assert len(found) > 50
    assert [(name, text[:100]) for name, text in found if BANNED.search(text)] == []


def test_a_sentence_of_the_catalogue_begins_with_a_capital_or_what_fills_it():
    entries = [(key, form) for key, entry in catalogue().items() for form in _forms(entry)]
    parts = (*PARTS, "data-url.", "json.", "no-keys", "source.", "yaml.")
    found = [(key, form) for key, form in entries if not key.startswith(parts)]

    assert len(found) > 250
    assert [(key, form) for key, form in found if form[:1].islower()] == []
    assert [(key, form) for key, form in entries if BANNED.search(form)] == []


def _forms(entry):
    return [entry] if isinstance(entry, str) else [form for name, form in entry.items() if name != "by"]
