"""The language of an answer: by the address, by the page that asks, by what the browser prefers; else English."""

from __future__ import annotations

import gettext
import json

import pytest

from tests.web.conftest import SMALL
from webform.language import ENGLISH, in_language, language, languages
from webform.web.languages import nearest

PAGE, SMALL_TEXT = {"Accept": "text/html"}, json.dumps(SMALL)


@pytest.fixture(autouse=True)
def known(monkeypatch):
    """German and simplified Chinese, whatever catalogues there are."""
    found = {ENGLISH: None, "de": gettext.NullTranslations(), "zh-Hans": gettext.NullTranslations()}
    monkeypatch.setattr("webform.language.languages", lambda: tuple(found))
    monkeypatch.setattr("webform.language.catalogue_of", found.__getitem__)
    monkeypatch.setattr("webform.web.languages.languages", lambda: found)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("de", "de"),
        ("DE_at", "de"),
        ("zh-CN", "zh-Hans"),
        ("zh", "zh-Hans"),
        ("zh-TW", ""),
        ("xx", ""),
        ("../de", ""),
        ("", ""),
    ],
)
def test_a_name_of_a_language_leads_to_the_nearest_there_is(name, found):
    assert nearest(name) == found


def language_of(answer) -> str:
    return answer.text.partition('<html lang="')[2].partition('"')[0]


def test_the_address_counts_before_the_page_before_and_that_before_the_browser(client):
    german, browser = {"Referer": "http://localhost/?lang=de"}, {"Accept-Language": "fr, zh-CN;q=0.8, de;q=0.5"}

    assert language_of(client.get("/tools/small")) == "en"
    assert language_of(client.get("/tools/small", headers=browser)) == "zh-Hans"
    assert language_of(client.get("/tools/small?lang=de", headers=browser)) == "de"
    assert language_of(client.get("/tools/small/panel?locale=de", headers=browser)) == "de"
    assert language_of(client.get("/tools/small?lang=xx", headers=browser)) == "zh-Hans"
    assert language_of(client.post("/tools/small/form", data={}, headers=PAGE | browser | german)) == "de"
    assert language() == "en"


def test_the_next_page_has_the_language_that_was_chosen_in_its_address(client):
    german = PAGE | {"Referer": "http://localhost/tools/small?lang=de"}

    assert client.get("/runs?a=1", headers=german).headers["Location"] == "/runs?a=1&lang=de"
    assert client.get("/", headers=PAGE | {"Referer": "http://evil.example/?lang=de"}).status_code == 200
    assert client.get("/", headers=PAGE | {"Referer": "http://[?lang=de"}).status_code == 200
    assert client.get("/", headers=german | {"Accept-Language": "de"}).status_code == 200


@pytest.mark.parametrize(
    ("posted", "page"),
    [
        ("/tools/small/run", "/tools/small"),
        ("/tools/small/form", "/tools/small"),
        ("/tools/small/batch", "/tools/small/batch"),
        ("/chains", "/chains"),
        ("/chains/run", "/chains"),
        ("/runs/none/cancel", "/runs/none"),
        ("/playground/form", "/playground"),
        ("/servers/retry/none", "/servers/retry/none"),
    ],
)
def test_what_answers_a_post_leads_to_the_page_in_another_language(new_app, posted, page):
    shown = new_app(playground=True).test_client().post(posted, data={"declaration": SMALL_TEXT}, headers=PAGE)

    assert f' href="{page}?lang=de"' in shown.text


def test_a_language_is_used_for_a_while():
    with in_language("de"):
        assert language() == "de"
    assert (language(), "de" in languages()) == ("en", True)
