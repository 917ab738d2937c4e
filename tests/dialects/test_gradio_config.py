"""The configuration of a Gradio app beside its declaration: what fits is added, the rest changes nothing."""

from __future__ import annotations

import pytest

from webform.dialects import read
from webform.dialects.gradio_config import components_of, function_of, skips, with_config

PARAMETER = {"parameter_name": "a", "label": "A", "type": {"type": "string"}, "component": "Textbox"}
INFO = {"named_endpoints": {"/greet": {"parameters": [PARAMETER], "returns": []}}}
BOX = {"id": 1, "type": "textbox", "props": {"name": "textbox", "info": "Help", "elem_id": "x"}}
STATE = {"id": 2, "type": "state", "props": {"name": "state"}}
GREET = {"id": 7, "api_name": "greet", "inputs": [2, 1], "outputs": [2]}


def config(*components, **function):
    return {"components": [*components], "dependencies": [{"api_name": "js"}, GREET | function]}


def test_a_parameter_has_the_properties_of_its_component():
    whole = with_config(INFO, config(BOX, STATE))
    [parameter] = whole["named_endpoints"]["/greet"]["parameters"]

    assert parameter == PARAMETER | {"props": {"info": "Help"}}
    assert read(whole)[1] == []
    assert INFO["named_endpoints"]["/greet"]["parameters"] == [PARAMETER]


@pytest.mark.parametrize(
    "config",
    [
        None,
        [],
        {},
        {"components": 5, "dependencies": 5},
        {"components": [5, {"id": []}, {"id": "1"}], "dependencies": [5]},
        config(),
        config(BOX, STATE, api_name="other"),
        config(BOX, STATE, inputs=5),
        config(BOX, STATE, inputs=[1, 1]),
        config(BOX, STATE, inputs=[[]]),
        config(BOX, STATE, outputs=[1]),
        config(BOX | {"props": 5}, STATE),
        config(BOX | {"props": {"name": "slider", "minimum": 1}}, STATE),
    ],
)
def test_one_that_does_not_fit_changes_nothing_but_a_note(config):
    alone, _, _ = read(INFO)
    tools, problems, _ = read(with_config(INFO, config))

    assert [(problem.code, problem.severity) for problem in problems] == [("no-config", "warning")]
    assert [tool.form.schema for tool in tools] == [tool.form.schema for tool in alone]


def test_one_that_a_declaration_repeats_too_often_changes_nothing():
    """A component of megabytes in thousands of parameters is measured, never written."""
    large = BOX | {"props": BOX["props"] | {"info": "x" * 1_000_000}}
    info = {"named_endpoints": {f"/{number}": {"parameters": [PARAMETER], "returns": []} for number in range(20_000)}}
    functions = [{"api_name": str(number), "inputs": [1], "outputs": []} for number in range(20_000)]

    assert with_config(info, {"components": [large], "dependencies": functions}) == info | {"config": None}


def test_an_endpoint_has_a_number_and_components_that_declarations_skip():
    whole = config(BOX, STATE, outputs=[1, 5, "x"])
    function = function_of(whole, "greet")

    assert function["id"] == 7
    assert skips(function, "inputs", components_of(whole)) == [True, False]
    assert skips(function, "outputs", components_of(whole)) == [False, False, False]
    assert function_of({"dependencies": [{"api_name": "js"}, {"api_name": "greet", "id": "x"}]}, "greet")["id"] == 1
    assert function_of(whole, "none") is None
