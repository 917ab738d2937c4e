# ruff: noqa: D101 - the name says it
"""Signatures of functions, as JSON Schemas and forms."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, Optional, TypedDict, Union
from uuid import UUID

import annotated_types as at
import pandas as pd
import pytest
from PIL import Image
from pydantic import BaseModel, Field

import webform
from tests.as_browser import entries_of
from webform.functions.signature import read_signature
from webform.messages import message
from webform.schema import read_schema


class Colour(Enum):
    RED = 1
    DARK_BLUE = 2


class Word(Enum):
    YES = "yes"
    NO = "no"


class Point(NamedTuple):
    x: float
    y: float = 0.5


class Options(TypedDict, total=False):
    deep: bool


@dataclass
class Size:
    """A size."""

    width: int
    height: int = 3


class Model(BaseModel):
    name: str = Field(min_length=2, title="Full name")


class Upload(BaseModel):
    file: Path


def property_of(annotation, default=inspect.Parameter.empty):
    def function(value): ...

    function.__annotations__ = {"value": annotation}
    if default is not inspect.Parameter.empty:
        function.__defaults__ = (default,)
    signature = read_signature(function)
    assert [problem.message for problem in signature.problems] == []
    return signature.parameters


def input_of(annotation, default=inspect.Parameter.empty):
    form, problems = read_schema(property_of(annotation, default), ordered=True)
    assert problems == []
    return form.inputs[0]


@pytest.mark.parametrize(
    ("annotation", "type_", "value", "wrong"),
    [
        (str, "text", "a", 1),
        (int, "number", 3, 3.5),
        (float, "number", 3.5, "x"),
        (bool, "checkbox", True, "x"),
        (Decimal, "number", 1.25, "x"),
        (date, "date", "2026-01-31", 1),
        (time, "time", "09:30:00", 1),
        (UUID, "text", "6fa459ea-ee8a-3ca4-894e-db77e160355e", 5),
        (Path, "file", "data:text/plain;base64,aGk=", 1),
        (bytes, "file", "data:text/plain;base64,aGk=", 1),
        (Image.Image, "file", "data:image/png;base64,iVBORw0KGgo=", 1),
        (Literal["a", "b"], "select", "a", "c"),
        (Colour, "select", 1, 3),
        (Word, "select", "yes", "YES"),
        (Optional[int], "number", None, "x"),  # noqa: UP045 - as people write it
        (Union[int, str], "union", "a", True),  # noqa: UP007 - likewise
        (list[str], "tags", ["a"], "a"),
        (list[int], "list", [1], ["a"]),
        (set[Literal["a", "b"]], "multiselect", ["a"], ["a", "a"]),
        (tuple[int, str], "list", [1, "a"], [1]),
        (dict[str, int], "mapping", {"a": 1}, {"a": "b"}),
        (list[Path], "list", [], [1]),
        (pd.DataFrame, "list", [{"a": 1}], [1]),
        (Point, "object", {"x": 1}, {"y": 1}),
        (Options, "object", {}, {"deep": "x"}),
        (Size, "object", {"width": 1}, {"height": 1}),
        (Model, "object", {"name": "Ada"}, {"name": "A"}),
        (Annotated[int, at.Ge(3), at.Le(5)], "number", 4, 2),
        (Annotated[str, at.Len(2, 300)], "textarea", "ab", "a"),
        (Annotated[str, Field(pattern="^a+$")], "text", "aa", "b"),
        (Annotated[list[str], at.MaxLen(1)], "tags", ["a"], ["a", "b"]),
        (Annotated[tuple[float, float], webform.MapPoint()], "map_point", [1, 2], [91, 0]),
    ],
)
def test_an_annotation_is_an_input_that_takes_its_values(annotation, type_, value, wrong):
    form, _ = read_schema(property_of(annotation), ordered=True)

    assert form.inputs[0].type == type_
    assert webform.check(form, {"value": value}) == []
    assert webform.check(form, {"value": wrong}) != []


def test_a_moment_is_read_as_the_form_sends_it():
    form, _ = read_schema(property_of(datetime), ordered=True)

    assert form.inputs[0].type == "datetime"
    assert webform.check(form, webform.sample(form)) == []


@pytest.mark.parametrize(
    ("default", "type_", "expected"),
    [("a", "text", "a"), (3, "number", 3), (0.5, "number", 0.5), (True, "checkbox", True), (Size(1), "object", {"width": 1, "height": 3})],
)  # fmt: skip
def test_a_default_gives_a_parameter_its_type_where_it_has_none(default, type_, expected):
    def function(value=default): ...

    form, _ = read_schema(read_signature(function).parameters, ordered=True)

    assert form.inputs[0].type == type_
    assert form.inputs[0].default == expected
    assert not form.inputs[0].required


def test_none_as_a_default_may_stay():
    def function(value: int = None): ...  # noqa: RUF013 - as people write it

    form, _ = read_schema(read_signature(function).parameters, ordered=True)

    assert webform.check(form, {"value": None}) == []


@pytest.mark.parametrize(
    "annotation",
    [
        str,
        list[str],
        dict[str, int],
        Union[int, str],  # noqa: UP007 - as people write it
        Literal["a", "b"],
        tuple[float, float],
        Path,
        Size,
        Any,
        Annotated[list[str], Field(description="Some words", min_length=1)],
    ],
)
def test_none_as_a_default_is_what_an_untouched_form_comes_to(annotation):
    def function(value=None):
        return value

    function.__annotations__ = {"value": annotation}
    signature = read_signature(function)
    form, problems = read_schema(signature.parameters, ordered=True)
    body, wrong = webform.decode(form, entries_of(webform.render(form)))

    assert (problems, wrong) == ([], [])
    assert signature.call(body) is None


@pytest.mark.parametrize("annotation", [list[str], dict[str, int], Literal["a", "b"]])
def test_none_as_a_default_may_be_sent_whatever_the_type(annotation):
    form, _ = read_schema(property_of(annotation, None), ordered=True)

    assert webform.check(form, {"value": None}) == []


def test_what_may_be_anything_may_be_none_without_being_a_choice():
    assert property_of(Any, None)["properties"]["value"] == {"title": "Value", "default": None}


def test_what_is_said_of_a_parameter_is_kept_where_none_is_its_default():
    annotation = Annotated[str, Field(description="A word"), webform.Textarea()]

    assert input_of(annotation, None).description == "A word"
    assert input_of(annotation, None).type == "textarea"


@pytest.mark.parametrize(
    "default", [float("inf"), float("nan"), Decimal("-Infinity"), [1.0, float("nan")], {"a": (float("inf"),)}], ids=repr
)
def test_a_default_that_is_no_number_of_json_is_left_to_the_function(default):
    def function(value: float = default) -> float:
        return value

    signature = read_signature(function)
    form, _ = read_schema(signature.parameters, ordered=True)
    body, wrong = webform.decode(form, entries_of(webform.render(form)))

    assert "default" not in signature.parameters["properties"]["value"]
    assert (body, wrong) == ({}, [])
    assert signature.call(body) is default


def test_what_is_no_type_is_refused_though_none_is_its_default():
    def function(value: 5 = None): ...

    (problem,) = read_signature(function).problems
    assert problem.code == "function-type"


def test_names_of_an_enumeration_of_numbers_are_its_labels():
    assert [choice.label for choice in input_of(Colour).options] == ["Red", "Dark blue"]


def test_inputs_of_parameters_come_as_hints():
    def function(text: str, share: Annotated[float, webform.Slider(min=0, max=1, step=0.1)]): ...

    signature = read_signature(function, {"text": webform.Textarea(monospace=True)})

    assert signature.parameters["properties"]["text"]["x-webform"] == {"input": "textarea", "monospace": True}
    share = signature.parameters["properties"]["share"]
    assert share["x-webform"] == {"input": "slider", "step": 0.1}
    assert (share["minimum"], share["maximum"]) == (0, 1)
    assert read_schema(signature.parameters, ordered=True)[1] == []


@pytest.mark.parametrize(
    ("annotation", "input_"),
    [
        (str, webform.Textarea(monospace=True, max_length=900, group="More")),
        (str, webform.Text(placeholder="A word")),
        (str | None, webform.Textarea()),
        (int, webform.Number(min=0, max=5, unit="km")),
        (float, webform.Slider(min=0, max=1, step=0.1, unit="km")),
        (list[float], webform.Slider(min=0, max=1, range=True)),
        (tuple[float, float], webform.Slider(min=0, max=1, range=True)),
        (list[float], webform.MapPoint(default_zoom=4, default_center=[51.5, -0.1])),
        (tuple[float, float], webform.MapPoint()),
        (list[float], webform.MapBbox(bbox_format="flat")),
        (list[list[float]], webform.MapBbox()),
        (list[list[float]], webform.MapPolygon()),
        (list[tuple[float, float]], webform.MapMultipoint()),
        (tuple[date, date], webform.DateRange()),
        (list[str], webform.DateRange()),
        (date, webform.Date(min="2026-01-01")),
        (str, webform.Time()),
        (str, webform.Datetime()),
        (str, webform.Colour()),
        (str, webform.Code(language="python")),
        (str, webform.Markdown()),
        (Literal["a", "b"], webform.Radio(options=())),
        (Colour, webform.Select(options=(), searchable=True)),
        (list[Literal["a", "b"]], webform.Multiselect(options=())),
        (list[str], webform.Tags(suggestions=("a", "b"))),
        (bytes, webform.File(accept=(".csv",), max_size_mb=3)),
        (list[bytes], webform.Image(multiple=True)),
        (Path, webform.Audio()),
        (bool, webform.Checkbox()),
        (bool, webform.Toggle()),
        (Any, webform.Json()),
        (str, webform.Autocomplete(endpoint="/cities")),
    ],
    ids=lambda value: value.type if isinstance(value, webform.Input) else "",
)
def test_an_input_in_an_annotation_is_that_of_the_form(annotation, input_):
    def function(value): ...

    function.__annotations__["value"] = Annotated[annotation, input_]
    form, problems = read_schema(read_signature(function).parameters, ordered=True)

    assert problems == []
    assert form.inputs[0].type == input_.type
    assert form.inputs[0].group == input_.group


@pytest.mark.parametrize(
    "docstring",
    [
        "Do it.\n\nAs it is done.\n\nArgs:\n    value: How much.\n",
        "Do it.\n\nAs it is done.\n\nParameters\n----------\nvalue : int\n    How much.\n",
        "Do it.\n\nAs it is done.\n\n:param value: How much.\n",
    ],
    ids=["google", "numpy", "sphinx"],
)
def test_a_docstring_is_the_description_and_the_helps(docstring):
    def function(value: int): ...

    function.__doc__ = docstring
    signature = read_signature(function)

    assert signature.text == "Do it.\n\nAs it is done."
    assert signature.parameters["properties"]["value"]["description"] == "How much."


@pytest.mark.parametrize(
    ("annotation", "key", "params"),
    [(Upload, "function-file", {}), ("Nobody", "function-type.unknown", {"type": "Nobody"})],
)
def test_a_type_that_cannot_be_filled_in_is_a_problem(annotation, key, params):
    def function(value): ...

    function.__annotations__ = {"value": annotation}
    (problem,) = read_signature(function).problems

    assert problem.code == key.partition(".")[0]
    assert problem.message == message(key, {"name": "value", "function": "function", **params})


def test_a_class_that_nobody_knows_is_a_problem():
    class Engine:
        pass

    def function(engine): ...

    function.__annotations__ = {"engine": Engine}
    (problem,) = read_signature(function).problems

    assert problem.code == "function-type"
    assert problem.message.startswith("engine of function has a type that no form can be made of: ")


def test_an_input_in_the_place_of_a_type_is_a_problem_that_says_where_it_belongs():
    def function(city): ...

    function.__annotations__ = {"city": webform.Text}
    (problem,) = read_signature(function).problems

    assert problem.code == "function-type"
    assert "Annotated[…, Text()]" in problem.params["reason"]


def test_any_number_of_arguments_and_untyped_ones_are_problems_together():
    def function(first, *args: int, **kwargs: int): ...

    assert [problem.code for problem in read_signature(function).problems] == [
        "function-untyped",
        "function-arguments",
        "function-arguments",
    ]


def test_arguments_are_given_as_the_function_takes_them():
    def function(a: int, b: int = 2, /, c: int = 3, *, d: Point) -> Any:
        return a, b, c, d

    signature = read_signature(function)

    assert signature.call({"a": 1, "d": {"x": 4}}) == (1, 2, 3, Point(4, 0.5))
    assert signature.call({"a": 1, "b": 5, "c": 6, "d": {"x": 4, "y": 1}}) == (1, 5, 6, Point(4, 1))


def _returning(annotation):
    def function(): ...

    function.__annotations__ = {"return": annotation}
    return read_signature(function).returns


def test_the_annotation_of_the_result_is_its_schema():
    assert _returning(int) == {"type": "integer"}
    assert _returning(Model)["properties"]["name"]["title"] == "Full name"
    assert [_returning(annotation) for annotation in (Path, bytes, pd.DataFrame, Image.Image, Any)] == [None] * 5


def test_of_a_generator_it_is_what_it_yields_or_returns():
    from collections.abc import AsyncIterator, Generator, Iterator

    def texts() -> Iterator[str]:
        yield ""

    def counted() -> Generator[str, None, int]:
        yield ""
        return 1

    async def later() -> AsyncIterator[dict[str, int]]:
        yield {}

    texts.__annotations__ = {"return": Iterator[str]}
    counted.__annotations__ = {"return": Generator[str, None, int]}
    later.__annotations__ = {"return": AsyncIterator[dict[str, int]]}

    kinds = [read_signature(function).returns["type"] for function in (texts, counted, later)]
    assert kinds == ["string", "integer", "object"]
