"""Streams of services as they come over the line, each with its result."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from webform.values import ABSENT

SSE, LINES, PLAIN = "text/event-stream", "application/x-ndjson", "text/plain; charset=utf-8"


@dataclass(frozen=True, kw_only=True)
class Transcript:
    """
    A stream, whole.

    Args:
        ends: how many of its last characters may be missing before it is a stream that was cut.
    """

    media: str
    text: str
    value: Any = ABSENT
    calls: tuple[tuple[str, Any], ...] = ()
    details: dict[str, Any] = field(default_factory=dict)


def data(*events: Any) -> str:
    """Return *events* as Server-Sent Events; a text as it is."""
    return "".join(f"data: {event if isinstance(event, str) else json.dumps(event)}\n\n" for event in events)


def named(*events: tuple[str, Any]) -> str:
    """Return *events*, each a name and its data, as Server-Sent Events."""
    return "".join(f"event: {name}\n{data(payload)}" for name, payload in events)


def typed(*events: dict[str, Any]) -> str:
    """Return *events* as Server-Sent Events that are named by their type."""
    return named(*((event["type"], event) for event in events))


def lines(*events: Any) -> str:
    """Return *events* as a JSON value a line."""
    return "".join(f"{json.dumps(event)}\n" for event in events)


def completion(delta: dict[str, Any], finish: str | None = None, **more: Any) -> dict[str, Any]:
    """Return a chunk of OpenAI's chat completions."""
    choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
    return {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "gpt-5", "choices": [choice]} | more


def asked(index: int, arguments: str, name: str | None = None) -> dict[str, Any]:
    """Return a piece of a tool call of OpenAI's chat completions."""
    function = {"arguments": arguments} | ({"name": name} if name else {})
    return {"index": index, "function": function} | ({"id": f"call_{index}", "type": "function"} if name else {})


USAGE = {"prompt_tokens": 9, "completion_tokens": 2, "total_tokens": 11}
RESPONSE = {"id": "resp_1", "object": "response", "model": "gpt-5", "output": []}
TOOL = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "get_weather"}
WEATHER = ("get_weather", {"city": "Oslo"})
NONE: dict[str, Any] = {"usage": {"input_tokens": 3, "output_tokens": 1}, "stop_reason": None}

