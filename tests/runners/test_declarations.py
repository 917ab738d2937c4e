"""What is running at an address says what it is: a tool, or an API by its OpenAPI document."""

from __future__ import annotations

import pytest

from tests.runners.conftest import answer
from webform.runners import CallError
from webform.runners.declarations import fetch_declaration

MANIFEST, API = b'{"id": "loan", "inputs": []}', b'{"openapi": "3.1.0", "paths": {}}'
NONE = answer(b"", "404 Not Found")


def by_path(answers):
    return lambda connection, request: connection.sendall(answers.get(request.split(b" ")[1].decode(), NONE))


@pytest.mark.parametrize(
    ("typed", "path", "text"),
    [
        ("", "/openapi.json", API),
        ("/", "/openapi.json", API),
        ("/v1?key=5", "/v1/openapi.json", API),
        ("/openapi.json", "/openapi.json", API),
        ("/api/schema.yaml?key=5", "/api/schema.yaml?key=5", b"openapi: 3.1.0\npaths: {}\n"),
        ("/v3/api-docs", "/v3/api-docs", API),
        ("/tool.json", "/tool.json", MANIFEST),
        ("", "/schema", MANIFEST),
    ],
)
def test_it_is_found_at_the_address_or_beside_it(listen, runner, typed, path, text):
    tool = listen(by_path({path: answer(text), "/": answer(b"", "307 Temporary Redirect", "Location: /docs")}))

    address, found = fetch_declaration(runner, tool.url + typed)

    assert found == text.decode()
    assert address == tool.url + (typed if text is MANIFEST else path)


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        ({}, "no-manifest"),
        ({"/openapi.json": answer(b'{"a": 1}')}, "no-manifest"),
        ({"/openapi.json": answer(b"", "302 Found", "Location: http://169.254.169.254/")}, "redirect"),
        ({"/schema": answer(b"", "302 Found", "Location: /docs")}, "redirect"),
        ({"/schema": answer(b"", "500 Oops"), "/tool.json": answer(b"", "500 Oops")}, "tool-down"),
    ],
    ids=range(5),
)
def test_what_gives_no_declaration_is_said(listen, runner, answers, code):
    tool = listen(by_path(answers))

    with pytest.raises(CallError) as raised:
        fetch_declaration(runner, tool.url)

    assert raised.value.code == code
