"""webform.toml: every setting is read, and every mistake is said where it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.conftest import SMALL
from webform import load
from webform.messages import Phrase
from webform.places import state_folder
from webform.runners.credentials import Credentials
from webform.runners.oauth import OAuth
from webform.runners.protocols import PROTOCOLS
from webform.web import Config, QuickExecute, ToolConfig, create_app, read_config
from webform.web.access import Access
from webform.web.config import ServerConfig
from webform.web.limits import Limits

#: The protocols as a problem names them.
SPOKEN = tuple(f'"{name}"' for name in PROTOCOLS)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Config(mode="prod"), '^mode: .*"dev".*"production".*"prod"'),
        (lambda: Config(frame_ancestors="https://x"), '^frame_ancestors: .*"https://x"'),
        (lambda: Config(trusted_hosts="tools.example.com"), '^trusted_hosts: .*"tools.example.com"'),
        (lambda: Config(trusted_proxies="10.0.0.2"), "^trusted_proxies: "),
        (lambda: Config(media_origins="https://x"), "^media_origins: "),
        (lambda: ToolConfig(body_style="wrap"), '^body_style: .*"flat"'),
        (lambda: ToolConfig(frame_ancestors="https://x"), "^frame_ancestors: "),
        (lambda: ServerConfig(command="npx server"), "^command: "),
    ],
)
def test_settings_made_in_python_that_would_be_misread_are_refused(make, words):
    with pytest.raises(ValueError, match=words):
        make()


def test_settings_that_are_no_config_are_refused():
    for take in (create_app, lambda tools, config: QuickExecute(tools=tools, config=config)):
        with pytest.raises(TypeError, match=r"^A webform\.Config is expected, but found dict\.$"):
            take(load(SMALL), {"mode": "dev"})


def test_files_may_be_in_a_bucket(read, monkeypatch):
    assert read('files = "s3://bucket.name/pre/fix/"') == (Config(files="s3://bucket.name/pre/fix"), [])

    monkeypatch.setattr("webform.settings.find_spec", lambda _: None)
    (problem,) = read('files = "s3://bucket"')[1]
    assert (problem.at, problem.code) == ("/files", "no-package")
    assert problem.params == {"package": "obstore", "extra": "s3"}


def test_credentials_are_read_with_their_secrets(read, monkeypatch):
    monkeypatch.setenv("PETS_KEY", "k3y")
    config, problems = read("""
        [security.key]
        url = "https://api.example/v1"
        value = { env = "PETS_KEY" }

        [security.other]
        url = "https://api.example"
        scheme = "petstore_auth"
        client_id = "me"
        client_secret = "s"
        ask = false
    """)

    assert problems == []
    assert config.security == {
        "key": Credentials(url="https://api.example/v1", value="k3y"),
        "other": Credentials(url="https://api.example", scheme="petstore_auth", client_id="me", client_secret="s"),
    }


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
    ("text", "at", "key", "params"),
    [
        ('mod = "dev"', "/mod", "unknown-key.setting", {"name": "mod", "near": "mode"}),
        ("tool = {}", "/tool", "unknown-key.setting", {"name": "tool", "near": "tools"}),
        ('[tools.x]\nrun_ulr = "x"', "/tools/x/run_ulr", "unknown-key.setting", {"name": "run_ulr", "near": "run_url"}),
        ('[tools."a/b"]\nnope = 1', "/tools/a~1b/nope", "unknown-key.setting", {"name": "nope", "near": ""}),
        ('mode = "prod"', "/mode", "wrong-type", {"expected": Phrase("list.or", {"first": ('"dev"',), "last": '"production"'}), "found": '"prod"'}),
        ("max_parts = 1.5", "/max_parts", "wrong-type", {"expected": Phrase("kind.count"), "found": "1.5"}),
        ("max_body_mb = true", "/max_body_mb", "wrong-type", {"expected": Phrase("kind.positive"), "found": "true"}),
        ("keep_days = 0", "/keep_days", "wrong-type", {"expected": Phrase("kind.positive"), "found": "0"}),
        ("database = 1", "/database", "wrong-type", {"expected": Phrase("kind.text"), "found": "1"}),
        ('files = "gs://a"', "/files", "wrong-type", {"expected": Phrase("kind.path-or-bucket"), "found": '"gs://a"'}),
        ('files = "s3://user:pass@a/b?c"', "/files", "wrong-type", {"expected": Phrase("kind.path-or-bucket"), "found": '"s3://user:pass@a/b?c"'}),
        ('trusted_hosts = "a"', "/trusted_hosts", "wrong-type", {"expected": Phrase("kind.hosts"), "found": '"a"'}),
        ('trusted_hosts = ["a:80"]', "/trusted_hosts", "wrong-type", {"expected": Phrase("kind.hosts"), "found": '["a:80"]'}),
        ('trusted_hosts = ["*"]', "/trusted_hosts", "wrong-type", {"expected": Phrase("kind.hosts"), "found": '["*"]'}),
        ("tools = 1", "/tools", "wrong-type", {"expected": Phrase("kind.tools"), "found": "1"}),
        ("servers = 1", "/servers", "wrong-type", {"expected": Phrase("kind.servers"), "found": "1"}),
        ('public_url = "tools.example.com"', "/public_url", "wrong-type", {"expected": Phrase("kind.address", {"example": "https://tools.example.com"}), "found": '"tools.example.com"'}),
        ('[servers.x]\nurl = "http://x/mcp"\noauth = { client_id = "c", client_secret = "s" }', "/servers/x/oauth", "no-client", {"name": "client_secret", "needed": "issuer"}),
        ('[servers.x]\nurl = "http://x/mcp"\noauth = { service = true }', "/servers/x/oauth", "no-client", {"name": "service", "needed": "client_secret"}),
        ('[servers.x]\nurl = "http://x/mcp"\noauth = { scope = "a" }', "/servers/x/oauth/scope", "unknown-key.setting", {"name": "scope", "near": ""}),
        ('[servers.x]\nurl = "http://x/mcp"\noauth = { client_secret = 5131 }', "/servers/x/oauth/client_secret", "wrong-type.hidden", {"expected": Phrase("kind.secret-text")}),
        ("tools = 5", "/tools", "wrong-type", {"expected": Phrase("kind.tools"), "found": "5"}),
        ('public_url = "http://["', "/public_url", "wrong-type", {"expected": Phrase("kind.address", {"example": "https://tools.example.com"}), "found": '"http://["'}),
        ("security = 1", "/security", "wrong-type", {"expected": Phrase("kind.security"), "found": "1"}),
        ("[security]\nx = 1", "/security/x", "wrong-type", {"expected": Phrase("kind.settings"), "found": "1"}),
        ('[security.x]\nvalue = "v"', "/security/x", "no-api", {}),
        ('[security.x]\nurl = "https://a.example"\nusername = "u"', "/security/x", "no-client", {"name": "username", "needed": "password"}),
        ('[security.x]\nurl = "https://a.example"\ntoken_url = "https://b.example"', "/security/x", "no-client", {"name": "token_url", "needed": "client_id"}),
        ('[security.x]\nurl = "https://u@a.example"', "/security/x/url", "bad-target.user", {}),
        ('[security.x]\nurl = "https://a.example"\nvalue = 5131', "/security/x/value", "wrong-type.hidden", {"expected": Phrase("kind.secret-text")}),
        ("[servers]\nx = 1", "/servers/x", "wrong-type", {"expected": Phrase("kind.settings"), "found": "1"}),
        ("[servers.x]\ntimeout = 1", "/servers/x", "no-server", {}),
        ('[servers.x]\nurl = "http://x/mcp"\ncommand = ["a"]', "/servers/x", "no-server", {}),
        ('[servers.x]\nurl = "ftp://x/"', "/servers/x/url", "bad-target.address", {"address": "ftp://x/"}),
        ('[tools.x]\nprotocol = "soap"', "/tools/x/protocol", "wrong-type", {"expected": Phrase("list.or", {"first": SPOKEN[:-1], "last": SPOKEN[-1]}), "found": '"soap"'}),
        ("[tools]\nx = 1", "/tools/x", "wrong-type", {"expected": Phrase("kind.settings"), "found": "1"}),
        ("limits = 5", "/limits", "wrong-type", {"expected": Phrase("kind.settings"), "found": "5"}),
        ("[limits]\nstreams = 0", "/limits/streams", "wrong-type", {"expected": Phrase("kind.count"), "found": "0"}),
        ('auth = "x"', "/auth", "wrong-type", {"expected": Phrase("kind.settings"), "found": '"x"'}),
        ("[auth]\npublik = true", "/auth/publik", "unknown-key.setting", {"name": "publik", "near": "public"}),
        ('[auth]\ntoken = "shørt"', "/auth/token", "unset.short", {"least": 16, "length": 5}),
        ("[auth]\ntoken = 1234567890123456", "/auth/token", "wrong-type.hidden", {"expected": Phrase("kind.token", {"least": 16})}),
        ('[auth]\nusers = { ann = "short" }', "/auth/users", "unset.short", {"least": 8, "length": 5}),
        ('[auth]\nusers = { "a:b" = "password" }', "/auth/users", "wrong-type.hidden", {"expected": Phrase("kind.users", {"least": 8})}),
        ('[security.x]\nurl = "https://x/"\nusername = "a:b"', "/security/x/username", "wrong-type", {"expected": Phrase("kind.user-name"), "found": '"a:b"'}),
        ('[auth]\nheader = "X User"', "/auth/header", "wrong-type", {"expected": Phrase("kind.header-name"), "found": '"X User"'}),
        ('[auth]\nheader = "X-User"', "/auth/header", "no-proxies", {}),
        ('[auth]\npublic = true\ntoken = "a-token-of-many-letters"', "/auth/public", "public-and-not", {}),
        ('trusted_proxies = ["10.0.0.1/8"]', "/trusted_proxies", "wrong-type", {"expected": Phrase("kind.networks"), "found": '["10.0.0.1/8"]'}),
        ('[tools.x]\nprivate = "no"', "/tools/x/private", "wrong-type", {"expected": Phrase("kind.boolean"), "found": '"no"'}),
        ('[tools.x]\nheaders = { A = { env = "WEBFORM_UNSET" } }', "/tools/x/headers", "unset", {"name": "WEBFORM_UNSET"}),
        ('[tools.x]\nheaders = { A = { var = "secret" } }', "/tools/x/headers", "wrong-type.hidden", {"expected": Phrase("kind.secret-texts")}),
        ('[tools.x]\nrun_url = "ftp://x/"', "/tools/x/run_url", "bad-target.address", {"address": "ftp://x/"}),
        ('[tools.x]\nrun_url = "http://x/"\nheaders = { Host = "y" }', "/tools/x/run_url", "bad-target.header", {"name": "Host"}),
    ],
)  # fmt: skip
def test_a_mistake_is_said_where_it_is(read, text, at, key, params):
    _, problems = read(text)

    assert [(problem.at, problem.phrase) for problem in problems] == [(at, Phrase(key, params))]


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

    assert [problem.at for problem in problems] == [f"/{name}"]
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

    expected = Phrase("kind.address", {"example": "https://tile.example.com/{z}/{x}/{y}.png"})
    (problem,) = problems
    assert (problem.at, problem.code) == ("/tiles", "wrong-type")
    assert problem.params == {"expected": expected, "found": f'"{address}"'}
    assert config.tiles == ""


def test_all_mistakes_are_said_at_once_and_the_rest_is_read(read):
    config, problems = read('mode = "x"\nat_once = 0\nkeep_runs = 5')

    assert [problem.at for problem in problems] == ["/mode", "/at_once"]
    assert config == Config(keep_runs=5)


@pytest.mark.parametrize(("text", "place"), [('mode = "dev', (1, 12)), ("a = 1\na = 2", (2, 6)), ("= 1", (1, 1))])
def test_what_is_no_toml_is_said_with_its_place(read, text, place):
    config, (problem,) = read(text)

    assert config == Config()
    assert (problem.code, problem.line, problem.column) == ("not-toml", *place)


def test_a_byte_that_is_not_utf_8_is_a_mistake_where_it_is(tmp_path):
    file = tmp_path / "webform.toml"
    file.write_bytes(b'mode = "\xff"')

    assert [(config.at, config.code) for config in read_config(file)[1]] == [("/mode", "wrong-type")]


def test_an_address_of_a_database_is_taken_as_it_is(read):
    assert read('database = "postgresql://db/x"')[0].database == "postgresql://db/x"


@pytest.mark.parametrize(("name", "below"), [("XDG_STATE_HOME", "webform"), ("LOCALAPPDATA", "webform")])
def test_where_nothing_is_set_runs_are_kept_in_the_users_state_folder(monkeypatch, tmp_path, name, below):
    for word in ("XDG_STATE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(word, raising=False)
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
    assert ServerConfig(url="http://localhost:1/x").target("a").protocol == "mcp"
    assert ServerConfig(url="http://localhost:1/x").target("a").allow_private
    assert not ServerConfig(url="http://far.example/x").target("a").allow_private
    assert ServerConfig(command=("a",)).target("a").protocol == "mcp"
