"""Targets of tools, the operator's alone: no declaration, no request and no answer leads the app anywhere else."""

from __future__ import annotations

import json
import socket

import pytest
from click.testing import CliRunner

from tests.runners.conftest import answer, listen
from tests.web.conftest import SMALL
from webform import load
from webform.cli import main
from webform.runners import HTTPRunner
from webform.web import Config, ToolConfig, create_app
from webform.web.preview import create_preview
from webform.web.sources import gather

__all__ = ["listen"]
JSON = {"title": "x"}
#: What a declaration might call the address of its tool.
NAMES = [
    "run_url", "runUrl", "url", "base_url", "endpoint", "entrypoint", "server", "target", "host", "origin", "webhook",
    "callback_url", "$schema", "icon", "package", "provides_file_endpoint",
]  # fmt: skip


@pytest.fixture
def elsewhere(listen):
    """A place that nobody may be led to."""
    return listen(answer(b"{}"))


def hostile(url: str) -> dict:
    """Return a declaration that names *url* wherever it might be taken for the address of something."""
    inputs = [
        *SMALL["inputs"],
        {"key": "j", "type": "json", "label": "J", "required": False, "schema": {"$ref": f"{url}/schema"}},
        {"key": "a", "type": "autocomplete", "label": "A", "required": False, "endpoint": f"{url}/x"},
        {"key": "b", "type": "autocomplete", "label": "B", "required": False, "endpoint": url.removeprefix("http:")},
    ]
    named = dict.fromkeys(NAMES, f"{url}/run")
    return SMALL | named | {"servers": [{"url": url}], "inputs": inputs, "description": f"![]({url}/a.png)"}


def test_nothing_in_a_declaration_says_where_its_tool_is(new_app, acting, elsewhere):
    client = new_app(hostile(elsewhere.url)).test_client()
    for path in ("", "/panel", "/schema.json", "/sample.json", "/declaration.json", "/openapi.json"):
        assert client.get(f"/tools/small{path}").status_code == 200
    for at in ("/a", "/b"):
        assert client.get("/tools/small/complete", query_string={"at": at, "q": "x"}).status_code == 502

    assert client.post("/tools/small/run", json=JSON | {"j": 1}).json["status"] == "ok"
    assert (len(acting.bodies), elsewhere.hits) == (1, 0)


@pytest.mark.parametrize(
    "declared",
    [
        {"headers": {"Host": "127.0.0.1:{port}", "X-Forwarded-Host": "127.0.0.1:{port}"}},
        {"headers": {"X-Run-Url": "{url}", "X-Target": "{url}", "Location": "{url}", "X-Original-URL": "{url}"}},
        {"headers": {"Forwarded": "host=127.0.0.1:{port}", "Referer": "{url}", "Proxy": "{url}"}},
        {"query_string": {"run_url": "{url}", "url": "{url}", "target": "{url}", "tool": "{url}"}},
    ],
    ids=["host", "headers", "proxies", "query"],
)
def test_nothing_in_a_request_says_where_a_tool_is(new_app, acting, elsewhere, declared):
    at = {"url": f"{elsewhere.url}/run", "port": elsewhere.port}
    declaration = {name: {key: text.format(**at) for key, text in value.items()} for name, value in declared.items()}

    assert new_app().test_client().post("/tools/small/run", json=JSON, **declaration).json["status"] == "ok"
    assert (len(acting.bodies), elsewhere.hits) == (1, 0)


@pytest.mark.parametrize(
    "sent", [{"json": {**JSON, "run_url": "{url}"}}, {"data": {"/title": "x", "run_url": "{url}"}}]
)
def test_what_a_body_says_of_it_is_a_problem(new_app, acting, elsewhere, sent):
    declaration = json.loads(json.dumps(sent).replace("{url}", elsewhere.url))

    assert new_app().test_client().post("/tools/small/run", **declaration).status_code == 422
    assert (len(acting.bodies), elsewhere.hits) == (0, 0)


def test_a_declaration_that_was_fetched_does_not_say_where_its_tool_is(tmp_path, listen, elsewhere):
    def write(connection, request):
        asked_for_it = request.startswith(b"GET /schema ")
        connection.sendall(answer(json.dumps(hostile(elsewhere.url) if asked_for_it else {"y": 1}).encode()))

    running = listen(write)
    app = create_app(
        gather([running.url]).served, Config(database=str(tmp_path / "runs.sqlite"), files=tmp_path / "files")
    )
    ran = app.test_client().post("/tools/small/run", json=JSON).json
    app.extensions["webform"].close()

    assert (ran["status"], ran["value"], elsewhere.hits) == ("ok", {"y": 1}, 0)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_tool_that_sends_us_elsewhere_is_a_run_that_failed(new_app, acting, elsewhere, status):
    acting.answer = ("", status, {"Location": f"{elsewhere.url}/latest/meta-data", "Refresh": f"0;url={elsewhere.url}"})
    ran = new_app().test_client().post("/tools/small/run", json=JSON).json

    assert (ran["status"], elsewhere.hits) == ("error", 0)
    assert ran["message"] == "The tool's address sends us elsewhere, which is never followed."


