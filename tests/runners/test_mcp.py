"""MCP servers that are real: listed and called, heard while they run, cancelled and answered."""

from __future__ import annotations

import json
import threading

import pytest
from mcp_types.version import KNOWN_PROTOCOL_VERSIONS

from tests.runners.mcp import at, runner, tools_of
from tests.servers import asgi, everything, mcp_server, program
from webform.runners import MCPRunner
from webform.runners.base import PROTOCOL_VERSIONS

__all__ = ["runner"]


class Tellings(list):
    """What was told; questions are answered with *given*."""

    def __init__(self, answer=None):
        self.answer = answer

    def __call__(self, event, /):
        self.append(event)
        return self.answer

    def of(self, kind):
        return [event for event in self if event["type"] == kind]


@pytest.fixture(scope="module", params=["http", "stdio"])
def place(request):
    """server-everything, over HTTP and over stdio."""
    if request.param == "stdio":
        yield at("everything", command=program("server-everything", "stdio"))
    else:
        with everything() as url:
            yield at(url)


@pytest.fixture(scope="module")
def shared(place):
    """A runner with the tools of server-everything."""
    made = MCPRunner()
    yield made, place, tools_of(made, place)
    made.close()


def test_all_tools_of_a_server_are_listed(shared):
    _, _, tools = shared

    assert {"echo", "get-sum", "trigger-long-running-operation", "trigger-elicitation-request"} <= tools.keys()
    assert [input_.key for input_ in tools["get-sum"].form.inputs] == ["a", "b"]


#: Tool of server-everything -> a body, the beginning of what it answers, and the types of the parts beside that.
CALLS = {
    "echo": ({"message": "hi"}, "Echo: hi", []),
    "get-sum": ({"a": 1, "b": 2}, "The sum of 1 and 2 is 3.", []),
    "get-structured-content": ({"location": "Chicago"}, '{"temperature": 36, "conditions": "Light rain / drizzle"', []),
    "get-tiny-image": ({}, "Here's the image you requested:", ["image", "text"]),
    "get-annotated-message": ({"messageType": "error", "includeImage": True}, "Error: Operation failed", ["image"]),
    "get-resource-links": ({"count": 2}, "Here are 2 resource links", ["link", "link"]),
    "get-resource-reference": ({"resourceType": "Text", "resourceId": 1}, "Returning resource", ["text", "text"]),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_each_kind_of_content_is_a_value_or_a_part(shared, name):
    runner, place, tools = shared
    body, begins, parts = CALLS[name]
    result = runner.run(tools[name], place, body, run_id="r")
    text = result.value if isinstance(result.value, str) else json.dumps(result.value)

    assert (result.status, text[: len(begins)]) == ("ok", begins)
    assert [part.type for part in result.parts] == parts


def test_arguments_that_are_refused_are_problems_at_their_inputs(shared):
    runner, place, tools = shared
    result = runner.run(tools["get-sum"], place, {"a": "x"}, run_id="r")

    assert (result.status, [problem.at for problem in result.problems]) == ("invalid", ["/a", "/b"])


def test_progress_is_told_as_it_comes(shared):
    runner, place, tools = shared
    tellings = Tellings()
    result = runner.run(
        tools["trigger-long-running-operation"], place, {"duration": 0.3, "steps": 3}, run_id="r", tell=tellings
    )

    assert result.status == "ok"
    assert [(progress["done"], progress["total"]) for progress in tellings.of("progress")] == [(1, 3), (2, 3), (3, 3)]


def test_a_tool_that_wants_to_be_a_task_is_one(shared):
    runner, place, tools = shared
    tellings = Tellings({"action": "accept", "content": {"interpretation": "technical"}})
    result = runner.run(
        tools["simulate-research-query"], place, {"topic": "tea", "ambiguous": True}, run_id="r", tell=tellings
    )

    assert (result.status, "Technical" in result.value or "technical" in result.value) == ("ok", True)
    assert "Gathering sources..." in [progress["message"] for progress in tellings.of("progress")]
    assert len(tellings.of("ask")) == 1


def test_a_task_is_cancelled(shared):
    runner, place, tools = shared
    stop = threading.Event()
    result = runner.run(
        tools["simulate-research-query"], place, {"topic": "tea"}, run_id="r", cancelled=stop.is_set,
        tell=lambda _: stop.set(),
    )  # fmt: skip

    assert result.status == "cancelled"


def test_a_call_that_is_cancelled_ends_at_once_and_the_next_one_runs(shared):
    runner, place, tools = shared
    stop = threading.Event()
    long = tools["trigger-long-running-operation"]
    result = runner.run(
        long, place, {"duration": 60, "steps": 600}, run_id="r", cancelled=stop.is_set, tell=lambda _: stop.set()
    )

    assert result.status == "cancelled"
    assert runner.run(tools["echo"], place, {"message": "a"}, run_id="r").value == "Echo: a"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "phrase"),
    [
        ({"action": "accept", "content": {"name": "Ann", "check": True}}, "- Name: Ann"),
        ({"action": "decline", "content": {}}, "declined"),
        ({"action": "cancel"}, "cancelled"),
        (None, "cancelled"),
        ({"action": "accept", "content": {"name": {"deep": 1}}}, "cancelled"),
    ],
)
def test_what_a_server_asks_is_answered_by_a_person(shared, answer, phrase):
    runner, place, tools = shared
    tellings = Tellings(answer)
    result = runner.run(tools["trigger-elicitation-request"], place, {}, run_id="r", tell=tellings)

    (asked,) = tellings.of("ask")
    assert asked["schema"]["properties"]["name"]["type"] == "string"
    assert phrase in json.dumps(result.value)


