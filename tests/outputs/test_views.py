"""The choice of a view: the declared one, else the one of the value's shape."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from tests.outputs.showing import DECLARED, PNG, RESPONSE, output, phrases, shaped, tool, view_of
from tests.phrases import not_of_type
from webform import outputs
from webform.check import checker
from webform.messages import Phrase
from webform.outputs import KINDS, OUTPUTS, TYPES
from webform.outputs.base import Misfit, View
from webform.outputs.views import MAX_VIEWS, download, groups, views_of
from webform.problems import Problem
from webform.result import Result
from webform.values import ABSENT, at_pointer

TOOL = tool(*DECLARED)


def answer(value: object) -> Result:
    return Result(status="ok", value=value)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_stands_under_its_own_name(kind):
    assert kind == KINDS[kind].__name__.rpartition(".")[2]


@pytest.mark.parametrize("declared", DECLARED, ids=lambda declared: declared.type)
def test_an_answer_as_declared_is_shown_without_a_word(declared):
    (view,) = views_of(tool(declared), answer({declared.key: RESPONSE[declared.key]}))

    assert (declared.label, []) == (view.title, phrases(view))
    assert at_pointer({declared.key: RESPONSE[declared.key]}, view.at) is not ABSENT
    # Media on another site is a link.
    assert view.name == ("link" if declared.type == "video" else view_of(declared.type))


@pytest.mark.parametrize(
    "declared", [item for item in DECLARED if item.type in OUTPUTS], ids=lambda declared: declared.type
)
def test_an_answer_that_is_not_as_declared_is_shown_all_the_same_and_said_to_be(declared):
    for value in (None, 5.5, [[None]], {"odd": {"x": []}}, {"value": {"x": 1}}, {"value": None}):
        fits = not checker(TYPES[declared.type].schema).problems(value)
        (view,) = views_of(tool(declared), answer({declared.key: value}))

        assert {problem.code for problem in view.problems} <= {"output-type", "output-incomplete"}, value
        assert (view.problems == ()) == fits, value
        assert all(problem.at.startswith(f"/{declared.key}") for problem in view.problems), value


def test_what_was_found_wrong_when_the_answer_was_read_stands_at_its_output():
    found = [
        Problem(at=at, code="x", key="verbatim", params={"text": at}) for at in ("/o/x/0", "/o", "/other", "/of", "")
    ]
    views = views_of(
        tool(output("chart_line"), output("text", "p")),
        Result(status="ok", value={"o": {}, "p": 5}, problems=tuple(found)),
    )

    assert [phrases(view) for view in views] == [[found[0].phrase, found[1].phrase], [not_of_type("string", "5")]]


def test_declared_outputs_stand_in_their_order_and_what_is_not_declared_follows():
    views = views_of(tool(output("text", "b"), output("text", "a")), answer({"extra": 1, "a": "x", "b": "y"}))

    assert [(view.at, phrases(view)) for view in views] == [
        ("/b", []),
        ("/a", []),
        ("/extra", [Phrase("output-undeclared.shown", {"name": "extra"})]),
    ]
    assert views[2].problems[0].severity == "warning"


def test_what_the_declaration_says_of_an_output_is_said():
    (view,) = views_of(
        tool(output("text", label="L", description="D", caption="C", layout="tab")), answer({"o": "x"})
    )  # fmt: skip

    assert (view.title, view.description, view.caption, view.layout) == ("L", "D", "C", "tab")


def test_an_output_without_a_label_is_called_by_its_key():
    assert views_of(tool(output("text")), answer({"o": "x"}))[0].title == "o"


@pytest.mark.parametrize("value", ["text", [1], None, 5])
def test_an_answer_that_is_no_object_is_shown_as_it_is(value):
    (view,) = views_of(tool(output("text")), answer(value))

    assert phrases(view)[0].params["expected"] == Phrase("kind.object-with", {"keys": ('"o"',)})


def test_a_type_that_is_not_known_goes_by_the_shape():
    assert views_of(tool(output("array")), answer({"o": [{"a": 1}]}))[0].name == "table"


def test_a_key_of_any_name_has_its_address():
    (view,) = views_of(tool(output("text", "a/b~c")), answer({"a/b~c": "x"}))

    assert view.at == "/a~1b~0c"


def test_nothing_has_no_views():
    assert views_of(TOOL, Result(status="error")) == []


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ({"count": 3, "rows": [{"a": 1}], "ok": True}, ["number", "table", "boolean"]),
        ({"a": 1, "b": 2}, ["kv"]),
        ([1, 2], ["list"]),
        ([1, [2]], ["json"]),
        ({}, ["json"]),
        (5, ["number"]),
        ("text", ["text"]),
        (PNG, ["image"]),
        ({"deep": {"er": {"still": 1}}}, ["json"]),
        ({f"k{index}": [] for index in range(MAX_VIEWS + 1)}, ["json"]),
    ],
)
def test_an_answer_that_nobody_declared_goes_by_its_shape(value, names):
    assert names == [view.name for view in views_of(None, answer(value))]


def test_more_undeclared_keys_than_a_page_bears_are_one_tree():
    views = views_of(tool(output("text")), answer({"o": "x"} | {f"k{index}": 1 for index in range(MAX_VIEWS + 1)}))

    assert [view.name for view in views] == ["text", "json"]


@pytest.mark.parametrize("kind", [kind for kind in KINDS.values() if hasattr(kind, "fits")])
def test_a_kind_that_fits_shows(kind):
    values = [
        None,
        True,
        0,
        "",
        "x",
        [],
        {},
        [{"a": 1}],
        {"a": 1},
        PNG,
        "https://x.example",
        {"filename": "x", "data": PNG},
    ]

    assert all(isinstance(kind.view(value, outputs.base.About()), View) for value in values if kind.fits(value))


@pytest.mark.parametrize("value", ["data:image/png;base64,!", "data:text/html,x", {"filename": "x", "data": "data:x"}])
def test_a_value_that_only_looks_like_a_file_is_shown_otherwise(value):
    assert shaped(value).name in {"text", "kv", "json"}


def test_neighbours_of_one_layout_stand_together():
    layouts = {"a": "panel", "b": "inline", "c": "inline", "d": "tab", "e": "panel", "f": "panel", "g": "tab"}
    views = [View(name=name, layout=layout) for name, layout in layouts.items()]

    assert [(group.layout, "".join(view.name for view in group.views)) for group in groups(views)] == [
        ("panel", "a"),
        ("inline", "bc"),
        ("tab", "d"),
        ("panel", "e"),
        ("panel", "f"),
        ("tab", "g"),
    ]


def test_figures_stand_before_the_first_table():
    layouts = {"text": "panel", "table": "panel", "number": "inline", "csv": "panel", "choice": "inline"}
    views = [View(name=name, layout=layout) for name, layout in layouts.items()]

    assert [[view.name for view in group.views] for group in groups(views)] == [
        ["text"],
        ["number", "choice"],
        ["table"],
        ["csv"],
    ]


def test_only_what_is_small_stands_inline():
    views = views_of(
        tool(output("number", "a", layout="inline"), output("table", "b", layout="inline")), answer({"a": 1, "b": []})
    )

    assert [view.layout for view in views] == ["inline", "panel"]


@pytest.mark.parametrize(
    ("at", "form", "filename", "content"),
    [
        ("/o_table", "csv", "o_table.csv", b"Year,Balance\r\n1,12750\r\n2,16040\r\n"),
        ("/o_number/value", "json", "value.json", b"25967.5"),
        ("/o_markdown/value", "md", "o_markdown.md", b"# Heading\n\nBody."),
        ("/o_file/data", "file", "t.pdf", b"%PDF-1.4\n"),
        ("/o_image_compare/before", "file", "o_image_compare-before.png", None),
        ("/o_text", "json", "o_text.json", b'"Hello"'),
        ("", "json", "result.json", json.dumps(RESPONSE, indent=2, ensure_ascii=False).encode()),
    ],
)
def test_what_can_be_downloaded_is_found_by_its_pointer(at, form, filename, content):
    found = download(TOOL, answer(RESPONSE), at, form)

    assert filename == found.filename
    assert content in (None, found.content())


@pytest.mark.parametrize(
    ("at", "form"),
    [("/nothing", "json"), ("/o_table", "xls"), ("/o_text", "csv"), ("o_text", "md"), ("/o_table/rows/99", "json")],
)
def test_what_cannot_be_downloaded_is_nothing(at, form):
    assert None is download(TOOL, answer(RESPONSE), at, form)


@pytest.mark.parametrize(
    ("options", "formats"),
    [
        ({}, ["csv", "json"]),
        ({"default_export_format": "json"}, ["json", "csv"]),
        ({"supported_export_formats": ["json"]}, ["json"]),
        ({"supported_export_formats": ["xlsx"]}, ["csv", "json"]),
        ({"downloadable": False}, []),
        ({"default_export_format": 5, "supported_export_formats": "csv"}, ["csv", "json"]),
    ],
)
def test_a_declaration_says_which_files_a_value_is_taken_away_as(options, formats):
    (view,) = views_of(tool(output("table", **options)), answer({"o": [{"a": 1}]}))

    assert formats == [item.format for item in view.downloads]


@pytest.mark.parametrize(
    ("part", "at", "found"), [("/value", "/o/value", "4"), ("/most", "/o", '"x"'), ("/no", "/o", "nothing")]
)
def test_what_a_view_cannot_use_is_quoted_from_the_answer_or_else_from_the_declaration(monkeypatch, part, at, found):
    misfit = Misfit(expected=Phrase("kind.text"), part=part)
    monkeypatch.setitem(OUTPUTS, "number", SimpleNamespace(view=lambda *_: misfit))

    (view,) = views_of(tool(output("number", most="x")), answer({"o": {"value": 4}}))

    [problem] = view.problems
    assert (problem.at, problem.params["found"]) == (at, found)
