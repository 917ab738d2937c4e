"""Credentials for APIs: which are sent, where they stand, and to whom they go."""

from __future__ import annotations

import base64
import json
from urllib.parse import parse_qs

import pytest

import webform
from tests.runners.conftest import answer, sent, target
from webform.inputs.object import Object
from webform.inputs.text import Text
from webform.operation import Operation, Parameter, SecurityScheme
from webform.runners.credentials import Credentials, for_address
from webform.runners.signing import SIGN_IN, asking, chosen, missing
from webform.secrecy import without
from webform.tool import CallSpec, Form, Tool

SCHEMES = {
    scheme.name: scheme
    for scheme in (
        SecurityScheme(name="key", type="apiKey", location="header", parameter="X-Key"),
        SecurityScheme(name="query", type="apiKey", location="query", parameter="api key"),
        SecurityScheme(name="cookie", type="apiKey", location="cookie", parameter="sid"),
        SecurityScheme(name="bearer", type="http", scheme="bearer"),
        SecurityScheme(name="basic", type="http", scheme="Basic"),
        SecurityScheme(name="oauth", type="oauth2", token_url="/token"),
        SecurityScheme(name="elsewhere", type="oauth2", token_url="http://198.51.100.1/token"),
    )
}
FORM = Form(root=Object(key="", label="", inputs=(Object(key="query", label="Q", inputs=(Text(key="q", label="Q"),)),)))


def operation(*security, **rest):
    return Operation(method="GET", path="/x", security=security, schemes=SCHEMES, **rest)


def tool(*security, **rest):
    return Tool(id="t", name="T", form=FORM, call=CallSpec(operation=operation(*security, **rest)))


def needs(*names):
    return dict.fromkeys(names, ("read",))


def run(runner, api, *security, known, body=None, **rest):
    at = target(api.url, protocol="openapi", credentials=known)
    return runner.run(tool(*security, **rest), at, body or {}, run_id="r")


@pytest.mark.parametrize(
    ("name", "credentials", "line", "header"),
    [
        ("key", {"value": "s3cret"}, "/x", "X-Key: s3cret"),
        ("query", {"value": "a&b"}, "/x?api%20key=a%26b", ""),
        ("cookie", {"value": "a;b"}, "/x", "Cookie: sid=a%3Bb"),
        ("bearer", {"value": "s3cret"}, "/x", "Authorization: Bearer s3cret"),
        ("oauth", {"value": "s3cret"}, "/x", "Authorization: Bearer s3cret"),
        ("basic", {"username": "u", "password": "p:é"}, "/x",
         f"Authorization: Basic {base64.b64encode('u:p:é'.encode()).decode()}"),
    ],
)  # fmt: skip
def test_a_secret_stands_where_its_scheme_says(listen, runner, name, credentials, line, header):
    api = listen(answer(b"{}"))
    result = run(runner, api, needs(name), known={name: Credentials(url=api.url, **credentials)})

    head, _ = sent(api)
    assert head.startswith(f"GET {line} HTTP/1.1\r\n")
    assert header in head
    assert result.status == "ok"


def test_cookies_of_both_are_sent(listen, runner):
    api = listen(answer(b"{}"))
    parameter = Parameter(name="a", location="cookie", style="form")
    run(runner, api, needs("cookie"), known={"cookie": Credentials(value="s")}, body={"cookies": {"a": "1"}},
        parameters=(parameter,))  # fmt: skip

    assert "\r\nCookie: sid=s; a=1" in sent(api)[0]


@pytest.mark.parametrize(
    ("security", "known", "found", "lacking"),
    [
        ([], ["key"], {}, []),
        ([needs("key")], [], None, ["key"]),
        ([needs("key", "basic")], ["key"], None, ["basic"]),
        ([needs("key"), needs("basic")], ["basic"], needs("basic"), []),
        ([{}, needs("key")], ["key"], needs("key"), []),
        ([{}, needs("key")], [], {}, []),
    ],
)
def test_the_first_way_in_that_is_set_is_taken(security, known, found, lacking):
    credentials = dict.fromkeys(known, Credentials())

    assert chosen(operation(*security), credentials) == found
    assert missing(operation(*security), credentials) == lacking


