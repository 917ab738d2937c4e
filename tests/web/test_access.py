"""Access to an app where the operator lets in only some, and the client that a request comes from."""

from __future__ import annotations

from base64 import b64encode
from types import SimpleNamespace

import pytest

from webform.web.access import MAX_FAILURES, Access
from webform.web.clients import Proxies
from webform.web.rates import Rate, wait_words

TOKEN = "a-token-of-many-letters"
AS_JSON = {"Accept": "application/json"}
NETWORK = {"REMOTE_ADDR": "203.0.113.9"}


def basic(name, password):
    return {"Authorization": "Basic " + b64encode(f"{name}:{password}".encode()).decode()}


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


@pytest.fixture
def with_token(new_app):
    return new_app(auth=Access(token=TOKEN)).test_client()


#: Headers without the token, or with what is none.
WRONG = (
    {},
    {"Host": "localhost"},
    {"X-Forwarded-For": "127.0.0.1"},
    {"X-Forwarded-User": "ann"},
    bearer("another-token-of-letters"),
    bearer(""),
    basic("ann", "another-token-of-letters"),
    {"Authorization": TOKEN},
    {"Authorization": "Basic !!!"},
    {"Authorization": "Digest " + TOKEN},
)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/tools/small"),
        ("GET", "/tools/small/panel"),
        ("GET", "/tools/small/schema.json"),
        ("GET", "/runs/none"),
        ("GET", "/nothing"),
        ("POST", "/tools/small/run"),
        ("POST", "/tools/small/check"),
        ("DELETE", "/runs/none"),
    ],
)
def test_nothing_is_answered_without_the_token(with_token, acting, method, path):
    for headers in WRONG:
        for peer in (NETWORK, {"REMOTE_ADDR": "127.0.0.1"}):
            answer = with_token.open(path, method=method, headers=headers | AS_JSON, environ_overrides=peer)
            assert answer.status_code == 401, headers
            assert answer.headers["WWW-Authenticate"] == 'Basic realm="webform", charset="UTF-8"'
            assert answer.json["error"]["message"].endswith("Ask this site's owner for access.")
    assert acting.bodies == []


@pytest.mark.parametrize("path", ["/healthz", "/embed.js", "/embed.d.ts", "/static/none.js"])
def test_scripts_styles_and_health_need_no_sign_in(with_token, path):
    assert with_token.get(path, environ_overrides=NETWORK).status_code in (200, 404)


@pytest.mark.parametrize("headers", [bearer(TOKEN), basic("", TOKEN), basic("anyone", TOKEN)])
def test_programs_send_the_token_and_people_type_it_as_a_password(with_token, acting, headers):
    assert with_token.get("/tools/small", headers=headers).status_code == 200
    assert with_token.post("/tools/small/run", json={"title": "x"}, headers=headers).status_code == 200
    assert acting.bodies == [{"title": "x"}]


def test_a_browser_that_was_not_let_in_has_a_page_with_its_styles(with_token):
    page = with_token.get("/tools/small", headers={"Accept": "text/html"})

    assert "<h1>Sign in first</h1>" in page.text
    style = page.text.partition('rel="stylesheet" href="')[2].partition('"')[0]
    assert with_token.get(style).status_code == 200


def test_what_only_some_may_see_is_kept_by_no_cache_that_all_share(with_token, client):
    path = "/tools/small"

    assert with_token.get(path, headers=bearer(TOKEN)).headers["Cache-Control"] == "private, no-cache"
    assert client.get(path).headers["Cache-Control"] == "no-cache"


def test_users_have_passwords_of_their_own(new_app):
    client = new_app(auth=Access(users={"ann": "ann's password", "bob": "bob's pässword"})).test_client()

    def status(headers):
        return client.get("/", headers=headers).status_code

    assert status(basic("ann", "ann's password")) == status(basic("bob", "bob's pässword")) == 200
    assert status(basic("ann", "bob's pässword")) == status(basic("", "ann's password")) == 401
    assert status(bearer("ann's password")) == 401


def test_whoever_guesses_has_to_wait_and_nobody_else(new_app):
    client = new_app(auth=Access(token=TOKEN)).test_client()

    def ask(headers, address="203.0.113.9"):
        return client.get("/", headers=headers | AS_JSON, environ_overrides={"REMOTE_ADDR": address})

    guesses = [ask(bearer(f"guess-number-{index}")) for index in range(MAX_FAILURES)]
    assert {guess.status_code for guess in guesses} == {401}
    for headers in (bearer("one-more-guess-of-it"), bearer(TOKEN)):
        refused = ask(headers)
        assert refused.status_code == 429
        assert int(refused.headers["Retry-After"]) > 0
        assert refused.json["error"]["message"].startswith("There were too many wrong passwords. Try again in ")
    assert ask(bearer(TOKEN), "203.0.113.10").status_code == 200
    assert ask({}).status_code == 401


