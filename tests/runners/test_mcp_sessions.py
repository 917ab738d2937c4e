"""Sessions with MCP servers: one for each visitor, kept while it is used, ended when it is idle."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from tests.acting import PATIENCE
from tests.runners.mcp import runner, tools_of
from tests.stateful import place
from tests.until import until
from webform.runners.sessions import page, visitor

__all__ = ["runner"]
ANN, BEN = visitor("a" * 32), visitor("b" * 32)


#: A program takes a while to start: only what may differ there is tried with both.
BOTH = pytest.mark.parametrize("server", ["http", "stdio"], indirect=True)


@pytest.fixture
def server(request):
    with place(getattr(request, "param", "http")) as found:
        yield found


@pytest.fixture
def note(runner, server):
    """`note(owner, word, **settings)`: what the notebook of *owner* holds once *word* is in it."""
    tool = tools_of(runner, server)["note"]

    def add(owner, word, **settings):
        return runner.run(tool, replace(server, session=owner, **settings), {"word": word}, run_id=word).value

    return add


@pytest.mark.parametrize("server", ["http", "stdio", "sse"], indirect=True)
def test_a_session_is_one_visitors_alone(note):
    assert [note(ANN, "a"), note(BEN, "b"), note(ANN, "c"), note(BEN, "d")] == ["a", "b", "a c", "b d"]


def test_without_an_owner_each_call_has_a_session_of_its_own(note, runner):
    assert [note("", "a"), note("", "b")] == ["a", "b"]
    assert runner.session_of("b") is None


def test_visitors_who_call_at_the_same_time_have_sessions_of_their_own(note):
    owners, found = [page() for _ in range(4)], {}

    def call(owner):
        found[owner] = [note(owner, "a"), note(owner, "b")]

    threads = [threading.Thread(target=call, args=(owner,)) for owner in owners]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert found == {owner: ["a", "a b"] for owner in owners}


def test_a_session_is_found_by_its_runs_until_it_is_ended(note, runner):
    note(ANN, "a")
    note(BEN, "b")
    session = runner.session_of("a")

    assert (session.server, session.owner, session.is_of_page) == ("Notebook", ANN, False)
    assert runner.end_sessions(ANN) == 1
    assert (runner.session_of("a"), runner.session_of("b").owner) == (None, BEN)
    assert [note(ANN, "c"), note(BEN, "d")] == ["c", "b d"]


@pytest.mark.slow
@BOTH
def test_a_session_ends_when_it_is_idle(note, runner):
    note(ANN, "a", session_idle=0.2)
    until(lambda: runner.session_of("a") is None)

    assert note(ANN, "b", session_idle=0.2) == "b"


@pytest.mark.slow
@BOTH
def test_where_there_is_no_room_the_session_that_was_idle_for_the_longest_ends(note, runner):
    for owner, word in ((ANN, "a"), (BEN, "b"), (ANN, "c")):
        note(owner, word, max_sessions=2)
    note(page(), "new", max_sessions=2)

    assert runner.session_of("b") is None
    assert note(ANN, "d", max_sessions=2) == "a c d"


def test_where_all_sessions_are_at_work_a_call_waits_for_one(server, runner):
    tools, began, stop = tools_of(runner, server), threading.Event(), threading.Event()
    one = replace(server, max_sessions=1)
    busy = threading.Thread(
        target=runner.run,
        args=(tools["wait"], replace(one, session=ANN), {}),
        kwargs={"run_id": "w", "cancelled": stop.is_set, "tell": lambda _: began.set()},
    )
    busy.start()
    assert began.wait(PATIENCE)

    assert (
        runner.run(tools["note"], replace(one, session=BEN, timeout=0.3), {"word": "b"}, run_id="b").code == "tool-slow"
    )
    stop.set()
    busy.join()
    assert runner.run(tools["note"], replace(one, session=BEN), {"word": "b"}, run_id="b").value == "b"


@pytest.mark.slow
@BOTH
def test_a_cancelled_call_does_not_end_its_session(server, runner, note):
    note(ANN, "a")
    stop = threading.Event()
    result = runner.run(
        tools_of(runner, server)["wait"], replace(server, session=ANN), {}, run_id="w",
        cancelled=stop.is_set, tell=lambda _: stop.set(),
    )  # fmt: skip

    assert (result.status, note(ANN, "b")) == ("cancelled", "a b")


def test_what_is_asked_over_http_reaches_the_call_it_is_of(runner):
    asked = threading.Barrier(2, timeout=PATIENCE)

    def answer(event, /):
        asked.wait()
        return {"action": "accept", "content": {"name": event["message"].partition(":")[0]}}

    with place("http") as server:
        tool, found = tools_of(runner, server)["greet"], {}

        def call(greeting):
            mine = replace(server, session=ANN)
            found[greeting] = runner.run(tool, mine, {"greeting": greeting}, run_id=greeting, tell=answer).value

        threads = [threading.Thread(target=call, args=(word,)) for word in ("Hello", "Goodbye")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert found == {"Hello": "Hello Hello", "Goodbye": "Goodbye Goodbye"}


@pytest.mark.parametrize("server", ["sse"], indirect=True)
def test_what_is_asked_over_the_stream_of_2024_is_answered(server, runner):
    answer = {"action": "accept", "content": {"name": "Ann"}}
    tool = tools_of(runner, server)["greet"]

    assert runner.run(tool, server, {"greeting": "Hi"}, run_id="r", tell=lambda _: answer).value == "Hi Ann"


@pytest.mark.parametrize("key", ["", "short", "a" * 21, "a" * 201, "a b" * 20, "ü" * 40])
def test_a_key_that_can_be_guessed_is_none(key):
    with pytest.raises(ValueError, match="no key"):
        visitor(key)


def test_a_key_is_not_to_be_read_off_its_owner():
    assert "k" * 30 not in visitor("k" * 30)
    assert visitor("k" * 30) == visitor("k" * 30) != visitor("k" * 31)
