"""Events of a run over HTTP: as a stream that goes on where it broke off, by asking, on the page without scripts."""

from __future__ import annotations

import json
import re

import pytest

from tests.acting import PATIENCE
from tests.as_browser import entries_of
from tests.telling import Telling
from tests.until import until
from tests.web.conftest import SMALL
from webform import load
from webform.language import gettext, in_language
from webform.result import Result
from webform.web import Config, create_app
from webform.web.access import Access

AS_JSON = {"Accept": "application/json"}
ASYNC = AS_JSON | {"Prefer": "respond-async"}
SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}, "n": {"type": "integer"}}, "required": ["city"]}


@pytest.fixture
def new_site(tmp_path):
    """`new_site(act, **tool) -> (client, runner, runs)`: a tool that tells what *act* does; ended with the test."""
    made = []

    def make(act, access=None, **tool):
        runner = Telling(act)
        places = Config(database=str(tmp_path / "runs.sqlite"), files=tmp_path / "files", auth=access or Access())
        app = create_app([(load(SMALL | tool)[0], "http://127.0.0.1:9/run")], places, runner=runner)
        made.append((app.extensions["webform"], runner))
        return app.test_client(), runner, app.extensions["webform"].runs

    yield make
    for site, runner in made:
        runner.step(1000)
        site.close()


def begin(client, headers=None):
    return client.post("/tools/small/run", json={"title": "x"}, headers=ASYNC | (headers or {})).headers["Location"]


def stream(client, address, **headers):
    """Return the events of the stream at *address*: (id, kind, data)."""
    # A server closes what it has sent; the client of the tests waits to be told.
    with client.get(f"{address}/events", headers=headers) as answer:
        return read(answer.text)


def read(text):
    found = []
    for part in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in part.split("\n") if line and not line.startswith(":"))
        if "event" in fields:
            found.append((int(fields["id"]) if "id" in fields else None, fields["event"], json.loads(fields["data"])))
    return found


def over(client, runs, address):
    runs.wait(address.removeprefix("/runs/"), PATIENCE)


def everything(tell, _):
    tell({"type": "progress", "done": 1, "total": 4, "message": "Reading"})
    tell({"type": "log", "level": "warning", "message": "a\n\nevent: done\ndata: {}", "logger": "l"})
    tell({"type": "chunk", "text": "once "})
    tell({"type": "partial", "value": {"y": 1}})
    return {"y": 2}


def test_a_stream_tells_all_that_a_run_told_and_ends_with_it(new_site):
    client, _, runs = new_site(everything)
    address = begin(client)
    over(client, runs, address)
    events = stream(client, address)

    assert [event[:2] for event in events] == [
        (1, "progress"), (2, "log"), (3, "chunk"), (4, "partial"), (5, "done"),
    ]  # fmt: skip
    assert events[0][2] == {"done": 1, "total": 4, "message": "Reading"}
    assert events[1][2] == {"level": "warning", "message": "a\n\nevent: done\ndata: {}", "logger": "l"}
    assert events[4][2]["status"] == "ok"
    assert "value" not in events[4][2]


def test_who_waits_for_a_run_is_answered_once_it_tells_something(new_site):
    def act(tell, wait):
        tell({"type": "chunk", "text": "first"})
        wait()
        return {}

    client, runner, runs = new_site(act)
    answer = client.post("/tools/small/run", json={"title": "x"}, headers=AS_JSON | {"Prefer": "respond-async, wait=1"})
    run = answer.headers["Location"].removeprefix("/runs/")

    assert (answer.status_code, answer.json["state"]) == (202, "running")
    assert [event.kind for event in runs.events(run)] == ["chunk"]
    runner.step()


def test_a_stream_is_private_and_not_gathered_on_its_way(new_site):
    client, _, runs = new_site(everything)
    address = begin(client)
    over(client, runs, address)
    answer = client.get(f"{address}/events")

    assert answer.mimetype == "text/event-stream"
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert answer.headers["X-Accel-Buffering"] == "no"


