"""No text of ours is unmarked: in the language `xx` nothing on any page is plain English but what others wrote."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest

from tests.pseudo import LANGUAGES
from webform import load
from webform.places import examples
from webform.web.gallery import DemoGallery, add_gallery

#: What is the same in every language: our name, and what code, formats and units are called.
NAMES = re.compile(
    r"webform( \d+\.\d+\.\d+)?|(schema|sample|declaration|openapi)\.json|UTC|null|true|false"
    r"|JSON|CSV|TXT|HTML|SQL|Python|JavaScript|curl|LaTeX|English|xx|[\w/.+-]+, [\d.]+ [KM]B|[\d.]+ [KM]?B"
    r"|200 OK|(content-)?(type|length)|date|application/json|\w+, \d\d \w+ \d{4} [\d:]+ GMT|\w+ \d+, \d{4}, \d\d:\d\d UTC"
)
#: Elements whose texts are code, or were typed.
CODE = {"code", "pre", "script", "style", "kbd", "textarea", "time"}
SHOWN = ("aria-label", "title", "placeholder", "alt")


class Texts(HTMLParser):
    """The texts that people see, read or hear."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found, self.inside = list[str](), list[str]()
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        if tag in CODE:
            self.inside.append(tag)
        self.found += [text for name, text in attrs if name in SHOWN and text]

    def handle_endtag(self, tag):
        if self.inside and self.inside[-1] == tag:
            self.inside.pop()

    def handle_data(self, data):
        if not self.inside:
            self.found.append(data.strip())


@pytest.fixture
def xx(monkeypatch):
    monkeypatch.setattr("webform.language.languages", lambda: tuple(LANGUAGES))
    monkeypatch.setattr("webform.language.catalogue_of", LANGUAGES.__getitem__)
    monkeypatch.setattr("webform.web.languages.languages", lambda: LANGUAGES)


def texts_in(value) -> set[str]:
    """Return every text in a declaration, and its names."""
    if isinstance(value, dict):
        return set(value).union(*map(texts_in, value.values()))
    if isinstance(value, list):
        return set().union(*map(texts_in, value))
    return {value, *(line.strip() for line in value.splitlines())} if isinstance(value, str) else set()


def unmarked(html: str, theirs: set[str]) -> list[str]:
    """Return the texts of a page that are plain English, and none of *theirs*."""
    plain = [
        text for text in Texts(html).found if re.search("[A-Za-z]{2}", text) and not re.search("[⟦⟧·åéîõüýçñšž]", text)
    ]
    return [text for text in plain if text not in theirs and not NAMES.fullmatch(text)]


def test_every_text_of_ours_is_marked_on_pages_before_a_run(new_app, xx):
    sink = json.loads((examples() / "kitchen_sink/tool.json").read_text("utf-8"))
    more = json.loads((examples() / "gallery.json").read_text("utf-8"))
    theirs = texts_in(sink) | texts_in(more)
    app = new_app(sink)
    gallery = DemoGallery(None)
    add_gallery(app.extensions["webform"], gallery, app.add_url_rule)
    client, headers = app.test_client(), {"Accept": "text/html", "Accept-Language": "xx"}
    tool = load(sink)[0].id
    found = {}
    for path in ("/", "/?q=zz", "/runs", "/runs/compare", "/runs/none", "/chains", "/nowhere", f"/tools/{tool}"):
        found[path] = client.get(path, headers=headers).text
    for path in (f"/tools/{tool}/panel", f"/tools/{tool}/batch", f"/tools/{tool}?/x=1"):
        found[path] = client.get(path, headers=headers).text
    found["refused"] = client.post(f"/tools/{tool}/run", data={}, headers=headers).text
    found["link"] = client.post(f"/tools/{tool}/form", data={"do": "link#"}, headers=headers).text

    left = {path: unmarked(html, theirs) for path, html in found.items()}
    assert {path: texts for path, texts in left.items() if texts} == {}


def test_every_text_of_ours_is_marked_on_pages_after_a_run(new_app, acting, xx):
    client, headers = new_app().test_client(), {"Accept": "text/html", "Accept-Language": "xx"}
    theirs = {
        "Small",
        "Title",
        "Number",
        "Y",
        "One",
        "Does",
        "little",
        "test/small",
        "title",
        "Small:",
        "Does *little*.",
    }
    acting.answer = {"y": 12345.5}
    ran = client.post("/tools/small/run", data={"/title": "a"}, headers=headers, follow_redirects=True)
    run = ran.request.path
    found = {"run": ran.text, "use": client.get(f"{run}/use", headers=headers).text}

    left = {path: unmarked(html, theirs) for path, html in found.items()}
    assert {path: texts for path, texts in left.items() if texts} == {}
