"""Random edits of a declaration, as an author makes them: good, broken, empty, huge."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Inputs that every edit keeps, and what is typed into each.
TYPED = {"city": "Bergen", "amount": "12.5", "note": "two\nlines", "half": "not a number"}
_FIRST: tuple[dict[str, Any], ...] = (
    {"key": "city", "type": "text", "label": "City", "default": "Oslo"},
    {"key": "amount", "type": "number", "label": "Amount", "default": 1},
    {"key": "note", "type": "textarea", "label": "Note", "required": False},
    {"key": "half", "type": "number", "label": "Half typed"},
)
_MORE: tuple[dict[str, Any], ...] = (
    {"type": "slider", "min": 0, "max": 9},
    {"type": "select", "options": [{"value": "a", "label": "A"}, {"value": "b", "label": "B"}]},
    {"type": "checkbox"},
    {"type": "date"},
    {"type": "tags"},
    {"type": "table", "columns": [{"key": "a", "label": "A"}, {"key": "b", "label": "B"}]},
    {"type": "map_point"},
    {"type": "file"},
    {"type": "colour", "required": False},
    {"type": "json"},
    {"type": "text", "show_if": {"key": "city", "equals": "Oslo"}},
    {"type": "slidr"},
    {"type": 7},
)
_OUTPUTS = ("text", "number", "table", "chart_bar", "kv", "markdown", "nothing")


def first() -> bytes:
    """Return the declaration before all edits."""
    return _written({"id": "edited", "name": "Edited", "inputs": list(_FIRST), "outputs": []})


def edits(seed: int, count: int) -> Iterator[bytes]:
    """Yield *count* states of a file, one after the other."""
    random = Random(seed)
    manifest: dict[str, Any] = {"id": "edited", "name": "Edited", "inputs": [*_FIRST], "outputs": []}
    for number in range(count):
        manifest = _edited(manifest, random, number)
        text = _written(manifest)
        chance = random.random()
        if chance < 0.2:
            text = _broken(text, random)
        elif chance < 0.25:
            text = b""
        elif chance < 0.28:
            text = _huge(manifest, random)
        yield text


def _written(manifest: dict[str, Any]) -> bytes:
    return json.dumps(manifest, indent=2).encode()


def _edited(manifest: dict[str, Any], random: Random, number: int) -> dict[str, Any]:
    """Return *manifest* after one good change, or one that `check` would complain of."""
    inputs = [*manifest["inputs"]]
    index = random.randrange(len(inputs))
    match random.randrange(8):
        case 0:
            inputs[index] = inputs[index] | {"label": f"Label {number}"}
        case 1:
            inputs[index] = inputs[index] | {"help": f"Help {number}", "placeholder": "x", "group": random.choice("AB")}
        case 2:
            inputs[index] = inputs[index] | {"default": random.choice(["x", 3, None, [], {}])}
        case 3 | 4:
            more = {"key": f"more{number}", "label": f"More {number}"} | random.choice(_MORE)
            inputs.insert(index, more)
        case 5:
            inputs = [one for one in inputs if one["key"] in TYPED or random.random() < 0.7]
        case 6:
            random.shuffle(inputs)
        case 7:
            kind = random.choice(_OUTPUTS)
            outputs = [{"key": f"out{number}", "type": kind, "label": "Out"}, *manifest["outputs"]][:4]
            manifest = manifest | {"outputs": outputs, "description": f"Edit **{number}**"}
    return manifest | {"inputs": inputs, "name": f"Edited {number}"}


def _broken(text: bytes, random: Random) -> bytes:
    at = random.randrange(len(text))
    return random.choice((text[:at], text[:at] + b"\xff" + text[at:], text[:at] + text[at + 3 :], b"]" + text))


def _huge(manifest: dict[str, Any], random: Random) -> bytes:
    if random.random() < 0.5:
        return b"[" * 5_000_000
    many = [{"key": f"many{index}", "type": "text", "label": f"Many {index}"} for index in range(300)]
    return _written(manifest | {"inputs": [*manifest["inputs"], *many]})
