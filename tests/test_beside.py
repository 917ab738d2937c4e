"""The tool that webform is compared on is the same on each side, and the figures tell who is first."""

from __future__ import annotations

from benchmarks.beside import LINES, Seen, compared
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
    assert {output.key for output in tool.outputs} == ANSWER.keys()
    assert render(tool.form)
    assert decode(tool.form, {"/title": "x", "/copies": "2", "/size": "a4"}) == (
        {"title": "x", "copies": 2, "size": "a4"},
        [],
    )


def test_the_least_of_the_others_is_the_target():
    ours, other = Seen(*[5] * len(LINES)), Seen(*[5] * len(LINES))

    figures = compared({"ours": ours._replace(tabs=3, top=24), "other": other._replace(height=4, top=-100)})

    verdicts = dict(zip(LINES, (figure.verdict for figure in figures), strict=False))
    assert verdicts == {key: "MISSED" if key == "height" else "met" for key in LINES}