TRANSCRIPTS = {
    "toolexec": Transcript(
        media=SSE,
        text=data({"kind": "chunk", "data": "Hello"}, {"kind": "chunk", "data": " world"}, {"kind": "done"}),
        value="Hello world",
    ),
    "openai-chat": Transcript(
        media=SSE,
        text=data(
            completion({"role": "assistant", "content": ""}),
            completion({"content": "Hello"}),
            completion({"content": " world"}),
            completion({}, "stop"),
            completion({}, choices=[], usage=USAGE),
            "[DONE]",
        ),
        value="Hello world",
        details={"id": "c1", "model": "gpt-5", "finish_reason": "stop", "usage": USAGE},
    ),
    "openai-chat-tools": Transcript(
        media=SSE,
        text=data(
            completion({"role": "assistant", "content": None, "tool_calls": [asked(0, "", "get_weather")]}),
            completion({"tool_calls": [asked(0, '{"city":')]}),
            completion({"tool_calls": [asked(1, '{"q": 1', "search")]}),
            completion({"tool_calls": [asked(0, ' "Oslo"}'), asked(1, "}")]}),
            completion({}, "tool_calls"),
            "[DONE]",
        ),
        calls=(WEATHER, ("search", {"q": 1})),
        details={"id": "c1", "model": "gpt-5", "finish_reason": "tool_calls"},
    ),
    "openai-responses": Transcript(
        media=SSE,
        text=typed(
            {"type": "response.created", "response": RESPONSE | {"status": "in_progress"}},
            {"type": "response.output_item.added", "output_index": 0, "item": {"type": "message", "content": []}},
            {"type": "response.content_part.added", "output_index": 0, "part": {"type": "output_text", "text": ""}},
            {"type": "response.output_text.delta", "output_index": 0, "delta": "Hello"},
            {"type": "response.output_text.delta", "output_index": 0, "delta": " world"},
            {"type": "response.output_text.done", "output_index": 0, "text": "Hello world"},
            {"type": "response.output_item.added", "output_index": 1, "item": TOOL | {"arguments": ""}},
            {"type": "response.function_call_arguments.delta", "output_index": 1, "delta": '{"city":'},
            {"type": "response.function_call_arguments.delta", "output_index": 1, "delta": ' "Oslo"}'},
            {
                "type": "response.output_item.done",
                "output_index": 1,
                "item": TOOL | {"arguments": '{"city": "Oslo"}'},
            },
            {"type": "response.completed", "response": RESPONSE | {"status": "completed", "usage": {"total_tokens": 7}}},
        ),
        value="Hello world",
        calls=(WEATHER,),
        details={"id": "resp_1", "model": "gpt-5", "finish_reason": "completed", "usage": {"total_tokens": 7}},
    ),
    "anthropic": Transcript(
        media=SSE,
        text=typed(
            {
                "type": "message_start",
                "message": {
                    "id": "msg_1",
                    "type": "message",
                    "role": "assistant",
                    "model": "claude",
                    "content": [],
                    **NONE,
                },
            },
            {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
            {"type": "ping"},
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Hello"}},
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": " world"}},
            {"type": "content_block_stop", "index": 0},
            {
                "type": "content_block_start",
                "index": 1,
                "content_block": {"type": "tool_use", "id": "t", "name": "get_weather", "input": {}},
            },
            {
                "type": "content_block_delta",
                "index": 1,
                "delta": {"type": "input_json_delta", "partial_json": '{"city": "Os'},
            },
            {"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": 'lo"}'}},
            {"type": "content_block_stop", "index": 1},
            {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 15}},
            {"type": "message_stop"},
        ),
        value="Hello world",
        calls=(WEATHER,),
        details={
            "id": "msg_1",
            "model": "claude",
            "finish_reason": "tool_use",
            "usage": {"input_tokens": 3, "output_tokens": 15},
        },
    ),
    "gemini": Transcript(
        media=SSE,
        text=data(
            {"candidates": [{"content": {"role": "model", "parts": [{"text": "Hello"}]}, "index": 0}]},
            {
                "candidates": [
                    {
                        "content": {
                            "role": "model",
                            "parts": [
                                {"text": " world"},
                                {"functionCall": {"name": "get_weather", "args": {"city": "Oslo"}}},
                            ],
                        },
                        "finishReason": "STOP",
                    }
                ],
                "usageMetadata": {"totalTokenCount": 5},
                "modelVersion": "gemini-3",
            },
        ),
        value="Hello world",
        calls=(WEATHER,),
        details={"model": "gemini-3", "finish_reason": "STOP", "usage": {"totalTokenCount": 5}},
    ),
    "vercel": Transcript(
        media=SSE,
        text=data(
            {"type": "start", "messageId": "m1"},
            {"type": "start-step"},
            {"type": "text-start", "id": "1"},
            {"type": "text-delta", "id": "1", "delta": "Hello"},
            {"type": "text-delta", "id": "1", "delta": " world"},
            {"type": "text-end", "id": "1"},
            {"type": "tool-input-start", "toolCallId": "t", "toolName": "get_weather"},
            {"type": "tool-input-delta", "toolCallId": "t", "inputTextDelta": '{"ci'},
            {
                "type": "tool-input-available",
                "toolCallId": "t",
                "toolName": "get_weather",
                "input": {"city": "Oslo"},
            },
            {"type": "finish-step"},
            {"type": "finish", "finishReason": "stop"},
            "[DONE]",
        ),
        value="Hello world",
        calls=(WEATHER,),
        details={"id": "m1", "finish_reason": "stop"},
    ),
    "vercel-lines": Transcript(
        media=PLAIN,
        text='f:{"messageId":"m1"}\n0:"Hello"\n0:" world"\n'
        '9:{"toolCallId":"t","toolName":"get_weather","args":{"city":"Oslo"}}\n'
        'e:{"finishReason":"stop","usage":{"promptTokens":1},"isContinued":false}\n'
        'd:{"finishReason":"stop","usage":{"promptTokens":1}}\n',
        value="Hello world",
        calls=(WEATHER,),
        details={"id": "m1", "finish_reason": "stop", "usage": {"promptTokens": 1}},
    ),
    "ollama-generate": Transcript(
        media=LINES,
        text=lines(
            {"model": "llama", "created_at": "t", "response": "Hello", "done": False},
            {"model": "llama", "created_at": "t", "response": " world", "done": False},
            {
                "model": "llama",
                "response": "",
                "done": True,
                "done_reason": "stop",
                "context": [1, 2],
                "total_duration": 1_500_000_000,
                "prompt_eval_count": 4,
                "eval_count": 2,
            },
        ),
        value="Hello world",
        details={
            "model": "llama",
            "finish_reason": "stop",
            "usage": {"prompt_eval_count": 4, "eval_count": 2},
            "duration": 1.5,
        },
    ),
    "ollama-chat": Transcript(
        media=LINES,
        text=lines(
            {"model": "llama", "message": {"role": "assistant", "content": "Hello"}, "done": False},
            {
                "model": "llama",
                "message": {
                    "role": "assistant",
                    "content": " world",
                    "tool_calls": [{"function": {"name": "get_weather", "arguments": {"city": "Oslo"}}}],
                },
                "done": False,
            },
            {"model": "llama", "message": {"role": "assistant", "content": ""}, "done_reason": "stop", "done": True},
        ),
        value="Hello world",
        calls=(WEATHER,),
        details={"model": "llama", "finish_reason": "stop"},
    ),
    "cog": Transcript(
        media=SSE,
        text=named(
            ("start", {"id": "p1", "status": "processing"}),
            ("output", '"Hello"'),
            ("logs", '"loading\\n"'),
            ("output", '" world"'),
            (
                "completed",
                {
                    "id": "p1",
                    "status": "succeeded",
                    "output": ["Hello", " world"],
                    "metrics": {"predict_time": 0.4},
                },
            ),
        ),
        value="Hello world",
        details={"id": "p1", "predict_time": 0.4},
    ),
    "replicate": Transcript(
        media=SSE,
        text=named(("output", "Hello"), ("output", " 42"), ("done", "{}")),
        value="Hello 42",
    ),
    "langserve": Transcript(
        media=SSE,
        text=named(
            ("metadata", {"run_id": "r1"}),
            ("data", '"Hello"'),
            ("data", {"content": " world", "type": "AIMessageChunk", "additional_kwargs": {}}),
        )
        + "event: end\n\n",
        value="Hello world",
        details={"id": "r1"},
    ),
    "plain": Transcript(media=SSE, text=data("Hello", " world", "[DONE]"), value="Hello world"),
    "named": Transcript(
        media=SSE,
        text=named(("text", "Hello"), ("text", {"text": " world"}), ("done", {"usage": {"tokens": 2}})),
        value="Hello world",
        details={"usage": {"tokens": 2}},
    ),
}  # fmt: skip
#: Those that say when they have ended.
ENDING = [name for name in TRANSCRIPTS if name not in ("replicate", "plain", "named")]
