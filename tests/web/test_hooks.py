"""The hooks of a host, and the tokens that its pages give panels."""

from __future__ import annotations

import re

import pytest
from flask import Flask, abort, redirect, request

from tests.as_browser import entries_of
from tests.until import until
from tests.web.conftest import SMALL
from tests.web.test_chat import CHAT, form_in
from webform import Charge, Hooks, load
from webform.web import Config, QuickExecute, ToolConfig
from webform.web.access import Access
from webform.web.limits import Limits

JSON = {"Accept": "application/json"}
KEY = "a key of a test, which is long enough"


@pytest.fixture
def add(tmp_path, acting):
    """`add(hooks, **config) -> QuickExecute, client`: two tools in a host's app, ended with the test."""
    made = []

    def into(hooks=None, **config):
        app = Flask("host")
        tools = [(tool, acting.url) for name in ("small", "other") for tool in load(SMALL | {"id": name, "name": name})]
        tools += [(tool, acting.url) for tool in load(CHAT)]
        places = {"database": str(tmp_path / "runs.sqlite"), "files": tmp_path / "files"}
        made.append(QuickExecute(app, tools, config=Config(**(places | config)), hooks=hooks))
        return made[-1], app.test_client()

    yield into
    acting.let_go()
    for extension in made:
        extension.site.close()


def run(client, tool="small", **headers):
    return client.post(f"/webform/tools/{tool}/run", json={"title": "x"}, headers=JSON | headers)


def who():
    name = request.headers.get("X-Who", "")
    if name == "stranger":
        abort(redirect("/login"))
    return None if name == "nobody" else name


def test_a_host_says_who_is_asking(add):
    _, client = add(Hooks(identify=who))

    assert client.get("/webform/", headers={"X-Who": "stranger"}).headers["Location"] == "/login"
    page = client.get("/webform/tools/small/panel", headers={"X-Who": "nobody"})
    assert (page.status_code, 'data-authorize="sign-in"' in page.text) == (401, True)
    assert run(client, **{"X-Who": "nobody"}).json["error"]["code"] == "sign-in"
    assert client.get("/webform/tools/small", headers={"X-Who": "ann"}).headers["Cache-Control"] == "private, no-store"
    assert client.get("/webform/healthz", headers={"X-Who": "nobody"}).status_code == 200


def test_the_key_of_a_request_is_its_users(add, acting):
    _, client = add(Hooks(identify=who))
    runs = [run(client, **{"X-Who": name, "Idempotency-Key": "1"}).json["run"] for name in ("ann", "bob", "ann")]

    assert runs[0] == runs[2] != runs[1]
    assert len(acting.bodies) == 2


def test_a_host_says_who_may_see_and_run_a_tool(add, acting):
    def authorize(user, tool, act):
        return user == "ann" or (tool.id == "small" and (act == "see" or "Runs are for members."))

    _, client = add(Hooks(identify=who, authorize=authorize))
    ann, bob = {"X-Who": "ann"}, {"X-Who": "bob"}

    assert "/tools/other" in client.get("/webform/", headers=ann).text
    assert "/tools/other" not in client.get("/webform/", headers=bob).text
    assert client.get("/webform/tools/other", headers=bob).status_code == 403
    assert client.get("/webform/tools/other/schema.json", headers=bob).status_code == 403
    assert client.get("/webform/tools/other/schema.json", headers=ann).headers["Cache-Control"] == "private, no-cache"
    refused = run(client, **bob)
    assert (refused.status_code, refused.json["error"]["code"]) == (403, "not-authorized")
    assert refused.json["error"]["message"].startswith("Runs are for members.")
    chain = {"steps": [{"toolId": "small", "args": {"title": "x"}}]}
    assert client.post("/webform/chains/run", json=chain, headers=JSON | bob).status_code == 403
    table = {"rows": "title\na", "do": "run"}
    assert client.post("/webform/tools/small/batch", data=table, headers=bob).status_code == 403
    assert acting.bodies == []
    of_ann = run(client, "other", **ann).json["run"]
    for method in ("get", "delete"):
        assert getattr(client, method)(f"/webform/runs/{of_ann}", headers=JSON | bob).status_code == 403
    assert client.post(f"/webform/runs/{of_ann}/cancel", headers=JSON | bob).status_code == 403
    assert client.get(f"/webform/runs/{of_ann}", headers=JSON | ann).json["value"] == {"y": 42}


