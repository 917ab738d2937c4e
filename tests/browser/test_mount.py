"""Each operation of a FastAPI app, filled in and run in a browser: it receives what was filled in."""

from __future__ import annotations

from datetime import date

import pytest
from playwright.sync_api import expect

import webform
from tests.alive import come_alive
from tests.mounted.fastapi_app import Cat, Dog, Order, Owner, Size, new_app
from tests.servers import asgi
from webform.web import Config


class Mounted:
    """The pages of the operations of a FastAPI app, and what these receive."""

    def __init__(self, page, url, received) -> None:
        self._page, self._url, self._received = page, url, received

    def open(self, name):
        """Look for the form of the operation *name* in the catalogue, and return its page."""
        page = self._page
        page.goto(f"{self._url}/webform/")
        page.get_by_role("searchbox").fill(name)
        page.get_by_role("link", name=name, exact=True).click()
        come_alive(page)
        return page

    def run(self):
        """Run the operation whose form is open; return what it received."""
        self._page.locator("[data-run]").click()
        expect(self._page.locator("[data-result]")).to_have_attribute("data-status", "ok")
        (received,) = self._received
        return received


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """`(address, received)` of a FastAPI app, whose operations note what they receive."""
    app, folder = new_app(), tmp_path_factory.mktemp("mounted")
    webform.mount(app, config=Config(database=str(folder / "runs.sqlite"), files=folder / "files"))
    with asgi(app) as url:
        yield url, app.state.received


@pytest.fixture
def mounted(site, page, violations):
    """The operations of the app, which have received nothing yet."""
    url, received = site
    received.clear()
    yield Mounted(page, url, received)
    assert violations == []


def test_parameters_of_path_and_query(mounted, axe):
    page = mounted.open("Get a pet")
    page.get_by_label("Pet Id").fill("7")
    page.get_by_label("Size").select_option("large")
    for tag in ("a b", "c&d=é"):
        page.get_by_label("Tags", exact=True).fill(tag)
        page.keyboard.press("Enter")
    page.get_by_label("Since").fill("2026-02-28")

    assert mounted.run() == {"pet_id": 7, "size": Size.LARGE, "tags": ["a b", "c&d=é"], "since": date(2026, 2, 28)}
    axe(page)


def test_headers_and_cookies(mounted):
    page = mounted.open("Who am I")
    page.get_by_label("X-Name").fill("Ada Lovelace")
    page.get_by_label("Theme", exact=True).fill("dark")

    assert mounted.run() == {"x_name": "Ada Lovelace", "theme": "dark"}


def test_a_json_body_of_models_a_union_and_lists(mounted):
    page = mounted.open("Order a pet")
    page.locator('[name="/body/owner/name"]').fill("Ada")
    page.locator('[name="/body/owner/born"]').fill("1815-12-10")
    page.locator('[name="to/body/pet"]').select_option(label="Dog")
    page.locator('[data-at="/body/pet/tricks"] input:visible').fill("sit")
    page.keyboard.press("Enter")
    page.locator('[data-at="/body/notes"] input:visible').first.fill("first: “note”")
    page.keyboard.press("Enter")
    page.locator('[name="/body/size"]').select_option("large")

    assert mounted.run() == Order(
        owner=Owner(name="Ada", born=date(1815, 12, 10)),
        pet=Dog(kind="dog", tricks=["sit"]),
        notes=["first: “note”"],
        size=Size.LARGE,
    )


def test_the_other_model_of_a_union_and_a_list_of_models(mounted):
    page = mounted.open("Order a pet")
    page.locator('[name="/body/owner/name"]').fill("Ada")
    page.locator('[name="to/body/pet"]').select_option(label="Cat")
    page.locator('[name="/body/pet/lives"]').fill("9")
    friends = page.locator('[data-at="/body/friends"]')
    friends.get_by_role("button", name="Add").click()
    friends.locator('[name="/body/friends/0/name"]').fill("Grace")

    received = mounted.run()
    assert (received.pet, received.friends) == (Cat(kind="cat", lives=9), [Owner(name="Grace")])


def test_a_form_encoded_body(mounted):
    page = mounted.open("Sign in")
    page.get_by_label("Name").fill("a=b & c")
    page.get_by_label("Age", exact=True).fill("36")

    assert mounted.run() == {"name": "a=b & c", "age": 36}


def test_a_file(mounted):
    page = mounted.open("Add a photo")
    photo = {"name": "é.txt", "mimeType": "text/plain", "buffer": "a photo, in words ☺".encode()}
    page.locator('[name="/body/photo"]').set_input_files(photo)
    page.get_by_label("Caption").fill("At sea")

    assert mounted.run() == {"name": "é.txt", "text": "a photo, in words ☺", "caption": "At sea"}


def test_an_error_that_the_app_answers_is_shown(mounted):
    page = mounted.open("Fail")
    page.locator("[data-run]").click()

    expect(page.locator("[data-result]")).to_have_attribute("data-status", "error")
    expect(page.locator("[data-result]")).to_contain_text("there is another one")


@pytest.mark.slow
def test_an_operation_without_parameters_is_run(mounted, subtests):
    shown = {"What was seen of the request": "cookie", "Take a moment": "slept", "Tell events": "2"}
    for name, words in shown.items():
        with subtests.test(name):
            page = mounted.open(name)
            page.locator("[data-run]").click()

            expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
            expect(page.locator("[data-result]")).to_contain_text(words)
