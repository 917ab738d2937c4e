"""MCP servers that are real: listed and called, heard while they run, cancelled, answered, lost and found again."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from pathlib import Path

import pytest

import webform
from tests.runners.conftest import answer
from tests.servers import asgi, everything, mcp_server, program
from webform.runners import CallError, MCPRunner, Target
from webform.runners.mcp_calls import MAX_PAGES

PROC = Path("/proc")
TOOL = webform.load({"name": "t", "inputSchema": {}})[0]


@pytest.fixture
def runner():
    made = MCPRunner()
    yield made
    made.close()


def at(url, **more):
    return Target(**{"url": url, "allow_private": True, "timeout": 30, "protocol": "mcp"} | more)


def tools_of(runner, target):
    return {each.id: each for each in webform.load(json.loads(runner.list_tools(target)), "mcp")}


class Told(list):
    """What was told; questions are answered with *given*."""

    def __init__(self, given=None):
        self.given = given

    def __call__(self, event, /):
        self.append(event)
        return self.given

    def of(self, kind):
        return [each for each in self if each["type"] == kind]


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
    assert [each.key for each in tools["get-sum"].form.inputs] == ["a", "b"]


#: Tool of server-everything -> a body, and the parts of the value that it answers.
CALLS = {
    "echo": ({"message": "hi"}, "Echo: hi"),
    "get-sum": ({"a": 1, "b": 2}, "The sum of 1 and 2 is 3."),
    "get-structured-content": ({"location": "Chicago"}, {"temperature": 36, "conditions": "Light rain / drizzle", "humidity": 82}),
    "get-tiny-image": ({}, {"text", "image", "text 2"}),
    "get-annotated-message": ({"messageType": "error", "includeImage": True}, {"text", "image"}),
    "get-resource-links": ({"count": 2}, {"text", "Blob Resource 1", "Text Resource 2"}),
    "get-resource-reference": ({"resourceType": "Text", "resourceId": 1}, {"text", "resource", "text 2"}),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_each_kind_of_content_is_a_value(shared, name):
    runner, place, tools = shared
    body, value = CALLS[name]
    result = runner.run(tools[name], place, body, run_id="r")

    assert result.status == "ok"
    assert (set(result.value) if isinstance(value, set) else result.value) == value


def test_arguments_that_are_refused_are_problems_at_their_inputs(shared):
    runner, place, tools = shared
    result = runner.run(tools["get-sum"], place, {"a": "x"}, run_id="r")

    assert (result.status, [each.at for each in result.problems]) == ("invalid", ["/a", "/b"])


def test_progress_is_told_as_it_comes(shared):
    runner, place, tools = shared
    told = Told()
    result = runner.run(
        tools["trigger-long-running-operation"], place, {"duration": 0.3, "steps": 3}, run_id="r", tell=told
    )

    assert result.status == "ok"
    assert [(each["done"], each["total"]) for each in told.of("progress")] == [(1, 3), (2, 3), (3, 3)]


def test_a_tool_that_wants_to_be_a_task_is_one(shared):
    runner, place, tools = shared
    told = Told({"action": "accept", "content": {"interpretation": "technical"}})
    result = runner.run(
        tools["simulate-research-query"], place, {"topic": "tea", "ambiguous": True}, run_id="r", tell=told
    )

    assert (result.status, "Technical" in result.value or "technical" in result.value) == ("ok", True)
    assert "Gathering sources..." in [each["message"] for each in told.of("progress")]
    assert len(told.of("ask")) == 1


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


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"action": "accept", "content": {"name": "Ann", "check": True}}, "- Name: Ann"),
        ({"action": "decline", "content": {}}, "declined"),
        ({"action": "cancel"}, "cancelled"),
        (None, "cancelled"),
        ({"action": "accept", "content": {"name": {"deep": 1}}}, "cancelled"),
    ],
)
def test_what_a_server_asks_is_answered_by_a_person(shared, given, said):
    runner, place, tools = shared
    told = Told(given)
    result = runner.run(tools["trigger-elicitation-request"], place, {}, run_id="r", tell=told)

    (asked,) = told.of("ask")
    assert asked["schema"]["properties"]["name"]["type"] == "string"
    assert said in json.dumps(result.value)


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

    assert (result.code, result.message) == ("tool-slow", "The tool did not finish within 1 seconds.")


def test_calls_at_the_same_time_hear_each_its_own(shared):
    runner, place, tools = shared
    heard = {}

    def ask(name):
        told = Told({"action": "accept", "content": {"name": name, "check": True}})
        result = runner.run(tools["trigger-elicitation-request"], place, {}, run_id="r", tell=told)
        heard[name] = (len(told.of("ask")), name in json.dumps(result.value))

    threads = [threading.Thread(target=ask, args=(f"Person {index}",)) for index in range(3)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()

    assert heard == {f"Person {index}": (1, True) for index in range(3)}


def test_a_file_system_is_read_over_stdio(runner, tmp_path):
    (tmp_path / "a.txt").write_text("hello", "utf-8")
    place = at("files", command=program("server-filesystem", str(tmp_path)))
    tools = tools_of(runner, place)

    assert runner.run(tools["read_text_file"], place, {"path": str(tmp_path / "a.txt")}, run_id="r").value == {
        "content": "hello"
    }
    outside = runner.run(tools["read_text_file"], place, {"path": "/etc/hostname"}, run_id="r")
    assert (outside.status, "Access denied" in outside.message) == ("error", True)


def test_a_program_that_ended_is_begun_again(runner, tmp_path):
    place = at("everything", command=program("server-everything", "stdio"))
    tools = tools_of(runner, place)
    for process in _children():
        os.kill(process, signal.SIGKILL)

    assert runner.run(tools["echo"], place, {"message": "a"}, run_id="r").value == "Echo: a"
    stop = threading.Event()
    result = runner.run(
        tools["trigger-long-running-operation"],
        place,
        {"duration": 60, "steps": 600},
        run_id="r",
        cancelled=stop.is_set,
        tell=lambda _: [os.kill(each, signal.SIGKILL) for each in _children()],
    )
    assert result.code == "cut-off"


def test_no_program_is_left_behind(tmp_path):
    runner, before = MCPRunner(), _children()
    runner.list_tools(at("everything", command=program("server-everything", "stdio")))
    begun = set(_children()) - set(before)
    runner.close()

    assert begun
    assert not any(_is_running(each) for each in begun)


def _children():
    """Return the processes of server-everything that this one began."""
    if not PROC.is_dir():
        pytest.skip("no /proc")
    pids = [int(each.name) for each in PROC.iterdir() if each.name.isdigit()]
    return [
        each
        for each in pids
        if _stat(each)[1:2] == [str(os.getpid())] and b"server-everything" in _read(each, "cmdline")
    ]


def _is_running(pid):
    return _stat(pid)[:1] not in ([], ["Z"], ["X"])


def _stat(pid):
    return _read(pid, "stat").decode("utf-8", "replace").rpartition(")")[2].split()


def _read(pid, name):
    try:
        return (PROC / str(pid) / name).read_bytes()
    except OSError:
        return b""


@pytest.mark.parametrize("command", [("/no/such/program",), ("true",), ("cat", "/dev/null")])
def test_a_program_that_is_no_server_is_down(runner, command):
    with pytest.raises(CallError) as raised:
        runner.list_tools(at("none", command=command))

    assert raised.value.code in ("tool-down", "cut-off")


#: A server of one line a message, that says what its one tool is asked to; and notes that it was told to end.
TALKER = """
import json, signal, sys, threading