def test_a_refused_panel_says_why_to_the_page_around_it(add):
    partner = "https://partner.example"
    _, client = add(Hooks(identify=who), tools={"small": ToolConfig(frame_ancestors=(partner,))})

    page = client.get("/webform/tools/small/panel", headers={"X-Who": "nobody"})
    assert page.headers["Content-Security-Policy"].endswith(f"frame-ancestors {partner}")
    assert re.search(f'<body class="panel" data-hosts="{partner}".*data-authorize="sign-in"', page.text, re.DOTALL)
    assert "All tools" not in page.text
    foreign = {"X-Who": "ann", "Origin": "https://evil.example", "Sec-Fetch-Dest": "iframe"}
    page = client.post("/webform/tools/small/run", data={"/title": "x"}, headers=foreign)
    assert (page.status_code, 'class="panel"' in page.text) == (403, True)
    # That is no question of who is asking.
    assert "data-authorize" not in page.text


def test_who_may_not_see_a_tool_sees_no_batch_chain_or_list_of_its_runs(add):
    _, client = add(Hooks(identify=who, authorize=lambda user, tool, act: user == "ann" or tool.id == "small"))
    ann, bob = JSON | {"X-Who": "ann"}, JSON | {"X-Who": "bob"}
    steps = {"steps": [{"toolId": "small", "args": {"title": "x"}}, {"toolId": "other", "args": {"title": "secret"}}]}
    chain = client.post("/webform/chains/run", json=steps, headers=ann).json
    table = {"rows": "title\nsecret", "do": "run"}
    batch = client.post("/webform/tools/other/batch", data=table, headers=ann).headers["Location"]
    of_other = chain["steps"][1]["run"]

    for address in (batch, f"/webform/chains/{chain['chain']}"):
        assert client.get(address, headers=ann).status_code == 200
        for refused in (client.get(address, headers=bob), client.post(f"{address}/cancel", headers=bob)):
            assert (refused.status_code, refused.json["error"]["code"]) == (403, "not-authorized")
    assert len(client.get(f"/webform/runs?run={of_other}", headers=ann).json["runs"]) == 1
    assert client.get(f"/webform/runs?run={of_other}", headers=bob).json["runs"] == []
    assert "secret" not in client.get(f"/webform/runs/compare?a={of_other}&b={of_other}", headers=bob).text
    begun = steps | {"steps": steps["steps"][:1], "from": of_other}
    assert client.post("/webform/chains/run", json=begun, headers=bob).json["problems"][0]["code"] == "unknown-run"


def test_a_host_is_asked_before_runs_and_told_after_each(add, acting):
    asked: list[Charge] = []

    def charge(of):
        asked.append(of)
        return "No credit is left." if of.user == "bob" and of.when == "before" else None

    _, client = add(Hooks(identify=who, charge=charge))

    refused = run(client, **{"X-Who": "bob"})
    assert (refused.status_code, refused.json["error"]["code"]) == (402, "not-paid")
    assert acting.bodies == []
    done = run(client, **{"X-Who": "ann"}).json["run"]
    until(lambda: len(asked) == 3)
    assert [(of.when, of.user, of.tool_id) for of in asked[1:]] == [
        ("before", "ann", "small"),
        ("after", "ann", "small"),
    ]
    assert (asked[2].run.id, asked[2].run.result.status) == (done, "ok")


