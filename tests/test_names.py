"""Vague names: what a thing is called says what it is."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
VAGUE = {"each", "given", "here", "said", "held", "told", "heard", "wish"}
#: Names of others: the decorator of Hypothesis.
OTHERS = {"tests": {"given"}}
RIDDLES = ("What", "Who", "Whose", "Where", "How", "That", "When", "Which")


def names_of(tree: ast.AST) -> set[str]:
    """Return the names that *tree* binds or reads."""
    names = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.arg(arg=name) | ast.Attribute(attr=name):
                names.add(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
    return names


@pytest.mark.parametrize("folder", ["webform", "tests", "benchmarks", "examples"])
def test_no_name_is_vague(folder):
    vague = VAGUE - OTHERS.get(folder, set())

    found = {
        str(path.relative_to(ROOT)): sorted(names)
        for path in (ROOT / folder).rglob("*.py")
        if (names := names_of(ast.parse(path.read_text("utf-8"))) & vague)
    }

    assert not found, f"say what these are: {found}; none is called {sorted(vague)}"


def test_the_first_line_of_a_module_names_what_it_holds():
    modules = [*(ROOT / "webform").rglob("*.py")]
    heads = {path.stem: ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "" for path in modules}

    assert [name for name, head in heads.items() if head.partition(" ")[0] in RIDDLES] == []
