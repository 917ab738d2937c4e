"""Addresses of a sign-in: the server, and those its metadata names, over protected ways, never by a redirect."""

from __future__ import annotations

import pytest
from flask import Flask, redirect, request

import webform
from tests.runners.conftest import answer, listen
from tests.runners.mcp import at
from webform.runners import MCPRunner
from webform.runners.oauth import SignInError

__all__ = ["listen"]
TOOL = webform.load({"name": "t", "inputSchema": {}})[0]
CALLBACK = "http://127.0.0.1/oauth/callback"


@pytest.fixture
def elsewhere(listen):
    """A place that nobody may be led to."""
    return listen(answer(b"{}"))


class Server(Flask):
    """An MCP server, and its authorization server, that answer as *metadata* and *issued* say."""

    def __init__(self, serve) -> None:
        super().__init__("server")
        self.header, self.resource, self.metadata = "Bearer", {}, {}
        self.add_url_rule("/mcp", "mcp", lambda: ("", 401, {"WWW-Authenticate": self.header}), methods=["POST"])
        self.add_url_rule("/.well-known/oauth-protected-resource/mcp", "resource", lambda: self.of_resource())
        self.add_url_rule("/.well-known/oauth-authorization-server", "server", lambda: self.of_server())
        self.add_url_rule("/register", "register", lambda: {"client_id": "c", **request.json}, methods=["POST"])
        self.url = serve(self)

    def of_resource(self):
        return {"resource": f"{self.url}/mcp", "authorization_servers": [self.url]} | self.resource

    def of_server(self):
        paths = {"authorization": "authorize", "token": "token", "registration": "register"}
        named = {f"{name}_endpoint": f"{self.url}/{path}" for name, path in paths.items()}
        return {"issuer": self.url, "response_types_supported": ["code"], **named} | self.metadata


@pytest.fixture
def server(serve):
    return Server(serve)


@pytest.fixture
def begin(server):
    """`begin(target) -> Begun`: runs the tool, and begins the sign-in that it needs."""
    runner = MCPRunner()

    def start(**more):
        result = runner.run(TOOL, at(f"{server.url}/mcp", session="visitor:x", **more), {}, run_id="r")
        assert (result.status, result.code) == ("authorize", "sign-in"), result
        return runner.sign_ins.begin(runner.sign_ins.of_run("r"), CALLBACK, "visitor:x")

    yield start
    runner.close()


def refusal(begin, **more) -> str:
    with pytest.raises(SignInError) as refused:
        begin(**more)
    return str(refused.value)


def test_a_sign_in_begins_at_the_address_that_the_metadata_names(server, begin):
    assert begin().url.startswith(f"{server.url}/authorize?")


def test_a_header_leads_to_no_other_place(server, begin, elsewhere):
    server.header = f'Bearer resource_metadata="{elsewhere.url}/.well-known/oauth-protected-resource"'

    assert "names an address that is not its own" in refusal(begin)
    assert elsewhere.hits == 0


@pytest.mark.parametrize("which", ["resource", "server"])
def test_metadata_that_redirects_is_not_followed(server, begin, elsewhere, which):
    setattr(server, f"of_{which}", lambda: redirect(f"{elsewhere.url}/x", 307))

    assert "sends us elsewhere" in refusal(begin)
    assert elsewhere.hits == 0


@pytest.mark.parametrize("address", ["http://169.254.169.254", "http://10.0.0.1:8080", "http://far.example"])
def test_an_authorization_server_is_reached_over_https(server, begin, address):
    server.resource = {"authorization_servers": [address]}

    assert "is not reached over https" in refusal(begin)


@pytest.mark.parametrize("address", ["https://127.0.0.1:9", "https://169.254.169.254", "https://[::1]"])
def test_a_public_server_names_no_private_address(server, begin, address):
    """Though whoever typed its address may mean a private one."""
    server.resource = {"authorization_servers": [address]}
    server.url = server.url.replace("127.0.0.1", "127.0.0.1.nip.example")

    from webform.runners import mcp

    runner = MCPRunner(
        resolve=lambda host, port: ["127.0.0.1"] if host.endswith(".example") else mcp.look_up(host, port)
    )
    target = at(f"{server.url}/mcp", session="visitor:x")
    try:
        assert runner.run(TOOL, target, {}, run_id="r").code == "sign-in"
        with pytest.raises(SignInError, match="leads into a private network"):
            runner.sign_ins.begin(runner.sign_ins.of_run("r"), CALLBACK, "visitor:x")
    finally:
        runner.close()


@pytest.mark.parametrize(
    ("resource", "metadata"),
    [
        ({"resource": "https://other.example/mcp"}, {}),
        ({}, {"issuer": "https://other.example"}),
        ({}, {"authorization_endpoint": "http://far.example/authorize"}),
    ],
    ids=["resource", "issuer", "endpoint"],
)
def test_what_does_not_fit_together_is_refused(server, begin, resource, metadata):
    server.resource, server.metadata = resource, metadata

    assert refusal(begin) == "What the server and its authorization server say does not fit together."


@pytest.mark.parametrize("metadata", [{"token_endpoint": "javascript:alert(1)"}, {"issuer": 5}])
def test_metadata_that_cannot_be_read_is_none(server, begin, metadata):
    server.metadata = metadata

    # As where there is none: the server's own origin is asked.
    assert begin().url.startswith(f"{server.url}/authorize?")


def test_a_server_that_the_operator_gave_a_header_asks_nobody_to_sign_in(server):
    runner = MCPRunner()
    try:
        result = runner.run(TOOL, at(f"{server.url}/mcp", headers={"authorization": "Bearer old"}), {}, run_id="r")
    finally:
        runner.close()

    assert (result.status, result.code) == ("error", "sign-in")