def test_a_user_that_a_listed_proxy_names_is_let_in_and_one_that_another_names_is_not(new_app):
    auth = Access(header="X-Forwarded-User")
    client = new_app(auth=auth, trusted_proxies=("10.0.0.2/32",)).test_client()

    def status(address, **headers):
        return client.get("/", headers=headers, environ_overrides={"REMOTE_ADDR": address}).status_code

    named = {"X-Forwarded-User": "ann"}
    assert status("10.0.0.2", **named) == 200
    assert status("10.0.0.2") == status("10.0.0.2", **{"X-Forwarded-User": " "}) == 403
    assert status("10.0.0.3", **named) == status("127.0.0.1", **named) == 403
    assert status("10.0.0.3", **named, **{"X-Forwarded-For": "10.0.0.2"}) == 403


@pytest.mark.parametrize("host", ["10.1.2.3", "webform.example.com", "evil.example", "localhost", ""])
@pytest.mark.parametrize("auth", [Access(), Access(token=TOKEN), Access(header="X-User")])
def test_a_probe_is_answered_at_any_name_and_without_a_token(new_app, host, auth):
    answer = new_app(auth=auth).test_client().get("/healthz", headers={"Host": host})

    assert (answer.status_code, answer.json) == (200, {"ok": True})


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("192.168.1.5:8080", 200),
        ("[fd00::5]:8080", 200),
        ("localhost", 200),
        ("evil.example", 403),
        ("192.168.1.5.nip.io", 403),
        ("3232235781", 403),
    ],
)
def test_a_server_on_a_network_answers_to_its_addresses_which_no_other_site_can_have(new_app, host, status):
    client = new_app(trusts_addresses=True).test_client()

    assert client.get("/", headers={"Host": host}).status_code == status


@pytest.mark.parametrize(
    ("peer", "forwarded", "address", "through"),
    [
        ("203.0.113.9", "", "203.0.113.9", False),
        ("203.0.113.9", "198.51.100.1", "203.0.113.9", False),
        ("10.0.0.2", "", "10.0.0.2", True),
        ("10.0.0.2", "198.51.100.1", "198.51.100.1", True),
        ("10.0.0.2", "127.0.0.1, 198.51.100.1", "198.51.100.1", True),
        ("10.0.0.2", "198.51.100.1, 10.0.0.3", "198.51.100.1", True),
        ("10.0.0.2", "198.51.100.1:4711", "198.51.100.1", True),
        ("10.0.0.2", "198.51.100.1, unknown", "10.0.0.2", True),
        ("10.0.0.2", "<script>", "10.0.0.2", True),
        ("::ffff:10.0.0.2", "[2001:db8::1]:80", "2001:db8::/64", True),
        ("2001:db8::1:2:3:4", "", "2001:db8::/64", False),
        ("", "198.51.100.1", "", False),
    ],
)
def test_a_client_is_who_connected_or_who_a_listed_proxy_passed_on(peer, forwarded, address, through):
    client = Proxies(["10.0.0.0/24"]).client_of({"REMOTE_ADDR": peer, "HTTP_X_FORWARDED_FOR": forwarded})

    assert (client.address, client.through_proxy) == (address, through)


def test_a_rate_is_used_up_at_once_or_spread_and_comes_back_with_time(monkeypatch):
    now = 100.0
    monkeypatch.setattr("limits.storage.memory.time", SimpleNamespace(time=lambda: now))
    monkeypatch.setattr("webform.web.rates.time", lambda: now)
    monkeypatch.setattr("webform.web.memory.time", lambda: now)
    rate = Rate(3, 60)

    assert [rate.take("a") for _ in range(2)] == [0, 0]
    # More than is left takes nothing of it.
    assert [rate.take("a", 2), rate.wait("a"), rate.take("b", 3)] == [60, 0, 0]
    now = 120.5
    assert [rate.take("a"), rate.take("a"), rate.wait("a")] == [0, 40, 40]
    now = 160.0
    assert [rate.take("a", 3), rate.take("a"), rate.take("c", 4)] == [0, 60, 60]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(1, "in 1 second"), (90, "in 90 seconds"), (121, "in 3 minutes"), (7201, "in 3 hours")],
)
def test_a_wait_is_told_in_words(seconds, words):
    assert wait_words(seconds) == words


def test_a_page_that_asks_for_a_token_says_how_and_offers_to_sign_in(with_token, new_app):
    page = with_token.get("/tools/small?/n=1").text
    assert '<a class="btn main" href="/tools/small?/n=1">Sign in</a>' in page
    assert "the token is the password" in page

    users = new_app(auth=Access(users={"ann": "a long password"})).test_client().get("/").text
    assert '<a class="btn main" href="/">Sign in</a>' in users
    assert "the token is the password" not in users
