"""Operations of OpenAPI documents in the app: signed by the operator or the visitor, and asked before they run again."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.acting import acting
from webform.cli_messages import warn_unsigned
from webform.inputs.object import Object
from webform.inputs.text import Text
from webform.operation import Operation, Reply, RequestBody, SecurityScheme
from webform.runners import Target
from webform.runners.credentials import Credentials
from webform.tool import CallSpec, Form, Hints, Tool
from webform.web import Config, Served, create_app
from webform.web.checkup import Installation, checkup
from webform.web.sources import Found

__all__ = ["acting"]

SCHEME = SecurityScheme(name="api_key", type="apiKey", location="header", parameter="X-Key")
#: A secret of letters that stand nowhere else.
SECRET = "zq7-Kxv-91wj"


@pytest.fixture
def serve(acting, tmp_path):
    """`serve(security=…, **hints) -> (client, site)`: an operation that posts to what acts, and needs `api_key`."""
    made = []

    def start(security=None, *, mode="dev", needed=({"api_key": ()},), scheme=SCHEME, **hints):
        operation = Operation(
            method="POST", path="/run", security=needed, schemes={"api_key": scheme},
            body=RequestBody(media="application/json"), replies=(Reply(status="200", content={"application/json": {"title": "An answer"}}),),
        )  # fmt: skip
        group = Object(key="body", label="Body", inputs=(Text(key="q", label="Q"),))
        form = Form(root=Object(key="", label="", inputs=(group,)))
        tool = Tool(
            id="op", name="Op", form=form, hints=Hints(**hints), call=CallSpec(protocol="openapi", operation=operation)
        )
        target = Target(url=acting.url.removesuffix("/run"), protocol="openapi").as_typed()
        config = Config(database=str(tmp_path / "runs"), files=tmp_path / "files", security=security or {}, mode=mode)
        app = create_app([Served(tool=tool, target=target)], config)
        made.append(app)
        return app.test_client(), app.extensions["webform"]

    yield start
    for app in made:
        app.extensions["webform"].close()


def key(**settings):
    return {"api_key": Credentials(**settings)}


def post(client, **more):
    return client.post("/tools/op/run", json={"body": {"q": "1"}} | more)


def stored(tmp_path):
    """Return the bytes of all that was kept."""
    return b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


def test_the_operator_s_key_is_sent_and_shown_nowhere(serve, acting, tmp_path, caplog):
    client, _ = serve(key(url=acting.url, value=SECRET))
    acting.answer = {"echo": SECRET[:2]}
    answer = post(client)

    assert (answer.json["status"], acting.bodies) == ("ok", [{"q": "1"}])
    assert acting.headers[0]["X-Key"] == SECRET
    shown = [client.get(path).text for path in ("/tools/op", "/tools/op/schema.json", f"/runs/{answer.json['run']}")]
    assert SECRET not in "".join(shown) + answer.text + caplog.text
    assert SECRET.encode() not in stored(tmp_path)
    assert "Needs a sign-in" not in shown[0]


def test_an_operator_s_key_in_an_answer_is_not_kept_as_it_came(serve, acting):
    client, _ = serve(key(url=acting.url, value=SECRET))
    acting.answer = {"echo": SECRET}
    run = post(client).json["run"]

    assert SECRET not in client.get(f"/runs/{run}/download?part=raw").text


def test_a_token_that_was_got_for_a_call_is_kept_and_shown_nowhere(serve, acting, tmp_path, caplog):
    acting.app.add_url_rule("/token", view_func=lambda: {"access_token": SECRET}, methods=["POST"])
    acting.answer = json.dumps({"detail": f"{SECRET} may not do this"}), 403, {"Content-Type": "application/json"}
    scheme = SecurityScheme(name="api_key", type="oauth2", token_url="/token")
    client, _ = serve(key(url=acting.url, client_id="me", client_secret="s3cret"), scheme=scheme)
    answer = post(client)

    assert acting.headers[0]["Authorization"] == f"Bearer {SECRET}"
    assert "may not do this" in answer.text
    run = answer.json["run"]
    shown = [client.get(path).text for path in (f"/runs/{run}", f"/runs/{run}/download?part=raw")]
    assert SECRET not in "".join(shown) + answer.text + caplog.text
    assert SECRET.encode() not in stored(tmp_path)


@pytest.mark.parametrize("security", [{}, {"api_key": {"url": "https://other.example", "value": SECRET}}])
def test_a_page_says_which_sign_in_nobody_has_set(serve, acting, security):
    client, _ = serve({name: Credentials(**settings) for name, settings in security.items()})

    assert "Needs a sign-in that is not set up here: api_key" in client.get("/tools/op").text
    post(client)
    assert "X-Key" not in acting.headers[0]


def test_a_visitor_s_key_is_sent_and_kept_nowhere(serve, acting, tmp_path, caplog):
    client, _ = serve(key(url=acting.url, ask=True))
    page = client.get("/tools/op").text
    assert 'type="password"' in page
    assert "Sign-in" in page
    assert post(client).status_code == 422
    assert acting.bodies == []

    acting.answer = json.dumps({"detail": f"bad key {SECRET}"}), 403, {"Content-Type": "application/json"}
    answer = post(client, sign_in={"api_key": SECRET})
    assert acting.headers[0]["X-Key"] == SECRET
    assert acting.bodies == [{"q": "1"}]
    run = answer.json["run"]
    shown = [client.get(path).text for path in (f"/runs/{run}", f"/runs/{run}/download?part=raw", f"/runs/{run}/form")]
    assert SECRET not in "".join(shown) + answer.text + caplog.text
    assert SECRET.encode() not in stored(tmp_path)


def test_what_only_reads_runs_again_at_once_and_nothing_else(serve, acting):
    for hints, again in (({"read_only": True}, 303), ({}, 422), ({"idempotent": True}, 422)):
        client, _ = serve(needed=(), **hints)
        run = post(client).json["run"]
        count = len(acting.bodies)
        answer = client.post(f"/runs/{run}/again")

        assert answer.status_code == again
        assert again == 303 or len(acting.bodies) == count
        assert client.post(f"/runs/{run}/again", data={"confirm": "yes"}).status_code == 303


def test_the_operator_is_told_which_sign_in_nobody_has_set(serve, acting, capsys):
    _, site = serve()
    served = [*site.served.values()]
    checks = checkup(Installation(site.config, Found(served=served), ""))
    signed = replace(site.config, security=key(url=acting.url, value=SECRET))
    warn_unsigned(served)

    needed = f"calls of {served[0].address.authority} need api_key, which is not set; set [security.api_key]"
    assert needed in capsys.readouterr().err
    assert [check.state for check in checks if check.subject == "sign-in api_key"] == ["warning"]
    checks = checkup(Installation(signed, Found(served=served), ""))
    assert [check for check in checks if check.subject == "sign-in api_key"] == []
