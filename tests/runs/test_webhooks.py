"""The webhook: told of each run that ends, signed as the specification has it, until it took it."""

from __future__ import annotations

import base64
import json
from queue import Queue
from threading import Thread

import pytest
from flask import Flask, request
from sqlalchemy import select, update
from standardwebhooks import Webhook as Verifier
from standardwebhooks import WebhookVerificationError

from tests.acting import PATIENCE
from tests.runs.test_store import a_run
from webform.result import Result
from webform.runners import HTTPRunner
from webform.runs import RunStore
from webform.runs.rows import DELIVERIES
from webform.runs.webhooks import PAUSES, Deliveries, Webhook

KEY = bytes(range(32))
SECRET = "whsec_" + base64.b64encode(KEY).decode()


class Receiver:
    """What is told: it keeps what came, and answers as it is set to."""

    def __init__(self) -> None:
        self.requests, self.answer, self.url = Queue(), ("", 204), ""
        self.app = Flask("receiver")
        self.app.add_url_rule("/hook", view_func=self._take, methods=["POST"])
        self.app.add_url_rule("/elsewhere", view_func=self._take, methods=["GET", "POST"])

    def _take(self):
        self.requests.put((request.full_path, request.get_data(), dict(request.headers)))
        return self.answer

    def next(self):
        return self.requests.get(timeout=PATIENCE)


@pytest.fixture
def receiver(serve):
    receiver = Receiver()
    receiver.url = serve(receiver.app) + "/hook?token=of-the-address"
    return receiver


@pytest.fixture
def webhook(receiver):
    return Webhook(url=receiver.url, secret=KEY)


@pytest.fixture
def deliveries(store, webhook):
    """Deliveries that only the test makes."""
    return new(store, webhook)


def new(store, webhook, client=None):
    made = Deliveries(store, webhook, client)
    made.watch = lambda: None
    return made


def left(store):
    return store.read(lambda connection: connection.execute(select(DELIVERIES)).mappings().all())


def make_due(store):
    store.write(lambda connection: connection.execute(update(DELIVERIES).values(due=0)))


def test_it_is_told_how_a_run_ended_and_no_value(deliveries, receiver, store):
    run = a_run(
        began=2.5, ended=1.8e9, created=0.0, body={"x": "typed"}, result=Result(status="ok", value="found", message="m")
    )
    deliveries.add(run)
    deliveries.deliver()

    path, body, headers = receiver.next()
    document = Verifier(SECRET).verify(body, headers)

    assert document["type"] == "run.ended"
    assert document["data"] == {
        "run": run.id, "tool": "t", "state": "done", "status": "ok",
        "created": "1970-01-01T00:00:00Z", "began": "1970-01-01T00:00:02.500000Z", "ended": "2027-01-15T08:00:00Z",
    }  # fmt: skip
    assert (path, headers["Content-Type"]) == ("/hook?token=of-the-address", "application/json")
    assert left(store) == []


@pytest.mark.parametrize("change", [lambda body: body.replace(b"done", b"lost"), lambda body: body + b" "])
def test_what_was_changed_on_its_way_is_noticed(deliveries, receiver, change):
    deliveries.add(a_run())
    deliveries.deliver()
    _, body, headers = receiver.next()

    with pytest.raises(WebhookVerificationError, match="No matching signature found"):
        Verifier(SECRET).verify(change(body), headers)


def test_it_is_told_again_under_the_same_id_until_it_takes_it(deliveries, receiver, store, caplog):
    receiver.answer = "later", 503
    deliveries.add(a_run())
    deliveries.deliver()
    (waiting,) = left(store)
    deliveries.deliver()
    assert (waiting["attempt"], receiver.requests.qsize()) == (1, 1)

    receiver.answer = "", 200
    make_due(store)
    deliveries.deliver()
    first, second = receiver.next(), receiver.next()
    assert first[2]["Webhook-Id"] == second[2]["Webhook-Id"]
    assert first[1] == second[1]
    assert left(store) == []
    assert f"webhook at {receiver.url.split('/')[2]}: 503; tried again in 5 s" in caplog.text
    logged = " ".join(record.getMessage() for record in caplog.records if record.name.startswith("webform"))
    assert [word for word in (SECRET[6:], "of-the-address", "whsec") if word in logged] == []


