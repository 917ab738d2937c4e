"""The operations of a host's own app as forms below a path of it, by the servers that such apps have."""

from __future__ import annotations

import http.client
import json
import os
import re
import socket
import subprocess
import sys
import threading
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from fastapi import FastAPI
from flask import Flask, jsonify, request
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route
from werkzeug.test import Client

import webform
from tests.mounted.fastapi_app import new_app
from tests.servers import asgi
from webform.mounting.addresses import own_url
from webform.web import Config

#: Seconds for an answer: a server has to begin first.
PATIENCE = 60
DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Echo", "version": "1"},
    "paths": {
        "/echo": {
            "get": {
                "operationId": "echo",
                "summary": "Echo",
                "parameters": [{"name": "text", "in": "query", "required": True, "schema": {"type": "string"}}],
                "responses": {"200": {"description": "The text."}},
            }
        }
    },
}


@pytest.fixture
def config(tmp_path):
    return Config(database=str(tmp_path / "runs.sqlite"), files=tmp_path / "files")


class Answer:
    """An answer to a request, read to its end."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status, self.headers, self.text = response.status, response.headers, response.read().decode()

    @property
    def json(self):
        return json.loads(self.text)


def ask(url, method="GET", body=None, **headers) -> Answer:
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=PATIENCE)
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        connection.request(method, f"{parts.path}?{parts.query}" if parts.query else parts.path, body, names)
        return Answer(connection.getresponse())
    finally:
        connection.close()


def run(url, tool, body, **headers) -> Answer:
    headers = {"Content_Type": "application/json", "Accept": "application/json"} | headers
    return ask(f"{url}/tools/{tool}/run", "POST", json.dumps(body), **headers)


def tool_of(url, words) -> str:
    return re.search(rf'href="[^"]*/tools/([^"]+)"[^>]*>{words}</a>', ask(f"{url}/").text)[1]


def flask_app(**settings) -> Flask:
    app = Flask("echo")
    app.config.update(settings)
    app.add_url_rule("/echo", view_func=lambda: {"text": request.args["text"], "auth": request.headers.get("X-Key")})
    app.add_url_rule("/openapi.json", "document", lambda: jsonify(DOCUMENT))
    app.add_url_rule("/", "home", lambda: "home")
    return app


_UVICORN = """
import socket, uvicorn
uvicorn.Server(uvicorn.Config("{app}", log_level="warning")).run([socket.socket(fileno={number})])
"""
#: What runs an app at the socket of that number: gunicorn with its options, or uvicorn.
SERVERS = {
    "one worker": lambda app, number: ["-m", "gunicorn", app, "--bind", f"fd://{number}"],
    "threads": lambda app, number: ["-m", "gunicorn", app, "--bind", f"fd://{number}", "--threads", "4"],
    "uvicorn": lambda app, number: [
        "-c",
        _UVICORN.format(app=app, number=number),
    ],
}


@contextmanager
def served_by(server, app, folder):
    """Run *app* in a process of its own; its address."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        command = [sys.executable, *SERVERS[server](app, listener.fileno())]
        environ = os.environ | {"XDG_STATE_HOME": str(folder)}
        process = subprocess.Popen(command, pass_fds=[listener.fileno()], env=environ)
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            process.terminate()
            process.wait(20)


def test_the_operations_of_a_fastapi_app_are_forms_that_run(config):
    app = new_app()

    assert webform.mount(app, config=config) is app
    with asgi(app) as url:
        page = ask(f"{url}/webform/")
        slow = run(f"{url}/webform", tool_of(f"{url}/webform", "Take a moment"), {})
        assert ask(f"{url}/openapi.json").json["info"]["title"] == "Pets"

    assert page.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert "<b>GET</b> <code>/pets/{pet_id}</code>" in page.text
    assert slow.json["value"] == {"slept": True}


@pytest.mark.parametrize("in_path", ["/proxy", ""], ids=["path with it", "path without it"])
def test_all_addresses_of_a_mounted_part_are_below_its_path_and_that_of_a_proxy(config, in_path):
    app = FastAPI()
    app.get("/slow", summary="Slow")(lambda: "slow")
    webform.mount(app, at="docs/forms/", config=config)

    async def behind_proxy(scope, receive, send):
        below = {"root_path": "/proxy", "path": in_path + scope["path"]} if scope["type"] == "http" else {}
        await app(scope | below, receive, send)

    with asgi(behind_proxy) as url:
        page = ask(f"{url}/docs/forms/tools/{tool_of(f'{url}/docs/forms', 'Slow')}").text
        addresses = re.findall(r'(?:href|action|formaction|src)="(/[^"]*)"', page)
        assert all(address.startswith("/proxy/docs/forms/") for address in addresses)
        files = [address.removeprefix("/proxy") for address in addresses if "/static/" in address]
        assert {ask(url + file).status for file in files} == {200}


