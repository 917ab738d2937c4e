"""Turns: so many at once, one at a time where that is asked for, in order, no more waiting than there is room."""

from __future__ import annotations

from webform.runs.turns import Turn, Turns


def new_turn(began: list[str], name: str, alone: str = "") -> Turn:
    return Turn(alone=alone, go=lambda: began.append(name))


def test_the_turn_is_at_once_while_there_is_room_and_waits_after():
    began, turns = [], Turns(2, 5)
    a, b, c = (new_turn(began, name) for name in "abc")

    assert [turns.take(each) for each in (a, b, c)] == [True, True, False]
    assert began == []

    turns.leave(a)

    assert began == ["c"]


def test_those_that_wait_begin_in_the_order_they_came():
    began, turns = [], Turns(1, 5)
    a, b, c = (new_turn(began, name) for name in "abc")
    for each in (a, b, c):
        turns.take(each)

    turns.leave(a)
    turns.leave(b)

    assert began == ["b", "c"]


def test_what_must_be_alone_waits_for_its_like_and_lets_others_pass():
    began, turns = [], Turns(5, 5)
    a, b, c = new_turn(began, "a", "tool"), new_turn(began, "b", "tool"), new_turn(began, "c", "other")

    assert [turns.take(each) for each in (a, b, c)] == [True, False, True]

    turns.leave(c)
    assert began == []
    turns.leave(a)
    assert began == ["b"]


def test_where_there_is_no_room_to_wait_nothing_is_queued():
    began, turns = [], Turns(1, 1)
    a, b, c = (new_turn(began, name) for name in "abc")

    assert [turns.take(each) for each in (a, b, c)] == [True, False, None]

    turns.leave(a)
    turns.leave(b)
    assert began == ["b"]


def test_what_is_dropped_never_begins():
    began, turns = [], Turns(1, 5)
    a, b = (new_turn(began, name) for name in "ab")
    turns.take(a)
    turns.take(b)

    assert turns.drop(b)
    assert not turns.drop(b)
    assert not turns.drop(a)
    turns.leave(a)
    assert began == []
    assert turns.take(new_turn(began, "c"))
