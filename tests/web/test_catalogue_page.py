"""The catalogue: tools by category, found by their words and tags, without a look at their forms."""

from __future__ import annotations

import re

import pytest

from tests.web.conftest import SMALL
from webform import Tool
from webform.late import Late
from webform.operation import Operation
from webform.tool import CallSpec
from webform.web import Config, create_app

OPERATIONS = [
    ("listPets", "List pets", "GET", "/pets", "pets", ("pets", "read")),
    ("addPet", "Add a pet", "POST", "/pets", "pets", ("pets",)),
    ("getOwner", "Get an owner", "GET", "/owners/{id}", "people", ("people", "read")),
    ("endOwner", "Delete an owner", "DELETE", "/owners/{id}", "people", ("people",)),
    ("ping", "Ping", "GET", "/ping", "", ()),
    ("version", "Version", "GET", "/version", "", ()),
]


def unread():
    """Fail: it would read a form of a document that may be large."""
    raise AssertionError("a form was read")


def operations():
    for id_, name, method, path, category, tags in OPERATIONS:
        call = CallSpec(operation=Operation(method=method, path=path))
        about = f"About {id_}."
        yield Tool(id=id_, name=name, description=about, category=category, tags=tags, call=call, form=Late(unread))


@pytest.fixture
def client(tmp_path):
    config = Config(database=str(tmp_path / "runs.sqlite"), files=tmp_path / "files")
    app = create_app([(tool, "http://127.0.0.1:9/run") for tool in operations()], config)
    yield app.test_client()
    app.extensions["webform"].close()


def found(page) -> list[str]:
    return re.findall(r'<h[23]><a href="/tools/([^"]+)"', page.text)


def test_tools_are_found_by_their_words(new_app):
    client = new_app(SMALL, SMALL | {"id": "b", "name": "Beta", "tags": ["Maps"]}).test_client()

    assert found(client.get("/")) == ["small", "b"]
    assert found(client.get("/?q=BETA")) == ["b"]
    assert found(client.get("/?q=maps+little")) == ["b"]
    assert found(client.get("/?q=maps+nothing")) == []
    assert client.get("/?q=x").headers["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("?q=delete+%2Fowners", ["endOwner"]),
        ("?q=listpets", ["listPets"]),
        ("?q=About+ping", ["ping"]),
        ("?q=get&tag=read", ["listPets", "getOwner"]),
        ("?tag=people", ["getOwner", "endOwner"]),
        ("?tag=nothing", []),
        ("?q=+&tag=", [row[0] for row in OPERATIONS]),
    ],
)
def test_operations_are_found_by_id_name_description_method_path_and_tag(client, query, ids):
    assert found(client.get(f"/{query}")) == ids


def test_operations_stand_below_their_categories_with_method_and_path(client):
    page = client.get("/").text

    headings = re.findall(r"<h2 [^>]*><span[^>]*>(.+?)</span> <small data-category-count>(\d+)</small></h2>", page)
    assert headings == [("pets", "2"), ("people", "2"), ("Other tools", "2")]
    assert '<p class="path"><b>DELETE</b> <code>/owners/{id}</code></p>' in page
    assert '<option value="read">read (2)</option>' in page
    assert "6 tools</span>" in page


def test_a_search_says_what_it_found_and_how_it_ends(client):
    page, nothing = client.get("/?q=get&tag=read").text, client.get("/?q=zebra").text

    assert "2 of 6 tools</span> for “get” in read. " in page
    assert '<option value="read" selected>' in page
    assert 'value="get"' in page
    assert "<h2>Nothing matches “zebra”</h2>" in nothing
    assert '<a class="btn" href="/">Clear the search</a>' in nothing


def test_few_tools_of_many_categories_have_no_headings(new_app):
    page = new_app(SMALL, SMALL | {"id": "b", "category": "b"}).test_client().get("/").text

    assert "data-category" not in page
    assert "<select" not in page


def test_a_long_description_is_cut_and_found_to_its_end(new_app):
    words = " ".join(f"word{n}" for n in range(100))
    client = new_app(SMALL | {"description": words}).test_client()

    assert "word20 word21" in client.get("/").text
    assert ">word0 " in client.get("/?q=word99").text
    assert found(client.get("/?q=word35")) == ["small"]
    assert "…</p>" in client.get("/").text


def test_a_card_has_the_words_of_a_description_without_its_markup(new_app):
    about = "## Get\n\n* **One** `pet_id` of [the shop](https://a.example/b), _not_ 2 * 3 <br/><T>"
    client = new_app(SMALL | {"description": about}).test_client()

    assert ">Get One pet_id of the shop, not 2 * 3 &lt;T&gt;</p>" in client.get("/").text


@pytest.mark.parametrize("path", ["/", "/?q=pets", "/?tag=read", "/healthz", "/readyz", "/runs", "/chains"])
def test_no_form_is_read_for_what_shows_none(client, path):
    assert client.get(path).status_code == 200


def test_the_page_of_a_tool_reads_its_form(client):
    client.application.testing = False

    assert client.get("/tools/ping").status_code == 500