def test_a_route_for_every_path_leaves_the_forms_theirs(config):
    app = FastAPI()
    app.get("/{path:path}")(lambda path: path)
    webform.mount(app, config=config)

    with asgi(app) as url:
        assert ask(f"{url}/webform/healthz").json == {"ok": True}
        assert ask(f"{url}/other").json == "other"
        assert ask(f"{url}/webform?a=b").headers["Location"] == f"{url}/webform/?a=b"


def test_a_stream_of_events_comes_while_others_are_answered(config):
    app, went_on = new_app(), threading.Event()

    @app.get("/wait", summary="Wait")
    def wait() -> dict[str, bool]:
        return {"went on": went_on.wait(20)}

    webform.mount(app, config=config, threads=4)
    with asgi(app) as url:
        begun = run(f"{url}/webform", tool_of(f"{url}/webform", "Wait"), {}, Prefer="respond-async")
        connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE)
        connection.request("GET", begun.headers["Location"] + "/events")
        stream = connection.getresponse()
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        assert stream.readline() == b"retry: 1000\n"
        assert ask(f"{url}/webform/healthz").status == 200
        went_on.set()
        assert b"event: done" in stream.read()


def test_a_page_is_answered_whatever_body_comes_with_the_request(config):
    app = new_app()
    webform.mount(app, config=config)

    with asgi(app) as url:
        tool = tool_of(f"{url}/webform", "Take a moment")
        form = {"Content_Type": "application/x-www-form-urlencoded"}
        assert ask(f"{url}/webform/tools/{tool}", "GET", "a=1", **form).status == 200


@pytest.mark.slow
def test_a_stream_whose_client_has_gone_gives_back_its_thread(config):
    app, went_on = new_app(), threading.Event()

    @app.get("/wait", summary="Wait")
    def wait() -> dict[str, bool]:
        return {"went on": went_on.wait(60)}

    webform.mount(app, config=config, threads=3)
    with asgi(app) as url:
        begun = run(f"{url}/webform", tool_of(f"{url}/webform", "Wait"), {}, Prefer="respond-async")
        events = begun.headers["Location"] + "/events"
        first = http.client.HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE)
        first.request("GET", events)
        assert first.getresponse().readline() == b"retry: 1000\n"
        assert ask(url + events).status == 503
        first.close()
        second = http.client.HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE)
        while second.request("GET", events) or (stream := second.getresponse()).status == 503:
            stream.read()
        went_on.set()
        assert b"event: done" in stream.read()


def test_what_a_visitor_sends_is_not_sent_on_and_what_the_host_sets_is(config):
    app = new_app()
    webform.mount(app, config=config, headers={"Authorization": "Bearer of the host"})

    with asgi(app) as url:
        tool = tool_of(f"{url}/webform", "What was seen of the request")
        seen = run(f"{url}/webform", tool, {}, Authorization="Bearer of a visitor", Cookie="session=1")

    assert seen.json["value"] == {"authorization": "Bearer of the host", "cookie": ""}


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"Sec_Fetch_Site": "cross-site"}])
def test_other_sites_run_nothing(config, headers):
    app = new_app()
    webform.mount(app, config=config)

    with asgi(app) as url:
        assert run(f"{url}/webform", "any", {}, **headers).status == 403


def test_the_operations_of_a_starlette_app_are_those_of_its_document(config):
    document = Route("/openapi.json", lambda _: JSONResponse(DOCUMENT))
    app = Starlette(routes=[document, Route("/echo", lambda asked: JSONResponse(asked.query_params["text"]))])
    webform.mount(app, config=config)

    with asgi(app) as url:
        assert run(f"{url}/webform", "echo", {"query": {"text": "hi"}}).json["value"] == "hi"


def test_the_operations_of_a_flask_app_are_forms_that_run(serve, config):
    app = flask_app()

    assert webform.mount(app, config=config, headers={"X-Key": "k"}) is app
    url = serve(app)
    posted = ask(
        f"{url}/webform/tools/echo/run",
        "POST",
        "%2Fquery%2Ftext=a+b",
        Content_Type="application/x-www-form-urlencoded",
        Accept="text/html",
    )

    assert posted.status == 303
    assert ask(url + posted.headers["Location"], Accept="application/json").json["value"] == {
        "text": "a b",
        "auth": "k",
    }
    assert ask(f"{url}/").text == "home"
    assert ask(f"{url}/webform").headers["Location"] == f"{url}/webform/"