@pytest.mark.parametrize("last", range(6))
def test_a_stream_goes_on_after_the_last_event_that_was_received(new_site, last):
    client, _, runs = new_site(everything)
    address = begin(client)
    over(client, runs, address)
    whole = stream(client, address)

    answer = client.get(f"{address}/events", headers={"Last-Event-ID": str(last)})
    by_query = client.get(f"{address}/events?after={last}")

    assert answer.status_code == by_query.status_code == (204 if last == 5 else 200)
    assert read(answer.text) == read(by_query.text) == whole[last:]


@pytest.mark.parametrize("last", ["", "x", "-1", "1.5", "9" * 30, "١", "1; DROP TABLE"])
def test_what_is_no_number_of_an_event_begins_at_the_first(new_site, last):
    client, _, runs = new_site(everything)
    address = begin(client)
    over(client, runs, address)

    assert len(read(client.get(f"{address}/events", query_string={"after": last}).text)) == 5


def test_events_come_while_the_run_goes_on(new_site):
    def act(tell, wait):
        for number in range(3):
            tell({"type": "log", "level": "info", "message": str(number)})
            wait()
        return {"y": 1}

    client, runner, _ = new_site(act)
    address = begin(client)
    answer = client.get(f"{address}/events", buffered=False)
    seen = []
    for part in answer.iter_encoded():
        for _, kind, data in read(part.decode()):
            seen.append(data.get("message", data.get("state")) if kind != "done" else kind)
            if kind == "log":
                runner.step()
    answer.close()

    # Whoever is quick sees it wait for its thread.
    assert [kind for kind in seen if kind != "queued"] in (
        ["running", "0", "1", "2", "done"],
        ["0", "running", "1", "2", "done"],
    )


@pytest.mark.parametrize(
    ("result", "kind", "status"),
    [
        (Result(status="ok", value=1), "done", "ok"),
        (Result(status="scheduled"), "done", "scheduled"),
        (Result(status="error", message="No."), "failed", "error"),
        (Result(status="invalid"), "failed", "invalid"),
        (Result(status="authorize"), "failed", "authorize"),
        (Result(status="cancelled"), "failed", "cancelled"),
    ],
    ids=lambda parameter: getattr(parameter, "status", parameter),
)
def test_a_stream_ends_by_what_came_of_the_run(new_site, result, kind, status):
    client, _, runs = new_site(lambda *_: result)
    address = begin(client)
    over(client, runs, address)
    ((_, ended, data),) = stream(client, address)

    assert (ended, data["status"]) == (kind, status)


def test_the_stream_of_a_run_that_was_cut_off_has_what_it_told_and_says_that_it_is_lost(new_site):
    def act(tell, wait):
        tell({"type": "chunk", "text": "so far"})
        wait()

    client, _, runs = new_site(act)
    address = begin(client)
    while not runs.events(address.removeprefix("/runs/")):
        runs.wait_event(address.removeprefix("/runs/"), 0, PATIENCE)
    runs.close()
    client, _, _ = new_site(act)

    assert [(kind, data.get("text", data.get("state"))) for _, kind, data in stream(client, address)] == [
        ("chunk", "so far"),
        ("failed", "lost"),
    ]
    page = client.get(address).text
    assert 'data-status="lost"' in page
    assert "so far" in page
    assert "data-run-again" in page


@pytest.mark.parametrize("code", ["cut-off", "tool-down"])
def test_a_run_is_tried_again_by_one_button_asked_about_where_it_may_be_done_already(new_site, code):
    result = Result(status="error", code=code, message="No.")
    client, _, runs = new_site(lambda *_: result)
    address = begin(client)
    over(client, runs, address)
    page = client.get(address).text

    assert page.count("data-run-again") == 1
    assert ("Run it again only if doing it twice does no harm" in page) is (code == "cut-off")
    assert not re.search(r'<p class="acts">\s*</p>', page)


