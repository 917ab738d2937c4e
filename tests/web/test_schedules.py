"""Schedules: each time begins one run, however many processes look at the clock."""

from __future__ import annotations

import logging
from datetime import datetime
from threading import Thread
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import select

from tests.web.conftest import SMALL
from webform import load
from webform.messages import Phrase
from webform.runs.rows import RUNS, SCHEDULES
from webform.web import read_config
from webform.web.schedule import Schedule
from webform.web.scheduling import unready

OSLO = ZoneInfo("Europe/Oslo")
DAILY = Schedule(tool="small", name="morning", cron="30 6 * * *", timezone=OSLO, body={"title": "t"})
FILES = {"id": "files", "name": "F", "inputs": [{"key": "one", "type": "file", "label": "One"}], "outputs": []}


def at(*parts):
    return datetime(*parts, tzinfo=OSLO).timestamp()


@pytest.fixture
def site(new_app):
    """`site(*schedules) -> Site`; nobody asks it for anything, so that no thread looks at the clock."""

    def make(*schedules, tools=(SMALL,)):
        app = new_app(*tools, schedules=schedules)
        return app.extensions["webform"]

    return make


def clock(site):
    """Return the schedules of *site*, which are begun by hand."""
    return site.tasks[-1]


def runs_of(site):
    return site.runs.store.read(lambda connection: connection.execute(select(RUNS.c.tool)).scalars().all())


def noted(site):
    rows = site.runs.store.read(lambda connection: connection.execute(select(SCHEDULES)).all())
    return dict(map(tuple, rows))


# times


def test_times_are_those_of_a_clock_somewhere():
    assert DAILY.after(at(2026, 1, 31, 6, 30)) == at(2026, 2, 1, 6, 30)
    assert DAILY.before(at(2026, 1, 31, 6, 30)) == at(2026, 1, 30, 6, 30)
    assert Schedule(tool="t", cron="30 6 * * *").after(0) == 6.5 * 3600


@pytest.mark.parametrize(
    ("cron", "day", "count"),
    [("30 2 * * *", (2026, 3, 29), 1), ("30 2 * * *", (2026, 10, 25), 1), ("0 12 * * *", (2026, 10, 25), 1)],
)
def test_a_time_counts_once_where_clocks_are_set(cron, day, count):
    schedule, moments = Schedule(tool="t", cron=cron, timezone=OSLO), []
    moment, end = at(*day) - 1, at(*day) + 25.5 * 3600
    while (moment := schedule.after(moment)) < end and datetime.fromtimestamp(moment, OSLO).day == day[2]:
        moments.append(moment)

    assert len(moments) == count


# beginning


def test_a_run_begins_when_it_is_time_and_not_before(site, acting):
    made, now = site(DAILY), at(2026, 1, 31, 6, 0)
    clock(made).catch_up(now)
    due = clock(made).begin_due([DAILY.after(now)], now)
    assert (due, runs_of(made)) == ([at(2026, 1, 31, 6, 30)], [])

    due = clock(made).begin_due(due, at(2026, 1, 31, 6, 30) + 2)

    acting.begun()
    assert (due, acting.bodies) == ([at(2026, 2, 1, 6, 30)], [{"title": "t"}])