def test_what_is_refused_uses_nothing_of_a_token(add, acting):
    paid = []
    webform, client = add(Hooks(charge=lambda charge: "" if paid or charge.when == "after" else "No credit."),
                          auth=Access(signing_key=KEY))  # fmt: skip
    token = webform.token("ann", ["small"], runs=1)

    assert run(client, **{"Webform-Token": token}).json["error"]["code"] == "not-paid"
    paid.append(1)
    assert run(client, **{"Webform-Token": token}).status_code == 200
    assert run(client, **{"Webform-Token": token}).json["error"]["code"] == "token-used"


@pytest.mark.parametrize("more", [{}, {"Prefer": "respond-async"}])
def test_a_request_that_is_repeated_is_counted_and_charged_once(add, acting, more):
    charged = []
    limits = {"limits": Limits(runs_a_minute=1), "tools": {"small": ToolConfig(runs_a_minute=1)}}
    hooks = Hooks(charge=lambda of: charged.append(of.when))
    webform, client = add(hooks, auth=Access(signing_key=KEY), **limits)
    headers = {"Webform-Token": webform.token("ann", ["small"], runs=1)}

    repeated = [run(client, **headers, **more, **{"Idempotency-Key": "1"}) for _ in range(3)]
    assert {answer.status_code for answer in repeated} == {202 if more else 200}
    assert len({answer.json["run"] for answer in repeated}) == 1
    until(lambda: charged == ["before", "after"])
    assert run(client, **headers, **{"Idempotency-Key": "2"}).status_code == 429
    assert run(client, **{"Idempotency-Key": "1"}).status_code == 401
    assert len(acting.bodies) == 1


def test_a_request_that_is_repeated_once_its_run_is_forgotten_is_counted(add, acting):
    webform, client = add(auth=Access(signing_key=KEY))
    headers = {"Webform-Token": webform.token("ann", ["small"], runs=1), "Idempotency-Key": "1"}

    client.delete(f"/webform/runs/{run(client, **headers).json['run']}", headers=JSON)
    assert run(client, **headers).json["error"]["code"] == "token-used"
    assert len(acting.bodies) == 1


def test_a_button_that_is_pressed_twice_uses_one_run_of_a_token(add, acting):
    webform, client = add(auth=Access(signing_key=KEY))
    sent = {"/title": "x", "token": webform.token("ann", ["small"], runs=1)}

    pressed = [client.post("/webform/tools/small/run", data=sent) for _ in range(2)]
    assert [answer.status_code for answer in pressed] == [303, 303]
    assert pressed[0].location == pressed[1].location
    assert len(acting.bodies) == 1


def test_with_a_signing_key_nothing_runs_without_a_token(add, acting):
    webform, client = add(auth=Access(signing_key=KEY))
    token = webform.token("ann", ["small"], runs=2)

    assert run(client).json["error"]["code"] == "no-token"
    panel = client.get(f"/webform/tools/small/panel?token={token}")
    assert f'name="token" value="{token}"' in panel.text
    assert "From a link" not in panel.text
    page, changed = "/webform/tools/small", client.post("/webform/tools/small/form", data={"token": token})
    for shown in (client.get(f"{page}?token={token}"), changed):
        assert f'href="{page}?token={token}&amp;lang=de"' in shown.text
    assert client.post("/webform/tools/small/run", data={"/title": "x"}).status_code == 401
    ran = client.post("/webform/tools/small/run", data={"/title": "x", "token": token})
    assert f'name="token" value="{token}"' in client.get(ran.headers["Location"]).text
    assert run(client, "other", **{"Webform-Token": token}).json["error"]["code"] == "not-authorized"
    assert run(client, **{"Webform-Token": token}).status_code == 200
    assert run(client, **{"Webform-Token": token}).json["error"]["code"] == "token-used"
    forged = QuickExecute.token.__get__(add(auth=Access(signing_key=KEY[::-1]))[0])("ann")
    assert run(client, **{"Webform-Token": forged}).json["error"]["code"] == "bad-token"
    assert run(client, **{"Webform-Token": "x" * 5000}).json["error"]["code"] == "bad-token"
    assert len(acting.bodies) == 2


