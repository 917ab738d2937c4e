"""The app as an extension of a host's: below its prefix, and nowhere else."""

from __future__ import annotations

import re

import pytest
from flask import Flask, request, session

from tests.web.conftest import SMALL
from webform import load
from webform.web import Config, QuickExecute


@pytest.fixture
def host(tmp_path, acting):
    app = Flask("host")
    app.secret_key = "host"

    @app.route("/", methods=["GET", "POST"])
    def home():
        session["seen"] = True
        return f"home {len(request.form.get('x', ''))}"

    @app.get("/broken")
    def broken():
        raise KeyError("of the host")

    tools = [(tool, acting.url) for tool in load(SMALL)]
    config = Config(database=str(tmp_path / "runs.sqlite"), files=tmp_path / "files", max_body_mb=1)
    QuickExecute(app, tools=tools, url_prefix="/try/it", config=config)
    return app


def test_all_of_it_hangs_below_the_prefix(host, acting):
    client = host.test_client()
    page = client.get("/try/it/tools/small")

    addresses = re.findall(r'(?:href|action|formaction|src)="(/[^"]*)"', page.text)
    assert addresses
    assert all(address.startswith("/try/it/") for address in addresses)
    assert {client.get(address).status_code for address in addresses if "static" in address} == {200}
    run = client.post("/try/it/tools/small/run", data={"/title": "x"}).headers["Location"]
    assert run.startswith("/try/it/runs/")
    assert "42" in client.get(run).text
    assert acting.bodies == [{"title": "x"}]
    assert client.get("/try/it/").status_code == 200
    assert client.get("/try/it/healthz").json == {"ok": True}


def test_the_host_keeps_its_own_ways(host):
    client = host.test_client()
    answer = client.get("/", headers={"Host": "evil.example"})

    assert answer.text == "home 0"
    assert "Content-Security-Policy" not in answer.headers
    assert "Set-Cookie" in answer.headers
    assert (
        client.post("/", data={"x": "x" * 400_000}, headers={"Origin": "https://elsewhere.example"}).text
        == "home 400000"
    )
    assert client.get("/nothing").text == Flask("plain").test_client().get("/nothing").text
    assert client.get("/broken").status_code == 500


def test_the_guards_stand_below_the_prefix(host):
    client = host.test_client()

    assert client.get("/try/it/tools/small", headers={"Host": "evil.example"}).status_code == 403
    assert (
        client.post(
            "/try/it/tools/small/run", data={"/title": "x"}, headers={"Origin": "https://e.example"}
        ).status_code
        == 403
    )
    assert client.post("/try/it/tools/small/run", data={"/title": "x" * 2_000_000}).status_code == 413
    page = client.get("/try/it/tools/none")
    assert (page.status_code, "There is no tool" in page.text) == (404, True)
    assert "Set-Cookie" not in page.headers
    assert page.headers["Content-Security-Policy"].startswith("default-src 'none'")


@pytest.mark.parametrize(
    ("trusted", "name"),
    [("www.example.com", "www.example.com"), (".example.com", "example.com"), (".example.com", "a.example.com")],
)
def test_names_that_the_host_trusts_are_trusted(tmp_path, trusted, name):
    app = Flask("host")
    app.config["TRUSTED_HOSTS"] = [trusted]
    QuickExecute(app, tools=load(SMALL), config=Config(database=str(tmp_path / "r.sqlite"), files=tmp_path / "f"))
    client = app.test_client()

    assert client.get("/webform/tools/small", headers={"Host": name}).status_code == 200


def test_a_host_may_hang_up_two(tmp_path):
    app = Flask("host")
    for name in ("one", "two"):
        config = Config(database=str(tmp_path / f"{name}.sqlite"), files=tmp_path / name)
        QuickExecute(app, tools=load(SMALL | {"name": name}), url_prefix=f"/{name}", config=config)
    client = app.test_client()

    assert '<h1 dir="auto">one</h1>' in client.get("/one/tools/small").text
    assert '<h1 dir="auto">two</h1>' in client.get("/two/tools/small").text
