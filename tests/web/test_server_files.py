"""The files in which Claude, VS Code and Cursor name MCP servers: read as those programs read them."""

from __future__ import annotations

import json

import pytest

from webform.messages import Phrase
from webform.web.config import ServerConfig
from webform.web.server_files import read_server_file
from webform.web.server_variables import Question, Variables


@pytest.fixture
def read(tmp_path):
    def read(document, at="mcp.json", **variables):
        path = tmp_path / at
        path.parent.mkdir(exist_ok=True)
        path.write_text(document if isinstance(document, str) else json.dumps(document), "utf-8")
        return read_server_file(path, Variables(**variables))

    return read


def one(file) -> ServerConfig:
    assert file.problems == []
    (server,) = file.servers.values()
    return server


def test_a_program_of_claude(read, tmp_path):
    entry = {"command": "npx", "args": ["-y", "@scope/server", 8080], "env": {"KEY": "k", "PORT": 1, "NO": None}}

    server = one(read({"mcpServers": {"files": entry}}))

    assert server == ServerConfig(
        command=("npx", "-y", "@scope/server", "8080"), env={"KEY": "k", "PORT": "1"}, folder=tmp_path
    )


@pytest.mark.parametrize("key", ["url", "serverUrl", "httpUrl"])
@pytest.mark.parametrize("kind", [{}, {"type": "http"}, {"type": "sse"}, {"type": "streamable-http"}])
def test_an_address(read, key, kind):
    entry = {key: "https://mcp.example/mcp", "headers": {"Authorization": "Bearer t0k"}, **kind}

    assert one(read({"mcpServers": {"far": entry}})) == ServerConfig(
        url="https://mcp.example/mcp", headers={"Authorization": "Bearer t0k"}
    )


def test_the_file_of_vs_code_with_comments_and_questions(read, tmp_path):
    asked = []
    text = """{
        // what is asked for
        "inputs": [
            {"type": "promptString", "id": "key", "description": "The key // here", "password": true},
            {"type": "pickString", "id": "kind", "options": ["a", {"label": "B", "value": "b"}], "default": "a"},
        ],
        "servers": {
            "search": {
                "type": "stdio", "command": "${workspaceFolder}/bin/search", /* the program */
                "args": ["--key=${input:key}", "${input:key}", "${input:kind}", "http://x/,}"],
                "cwd": "sub",
            },
        },
    }"""

    server = one(read(text, ".vscode/mcp.json", ask=lambda question: asked.append(question) or f"<{question.id}>"))

    assert server.command == (f"{tmp_path}/bin/search", "--key=<key>", "<key>", "<kind>", "http://x/,}")
    assert server.folder == tmp_path / "sub"
    assert asked == [
        Question(id="key", description="The key // here", secret=True),
        Question(id="kind", default="a", options=("a", "b")),
    ]


def test_variables_of_the_environment_those_given_first(read, monkeypatch):
    monkeypatch.setenv("FROM_HERE", "ours")
    monkeypatch.delenv("NOT_SET", raising=False)
    args = [
        "${env:FROM_HERE}",
        "${FROM_HERE}",
        "${NOT_SET:-else}",
        "${env:KEY}",
        "${input:KEY}",
        "$HOME",
        "${userHome}",
    ]
    variables = {"KEY": "given"}

    server = one(read({"mcpServers": {"a": {"command": "a", "args": args}}}, values=variables))

    assert server.command[1:6] == ("ours", "ours", "else", "given", "given")
    assert server.command[6] == "$HOME"
    assert "$" not in server.command[7]


def test_servers_that_are_disabled_are_left_out(read):
    file = read({"mcpServers": {"a": {"command": "a", "disabled": True}, "b": {"url": "http://b/", "enabled": False}}})

    assert (file.servers, file.problems) == ({}, [])


@pytest.mark.parametrize(
    ("entry", "key", "params"),
    [
        ({"url": "ftp://x"}, "bad-target.address", {"address": "ftp://x"}),
        ({"url": "http://x", "type": "ws"}, "bad-server.type", {"found": '"ws"'}),
        ({"command": ["a"]}, "bad-server.text", {"name": "command"}),
        ({"command": "a", "args": "b"}, "bad-server.arguments", {}),
        ({"command": "a", "env": {"KEY": ["s3cret"]}}, "bad-server.text", {"name": "env"}),
        ({"command": "a", "env": "s3cret"}, "bad-server.texts", {"name": "env"}),
        ({"command": "a", "envFile": ".env"}, "bad-server.env-file", {}),
        ({"command": "${env:NOT_SET}"}, "bad-server.unset", {"name": "NOT_SET"}),
        ({"command": "${input:key}"}, "bad-server.unanswered", {"name": "key"}),
        ({"command": "${command:x}"}, "bad-server.variable", {"name": "command:x"}),
    ],
)
def test_an_entry_that_cannot_be_used_costs_itself_and_is_said_where_it_is(read, entry, key, params):
    file = read(json.dumps({"mcpServers": {"good": {"command": "b"}, "bad": entry}}, indent=1))

    (problem,) = file.problems
    assert list(file.servers) == ["good"]
    assert (problem.at, problem.code, problem.line) == ("/mcpServers/bad", "bad-server", 6)
    assert problem.phrase == Phrase(key, params)


@pytest.mark.parametrize(
    "document", [{"servers": [{"url": "http://x"}]}, {"mcpServers": {}}, {"servers": {"a": 1}}, [], 1]
)
def test_a_file_that_names_no_servers_is_none_of_these(read, document):
    assert read(document) is None
