"""The configuration read again on SIGHUP: tools and settings change, runs go on, and what is wrong changes nothing."""

from __future__ import annotations

import os
import signal
import urllib.error
import urllib.request
from dataclasses import replace

import pytest

from tests.configured import TOOL, Served
from tests.until import until
from webform import load
from webform.runs.webhooks import Webhook
from webform.web import Config, create_app


@pytest.fixture
def served(tmp_path, acting):
    served = Served(tmp_path, acting.url)
    served.start()
    yield served
    acting.let_go()
    served.close()


def test_tools_and_settings_are_read_again_while_runs_and_streams_go_on(served, acting):
    acting.hold()
    run = served.ask("/tools/one/run", b"{}", Prefer="respond-async")["run"]
    acting.begun()
    stream = urllib.request.urlopen(f"{served.address}/runs/{run}/events", timeout=20)
    served.write(TOOL | {"name": "Renamed"}, 'frame_ancestors = ["https://example.com"]\nmax_body_mb = 1')
    served.renew("the configuration was read again")
    headers, page = served.page()

    assert "Renamed" in page
    assert "frame-ancestors https://example.com" in headers["Content-Security-Policy"]
    with pytest.raises(urllib.error.HTTPError) as refused:
        served.ask("/tools/one/run", b" " * 1_500_000 + b"{}")
    assert refused.value.code == 413
    assert served.ask(f"/runs/{run}")["state"] == "running"
    acting.let_go()
    with stream:
        assert b"event: done" in stream.read()
    assert served.ask(f"/runs/{run}")["status"] == "ok"
    assert served.ask("/tools/one/run", b"{}")["status"] == "ok"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tool", "settings", "named"),
    [
        (TOOL, 'mode = "live"', "webform.toml"),
        (TOOL, "not toml", "webform.toml"),
        (["nothing"], "", "one.json"),
    ],
    ids=["setting", "text", "tool"],
)
def test_what_is_wrong_is_logged_and_the_server_goes_on_as_it_was(served, tool, settings, named):
    served.write(tool, settings)
    served.renew(named, "the configuration cannot be used; the one before goes on")

    assert "One" in served.page()[1]
    assert served.ask("/tools/one/run", b"{}")["status"] == "ok"


@pytest.mark.slow
def test_what_cannot_change_while_it_runs_is_named(served):
    served.write(TOOL, 'trusted_proxies = ["10.0.0.1"]')
    served.renew("this counts once the server is started again: trusted_proxies", "the configuration was read again")

    assert "One" in served.page()[1]


@pytest.mark.slow
def test_a_process_that_begins_later_has_the_newest_configuration(served):
    served.write(TOOL | {"name": "Renamed"})
    served.renew("the configuration was read again")
    os.kill(served.children()[0], signal.SIGKILL)

    def is_renamed():
        try:
            return "Renamed" in served.page()[1]
        except OSError:
            return False

    until(is_renamed)


def test_a_run_that_goes_on_is_told_to_the_webhook_of_the_newest_configuration(tmp_path, acting):
    (tool,) = load(TOOL)
    config = Config(database=str(tmp_path / "runs.sqlite"), files=tmp_path / "files")
    before = create_app([(tool, acting.url)], config)
    acting.hold()
    client = before.test_client()
    client.post("/tools/one/run", json={}, headers={"Accept": "application/json", "Prefer": "respond-async"})
    acting.begun()
    webhook = Webhook(url=acting.url, secret=b"x" * 24)
    app = create_app([(tool, acting.url)], replace(config, webhook=webhook), before=before)
    site = app.extensions["webform"]
    site.watch()
    acting.let_go()

    until(lambda: any(body.get("type") == "run.ended" for body in acting.bodies))
    site.close()
