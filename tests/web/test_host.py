"""The app in a host's, beside the extensions that such apps have."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask_login import LoginManager, login_required
from flask_talisman import Talisman
from flask_wtf.csrf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

from tests.web.conftest import SMALL
from webform import load
from webform.web import Config, QuickExecute


@pytest.fixture
def add(tmp_path, acting):
    """`add(app, **arguments) -> QuickExecute`: the small tool below /forms of *app*; ended with the test."""
    made = []

    def into(app, prefix="/forms", **arguments):
        folder = tmp_path / prefix.strip("/")
        config = Config(database=str(tmp_path / f"{folder.name}.sqlite"), files=folder)
        tools = [(tool, acting.url) for tool in load(SMALL)]
        made.append(QuickExecute(app, tools, prefix, **({"config": config} | arguments)))
        return made[-1]

    yield into
    acting.let_go()
    for extension in made:
        extension.site.close()


@pytest.mark.parametrize("first", ["webform", "others"])
def test_other_extensions_stand_beside_it_in_any_order(add, first):
    app = Flask("host")
    app.secret_key = "of the host"
    if first == "webform":
        add(app)
    CSRFProtect(app)
    Talisman(app, force_https=False)
    LoginManager(app).user_loader(lambda _: None)
    app.add_url_rule("/own", "own", lambda: "own", methods=["POST"])
    app.add_url_rule("/private", "private", login_required(lambda: "private"))
    app.register_error_handler(404, lambda _: ("the host's", 404))
    app.register_error_handler(403, lambda _: ("the host's", 403))
    if first == "others":
        add(app)
    client = app.test_client()

    ran = client.post("/forms/tools/small/run", data={"/title": "x"})
    assert ran.status_code == 303
    page = client.get(ran.headers["Location"])
    assert "42" in page.text
    assert page.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert "X-Frame-Options" not in page.headers
    elsewhere = client.post("/forms/tools/small/run", data={"/title": "x"}, headers={"Origin": "https://e.example"})
    assert (elsewhere.status_code, "Only this site" in elsewhere.text) == (403, True)
    missing = client.get("/forms/tools/none", headers={"Accept": "application/json"})
    assert missing.json["error"]["message"].startswith("There is no tool")
    assert client.post("/own").status_code == 400
    assert client.get("/private").status_code == 401
    assert client.get("/nothing").text == "the host's"


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/forms/nope", 404, "not-found"),
        ("POST", "/forms/nope/", 404, "not-found"),
        ("PUT", "/forms/", 405, "method"),
        ("GET", "/forms/tools/small/run", 405, "method"),
    ],
)
def test_what_has_no_view_below_the_prefix_is_answered_by_webform(add, method, path, status, code):
    app = Flask("host")
    app.register_error_handler(404, lambda _: ("the host's", 404))
    add(app)
    client = app.test_client()

    problem = client.open(path, method=method, headers={"Accept": "application/json"})
    assert (problem.status_code, problem.json["error"]["code"]) == (status, code)
    assert ("Allow" in problem.headers) == (status == 405)
    page = client.open(f"{path}?lang=de", method=method, headers={"Accept": "text/html"})
    assert (page.status_code, "<html" in page.text, 'lang="de"' in page.text) == (status, True, True)
    assert page.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert client.open(path, method=method, headers={"Host": "evil.example"}).status_code == 403
    assert client.get("/formsandmore").text == client.get("/nope").text == "the host's"
    assert client.get("/forms").status_code == 308


def test_addresses_stand_below_what_a_proxy_says(add):
    app = Flask("host")
    add(app)
    app.wsgi_app = ProxyFix(app.wsgi_app, x_prefix=1)

    page = app.test_client().get("/forms/tools/small", headers={"X-Forwarded-Prefix": "/team"}).text
    addresses = re.findall(r'(?:href|action|formaction|src)="(/[^"]*)"', page)
    assert addresses
    assert all(address.startswith("/team/forms/") for address in addresses)


def test_a_form_stands_in_a_page_of_the_hosts_own(add):
    app = Flask("host")
    forms = add(app)
    app.add_url_rule("/own", "own", lambda: forms.assets() + forms.render("small", {"title": "<b>"}))
    client = app.test_client()

    page = client.get("/own", environ_overrides={"SCRIPT_NAME": "/team"}).text
    assert 'action="/team/forms/tools/small/run"' in page
    assert 'value="&lt;b&gt;"' in page
    files = re.findall(r'(?:href|src)="/team(/forms/static/[^"]*)"', page)
    assert len(files) == 3
    assert {client.get(file).status_code for file in files} == {200}
