"""The answer of a Gradio app to /gradio_api/info: a tool for each endpoint."""

from __future__ import annotations

import webform
from webform.dialects import read, recognise
from webform.tool import CallSpec

STRING, NUMBER = {"type": "string"}, {"type": "number"}
FILE = {"title": "FileData", "type": "object", "properties": {"path": STRING}}


def parameter(name, type_, **rest):
    return {"parameter_name": name, "label": name.title(), "type": type_, "component": "Textbox"} | rest


def app(*parameters, returns=(), name="/greet"):
    return {"named_endpoints": {name: {"parameters": [*parameters], "returns": [*returns]}}, "unnamed_endpoints": {}}


def properties(*parameters):
    [tool] = webform.load(app(*parameters))
    return tool.form.schema["properties"]


def test_an_endpoint_is_a_tool():
    default = {"parameter_has_default": True, "parameter_default": 2}
    document = app(parameter("name", STRING), parameter("count", NUMBER, **default))
    [tool] = webform.load(document)

    assert recognise(document)[0].name == "gradio"
    assert (tool.id, tool.name, tool.problems) == ("greet", "Greet", ())
    assert tool.call == CallSpec(protocol="gradio", name="greet")
    assert tool.form.schema["required"] == ["name"]
    assert tool.form.schema["properties"]["count"] == {"type": "number", "title": "Count", "default": 2}


def test_the_range_of_a_slider_is_read_out_of_its_words():
    slider = {"type": "number", "description": "numeric value between 1 and 10"}

    assert properties(parameter("n", slider))["n"] == {"type": "number", "title": "N", "minimum": 1, "maximum": 10}


def test_files_are_files():
    image = parameter("a", FILE | {"title": "ImageData"}, component="Image")
    files = {"type": "array", "items": {"$ref": "#/$defs/FileData"}, "$defs": {"FileData": FILE}}
    gallery = {"type": "array", "items": {"type": "object", "properties": {"image": FILE | {"title": "ImageData"}}}}
    read_ = properties(image, parameter("b", files), parameter("c", gallery))

    assert (read_["a"]["format"], read_["a"]["contentMediaType"]) == ("data-url", "image/*")
    assert read_["b"]["items"]["format"] == "data-url"
    assert read_["c"]["items"]["properties"]["image"] == {key: read_["a"][key] for key in read_["a"].keys() - {"title"}}


def test_any_json_is_any_json():
    assert properties(parameter("a", {"type": {}, "description": "any valid json"}))["a"] == {"title": "A"}


def test_one_value_is_the_result_and_several_are_by_their_labels():
    label = {"label": "Text", "type": STRING, "component": "Textbox"}
    [one], [two] = (webform.load(app(returns=[label] * count)) for count in (1, 2))

    assert one.output_schema == {"type": ["string", "null"], "title": "Text"}
    assert list(two.output_schema["properties"]) == ["Text", "Text 2"]


def test_the_component_says_which_input_and_which_view():
    slider = NUMBER | {"description": "numeric value between 1 and 10"}
    types = {"Code": STRING, "Colorpicker": STRING, "Radio": STRING | {"enum": ["a", "b"]}, "Slider": slider}
    parameters = [parameter(component, type_, component=component) for component, type_ in types.items()]
    [tool] = webform.load(app(*parameters, returns=[{"label": "Out", "type": STRING, "component": "Markdown"}]))

    assert [input_.type for input_ in tool.form.inputs] == ["code", "colour", "radio", "slider"]
    assert tool.output_schema["contentMediaType"] == "text/markdown"


def test_names_and_labels_are_those_of_people():
    unnamed = {"label": "value_65", "type": STRING, "component": "Textbox"}
    [tool] = webform.load(
        app(parameter("first_name", STRING | {"title": "Text"}, label="parameter_64"), returns=[unnamed], name="/a-b/c")
    )
    [two] = webform.load(app(returns=[unnamed, unnamed]))

    assert (tool.id, tool.name, tool.call.name) == ("a-b-c", "A b c", "a-b/c")
    assert [input_.label for input_ in tool.form.inputs] == ["First name"]
    assert tool.output_schema == {"type": ["string", "null"]}
    assert list(two.output_schema["properties"]) == ["Output 1", "Output 2"]


def test_references_lead_into_the_schema_that_they_stand_in():
    pair = {"type": "array", "items": {"$ref": "#/$defs/Pair"}, "$defs": {"Pair": {"type": "object", "title": "Pair"}}}
    returned = {"label": "A/b \ud800", "type": pair, "component": "Json"}
    [tool] = webform.load(app(parameter("list", pair), returns=[returned, returned]))

    assert tool.problems == ()
    assert tool.form.schema["properties"]["list"]["items"] == {"$ref": "#/properties/list/$defs/Pair"}
    reference = "#/properties/A~1b%20%ED%A0%80/$defs/Pair"
    assert tool.output_schema["properties"]["A/b \ud800"]["items"] == {"$ref": reference}


def test_an_endpoint_that_is_none_costs_no_other():
    document = app(parameter("a", STRING))
    document["named_endpoints"] |= {"/bad": 5, "/odd": {"parameters": 5, "returns": []}}
    tools, problems, _ = read(document)

    assert [tool.id for tool in tools] == ["greet", "odd"]
    assert [(problem.at, problem.code) for problem in problems] == [
        ("/named_endpoints/~1bad", "wrong-type"),
        ("/named_endpoints/~1odd/parameters", "wrong-type"),
    ]


def test_what_is_no_app_is_a_problem():
    assert [problem.code for problem in read({"named_endpoints": 5}, "gradio")[1]] == ["wrong-type"]
