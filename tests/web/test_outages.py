"""A server that is down costs its own tools, and they come when it is back."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.acting import PATIENCE
from tests.servers import asgi, free_port, mcp_server
from tests.web.conftest import SMALL
from webform.runners import Target
from webform.web import Config, create_app
from webform.web.servers import REASONS
from webform.web.sources import UnusableSourceError, gather


@pytest.fixture
def new_app(tmp_path):
    made = []

    def make(found, **config):
        places = {"database": str(tmp_path / "runs.sqlite"), "files": tmp_path / "files"}
        made.append(create_app(found.served, Config(**(places | config)), down=found.down))
        return made[-1]

    yield make
    for app in made:
        app.extensions["webform"].close()


def test_it_is_listed_with_why_and_when_and_all_else_goes_on(new_app, serve):
    running = Flask("tool")
    running.add_url_rule("/tool.json", "manifest", lambda: SMALL)
    address = f"http://127.0.0.1:{free_port()}/mcp"
    far = Target(url=address, allow_private=True, protocol="mcp")
    lost = Target(url="lost", command=("no-such-program",))

    client = new_app(
        gather([f"{address}?key=s3cret", serve(running)], servers={"far": far, "lost": lost})
    ).test_client()
    page = client.get("/")

    assert 'href="/tools/small"' in page.text
    assert f"<h3>{address}</h3>" in page.text
    assert "<h3>far</h3><p>The server cannot be reached. Next try in" in page.text
    assert "<h3>lost</h3><p>The program &#34;no-such-program&#34; is not installed." in page.text
    assert "s3cret" not in page.text
    assert page.headers["Cache-Control"] == "private, no-store"
    assert client.get("/healthz").json == {"ok": True}
    assert "a server that is unavailable now" in client.get("/tools/echo").text


def test_its_tools_come_when_it_is_back_and_somebody_asks(new_app):
    port = free_port()
    target = Target(url=f"http://127.0.0.1:{port}/mcp", allow_private=True, protocol="mcp")
    found = gather([], servers={"typed": target})
    client = new_app(found).test_client()
    assert [down.error.code for down in found.down] == ["tool-down"]
    assert "data-search-none hidden" in client.get("/").text

    with asgi(mcp_server({}).streamable_http_app(), port):
        back = client.post("/servers/retry", data={"server": "typed"})
        page = client.get("/").text
        answer = client.post("/tools/double/run", json={"x": 2}, headers={"Accept": "application/json"}).json

    assert (back.status_code, back.headers["Location"]) == (303, "/")
    assert 'href="/tools/double"' in page
    assert "Unavailable" not in page
    assert answer["value"] == 4


def test_they_come_by_themselves_and_leave_the_ids_of_others_as_they_are(new_app, serve, monkeypatch):
    monkeypatch.setattr("webform.web.outages.FIRST_PAUSE", 0.05)
    port, other = free_port(), Flask("other")
    other.add_url_rule("/tool.json", "manifest", lambda: {**SMALL, "id": "double"})
    site = new_app(gather([f"http://127.0.0.1:{port}/mcp", serve(other)])).extensions["webform"]
    (outage,) = site.outages
    with asgi(mcp_server({}).streamable_http_app(), port):
        site.watch()
        with outage._changed:
            assert outage._changed.wait_for(lambda: outage._over, PATIENCE)

    assert (site.outages, site.served["double"].tool.name) == ((), "Small")
    assert site.served["double-2"].target.protocol == "mcp"


def test_a_tool_behind_a_proxy_that_cannot_reach_it_is_down(serve):
    away = Flask("away")
    away.add_url_rule("/tool.json", "manifest", lambda: ("", 503))

    assert [down.error.code for down in gather([serve(away)]).down] == ["tool-down"]


def test_what_no_later_try_can_change_is_said_at_start(serve):
    with pytest.raises(UnusableSourceError, match="Nothing at this address answers with a tool's declaration"):
        gather([serve(Flask("nothing"))])


def test_every_reason_is_a_sentence_of_its_own():
    assert all(reason.endswith(".") for reason in REASONS.values())
    assert len(set(REASONS.values())) == len(REASONS)
