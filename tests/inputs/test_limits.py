"""Limits are said beside the label, before anybody breaks them."""

from __future__ import annotations

import pytest

from webform import load, render


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"type": "number", "min": 1, "max": 14}, "1 to 14"),
        ({"type": "number", "min": 0.5}, "0.5 or more"),
        ({"type": "number", "max": 1.0}, "1 or less"),
        ({"type": "number"}, ""),
        ({"type": "number", "min": -(2**31), "max": 2**31 - 1}, ""),
        ({"type": "text", "max_length": 500}, "Up to 500 characters"),
        ({"type": "textarea", "max_length": 1}, "Up to 1 character"),
        ({"type": "date", "min": "2026-01-01"}, "2026-01-01 or later"),
        ({"type": "date", "max": "2026-01-01"}, "2026-01-01 or earlier"),
        ({"type": "date", "min": "2026-01-01", "max": "2026-12-31"}, "2026-01-01 to 2026-12-31"),
    ],
)
def test_an_input_says_its_limits(options, words):
    (tool,) = load({"id": "t", "name": "T", "inputs": [{"key": "x", "label": "X", **options}]})
    (input_,) = tool.form.inputs

    html = str(render(tool.form, id_prefix=""))

    assert input_.limits == words
    assert (f'<span class="opt" id="limits/x">{words}</span>' in html) is bool(words)
    assert ('aria-describedby="limits/x problem/x"' in html) is bool(words)


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "string", "minLength": 3, "maxLength": 500}, "3 to 500 characters"),
        ({"type": "string", "minLength": 8}, "At least 8 characters"),
        ({"type": "number", "exclusiveMinimum": 0, "maximum": 1}, "More than 0, 1 or less"),
        ({"type": "integer", "minimum": 5, "maximum": 5000}, "5 to 5000"),
        ({"type": "array", "items": {"type": "object", "properties": {}}, "minItems": 2}, "At least 2 items"),
        (
            {"type": "array", "items": {"type": "object", "properties": {}}, "minItems": 2, "maxItems": 2},
            "Exactly 2 items",
        ),
        ({"type": "array", "items": {"type": "object", "properties": {}}, "maxItems": 1}, "Up to 1 item"),
        ({"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 5}, "2 to 5 values"),
        ({"type": "array", "items": {"enum": ["a", "b"]}, "maxItems": 1, "uniqueItems": True}, "Up to 1 option"),
        ({"type": "array", "prefixItems": [{"type": "string"}], "items": False}, ""),
    ],
)
def test_a_schema_says_them_too(schema, words):
    (tool,) = load({"type": "object", "title": "T", "properties": {"x": schema}, "required": ["x"]})

    assert tool.form.root.by_key["x"].limits == words
