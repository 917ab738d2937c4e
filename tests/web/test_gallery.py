"""The gallery of the demo: every type once at least, each drawn, and beside it what declares it."""

from __future__ import annotations

import pytest

from tests.html.parsed import Parsed
from webform import Config, create_app
from webform.inputs import INPUTS, STRUCTURE
from webform.inputs.text import Text
from webform.outputs import OUTPUTS
from webform.runners import Target
from webform.web.demo import create_demo
from webform.web.gallery import DemoGallery
from webform.web.playground_examples import _of_input


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    folder = tmp_path_factory.mktemp("demo")
    app = create_demo(Config(database=str(folder / "runs.sqlite"), files=folder / "files"))
    yield app.test_client()
    app.extensions["webform"].close()


@pytest.fixture(scope="module")
def pages(client) -> dict[str, str]:
    """The pages of the gallery by address."""
    links = Parsed(client.get("/gallery").text).of("a")
    answers = {link["href"]: client.get(link["href"]) for link in links if link["href"].startswith("/gallery/")}
    assert {answer.status_code for answer in answers.values()} == {200}
    return {address: answer.text for address, answer in answers.items()}


def test_every_input_and_every_view_is_there_and_drawn(pages):
    text = "".join(pages.values())
    elements = [attributes for _, attributes in Parsed(text).elements]
    inputs = {element["data-input"] for element in elements if "data-input" in element}

    # What nobody knows is declared by mistake only.
    assert set(INPUTS | STRUCTURE) - {"unknown"} <= inputs
    for type_ in [*OUTPUTS, "json"]:
        assert f"<h2>{type_}</h2>" in text, type_
    drawn = {element["data-view"] for element in elements if "data-view" in element}
    assert {module.__name__.rpartition(".")[2] for module in OUTPUTS.values()} | {"json"} <= drawn
    assert "is not what the tool declares" not in text
    assert 'class="note"' not in text


def test_no_id_stands_twice_on_a_page(pages):
    for address, text in pages.items():
        ids = [attributes["id"] for _, attributes in Parsed(text).elements if "id" in attributes]
        assert len(ids) == len(set(ids)), address


def test_the_catalogue_leads_there_and_has_the_tools_alone(client):
    catalogue = client.get("/").text

    assert 'href="/gallery"' in catalogue
    assert catalogue.count('<li class="card"') == 10
    assert client.get("/gallery/no-such-group").status_code == 404
    assert "gallery" not in client.get("/chains").text


def test_other_apps_have_none(tmp_path):
    app = create_app([], Config(database=str(tmp_path / "runs.sqlite"), files=tmp_path / "files"))

    assert "gallery" not in app.test_client().get("/").text
    assert app.test_client().get("/gallery").status_code == 404
    app.extensions["webform"].close()


def test_an_input_that_a_package_added_needs_no_example(monkeypatch):
    monkeypatch.setitem(INPUTS, "plain", type("Plain", (Text,), {"type": "plain", "examples": ()}))
    gallery = DemoGallery(Target(url="http://127.0.0.1:9", allow_private=True))

    assert "plain" in [sample.type for sample in gallery.groups["More inputs"]]
    assert '"type": "plain"' in _of_input("plain")
