# ruff: noqa: D101 - the name says it
"""Values of functions, as JSON values and files: those of Python and of the libraries themselves."""

from __future__ import annotations

import io
import json
from collections import deque
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from PIL import Image
from pydantic import BaseModel, Field

from webform.functions.made_files import MadeFile
from webform.functions.results import MAX_DEPTH, answer_of, as_json
from webform.outputs.base import About
from webform.outputs.choosing import choose

#: What functions return values of, each loaded by the first test that asks for it: together they are 150 MB.
LIBRARIES = {
    "alt": "altair",
    "np": "numpy",
    "pd": "pandas",
    "pl": "polars",
    "go": "plotly.graph_objects",
    "figure": "matplotlib.figure",
}


class Libraries:
    """The modules of `LIBRARIES` by their short names."""

    def __getattr__(self, name: str) -> Any:
        return import_module(LIBRARIES[name])


lib = Libraries()


def json_of(value):
    """Return the JSON value of *value*, which can be written as JSON."""
    found = as_json(value)
    json.dumps(found, allow_nan=False)
    return found


class Colour(Enum):
    RED = "red"


class Point(NamedTuple):
    x: int
    y: int


@dataclass
class Size:
    width: int
    when: date


class Model(BaseModel):
    name: str = Field(alias="fullName")


class Price(BaseModel):
    amount: Decimal
    parts: tuple[Decimal, ...] = ()
    by_name: dict[str, Decimal] = {}


class Shape:
    def __repr__(self) -> str:
        return "Shape()"

    __geo_interface__ = {"type": "Point", "coordinates": (1.0, 2.0)}  # noqa: RUF012 - as shapely has it


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None), ("a", "a"), (True, True), (2**60, 2**60), (0.5, 0.5), (float("nan"), None), (float("inf"), None),
        (Decimal("1.5"), 1.5), (Decimal("1e400"), 10**400), (Decimal("1e4000"), None), (Decimal("sNaN"), None), (Colour.RED, "red"), (Point(1, 2), {"x": 1, "y": 2}), ((1, 2), [1, 2]),
        ({1: {2}}, {"1": [2]}), ({Colour.RED: 1}, {"red": 1}), (frozenset({1}), [1]), (deque([1]), [1]),
        (date(2026, 1, 31), "2026-01-31"), (datetime(2026, 1, 31, tzinfo=UTC), "2026-01-31T00:00:00+00:00"),
        (timedelta(seconds=3), "PT3S"), (Size(1, date(2026, 1, 31)), {"width": 1, "when": "2026-01-31"}),
        (Model(fullName="Ada"), {"fullName": "Ada"}), (Shape(), {"type": "Point", "coordinates": [1.0, 2.0]}),
    ],
    ids=repr,
)  # fmt: skip
def test_a_value_is_a_json_value(value, expected):
    assert json_of(value) == expected


@pytest.mark.parametrize("text", ["12345678901234567890", "-12345678901234567890.00", "1.2E+21"])
def test_a_whole_decimal_keeps_its_digits(text):
    assert json_of([Decimal(text)]) == [int(Decimal(text))]


def test_decimals_in_a_model_are_the_numbers_that_its_schema_says():
    price = Price(amount="12345678901234567890", parts=["0.5", "2"], by_name={"tax": "1.25"})

    assert json_of(price) == {"amount": 12345678901234567890, "parts": [0.5, 2], "by_name": {"tax": 1.25}}


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda: lib.np.int64(3), 3),
        (lambda: lib.np.float32(0.5), 0.5),
        (lambda: lib.np.bool_(True), True),
        (lambda: lib.np.array([[1, 2]]), [[1, 2]]),
        (lambda: lib.pd.Timestamp("2026-01-31"), "2026-01-31T00:00:00"),
        (lambda: lib.pd.NaT, None),
        (lambda: lib.pd.Series([1, 2]), [1, 2]),
        (lambda: lib.pl.Series([1, None]), [1, None]),
    ],
)
def test_a_value_of_a_library_is_a_json_value(make, expected):
    assert json_of(make()) == expected


def test_what_cannot_be_shown_is_said():
    with pytest.raises(TypeError, match="a object cannot be shown; return text, a dict or a list"):
        answer_of(object())


def test_a_value_that_holds_itself_has_an_end():
    value: list[Any] = []
    value.append(value)

    with pytest.raises(TypeError, match=f"deeper than {MAX_DEPTH} levels"):
        as_json(value)


@pytest.mark.parametrize(
    "make",
    [
        lambda: lib.pd.DataFrame({"city": ["Oslo", None], "degrees": [4.5, float("nan")]}),
        lambda: lib.pl.DataFrame({"city": ["Oslo", None], "degrees": [4.5, None]}),
        lambda: lib.pl.LazyFrame({"city": ["Oslo", None], "degrees": [4.5, None]}),
    ],
    ids=["pandas", "polars", "lazy"],
)
def test_a_frame_is_a_table(make):
    found = answer_of(make())

    assert [column["label"] for column in found["columns"]] == ["city", "degrees"]
    assert [[*row.values()] for row in found["rows"]] == [["Oslo", 4.5], [None, None]]
    assert choose(found, About()).name == "table"


