"""Turns: so many at once, one at a time where that is asked for, in order, no more waiting than there is room."""

from __future__ import annotations

import pytest

from webform.runs.turns import BusyError, Rules, Turn, Turns


def new_turn(began: list[str], name: str, alone: str = "") -> Turn:
    return Turn(alone=alone, go=lambda: began.append(name))


def test_the_turn_is_at_once_while_there_is_room_and_waits_after():
    began, turns = [], Turns(Rules(2, 5))
    a, b, c = (new_turn(began, name) for name in "abc")

    assert [turns.take(run) for run in (a, b, c)] == [True, True, False]
    assert began == []

    turns.leave(a)

    assert began == ["c"]


def test_those_that_wait_begin_in_the_order_they_came():
    began, turns = [], Turns(Rules(1, 5))
    a, b, c = (new_turn(began, name) for name in "abc")
    for run in (a, b, c):
        turns.take(run)

    turns.leave(a)
    turns.leave(b)

    assert began == ["b", "c"]


def test_what_must_be_alone_waits_for_its_like_and_lets_others_pass():
    began, turns = [], Turns(Rules(5, 5))
    a, b, c = new_turn(began, "a", "tool"), new_turn(began, "b", "tool"), new_turn(began, "c", "other")

    assert [turns.take(run) for run in (a, b, c)] == [True, False, True]

    turns.leave(c)
    assert began == []
    turns.leave(a)
    assert began == ["b"]


def test_the_place_is_that_among_those_that_wait_for_the_same():
    began, turns = [], Turns(Rules(5, 5))
    waits = [
        new_turn(began, name, alone) for name, alone in (("a", "x"), ("b", "y"), ("c", "x"), ("d", "y"), ("e", "x"))
    ]
    for turn in waits:
        turns.take(turn)

    assert [turns.place(turn) for turn in waits] == [None, None, 1, 1, 2]
    turns.drop(waits[2])
    assert [turns.place(turn) for turn in waits] == [None, None, None, 1, 1]


def test_where_there_is_no_room_to_wait_nothing_is_queued():
    began, turns = [], Turns(Rules(1, 1))
    a, b, c = (new_turn(began, name) for name in "abc")

    assert [turns.take(run) for run in (a, b)] == [True, False]
    with pytest.raises(BusyError, match="all"):
        turns.take(c)

    turns.leave(a)
    turns.leave(b)
    assert began == ["b"]


def test_what_is_dropped_never_begins():
    began, turns = [], Turns(Rules(1, 5))
    a, b = (new_turn(began, name) for name in "ab")
    turns.take(a)
    turns.take(b)

    assert turns.drop(b)
    assert not turns.drop(b)
    assert not turns.drop(a)
    turns.leave(a)
    assert began == []
    assert turns.take(new_turn(began, "c"))


def new_turns(count, **share):
    return [Turn(alone="", go=lambda: None, **share) for _ in range(count)]


def take(turns, wanted):
    """Return what became of each of *wanted*: `now`, `waits`, or whose room there is none of."""
    became = []
    for turn in wanted:
        try:
            became.append("now" if turns.take(turn) else "waits")
        except BusyError as error:
            became.append(error.of)
    return became


def test_no_tool_has_more_turns_nor_more_room_to_wait_than_it_leaves_for_the_others():
    turns = Turns(Rules(8, 8, shared=lambda: True))

    assert take(turns, new_turns(12, tool="slow")) == ["now"] * 4 + ["waits"] * 4 + ["tool"] * 4
    assert take(turns, new_turns(5, tool="other")) == ["now"] * 2 + ["waits"] * 2 + ["tool"]
    assert take(turns, new_turns(1, tool="third")) == ["now"]


def test_what_leaves_makes_room_for_the_tool_that_waits_the_longest():
    began, turns = [], Turns(Rules(4, 8, shared=lambda: True))
    slow, other = new_turns(2, tool="slow"), new_turns(1, tool="other")
    take(turns, slow + other)
    waits = Turn(alone="", go=lambda: began.append("slow"), tool="slow")

    assert take(turns, [waits]) == ["waits"]
    turns.leave(other[0])
    assert began == []
    turns.leave(slow[0])
    assert began == ["slow"]


def test_a_tool_that_is_alone_has_all_turns():
    assert take(Turns(Rules(8, 8)), new_turns(17, tool="only")) == ["now"] * 8 + ["waits"] * 8 + ["all"]


def test_a_client_has_its_share_and_four_times_as_much_room_to_wait():
    turns = Turns(Rules(100, 100, per_client=2))

    assert take(turns, new_turns(12, client="a")) == ["now"] * 2 + ["waits"] * 8 + ["client"] * 2
    assert take(turns, new_turns(2, client="b")) == ["now"] * 2


def test_the_share_of_a_client_comes_back():
    turns = Turns(Rules(100, 100, per_client=1))
    (first, second) = new_turns(2, client="a")
    take(turns, [first])
    turns.leave(first)

    assert take(turns, [second]) == ["now"]