@pytest.mark.parametrize("document", [DOCUMENT, lambda: DOCUMENT, "/openapi.json"])
def test_the_document_may_be_set(config, document):
    client = Client(webform.mount(flask_app(), document=document, config=config))

    assert "<code>/echo</code>" in client.get("/webform/").text


@pytest.mark.parametrize(
    ("document", "asked"), [(None, "/api/openapi.json (404)"), ("/", "at / (no OpenAPI document)")]
)
def test_an_app_without_a_document_says_where_it_was_looked_for(config, document, asked):
    app = Flask("bare")
    app.add_url_rule("/", "home", lambda: "home")
    answer = Client(webform.mount(app, document=document, config=config)).get("/webform/")

    assert answer.status_code == 503
    assert asked in answer.text
    assert "webform.mount(app, document=…)" in answer.text
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_names_that_a_flask_app_trusts_are_trusted(config):
    app = flask_app(TRUSTED_HOSTS=["www.example.com"])
    client = Client(webform.mount(app, url="http://www.example.com", config=config))

    assert client.get("/webform/", headers={"Host": "www.example.com"}).status_code == 200
    assert client.get("/webform/", headers={"Host": "evil.example"}).status_code == 403


@pytest.mark.slow
@pytest.mark.parametrize(
    ("server", "app", "at"),
    [("threads", "application", "/webform"), ("uvicorn", "asgi_application", "/forms")],
)
def test_the_operations_of_a_django_app_are_forms_that_run(tmp_path, server, app, at):
    with served_by(server, f"tests.mounted.django_app:{app}", tmp_path) as url:
        tool = tool_of(url + at, "Add up")
        assert run(url + at, tool, {"body": {"terms": [1, 2, 39]}}).json["value"] == {"sum": 42}
        assert ask(f"{url}/sums", "POST", '{"terms": [1]}').json == {"sum": 1}


@pytest.mark.slow
def test_a_server_with_one_worker_does_not_wait_for_itself(tmp_path):
    with served_by("one worker", "tests.mounted.django_app:application", tmp_path) as url:
        begun = run(f"{url}/webform", tool_of(f"{url}/webform", "Take a moment"), {})
        address = url + begun.headers["Location"]
        assert begun.status == 202
        assert ask(f"{address}/events").status == 503
        while (seen := ask(address, Accept="application/json").json)["state"] in {"queued", "running"}:
            pass

    assert seen["value"] == {"slept": True}


def test_an_app_with_one_thread_is_not_waited_for(config, caplog):
    client = Client(webform.mount(flask_app(), config=config, threads=1))
    headers = {"Prefer": "wait=1, return=minimal"}
    begun = client.post("/webform/tools/echo/run", json={"query": {"text": "a"}}, headers=headers, multithread=True)

    assert begun.status_code == 202
    assert client.get(f"{begun.headers['Location']}/events", multithread=True).status_code == 503
    assert "give it more threads" in caplog.text


def test_the_address_of_a_server_is_that_of_its_socket():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        hostile = {"SERVER_NAME": "127.0.0.1", "SERVER_PORT": "6379", "HTTP_HOST": "127.0.0.1:6379"}

        assert own_url(hostile | {"gunicorn.socket": listener}) == f"http://127.0.0.1:{port}"


@pytest.mark.parametrize(
    ("environ", "url"),
    [
        ({"SERVER_NAME": "127.0.0.1", "SERVER_PORT": "8000"}, "http://127.0.0.1:8000"),
        ({"SERVER_NAME": "0.0.0.0", "SERVER_PORT": "80"}, "http://127.0.0.1:80"),
        ({"SERVER_NAME": "192.0.2.1", "SERVER_PORT": "80"}, ""),
        ({"SERVER_NAME": "127.0.0.1", "SERVER_PORT": "80", "mod_wsgi.version": (5, 0)}, ""),
        ({"SERVER_NAME": "127.0.0.1", "SERVER_PORT": ""}, ""),
        ({"SERVER_NAME": "localhost", "SERVER_PORT": "80", "asgi.scope": {"server": None}}, ""),
        ({"SERVER_NAME": "/run/s", "SERVER_PORT": "0", "asgi.scope": {"server": ("/run/s", None)}}, ""),
        ({"asgi.scope": {"server": ("127.0.0.1", 8000)}}, "http://127.0.0.1:8000"),
    ],
)
def test_an_address_that_a_visitor_could_choose_is_not_called(environ, url):
    assert own_url(environ) == url


def test_a_path_and_an_app_are_needed():
    with pytest.raises(ValueError, match="a path of its own"):
        webform.mount(flask_app(), at="/")
    with pytest.raises(TypeError, match="an app of FastAPI, Starlette, Flask or Django, not int"):
        webform.mount(42)
