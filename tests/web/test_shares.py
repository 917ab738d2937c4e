"""Shares: what one client or one tool takes leaves the others served, and whoever wants more is told for how long."""

from __future__ import annotations

import io
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.until import until
from tests.web.conftest import SMALL
from webform.web.limits import PRODUCTION, Limits
from webform.web.memory import MAX_CLIENTS, Memory
from webform.web.rates import Rate, wait_words

ASYNC = {"Prefer": "respond-async"}
AS_JSON = {"Accept": "application/json"}
OTHER = SMALL | {"id": "other", "name": "Other"}
ONE, ANOTHER = {"REMOTE_ADDR": "203.0.113.1"}, {"REMOTE_ADDR": "203.0.113.2"}


def begin(client, who, tool="small", title="x"):
    return client.post(f"/tools/{tool}/run", json={"title": title}, headers=ASYNC, environ_overrides=who)


@pytest.fixture
def limited(new_app):
    """`limited(*declarations, **limits)`: a client of an app in production with these limits and no others."""

    def start(*declarations, at_once=64, **limits):
        none = {"runs_at_once": 10_000, "runs_a_minute": 10_000, "streams": 10_000, "uploads_mb_a_day": 10_000}
        return new_app(
            *declarations, mode="production", at_once=at_once, limits=Limits(**(none | limits))
        ).test_client()

    return start


def test_a_slow_tool_leaves_room_for_the_others(limited, acting):
    client = limited(SMALL, OTHER, at_once=4)
    acting.hold()
    answers = [begin(client, ONE) for _ in range(20)]

    refused = [answer for answer in answers if answer.status_code == 503]
    assert 0 < len(refused) < 20
    assert {answer.json["error"]["code"] for answer in refused} == {"tool-busy"}
    assert "Other tools can be run." in refused[0].json["error"]["message"]
    for _ in range(2):
        acting.begun()
    assert begin(client, ANOTHER, "other").status_code == 202
    acting.begun()
    assert acting.bodies[-1] == {"title": "x"}


@pytest.mark.slow
def test_a_client_that_posts_five_hundred_runs_leaves_the_others_served(limited, acting):
    client = limited(runs_at_once=2)
    acting.hold()
    answers = [begin(client, ONE) for _ in range(500)]

    assert [answer.status_code for answer in answers] == [202] * 10 + [429] * 490
    error = answers[-1].json["error"]
    assert error["code"] == "too-many-runs"
    words = "You can have 2 runs going on and 8 waiting, and have; nothing was run. Try again in 5 seconds."
    assert error["message"] == words
    assert answers[-1].headers["Retry-After"] == "5"
    assert begin(client, ANOTHER, title="another").status_code == 202
    for _ in range(3):
        acting.begun()
    assert {"title": "another"} in acting.bodies


def test_a_client_that_opens_five_hundred_streams_leaves_the_others_served(limited, acting):
    client = limited(streams=20)
    acting.hold()
    address = begin(client, ONE).json["run"]
    ask = {"headers": AS_JSON, "buffered": False}
    opened = [client.get(f"/runs/{address}/events", environ_overrides=ONE, **ask) for _ in range(500)]

    assert [answer.status_code for answer in opened] == [200] * 20 + [429] * 480
    error = opened[-1].json["error"]
    assert error["code"] == "too-many-streams"
    assert error["message"].startswith(
        "You can have 20 streams of events open, and have. Ask for the run itself now and then"
    )
    assert error["message"].endswith("Try again in 5 seconds.")
    other = client.get(f"/runs/{address}/events", buffered=False, environ_overrides=ANOTHER)
    assert next(other.iter_encoded()) == b"retry: 1000\n\n"
    for answer in [*opened, other]:
        answer.close()
    assert client.get(f"/runs/{address}/events", buffered=False, environ_overrides=ONE).status_code == 200


def test_runs_a_minute_are_counted_and_the_page_says_how_long_to_wait(limited):
    client = limited(runs_a_minute=3)

    assert [begin(client, ONE).status_code for _ in range(4)] == [202, 202, 202, 429]
    page = client.post("/tools/small/run", data={"/title": "x"}, headers={"Accept": "text/html"}, environ_overrides=ONE)
    assert (page.status_code, page.mimetype) == (429, "text/html")
    assert "You can begin 3 runs a minute; nothing was run." in page.text
    assert f"Try again in {page.headers['Retry-After']} seconds." in page.text
    assert begin(client, ANOTHER).status_code == 202


@pytest.mark.parametrize(
    ("path", "sent", "kept"),
    [
        ("/tools/small/run", {"/title": "Straße"}, 'value="Straße"'),
        ("/tools/small/batch", {"rows": "Title\nStraße", "do": "run"}, "\nTitle\nStraße</textarea>"),
        ("/chains/run", {"tool/0": "small", "args/0": '{"title": "Straße"}'}, "{&#34;title&#34;: &#34;Straße&#34;}"),
    ],
    ids=["a form", "a batch", "a chain"],
)
def test_a_page_that_may_not_run_more_comes_back_as_it_was_filled_in(limited, path, sent, kept):
    client = limited(runs_a_minute=1)
    begin(client, ONE)

    page = client.post(path, data=sent, environ_overrides=ONE)

    assert page.status_code == 429
    assert "You can begin 1 run a minute; nothing was run. Try again in " in page.text
    assert kept in page.text


