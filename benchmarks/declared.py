"""The forms that are measured: plain inputs of ten kinds in turn."""

from __future__ import annotations

from typing import Any

COLOURS = [{"value": word, "label": word.title()} for word in ("red", "green", "blue", "black", "white")]
SIZES = [{"value": word, "label": word.title()} for word in ("small", "medium", "large")]
#: Options of an input with a value of it.
KINDS: tuple[tuple[dict[str, Any], Any], ...] = (
    ({"type": "text", "placeholder": "As on the invoice"}, "Ada Lovelace"),
    ({"type": "number", "min": 0, "max": 1000, "unit": "kg"}, 12.5),
    ({"type": "select", "options": COLOURS}, "green"),
    ({"type": "textarea", "description": "As many lines as it takes."}, "One line\nand another"),
    ({"type": "checkbox"}, True),
    ({"type": "date"}, "2026-01-31"),
    ({"type": "text", "required": False, "max_length": 80}, "second"),
    ({"type": "radio", "options": SIZES}, "large"),
    ({"type": "time"}, "09:30"),
    ({"type": "number", "required": False, "description": "Leave it out where nobody counted."}, 9007199254740993),
)


def inputs(count: int) -> list[dict[str, Any]]:
    """Return the declaration of *count* plain inputs."""
    return [{"key": f"field{index}", "label": f"Field {index}", **KINDS[index % 10][0]} for index in range(count)]


def manifest(count: int) -> dict[str, Any]:
    """Return the tool.json of a tool with *count* plain inputs."""
    return {"id": f"plain-{count}", "name": f"{count} plain inputs", "inputs": inputs(count), "outputs": []}


def body(count: int) -> dict[str, Any]:
    """Return a body that fills *count* plain inputs."""
    return {f"field{index}": KINDS[index % 10][1] for index in range(count)}


def form(count: int) -> dict[str, str]:
    """Return the entries of a form of *count* plain inputs, filled in alike."""
    return {f"/{key}": "true" if value is True else str(value) for key, value in body(count).items()}
