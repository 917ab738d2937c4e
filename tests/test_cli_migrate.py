"""The command that brings a database up to date."""

from __future__ import annotations

import sqlite3

import pytest
from click.testing import CliRunner

from tests.runs.test_schema import BEFORE
from webform.cli import main


@pytest.fixture
def command(tmp_path):
    """`command(database) -> Result` of `webform migrate`."""

    def run(database):
        config = tmp_path / "webform.toml"
        config.write_text(f'database = "{database}"\n')
        return CliRunner().invoke(main, ["migrate", "--config", str(config)])

    return run


def test_a_database_is_brought_up_to_date_once(command, tmp_path):
    file = tmp_path / "runs.sqlite"
    with sqlite3.connect(file) as connection:
        connection.executescript(BEFORE.replace("NUMBER", "DOUBLE"))

    assert command(file).output == "The database is up to date now: version 0002, before 0001.\n"
    assert command(file).output == "The database is up to date: version 0002.\n"


def test_a_database_that_is_not_there_is_not_made(command, tmp_path):
    done = command(tmp_path / "no.sqlite")

    assert (done.exit_code, (tmp_path / "no.sqlite").exists()) == (2, False)
    assert "it is made when webform is started" in done.output


def test_a_database_that_cannot_be_used_is_said_to_be_so(command, tmp_path):
    (tmp_path / "runs.sqlite").write_text("no database at all, but a text of some length")

    assert "cannot be used: file is not a database" in command(tmp_path / "runs.sqlite").output
