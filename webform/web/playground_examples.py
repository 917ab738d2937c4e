"""Examples of the playground: the tools that ship, each input and output, and the declarations of the documentation."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from webform.inputs import INPUTS
from webform.outputs import TYPES
from webform.places import examples

#: The file with the declarations of the documentation, which `python docs/generate.py` writes.
DOCUMENTED = "documented.json"
#: What the page opens with.
FIRST = "airports"


@cache
def _all() -> dict[str, dict[str, tuple[str, str]]]:
    """Return by group, and by name, what an example is called and its text."""
    folder = examples()
    groups: dict[str, dict[str, tuple[str, str]]] = {
        "Tools": {name: _of_file(name) for name in _tools()},
        "Inputs": {f"input-{kind}": (kind, _of_input(kind)) for kind in INPUTS},
        "Outputs": {f"output-{kind}": (kind, _of_output(kind)) for kind in TYPES},
    }
    for name, found in json.loads((folder / DOCUMENTED).read_text("utf-8")).items():
        groups.setdefault(found["page"], {})[name] = (found["title"], found["text"])
    return groups


def example_groups() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the examples by group: the name of each, and what it is called."""
    return [(group, [(name, title) for name, (title, _) in found.items()]) for group, found in _all().items()]


def example_text(name: str) -> str | None:
    """Return the text of the example *name*, of the first where it is blank; `None` where there is none."""
    wanted = name or FIRST
    return next((found[wanted][1] for found in _all().values() if wanted in found), None)


def _tools() -> list[str]:
    names = (path.parent.name for path in examples().glob("*/tool.json"))
    return sorted(names, key=lambda name: (name != FIRST, name))


def _of_file(name: str) -> tuple[str, str]:
    text = (examples() / name / "tool.json").read_text("utf-8")
    return json.loads(text)["name"], text


def _of_input(kind: str) -> str:
    declared = {"key": kind, "type": kind, "label": kind.replace("_", " ").capitalize(), **INPUTS[kind].example()}
    more = {"provides_autocomplete": True} if kind == "autocomplete" else {}
    return _text({"id": f"try-{kind.replace('_', '-')}", "name": f"Try {kind}", **more, "inputs": [declared]})


def _of_output(kind: str) -> str:
    declared = {"key": kind, "type": kind, "label": kind.replace("_", " ").capitalize()}
    whole = {"id": f"try-{kind.replace('_', '-')}", "name": f"Try {kind}", "inputs": [], "outputs": [declared]}
    return _text(whole)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