def test_the_time_that_a_person_thinks_is_not_the_tools(shared):
    runner, place, tools = shared
    thought = threading.Event()

    def think(event, /):
        threading.Timer(2.5, thought.set).start()
        thought.wait()
        return {"action": "decline"}

    quick = at(place.url, command=place.command, timeout=2)
    result = runner.run(tools["trigger-elicitation-request"], quick, {}, run_id="r", tell=think)

    assert result.status == "ok"


def test_a_call_that_takes_too_long_is_said_to(shared):
    runner, place, tools = shared
    hurried = at(place.url, command=place.command, timeout=1)
    result = runner.run(tools["trigger-long-running-operation"], hurried, {"duration": 60, "steps": 1}, run_id="r")

    assert (result.code, result.message) == ("tool-slow", "The tool did not finish within 1 s.")


def test_progress_begins_the_time_of_a_call_anew_up_to_the_total(shared):
    runner, place, tools = shared
    body = {"duration": 3, "steps": 8}
    result = [
        runner.run(
            tools["trigger-long-running-operation"], at(place.url, command=place.command, **limits), body, run_id="r"
        )
        for limits in ({"timeout": 2}, {"timeout": 2, "timeout_total": 1})
    ]

    assert [run.status for run in result] == ["ok", "error"]
    assert result[1].message == "The tool did not finish within 1 s."


