"""The OpenAPI document of a cog model: one tool, of its input and output."""

from __future__ import annotations

import json
from pathlib import Path

import webform
from webform.dialects import read, recognise
from webform.tool import CallSpec

MODEL = json.loads((Path(__file__).parents[1] / "services/cog/openapi_schema.json").read_text(encoding="utf-8"))


def test_a_model_is_a_tool():
    dialect, _ = recognise(MODEL)
    [tool] = webform.load(MODEL)

    assert dialect.name == "cog"
    assert (tool.id, tool.name, tool.problems) == ("prediction", "Prediction", ())
    assert tool.call == CallSpec(protocol="cog")
    assert [(input_.key, input_.type) for input_ in tool.form.inputs] == [
        ("prompt", "text"), ("steps", "number"), ("style", "select"), ("image", "file"),
    ]  # fmt: skip
    assert webform.check(tool.form, {"prompt": "a", "style": "loud", "image": None}) == []
    assert tool.output_schema["type"] == "string"
    assert "title" not in tool.output_schema


def test_a_mistake_has_its_place_in_the_document():
    wrong = json.loads(json.dumps(MODEL))
    wrong["components"]["schemas"]["Input"]["properties"]["steps"]["type"] = "whole"
    wrong["components"]["schemas"]["style"]["type"] = "word"
    places = {problem.at for problem in read(wrong)[1]}

    assert "/components/schemas/Input/properties/steps/type" in places
    assert "/components/schemas/style/type" in places


def test_what_is_no_model_is_a_problem():
    assert [problem.code for problem in read({"openapi": "3.0.2"}, "cog")[1]] == ["wrong-type"]
