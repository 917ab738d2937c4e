"""Arcade's tool responses: today's, its public API's, the preview's."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.envelopes.samples import ANY, ARCADE, ENGINE, WORKER
from webform.envelopes import read
from webform.result import Artifact, Authorize, Log
from webform.values import ABSENT, write_json


def test_no_answer_of_arcades_is_forgotten():
    assert ARCADE.keys() == WORKER.keys() | ENGINE.keys()


@pytest.mark.parametrize("mode", ["dev", "production"])
@pytest.mark.parametrize("name", ARCADE)
def test_an_answer_of_arcades_is_what_its_first_part_says(name, mode):
    status, value, places = ARCADE[name]
    result = read(ANY, (WORKER | ENGINE)[name], mode=mode)

    assert (result.status, result.value, [problem.at for problem in result.problems]) == (status, value, places)
    record = write_json(replace(result, raw=None).as_record())
    assert not any(
        word in record for word in ("boom", "geocoder", "Pydantic", "Traceback", "TOOL_RUNTIME", "during execution")
    )


def test_what_is_for_developers_is_logged(caplog):
    read(ANY, WORKER['Crash{"x": "1"}'])

    assert "ValueError: boom" in caplog.text
    assert [message.count("\n") for message in caplog.messages] == [0, 0]


@pytest.mark.parametrize("answer", [WORKER['Fails{"x": "1"}'], ENGINE["retryable error"]])
def test_an_error_that_may_be_retried_says_when_and_with_what(answer):
    result = read(ANY, answer)

    assert (result.message, result.can_retry, result.retry_after) == ("No such city", True, 0.5)
    assert result.advice == "Known: London, Leeds"


def test_authorization_says_where_and_what_for():
    assert read(ANY, ENGINE["auth needed"]).authorize == Authorize(
        url="https://accounts.example/auth", scopes=("mail.read",)
    )


def test_what_is_known_of_a_call_is_its_details():
    done, asks = read(ANY, ENGINE["immediate success"]), read(ANY, ENGINE["auth needed"])

    assert done.details == {
        "tool_duration_ms": 812.4, "execution_id": "te_1", "id": "tc_1", "execution_type": "immediate",
        "status": "success", "finished_at": "2026-08-12T18:33:56Z",
    }  # fmt: skip
    assert asks.details["permission"] == {
        "status": "pending", "provider_id": "google", "user_id": "u@example.org", "id": "ar_1",
    }  # fmt: skip


def test_what_arcade_logged_is_the_log():
    assert read(ANY, ENGINE["immediate success"]).logs == (
        Log(message="use Search instead", level="warning", extra={"subtype": "deprecation"}),
    )


PREVIEW = {
    "$schema": "https://x.example/s",
    "invocation_id": "i",
    "finished_at": "2024-07-14T00:00:00Z",
    "success": True,
}


@pytest.mark.parametrize(
    ("output", "status", "expected"),
    [
        ({"value": 0}, "ok", {"value": 0}),
        (None, "ok", {"value": ABSENT}),
        ({"error": {"message": "No", "developer_message": "s3cret"}}, "error", {"message": "No"}),
        (
            {"requires_authorization": {"message": "Sign in", "oauth2": {"url": "https://a.example", "scope": "r w"}}},
            "authorize",
            {"authorize": Authorize(url="https://a.example", message="Sign in", scopes=("r", "w"))},
        ),
        (
            {"requires_authorization": {"message": "Sign in", "oauth2": {"url": "JaVa\tScript:alert(1)"}}},
            "authorize",
            {"authorize": Authorize(url="", message="Sign in")},
        ),
        (
            {"artifact": {"url": "https://a.example/f", "content_type": "text/csv", "size": 3, "meta": {"description": "D"}}},
            "ok",
            {"artifact": Artifact(url="https://a.example/f", content_type="text/csv", size=3, description="D")},
        ),
        ({"artifact": {"url": "//evil.example"}}, "ok", {"artifact": Artifact(url="")}),
    ],
)  # fmt: skip
def test_an_answer_of_the_preview_is_the_one_part_it_has(output, status, expected):
    result = read(ANY, {**PREVIEW, "output": output})

    assert result.status == status
    assert {key: getattr(result, key) for key in expected} == expected
    assert "s3cret" not in write_json(result.as_json())


def test_a_preview_that_failed_without_a_word_is_an_error():
    assert read(ANY, {**PREVIEW, "success": False}).status == "error"