def test_uploads_of_a_day_are_counted_before_they_are_read(limited, acting):
    client = limited(uploads_mb_a_day=1)

    def send(size, who):
        file = {"/title": (io.BytesIO(b"x" * size), "a.txt")}
        return client.post("/tools/small/check", data=file, headers=AS_JSON, environ_overrides=who)

    assert send(900_000, ONE).status_code != 429
    refused = send(900_000, ONE)
    assert (refused.status_code, refused.json["error"]["code"]) == (429, "too-many-uploads")
    words = "You can upload 1 MB a day; this is more than is left. Try again in "
    assert refused.json["error"]["message"].startswith(words)
    assert refused.json["error"]["message"].endswith(" hours.")
    assert send(900_000, ANOTHER).status_code != 429
    assert begin(client, ONE).status_code == 202
    endless = client.post(
        "/tools/small/run",
        data=b"{}",
        content_type="application/json",
        environ_overrides=ONE | {"HTTP_TRANSFER_ENCODING": "chunked", "CONTENT_LENGTH": ""},
    )
    assert (endless.status_code, endless.json["error"]["code"]) == (411, "no-length")


def batch(client, who, rows="a\nb"):
    sent = {"rows": f"Title\n{rows}", "do": "run", "mapped": "1", "header": "1", "column/title": "0"}
    return client.post("/tools/small/batch", data=sent, headers=AS_JSON, environ_overrides=who)


def test_a_client_has_four_batches_at_a_time(limited, acting):
    client = limited()
    acting.hold()

    assert [batch(client, ONE).status_code for _ in range(5)] == [202] * 4 + [429]
    assert batch(client, ANOTHER).status_code == 202


def test_the_rows_of_a_batch_are_runs_of_who_began_it(limited, acting):
    client = limited(runs_at_once=2)
    acting.hold()
    address = batch(client, ONE, "a\nb\nc\nd").location
    until(lambda: all(row["status"] != "waiting" for row in client.get(address, headers=AS_JSON).json["rows"]))

    assert [begin(client, ONE).status_code for _ in range(7)] == [202] * 6 + [429]


def test_a_user_who_signed_in_is_one_client_wherever_they_are(new_app, acting):
    from tests.web.test_access import basic
    from webform.web.access import Access

    users = {"ann": "ann's password", "bob": "bob's password"}
    limits = Limits(runs_a_minute=1)
    client = new_app(mode="production", auth=Access(users=users), limits=limits).test_client()

    def status(who, name):
        headers = basic(name, users[name])
        return client.post("/tools/small/run", json={"title": "x"}, headers=headers, environ_overrides=who).status_code

    assert [status(ONE, "ann"), status(ANOTHER, "ann"), status(ONE, "bob")] == [200, 429, 200]


def test_production_has_limits_and_dev_those_that_are_set():
    assert Limits().of("production") == PRODUCTION.of("dev")
    assert set(Limits().of("dev").values()) == {float("inf")}
    assert Limits(streams=3).of("dev")["streams"] == Limits(streams=3).of("production")["streams"] == 3


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(1, "in 1 second"), (119, "in 119 seconds"), (120, "in 2 minutes"), (121, "in 3 minutes"), (7200, "in 2 hours")],
)
def test_how_long_to_wait_is_said_in_the_unit_that_people_would_take(seconds, words):
    assert wait_words(seconds) == words


def test_a_flood_of_clients_is_forgotten_again():
    rate = Rate(1, 60)
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda index: rate.take(str(index)), range(MAX_CLIENTS + 100)))

    memory = rate._in_memory.storage
    assert len(memory.storage) == len(memory.expirations) == MAX_CLIENTS
    assert rate.wait("0") == 0
    assert 50 < rate.take(str(MAX_CLIENTS + 99)) <= 60


def test_counting_starts_no_thread_and_ends_with_its_time():
    memory = Memory()
    memory.timer.join()
    threads = set(threading.enumerate())
    assert [memory.incr("a", 60), memory.incr("a", 60), memory.incr("b", 0), memory.incr("b", 0)] == [1, 2, 1, 1]
    assert set(threading.enumerate()) == threads


def test_a_server_that_is_about_to_stop_begins_no_run_and_says_so(new_app, acting):
    client = new_app().test_client()
    acting.hold()
    going = begin(client, ONE).headers["Location"]
    client.application.extensions["webform"].stop()
    refused = begin(client, ONE)

    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
    assert refused.json["error"]["message"].startswith("The server is about to stop; nothing was run.")
    assert client.get("/readyz").json["problems"] == ["the server is about to stop"]
    assert client.get(going, headers=AS_JSON).json["state"] in ("queued", "running")
