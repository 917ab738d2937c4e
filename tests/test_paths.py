"""Paths that somebody typed: no name is an error."""

from __future__ import annotations

import pytest

from webform.paths import at_path


@pytest.mark.parametrize(
    ("name", "found"),
    [("file", "file"), ("folder", "folder"), ("none", ""), ("file/below", ""), ("a" * 300, ""), ("a\x00b", "")],
)
def test_what_stands_there_is_told_of_any_name(tmp_path, monkeypatch, name, found):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()

    assert at_path(name) == found


def test_a_device_is_something_else():
    assert at_path("/dev/null") == "other"
