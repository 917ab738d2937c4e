"""Signing in at an MCP server as the operator, once: a server on this machine takes the way back."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from time import monotonic
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import click

from webform.cli_config import read_settings
from webform.cli_messages import unusable
from webform.places import token_file
from webform.runners import CallError, MCPRunner, Target, TargetError
from webform.runners.oauth import SignInError

if TYPE_CHECKING:
    from collections.abc import Callable

#: Seconds that a person has to sign in.
PATIENCE = 600.0


class NotAuthorizedError(Exception):
    """Raised when a sign-in comes to nothing; says why in a sentence."""


@click.command()
@click.argument("server", metavar="SERVER")
@click.option("--config", "config_file", metavar="FILE", help="A webform.toml.")
def authorize(server: str, config_file: str | None) -> None:
    """
    Sign in at an MCP server, once, for all runs: SERVER is its address, or its name in a webform.toml.

    Example: webform authorize https://mcp.example.com/mcp
    """
    known = read_settings(config_file).servers
    try:
        named = known[server].target(server) if server in known else None
        target = named or Target(url=server, protocol="mcp").as_typed()
        click.echo(sign_in(target, click.echo))
    except (TargetError, NotAuthorizedError) as error:
        unusable(str(error))


def sign_in(target: Target, tell: Callable[[str], None]) -> str:
    """
    Sign in at the server at *target*; keep the token in the operator's file.

    Args:
        target: the server.
        tell: is called with the address where a person signs in.

    Returns:
        What it came to, in a sentence.

    Raises:
        NotAuthorizedError: it came to nothing.
    """
    target = replace(target, oauth=replace(target.oauth, sign_in="operator"))
    try:
        with closing(MCPRunner()) as runner:
            if not _is_refused(runner, target):
                return "No sign-in is needed."
            _come_back(runner, tell)
            if _is_refused(runner, target):
                raise NotAuthorizedError("The server does not take the token that its authorization server gave.")
    except (CallError, SignInError, OSError) as error:
        raise NotAuthorizedError(str(error)) from error
    return f"Signed in. The token is kept in {token_file()}"


def _is_refused(runner: MCPRunner, target: Target) -> bool:
    try:
        runner.list_tools(target)
    except CallError as error:
        if error.code != "sign-in":
            raise
        return True
    return False


def _come_back(runner: MCPRunner, tell: Callable[[str], None]) -> None:
    challenge = runner.sign_ins.of_run("")
    assert challenge is not None  # noqa: S101 - noted when the list of tools was refused
    with _Callback(("127.0.0.1", 0), _Handler) as callback:
        begun = runner.sign_ins.begin(challenge, f"http://127.0.0.1:{callback.server_port}/callback", "")
        tell(f"Open this address in a browser on this machine, and sign in:\n{begun.url}")
        answer = callback.wait(begun.state)
    if "code" not in answer:
        raise NotAuthorizedError("The sign-in was refused or broken off.")
    runner.sign_ins.finish(begun.state, answer["code"], answer.get("iss"))


class _Callback(HTTPServer):
    """Takes the way back of one sign-in; *answers* holds the queries that came."""

    def __init__(self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler]) -> None:
        super().__init__(address, handler)
        self.answers: list[dict[str, str]] = []
        self.timeout = 1.0

    def wait(self, state: str) -> dict[str, str]:
        """Return the query with *state*; others are of nobody."""
        ends = monotonic() + PATIENCE
        while monotonic() < ends:
            self.handle_request()
            while self.answers:
                answer = self.answers.pop()
                if answer.get("state") == state:
                    return answer
        raise NotAuthorizedError("Nobody signed in.")


class _Handler(BaseHTTPRequestHandler):
    server: _Callback

    def do_GET(self) -> None:
        """Note the query, and say how to go on."""
        parts = urlsplit(self.path)
        if parts.path == "/callback":
            self.server.answers.append({name: values[0] for name, values in parse_qs(parts.query).items()})
        self.send_response(200 if parts.path == "/callback" else 404)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.end_headers()
        self.wfile.write(b"Close this page, and go back to the terminal.\n")

    def log_message(self, *_: object) -> None:
        """Log nothing: the address holds a code."""
