"""Logs."""

from __future__ import annotations

import pytest

import webform
from tests.outputs.showing import RESPONSE, declared, first_key, output, tool
from webform.outputs.log import MAX_LINES


def html(lines):
    """Return the HTML of a log of *lines*."""
    shown_by = tool(output("log"))
    return webform.render_result(webform.read(shown_by, {"o": lines}), shown_by)


def test_a_line_has_a_level_a_time_and_a_message():
    view = declared("log", RESPONSE["o_log"])

    assert view.data.lines == [("info", "2026-05-17T12:00:00Z", "loaded", "")]
    assert view.copy == "2026-05-17T12:00:00Z info loaded"


@pytest.mark.parametrize(
    ("logged", "line"),
    [
        ({"msg": "m", "level": "error"}, ("error", "", "m")),
        ({"text": "m", "time": "12:00"}, ("info", "12:00", "m")),
        ({"line": "m", "extra": None}, ("info", "", "m")),
        ("plain", ("info", "", "plain")),
        ({"level": "WARN", "message": "m"}, ("warning", "", "m")),
        ({"level": "fatal", "message": 5}, ("error", "", "5")),
        ({"level": '"><script>', "message": None}, ("info", "", "")),
        ({"level": ["x"], "t": 0}, ("info", "0", "")),
        ({}, ("info", "", "")),
        ({"message": "a\u202eb"}, ("info", "", "a\\u202eb")),
    ],
)
def test_a_line_of_any_making_is_shown(logged, line):
    assert [(*line, "")] == declared("log", {"lines": [logged]}).data.lines


@pytest.mark.parametrize("line", [{"msg": "m", "extra": {"step": 3}}, {"message": "m", "step": 3}])
def test_what_else_a_line_holds_stands_beside_it(line):
    view = declared("log", {"lines": [line]})

    assert view.data.lines == [("info", "", "m", '{"step": 3}')]
    assert view.copy == 'info m {"step": 3}'


@pytest.mark.parametrize(
    ("time", "shown"),
    [
        ("2026-05-17T12:00:00Z", '<time title="2026-05-17T12:00:00Z">12:00:00</time>'),
        ("2026-05-17 12:00:00.123456+02:00", '<time title="2026-05-17 12:00:00.123456+02:00">12:00:00.123</time>'),
        ("12:00", "<time>12:00</time>"),
        ("17 May", "<time>17 May</time>"),
    ],
)
def test_of_a_moment_the_time_of_day_is_shown_and_all_of_it_is_in_its_title(time, shown):
    assert shown in html([{"t": time, "message": "m"}])


def test_lines_of_several_days_show_their_days():
    lines = [{"t": f"2026-05-{day}T12:00:00Z", "message": "m"} for day in (17, 18)]

    assert "<time>2026-05-17T12:00:00Z</time>" in html(lines)


def test_the_last_lines_are_shown_and_all_are_downloaded():
    view = declared("log", [{"message": str(index)} for index in range(MAX_LINES + 3)])

    assert (len(view.data.lines), view.data.before, view.data.lines[0].message) == (MAX_LINES, 3, "3")
    assert len(view.downloads[0].content().splitlines()) == MAX_LINES + 3


@pytest.mark.parametrize("value", ["x", 5, {"lines": "x"}, {"lines": [1]}, {}])
def test_what_has_no_lines_is_no_log(value):
    assert first_key(declared("log", value)) in {"output-type", "output-incomplete"}
