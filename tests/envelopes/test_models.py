"""Whole answers of language models."""

from __future__ import annotations

import pytest

import webform
from tests.envelopes.samples import tool
from webform.values import ABSENT

ANY = tool("prompt")
CALL = ("get_weather", {"city": "Oslo"})
MESSAGE = {"role": "assistant", "content": "Hello"}
ASKED = {"id": "c", "type": "function", "function": {"name": "get_weather", "arguments": '{"city": "Oslo"}'}}

ANSWERS = {
    "openai-chat": (
        {"id": "c1", "object": "chat.completion", "model": "gpt-5", "usage": {"total_tokens": 3},
         "choices": [{"index": 0, "finish_reason": "stop", "message": MESSAGE | {"tool_calls": [ASKED]}}]},
        {"id": "c1", "model": "gpt-5", "usage": {"total_tokens": 3}, "finish_reason": "stop"},
    ),
    "openai-responses": (
        {"id": "r1", "object": "response", "status": "completed", "model": "gpt-5", "error": None, "output": [
            {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Hello"}]},
            {"type": "function_call", "name": "get_weather", "arguments": '{"city": "Oslo"}'}]},
        {"id": "r1", "model": "gpt-5", "finish_reason": "completed"},
    ),
    "anthropic": (
        {"id": "m1", "type": "message", "role": "assistant", "model": "claude", "stop_reason": "tool_use",
         "usage": {"input_tokens": 3}, "content": [
            {"type": "text", "text": "Hello"},
            {"type": "tool_use", "id": "t", "name": "get_weather", "input": {"city": "Oslo"}}]},
        {"id": "m1", "model": "claude", "finish_reason": "tool_use", "usage": {"input_tokens": 3}},
    ),
    "gemini": (
        {"candidates": [{"finishReason": "STOP", "content": {"role": "model", "parts": [
            {"text": "Hello"}, {"functionCall": {"name": "get_weather", "args": {"city": "Oslo"}}}]}}]},
        {"finish_reason": "STOP"},
    ),
    "ollama": (
        {"model": "llama", "done": True, "message": MESSAGE | {"tool_calls": [
            {"function": {"name": "get_weather", "arguments": {"city": "Oslo"}}}]}},
        {"model": "llama"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_is_its_text_with_calls_of_tools_and_what_is_known_beside(name):
    answer, details = ANSWERS[name]
    result = webform.read(ANY, answer)

    assert (result.status, result.value, result.details) == ("ok", "Hello", details)
    assert [(part.title, part.value) for part in result.parts if part.type == "tool-call"] == [CALL]


def declaring(key, kind):
    outputs = [{"key": key, "type": kind, "label": "x"}]
    return webform.load({"id": "t", "name": "T", "inputs": [], "outputs": outputs})[0]


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_with_a_declared_output_is_that_output(name):
    answer = ANSWERS[name][0]

    assert webform.read(declaring(next(iter(answer)), "text"), answer).value == answer


@pytest.mark.parametrize("name", [name for name in ANSWERS if name != "anthropic"])
def test_an_answer_that_the_output_schema_describes_is_the_value(name):
    answer = ANSWERS[name][0]
    schema = {"type": "object", "properties": {key: {} for key in answer}}

    assert webform.read(tool("prompt", outputSchema=schema), answer).value == answer


@pytest.mark.parametrize("name", ANSWERS)
def test_the_text_is_the_declared_output_that_is_a_text(name):
    assert webform.read(declaring("reply", "markdown"), ANSWERS[name][0]).value == {"reply": "Hello"}


def test_a_model_that_calls_a_tool_and_says_nothing_is_done():
    answer = {
        "object": "chat.completion",
        "choices": [{"index": 0, "message": {"content": None, "tool_calls": [ASKED]}}],
    }
    result = webform.read(ANY, answer)

    assert (result.status, result.value, len(result.parts)) == ("ok", ABSENT, 1)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (
            {"object": "response", "status": "failed", "error": {"code": "x", "message": "No room"}, "output": []},
            "No room",
        ),
        ({"promptFeedback": {"blockReason": "SAFETY"}}, "The model refused the prompt: SAFETY."),
    ],
)
def test_a_model_that_failed_is_an_error(answer, message):
    result = webform.read(ANY, answer)

    assert (result.status, result.message) == ("error", message)


@pytest.mark.parametrize("answer", [{"choices": ["a", "b"]}, {"candidates": [{"name": "Ada"}]}, {"choices": []},
                                    {"type": "message", "content": "x"}, {"done": True, "response": "x"}])  # fmt: skip
def test_an_answer_that_only_looks_alike_is_the_value(answer):
    assert webform.read(ANY, answer).value == answer


@pytest.mark.parametrize(
    ("text", "media_type"),
    [
        ("It is **red**.", "text/markdown"),
        ("Three:\n- one\n- two", "text/markdown"),
        ("```python\nx\n```", "text/markdown"),
        ("The sky is blue.\nSo it is.", ""),
        ("2 * 3 * 4", ""),
    ],
)
def test_a_text_with_markup_is_markdown_streamed_or_whole(text, media_type):
    whole = {"model": "m", "message": {"role": "assistant", "content": text}, "done": True}
    piece = {**whole, "done": False}
    streamed = [piece, {**whole, "message": {"role": "assistant", "content": ""}}]

    assert media_type == webform.read(ANY, whole).media_type == webform.read(ANY, streamed).media_type