def test_an_index_that_says_something_is_a_column():
    frame = lib.pd.DataFrame({"sold": [1, 2]}, index=lib.pd.Index(["a", "b"], name="shop"))
    found = answer_of(frame)

    assert [column["label"] for column in found["columns"]] == ["shop", "sold"]
    assert [*found["rows"][1].values()] == ["b", 2]


def test_a_frame_with_moments_and_columns_of_two_levels_is_a_table():
    frame = lib.pd.DataFrame({("a", "b"): [lib.pd.Timestamp("2026-01-31")]})
    found = answer_of(frame)

    assert found["columns"][0]["label"] == "a / b"
    assert found["rows"][0]["c0"].startswith("2026-01-31")


def test_a_picture_is_a_file():
    found = answer_of(Image.new("CMYK", (3, 2)))

    assert isinstance(found, MadeFile)
    assert (found.media, Image.open(io.BytesIO(found.content)).size) == ("image/png", (3, 2))
    assert as_json([Image.new("L", (1, 1))])[0].startswith("data:image/png;base64,")


def test_an_array_of_pixels_is_a_picture():
    assert answer_of(lib.np.zeros((9, 9, 3), dtype=lib.np.uint8)).media == "image/png"
    assert isinstance(answer_of(lib.np.zeros((9, 9, 3))), list)


@pytest.mark.slow
def test_a_figure_of_matplotlib_is_a_drawing_and_one_of_very_many_points_a_picture():
    few, many = lib.figure.Figure(), lib.figure.Figure()
    axes = few.subplots()
    axes.plot([1, 2])
    many.subplots().scatter(range(20_000), range(20_000))

    assert [answer_of(value).media for value in (few, axes, many)] == ["image/svg+xml", "image/svg+xml", "image/png"]


@pytest.mark.parametrize(
    ("make", "kind"),
    [
        (lambda: lib.go.Scatter(x=[1, 2], y=[3, 4]), "chart_line"),
        (lambda: lib.go.Scatter(x=lib.np.array([1, 2]), y=lib.np.array([3.5, 4])), "chart_line"),
        (lambda: lib.go.Scatter(x=[1, 2], y=[3, 4], mode="markers"), "chart_scatter"),
        (lambda: lib.go.Scatter(x=[1, 2], y=[3, 4], fill="tozeroy"), "chart_area"),
        (lambda: lib.go.Bar(x=["a", "b"], y=[3, 4]), "chart_bar"),
        (lambda: lib.go.Pie(labels=["a", "b"], values=[3, 4]), "chart_pie"),
        (lambda: lib.go.Histogram(x=[1, 1, 2]), "chart_histogram"),
        (lambda: lib.go.Box(y=[1, 2, 3]), "chart_boxplot"),
        (lambda: lib.go.Heatmap(z=lib.np.array([[1, 2], [3, 4]])), "chart_heatmap"),
    ],
)
def test_a_figure_of_plotly_is_a_chart(make, kind):
    found = answer_of(lib.go.Figure(make(), layout={"title": "Growth"}))

    assert (found["type"], found["title"]) == (kind, "Growth")
    view = choose(found, About())
    assert (view.name, view.title) == ("chart", "Growth")


def test_a_figure_of_plotly_that_no_view_draws_is_what_it_is_made_of():
    assert answer_of(lib.go.Figure(lib.go.Surface(z=[[1, 2], [3, 4]])))["data"][0]["type"] == "surface"


@pytest.mark.parametrize(("mark", "kind"), [("line", "chart_line"), ("bar", "chart_bar"), ("area", "chart_area"), ("point", "chart_scatter")])  # fmt: skip
def test_a_chart_of_altair_is_a_chart(mark, kind):
    data = lib.pd.DataFrame({"day": [1, 2, 1, 2], "sold": [3, 4, 5, 6], "shop": ["a", "a", "b", "b"]})
    chart = getattr(lib.alt.Chart(data, title="Sales"), f"mark_{mark}")().encode(x="day", y="sold", color="shop")
    found = answer_of(chart)

    assert (found["type"], found["title"], [series["name"] for series in found["series"]]) == (
        kind,
        "Sales",
        ["a", "b"],
    )
    assert choose(found, About()).name == "chart"


def test_bytes_and_paths_are_files(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("a,b\n1,2\n", encoding="utf-8")

    assert answer_of(path) == MadeFile(path, "a.csv")
    assert answer_of(path).media == "text/csv"
    assert answer_of(b"%PDF-1.7").media == "application/pdf"
    assert as_json({"filename": "a.txt", "data": b"hi"}) == {"filename": "a.txt", "data": "data:text/plain;base64,aGk="}
    assert as_json([path]) == [{"filename": "a.csv", "data": "data:text/csv;base64,YSxiCjEsMgo="}]
    assert answer_of(io.BytesIO(b"hi")).content == b"hi"
    assert answer_of("a.csv") == "a.csv"
    assert isinstance(answer_of(Path("a.csv")), MadeFile)
