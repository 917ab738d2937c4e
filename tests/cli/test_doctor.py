"""The doctor: a line for each thing, what to do about it, and exit status 1 where there is a problem."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from sqlalchemy import create_engine, text

from tests.acting import acting
from tests.runs.postgres import postgres as run_postgres
from tests.servers import free_port
from webform.cli import main
from webform.runs import RunStore
from webform.runs.schema import VERSIONS

__all__ = ["acting"]

TOOL = {"id": "small", "name": "Small", "inputs": [{"key": "x", "type": "number", "label": "X"}], "outputs": []}
SECRET = "whsec_" + "c2VjcmV0" * 4


@pytest.fixture(scope="module")
def postgres():
    """A PostgreSQL server."""
    with run_postgres() as server:
        yield server


@pytest.fixture
def doctor(tmp_path, monkeypatch):
    """`doctor(toml, *arguments) -> (status, {subject: (state, message, advice)})`."""
    monkeypatch.delenv("WEBFORM_SECRET_KEY", raising=False)
    (tmp_path / "tool.json").write_text(json.dumps(TOOL))

    def ask(toml, *arguments):
        config = tmp_path / "webform.toml"
        config.write_text(f'files = "files"\n{toml}')
        command = ["doctor", str(tmp_path / "tool.json"), "--config", str(config), "--json", *arguments]
        done = CliRunner().invoke(main, command)
        checks = {
            check["subject"]: (check["state"], check["message"], check["advice"]) for check in json.loads(done.stdout)
        }
        return done.exit_code, checks

    return ask


def test_a_whole_installation_is_fine(doctor, tmp_path, acting):
    RunStore(tmp_path / "runs.sqlite").close()
    toml = """
        database = "runs.sqlite"
        [[schedules]]
        tool = "small"
        cron = "30 6 * * *"
        timezone = "Europe/Oslo"
        body = { x = 1 }
    """
    status, checks = doctor(toml, "--run-url", acting.url)

    assert (status, {state for state, _, _ in checks.values()}) == (0, {"ok"})
    assert checks["database"][1].endswith(f"has the tables of version {VERSIONS[-1]}")
    assert checks["tool small"][1].endswith("can be reached")
    assert "T06:30+0" in checks["schedule small"][1]
    assert {"configuration", "webform", "processes", "files", "secret key", "extra cluster"} <= checks.keys()
    assert acting.paths == []


def test_nothing_is_made_by_looking(doctor, tmp_path):
    checks = doctor('database = "sub/runs.sqlite"')[1]

    assert checks["database"][0] == "ok"
    assert not (tmp_path / "sub").exists()


def test_a_database_where_no_file_can_be_is_a_problem(doctor, tmp_path):
    (tmp_path / "sub").write_text("", "utf-8")

    assert doctor('database = "sub/runs.sqlite"')[1]["database"][0] == "problem"


def test_what_is_wrong_is_said_with_what_to_do(doctor, tmp_path, monkeypatch):
    monkeypatch.setenv("WEBFORM_SECRET_KEY", "short")
    (tmp_path / "files").write_text("no folder")
    (tmp_path / "runs.sqlite").write_bytes(b"garbage" * 1000)
    port = free_port()
    toml = f"""
        database = "runs.sqlite"
        colour = "red"
        [tools.other]
        timeout = 5
        [webhook]
        url = "http://127.0.0.1:{port}/runs"
        secret = "{SECRET}"
        [[schedules]]
        tool = "smal"
        cron = "30 6 * * *"
    """
    status, checks = doctor(toml, "--run-url", f"http://127.0.0.1:{port}/run")

    assert status == 1
    wrong = {subject for subject, (state, _, _) in checks.items() if state == "problem"}
    assert wrong == {"configuration", "database", "files", "secret key", "tool small", "webhook", "schedule smal"}
    assert all(word not in str(checks) for word in ("short", SECRET[6:]))


def test_a_tool_is_looked_for_at_the_address_of_its_settings(doctor, acting):
    assert doctor(f'[tools.small]\nrun_url = "{acting.url}"')[1]["tool small"][0] == "ok"
    status, checks = doctor(f'[tools.small]\nrun_url = "http://127.0.0.1:{free_port()}/run"')
    assert (status, checks["tool small"][0]) == (1, "problem")


def test_a_tool_without_an_address_is_a_warning(doctor):
    status, checks = doctor("")

    assert (status, checks["tool small"][0]) == (0, "warning")
    assert "--run-url" in checks["tool small"][2]


def test_people_are_told_in_lines(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    done = CliRunner().invoke(main, ["doctor", str(tmp_path / "gone.json")])

    assert done.exit_code == 1
    assert f"problem  sources: {tmp_path}/gone.json is no file" in done.output
    assert "\nok       database: " in done.output


@pytest.mark.slow
def test_a_cluster_without_workers_and_one_with_old_tables_are_problems(doctor, postgres):
    database = postgres.new_database()
    toml = f'database = "{database}"\nqueue = true'
    assert doctor(toml)[1]["queue"][2].startswith("start webform serve")
    store = RunStore(database, queue=True)
    store.leases.hold()
    status, checks = doctor(toml)
    assert (status, checks["queue"][:2]) == (1, ("problem", "no worker is alive"))
    assert checks["processes"][1].startswith("1 at work on ")
    assert checks["secret key"][0] == "warning"

    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO procrastinate_workers DEFAULT VALUES"))
    assert doctor(toml)[1]["queue"] == ("ok", "1 worker alive", "")
    with engine.begin() as connection:
        connection.execute(text("UPDATE webform_version SET version_num = '0001'"))
        connection.execute(text("UPDATE webform_workers SET seen = 0"))
    engine.dispose()
    store.database.close()

    checks = doctor(toml)[1]
    state, _, advice = checks["database"]
    assert (state, "webform migrate --config " in advice) == ("problem", True)
    assert checks["processes"][:2] == ("warning", "0 at work; 1 ended without a word")
