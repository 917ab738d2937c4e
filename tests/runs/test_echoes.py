"""A failure that quotes what is secret: it is kept without the quotation."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.acting import PATIENCE
from tests.telling import Telling
from webform.envelopes.redacted import HIDDEN, without_secrets
from webform.messages import Phrase, one_of
from webform.problems import Problem
from webform.raw import Raw
from webform.result import Log, Result
from webform.runs import Runs
from webform.runs.echoes import facts_without_echoes, without_echoes

FAILED = Result(
    status="invalid",
    message="hunter2 is too short",
    problems=(
        Problem(at="/password", code="refused", params={"reason": "'hunter2' has no digit; hunter22 does"}),
        Problem(
            at="/password",
            code="type",
            params={"type": one_of(["hunter2", Phrase("verbatim", {"text": "hunter2"}), "reason"])},
        ),
    ),
    logs=(Log(message="got hunter2"),),
    value={"hunter2": ["hunter2", 5]},
    details={"code": "hunter2"},
)


def test_nothing_of_a_failure_quotes_a_secret():
    result = without_echoes(FAILED, {"hunter2", ""})

    assert "hunter2" not in str(result.as_record())
    assert result.problems[0].message == "'[hidden]' has no digit; [hidden]2 does"
    assert result.problems[1].message.endswith(" [hidden], [hidden] or reason")
    assert result.value == {"[hidden]": ["[hidden]", 5]}


def test_a_secret_that_is_the_name_of_a_parameter_leaves_the_sentence_whole():
    result = without_echoes(FAILED, {"reason", "verbatim", "text"})

    assert result.problems[0] == FAILED.problems[0]
    assert result.problems[1].message.endswith(" hunter2, hunter2 or [hidden]")


def test_the_longer_of_two_secrets_is_hidden_whole():
    assert without_echoes(FAILED, {"hunter", "hunter2"}).message == "[hidden] is too short"


@pytest.mark.parametrize("spelled", [str, repr, json.dumps, lambda text: json.dumps(json.dumps({"key": text}))])
def test_a_secret_is_hidden_however_it_is_spelled(spelled):
    secret = '-----BEGIN "KEY"-----\nhünter2\\\n-----END-----\n'
    message = f"no {spelled(secret)} here"

    result = without_echoes(Result(status="error", message=message), {secret})

    assert "nter2" not in result.message
    assert b"nter2" not in without_secrets(Raw(body=message.encode()), {secret}).body


@pytest.mark.parametrize(("message", "kept"), [("at 12 or 120", "at [hidden] or 120"), ("a12", "a12")])
def test_a_short_secret_is_hidden_where_it_stands_alone(message, kept):
    assert without_echoes(Result(status="error", message=message), {"12"}).message == kept


def test_an_answer_that_is_no_failure_stays_whole():
    good = Result(status="ok", value="hunter2")

    assert without_echoes(good, {"hunter2"}) is good
    assert without_echoes(FAILED, set()) is FAILED


def test_the_log_of_a_good_run_quotes_no_secret_either():
    good = Result(status="ok", value="hunter2", logs=(Log(message="got hunter2", extra={"a": ["hunter2"]}),))
    result = without_echoes(good, {"hunter2"})

    assert (result.value, result.logs[0].message, result.logs[0].extra) == (
        "hunter2",
        "got [hidden]",
        {"a": ["[hidden]"]},
    )


@pytest.mark.parametrize(
    ("kind", "facts", "kept"),
    [
        ("log", {"message": "got hunter2", "level": "info"}, {"message": "got [hidden]", "level": "info"}),
        ("progress", {"done": 1, "message": "hunter2"}, {"done": 1, "message": "[hidden]"}),
        ("ask", {"id": "hunter2", "message": "hunter2?"}, {"id": "hunter2", "message": "[hidden]?"}),
        ("chunk", {"text": "hunter2"}, {"text": "hunter2"}),
    ],
)
def test_what_a_run_tells_of_itself_quotes_no_secret(kind, facts, kept):
    assert facts_without_echoes(kind, facts, {"hunter2"}) == kept
    assert facts_without_echoes(kind, facts, set()) is facts


def test_no_word_of_a_run_quotes_what_the_operator_set_or_what_was_answered(store, tool, target):
    schema = {
        "type": "object",
        "properties": {"user": {"type": "string"}, "pin": {"type": "string", "writeOnly": True}},
    }

    def act(tell, _):
        pin = tell({"type": "ask", "id": "q", "message": "Sign in", "schema": schema})["content"]["pin"]
        tell({"type": "log", "level": "info", "message": f"ann signs in with {pin}"})
        raw = Raw(body=f"bad {pin}, sk-operator-1".encode())
        return Result(status="error", code="denied", message=f"bad {pin}, Bearer sk-operator-1, v4riable!", raw=raw)

    runs = Runs(store, Telling(act))
    hidden = replace(target, headers={"Authorization": "Bearer sk-operator-1"}, env={"TOKEN": "v4riable!"})
    run = runs.start(tool, hidden, {})
    while not runs.events(run.id):
        runs.wait_event(run.id, 0, PATIENCE)
    assert runs.answer(run.id, "q", {"action": "accept", "content": {"user": "ann", "pin": "hunter2"}})
    result = runs.wait(run.id, PATIENCE).result
    kept = json.dumps([store.get(run.id).result.as_record(), [event.text for event in store.events(run.id)]])
    runs.close()

    assert result.message == f"bad {HIDDEN}, {HIDDEN}, {HIDDEN}"
    assert "ann signs in with" in kept
    for secret in ("hunter2", "sk-operator-1", "v4riable!"):
        assert secret not in kept
        assert secret.encode() not in result.raw.content()
