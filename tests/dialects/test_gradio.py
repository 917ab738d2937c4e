"""The answer of a Gradio app to /gradio_api/info: a tool for each endpoint."""

from __future__ import annotations

import pytest

import webform
from webform.dialects import read, recognise
from webform.tool import CallSpec

STRING, NUMBER = {"type": "string"}, {"type": "number"}
WORDS = {"type": "array", "items": STRING | {"enum": ["a", "b"]}}
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
    fine = {"type": "number", "description": "numeric value between 1e-05 and 0.5"}

    assert properties(parameter("n", fine))["n"]["minimum"] == 0.00001
    assert properties(parameter("n", slider))["n"] == {"type": "number", "title": "N", "minimum": 1, "maximum": 10}


@pytest.mark.parametrize("words", ["between 1.2.3 and 4", "between . and 2", "between 1 and " + "9" * 400, 5, ["x"]])
def test_words_that_say_no_range_say_nothing(words):
    assert "minimum" not in properties(parameter("n", NUMBER | {"description": words}))["n"]


def test_a_title_that_is_none_is_no_fault():
    assert properties(
        parameter("a", {"title": [], "type": "object"}), parameter("b", {"type": "array", "items": {"title": {}}})
    )


def test_files_are_files():
    image = parameter("a", FILE | {"title": "ImageData"}, component="Image")
    files = {"type": "array", "items": {"$ref": "#/$defs/FileData"}, "$defs": {"FileData": FILE}}
    gallery = {"type": "array", "items": {"type": "object", "properties": {"image": FILE | {"title": "ImageData"}}}}
    read_ = properties(image, parameter("b", files), parameter("c", gallery))

    assert (read_["a"]["format"], read_["a"]["contentMediaType"]) == ("data-url", "image/*")
    assert read_["b"]["items"]["format"] == "data-url"
    assert read_["c"]["items"]["properties"]["image"] == {
        key: read_["a"][key] for key in read_["a"].keys() - {"title", "x-webform"}
    }


def test_any_json_is_any_json():
    assert properties(parameter("a", {"type": {}, "description": "any valid json"}))["a"] == {"title": "A"}


def test_one_value_is_the_result_and_several_are_by_their_labels():
    label = {"label": "Text", "type": STRING, "component": "Textbox"}
    [one], [two] = (webform.load(app(returns=[label] * count)) for count in (1, 2))

    assert one.output_schema == {"type": ["string", "null"], "title": "Text"}
    assert list(two.output_schema["properties"]) == ["Text", "Text 2"]


def test_the_component_says_which_input_and_which_view():
    slider = NUMBER | {"description": "numeric value between 1 and 10"}
    types = {
        "Code": STRING,
        "Colorpicker": STRING,
        "Radio": STRING | {"enum": ["a", "b"]},
        "Slider": slider,
        "Image": FILE,
    }
    parameters = [parameter(component, type_, component=component) for component, type_ in types.items()]
    [tool] = webform.load(app(*parameters, returns=[{"label": "Out", "type": STRING, "component": "Markdown"}]))

    assert [input_.type for input_ in tool.form.inputs] == ["code", "colour", "radio", "slider", "image"]
    assert tool.output_schema["contentMediaType"] == "text/markdown"


@pytest.mark.parametrize(
    ("component", "type_", "props", "type_of_input", "says"),
    [
        ("Textbox", STRING, {"type": "password"}, "password", {"secret": True}),
        ("Textbox", STRING, {"lines": 2, "placeholder": "p", "info": "i"}, "textarea", {"placeholder": "p"}),
        (
            "Textbox",
            STRING,
            {"lines": "2", "placeholder": [], "max_length": -1, "info": 5},
            "text",
            {"description": ""},
        ),
        ("Number", NUMBER, {"minimum": 1, "maximum": 9, "step": 2}, "number", {"min": 1, "max": 9, "step": 2}),
        ("Number", NUMBER, {"minimum": 9, "maximum": 1, "step": 0}, "number", {"min": None, "max": None}),
        ("Slider", NUMBER, {"minimum": 0, "maximum": 1, "step": 0.1}, "slider", {"step": 0.1, "max": 1}),
        ("Dropdown", STRING | {"enum": []}, {"choices": []}, "text", {}),
        ("Dropdown", STRING | {"enum": ["a", "b"]}, {"allow_custom_value": True}, "union", {}),
        ("Dropdown", STRING | {"enum": ["a", "b"]}, {"choices": [5, ["a"], [1, 2], [7, "b"]]}, "select", {}),
        ("Dropdown", WORDS, {"allow_custom_value": True, "max_choices": 2}, "tags", {"suggestions": ("a", "b")}),
        ("Checkboxgroup", WORDS, {}, "multiselect", {"max_values": None, "repeats": False}),
        ("Checkboxgroup", {"type": "array", "items": 5}, {}, "list", {}),
        ("File", FILE, {"file_types": [".csv", "image"]}, "file", {"accept": (".csv", "image/*")}),
        ("File", FILE, {"file_types": [".csv", "file"]}, "file", {"accept": ("*/*",)}),
        ("Audio", FILE, {"sources": ["microphone"]}, "audio", {}),
        ("Code", STRING, {"language": "javascript"}, "code", {"language": "js"}),
        ("Code", STRING, {"language": "r"}, "code", {"language": "plain"}),
        ("Datetime", STRING, {"include_time": True}, "datetime", {}),
        ("Datetime", STRING, {"include_time": False}, "date", {}),
        ("Textbox", STRING, {"visible": False}, "text", {}),
    ],
)
def test_the_properties_of_a_component_say_more(component, type_, props, type_of_input, says):
    [tool] = webform.load(app(parameter("a", type_, component=component, props=props)))
    [input_] = tool.form.inputs

    assert (input_.type, tool.problems) == (type_of_input, ())
    assert {name: getattr(input_, name) for name in says} == says


def test_what_nobody_sees_is_hidden_where_it_has_a_value():
    default = {"parameter_has_default": True, "parameter_default": "v2"}
    [tool] = webform.load(app(parameter("a", STRING, props={"visible": "hidden"}, **default)))

    assert [input_.type for input_ in tool.form.inputs] == ["hidden"]


def test_a_file_that_the_app_has_is_no_value_of_a_form():
    default = {"parameter_has_default": True, "parameter_default": {"path": "/tmp/a.png"}}
    [tool] = webform.load(app(parameter("a", FILE, component="Image", **default)))

    assert "default" not in tool.form.schema["properties"]["a"]
    assert tool.form.schema["required"] == []


@pytest.mark.parametrize(
    ("props", "media"), [({"language": "json"}, "application/json"), ({"language": []}, None), (5, None)]
)
def test_code_is_shown_in_its_language(props, media):
    [tool] = webform.load(app(returns=[{"label": "Out", "type": STRING, "component": "Code", "props": props}]))

    assert tool.output_schema.get("contentMediaType") == media


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
