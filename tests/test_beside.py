"""The tool that webform is compared on is the same on each side, and the table tells who is first."""

from __future__ import annotations

from benchmarks.beside import LINES, Seen, table
from benchmarks.ten import ANSWER, RJSF, TOOL
from webform import decode, lint, load, render


def test_both_declarations_have_the_same_ten_inputs():
    (tool,) = load(TOOL)
    (schema,) = load({"name": "x", "inputSchema": RJSF["schema"]})

    assert lint(TOOL) == []
    assert len(tool.form.inputs) == 10
    for one, other in zip(tool.form.inputs, schema.form.inputs, strict=True):
        assert (one.key, one.required) == (other.key, other.required)
        assert other.label.startswith(one.label)
    assert {each.key for each in tool.outputs} == ANSWER.keys()
    assert render(tool.form)
    assert decode(tool.form, {"/title": "x", "/copies": "2", "/size": "a4"}) == (
        {"title": "x", "copies": 2, "size": "a4"},
        [],
    )


def test_the_table_tells_where_ours_is_first():
    ours, other = Seen(*[5] * len(LINES)), Seen(*[5] * len(LINES))

    lines = list(table({"ours": ours._replace(tabs=3, top=24), "other": other._replace(height=4, top=-100)}))

    verdicts = dict(zip(LINES, lines[1:], strict=False))
    assert verdicts["tabs"].endswith("first")
    assert verdicts["top"].endswith("first")
    assert verdicts["axe"].endswith("first, with others")
    assert verdicts["height"].endswith("BEHIND")
