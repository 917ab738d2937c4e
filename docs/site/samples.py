# ruff: noqa: INP001 - beside the hook that imports it
"""Samples of the documentation: of each input and each output a declaration and a value."""

from __future__ import annotations

import json
import re
import textwrap
from typing import Any

from webform.inputs import INPUTS
from webform.inputs.walk import changed
from webform.outputs import TYPES
from webform.places import examples
from webform.web.gallery import DemoGallery, Sample

#: Characters of a list or an object that stands on one line, of a text that is whole, and of one that is cut.
_LINE, _WHOLE, _CUT = 72, 120, 48


def input_samples() -> dict[str, Sample]:
    """Return a sample of each type of input: of the example that shows them all, or of its first in the gallery."""
    sink = json.loads((examples() / "kitchen_sink/tool.json").read_text(encoding="utf-8"))
    values = sink["examples"][0]["values"]
    samples = {}
    for sample in _first_of("input"):
        key = sample.declaration["key"]
        own = INPUTS[sample.type].examples[0][1]
        value = sample.declaration.get("default", values.get(key, own))
        samples[sample.type] = Sample(sample.type, sample.declaration, sample.tool, value)
    return {kind: samples[kind] for kind in INPUTS}


def output_samples() -> dict[str, Sample]:
    """Return a sample of each type of output."""
    samples = {sample.type: sample for sample in _first_of("output")}
    return {kind: samples[kind] for kind in TYPES}


def _first_of(what: str) -> list[Sample]:
    """Return the first sample of each type in the gallery of the demo."""
    known = INPUTS if what == "input" else TYPES
    found: dict[str, Sample] = {}
    for group in DemoGallery(None).groups.values():
        for sample in group:
            if sample.is_input == (what == "input") and sample.type in known:
                found.setdefault(sample.type, sample)
    return list(found.values())


def as_lines(value: Any) -> str:
    """Return *value* as JSON to read: what is short on one line, the data of files cut."""
    text = json.dumps(_shortened(value), ensure_ascii=False)
    if len(text) <= _LINE:
        return text
    text = json.dumps(_shortened(value), ensure_ascii=False, indent=2)
    return re.sub(r"[\[{]\n[^\[\]{}]*[\]}]", _on_a_line, text)


def _on_a_line(found: re.Match[str]) -> str:
    line = found[0][0] + re.sub(r"\s*\n\s*", " ", found[0][1:-1]).strip() + found[0][-1]
    if len(line) <= _LINE or not line.startswith("["):
        return line if len(line) <= _LINE else found[0]
    indent = found[0].rpartition("\n")[2][:-1]
    items = textwrap.fill(line[1:-1], _LINE, initial_indent=f"{indent}  ", subsequent_indent=f"{indent}  ",
                          break_long_words=False, break_on_hyphens=False)  # fmt: skip
    return f"[\n{items}\n{indent}]"


def _shortened(value: Any) -> Any:
    if isinstance(value, str):
        return value if len(value) <= _WHOLE or not value.startswith("data:") else f"{value[:_CUT]}…"
    return changed(value, lambda _, part: _shortened(part)) if isinstance(value, dict | list) else value
