"""Tools that coerce: what programs and people send is made what was declared before it is checked and sent on."""

from __future__ import annotations

import pytest

from tests.phrases import not_of_type

AGENT = {
    "milkyway_version": "1.0",
    "capabilities": {
        "search": {
            "pricing": {"model": "per_job", "amount": "0.05", "currency": "USDC"},
            "input_schema": {
                "query": {"type": "string", "required": True, "minLength": 3},
                "limit": {"type": "number", "default": 5, "min": 1, "max": 20},
                "verbose": {"type": "boolean"},
            },
            "output_schema": {"y": {"type": "number", "description": "The answer"}},
        }
    },
}
CALLED = "/tools/search"


@pytest.fixture
def app(new_app):
    return new_app(AGENT, mode="production")


@pytest.mark.parametrize(
    ("sent", "body"),
    [
        ({"query": "abc"}, {"query": "abc", "limit": 5}),
        ({"query": 1234, "limit": " 7 ", "verbose": 1}, {"query": "1234", "limit": 7, "verbose": True}),
        ({"query": "abc", "limit": True, "verbose": "false"}, {"query": "abc", "limit": 1, "verbose": False}),
        ({"query": "abc", "more": 1, "task": {}}, {"query": "abc", "limit": 5}),
    ],
)
def test_the_tool_is_sent_what_was_meant(client, acting, sent, body):
    checked = client.post(f"{CALLED}/check", json=sent).json
    run = client.post(f"{CALLED}/run", json=sent).json

    assert {"ok": True, "body": body, "problems": []} == checked
    assert ("ok", [body]) == (run["status"], acting.bodies)


@pytest.mark.parametrize(
    ("sent", "places"),
    [
        ({}, ["/query"]),
        ({"query": None}, ["/query"]),
        ({"query": 12}, ["/query"]),
        ({"query": "abc", "limit": "42abc"}, ["/limit"]),
        ({"query": "abc", "limit": ""}, ["/limit"]),
        ({"query": "abc", "limit": "21"}, ["/limit"]),
        ({"query": "abc", "limit": {"key": "v"}}, ["/limit"]),
        ({"query": ["abc"], "limit": "x", "verbose": "maybe"}, ["/query", "/limit", "/verbose"]),
        ([], [""]),
    ],
)
def test_what_cannot_be_meant_is_a_problem_and_nothing_is_sent(client, acting, sent, places):
    answer = client.post(f"{CALLED}/run", json=sent)

    assert (422, places) == (
        answer.status_code,
        sorted((problem["at"] for problem in answer.json["problems"]), key=places.index),
    )
    assert acting.bodies == []


def test_a_form_sends_what_was_meant_too(client, acting):
    sent = {"is#": "object", "/query": "1234", "/limit": "", "/verbose": "true"}
    client.post(f"{CALLED}/run", data=sent, headers={"Accept": "application/json"})

    assert acting.bodies == [{"query": "1234", "limit": 5, "verbose": True}]


def test_an_answer_that_is_not_what_was_declared_is_an_error_that_costs_nothing(client, acting):
    acting.answer = {"y": "s3cret"}
    run = client.post(f"{CALLED}/run", json={"query": "abc"}).json

    assert (run["status"], run.get("value")) == ("error", None)
    assert run["message"].startswith("InternalError: ")
    assert run["message"].endswith("You are not charged.")
    assert "s3cret" not in str(run)


def test_in_development_it_is_shown_with_what_is_wrong(new_app, acting):
    acting.answer = {"y": "42"}
    run = new_app(AGENT).test_client().post(f"{CALLED}/run", json={"query": "abc"}).json

    assert (run["status"], run["value"]) == ("ok", {"y": "42"})
    assert [(problem["at"], problem["code"], problem["message"]) for problem in run["problems"]] == [
        ("/y", "output-type", str(not_of_type("number", '"42"')))
    ]


def test_what_a_tool_asks_for_stands_above_the_button_with_its_limits(new_app):
    asked = {"type": "EXECUTE_TRANSACTIONS", "reason": "pays <b>", "max_per_transaction": "5", "token": "USDC"}
    agent = {**AGENT, "capabilities": {"search": {**AGENT["capabilities"]["search"], "permissions": [asked]}}}

    page = new_app(agent).test_client().get(CALLED).text

    assert (
        "<strong>EXECUTE_TRANSACTIONS</strong>: <bdi>pays &lt;b&gt;</bdi> <span>(max per transaction 5, token USDC)</span>"
        in page
    )