@pytest.mark.parametrize(
    ("url", "is_sent"),
    [
        ("https://api.example", True), ("https://API.example:443/other", True), ("http://api.example", False),
        ("https://api.example:8443", False), ("https://api.example.evil", False), ("https://evil.example", False), ("", False),
    ],
)  # fmt: skip
def test_a_secret_goes_to_the_origin_that_it_is_for(url, is_sent):
    found = for_address({"k": Credentials(url=url, scheme="key", value="s")}, "https://api.example/v1")

    assert [*found] == (["key"] if is_sent else [])


def test_nothing_is_signed_that_needs_no_sign_in(listen, runner):
    api = listen(answer(b"{}"))
    run(runner, api, known={"key": Credentials(value="s3cret")})

    assert "s3cret" not in sent(api)[0]


def test_records_of_credentials_tell_no_secret():
    credentials = Credentials(url="https://a.example", value="s3cret", password="s3cret", client_secret="s3cret")

    assert "s3cret" not in repr(credentials) + repr(target("https://a.example", credentials={"k": credentials}))


# tokens


def token_server(listen, statuses=(), **token):
    """Return an API with its tokens: *statuses* of its answers one after the other, then 200."""
    left, count = list(statuses), 0

    def write(connection, request):
        nonlocal count
        if request.startswith(b"POST /token"):
            count += 1
            connection.sendall(answer(json.dumps({"access_token": f"t{count}", "expires_in": 3600, **token}).encode()))
        else:
            connection.sendall(answer(b"{}", left.pop(0) if left else "200 OK"))

    return listen(write)


CLIENT = Credentials(client_id="me@x", client_secret="s3:cret")


def authorizations(api):
    return [
        head.split("Authorization: ")[1].split("\r\n")[0]
        for head, _ in (sent(api, i) for i in range(len(api.requests)))
    ]


def test_a_token_is_fetched_once(listen, runner):
    api = token_server(listen)
    for _ in range(2):
        assert run(runner, api, needs("oauth"), known={"oauth": CLIENT}).status == "ok"

    head, body = sent(api)
    assert (head.split()[1], parse_qs(body.decode())) == (
        "/token", {"grant_type": ["client_credentials"], "scope": ["read"]},
    )  # fmt: skip
    assert "Content-Type: application/x-www-form-urlencoded" in head
    client = base64.b64encode(b"me%40x:s3%3Acret").decode()
    assert authorizations(api) == [f"Basic {client}", "Bearer t1", "Bearer t1"]


def test_a_token_that_ended_is_fetched_again(listen, runner):
    api = token_server(listen, expires_in=0)
    for _ in range(2):
        run(runner, api, needs("oauth"), known={"oauth": CLIENT})

    assert authorizations(api)[1::2] == ["Bearer t1", "Bearer t2"]


def test_a_token_that_is_refused_is_fetched_again_once(listen, runner):
    api = token_server(listen, ["401 Unauthorized", "401 Unauthorized"])
    result = run(runner, api, needs("oauth"), known={"oauth": CLIENT})

    assert authorizations(api)[1::2] == ["Bearer t1", "Bearer t2"]
    assert (result.status, result.code) == ("error", "http-401")


def test_a_client_that_is_refused_in_the_header_is_sent_in_the_body(listen, runner):
    def write(connection, request):
        refused = request.startswith(b"POST /token") and b"client_secret" not in request
        connection.sendall(answer(b'{"access_token": "t"}', "401 Unauthorized" if refused else "200 OK"))

    api = listen(write)
    assert run(runner, api, needs("oauth"), known={"oauth": CLIENT}).status == "ok"
    assert parse_qs(sent(api, 1)[1].decode())["client_secret"] == ["s3:cret"]