def test_without_a_stream_the_run_is_asked_for_and_nothing_is_lost(new_site):
    client, _, runs = new_site(everything)
    address = begin(client)
    over(client, runs, address)
    first = client.get(f"{address}?after=0", headers=AS_JSON).json
    rest = client.get(f"{address}?after=3", headers=AS_JSON).json

    assert [event["id"] for event in first["events"]] == [1, 2, 3, 4]
    assert [event["event"] for event in rest["events"]] == ["partial"]
    assert first["state"] == "done"
    assert "events" not in client.get(address, headers=AS_JSON).json


def test_a_stream_that_is_closed_twice_is_given_back_once(new_site):
    client, runner, _ = new_site(lambda _, wait: wait())
    address = begin(client)
    client.application.extensions["webform"].streams.most_with_threads = 2
    first, second = client.get(f"{address}/events"), client.get(f"{address}/events")

    first.close()
    first.response.close()

    third, refused = client.get(f"{address}/events"), client.get(f"{address}/events")
    assert [answer.status_code for answer in (second, third, refused)] == [200, 200, 503]
    runner.step()


def test_there_are_so_many_streams_and_then_one_is_told_to_ask(new_site):
    client, runner, _ = new_site(lambda _, wait: wait())
    site = client.application.extensions["webform"]
    address = begin(client)
    most = site.streams.most_with_threads
    for _ in range(most):
        site.streams.take("another")
    answer = client.get(f"{address}/events", headers=AS_JSON)

    assert (answer.status_code, answer.json["error"]["code"]) == (503, "no-streams")
    assert answer.json["error"]["message"].startswith("All 400 streams of events that this server has are open. Ask ")
    assert answer.headers["Retry-After"] == "5"
    for _ in range(most):
        site.streams.leave("another")
    runner.step()
    for _ in range(3):
        assert stream(client, address) != []
    for _ in range(most):
        site.streams.take("another")


def test_a_stream_that_nobody_reads_on_is_given_back(new_site):
    client, _, _ = new_site(lambda _, wait: wait())
    site = client.application.extensions["webform"]
    address = begin(client)
    answer = client.get(f"{address}/events", buffered=False)
    next(answer.iter_encoded())
    answer.close()
    answer.close()

    for _ in range(400):
        site.streams.take("another")


@pytest.mark.parametrize("path", ["/events", "/answer"])
def test_an_unknown_run_tells_nothing(new_site, path):
    client, _, _ = new_site(everything)
    method = client.get if path == "/events" else client.post

    assert method(f"/runs/{'A' * 22}{path}").status_code == 404


def test_a_run_that_is_forgotten_ends_its_stream(new_site):
    client, _, _ = new_site(lambda _, wait: wait())
    address = begin(client)
    answer = client.get(f"{address}/events", buffered=False)
    parts = answer.iter_encoded()
    next(parts)
    client.delete(address)

    assert all(
        kind == "state" or data["state"] == "cancelled" for part in parts for _, kind, data in read(part.decode())
    )


def test_a_place_in_the_queue_of_a_tool_is_told_in_the_language_of_the_page(new_site):
    def act(tell, wait):
        tell({"type": "progress", "done": 0, "total": None, "message": "Number 3 of 5 to wait", "place": 3})
        wait()

    client, _, _ = new_site(act)
    address = begin(client)
    with in_language("de"):
        words = gettext("Number {place} in the queue.", place=3)

    until(lambda: words in client.get(f"{address}?lang=de").text)
    assert "3 of 5" not in client.get(f"{address}?lang=de").text


def test_the_page_of_a_run_that_goes_on_shows_what_it_told_without_scripts(new_site):
    def act(tell, wait):
        everything(tell, wait)
        tell({"type": "chunk", "text": "<script>__pwned=1</script>"})
        wait()

    client, _, runs = new_site(act)
    address = begin(client)
    run = address.removeprefix("/runs/")
    while len(runs.events(run)) < 5:
        runs.wait_event(run, len(runs.events(run)), PATIENCE)
    page = client.get(address).text

    assert re.search(r'<progress[^>]* max="4" value="1"', page)
    assert "Reading" in page
    assert "once &lt;script&gt;__pwned=1&lt;/script&gt;" in page.replace('</div><div class="text" dir="auto">', "")
    assert '<li data-level="warning">' in page
    assert 'data-last-event="5"' in page
    assert '<noscript><meta http-equiv="refresh"' in page