def say(text, end="\\n"):
    sys.stdout.write(text + end)
    sys.stdout.flush()

def ended(*_):
    open(sys.argv[1], "w").write("ended")
    sys.exit()

signal.signal(signal.SIGTERM, ended)
for line in sys.stdin:
    asked = json.loads(line)
    if asked.get("method") == "initialize":
        info = {"name": "talker", "version": "1"}
        result = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": info}
    elif asked.get("method") == "tools/call":
        given = asked["params"]["arguments"]
        while given.get("for ever"):
            say("x" * 65536, end="")
        if "bytes" in given:
            sys.stdout.buffer.write(bytes(given["bytes"]) + b"\\n")
        say("\\n" * given.get("blank", 0), end="")
        result = {"content": [{"type": "text", "text": given.get("text", "x" * given.get("size", 0))}]}
    elif "id" in asked and asked.get("method") == "ping":
        result = {}
    elif "id" in asked:
        say(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "error": {"code": -32601, "message": "no"}}))
        continue
    else:
        continue
    say(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}, ensure_ascii=False))
"""


@pytest.fixture
def talker(tmp_path):
    """Where the talker is, and what it writes as it is told to end."""
    ended = tmp_path / "ended"
    return at("talker", command=(sys.executable, "-c", TALKER, str(ended)), max_response=1_000_000), ended


@pytest.mark.parametrize("body", [{"for ever": True}, {"size": 1_000_001}], ids=["no end", "one line"])
def test_a_line_of_a_program_that_is_too_long_ends_the_call_and_the_program(runner, talker, body):
    place, ended = talker
    result = runner.run(TOOL, place, body, run_id="r")

    assert (result.status, result.code) == ("error", "too-large")
    assert result.message == "The tool's answer is larger than 1 MB."
    assert runner.run(TOOL, place, {"text": "again"}, run_id="r").value == "again"
    runner.close()
    assert ended.read_text() == "ended"


def test_a_long_line_of_a_program_below_the_limit_is_whole(runner, talker):
    place, _ = talker

    assert runner.run(TOOL, place, {"size": 999_000}, run_id="r").value == "x" * 999_000


@pytest.mark.parametrize(
    "body",
    [{"blank": 3}, {"bytes": [0xFF, 0xFE]}, {"bytes": list(b"Listening on stdio.")}, {"bytes": list(b"{}")}],
    ids=["blank", "no text", "words", "no message"],
)
def test_what_a_program_says_besides_its_answer_is_passed_over(runner, talker, body):
    place, _ = talker

    assert runner.run(TOOL, place, {**body, "text": "ü\u2028 {}"}, run_id="r").value == "ü\u2028 {}"


# a server made with the SDK


@pytest.fixture
def said():
    return {"began": threading.Event(), "cancelled": threading.Event()}


@pytest.fixture(params=[{}, {"stateless_http": True}], ids=["", "stateless"])
def typed(request, said, runner):
    """The SDK's server: its address, its tools."""
    with asgi(mcp_server(said).streamable_http_app(**request.param)) as url:
        yield at(f"{url}/mcp"), tools_of(runner, at(f"{url}/mcp"))


@pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")
def test_a_server_of_2026_is_called_heard_and_asked(runner, typed):
    place, tools = typed
    told = Told({"action": "accept", "content": {"colour": "red", "dark": True}})

    def run(name, body):
        return runner.run(tools[name], place, body, run_id="r", tell=told)

    assert run("greet", {"person": {"name": "Ann", "age": 3}, "times": 2}).value == ["Hello Ann", "Hello Ann"]
    assert run("double", {"x": 2}).value == 4
    assert run("count", {"to": 2}).value == {"counted": 2}
    assert [each["message"] for each in told.of("progress")] == ["step 1", "step 2"]
    assert [(each["message"], each["logger"]) for each in told.of("log")] == [
        ("counted 1", "counter"),
        ("counted 2", "counter"),
    ]
    # input_required: the call is repeated with the answer, and the state as it came.
    assert run("paint", {"wall": "North"}).value == "North is dark red"
    assert [each["message"] for each in told.of("ask")] == ["Which colour?"]


def test_what_a_typed_server_refuses_is_at_the_inputs(runner, typed):
    place, tools = typed
    result = runner.run(tools["greet"], place, {"person": {"name": "A", "age": 999}, "times": "x"}, run_id="r")

    assert (result.status, [each.at for each in result.problems]) == ("invalid", ["/person/age", "/times"])
    assert "999" not in json.dumps([each.message for each in result.problems])


def test_a_cancelled_call_is_cancelled_at_the_server(runner, typed, said):
    place, tools = typed
    result = runner.run(tools["wait"], place, {}, run_id="r", cancelled=said["began"].is_set)

    assert result.status == "cancelled"
    assert said["cancelled"].wait(10)


def test_answers_and_requests_have_their_limits(runner, typed):
    place, tools = typed
    small = at(place.url, max_response=100_000)

    assert len(runner.run(tools["large"], place, {"size": 6_000_000}, run_id="r").value) == 6_000_000
    assert runner.run(tools["large"], small, {"size": 200_000}, run_id="r").code == "too-large"
    too_much = runner.run(tools["greet"], place, {"person": {"name": "x" * 5_000_000, "age": 1}}, run_id="r")
    assert (too_much.code, too_much.message) == ("http-413", "What was filled in is larger than the tool takes.")


def test_pages_of_tools_that_never_end_are_read_no_further_than_some(runner, listen):
    def write(connection, request):
        asked = json.loads(request.partition(b"\r\n\r\n")[2] or b"{}")
        result = {"discover": None, "initialize": HELLO, "tools/list": PAGE}.get(asked.get("method"))
        if result is None:
            connection.sendall(answer(b"", "202 Accepted" if "id" not in asked else "404 Not Found"))
        else:
            connection.sendall(answer(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}).encode()))

    tool = listen(write)
    tools = json.loads(runner.list_tools(at(f"{tool.url}/mcp")))["tools"]

    assert len(tools) == MAX_PAGES