@pytest.mark.parametrize(("status", "times"), [(500, len(PAUSES) + 1), (410, 1), (400, len(PAUSES) + 1)])
def test_it_is_given_up_in_the_end_and_at_once_where_it_says_so(deliveries, receiver, store, status, times):
    receiver.answer = "", status
    deliveries.add(a_run())
    while left(store):
        make_due(store)
        deliveries.deliver()

    assert receiver.requests.qsize() == times


def test_what_it_was_not_told_yet_outlives_the_process(receiver, webhook, database):
    first = RunStore(database)
    before = new(first, webhook)
    before.add(a_run(id="kept-over-a-restart"))
    before.close()
    first.close()

    second = RunStore(database)
    after = Deliveries(second, webhook)
    after.watch()

    assert json.loads(receiver.next()[1])["data"]["run"] == "kept-over-a-restart"
    after.close()
    second.close()


def test_processes_that_share_a_database_tell_it_once(webhook, receiver, database):
    stores = [RunStore(database) for _ in range(3)]
    processes = [new(store, webhook) for store in stores]
    runs = [a_run() for _ in range(20)]
    for run in runs:
        # Whoever notes that it is over tells of it.
        processes[0].add(run)
        processes[1].add(run)

    threads = [Thread(target=process.deliver) for process in processes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    ids = [json.loads(body)["data"]["run"] for _, body, _ in receiver.requests.queue]
    assert sorted(ids) == sorted(run.id for run in runs)
    for other in stores:
        other.close()


def test_one_that_was_claimed_by_a_process_that_died_is_told_by_another(deliveries, store, receiver):
    deliveries.add(a_run())
    (due,) = deliveries._due()
    assert (deliveries._claim(due), deliveries._claim(due)) == (True, False)

    make_due(store)
    deliveries.deliver()
    assert receiver.requests.qsize() == 1


def test_it_is_told_of_the_tools_that_it_wants_alone(store, receiver):
    deliveries = new(store, Webhook(url=receiver.url, secret=KEY, tools=("a",)))
    for tool in ("a", "b"):
        deliveries.add(a_run(tool_id=tool))

    assert len(left(store)) == 1


def test_without_an_address_nothing_is_told(store):
    deliveries = Deliveries(store, Webhook())
    deliveries.add(a_run())
    deliveries.watch()

    assert (left(store), deliveries._thread) == ([], None)


def test_a_redirect_is_not_followed(deliveries, receiver, store, caplog):
    receiver.answer = "", 302, {"Location": "/elsewhere"}
    deliveries.add(a_run())
    deliveries.deliver()

    assert (receiver.requests.qsize(), len(left(store))) == (1, 1)
    assert "redirect; tried again in 5 s" in caplog.text


@pytest.mark.parametrize("private", [None, False])
def test_a_public_name_that_leads_into_a_private_network_is_not_called(store, receiver, private, caplog):
    port = receiver.url.split(":")[2].split("/")[0]
    webhook = Webhook(url=f"http://hooks.example.com:{port}/hook", secret=KEY, private=private)
    deliveries = new(store, webhook, HTTPRunner(resolve=lambda *_: ["127.0.0.1"]))
    deliveries.add(a_run())
    deliveries.deliver()

    assert receiver.requests.qsize() == 0
    assert "refused-address; tried again" in caplog.text


def test_an_answer_without_end_is_not_read(deliveries, receiver, store):
    receiver.answer = "x" * 1_000_000, 200
    deliveries.add(a_run())
    deliveries.deliver()

    assert left(store) == []


def test_nobody_is_there(store, caplog):
    deliveries = new(store, Webhook(url="http://127.0.0.1:9/hook", secret=KEY))
    deliveries.add(a_run())
    deliveries.deliver()

    assert "webhook at 127.0.0.1:9: tool-down; tried again in 5 s" in caplog.text


def test_the_key_is_in_no_text_of_it(webhook):
    assert "secret" not in repr(webhook)
    assert SECRET[6:] not in str(webhook)
