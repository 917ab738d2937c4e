"""A good status with no JSON: what came instead is said, and what to do."""

from __future__ import annotations

import pytest

import webform
from webform.envelopes import read
from webform.messages import message, sentence_of
from webform.values import ABSENT

TOOL = webform.load({"inputs": [], "outputs": [{"key": "y", "type": "text", "label": "Y"}]})[0]
ADVICE = "Try again. If this keeps happening, contact the tool's author: its /run must answer with JSON."


@pytest.mark.parametrize(
    ("response", "media", "code", "words"),
    [
        (
            b"<!doctype html><p>Hi",
            "text/html; charset=utf-8",
            "not-json",
            sentence_of("result.web-page"),
        ),
        (b"\xef\xbb\xbf <html>", "", "not-json", sentence_of("result.web-page")),
        (b"It is done", "text/plain", "not-json", sentence_of("result.other-media", media="text/plain")),
        (b"\xff", "application/json", "not-json", sentence_of("result.not-json", fault="it is not UTF-8 text")),
        (b"", "application/json", "empty-answer", "The tool answered nothing."),
        (b" \n", "", "empty-answer", "The tool answered nothing."),
        (b'{"a": [1, 2', "application/json", "half-answer", "The tool's answer breaks off in the middle."),
        (b'{"a": "x', "application/json", "half-answer", "The tool's answer breaks off in the middle."),
        (b"[", "text/plain", "half-answer", "The tool's answer breaks off in the middle."),
        (
            b"[1e400]",
            "",
            "not-json",
            sentence_of("result.not-json", fault=message("json.too-large", {"number": "1e400"})),
        ),
        (
            b"[Infinity]",
            "",
            "not-json",
            sentence_of("result.not-json", fault=message("json.not-finite", {"number": "Infinity"})),
        ),
        (
            b"[" * 100_000,
            "",
            "not-json",
            sentence_of("result.not-json", fault=message("json.too-deep", {"limit": 256})),
        ),
        (
            {"a": float("nan")},
            "",
            "not-json",
            sentence_of("result.not-json", fault="Out of range float values are not JSON compliant"),
        ),
    ],
)
def test_what_came_instead_of_json_is_said(response, media, code, words):
    result = read(TOOL, response, headers={"Content-Type": media})

    assert (result.status, result.code, result.message, result.advice) == ("error", code, words, ADVICE)


@pytest.mark.parametrize(
    ("response", "media", "value", "media_type"),
    [
        (b"<!doctype html><p>Hi", "text/html", "<!doctype html><p>Hi", "text/html"),
        (b"It is done", "text/plain", "It is done", "text/plain"),
        (b"Oh\nTraceback (most recent call last):\n", "text/plain", "Oh\n", "text/plain"),
        (b'{"a": [1, 2', "application/json", ABSENT, ""),
    ],
)
def test_a_text_that_came_is_beside_it(response, media, value, media_type):
    result = read(TOOL, response, headers={"Content-Type": media})

    assert (result.value, result.media_type) == (value, media_type)


@pytest.mark.parametrize(
    ("response", "media", "code"),
    [
        (b'{"a": [1, 2', "", "half-answer"),
        (b"[", "text/plain", "half-answer"),
        (b"[1e400]", "", "not-json"),
        (b"", "text/event-stream", "empty-answer"),
    ],
)
def test_without_outputs_half_of_json_is_an_error_too(response, media, code):
    assert read(webform.load({"inputs": []})[0], response, headers={"Content-Type": media}).code == code


def test_no_content_is_an_answer():
    assert read(webform.load({"inputs": []})[0], b"", 204).status == "ok"
