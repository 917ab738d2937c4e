"""The events of a run: kept in order, in few rows, within limits, and asked until it is answered."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from tests.acting import PATIENCE
from tests.large import Large
from tests.meanwhile import Contested, in_thread
from tests.telling import Telling
from tests.until import until
from webform.result import Log
from webform.runs import Runs, RunStore
from webform.runs.events import Ask, facts_of, so_far
from webform.runs.feed import MAX_CHARS, MAX_CHUNK, MAX_EVENTS, EventWriter, Feed


def run_events(store, tool, target, *events):
    """Run *tool* so that it tells *events*; return its run, and the events as they are kept."""

    def act(tell, _):
        for event in events:
            tell(event)
        return "done"

    runs = Runs(store, Telling(act))
    run = runs.run(tool, target, {})
    return run, store.events(run.id)


def chunk(text):
    return {"type": "chunk", "text": text}


def log(message, level="info"):
    return {"type": "log", "level": level, "message": message}


def progress(done, total=10, message=""):
    return {"type": "progress", "done": done, "total": total, "message": message}


def test_events_are_kept_in_order_with_numbers_from_one_on(store, tool, target):
    _, events = run_events(store, tool, target, log("a"), chunk("b"), progress(1), log("c", "error"))

    assert [(event.seq, event.kind) for event in events] == [(1, "log"), (2, "chunk"), (3, "progress"), (4, "log")]
    assert events[3].data == {"level": "error", "message": "c", "logger": ""}


def test_a_flood_of_chunks_is_few_rows_and_every_character_of_it(store, tool, target, monkeypatch):
    # However long they take, they come within what is gathered.
    monkeypatch.setattr("webform.runs.feed.TOGETHER", PATIENCE)
    texts = [f"{number} " for number in range(20_000)]
    _, events = run_events(store, tool, target, *map(chunk, texts))

    assert len(events) <= len("".join(texts)) / MAX_CHUNK + 1
    assert "".join(event.data["text"] for event in events) == "".join(texts)


def test_of_progress_and_of_values_so_far_only_the_last_is_kept(store, tool, target):
    updates = [update for number in range(500) for update in (progress(number), log(str(number)))]
    _, events = run_events(
        store, tool, target, *updates, {"type": "partial", "value": 1}, {"type": "partial", "value": [2]}
    )

    assert [event.data["done"] for event in events if event.kind == "progress"] == [499]
    assert [event.data["value"] for event in events if event.kind == "partial"] == [[2]]
    assert [event.data["message"] for event in events if event.kind == "log"] == [str(number) for number in range(500)]


def test_what_is_told_to_be_more_than_is_kept_is_left_out_and_said_once(store, tool, target):
    _, events = run_events(store, tool, target, *[log(str(number)) for number in range(MAX_EVENTS + 50)])

    assert len(events) == MAX_EVENTS + 1
    assert "left out" in events[-1].data["message"]


def test_so_many_characters_are_kept_and_no_more(store, tool, target):
    def act(tell, _):
        for _ in range(60):
            tell(chunk("x" * 100_000))
            runs._local._recorder.flush()

    runs = Runs(store, Telling(act))
    run = runs.run(tool, target, {})

    kept = sum(len(event.text) for event in store.events(run.id))
    assert MAX_CHARS <= kept < MAX_CHARS + 200_000


@pytest.mark.parametrize(
    "event",
    [
        {"type": "no such"},
        {},
        {"type": "partial"},
        {"type": "partial", "value": float("nan")},
        {"type": "partial", "value": object()},
        Large(lambda: {"type": "partial", "value": "x" * 2_000_000}),
        {"type": "ask"},
        {"type": "secret"},
    ],
    ids=lambda event: repr(event)[:40],
)
def test_what_cannot_be_kept_is_left_out_and_the_run_goes_on(store, tool, target, event, caplog):
    run, events = run_events(store, tool, target, event, log("after"))

    assert run.result.value == "done"
    assert [event.kind for event in events] == ["log"]
    assert "cannot be kept" in caplog.text


@pytest.mark.parametrize(
    ("event", "facts"),
    [
        ({"type": "progress", "done": float("inf"), "total": 0}, {"done": 0, "total": None, "message": ""}),
        ({"type": "progress", "done": True, "total": "9"}, {"done": 0, "total": None, "message": ""}),
        ({"type": "progress", "done": 1.5, "total": 3, "message": None}, {"done": 1.5, "total": 3, "message": ""}),
        (
            {"type": "progress", "message": "Number 3", "place": 3},
            {"done": 0, "total": None, "message": "Number 3", "place": 3},
        ),
        ({"type": "progress", "place": True}, {"done": 0, "total": None, "message": ""}),
        ({"type": "log", "message": 5}, {"level": "info", "message": "5", "logger": ""}),
        (
            {"type": "ask", "id": 1, "message": "m", "schema": {}, "url": "javascript:alert(1)"},
            {"id": "1", "message": "m", "schema": None, "url": ""},
        ),
        ({"type": "chunk", "text": "\ud800\n\nevent: x"}, {"text": "\ud800\n\nevent: x"}),
    ],
    ids=repr,
)
def test_facts_are_what_they_should_be_whatever_a_tool_says(event, facts):
    assert facts_of(event) == facts


def test_a_message_is_cut():
    assert len(facts_of(log("x" * 1_000_000))["message"]) == 8000


def test_events_are_there_before_the_run_is_over_and_after_a_restart(database, tool, target):
    def act(tell, wait):
        tell(log("first"))
        wait()
        tell(log("second"))

    runner = Telling(act)
    runs = Runs(RunStore(database), runner)
    run = runs.start(tool, target, {})
    while not runs.events(run.id):
        runs.wait_event(run.id, 0, PATIENCE)
    assert [event.data["message"] for event in RunStore(database).events(run.id)] == ["first"]
    runner.step()
    runs.wait(run.id, PATIENCE)
    runs.close()

    again = Runs(RunStore(database))
    assert [event.data["message"] for event in again.events(run.id, after=1)] == ["second"]


def test_whoever_watches_a_run_is_woken_by_its_events_and_its_end_until_that_is_ended(store, tool, target):
    def act(tell, wait):
        for number in range(3):
            tell(log(str(number)))
            wait()

    runner, woken, other = Telling(act), threading.Semaphore(0), []
    runs = Runs(store, runner)
    run = runs.start(tool, target, {})
    end = runs.watch(run.id, woken.release)
    end_other = runs.watch(run.id, lambda: other.append(len(runs.events(run.id))))
    for number in range(3):
        while len(runs.events(run.id)) <= number:
            assert woken.acquire(timeout=PATIENCE)
        if number == 1:
            end_other()
            end_other()
        runner.step()
    while not runs.get(run.id).over:
        assert woken.acquire(timeout=PATIENCE)
    end()

    assert 3 not in other
    runs.watch(run.id, other.clear)()


def test_what_a_run_logged_is_in_its_result(store, tool, target):
    run, _ = run_events(store, tool, target, log("a", "warning"), log("b"))

    assert run.result.logs == (Log(message="a", level="warning"), Log(message="b"))
    assert store.get(run.id) == run


def test_a_run_that_is_waited_for_is_kept_once_it_tells_something(store, tool, target):
    seen = []

    def act(tell, _):
        tell(log("x"))
        seen.extend(runs.events(run_id) for run_id in runs._local._live)
        seen.append([store.get(run_id).state for run_id in runs._local._live])

    runs = Runs(store, Telling(act))
    run = runs.run(tool, target, {})

    assert seen[-1] == ["running"]
    assert store.get(run.id) == run


def test_an_event_that_is_told_while_its_run_ends_is_kept_before_the_end():
    telling, written, flushed = threading.Event(), [], threading.Event()

    class Slow(Feed):
        def tell(self, kind, facts):
            took = super().tell(kind, facts)
            telling.set()
            until(lambda: writer._lock.waited.is_set() or flushed.is_set())
            return took

    writer = EventWriter(lambda events, _: written.extend(events))
    writer._lock, feed = Contested(), Slow("run")
    is_taken = in_thread(lambda: writer.tell(feed, "log", {"message": "late"}))
    assert telling.wait(PATIENCE)
    feed.close()
    writer.flush()
    kept = len(written)
    flushed.set()

    assert is_taken() is True
    assert kept == 1
    writer.close()


def test_events_go_with_their_run(store, tool, target):
    kept, _ = run_events(store, tool, target, log("x"))
    forgotten, _ = run_events(store, tool, target, log("x"))

    store.forget(forgotten.id)
    assert store.events(forgotten.id) == []
    assert store.events(kept.id) != []
    store.sweep(max_age=-1, max_count=10)
    assert store.events(kept.id) == []


def test_the_oldest_runs_go_once_all_have_too_many_characters(store, tool, target):
    runs = [run_events(store, tool, target, chunk("x" * 10_000))[0] for _ in range(4)]

    assert store.sweep(max_age=1000, max_count=10, max_chars=25_000) == 2
    assert [store.get(run.id) is None for run in runs] == [True, True, False, False]


def test_a_question_waits_for_its_answer(store, tool, target):
    answers = []

    def act(tell, _):
        answers.append(tell({"type": "ask", "id": "q", "message": "Sure?", "schema": {"type": "object"}}))

    runs = Runs(store, Telling(act))
    run = runs.start(tool, target, {})
    while not (asked := so_far(runs.events(run.id)).asks):
        runs.wait_event(run.id, 0, PATIENCE)

    assert asked == (Ask(id="q", message="Sure?", schema={"type": "object"}),)
    assert not runs.answer(run.id, "other", {"action": "accept", "content": {}})
    assert runs.answer(run.id, "q", {"action": "accept", "content": {"token": "hunter2"}})
    assert runs.wait(run.id, PATIENCE).state == "done"
    assert answers == [{"action": "accept", "content": {"token": "hunter2"}}]
    assert not runs.answer(run.id, "q", {"action": "decline", "content": {}})
    assert so_far(runs.events(run.id)).asks == ()
    assert "hunter2" not in "".join(event.text for event in runs.events(run.id))


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_what_is_no_json_in_a_log_or_a_question_is_left_out(number):
    line = facts_of({"type": "log", "message": "loss", "extra": {"loss": number}})
    question = facts_of({"type": "ask", "id": "q", "schema": {"default": number}})

    assert "extra" not in line
    assert question["schema"] is None


def test_of_progress_told_at_once_the_last_alone_counts(store, tool, target):
    _, events = run_events(store, tool, target, {**progress(0), "place": 2}, progress(1, 2, "step"))

    assert [event.data for event in events] == [{"done": 1, "total": 2, "message": "step"}]


def test_a_question_of_a_cancelled_run_is_cancelled(store, tool, target):
    answers = []
    runs = Runs(store, Telling(lambda tell, _: answers.append(tell({"type": "ask", "id": "q"}))))
    run = runs.start(tool, target, {})
    while not runs.events(run.id):
        runs.wait_event(run.id, 0, PATIENCE)

    assert runs.cancel(run.id).state == "cancelled"
    assert answers == [{"action": "cancel", "content": {}}]


def test_many_runs_that_tell_at_once_lose_nothing_and_mix_nothing(store, tool, target):
    names = iter(range(20))

    def act(tell, _):
        name = next(names)
        for number in range(200):
            tell(log(f"{name} {number}"))

    runs = Runs(store, Telling(act), at_once=20)
    begun = [runs.start(tool, target, {}) for _ in range(20)]
    for run in begun:
        runs.wait(run.id, PATIENCE)

    messages = [[event.data["message"] for event in runs.events(run.id)] for run in begun]
    assert sorted(messages) == sorted([f"{name} {number}" for number in range(200)] for name in range(20))


def test_the_place_in_the_queue_is_among_those_that_wait_for_the_same(new_runs, tool, target, acting):
    runs, alone, other = (
        new_runs(),
        replace(tool, id="alone", concurrent=False),
        replace(tool, id="b", concurrent=False),
    )
    acting.hold()
    first = [runs.start(alone, target, {}) for _ in range(3)]
    second = [runs.start(other, target, {}) for _ in range(2)]
    acting.begun()
    acting.begun()

    assert [runs.get(run.id).place for run in first] == [None, 1, 2]
    assert [runs.get(run.id).place for run in second] == [None, 1]
    assert runs.get(first[2].id).as_json() == {"run": first[2].id, "state": "queued", "place": 2}
    runs.cancel(first[1].id)
    assert runs.get(first[2].id).place == 1
