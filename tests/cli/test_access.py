"""On which address the commands serve, and for whom."""

from __future__ import annotations

import socket
import urllib.error
import urllib.request
from dataclasses import replace

import pytest
from click.testing import CliRunner

from tests.cli.commands import serving
from tests.phrases import wrong
from webform.cli import main
from webform.cli_access import is_loopback, with_access
from webform.values import brief
from webform.web import Config
from webform.web.access import Access
from webform.web.limits import PRODUCTION, Limits

TOKEN = "a-token-of-many-letters"
AUTH = """
[auth]
users = { ann = "ann's password" }
"""


def run(*arguments, **options):
    return CliRunner().invoke(main, [str(argument) for argument in arguments], **options)


def status(address, **headers):
    try:
        with urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=30) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1"])
@pytest.mark.parametrize("command", ["serve", "preview"])
def test_an_address_that_others_reach_needs_a_decision(good, command, host):
    result = run(command, good, "--host", host, "--port", 0)

    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"webform: {host} can be reached from other machines, and nobody has decided")
    assert "Without a decision anyone who reaches it could run the tools" in result.stderr
    assert all(choice in result.stderr for choice in ("--public", "--token", "[auth]", "--host 127.0.0.1"))


@pytest.mark.parametrize(
    ("environ", "message"),
    [
        ({"WEBFORM_HOST": "0.0.0.0", "WEBFORM_PORT": "0"}, "webform: 0.0.0.0 can be reached from other machines"),
        ({"WEBFORM_PORT": "tcp://10.0.0.1:80"}, "'tcp://10.0.0.1:80' is not a valid integer"),
        (
            {"WEBFORM_TRUSTED_HOSTS": "a.example b.example:443"},
            "takes names without ports, such as tools.example.com, not a.example, b.example:443",
        ),
        ({"WEBFORM_CONFIG": "/nowhere/webform.toml"}, "webform: /nowhere/webform.toml cannot be read"),
    ],
)
def test_options_may_be_variables_of_the_environment(good, environ, message):
    result = run("serve", good, env=environ)

    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_demo_needs_one_too():
    assert run("demo", "--host", "0.0.0.0", "--port", 0).exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--trusted-host", "tools.example:443"],
            "--trusted-host takes names without ports, such as tools.example.com, not tools.example:443",
        ),
        (["--token", "short"], "--token has 5 characters; expected 16 or more"),
        (["--public", "--token", TOKEN], "--public lets anyone in: leave it out, or leave out the token and [auth]"),
    ],
)
def test_a_decision_that_cannot_be_meant_is_refused(good, arguments, message):
    result = run("serve", good, "--host", "0.0.0.0", *arguments)

    assert (result.exit_code, result.stderr) == (2, f"webform: {message}\n")


@pytest.mark.parametrize("seconds", ["-1", "0", "soon", "nan"])
def test_a_timeout_on_the_command_line_is_one_that_the_file_takes(good, seconds):
    result = run("serve", good, "--timeout", seconds)

    message = f"Invalid value for '--timeout': {wrong('positive', brief(seconds))}"
    assert (result.exit_code, result.stderr.splitlines()[-1]) == (2, f"Error: {message}")


@pytest.mark.slow
def test_a_server_with_a_token_asks_everyone_for_it_and_answers_probes(good, tmp_path):
    with serving(
        "serve", good, "--host", "0.0.0.0", "--token", TOKEN, "--trusted-host", "Box.Example", cwd=tmp_path
    ) as at:
        address = at.replace("0.0.0.0", "127.0.0.1")
        signed = {"Authorization": f"Bearer {TOKEN}"}

        assert status(address, Host="localhost") == status(address, Host="192.0.2.1") == 401
        assert status(address, **signed) == status(address, Host="box.example", **signed) == 200
        assert status(address, Host="192.0.2.1", **signed) == 200
        assert status(address, Host="evil.example", **signed) == 403
        assert status(f"{address}/healthz", Host="192.0.2.1") == 200


@pytest.mark.slow
def test_a_public_server_answers_to_its_names_and_addresses_only(good, tmp_path):
    with serving("serve", good, "--host", "0.0.0.0", "--public", cwd=tmp_path) as at:
        address = at.replace("0.0.0.0", "127.0.0.1")

        assert status(address, Host="192.0.2.1:80") == status(address, Host="localhost") == 200
        assert status(address, Host="evil.example") == 403


def decided(config, host, **options):
    return with_access(config, host, **({"public": False, "token": "", "trusted_hosts": ()} | options))


def test_what_the_file_decides_is_asked_for_no_more():
    users = Config(auth=Access(users={"ann": "ann's password"}), trusted_hosts=("tools.example",))
    config = decided(users, "0.0.0.0")

    assert config.auth == users.auth
    assert config.trusted_hosts == ("tools.example", "0.0.0.0")
    assert not config.trusts_addresses
    assert decided(Config(auth=Access(public=True)), "0.0.0.0").auth.public


def test_a_server_that_others_reach_has_the_limits_of_production_in_dev_too():
    config = Config(auth=Access(public=True), limits=Limits(streams=3))

    assert decided(config, "0.0.0.0").limits == replace(PRODUCTION, streams=3)
    assert decided(config, "127.0.0.1").limits == Limits(streams=3)


def test_a_server_that_others_reach_counts_where_the_operator_says():
    config = Config(auth=Access(public=True), limits=Limits(storage="redis://10.0.0.3:6379/0"))

    assert decided(config, "0.0.0.0").limits == replace(PRODUCTION, storage="redis://10.0.0.3:6379/0")


def test_a_token_takes_the_place_of_public():
    config = decided(Config(auth=Access(public=True)), "0.0.0.0", token=TOKEN)

    assert config.auth == Access(token=TOKEN)


def test_on_this_machine_nothing_is_asked_for():
    assert decided(Config(), "127.0.0.1").auth == Access()


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("", False),
        ("10.0.0.1", False),
    ],
)
def test_loopback_is_known_by_where_a_name_leads(host, local):
    assert is_loopback(host) is local


def test_a_name_that_leads_here_and_elsewhere_is_reached_from_elsewhere(monkeypatch):
    addresses = [(socket.AF_INET, None, 0, "", (address, 0)) for address in ("127.0.0.1", "10.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: addresses)

    assert not is_loopback("both.example")
