"""Pages of tools whose texts are there in several languages: each has its own, drawn once, and nothing else differs."""

from __future__ import annotations

import json

import pytest

from webform.dialects import load
from webform.web import Config, create_app
from webform.web.served import Served

WEATHER = {
    "id": "weather",
    "name": {"en": "Weather", "de": "Wetter"},
    "description": {"en": "Of *one* day.", "de": "Eines *Tages*."},
    "category": {"en": "Nature", "de": "Natur"},
    "inputs": [{"key": "city", "type": "text", "label": {"en": "City", "de": "Stadt"}}],
    "outputs": [{"key": "mean", "type": "number", "label": {"en": "Mean", "de": "Mittel"}}],
}
GERMAN = {"Accept-Language": "de"}


@pytest.fixture
def client():
    app = create_app([Served(tool=load(WEATHER)[0])], Config())
    yield app.test_client()
    app.extensions["webform"].close()


@pytest.mark.parametrize("path", ["/tools/weather", "/tools/weather/panel"])
def test_a_page_has_the_texts_of_its_language(client, path):
    english, german, french = (client.get(f"{path}?lang={name}").text for name in ("en", "de", "fr"))

    assert '<h1 dir="auto">Weather</h1>' in english
    assert '<h1 dir="auto">Wetter</h1>' in german
    assert "<p>Eines <em>Tages</em>.</p>" in german
    assert ("<bdi>Stadt</bdi></label>" in german, ">Mittel</bdi>" in german, "City" in german) == (True, True, False)
    assert '<h1 dir="auto" lang="en">Weather</h1>' in french
    assert "<title>Wetter" in german


def test_the_catalogue_finds_and_files_a_tool_by_the_words_of_its_page(client):
    german = client.get("/?q=wetter", headers=GERMAN).text

    assert (">Wetter</a>" in german, "Natur" in german) == (True, True)
    assert ">Wetter</a>" not in client.get("/?q=nature", headers=GERMAN).text
    assert ">Weather</a>" in client.get("/").text


def test_a_form_of_each_language_is_drawn_once(client, monkeypatch):
    drawn = []
    monkeypatch.setattr("webform.web.pages._draw", lambda *_, **__: drawn.append(1) or "page")

    for _ in range(3):
        client.get("/tools/weather")
        client.get("/tools/weather", headers=GERMAN)

    assert len(drawn) == 2


def test_problems_and_bodies_are_those_of_every_language(client):
    answer = client.post("/tools/weather/check", json={}, headers=GERMAN)
    english = client.post("/tools/weather/check", json={})

    assert answer.json["problems"][0]["at"] == english.json["problems"][0]["at"] == "/city"
    assert client.post("/tools/weather/check", json={"city": "Oslo"}, headers=GERMAN).json["ok"]
    assert client.get("/tools/weather/declaration.json", headers=GERMAN).json == WEATHER


def test_the_schema_for_programs_has_the_texts_of_the_request(client):
    titles = [
        client.get("/tools/weather/schema.json", headers=headers).json["properties"]["city"]["title"]
        for headers in ({}, GERMAN)
    ]

    assert titles == ["City", "Stadt"]


def test_the_playground_shows_a_declaration_in_the_language_of_its_page():
    app = create_app([], Config(playground=True))
    sent = {"declaration": json.dumps(WEATHER), "tool": ""}

    page = app.test_client().post("/playground?lang=de", data=sent).text
    app.extensions["webform"].close()

    assert ("<bdi>Stadt</bdi></label>" in page, "<bdi>City</bdi></label>" in page) == (True, False)