def test_processes_that_share_a_database_begin_it_once(site, acting):
    processes, now = [site(DAILY) for _ in range(3)], at(2026, 1, 31, 6, 0)
    for process in processes:
        clock(process).catch_up(now)

    threads = [
        Thread(target=clock(process).begin_due, args=([at(2026, 1, 31, 6, 30)], at(2026, 1, 31, 6, 31)))
        for process in processes
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    acting.begun()
    assert len(runs_of(processes[0])) == 1
    # One whose clock is behind does not begin what others did long ago.
    clock(processes[1]).begin_due([at(2026, 1, 30, 6, 30)], at(2026, 1, 31, 6, 32))
    assert len(runs_of(processes[0])) == 1


@pytest.mark.parametrize("catch_up", [True, False])
def test_what_was_missed_is_caught_up_once_where_that_is_wanted(site, acting, catch_up):
    schedule = Schedule(tool="small", cron="30 6 * * *", timezone=OSLO, body={"title": "t"}, catch_up=catch_up)
    first, later = site(schedule), at(2026, 2, 7, 12)
    clock(first).catch_up(at(2026, 1, 31, 12))
    # A new schedule missed nothing.
    assert runs_of(first) == []

    for process in (site(schedule), site(schedule)):
        clock(process).catch_up(later)

    assert len(runs_of(first)) == catch_up


def test_the_thread_begins_runs(new_app, acting):
    schedule = Schedule(tool="small", cron="* * * * *", body={"title": "t"}, catch_up=True)
    before = new_app(schedules=(schedule,)).extensions["webform"]
    clock(before).catch_up(0)
    site = new_app(schedules=(schedule,)).extensions["webform"]

    site.watch()

    acting.begun()
    assert noted(site)["small"] > 0


def test_a_file_in_a_body_is_kept_as_one(site, acting):
    schedule = Schedule(tool="files", name="f", cron="0 0 * * *", body={"one": "data:text/csv;base64,YSxi"})
    made = site(schedule, tools=(FILES,))
    clock(made).catch_up(0)
    clock(made).begin_due([10.0], 20.0)

    acting.begun()
    assert acting.bodies == [{"one": "data:text/csv;base64,YSxi"}]
    assert len(made.runs.store.hashes()) == 1


def test_the_log_says_what_begins_and_what_cannot_and_no_value(site, acting, caplog):
    caplog.set_level(logging.INFO, "webform")
    wrong = Schedule(tool="small", name="wrong", cron="0 0 * * *", body={"title": "hunter2", "n": "hunter2"})
    gone = Schedule(tool="gone", name="gone", cron="0 0 * * *")
    made = site(DAILY, wrong, gone)
    clock(made).catch_up(0)
    clock(made).begin_due([10.0, 10.0, 10.0], 20.0)

    acting.begun()
    logged = [record.getMessage() for record in caplog.records if record.name == "webform.web.scheduling"]
    (run_id,) = made.runs.store.read(lambda connection: connection.execute(select(RUNS.c.id)).scalars())
    *others, unknown = logged
    assert others == [f"schedule morning: run {run_id[:8]} of small begins", "schedule wrong: no run begins: /n type"]
    assert unknown.startswith("schedule gone: no run begins: 404 ")


def test_a_schedule_that_cannot_be_begun_keeps_no_other_from_its_time(site, acting, caplog):
    made = site(Schedule(tool="small", name="a", cron="0 0 * * *", body={"title": "a"}), DAILY)
    clock(made).catch_up(0)
    start = made.runs.start

    def broken(*arguments, key, **more):
        if key.startswith("schedule/a/"):
            raise RuntimeError("a fault of ours")
        return start(*arguments, key=key, **more)

    made.runs.start = broken
    clock(made).begin_due([10.0, 10.0], 20.0)

    acting.begun()
    assert acting.bodies == [{"title": "t"}]
    assert "schedule a: no run begins" in caplog.text


# settings


@pytest.fixture
def read(tmp_path):
    def read(text):
        file = tmp_path / "webform.toml"
        file.write_text(text, "utf-8")
        return read_config(file)

    return read


def test_they_are_read(read):
    config, problems = read("""
        [[schedules]]
        tool = "small"
        name = "morning"
        cron = "30 6 * * *"
        timezone = "Europe/Oslo"
        body = { title = "t" }
        [[schedules]]
        tool = "small"
        cron = "@hourly"
    """)
    assert [problem.at for problem in problems] == ["/schedules/1/cron"]
    assert config.schedules[0] == DAILY


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ('cron = "0 0 * * *"', "", ("no-setting", {"name": "tool"})),
        ('tool = "small"', "", ("no-setting", {"name": "cron"})),
        ('tool = "small"\ncron = "0 0 30 2 *"', "/cron", ("wrong-type", {"expected": Phrase("kind.cron"), "found": '"0 0 30 2 *"'})),
        ('tool = "small"\ncron = "0 0 * * * *"', "/cron", None),
        ('tool = "small"\ncron = "60 0 * * *"', "/cron", None),
        ('tool = "small"\ncron = 5', "/cron", None),
        ('tool = "small"\ncron = "0 0 * * *"\ntimezone = "Europe/Atlantis"', "/timezone", ("wrong-type", {"expected": Phrase("kind.zone"), "found": '"Europe/Atlantis"'})),
        ('tool = "small"\ncron = "0 0 * * *"\ntimezone = "../etc"', "/timezone", None),
        ('tool = "small"\ncron = "0 0 * * *"\ntimezone = "Europe"', "/timezone", None),
        ('tool = "small"\ncron = "0 0 * * *"\nbody = { day = 2026-01-31 }', "/body", None),
        ('tool = "small"\ncron = "0 0 * * *"\nbody = { n = nan }', "/body", None),
        ('tool = "small"\ncron = "0 0 * * *"\nzone = "UTC"', "/zone", None),
        ('tool = "small"\ncron = "0 0 * * *"\n[[schedules]]\ntool = "small"\ncron = "0 1 * * *"', "@/schedules/1", ("same-schedule", {"name": "small"})),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(read, text, place, problem):
    (found,) = read(f"[[schedules]]\n{text}")[1]

    assert found.at == (place[1:] if place.startswith("@") else f"/schedules/0{place}")
    assert problem in (None, (found.code, found.params))


def test_a_tool_that_is_not_served_and_a_body_with_problems_are_said_at_start(read):
    (tool,) = load(SMALL)
    config, _ = read("""
        [[schedules]]
        tool = "smal"
        cron = "0 0 * * *"
        [[schedules]]
        tool = "small"
        cron = "0 0 * * *"
        body = { n = "x" }
    """)

    assert [(problem.at, problem.code) for problem in unready(config.schedules, {"small": tool})] == [
        ("/schedules/0/tool", "no-tool"),
        ("/schedules/1/body/n", "type"),
        ("/schedules/1/body/title", "required"),
    ]
