"""webform.toml: every setting is read, and every mistake is said where it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.conftest import SMALL
from webform import load
from webform.runners.oauth import OAuth
from webform.web import Config, ToolConfig, read_config
from webform.web.access import Access
from webform.web.config import ServerConfig, state_folder
from webform.web.limits import Limits


@pytest.fixture
def read(tmp_path):
    def read(text: str):
        file = tmp_path / "webform.toml"
        file.write_text(text, "utf-8")
        return read_config(file)

    return read


def test_every_setting_is_read(read, tmp_path, monkeypatch):
    monkeypatch.setenv("TOKEN", "t0k")
    monkeypatch.setenv("SIGN_IN", "a-token-of-many-letters")
    config, problems = read("""
        mode = "production"
        database = "data/runs.sqlite"
        files = "kept"
        trusted_hosts = ["tools.example.com", ".example.org", "[::1]"]
        trusted_proxies = ["10.0.0.2", "10.1.0.0/16", "::1"]
        frame_ancestors = ["'self'", "https://market.example", "https://*.b.example:8443"]
        media_origins = ["https://cdn.example.com"]
        tiles = "https://tile.example.com:8443/a/{z}/{x}/{y}@2x.png?key=1"
        tiles_attribution = "© [Ours](https://tile.example.com/)"
        max_body_mb = 10
        max_field_mb = 0.5
        max_parts = 100
        max_files_mb = 5
        at_once = 3
        timeout = 45
        public_url = "https://tools.example.com/webform"
        keep_days = 1.5
        keep_runs = 9
        [limits]
        runs_at_once = 2
        runs_a_minute = 30
        uploads_mb_a_day = 0.5
        streams = 4
        [auth]
        token = { env = "SIGN_IN" }
        users = { ann = "ann's password", bob = { env = "SIGN_IN" } }
        header = "X-Forwarded-User"
        [tools.small]
        run_url = "http://127.0.0.1:9/run"
        body_style = "wrapped"
        headers = { Authorization = { env = "TOKEN", prefix = "Bearer " }, X-Plain = "p", X-Env = { env = "TOKEN" } }
        timeout = 5
        timeout_total = 50
        private = false
        declaration = "small.json"
        frame_ancestors = ["'none'"]
        protocol = "execute"
        protocol_version = "2025-06-18"
        [tools."with.dot"]
        [servers.files]
        command = ["npx", "files", "/data"]
        env = { KEY = { env = "TOKEN" } }
        folder = "here"
        timeout = 9
        timeout_total = 90
        protocol_version = "2026-07-28"
        [servers.far]
        url = "https://mcp.example/mcp"
        headers = { Authorization = { env = "TOKEN" } }
        private = true
        session_idle = 60
        max_sessions = 2
        [servers.far.oauth]
        sign_in = "operator"
        client_id = "webform"
        client_secret = { env = "TOKEN" }
        issuer = "https://login.example"
        metadata_url = "https://tools.example.com/client.json"
        service = true
    """)

    assert problems == []
    assert config == Config(
        mode="production",
        database=str(tmp_path / "data/runs.sqlite"),
        files=tmp_path / "kept",
        trusted_hosts=("tools.example.com", ".example.org", "[::1]"),
        trusted_proxies=("10.0.0.2/32", "10.1.0.0/16", "::1/128"),
        limits=Limits(runs_at_once=2, runs_a_minute=30, uploads_mb_a_day=0.5, streams=4),
        auth=Access(
            token="a-token-of-many-letters",
            users={"ann": "ann's password", "bob": "a-token-of-many-letters"},
            header="X-Forwarded-User",
        ),
        frame_ancestors=("'self'", "https://market.example", "https://*.b.example:8443"),
        media_origins=("https://cdn.example.com",),
        tiles="https://tile.example.com:8443/a/{z}/{x}/{y}@2x.png?key=1",
        tiles_attribution="© [Ours](https://tile.example.com/)",
        max_body_mb=10,
        max_field_mb=0.5,
        max_parts=100,
        max_files_mb=5,
        at_once=3,
        timeout=45,
        public_url="https://tools.example.com/webform",
        keep_days=1.5,
        keep_runs=9,
        tools={
            "small": ToolConfig(
                run_url="http://127.0.0.1:9/run",
                body_style="wrapped",
                headers={"Authorization": "Bearer t0k", "X-Plain": "p", "X-Env": "t0k"},
                timeout=5,
                timeout_total=50,
                private=False,
                declaration=tmp_path / "small.json",
                frame_ancestors=("'none'",),
                protocol="execute",
                protocol_version="2025-06-18",
            ),
            "with.dot": ToolConfig(),
        },
        servers={
            "files": ServerConfig(
                command=("npx", "files", "/data"),
                env={"KEY": "t0k"},
                folder=tmp_path / "here",
                timeout=9,
                timeout_total=90,
                protocol_version="2026-07-28",
            ),
            "far": ServerConfig(
                url="https://mcp.example/mcp",
                headers={"Authorization": "t0k"},
                private=True,
                session_idle=60,
                max_sessions=2,
                oauth=OAuth(
                    sign_in="operator",
                    client_id="webform",
                    client_secret="t0k",
                    issuer="https://login.example",
                    metadata_url="https://tools.example.com/client.json",
                    service=True,
                ),
            ),
        },
    )


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ('mod = "dev"', "/mod", 'There is no setting "mod"; did you mean "mode"?'),
        ("tool = {}", "/tool", 'There is no setting "tool"; did you mean "tools"?'),
        ('[tools.x]\nrun_ulr = "x"', "/tools/x/run_ulr", 'There is no setting "run_ulr"; did you mean "run_url"?'),
        ('[tools."a/b"]\nnope = 1', "/tools/a~1b/nope", 'There is no setting "nope"'),
        ('mode = "prod"', "/mode", 'Expected "dev" or "production", not "prod"'),
        ("max_parts = 1.5", "/max_parts", "Expected a whole number above 0, not 1.5"),
        ("max_body_mb = true", "/max_body_mb", "Expected a number above 0, not true"),
        ("keep_days = 0", "/keep_days", "Expected a number above 0, not 0"),
        ("database = 1", "/database", "Expected a text, not 1"),
        ('trusted_hosts = "a"', "/trusted_hosts", 'Expected a list of names without ports, not "a"'),
        ('trusted_hosts = ["a:80"]', "/trusted_hosts", 'Expected a list of names without ports, not ["a:80"]'),
        ('trusted_hosts = ["*"]', "/trusted_hosts", 'Expected a list of names without ports, not ["*"]'),
        ("tools = 1", "/tools", "Expected a table for each tool, not 1"),
        ("servers = 1", "/servers", "Expected a table for each server, not 1"),
        ('public_url = "tools.example.com"', "/public_url", 'Expected an address such as "https://tools.example.com", not "tools.example.com"'),
        (
            '[servers.x]\nurl = "http://x/mcp"\noauth = { client_id = "c", client_secret = "s" }',
            "/servers/x/oauth",
            '"client_secret" needs "issuer" beside it',
        ),
        (
            '[servers.x]\nurl = "http://x/mcp"\noauth = { service = true }',
            "/servers/x/oauth",
            '"service" needs "client_secret" beside it',
        ),
        (
            '[servers.x]\nurl = "http://x/mcp"\noauth = { scope = "a" }',
            "/servers/x/oauth/scope",
            'There is no setting "scope"',
        ),
        (
            '[servers.x]\nurl = "http://x/mcp"\noauth = { client_secret = 5131 }',
            "/servers/x/oauth/client_secret",
            'Expected a text, or { env = "NAME" } for one from the environment, not a table',
        ),
        ("tools = 5", "/tools", "Expected a table for each tool, not 5"),
        ('public_url = "http://["', "/public_url",
         'Expected an address such as "https://tools.example.com", not "http://["'),
        ("[servers]\nx = 1", "/servers/x", "Expected a table of settings, not 1"),
        ("[servers.x]\ntimeout = 1", "/servers/x", 'Expected a "url", or a "command", and not both'),
        ('[servers.x]\nurl = "http://x/mcp"\ncommand = ["a"]', "/servers/x",
         'Expected a "url", or a "command", and not both'),
        ('[servers.x]\nurl = "ftp://x/"', "/servers/x/url",
         'Expected an address like https://tool.example/run, not "ftp://x/"'),
        ('[tools.x]\nprotocol = "soap"', "/tools/x/protocol",
         'Expected "run" or "execute" or "arcade" or "mcp", not "soap"'),
        ("[tools]\nx = 1", "/tools/x", "Expected a table of settings, not 1"),
        ("limits = 5", "/limits", "Expected a table of settings, not 5"),
        ("[limits]\nstreams = 0", "/limits/streams", "Expected a whole number above 0, not 0"),
        ('auth = "x"', "/auth", 'Expected a table of settings, not "x"'),
        ("[auth]\npublik = true", "/auth/publik", 'There is no setting "publik"; did you mean "public"?'),
        ('[auth]\ntoken = "shørt"', "/auth/token",
         "Expected 16 characters or more, not 5"),
        ("[auth]\ntoken = 1234567890123456", "/auth/token",
         'Expected a text of 16 characters or more, or { env = "NAME" }, not a table'),
        ('[auth]\nusers = { ann = "short" }', "/auth/users", "Expected 8 characters or more, not 5"),
        ('[auth]\nusers = { "a:b" = "password" }', "/auth/users",
         'Expected a table of user names, each with a password of 8 characters or more, or { env = "NAME" }, not a table'),
        ('[auth]\nheader = "X User"', "/auth/header", 'Expected the name of a header such as "X-Forwarded-User", not "X User"'),
        ('[auth]\nheader = "X-User"', "/auth/header",
         '"header" needs "trusted_proxies", the addresses of the proxies that set it: anyone else could send it'),
        ('[auth]\npublic = true\ntoken = "a-token-of-many-letters"', "/auth/public",
         '"public" lets anyone in: leave it out, or leave out "token", "users" and "header"'),
        ('trusted_proxies = ["10.0.0.1/8"]', "/trusted_proxies",
         'Expected a list of addresses and networks such as "10.0.0.2" or "10.1.0.0/16", not ["10.0.0.1/8"]'),
        ('[tools.x]\nprivate = "no"', "/tools/x/private", 'Expected true or false, not "no"'),
        ('[tools.x]\nheaders = { A = { env = "WEBFORM_UNSET" } }', "/tools/x/headers",
         "The variable WEBFORM_UNSET of the environment is not set"),
        ('[tools.x]\nheaders = { A = { var = "secret" } }', "/tools/x/headers",
         'Expected a table of texts, or of { env = "NAME" } for one from the environment, not a table'),
        ('[tools.x]\nrun_url = "ftp://x/"', "/tools/x/run_url",
         'Expected an address like https://tool.example/run, not "ftp://x/"'),
        ('[tools.x]\nrun_url = "http://x/"\nheaders = { Host = "y" }', "/tools/x/run_url",
         'The header "Host" cannot be set'),
    ],
)  # fmt: skip
def test_a_mistake_is_said_where_it_is(read, text, at, message):
    _, problems = read(text)

    assert [(each.at, each.message) for each in problems] == [(at, message)]


@pytest.mark.parametrize(
    "origin",
    [
        "'unsafe-inline'",
        "https://a.example; script-src *",
        "https://a b",
        "*",
        "https://a.example/path",
        "javascript:x",
    ],
)
@pytest.mark.parametrize("name", ["frame_ancestors", "media_origins"])
def test_what_is_no_origin_never_gets_into_the_policy(read, name, origin):
    config, problems = read(f'{name} = ["{origin}"]')

    assert [each.at for each in problems] == [f"/{name}"]
    assert getattr(config, name) == getattr(Config(), name)


@pytest.mark.parametrize(
    "address",
    [
        "https://tile.example.com/{z}/{x}.png",
        "https://{s}.tile.example.com/{z}/{x}/{y}.png",
        "https://tile.example.com/{z}/{x}/{y}/{key}",
        "https://tile.example.com; script-src */{z}/{x}/{y}",
        "//tile.example.com/{z}/{x}/{y}",
        "javascript:/{z}/{x}/{y}",
    ],
)
def test_what_is_no_address_of_tiles_never_gets_into_the_policy(read, address):
    config, problems = read(f'tiles = "{address}"')

    expected = f'Expected an address such as "https://tile.example.com/{{z}}/{{x}}/{{y}}.png", not "{address}"'
    assert [(each.at, each.message) for each in problems] == [("/tiles", expected)]
    assert config.tiles == ""


def test_all_mistakes_are_said_at_once_and_the_rest_is_read(read):
    config, problems = read('mode = "x"\nat_once = 0\nkeep_runs = 5')

    assert [each.at for each in problems] == ["/mode", "/at_once"]
    assert config == Config(keep_runs=5)


@pytest.mark.parametrize(("text", "place"), [('mode = "dev', (1, 12)), ("a = 1\na = 2", (2, 6)), ("= 1", (1, 1))])
def test_what_is_no_toml_is_said_with_its_place(read, text, place):
    config, (problem,) = read(text)

    assert config == Config()
    assert (problem.code, problem.line, problem.column) == ("not-toml", *place)


def test_a_byte_that_is_not_utf_8_is_a_mistake_where_it_is(tmp_path):
    file = tmp_path / "webform.toml"
    file.write_bytes(b'mode = "\xff"')

    assert [(each.at, each.code) for each in read_config(file)[1]] == [("/mode", "wrong-type")]


def test_an_address_of_a_database_is_taken_as_it_is(read):
    assert read('database = "postgresql://db/x"')[0].database == "postgresql://db/x"


@pytest.mark.parametrize(("name", "below"), [("XDG_STATE_HOME", "webform"), ("LOCALAPPDATA", "webform")])
def test_where_nothing_is_set_runs_are_kept_in_the_users_state_folder(monkeypatch, tmp_path, name, below):
    for each in ("XDG_STATE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(each, raising=False)
    assert state_folder() == Path.home() / ".local/state/webform"

    monkeypatch.setenv(name, str(tmp_path))
    assert Config().database_or_default == str(tmp_path / below / "runs.sqlite")
    assert Config().files_or_default == tmp_path / below / "files"


def test_a_tool_runs_as_long_as_it_says_unless_the_operator_says_otherwise():
    (tool,) = load(SMALL | {"max_runtime_seconds": 300})

    assert ToolConfig().target(tool) is None
    assert ToolConfig(run_url="http://10.0.0.1/run").target(tool).timeout == 300
    assert ToolConfig(run_url="http://10.0.0.1/run", timeout=2).target(tool).timeout == 2


@pytest.mark.parametrize(
    ("run_url", "private", "allowed"),
    [
        ("http://10.0.0.1/run", None, True),
        ("http://localhost:8000/run", None, True),
        ("http://survey:8000/run", None, True),
        ("http://survey.example/run", None, False),
        ("http://93.184.216.34/run", None, False),
        ("http://10.0.0.1/run", False, False),
        ("http://survey.example/run", True, True),
    ],
)
def test_a_private_address_is_one_that_the_operator_wrote_or_allowed(run_url, private, allowed):
    (tool,) = load(SMALL)

    assert ToolConfig(run_url=run_url, private=private).target(tool).allow_private is allowed


def test_secrets_are_not_in_the_words_for_a_config():
    assert "s3cret" not in repr(ToolConfig(headers={"Authorization": "s3cret"}))
    server = ServerConfig(command=("a",), headers={"Authorization": "s3cret"}, env={"KEY": "s3cret"})
    assert "s3cret" not in repr(server) + repr(server.target("x"))


@pytest.mark.parametrize("command", ['"npx"', "[]", "[1]", '[""]'])
def test_a_command_is_a_list_of_texts(read, command):
    config, problems = read(f"[servers.x]\ncommand = {command}")

    assert (config.servers, problems[0].at) == ({}, "/servers/x/command")


def test_a_server_is_spoken_to_as_mcp_whatever_its_path():
    assert ServerConfig(url="http://localhost:1/x").target("a").spoken == "mcp"
    assert ServerConfig(url="http://localhost:1/x").target("a").allow_private
    assert not ServerConfig(url="http://far.example/x").target("a").allow_private
    assert ServerConfig(command=("a",)).target("a").spoken == "mcp"
