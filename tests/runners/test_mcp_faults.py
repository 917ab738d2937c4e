"""MCP servers that are none, lead elsewhere or never end: not followed, given up, and said to be so."""

from __future__ import annotations

import json

import pytest

from tests.runners.conftest import answer
from tests.runners.mcp import TOOL, at, runner
from webform.runners import CallError, MCPRunner, Target
from webform.runners.mcp_calls import MAX_PAGES

__all__ = ["runner"]


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


@pytest.mark.parametrize(
    ("status", "location"),
    [
        ("307 Temporary Redirect", "{aim}/mcp"),
        ("307 Temporary Redirect", "{aim}/mcp/"),
        ("307 Temporary Redirect", "//127.0.0.1:9/mcp/"),
        ("307 Temporary Redirect", "https://127.0.0.1/mcp/"),
        ("307 Temporary Redirect", "http://user@{place}/mcp/"),
        ("307 Temporary Redirect", "/mcp/other"),
        ("307 Temporary Redirect", "/mcp//"),
        ("307 Temporary Redirect", "/mcp/?to=1"),
        ("307 Temporary Redirect", "/other/"),
        ("307 Temporary Redirect", "http://["),
        ("301 Moved Permanently", "/mcp/"),
        ("302 Found", "/mcp/"),
        ("303 See Other", "/mcp/"),
    ],
)
def test_a_redirect_is_not_followed(runner, listen, status, location):
    aim = listen(answer(b"{}"))
    tool = listen(lambda connection, _: connection.sendall(answer(b"", status, f"Location: {there}")))
    there = location.format(aim=aim.url, place=tool.url.partition("//")[2])

    assert runner.run(TOOL, at(f"{tool.url}/mcp"), {}, run_id="r").code == "redirect"
    assert (aim.hits, len(tool.requests)) == (0, 1)


@pytest.mark.parametrize("status", ["307 Temporary Redirect", "308 Permanent Redirect"])
@pytest.mark.parametrize("location", ["/mcp/?k=1", "{url}/mcp/?k=1"])
def test_a_redirect_that_adds_a_slash_to_the_address_is_followed_once(runner, listen, status, location):
    def write(connection, request):
        asked = json.loads(request.partition(b"\r\n\r\n")[2] or b"{}")
        if request.startswith(b"POST /mcp?k=1 "):
            connection.sendall(answer(b"", status, f"Location: {location.format(url=tool.url)}"))
        elif "id" not in asked:
            connection.sendall(answer(b"", "202 Accepted"))
        else:
            result = HELLO if asked["method"] == "initialize" else {"content": [{"type": "text", "text": "there"}]}
            connection.sendall(answer(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}).encode()))

    tool = listen(write)

    assert runner.run(TOOL, at(f"{tool.url}/mcp?k=1"), {}, run_id="r").value == "there"
    assert [request.split()[1] for request in tool.requests].count(b"/mcp?k=1") == 1


def test_a_redirect_after_the_slash_is_not_followed(runner, listen):
    tool = listen(
        lambda connection, request: connection.sendall(
            answer(b"", "307 Temporary Redirect", f"Location: {request.split()[1].decode()}/")
        )
    )

    assert runner.run(TOOL, at(f"{tool.url}/mcp"), {}, run_id="r").code == "redirect"
    assert [request.split()[1] for request in tool.requests] == [b"/mcp", b"/mcp/"]


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

    assert ([result.code for result in results], tool.hits) == (["refused-address"] * 2, 0)


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
        (answer(b"", "403 Forbidden"), "http-403"),
        (answer(b"no", "503 Service Unavailable", "Retry-After: 7"), "http-503"),
        (answer(b"<html>", media="text/html"), "bad-answer"),
        (answer(b"not json"), "bad-answer"),
        (answer(b"{}", "200 OK", "Content-Encoding: gzip"), "bad-answer"),
        (answer(b'{"jsonrpc": "2.0", "id": 1, "result": {"a": 1}}'), "tool-slow"),
    ],
    ids=["403", "503", "a page", "no JSON", "packed", "of another"],
)
def test_an_answer_that_is_none_is_said(runner, listen, answered, code):
    tool = listen(answered)
    result = runner.run(TOOL, at(f"{tool.url}/mcp", timeout=2), {}, run_id="r")

    assert (result.status, result.code) == ("error", code)
    assert result.retry_after == (7 if code == "http-503" else None)


@pytest.mark.parametrize(
    ("answered", "code"),
    [
        (answer(b"", "403 Forbidden"), "http-403"),
        (answer(b"", "307 Temporary Redirect", "Location: /other"), "redirect"),
        (answer(b"event: endpoint\ndata: http://127.0.0.1:9/messages\n\n", media="text/event-stream"), "tool-slow"),
    ],
    ids=["403", "redirect", "elsewhere"],
)
def test_a_stream_of_2024_that_is_none_is_said(runner, listen, answered, code):
    tool = listen(answered)

    assert runner.run(TOOL, at(f"{tool.url}/sse", timeout=2), {}, run_id="r").code == code
    assert len(tool.requests) == 1


def test_a_server_that_refuses_to_list_its_tools_says_why(runner, listen):
    tool = listen(answer(b"", "403 Forbidden"))

    with pytest.raises(CallError, match="HTTP status 403"):
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