def test_the_page_of_a_run_that_waits_says_its_place(new_site):
    client, _, _ = new_site(lambda _, wait: wait(), concurrent=False)
    addresses = [
        client.post("/tools/small/run", json={"title": title}, headers=ASYNC).headers["Location"] for title in "abc"
    ]

    assert "Number 2 in the queue." in client.get(addresses[2]).text
    assert client.get(addresses[2], headers=AS_JSON).json["place"] == 2


def asking(answers, schema=SCHEMA, url=""):
    def act(tell, _):
        answers.append(
            tell({"type": "ask", "id": "q 1", "message": "Which <b>city</b>?", "schema": schema, "url": url})
        )
        return {"y": 1}

    return act


def asked(client, runs, headers=None):
    address = begin(client, headers)
    while not runs.events(address.removeprefix("/runs/")):
        runs.wait_event(address.removeprefix("/runs/"), 0, PATIENCE)
    return address


def test_what_a_tool_asks_is_a_form_in_the_run_and_its_answer_goes_to_the_tool(new_site):
    answers = []
    client, _, runs = new_site(asking(answers))
    address = asked(client, runs)
    page = client.get(address).text
    action = re.search(r'<form class="ask[^>]* action="([^"]*)"', page)[1]

    assert "Which &lt;b&gt;city&lt;/b&gt;?" in page
    assert 'name="/ask-q 1/city"' in page or 'name="#/ask-q%201/city"' in page
    name = re.search(r'name="([^"]*/city)"', page)[1]
    answer = client.post(action, data={name: "Oslo", name.replace("city", "n"): "3", "do": "accept"})

    assert (answer.status_code, answer.headers["Location"]) == (303, address)
    over(client, runs, address)
    assert answers == [{"action": "accept", "content": {"city": "Oslo", "n": 3}}]


@pytest.mark.parametrize("fragment", [True, False])
def test_an_answer_that_does_not_fit_is_mended_with_all_that_was_typed(new_site, fragment):
    answers = []
    client, _, runs = new_site(asking(answers))
    address = asked(client, runs)
    name = re.search(r'name="([^"]*/city)"', client.get(address).text)[1]
    headers = {"Webform-Fragment": "ask"} if fragment else {}
    answer = client.post(
        f"{address}/answer?ask=q+1",
        data={name: "Oslo", name.replace("city", "n"): "many", "do": "accept"},
        headers=headers,
    )

    assert answer.status_code == 422
    assert 'value="many"' in answer.text
    assert 'aria-invalid="true"' in answer.text
    assert ("<html" in answer.text) is not fragment
    assert answers == []


@pytest.mark.parametrize("action", ["decline", "cancel"])
def test_a_question_need_not_be_answered(new_site, action):
    answers = []
    client, _, runs = new_site(asking(answers))
    address = asked(client, runs)

    assert client.post(f"{address}/answer?ask=q+1", data={"do": action}).status_code == 303
    over(client, runs, address)
    assert answers == [{"action": action, "content": {}}]


def test_a_program_answers_in_json(new_site):
    answers = []
    client, _, runs = new_site(asking(answers))
    address = asked(client, runs)

    wrong = client.post(f"{address}/answer", json={"action": "accept", "content": {"n": 1}})
    assert (wrong.status_code, wrong.json["problems"][0]["code"]) == (422, "required")
    assert client.post(f"{address}/answer", json=["accept"]).status_code == 422
    right = client.post(f"{address}/answer", json={"ask": "q 1", "action": "accept", "content": {"city": "Oslo"}})
    assert right.json == {"ok": True}
    over(client, runs, address)
    assert answers == [{"action": "accept", "content": {"city": "Oslo"}}]
    late = client.post(f"{address}/answer", json={"action": "decline"})
    assert (late.status_code, late.json["error"]["code"]) == (409, "not-asked")