HELLO = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "n", "version": "1"}}
PAGE = {"tools": [{"name": "a", "inputSchema": {"type": "object"}}], "nextCursor": "more"}


# servers that are none


def test_a_redirect_is_not_followed(runner, listen):
    aim = listen(answer(b"{}"))
    tool = listen(answer(b"", "307 Temporary Redirect", f"Location: {aim.url}/mcp"))
    near = listen(answer(b"", "307 Temporary Redirect", "Location: /mcp/"))

    for each in (tool, near):
        assert runner.run(TOOL, at(f"{each.url}/mcp"), {}, run_id="r").code == "redirect"
    assert (aim.hits, len(tool.requests), len(near.requests)) == (0, 1, 1)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "127.1", "0x7f000001", "2130706433", "[::ffff:127.0.0.1]", "①②⑦.⓪.⓪.①"]
)
def test_a_private_address_is_not_called(runner, listen, host):
    tool = listen(answer(b"{}"))
    result = runner.run(TOOL, Target(url=f"http://{host}:{tool.port}/mcp"), {}, run_id="r")

    assert (result.code in ("refused-address", "tool-down"), tool.hits) == (True, 0)


def test_a_name_is_looked_up_checked_and_pinned(listen):
    tool, answers = listen(answer(b"{}", "404 Not Found")), [["93.184.216.34", "127.0.0.1"], ["127.0.0.1"]]
    runner = MCPRunner(resolve=lambda *_: answers.pop(0) if len(answers) > 1 else answers[0])
    try:
        results = [
            runner.run(TOOL, Target(url=f"http://tool.example:{tool.port}/mcp"), {}, run_id="r") for _ in range(2)
        ]
    finally:
        runner.close()

    assert ([each.code for each in results], tool.hits) == (["refused-address"] * 2, 0)


def test_the_name_is_spoken_to_at_the_address_that_was_checked(listen):
    tool = listen(answer(b"{}", "404 Not Found"))
    runner = MCPRunner(resolve=lambda *_: ["127.0.0.1"])
    try:
        runner.run(
            TOOL, at(f"http://tool.example:{tool.port}/mcp", headers={"Authorization": "Bearer k"}), {}, run_id="r"
        )
    finally:
        runner.close()

    head = tool.requests[0].lower()
    assert f"host: tool.example:{tool.port}".encode() in head
    assert b"authorization: bearer k" in head
    assert b"cookie" not in head


@pytest.mark.parametrize(
    ("answered", "code"),
    [
        (answer(b"", "401 Unauthorized"), "http-401"),
        (answer(b"no", "503 Service Unavailable", "Retry-After: 7"), "http-503"),
        (answer(b"<html>", media="text/html"), "bad-answer"),
        (answer(b"not json"), "bad-answer"),
        (answer(b"{}", "200 OK", "Content-Encoding: gzip"), "bad-answer"),
        (answer(b'{"jsonrpc": "2.0", "id": 1, "result": {"a": 1}}'), "tool-slow"),
    ],
    ids=["401", "503", "a page", "no JSON", "packed", "of another"],
)
def test_an_answer_that_is_none_is_said(runner, listen, answered, code):
    tool = listen(answered)
    result = runner.run(TOOL, at(f"{tool.url}/mcp", timeout=2), {}, run_id="r")

    assert (result.status, result.code) == ("error", code)
    assert result.retry_after == (7 if code == "http-503" else None)


def test_a_server_that_refuses_to_list_its_tools_says_why(runner, listen):
    tool = listen(answer(b"", "401 Unauthorized"))

    with pytest.raises(CallError, match="HTTP status 401"):
        runner.list_tools(at(f"{tool.url}/mcp"))


def test_a_server_that_never_answers_is_given_up(runner, listen):
    tool = listen(lambda connection, _: tool.ended.wait(30))

    assert runner.run(TOOL, at(f"{tool.url}/mcp", timeout=0.5), {}, run_id="r").code == "tool-slow"


def test_nothing_secret_is_said(runner, listen, caplog):
    tool = listen(answer(b"s3cret", "500 Internal Server Error"))
    result = runner.run(TOOL, at(f"{tool.url}/mcp", headers={"X-Key": "s3cret"}), {}, run_id="r")

    assert "s3cret" not in caplog.text + json.dumps(result.as_record()) + repr(at("http://x", headers={"X": "s3cret"}))


def test_it_is_said_what_to_install(monkeypatch, runner):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)

    assert runner.run(TOOL, at("http://tool.example/mcp"), {}, run_id="r").code == "no-mcp"
