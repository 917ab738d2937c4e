"""benchmarks/report.py: the page of the figures has a section for each subject, and keeps those not measured."""

from __future__ import annotations

from benchmarks import bytes as weights
from benchmarks import files, report
from benchmarks.figures import Figure, counted

FIGURES = [
    Figure(what="core script", found="12.9 KiB", value=12.9, most=36, unit=" KiB"),
    Figure(what="a | b", found="3"),
]


def test_a_section_has_a_row_for_each_figure():
    lines = report.section(weights, FIGURES).splitlines()

    assert lines[0] == "## Bytes (`benchmarks/bytes.py`)"
    assert "| core script | 12.9 KiB | ≤ 36 KiB | met |" in lines
    assert "| a \\| b | 3 |  |  |" in lines


def test_one_of_a_kind_is_not_several():
    assert [counted(number, "line") for number in (0, 1, 2)] == ["0 lines", "1 line", "2 lines"]


def test_writing_one_section_keeps_the_others(tmp_path, monkeypatch):
    monkeypatch.setattr(report, "PAGE", tmp_path / "performance.md")
    report.PAGE.write_text(report.HEAD, "utf-8")
    subjects = [weights, files]

    report.write(files, FIGURES[1:], subjects)
    report.write(weights, FIGURES[1:], subjects)
    report.write(weights, FIGURES[:1], subjects)

    page = report.PAGE.read_text("utf-8")
    assert [line for line in page.splitlines() if line.startswith("## ")] == [*map(report.heading, subjects)]
    assert report.section(files, FIGURES[1:]) in page
    assert report.section(weights, FIGURES[:1]) in page
