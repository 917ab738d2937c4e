"""The sample of all types, with each further input of the table, as its own first example declares it."""

from __future__ import annotations

import json
from pathlib import Path

from webform import load
from webform.inputs import INPUTS

SAMPLE = Path(__file__).parent / "samples/tool-json/all-types.tool.json"


def further(declared):
    """Return an input and a value by key of each type that none of *declared* is of."""
    known = {one["type"] for one in declared}
    examples = {kind: INPUTS[kind].examples[0] for kind in INPUTS if kind not in known}
    return {
        kind: ({"key": kind, "type": kind, "label": kind, **options}, value)
        for kind, (options, value) in examples.items()
    }


def with_all(document):
    """Return the `tool.json` *document* with an input of each type."""
    return {**document, "inputs": document["inputs"] + [one for one, _ in further(document["inputs"]).values()]}


def texts_of(declared):
    """Return what is typed into the inputs that `with_all` adds to *declared*: a text by the name of its control."""
    inputs = {kind: (load([one])[0].form.inputs[0], value) for kind, (one, value) in further(declared).items()}
    return {
        f"/{kind}{part}": texts[-1]
        for kind, (input_, value) in inputs.items()
        for part, texts in input_.texts(value).items()
    }


DOCUMENT = with_all(json.loads(SAMPLE.read_text(encoding="utf-8")))