@pytest.fixture
def run(tmp_path):
    """`run(runner, **settings) -> run` of a tool that is configured so."""
    made = []

    def start(runner, **settings):
        config = Config(
            database=str(tmp_path / "runs.sqlite"), files=tmp_path / "files", tools={"small": ToolConfig(**settings)}
        )
        made.append(create_app(load(SMALL), config, runner=runner))
        client = made[-1].test_client()
        return lambda: client.post("/tools/small/run", json=JSON).json

    yield start
    for run in made:
        run.extensions["webform"].close()


def test_a_public_name_that_begins_to_lead_to_this_machine_is_refused_without_being_told_to(run, listen):
    tool, tried, leads = listen(answer(b'{"y": 1}')), [], [["93.184.216.34"], ["127.0.0.1"], ["::1"]]

    def connect(address, timeout):
        tried.append(address[0])
        raise ConnectionRefusedError

    ask = run(
        HTTPRunner(resolve=lambda *_: leads.pop(0), connect=connect), run_url=f"http://tool.example:{tool.port}/run"
    )
    messages = [ask()["message"] for _ in range(3)]

    assert (tried, tool.hits) == (["93.184.216.34"], 0)
    assert messages == ["The tool cannot be reached.", *["The tool's address leads into a private network."] * 2]


def test_a_private_address_that_the_operator_wrote_is_called_without_being_told_to(run, acting):
    assert run(HTTPRunner(), run_url=acting.url)()["value"] == {"y": 42}


@pytest.mark.parametrize(("private", "hits"), [(None, 0), (False, 0), (True, 1)])
def test_a_public_name_of_a_private_address_is_called_where_that_is_configured(run, listen, private, hits):
    tool = listen(answer(b'{"y": 1}'))
    runner = HTTPRunner(resolve=lambda *_: ["127.0.0.1"])
    run(runner, run_url=f"http://tool.example:{tool.port}/run", private=private)()

    assert tool.hits == hits


@pytest.fixture
def public_name(monkeypatch):
    """A name of the public network that leads to this machine."""
    look_up = socket.getaddrinfo
    monkeypatch.setattr(
        socket,
        "getaddrinfo",
        lambda host, *more, **options: look_up("127.0.0.1" if host == "tool.example" else host, *more, **options),
    )
    return "tool.example"


@pytest.mark.parametrize("command", ["serve", "preview", "create_app"])
def test_a_public_name_that_is_typed_reaches_no_private_address(listen, public_name, tmp_path, command):
    tool, file = listen(answer(b'{"y": 1}')), tmp_path / "small.json"
    file.write_text(json.dumps(SMALL), "utf-8")
    url = f"http://{public_name}:{tool.port}/run"
    config = Config(database=str(tmp_path / "runs.sqlite"), files=tmp_path / "files")
    make = {
        "serve": lambda: create_app(gather([str(file)], run_url=url).served, config),
        "preview": lambda: create_preview(file, config, run_url=url),
        "create_app": lambda: create_app([(load(SMALL)[0], url)], config),
    }
    app = make[command]()
    ran = app.test_client().post("/tools/small/run", json=JSON).json
    app.extensions["webform"].close()

    assert (ran["message"], tool.hits) == ("The tool's address leads into a private network.", 0)


def test_commands_that_call_a_public_name_that_is_typed_reach_no_private_address(listen, public_name, tmp_path):
    tool, file = listen(answer(b'{"y": 1}')), tmp_path / "small.json"
    file.write_text(json.dumps(SMALL), "utf-8")
    url = f"http://{public_name}:{tool.port}"
    checked = CliRunner().invoke(main, ["check", str(file), "--run-url", url])
    (down,) = gather([url]).down

    assert "error[refused-address]: The tool's address leads into a private network." in checked.stdout
    assert (down.error.code, tool.hits) == ("refused-address", 0)


def test_nothing_of_a_browsers_headers_reaches_the_tool(new_app, acting):
    item = {
        "Cookie": "session=s3cret", "Authorization": "Bearer s3cret", "X-Forwarded-For": "203.0.113.9",
        "Accept-Language": "nb", "Referer": "http://localhost/tools/small?/title=s3cret", "User-Agent": "Browser/1",
        "Origin": "http://localhost", "Sec-Fetch-Site": "same-origin", "Idempotency-Key": "k3y", "X-Own": "s3cret",
    }  # fmt: skip
    new_app().test_client().post("/tools/small/run", json=JSON, headers=item)
    (sent,) = acting.headers

    assert sent.keys() == {"Host", "User-Agent", "Accept", "Accept-Encoding", "Content-Type", "Content-Length"}
    assert not set(sent.values()) & set(item.values())


def test_nothing_of_the_tools_headers_reaches_a_browser(new_app, acting):
    item = {
        "Set-Cookie": "a=b", "X-Internal": "10.0.0.7", "Refresh": "0;url=//evil.example", "Location": "//evil.example",
        "Access-Control-Allow-Origin": "*", "Content-Security-Policy": "script-src *", "Clear-Site-Data": '"*"',
    }  # fmt: skip
    acting.answer = ({"y": 1}, 200, item)
    client = new_app().test_client()
    ran = client.post("/tools/small/run", json=JSON)
    address = f"/runs/{ran.json['run']}"

    for got in (ran, client.get(address), client.get(f"{address}/download?at=&format=json")):
        assert got.status_code == 200
        assert not {(name, value) for name, value in item.items() if value in got.headers.getlist(name)}
        assert "10.0.0.7" not in got.text
