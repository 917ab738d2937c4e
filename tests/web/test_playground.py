"""The playground on the server: declarations of visitors are drawn, and nothing of them is kept, run or fetched."""

from __future__ import annotations

import json

import pytest

from webform import dialects
from webform.web import Config, create_app, limits
from webform.web.playground import MAX_TEXT
from webform.web.playground_examples import example_groups, example_text

TEXT = {"key": "name", "type": "text", "label": "Name"}
CITY = {"key": "city", "type": "autocomplete", "label": "City", "endpoint": "/autocomplete/cities"}


@pytest.fixture
def app(tmp_path):
    """`app(**settings) -> Flask`: with a playground."""
    made = []

    def start(**settings):
        config = Config(
            database=str(tmp_path / "runs.sqlite"), files=tmp_path / "files", **{"playground": True} | settings
        )
        made.append(create_app([], config))
        return made[-1]

    yield start
    for one in made:
        one.extensions["webform"].close()


@pytest.fixture
def post(app):
    """`post(declaration, path="", headers=…, **fields)`: what the playground answers to a post."""
    client = app().test_client()

    def send(declaration, path="", headers=None, **fields):
        text = declaration if isinstance(declaration, str) else json.dumps(declaration)
        data = {"declaration": text, **{name.replace("at_", "/"): value for name, value in fields.items()}}
        url = f"/playground{path}"
        return client.post(url, data=data, content_type="multipart/form-data", headers=headers or {})

    return send


def test_there_is_none_unless_it_is_configured(app):
    client = app(playground=False).test_client()

    assert [client.get("/playground").status_code, client.post("/playground").status_code] == [404, 404]


def test_every_example_is_a_declaration_and_opens(app):
    names = [name for _, found in example_groups() for name, _ in found]
    client = app().test_client()
    page = client.get("/playground?example=output-table")

    assert [name for name in names if not dialects.read(example_text(name).encode())[0]] == []
    assert {"weather", "input-slider", "output-chart_line", "docs-manifest-the-manifest"} <= {*names}
    assert '<option value="output-table" selected>' in page.text
    assert 'data-status="sample"' in page.text
    assert client.get("/playground?example=nowhere").status_code == 404


def test_a_posted_declaration_is_drawn_with_its_problems(post):
    page = post([TEXT, {"key": "days", "type": "slidr", "label": "Days"}])

    assert page.status_code == 200
    assert 'name="/name"' in page.text
    assert "did you mean &#34;slider&#34;?" in page.text


def test_what_was_typed_goes_on_in_a_declaration_that_has_changed(post):
    before = json.dumps([TEXT])
    parts = post([TEXT | {"label": "Full name"}, CITY], "/update", before=before, at_name="Grace").text

    assert "Full name" in parts
    assert 'value="Grace"' in parts
    assert "<!doctype" not in parts


def test_a_button_of_the_form_works_by_the_declaration_that_comes_along(post):
    rows = [{"key": "days", "type": "tags", "label": "Days", "default": ["Mon"]}]
    by_script = post(rows, "/form", {"Webform-Fragment": "#"}, do="reset#").text
    by_hand = post(rows, "/form", do="reset#").text

    assert by_script.startswith("<form data-webform")
    assert "Mon" in by_script
    assert "<!doctype html>" in by_hand
    assert "data-restore" not in by_hand


@pytest.mark.parametrize("text", ["", "{", "null", "[]", "a: [b", "\x00", "{}" * 1000])
def test_what_is_no_declaration_is_a_page_with_problems(post, text):
    page = post(text)

    assert page.status_code == 200
    assert "Problems" in page.text


def test_a_declaration_names_no_file(post, tmp_path):
    file = tmp_path / "there.json"
    file.write_text(json.dumps({"id": "secret-of-the-disk", "inputs": [], "outputs": []}), "utf-8")
    there, nowhere = post(str(file)).text, post(f"{tmp_path}/no-such.json").text

    assert "secret-of-the-disk" not in there
    assert there.replace(str(file), "") == nowhere.replace(f"{tmp_path}/no-such.json", "")


def test_a_declaration_is_text_in_the_page(post):
    evil = "</textarea><script>alert(1)</script>"
    page = post([TEXT | {"label": evil, "description": evil}])

    assert "<script>alert" not in page.text
    assert "script-src 'self'" in page.headers["Content-Security-Policy"]


def test_nothing_is_run_or_fetched(post, acting):
    manifest = {"id": "t", "name": "T", "inputs": [CITY], "outputs": [], "run_url": acting.url, "icon": acting.url}
    schema = {"type": "object", "properties": {"a": {"$ref": f"{acting.url}/schema.json"}}}
    asked = [post(manifest, "/form", do="suggest/city", at_city="os"), post(schema), post(manifest, "/run")]

    assert [answer.status_code for answer in asked] == [503, 200, 404]
    assert (acting.asked, acting.bodies) == ([], [])


def test_nothing_is_kept(app):
    made = app()
    site, client = made.extensions["webform"], made.test_client()
    client.get("/playground")
    before = len(site.cache._pages)
    for number in range(5):
        client.post("/playground", data={"declaration": json.dumps([TEXT | {"key": f"k{number}"}])})

    assert (len(site.cache._pages), site.served) == (before, {})
    assert client.post("/playground", data={"declaration": "[]"}).headers["Cache-Control"] == "private, no-store"


def test_a_declaration_has_a_size_and_a_client_a_rate(app, post, monkeypatch):
    assert post(" " * (MAX_TEXT + 1)).status_code == 413

    monkeypatch.setattr(limits, "DRAWINGS", 2)
    client = app(mode="production").test_client()
    answers = [client.post("/playground", data={"declaration": "[]"}).status_code for _ in range(3)]
    assert answers == [200, 200, 429]


def test_another_site_posts_nothing(post):
    assert post([TEXT], headers={"Origin": "https://evil.example"}).status_code == 403