def test_where_a_tool_sends_people_to_is_a_link_they_see_the_host_of(new_site):
    client, _, runs = new_site(asking([], None, "https://example.com/allow?x=1"))
    page = client.get(asked(client, runs)).text

    assert 'href="https://example.com/allow?x=1" target="_blank" rel="noopener noreferrer"' in page
    assert "Go to example.com" in page


def test_a_link_that_is_none_is_not_shown(new_site):
    client, _, runs = new_site(asking([], None, "java\tscript:alert(1)"))

    assert "script:alert" not in client.get(asked(client, runs)).text


def test_another_site_cannot_answer(new_site):
    answers = []
    client, _, runs = new_site(asking(answers))
    address = asked(client, runs)
    headers = {"Sec-Fetch-Site": "cross-site"}

    assert client.post(f"{address}/answer?ask=q+1", data={"do": "accept"}, headers=headers).status_code == 403
    assert answers == []


LEGS = {
    "type": "object",
    "properties": {
        "legs": {"type": "array", "items": {"type": "object", "properties": {"to": {"type": "string"}}}},
    },
    "required": ["legs"],
}


def pressed(page, verb, part):
    """The form of a question on *page* as it is sent by its button that does *verb* to *part*; and where to."""
    form = re.search(r'<form class="ask.*?</form>', page, re.DOTALL)[0]
    form = re.sub("<template.*?</template>", "", form, flags=re.DOTALL)
    names = re.findall(r'<input[^>]* name="([^"]*)"(?: value="([^"]*)")?', form)
    button = re.search(rf'<button[^>]*value="({verb}[^"]*/{part}[^"]*)" formaction="([^"]*)"', form)
    return button[2].partition("#")[0], {**dict(names), "do": button[1]}


@pytest.mark.parametrize("fragment", [True, False])
def test_a_button_inside_a_question_answers_with_its_form(new_site, fragment):
    answers = []
    client, _, runs = new_site(asking(answers, LEGS))
    headers = {"Webform-Fragment": "ask"} if fragment else {}
    shown = client.get(asked(client, runs)).text
    for count in (1, 2):
        to, data = pressed(shown, "add", "legs")
        answer = client.post(to, data=data, headers=headers)
        shown = answer.text
        assert answer.status_code == 200
        assert len(re.findall(r'name="/ask-q 1/legs/[^"*]*/to"', shown)) == count
    assert ("<html" in shown) is not fragment
    assert answers == []


@pytest.mark.parametrize("sent", [{}, {"city": "Oslo", "n": "many"}], ids=["as asked", "mended"])
def test_a_page_has_its_token_still_once_a_question_is_answered(new_site, sent):
    client, _, runs = new_site(asking([]), Access(signing_key="k" * 40))
    token = client.application.extensions["webform"].tokens.make("ann")
    address = asked(client, runs, {"Webform-Token": token})
    page = client.get(f"{address}?token={token}").text
    if sent:
        name = re.search(r'name="([^"]*/)city"', page)[1]
        data = {name + key: text for key, text in sent.items()}
        page = client.post(f"{address}/answer?ask=q+1", data=data | {"do": "accept", "token": token}).text
    form = re.search('<form class="ask.*?</form>', page, re.DOTALL)[0]

    answered = client.post(f"{address}/answer?ask=q+1", data=dict(entries_of(form)) | {"do": "decline"})
    assert answered.location == f"{address}?token={token}"


@pytest.mark.parametrize("do", ["add", "add/nothing", "reset#", "add/ask-q 1", "accept", "\x00"])
def test_a_question_has_no_other_buttons(new_site, do):
    client, _, runs = new_site(asking([], LEGS))
    answer = client.post(f"{asked(client, runs)}/form", data={"ask": "q 1", "do": do})

    assert (answer.status_code, "has no such button" in answer.text) == (422, True)


def test_a_question_that_nobody_asks_has_no_form(new_site):
    client, _, runs = new_site(asking([], LEGS))

    assert client.post(f"{asked(client, runs)}/form", data={"ask": "other", "do": "add"}).status_code == 409
