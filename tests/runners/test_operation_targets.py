"""Where operations are called: a document leads to no private address that its operator did not type."""

from __future__ import annotations

import pytest

import webform
from webform.runners.operation_targets import operation_target, typed_target


def target(server: str, document: str):
    value = {"openapi": "3.1.0", "paths": {"/a": {"get": {}}}} | ({"servers": [{"url": server}]} if server else {})
    [tool] = webform.load(value)
    return operation_target(tool, tool.call.operation, document)


@pytest.mark.parametrize(
    ("server", "document", "url"),
    [
        ("", "https://api.example/v1/openapi.json", "https://api.example/"),
        ("/v2", "https://api.example/v1/openapi.json", "https://api.example/v2"),
        ("v2", "https://api.example/v1/openapi.json?key=5", "https://api.example/v1/v2"),
        ("https://other.example/v2", "https://api.example/openapi.json", "https://other.example/v2"),
        ("https://other.example/v2", "", "https://other.example/v2"),
    ],
)
def test_a_server_is_one_beside_its_document(server, document, url):
    made = target(server, document)

    assert (made.url, made.protocol, made.timeout, made.allow_private) == (url, "openapi", 60, False)


@pytest.mark.parametrize(
    ("server", "document"),
    [
        ("", ""),
        ("/v2", ""),
        ("ftp://files.example", ""),
        ("https://user:word@api.example", ""),
        ("https://api.example/#part", ""),
        ("http://[::1", "https://api.example/openapi.json"),
    ],
)
def test_what_is_no_address_is_not_called(server, document):
    assert target(server, document) is None


@pytest.mark.parametrize(
    ("server", "document", "is_allowed"),
    [
        ("http://169.254.169.254/latest", "https://api.example/openapi.json", False),
        ("http://localhost:8000", "", False),
        ("http://127.0.0.1:6379", "http://127.0.0.1:8000/openapi.json", False),
        ("http://127.0.0.1:8000", "http://localhost:8000/openapi.json", False),
        ("https://127.0.0.1:8000", "http://127.0.0.1:8000/openapi.json", False),
        ("http://127.0.0.1:8000/api", "http://127.0.0.1:8000/openapi.json", True),
        ("/api", "http://127.0.0.1:8000/openapi.json", True),
    ],
)
def test_a_private_address_is_called_only_where_the_operator_typed_it(server, document, is_allowed):
    assert target(server, document).allow_private is is_allowed


def test_the_operator_may_type_where_it_is():
    [tool] = webform.load({"openapi": "3.1.0", "paths": {"/a": {"get": {}}}})
    made = typed_target(tool, "http://127.0.0.1:8000/api", 5)

    assert (made.url, made.protocol, made.timeout, made.allow_private) == (
        "http://127.0.0.1:8000/api", "openapi", 5, True,
    )  # fmt: skip