def test_what_a_page_begins_has_its_token(add):
    webform, client = add(auth=Access(signing_key=KEY))
    token = webform.token("ann")
    field = f'name="token" value="{token}"'

    ran = client.post("/webform/tools/small/run", data={"/title": "x", "token": token})
    page = client.get(ran.headers["Location"]).text
    assert f'/again" data-visitor><input type="hidden" {field}>' in page
    assert f'href="/webform/tools/small?token={token}">New run' in page
    run_page = ran.headers["Location"].partition("?")[0]
    assert client.post(f"{run_page}/again").status_code == 401
    assert client.post(f"{run_page}/again", data={"token": token}).status_code == 303
    assert f"/tools/small/batch?token={token}" in client.get(f"/webform/tools/small?token={token}").text
    assert field in client.get(f"/webform/tools/small/batch?token={token}").text
    table = {"rows": "title\na", "do": "run"}
    assert client.post("/webform/tools/small/batch", data=table).status_code == 401
    batch = client.post("/webform/tools/small/batch", data=table | {"token": token}).headers["Location"]
    assert f"/batch?token={token}" in client.get(batch).text
    assert field in client.get(f"/webform/chains?token={token}").text
    steps = {"tool/0": "small", "args/0": '{"title": "x"}', "token": token}
    chain = client.post("/webform/chains/run", data=steps).headers["Location"]
    assert chain.endswith(f"?token={token}")


@pytest.mark.parametrize("what", ["run", "chat", "batch", "chain"])
def test_a_page_has_its_token_still_once_its_run_was_cancelled(add, acting, what):
    acting.hold()
    webform, client = add(auth=Access(signing_key=KEY))
    token = {"token": webform.token("ann")}
    begun = {
        "run": ("/tools/small/run", {"/title": "x"}),
        "chat": ("/tools/talk/run", form_in(client.get("/webform/tools/talk").text) | {"/messages/0/content": "x"}),
        "batch": ("/tools/small/batch", {"rows": "title\na", "do": "run"}),
        "chain": ("/chains/run", {"tool/0": "small", "args/0": '{"title": "x"}'}),
    }
    path, sent = begun[what]

    page = client.get(client.post(f"/webform{path}", data=sent | token).location).text
    action, inside = re.search('<form[^>]* action="([^"]*/cancel)">(.*?)</form>', page, re.DOTALL).groups()
    cancelled = client.post(action, data=dict(entries_of(inside)))
    assert cancelled.status_code == 303
    assert cancelled.location == f"{action.removesuffix('/cancel')}?token={token['token']}"
    assert token["token"] in client.get(cancelled.location).text


def test_a_token_counts_until_its_end(add, monkeypatch):
    webform, client = add(auth=Access(signing_key=KEY))
    token = webform.token(seconds=60)
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: 4_102_444_800)

    assert run(client, **{"Webform-Token": token}).json["error"]["code"] == "token-expired"
    with pytest.raises(ValueError, match="1 to 86400 seconds"):
        webform.token(seconds=10**6)
    with pytest.raises(ValueError, match="signing_key"):
        add()[0].token()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [({"tools": []}, "list of ids"), ({"tools": "hello"}, "list of ids.*'hello'"), ({"runs": -1}, "0 runs or more")],
)
def test_a_token_that_would_be_for_more_than_is_meant_is_not_made(add, wrong, words):
    webform, _ = add(auth=Access(signing_key=KEY))

    with pytest.raises(ValueError, match=words):
        webform.token("ann", **wrong)


def test_runs_of_a_tool_are_limited_for_each_client(add):
    _, client = add(tools={"small": ToolConfig(runs_a_minute=1)})

    assert run(client).status_code == 200
    refused = run(client)
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 60
    assert re.search(r"1 run of this tool a minute.*Try again in \d+ seconds", refused.json["error"]["message"])
    assert run(client, "other").status_code == 200
