"""A result: what is told of it, what is kept of it, where it may send a person."""

from __future__ import annotations

import json

import pytest

from tests.phrases import not_of_type
from webform.messages import Phrase
from webform.problems import Problem
from webform.raw import Raw, RawMessage
from webform.result import Artifact, Authorize, Log, Part, Result
from webform.texts import safe_link
from webform.values import ABSENT

FULL = Result(
    status="error",
    value={"total": 9007199254740993},
    parts=(
        Part(type="text", value=""),
        Part(type="link", title="Deed", uri="file:///deed", media_type="text/plain", size=0),
    ),
    message="The tool failed.",
    code="http-502",
    artifact=Artifact(
        url="https://files.example/a.pdf", content_type="application/pdf", size=0, description="The deed"
    ),
    authorize=Authorize(url="https://login.example", message="Sign in", scopes=("read", "write")),
    logs=(Log(message="loaded"), Log(message="", level="error", t="2026-01-01")),
    problems=(
        Problem(at="/total", code="output-type", params={"type": Phrase("kind.string"), "found": "1"}),
        Problem(at="/x", code="output-undeclared", key="verbatim", params={"text": "…"}, severity="warning"),
    ),
    http_status=502,
    retry_after=1.5,
    advice="Try again.",
    details={"backend": {"kind": "local"}},
    raw=Raw(
        status=502,
        headers={"content-type": "text/html"},
        body=b"<h1>\xff",
        messages=(RawMessage(time=0.25, direction="in", text="data: 1"),),
        note="Cut.",
    ),
)


def test_what_is_told_of_a_result():
    assert FULL.as_json() == {
        "status": "error",
        "value": {"total": 9007199254740993},
        "parts": [
            {"type": "text", "value": ""},
            {"type": "link", "title": "Deed", "uri": "file:///deed", "media_type": "text/plain", "size": 0},
        ],
        "message": "The tool failed.",
        "artifact": {
            "url": "https://files.example/a.pdf",
            "content_type": "application/pdf",
            "size": 0,
            "description": "The deed",
        },
        "authorize": {"url": "https://login.example", "message": "Sign in", "scopes": ["read", "write"]},
        "logs": [{"message": "loaded", "level": "info"}, {"message": "", "level": "error", "t": "2026-01-01"}],
        "problems": [
            {"at": "/total", "code": "output-type", "message": str(not_of_type("string", "1"))},
            {"at": "/x", "code": "output-undeclared", "message": "…", "severity": "warning"},
        ],
        "details": {"backend": {"kind": "local"}},
    }


@pytest.mark.parametrize("value", [None, "", 0, False, [], {}])
def test_a_value_that_looks_empty_is_told(value):
    assert Result(status="ok", value=value).as_json() == {"status": "ok", "value": value}


def test_what_is_absent_is_left_out():
    assert Result(status="ok").as_json() == Result(status="ok").as_record() == {"status": "ok"}


@pytest.mark.parametrize("result", [FULL, Result(status="ok"), Result(status="ok", value=None)])
def test_a_result_that_was_kept_comes_back_as_it_was(result):
    again = Result.from_record(json.loads(json.dumps(result.as_record())))

    assert again == result
    assert (again.value is ABSENT) == (result.value is ABSENT)


@pytest.mark.parametrize(
    "address",
    [
        "https://example.org",
        "http://example.org/a?b=c#d",
        "HTTPS://Example.org",
        "https://[::1]:8000/",
        "mailto:a@example.org?subject=x",
    ],
)
def test_a_person_may_be_sent_to_a_whole_address(address):
    assert safe_link(f" \n{address}\t") == address


HOSTILE = [
    "",
    "javascript:alert(1)",
    "JaVa\tScript:alert(1)",
    "\x01javascript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,<script>",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://example.org/1",
    "//evil.example",
    "/path",
    "example.org",
    "https:evil.example",
    "https:/evil.example",
    "https:///evil.example",
    "https:\\\\evil.example",
    "ht\ttps://evil.example",
    "https://exa\nmple.org",
    "https://example.org/\0x",
    "view-source:https://example.org",
    "mailto:",
]


@pytest.mark.parametrize("address", HOSTILE)
def test_a_person_is_sent_nowhere_else(address):
    assert safe_link(address) == ""
    assert Artifact(url=address).url == ""
    assert Authorize(url=address).url == ""


def test_a_file_or_a_permission_is_not_a_mail():
    assert (Artifact(url="mailto:a@example.org").url, Authorize(url="mailto:a@example.org").url) == ("", "")