@pytest.mark.parametrize("content", [b"{}", b"x", b'{"access_token": "a\\r\\nX-Evil: 1"}', b'{"access_token": 5}'])
def test_no_token_is_a_failure_that_tells_nothing(listen, runner, content):
    api = listen(answer(content))
    result = run(runner, api, needs("oauth"), known={"oauth": CLIENT})

    assert (result.status, result.code, api.hits) == ("error", "no-token", 1)
    assert "s3" not in result.message + result.advice


def test_a_document_names_no_other_origin_for_tokens(listen, runner):
    api, other = token_server(listen), token_server(listen)
    named = {"elsewhere": CLIENT}
    assert run(runner, api, needs("elsewhere"), known=named).code == "token-elsewhere"
    assert api.hits == 0

    chosen_by_operator = Credentials(client_id="a", client_secret="b", token_url=f"{other.url}/token")
    assert run(runner, api, needs("elsewhere"), known={"elsewhere": chosen_by_operator}).status == "ok"
    assert (other.hits, authorizations(api)) == (1, ["Bearer t1"])


# asking


def test_a_visitor_is_asked_where_the_operator_says_so(listen, runner):
    known = {"key": Credentials(ask=True), "basic": Credentials(ask=True)}
    made = operation(needs("key", "basic"))
    form = asking(FORM, made, known)
    body = {SIGN_IN: {"key": "s3cret", "basic": {"username": "u", "password": "pw"}}, "query": {"q": "1"}}

    assert webform.check(form, body) == []
    assert [problem.at for problem in webform.check(form, {"query": {"q": "1"}})] == [f"/{SIGN_IN}"]
    assert without(form, form.root, body) == {SIGN_IN: {"basic": {"username": "u"}}, "query": {"q": "1"}}

    api = listen(answer(b"{}"))
    run(runner, api, needs("key", "basic"), known=known, body=body)
    head, data = sent(api)
    assert "X-Key: s3cret" in head
    assert f"Authorization: Basic {base64.b64encode(b'u:pw').decode()}" in head
    assert (head.split()[1], data) == ("/x", b"")


def test_a_visitor_may_leave_out_a_secret_that_is_not_needed():
    form = asking(FORM, operation({}, needs("key")), {"key": Credentials(ask=True)})

    assert webform.check(form, {"query": {"q": "1"}}) == []


def test_a_secret_that_no_header_holds_is_a_failure(listen, runner):
    api = listen(answer(b"{}"))
    result = run(runner, api, needs("key"), known={"key": Credentials(ask=True)}, body={SIGN_IN: {"key": "a\r\nX: 1"}})

    assert (result.status, result.code, api.hits) == ("error", "bad-secret", 0)


def test_an_author_s_schema_asks_as_well():
    document = {"type": "object", "properties": {"query": {"type": "object"}}, "additionalProperties": False}
    schema_form = webform.load(document, "json-schema")[0].form
    form = asking(schema_form, operation(needs("key")), {"key": Credentials(ask=True)})

    assert webform.check(form, {SIGN_IN: {"key": "a"}}) == []
    assert webform.sample(form)[SIGN_IN].keys() == {"key"}
    assert 'type="password"' in webform.render(form)


# what was made


@pytest.mark.parametrize(
    ("place", "mode", "uri"),
    [
        ("/pets/3", "dev", "{url}/pets/3"), ("/pets/3", "production", ""), ("https://api.example/3", "production", "https://api.example/3"),
        ("javascript:alert(1)", "dev", ""),
    ],
)  # fmt: skip
def test_what_was_made_is_a_link(listen, runner, place, mode, uri):
    api = listen(answer(b"{}", "201 Created", f"Location: {place}"))
    result = runner.run(tool(), target(api.url, protocol="openapi"), {}, run_id="r", mode=mode)

    assert [part.uri for part in result.parts] == ([uri.format(url=api.url)] if uri else [])