@pytest.mark.slow
def test_calls_at_the_same_time_hear_each_its_own(shared):
    runner, place, tools = shared
    answers = {}

    def ask(name):
        tellings = Tellings({"action": "accept", "content": {"name": name, "check": True}})
        result = runner.run(tools["trigger-elicitation-request"], place, {}, run_id="r", tell=tellings)
        answers[name] = (len(tellings.of("ask")), name in json.dumps(result.value))

    threads = [threading.Thread(target=ask, args=(f"Person {index}",)) for index in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert answers == {f"Person {index}": (1, True) for index in range(3)}


# a server made with the SDK


@pytest.fixture
def signals():
    return {"began": threading.Event(), "cancelled": threading.Event()}


@pytest.fixture(params=[{}, {"stateless_http": True}], ids=["", "stateless"])
def typed(request, signals, runner):
    """The SDK's server: its address, its tools."""
    with asgi(mcp_server(signals).streamable_http_app(**request.param)) as url:
        yield at(f"{url}/mcp"), tools_of(runner, at(f"{url}/mcp"))


@pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")
def test_a_server_of_2026_is_called_heard_and_asked(runner, typed):
    place, tools = typed
    tellings = Tellings({"action": "accept", "content": {"colour": "red", "dark": True}})

    def run(name, body):
        return runner.run(tools[name], place, body, run_id="r", tell=tellings)

    assert run("greet", {"person": {"name": "Ann", "age": 3}, "times": 2}).value == ["Hello Ann", "Hello Ann"]
    assert run("double", {"x": 2}).value == 4
    assert run("count", {"to": 2}).value == {"counted": 2}
    assert [progress["message"] for progress in tellings.of("progress")] == ["step 1", "step 2"]
    assert [(line["message"], line["logger"], line.get("extra")) for line in tellings.of("log")] == [
        ("counted 1", "counter", {"left": 1}),
        ("counted 2", "counter", {"left": 0}),
    ]
    # input_required: the call is repeated with the answer, and the state as it came.
    assert run("paint", {"wall": "North"}).value == "North is dark red"
    assert [question["message"] for question in tellings.of("ask")] == ["Which colour?"]


@pytest.mark.parametrize("version", ["", "2025-11-25"])
def test_a_server_that_can_ask_only_in_an_older_version_is_spoken_to_in_that(runner, signals, version):
    with asgi(mcp_server(signals).streamable_http_app()) as url:
        place = at(f"{url}/mcp", protocol_version=version)
        tellings = Tellings({"action": "accept", "content": {"colour": "red"}})
        result = runner.run(tools_of(runner, place)["ask"], place, {}, run_id="r", tell=tellings)

    assert (result.value, len(tellings.of("ask"))) == ("accept: red", 1)


def test_the_version_that_the_operator_sets_is_the_one_that_is_spoken(runner, signals):
    with asgi(mcp_server(signals).streamable_http_app()) as url:
        spoken = {}
        for version in PROTOCOL_VERSIONS:
            place = at(f"{url}/mcp", protocol_version=version)
            spoken[version] = runner.run(tools_of(runner, place)["version"], place, {}, run_id="r").value

    assert spoken == {protocol_version: protocol_version for protocol_version in PROTOCOL_VERSIONS}
    assert PROTOCOL_VERSIONS == KNOWN_PROTOCOL_VERSIONS


def test_what_a_typed_server_refuses_is_at_the_inputs(runner, typed):
    place, tools = typed
    result = runner.run(tools["greet"], place, {"person": {"name": "A", "age": 999}, "times": "x"}, run_id="r")

    assert (result.status, [problem.at for problem in result.problems]) == ("invalid", ["/person/age", "/times"])
    assert "999" not in json.dumps([problem.message for problem in result.problems])


def test_a_cancelled_call_is_cancelled_at_the_server(runner, typed, signals):
    place, tools = typed
    result = runner.run(tools["wait"], place, {}, run_id="r", cancelled=signals["began"].is_set)

    assert result.status == "cancelled"
    assert signals["cancelled"].wait(10)


def test_answers_and_requests_have_their_limits(runner, typed):
    place, tools = typed
    small = at(place.url, max_response=100_000)

    assert len(runner.run(tools["large"], place, {"size": 6_000_000}, run_id="r").value) == 6_000_000
    assert runner.run(tools["large"], small, {"size": 200_000}, run_id="r").code == "too-large"
    too_much = runner.run(tools["greet"], place, {"person": {"name": "x" * 5_000_000, "age": 1}}, run_id="r")
    assert (too_much.code, too_much.message) == ("http-413", "Your input is larger than the tool accepts.")


def test_the_messages_of_a_call_are_its_raw_answer(shared):
    runner, place, tools = shared
    tellings = Tellings({"action": "accept", "content": {"name": "s3cret Ann", "check": True}})
    result = runner.run(tools["trigger-elicitation-request"], place, {}, run_id="r", tell=tellings)
    messages = [(message.direction, json.loads(message.text)) for message in result.raw.messages]
    sent = [message for direction, message in messages if direction == "out"]

    assert [(direction, message.get("method")) for direction, message in messages if "id" in message] == [
        ("out", "tools/call"), ("in", "elicitation/create"), ("out", None), ("in", None),
    ]  # fmt: skip
    assert (sent[0]["params"]["name"], sent[0]["params"]["arguments"]) == ("trigger-elicitation-request", "…")
    assert sent[-1]["result"] == {"action": "accept", "content": "…"}
    assert "Name: s3cret Ann" in json.dumps(messages[-1])
    assert (result.raw.status, result.http_status) == (None, None)
    assert [message.time for message in result.raw.messages] == sorted(message.time for message in result.raw.messages)


def test_the_messages_of_a_call_that_failed_are_kept(shared):
    runner, place, tools = shared
    hurried = at(place.url, command=place.command, timeout=2)
    result = runner.run(
        tools["trigger-long-running-operation"], hurried, {"duration": 60, "steps": 600, "word": "s3cret"}, run_id="r"
    )

    assert result.code == "tool-slow"
    assert "tools/call" in result.raw.messages[0].text
    assert "s3cret" not in result.raw.messages[0].text
