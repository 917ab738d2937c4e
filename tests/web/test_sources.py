"""Folders as sources: which files of them are declarations."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.commands import GOOD
from webform.web.sources import UnusableSourceError, gather

#: A file that nobody can read from its beginning.
UNREADABLE = Path("/proc/self/mem")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "tool.json").write_text(json.dumps(GOOD), "utf-8")
    return tmp_path


def test_hidden_files_of_a_folder_and_what_is_no_file_are_left_out(folder):
    (folder / ".#a.json").symlink_to("ann@host.17:1")
    (folder / "gone.json").symlink_to("nowhere.json")
    (folder / "x.json").mkdir()
    for hidden in (".hidden.yaml", ".cache/tool.json", "folder/tool.json/tool.json"):
        (folder / hidden).parent.mkdir(parents=True, exist_ok=True)
        (folder / hidden).write_text("{", "utf-8")

    found = gather([str(folder)])
    assert ([served.tool.id for served in found.served], found.problems) == ([GOOD["id"]], [])


@pytest.mark.skipif(not UNREADABLE.exists(), reason="needs a file that cannot be read, whoever asks")
def test_a_file_of_a_folder_that_cannot_be_read_is_named(folder):
    (folder / "b.json").symlink_to(UNREADABLE)

    with pytest.raises(UnusableSourceError, match=r"/b\.json cannot be read: "):
        gather([str(folder)])
