"""The link to a form as it is filled in: it opens the same form, and says what it cannot carry."""

from __future__ import annotations

import pytest

from tests.web.test_prefill import DEFAULT, INPUTS, TOOL, body_in
from webform.draft import fill
from webform.web.share import MAX_LINK, link_of, words_of

NESTED = {
    "name": "n",
    "inputSchema": {
        "type": "object",
        "properties": {
            "to": {
                "type": "object",
                "properties": {"city": {"type": "string"}, "pin": {"type": "string", "writeOnly": True}},
            },
            "list": {"type": "array", "items": {"type": "number"}},
            "maybe": {"type": ["string", "null"]},
        },
    },
}


@pytest.fixture
def client(new_app):
    return new_app({"id": "t", "name": "T", "inputs": INPUTS, "outputs": []}, NESTED).test_client()


def asked(client, tool="t", **data):
    headers = {"Accept": "application/json"}
    return client.post(f"/tools/{tool}/form", data={"do": "link#"} | data, headers=headers).json


@pytest.mark.parametrize(
    "body",
    [
        {"title": "Oslo & <b> ø / ?=#"},
        {"title": "", "n": 3.5},
        {"on": False, "maybe": True},
        {"pick": 1},
        {"pick": "1"},
        {"many": ["b", "a"], "tags": ["x, y", "["]},
        {"data": {"a": [9007199254740993, None]}, "at": [59.9, 10.7]},
        {"rows": [{"a": "x", "b": 1}, {"a": "y"}]},
        {"a/b c": "odd"},
    ],
    ids=str,
)
def test_a_link_opens_the_form_as_it_was_filled_in(client, body):
    link = link_of(TOOL.form, fill(TOOL.form.root, DEFAULT | body))

    assert link.left_out == []
    assert body_in(client.get(f"/tools/t?{link.query}"))[0] == DEFAULT | body


def test_a_form_as_it_is_at_first_has_the_address_of_its_tool(client):
    assert asked(client, **{"/on": "on", "is/on": "boolean", "/hid": "kept"})["link"] == "http://localhost/tools/t"


def test_a_link_is_the_address_and_the_pointers(client):
    answer = asked(client, **{"/title": "Oslo", "/n": "4", "/on": "on", "/hid": "kept"})

    assert answer["link"] == "http://localhost/tools/t?/title=Oslo&/n=4"
    assert answer["message"] == "This link opens the form as it is filled in now."


def test_secrets_and_files_and_what_is_no_value_are_left_out_and_said(client):
    answer = asked(client, **{"/title": "x", "/secret": '"s3cret"', "/n": "12abc", "/on": "on", "/hid": "kept"})

    assert answer["link"] == "http://localhost/tools/t?/title=x"
    assert answer["message"] == "This link opens the form as it is filled in now. Not in the link: Secret, Number."


def test_nor_does_a_link_carry_a_secret_within_a_part(client):
    with_pin = asked(client, "n", **{"is/to": "object", "/to/city": "Oslo", "/to/pin": "s3cret"})
    without = asked(client, "n", **{"is/to": "object", "/to/city": "Oslo"})

    assert "s3cret" not in str(with_pin)
    assert with_pin["message"].endswith("Not in the link: to.")
    assert without["link"] == "http://localhost/tools/n?/to=%7B%22city%22:%20%22Oslo%22%7D"


def test_a_link_that_is_too_long_is_none(client):
    answer = asked(client, **{"/title": "ø" * MAX_LINK})

    assert answer["link"] == ""
    assert answer["message"].startswith("This form holds too much for a link (")


def test_without_scripts_the_link_stands_on_the_page(client):
    page = client.post("/tools/t/form", data={"do": "link#", "/title": "Oslo", "/on": "on", "/hid": "kept"})

    assert 'readonly value="http://localhost/tools/t?/title=Oslo"' in page.text
    assert "This link opens the form as it is filled in now." in page.text
    assert body_in(page)[0] == DEFAULT | {"title": "Oslo"}


def test_what_a_link_cannot_clear_is_said():
    link = link_of(TOOL.form, fill(TOOL.form.root, {"title": "x", "hid": "kept"}))

    assert words_of(link).endswith("Not in the link: On.")
