"""Runs: begun, waited for, cancelled, forgotten, one at a time where a tool says so, and lost with their process."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from sqlalchemy.exc import OperationalError

from tests.acting import PATIENCE
from tests.meanwhile import in_thread
from tests.stored import path_of
from webform import load
from webform.files import FileStore
from webform.messages import message
from webform.raw import Raw
from webform.result import Result
from webform.runners import HTTPRunner, Target
from webform.runs import BusyError, Runs, RunStore
from webform.runs.execution import BROKEN


def test_a_run_that_is_waited_for_is_over_and_kept(runs, store, tool, target, acting):
    run = runs.run(tool, target, {"x": 1})

    assert (run.state, run.result.value, run.body) == ("done", {"y": 42}, {"x": 1})
    assert run.took_ms > 0
    assert acting.bodies == [{"x": 1}]
    assert store.get(run.id) == run == runs.get(run.id)


def test_a_run_that_is_begun_is_kept_before_it_is_over(runs, store, tool, target, acting):
    acting.hold()
    run = runs.start(tool, target, {"x": 1})
    acting.begun()

    assert not run.over
    assert runs.get(run.id).state == "running"
    assert store.get(run.id).state in ("queued", "running")

    acting.let_go()
    over = runs.wait(run.id, PATIENCE)
    assert over.state == "done"
    assert store.get(run.id) == over


def test_waiting_ends_when_the_time_is_up(runs, tool, target, acting):
    acting.hold()
    run = runs.start(tool, target, {})

    assert not runs.wait(run.id, 0.01).over


def test_a_cancelled_run_ends_at_once_and_its_tool_is_heard_no_more(runs, store, tool, target, acting):
    acting.hold()
    run = runs.start(tool, target, {})
    acting.begun()

    cancelled = runs.cancel(run.id)

    assert (cancelled.state, cancelled.result.status) == ("cancelled", "cancelled")
    assert store.get(run.id) == cancelled
    acting.let_go()
    assert runs.cancel(run.id) == cancelled


def test_a_run_that_is_over_cannot_be_cancelled(runs, tool, target):
    run = runs.run(tool, target, {})

    assert runs.cancel(run.id) == run


@pytest.mark.parametrize("act", ["get", "cancel", "wait"])
def test_there_is_nothing_at_an_unknown_id(runs, act):
    assert getattr(runs, act)("nobody") is None
    assert not runs.forget("nobody")


def test_a_forgotten_run_is_gone_even_if_it_was_going_on(runs, store, tool, target, acting):
    acting.hold()
    run = runs.start(tool, target, {})
    acting.begun()

    assert runs.forget(run.id)
    acting.let_go()

    assert runs.get(run.id) is None
    assert store.get(run.id) is None


def test_as_many_run_as_there_is_room_for_and_the_others_wait(new_runs, tool, target, acting):
    runs = new_runs(at_once=2)
    acting.hold()
    begun = [runs.start(tool, target, {}) for _ in range(5)]
    acting.begun()
    acting.begun()

    assert sorted(runs.get(run.id).state for run in begun) == ["queued"] * 3 + ["running"] * 2

    acting.let_go()
    assert {runs.wait(run.id, PATIENCE).state for run in begun} == {"done"}
    assert acting.most == 2


def test_a_tool_that_can_do_no_more_runs_one_at_a_time_and_others_pass(new_runs, tool, target, acting):
    runs, alone = new_runs(), replace(tool, id="alone", concurrent=False)
    acting.hold()
    first, second = runs.start(alone, target, {}), runs.start(alone, target, {})
    acting.begun()
    other = runs.start(tool, target, {})
    acting.begun()

    assert [runs.get(run.id).state for run in (first, second, other)] == ["running", "queued", "running"]

    acting.let_go()
    assert runs.wait(second.id, PATIENCE).state == "done"


def test_a_run_in_this_thread_waits_for_its_turn_too(new_runs, tool, target, acting):
    runs = new_runs(at_once=1)
    acting.hold()
    runs.start(tool, target, {})
    acting.begun()
    second = in_thread(lambda: runs.run(tool, target, {"x": 2}))
    acting.let_go()

    assert second().state == "done"
    assert acting.most == 1


def test_a_run_that_waits_for_its_turn_can_be_cancelled_and_never_begins(new_runs, tool, target, acting):
    runs = new_runs(at_once=1)
    acting.hold()
    first = runs.start(tool, target, {})
    acting.begun()
    second = runs.start(tool, target, {"x": 2})

    assert runs.cancel(second.id).state == "cancelled"

    acting.let_go()
    assert runs.wait(first.id, PATIENCE).state == "done"
    assert runs.run(tool, target, {"x": 3}).state == "done"
    assert acting.bodies == [{}, {"x": 3}]


def test_where_too_many_wait_already_no_other_may_and_nothing_is_kept_of_it(new_runs, store, tool, target, acting):
    runs = new_runs(at_once=1)
    acting.hold()
    begun = [runs.start(tool, target, {}) for _ in range(5)]

    with pytest.raises(BusyError):
        runs.start(tool, target, {})
    with pytest.raises(BusyError):
        runs.run(tool, target, {})

    assert store.sweep(max_age=-1, max_count=10) == len(begun)


def test_the_same_key_is_the_same_run(runs, tool, target, acting):
    first = runs.run(tool, target, {}, key="k")
    second = runs.run(tool, target, {}, key="k")
    third = runs.start(tool, target, {}, key="k")

    assert first == second == third
    assert len(acting.bodies) == 1


def test_the_same_key_waits_for_the_run_that_goes_on(runs, tool, target, acting):
    acting.hold()
    first = runs.start(tool, target, {}, key="k")
    acting.begun()
    second = in_thread(lambda: runs.run(tool, target, {}, key="k"))
    acting.let_go()

    assert second() == runs.get(first.id)
    assert len(acting.bodies) == 1


def test_the_same_key_many_times_at_once_is_one_run(runs, tool, target, acting):
    acting.hold()
    results = [in_thread(lambda: runs.run(tool, target, {}, key="k")) for _ in range(10)]
    acting.begun()
    acting.let_go()

    assert len({result().id for result in results}) == 1
    assert len(acting.bodies) == 1


def test_a_key_whose_run_was_forgotten_or_refused_is_free_again(new_runs, tool, target, acting):
    runs = new_runs(at_once=1)
    first = runs.run(tool, target, {}, key="k")
    runs.forget(first.id)
    second = runs.run(tool, target, {}, key="k")
    assert second.id != first.id

    acting.hold()
    begun = [runs.start(tool, target, {}) for _ in range(5)]
    with pytest.raises(BusyError):
        runs.start(tool, target, {}, key="b")
    acting.let_go()
    for run in begun:
        runs.wait(run.id, PATIENCE)
    assert runs.run(tool, target, {}, key="b").state == "done"


def test_a_key_counts_for_its_time_alone(runs, tool, target, acting):
    first = runs.run(tool, target, {}, key="k")
    second = runs.run(tool, target, {}, key="k", key_age=0)

    assert first.id != second.id


def test_runs_without_a_key_are_runs_of_their_own(runs, tool, target, acting):
    assert runs.run(tool, target, {}).id != runs.run(tool, target, {}).id


def test_a_tool_that_is_down_is_a_run_that_failed(runs, tool):
    run = runs.run(tool, Target(url="http://127.0.0.1:1/run", allow_private=True), {})

    assert (run.state, run.result.status, run.result.code) == ("done", "error", "tool-down")


def test_the_time_limit_of_a_tool_ends_its_run(runs, tool, acting):
    acting.hold()
    run = runs.run(tool, Target(url=acting.url, allow_private=True, timeout=0.2), {})

    assert (run.state, run.result.code) == ("done", "tool-slow")


def test_a_fault_of_ours_ends_the_run_in_words_and_makes_room(store, tool, target, caplog):
    class Broken:
        def run(self, *_, **__):
            raise RuntimeError("a secret")

        def close(self):
            pass

    runs = Runs(store, Broken(), at_once=1)

    assert [runs.run(tool, target, {}).result for _ in range(2)] == [BROKEN, BROKEN]
    assert "a secret" in caplog.text


def test_a_file_that_is_gone_when_the_run_begins_is_a_run_that_failed(runs, tool, target, tmp_path, acting):
    file = FileStore(tmp_path / "files").put(io.BytesIO(b"abc"), "a.txt", "text/plain")
    path_of(file).unlink()
    run = runs.run(tool, target, {"x": file})

    assert run.result.message == message("file-gone", {"name": "a.txt"}) + "."
    assert acting.bodies == []


class TextForBytes(HTTPRunner):
    """A runner of an extension that answers with what it should not."""

    def run(self, *_, **__):
        return Result(status="ok", value=1, raw=Raw(status=200, body="text"))


def test_a_result_that_cannot_be_kept_ends_its_run(store, tool, target):
    runs = Runs(store, TextForBytes())

    assert runs.run(tool, replace(target, headers={"Authorization": "Bearer s3cret"}), {}).result == BROKEN
    runs.close()


def test_secrets_are_sent_and_not_kept(target, acting, file):
    runs = Runs(RunStore(file))
    schema = {"type": "object", "properties": {"token": {"type": "string", "writeOnly": True}}}
    (tool,) = load([{"key": "login", "type": "json", "label": "Login", "schema": schema}])
    run = runs.run(tool, target, {"login": {"token": "hunter2", "user": "me"}})

    assert acting.bodies == [{"login": {"token": "hunter2", "user": "me"}}]
    assert run.body == {"login": {"user": "me"}}
    runs.close()
    assert all(b"hunter2" not in path.read_bytes() for path in file.parent.iterdir())


def test_what_a_failure_quotes_of_a_secret_is_not_kept(target, acting, file):
    runs = Runs(RunStore(file))
    (tool,) = load({"name": "t", "inputSchema": {"properties": {"pin": {"type": "string", "writeOnly": True}}}})
    acting.answer = {"success": False, "errors": {"pin": ["hunter2 has no digit"]}, "tried": "hunter2"}
    run = runs.run(tool, target, {"pin": "hunter2"})

    assert [(problem.at, problem.message) for problem in run.result.problems] == [("/pin", "[hidden] has no digit")]
    runs.close()
    assert all(b"hunter2" not in path.read_bytes() for path in file.parent.iterdir())


def test_the_files_of_kept_runs_are_kept_on_and_others_are_not(runs, tool, target, tmp_path):
    files = FileStore(tmp_path / "files", max_age=-1)
    kept, loose = (files.put(io.BytesIO(data), "a.txt", "text/plain") for data in (b"held", b"loose"))
    run = runs.run(tool, target, {"x": kept})

    runs.tidy(files, max_age=1000, max_count=10)
    assert (path_of(kept).exists(), path_of(loose).exists()) == (True, False)

    runs.tidy(files, max_age=0, max_count=10)
    assert runs.get(run.id) is None
    assert not path_of(kept).exists()


def test_a_run_that_goes_on_when_all_is_ended_is_lost(database, tool, target, acting):
    runs = Runs(RunStore(database))
    acting.hold()
    run = runs.start(tool, target, {"x": 1})
    acting.begun()
    runs.close()

    found = Runs(RunStore(database)).get(run.id)
    assert (found.state, found.result, found.body) == ("lost", None, {"x": 1})


def test_a_run_ends_where_the_store_cannot_keep_it(runs, tool, target, acting, caplog):
    acting.hold()
    run = runs.start(tool, target, {})
    acting.begun()

    def fail(*_, **__):
        raise OperationalError("full", {}, Exception())

    runs.store.change = fail
    acting.let_go()

    assert runs.wait(run.id, PATIENCE).result.value == {"y": 42}
    assert runs.get(run.id).state == "done"
    assert "cannot be saved yet" in caplog.text


def test_a_run_that_cannot_be_kept_is_not_begun(runs, tool, target, acting, monkeypatch):
    def fail(*_, **__):
        raise OperationalError("full", {}, Exception())

    with monkeypatch.context() as patched:
        patched.setattr(runs.store, "claim", fail)
        with pytest.raises(OperationalError):
            runs.start(tool, target, {})

    assert acting.bodies == []
    assert runs.run(tool, target, {}, key="k").state == "done"


def test_a_key_that_cannot_be_looked_up_leaves_no_run_behind(runs, tool, target, monkeypatch):
    first = runs.run(tool, target, {}, key="k")

    def fail(*_, **__):
        raise OperationalError("gone", {}, Exception())

    with monkeypatch.context() as patched:
        patched.setattr(runs.store, "claim", fail)
        with pytest.raises(OperationalError):
            runs.start(tool, target, {}, key="k")

    assert not runs.is_at_work()
    assert runs.start(tool, target, {}, key="k").id == first.id
