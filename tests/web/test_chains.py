"""Chains: each step is a run, with what came before; the first that fails ends it; made on a page without scripts."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from tests.acting import PATIENCE
from tests.as_browser import entries_of
from tests.phrases import on_page
from tests.runs.test_store import at_once
from tests.web.conftest import SMALL
from webform.messages import Phrase, kind, message
from webform.runs import Chain, Step, StepCall
from webform.runs.chain import chain_of, text_of
from webform.runs.run import new_id
from webform.web.chains import chains_of

AS_JSON = {"Accept": "application/json"}
ASYNC = AS_JSON | {"Prefer": "respond-async"}
TAKES = {
    "name": "takes",
    "inputSchema": {
        "type": "object",
        "properties": {"previous": {}, "word": {"type": "string"}},
        "required": ["previous"],
    },
}


@pytest.fixture
def client(new_app):
    return new_app(SMALL, TAKES).test_client()


def step(tool="small", *, previous=False, **args):
    return {"toolId": tool, "args": args or {"title": "x"}, "usePrevious": previous}


def chain(*steps, **more):
    return {"steps": list(steps), **more} if more else list(steps)


def test_each_step_is_a_run_that_may_use_what_came_before(client, acting):
    answer = client.post("/chains/run", json=chain(step(title="a"), step("takes", previous=True, word="w")))

    assert answer.status_code == 200
    assert (answer.json["state"], answer.json["status"], answer.json["value"]) == ("done", "ok", {"y": 42})
    assert acting.bodies == [{"title": "a"}, {"word": "w", "previous": {"y": 42}}]
    for shown_step in answer.json["steps"]:
        assert client.get(f"/runs/{shown_step['run']}", headers=AS_JSON).json["status"] == "ok"


def test_without_a_word_a_step_does_not_use_what_came_before(client, acting):
    client.post("/chains/run", json=chain(step(title="a"), step(title="b")))

    assert acting.bodies == [{"title": "a"}, {"title": "b"}]


def test_the_first_step_that_fails_ends_the_chain(client, acting):
    acting.answer = ({"detail": "No luck"}, 500)
    answer = client.post("/chains/run", json=chain(step(title="a"), step(title="b"))).json

    assert (answer["state"], answer["status"]) == ("done", "error")
    assert "value" not in answer
    assert [step.get("status") for step in answer["steps"]] == ["error", None]
    assert len(acting.bodies) == 1


def test_from_the_page_of_a_chain_its_step_that_failed_is_tried_again(client, acting):
    acting.answer = ({"detail": "No luck"}, 500)
    answer = client.post("/chains/run", json=chain(step(title="a"), step(title="b"))).json
    page = client.get(f"/chains/{answer['chain']}").text
    form = re.search(r'<button [^>]*form="([^"]*)" data-run-again', page)[1]
    to = re.search(rf'<form id="{form}" method="post" action="([^"]*)"', page)[1]
    acting.answer = {"y": 1}

    again = client.post(to)

    assert again.status_code == 303
    assert client.get(again.headers["Location"], headers=AS_JSON).json["value"] == {"y": 1}
    assert acting.bodies == [{"title": "a"}, {"title": "a"}]


def test_a_step_whose_body_does_not_fit_ends_the_chain_and_is_not_sent(client, acting):
    answer = client.post("/chains/run", json=chain(step(title="a"), step(n="no"), step(title="c"))).json

    assert answer["status"] == "invalid"
    assert {problem["at"] for problem in answer["steps"][1]["problems"]} >= {"/n"}
    assert acting.bodies == [{"title": "a"}]


def test_the_page_of_a_chain_names_the_inputs_of_a_step_that_do_not_fit(new_app):
    flight = {
        "name": "flight",
        "inputSchema": {
            "type": "object",
            "properties": {"iata": {"type": "string", "title": "Airport"}},
            "required": ["iata"],
        },
    }
    client = new_app(flight).test_client()
    answer = client.post("/chains/run", json=[{"toolId": "flight", "args": {"iata": 5}}]).json
    page = client.get(f"/chains/{answer['chain']}").text

    assert re.findall(r'<p class="problem">(.*?)</p>', page) == ["Airport: Enter text"]
    assert "It ended at a step that failed." in page


def test_a_chain_begins_with_the_result_of_a_run(client, acting):
    acting.answer = {"y": 7}
    run = client.post("/tools/small/run", json={"title": "x"}).json["run"]
    client.post("/chains/run", json=chain(step("takes", previous=True, word="w"), **{"from": run}))

    assert acting.bodies[-1] == {"word": "w", "previous": {"y": 7}}


def test_a_script_gets_the_address_of_a_chain_that_has_begun(client, acting):
    acting.hold()
    answer = client.post("/chains/run", json=chain(step(title="a"), step(title="b")), headers=ASYNC)
    acting.begun()
    address = answer.headers["Location"]

    assert (answer.status_code, answer.json["state"]) == (202, "running")
    going = client.get(address, headers=AS_JSON).json
    assert (going["state"], going["steps"][1]) == ("running", {"toolId": "small"})
    assert '<noscript><meta http-equiv="refresh"' in client.get(address).text
    acting.let_go()
    acting.begun()
    runs = client.application.extensions["webform"].runs
    while client.get(address, headers=AS_JSON).json["state"] == "running":
        for shown_step in client.get(address, headers=AS_JSON).json["steps"]:
            if "run" in shown_step:
                runs.wait(shown_step["run"], PATIENCE)
    assert client.get(address, headers=AS_JSON).json["status"] == "ok"
    page = client.get(address)
    assert "All its steps are done" in page.text
    assert page.headers["Cache-Control"] == "private, no-store"


def test_a_chain_is_cancelled_by_its_button_and_no_more_begins(client, acting):
    acting.hold()
    address = client.post("/chains/run", json=chain(step(title="a"), step(title="b")), headers=ASYNC).headers[
        "Location"
    ]
    acting.begun()
    to = re.search(r'<form class="acts" method="post" action="([^"]*)"', client.get(address).text)[1]
    answer = client.post(to)
    acting.let_go()

    assert (answer.status_code, answer.headers["Location"]) == (303, address)
    cancelled = client.get(address, headers=AS_JSON).json
    assert (cancelled["state"], cancelled["status"]) == ("cancelled", "cancelled")
    assert [step.get("state") for step in cancelled["steps"]] == ["cancelled", None]
    page = client.get(address).text
    assert "It was cancelled." in page
    assert to not in page
    assert client.post(to, headers=AS_JSON).json == cancelled
    assert len(acting.bodies) == 1


@pytest.mark.parametrize(
    ("body", "at", "key", "params"),
    [
        ([], "", "wrong-type.steps", {"limit": 20, "count": 0}),
        ({"steps": 5}, "", "wrong-type", {"expected": Phrase("kind.steps", {"limit": 20}), "found": "5"}),
        ([{}] * 21, "", "wrong-type.steps", {"limit": 20, "count": 21}),
        (["x"], "/0", "wrong-type", {"expected": Phrase("kind.step"), "found": '"x"'}),
        ([{"toolId": "smal"}], "/0/toolId", "unknown-tool", {"name": '"smal"', "near": "small"}),
        ([{"toolId": None}], "/0/toolId", "unknown-tool", {"name": "null", "near": ""}),
        ([{"toolId": "small", "args": []}], "/0/args", "wrong-type", {"expected": kind("object"), "found": kind("array")}),
        ([{"toolId": "small", "args": "secret"}], "/0/args", "wrong-type", {"expected": kind("object"), "found": kind("string")}),
        ([{"toolId": "small", "usePrevious": 1}], "/0/usePrevious", "wrong-type", {"expected": kind("boolean"), "found": "1"}),
        ({"steps": [{"toolId": "small"}], "from": "none"}, "/from", "unknown-run", {}),
        ({"steps": [{"toolId": "small"}], "from": 5}, "/from", "unknown-run", {}),
    ],
    ids=repr,
)  # fmt: skip
def test_what_is_no_chain_is_a_problem_and_nothing_runs(client, acting, body, at, key, params):
    answer = client.post("/chains/run", json=body)

    assert answer.status_code == 422
    problem = {"at": at, "code": key.partition(".")[0], "message": message(key, params)}
    assert answer.json["problems"] == [problem]
    assert acting.bodies == []


def test_a_chain_is_made_and_run_on_a_page_without_scripts(client, acting):
    page = client.get("/chains").text
    page = client.post("/chains", data={**dict(entries(page)), "add": "small", "do": "add"}).text
    page = client.post("/chains", data={**dict(entries(page)), "add": "takes", "do": "add"}).text
    typed = dict(entries(page))

    assert (typed["tool/0"], typed["tool/1"]) == ("small", "takes")
    assert "previous/0" not in typed
    assert typed["previous/1"] == "yes"
    answer = client.post("/chains/run", data=typed | {"args/1": '{"word": "w"}'})
    assert answer.status_code == 303
    address = answer.headers["Location"]
    while client.get(address, headers=AS_JSON).json["state"] == "running":
        pass
    assert acting.bodies[1] == {"word": "w", "previous": {"y": 42}}
    assert "42" in client.get(address).text


def test_a_button_pressed_twice_begins_a_chain_once(client, acting, monkeypatch):
    # However long a busy machine takes between the two.
    monkeypatch.setattr("webform.web.repeats.TWICE", 60.0)
    pages = [client.post("/chains", data={"add": "small", "do": "add"}).text for _ in range(2)]
    addresses = [client.post("/chains/run", data=dict(entries(page))).location for page in (pages[0], *pages)]

    assert addresses[0] == addresses[1] != addresses[2]
    for address in addresses:
        while client.get(address, headers=AS_JSON).json["state"] == "running":
            pass
    assert len(acting.bodies) == 2


def test_a_chain_that_is_begun_at_once_begins_once(client, acting):
    with client.application.test_request_context():
        site = client.application.extensions["webform"]
        served, chain_id = site.find("small"), new_id()
        links = [StepCall(tool=served.tool, target=served.address, args={"title": "x"})]
        begun = at_once(8, lambda: chains_of(site).start(links, chain_id=chain_id))

    assert {chain.id for chain in begun} == {chain_id}
    while client.get(f"/chains/{chain_id}", headers=AS_JSON).json["state"] == "running":
        pass
    assert len(acting.bodies) == 1


def entries(page):
    return entries_of(page[page.index('<form class="form"') :])


def test_a_step_is_offered_what_came_before_where_its_tool_may_take_it(new_app):
    free = {"name": "free", "inputSchema": {"type": "object", "additionalProperties": True}}
    client, typed = new_app(SMALL, TAKES, free).test_client(), {}
    pages = {}
    for tool in ("small", "small", "takes", "free"):
        page = client.post("/chains", data={**typed, "add": tool, "do": "add"}).text
        typed = dict(entries(page))
        pages[tool] = page

    assert "previous/0" not in pages["small"]
    assert "previous/1" not in pages["small"]
    assert typed["previous/2"] == "yes"
    # It need not take it: whoever makes the chain chooses.
    assert "previous/3" in pages["free"]
    assert "previous/3" not in typed


def test_the_pages_of_chains_speak_plainly(client, acting):
    assert "Each step may use the previous result as its input <code>previous</code>." in client.get("/chains").text
    acting.hold()
    address = client.post("/chains/run", json=chain(step()), headers=ASYNC).headers["Location"]
    acting.begun()

    assert "<p>Running…</p>" in client.get(address).text
    acting.let_go()


def to_change(client, chain_id):
    """Return what stands in the form to which the page of the chain leads, to change its steps."""
    link = re.search(r'href="([^"]*)">Change the steps<', client.get(f"/chains/{chain_id}").text)[1]
    return dict(entries(client.get(unescape(link)).text))


def test_a_chain_that_failed_leads_to_its_steps_as_they_were_typed(client, acting):
    acting.answer = ({"detail": "No luck"}, 500)
    steps = [step(title="a"), step("takes", previous=True, word="w"), step(title="c", n=3)]
    failed = client.post("/chains/run", json=steps).json
    sent = to_change(client, failed["chain"])

    assert [json.loads(sent[f"args/{at}"]) for at in range(3)] == [
        {"title": "a"},
        {"word": "w"},
        {"title": "c", "n": 3},
    ]
    assert [sent.get(f"previous/{at}") for at in range(3)] == [None, "yes", None]
    acting.answer = {"y": 2}
    acting.bodies.clear()
    address = client.post("/chains/run", data=sent).headers["Location"]
    while client.get(address, headers=AS_JSON).json["state"] == "running":
        pass
    assert acting.bodies == [{"title": "a"}, {"word": "w", "previous": {"y": 2}}, {"title": "c", "n": 3}]


def test_the_result_below_a_chain_says_which_step_it_is_of(client, acting):
    acting.answer = {"y": 2}
    failed = client.post("/chains/run", json=[step(title="a"), step(n="many")]).json
    page = client.get(f"/chains/{failed['chain']}").text

    assert re.search(r'<h2[^>]* id="step-result">([^<]*)</h2>', page)[1] == "Result of step 1: Small"
    assert 'data-status="ok" aria-labelledby="step-result"' in page


def test_a_chain_whose_step_does_not_fit_leads_to_that_step(client, acting):
    steps = [step(title="a"), step("takes", previous=True, word="w"), step(n="no")]
    sent = to_change(client, client.post("/chains/run", json=steps).json["chain"])

    assert [json.loads(sent[f"args/{at}"]) for at in range(3)] == [{"title": "a"}, {"word": "w"}, {"n": "no"}]
    assert sent["previous/1"] == "yes"


def test_a_chain_that_is_changed_has_no_secrets_and_nothing_of_a_run_that_was_deleted(new_app, acting):
    login = {
        "name": "login",
        "inputSchema": {
            "type": "object",
            "properties": {"pin": {"type": "string", "writeOnly": True}, "user": {"type": "string"}},
        },
    }
    client = new_app(login, SMALL).test_client()
    acting.answer = ({"detail": "No luck"}, 500)
    found = client.post("/chains/run", json=[step(title="mine"), step("login", pin="hunter2", user="me")]).json
    client.delete(f"/runs/{found['steps'][0]['run']}")
    sent = to_change(client, found["chain"])

    assert json.loads(sent["args/1"]) == {"user": "me"}
    assert "mine" not in sent["args/0"]


def test_a_step_is_removed(client):
    rows = {"tool/0": "small", "args/0": "{}", "tool/1": "takes", "args/1": "{}", "previous/1": "yes"}
    page = client.post("/chains", data=rows | {"do": "remove/0"}).text

    assert dict(entries(page))["tool/0"] == "takes"
    assert 'name="tool/1"' not in page


def test_what_is_wrong_stands_at_its_step_with_all_that_was_typed(client, acting):
    answer = client.post(
        "/chains/run", data={"tool/0": "small", "args/0": '{"title": ', "tool/1": "none", "args/1": "{}"}
    )

    assert answer.status_code == 422
    assert message("not-json.secret", {}) in answer.text
    assert on_page("unknown-tool", name='"none"') in answer.text
    assert "{&#34;title&#34;: " in answer.text
    assert acting.bodies == []


def test_a_chain_that_may_destroy_asks_first(new_app, acting):
    tool = TAKES | {"annotations": {"destructiveHint": True}}
    client = new_app(tool).test_client()
    rows = {"tool/0": "takes", "args/0": '{"previous": 1}'}

    page = client.post("/chains/run", data=rows)
    assert page.status_code == 422
    assert 'name="confirm"' in page.text
    assert client.post("/chains/run", data=rows | {"confirm": "yes"}).status_code == 303


def test_secrets_are_not_shown_again(new_app):
    schema = {
        "type": "object",
        "properties": {"token": {"type": "string", "writeOnly": True}, "n": {"type": "integer"}},
    }
    client = new_app({"name": "small", "inputSchema": schema}).test_client()
    page = client.post("/chains", data={"tool/0": "small", "args/0": '{"token": "hunter2", "n": 5}', "do": ""}).text

    assert "hunter2" not in page
    assert "&#34;n&#34;: 5" in page


def test_a_chain_that_was_cut_off_is_lost(new_app, acting):
    app = new_app(SMALL)
    client = app.test_client()
    acting.hold()
    address = client.post("/chains/run", json=chain(step(), step()), headers=ASYNC).headers["Location"]
    acting.begun()
    before = client.get(address, headers=AS_JSON).json["state"]
    runs = app.extensions["webform"].runs
    runs._heartbeat.close()
    runs.store.leases.leave()
    after = new_app(SMALL).test_client()

    assert before == "running"
    assert after.get(address, headers=AS_JSON).json["state"] == "lost"
    assert "cut off" in after.get(address).text


def test_an_unknown_chain_is_not_there(client):
    assert client.get(f"/chains/{'A' * 22}", headers=AS_JSON).json["error"]["code"] == "unknown-chain"
    assert client.post(f"/chains/{'A' * 22}/cancel", headers=AS_JSON).json["error"]["code"] == "unknown-chain"


def test_from_a_result_one_goes_on_to_a_chain(client):
    address = client.post("/tools/small/run", data={"is#": "object", "/title": "x"}).headers["Location"]
    use = re.search(r'href="(/runs/[^"]*/use)"', client.get(address).text)[1]
    link = re.search(r'href="(/chains\?from=[^"]*)"', client.get(use).text)[1]
    page = client.get(link).text

    assert "It begins with the result of" in page
    assert dict(entries(page))["from"] == address.removeprefix("/runs/")


def test_steps_come_back_as_they_were_kept():
    from webform.problems import Problem

    steps = (
        Step(tool_id="a", uses_previous=True, run="r"),
        Step(tool_id="b", problems=(Problem(at="/x", code="type", params={"type": kind(["string", "null"])}),)),
    )
    row = {"id": "c", "state": "running", "steps": text_of(steps), "created": 1.0}
    assert chain_of(row) == Chain(steps=steps, state="running", created=1.0, id="c")
    assert len({Chain(steps=steps, state="running", created=1.0).id for _ in range(100)}) == 100
