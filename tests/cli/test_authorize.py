"""`webform authorize`: the operator signs in at an MCP server, once."""

from __future__ import annotations

import stat
import subprocess
import sys
import urllib.request
from typing import TYPE_CHECKING

import pytest

import webform
from tests.oauth import secured, serviced, sign_in_at
from webform.runners import MCPRunner, Target
from webform.runners.oauth import OAuth

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

(TOOL,) = webform.load({"name": "whoami", "inputSchema": {}})
ADA = {"result": "ada"}


@pytest.fixture
def server():
    with secured() as running:
        yield running


@pytest.fixture
def home(tmp_path, monkeypatch) -> Path:
    """The folder of webform's own files."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def authorize(home):
    """`authorize(url, *way_back) -> (status, output)`: the command, with who follows the address that it prints."""

    def run(url: str, name: str, *before: str) -> tuple[int, str]:
        command = [sys.executable, "-m", "webform", "authorize", url]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
            lines = []
            for line in process.stdout:
                lines.append(line)
                if line.startswith("http"):
                    back = sign_in_at(line.strip(), name)
                    for query in before:
                        urllib.request.urlopen(f"{back.partition('?')[0]}?{query}", timeout=20).read()
                    urllib.request.urlopen(back, timeout=20).read()
            return process.wait(20), "".join(lines)

    return run


def who(server, **more):
    runner = MCPRunner()
    try:
        return runner.run(TOOL, Target(url=server.url, allow_private=True, **more), {}, run_id="r")
    finally:
        runner.close()


def test_who_signed_in_once_is_who_all_runs_are_made_as(server, home, authorize):
    status, output = authorize(server.url, "ada")

    assert status == 0, output
    assert "Signed in." in output
    assert who(server).value == ADA
    assert who(server, session="visitor:x").value == ADA


def test_the_tokens_are_for_the_operators_eyes_alone(server, home, authorize):
    _, output = authorize(server.url, "ada")
    (file,) = home.rglob("tokens.json")
    tokens = [*server.accounts.access, *server.accounts.refresh]

    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) & 0o077 == 0
    assert all(token in file.read_text("utf-8") for token in tokens)
    assert not any(token in output for token in tokens)


def test_a_token_that_is_over_is_renewed_and_kept(server, authorize):
    authorize(server.url, "ada")
    server.accounts.expire()

    assert who(server).value == ADA
    assert server.accounts.refreshed == 1
    assert who(server).value == ADA
    assert server.accounts.refreshed == 1


def test_an_answer_of_another_sign_in_is_nobodys(server, authorize):
    status, output = authorize(server.url, "ada", "code=stolen&state=other")

    assert (status, who(server).value) == (0, ADA), output


def test_who_needs_no_sign_in_is_told_so(server, authorize):
    authorize(server.url, "ada")

    assert authorize(server.url, "ada") == (0, "No sign-in is needed.\n")


def test_a_service_signs_in_as_itself(home):
    with serviced("webform", "s3cret") as server:
        oauth = OAuth(client_id="webform", client_secret="s3cret", issuer=server.accounts.url, service=True)

        assert who(server, oauth=oauth).value == {"result": "webform"}


def test_a_service_with_another_secret_is_refused_in_a_sentence_without_it(home):
    with serviced("webform", "s3cret") as server:
        oauth = OAuth(client_id="webform", client_secret="gu3ss", issuer=server.accounts.url, service=True)
        result = who(server, oauth=oauth)

        assert result.status == "error"
        assert "gu3ss" not in repr(result)


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/mcp", "no address"])
def test_what_cannot_be_signed_in_at_is_one_sentence(url, home):
    command = [sys.executable, "-m", "webform", "authorize", url]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)

    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
