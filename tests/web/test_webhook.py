"""The webhook of an app: told of runs that end, of none that were forgotten; and its settings."""

from __future__ import annotations

import base64
import json
import time
from pathlib import Path

import pytest

from tests.runs.test_store import a_run
from tests.runs.test_webhooks import KEY, SECRET, left, receiver
from webform.messages import Phrase
from webform.runs.webhooks import Webhook, delivery_of
from webform.web import read_config

__all__ = ["receiver"]

ROOT = Path(__file__).parents[2]


@pytest.fixture
def app(new_app, receiver):
    return new_app(webhook=Webhook(url=receiver.url, secret=KEY))


def begin(client, title="a"):
    """Begin a run, and return its id."""
    return client.post("/tools/small/run", json={"title": title}, headers={"Prefer": "respond-async"}).json["run"]


def test_a_run_that_ends_is_told_and_no_value_of_it(client, receiver):
    run = client.post("/tools/small/run", json={"title": "typed-by-a-person"}).json["run"]
    _, body, headers = receiver.next()

    data = json.loads(body)["data"]
    assert (data["run"], data["tool"], data["state"], data["status"]) == (run, "small", "done", "ok")
    assert "typed-by-a-person" not in f"{body}{headers}"
    assert "42" not in json.dumps(data | {"run": "", "created": "", "began": "", "ended": ""})


def test_a_run_that_is_cancelled_is_told_and_one_that_is_forgotten_is_not(app, client, acting, receiver):
    runs = app.extensions["webform"].runs
    acting.hold()
    begun = [begin(client, title) for title in "ab"]
    acting.begun()
    acting.begun()
    runs.forget(begun[0])
    runs.cancel(begun[1])
    acting.let_go()

    data = json.loads(receiver.next()[1])["data"]
    assert (data["run"], data["state"]) == (begun[1], "cancelled")
    assert receiver.requests.qsize() == 0


def test_a_run_that_is_lost_with_its_process_is_told_by_the_next(new_app, acting, receiver):
    webhook = Webhook(url=receiver.url, secret=KEY)
    first = new_app(webhook=webhook)
    acting.hold()
    run = begin(first.test_client())
    acting.begun()
    first.extensions["webform"].close()
    acting.let_go()
    assert receiver.requests.qsize() == 0

    new_app(webhook=webhook).test_client().get("/")
    data = json.loads(receiver.next()[1])["data"]
    assert (data["run"], data["state"], data["status"]) == (run, "lost", None)


def test_what_it_has_to_be_told_is_in_the_database_without_values(app, client, receiver):
    site = app.extensions["webform"]
    site.deliveries.close()
    client.post("/tools/small/run", json={"title": "typed-by-a-person"})

    (row,) = left(site.runs.store)
    assert "typed-by-a-person" not in str(row)


def test_the_example_of_the_documents_takes_what_is_webforms_and_nothing_else(monkeypatch):
    page = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
    (example,) = (code.partition("```")[0] for code in page.split("```python\n")[1:] if "webhook-id" in code)
    monkeypatch.setenv("WEBHOOK_SECRET", SECRET)
    names = {"__name__": "example"}
    exec(example, names)
    client, delivery, now = names["app"].test_client(), delivery_of(a_run()), int(time.time())
    webhook = Webhook(url="http://localhost/runs", secret=KEY)

    def status(headers, content=delivery.content):
        return client.post("/runs", data=content, headers=headers, content_type="application/json").status_code

    assert status(webhook.headers(delivery, now)) == 204
    assert status(webhook.headers(delivery, now), delivery.content + " ") == 401
    assert status(webhook.headers(delivery, now - 600)) == 401
    assert status(Webhook(url=webhook.url, secret=bytes(32)).headers(delivery, now)) == 401


# settings


@pytest.fixture
def read(tmp_path):
    def read(text):
        file = tmp_path / "webform.toml"
        file.write_text(text, "utf-8")
        return read_config(file)

    return read


def test_it_is_read(read, monkeypatch):
    monkeypatch.setenv("HOOK", SECRET)
    config, problems = read("""
        [webhook]
        url = "https://hooks.example.com/runs?x=1"
        secret = { env = "HOOK" }
        tools = ["small"]
    """)

    assert problems == []
    assert config.webhook == Webhook(url="https://hooks.example.com/runs?x=1", secret=KEY, tools=("small",))
    assert config.webhook.target.allow_private is False


SHORT = "whsec_" + base64.b64encode(b"short").decode()
LONG = "whsec_" + base64.b64encode(bytes(65)).decode()


@pytest.mark.parametrize(
    ("text", "at", "wrong"),
    [
        ('url = "https://a.example/"', "/webhook", ("no-webhook", {"name": "url", "needed": "secret"})),
        (f'secret = "{SECRET}"', "/webhook", ("no-webhook", {"name": "secret", "needed": "url"})),
        (f'url = "http://hooks.example.com/"\nsecret = "{SECRET}"', "/webhook/url", ("wrong-type", {"expected": Phrase("kind.webhook-address"), "found": '"http://hooks.example.com/"'})),
        (f'url = "ftp://a"\nsecret = "{SECRET}"', "/webhook/url", None),
        (f'url = "https://u:p@a.example/"\nsecret = "{SECRET}"', "/webhook/url", None),
        (f'url = "https://a.example/"\nsecret = "{SHORT}"', "/webhook/secret", None),
        (f'url = "https://a.example/"\nsecret = "{LONG}"', "/webhook/secret", None),
        ('url = "https://a.example/"\nsecret = "whsec_hunter2!"', "/webhook/secret", None),
        ('url = "https://a.example/"\nsecret = { env = "NOT_SET" }', "/webhook/secret", None),
        (f'url = "https://a.example/"\nsecret = "{SECRET}"\ntools = "small"', "/webhook/tools", None),
    ],
)  # fmt: skip
def test_what_is_wrong_with_it_is_said_with_its_place_and_no_key(read, text, at, wrong):
    config, (problem,) = read(f"[webhook]\n{text}")

    assert (problem.at, config.webhook) == (at, Webhook())
    assert wrong in (None, (problem.code, problem.params))
    assert [word for word in (SECRET[6:], SHORT[6:], "hunter2") if word in problem.message] == []


@pytest.mark.parametrize("url", ["http://127.0.0.1:8000/hook", "http://hooks.internal/hook", "https://a.example/"])
def test_it_may_be_without_tls_on_ones_own_network(read, url):
    assert read(f'[webhook]\nurl = "{url}"\nsecret = "{SECRET}"')[1] == []
