"""Redacting a raw answer: what is for developers and what is secret goes, all other bytes stay."""

from __future__ import annotations

import pytest

from webform.envelopes.redacted import HIDDEN, MAX_SEARCHED, without_internals, without_secrets
from webform.raw import Raw, RawMessage


@pytest.mark.parametrize(
    ("body", "left"),
    [
        (b'{"error": {"message": "No", "developer_message": "x"}}', b'{"error": {"message": "No"}}'),
        (b'data: {"a": {"stacktrace": "x", "b": 1}}\r\n\r\n', b'data: {"a": {"b": 1}}\r\n\r\n'),
        (b'{"a": 1}\n{"stack": "x"}\n', b'{"a": 1}\n{}\n'),
        (b"Oh no\nTraceback (most recent call last):\n  x", b"Oh no\n"),
        (b'{"detail": "Oh\\nTraceback (most recent call last): x"}', b'{"detail": "Oh\\n"}'),
    ],
)
def test_what_is_for_developers_is_left_out_with_a_note(body, left):
    redacted = without_internals(Raw(status=500, body=body))

    assert (redacted.status, redacted.body) == (500, left)
    assert redacted.note == "What is meant for the tool's developers was left out."


DEEP = b'{"a": ' + b"[" * 5000 + b"]" * 5000 + b"}"


@pytest.mark.parametrize("body", [b'{"stack": "x"', b'{"a": 1} {"stack": "x"}', DEEP.replace(b"[]", b'{"stack": "x"}')])
def test_json_that_cannot_be_read_keeps_nothing_that_may_be_for_developers(body):
    assert b'"stack"' not in without_internals(Raw(body=body + b"}")).body


@pytest.mark.parametrize("body", [DEEP, b"{a}", b'data: {"a": }', b'{ "a" :1.50}', b"\xff\xfe{", b"", "é\r\n".encode()])
def test_all_other_bytes_stay_as_they_are(body):
    raw = Raw(body=body)

    assert without_internals(raw) == raw
    assert without_secrets(raw, {"not there"}) == raw


def test_messages_are_redacted_too():
    raw = Raw(messages=(RawMessage(time=0, direction="in", text='{"developer_message": "x"}'),))

    assert without_internals(raw).messages[0].text == "{}"


def test_what_is_too_long_to_be_searched_is_not_kept():
    raw = without_internals(Raw(body=b"x" * (MAX_SEARCHED + 1)))

    assert (raw.body, bool(raw.note)) == (b"", True)


def test_a_secret_is_hidden_as_it_is_and_as_json_spells_it():
    raw = Raw(headers={"location": '/?key=pä"s'}, body='["pä\\"s", "p\\u00e4\\"s", "pä"]'.encode())
    hidden = without_secrets(raw, {'pä"s'})

    assert hidden.headers == {"location": f"/?key={HIDDEN}"}
    assert hidden.body.decode() == f'["{HIDDEN}", "{HIDDEN}", "pä"]'


def test_a_secret_is_hidden_among_bytes_that_are_no_text():
    assert without_secrets(Raw(body=b"\xff s3cret \xfe"), {"s3cret"}).body == b"\xff [hidden] \xfe"


def test_the_longer_of_two_secrets_is_hidden_whole():
    raw = without_secrets(Raw(status=500, body=b"no hunter22"), ["hunter", "hunter22"])

    assert raw.body == f"no {HIDDEN}".encode()
