"""Services written by hand as theirs answer: Express, cog, Replicate, Ollama, OpenAI, Anthropic, Lambda, GraphQL."""

from __future__ import annotations

import base64
import io
import json
import struct
import wave
import zipfile
import zlib
from typing import TYPE_CHECKING, Any, NamedTuple

from werkzeug.wrappers import Request, Response

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


class Reply(NamedTuple):
    """An answer: its status, its headers, its body, whole or in pieces."""

    status: int
    headers: dict[str, str]
    body: bytes | Iterable[bytes]


def as_json(value: Any, status: int = 200, **headers: str) -> Reply:
    return Reply(status, {"Content-Type": "application/json"} | headers, json.dumps(value).encode())


def media(media_type: str, body: bytes | str, filename: str = "") -> Reply:
    headers = {"Content-Type": media_type}
    if filename:
        headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    return Reply(200, headers, body.encode() if isinstance(body, str) else body)


def stream(events: Iterable[str], media_type: str = "text/event-stream") -> Reply:
    return Reply(200, {"Content-Type": media_type}, (event.encode() for event in events))


def sse(*values: Any, end: str = "") -> Reply:
    """Return unnamed events of JSON values, and what ends them."""
    return stream([*(f"data: {json.dumps(value)}\n\n" for value in values), *([f"data: {end}\n\n"] if end else [])])


def named(*events: tuple[str, Any]) -> Reply:
    return stream(f"event: {name}\ndata: {json.dumps(value)}\n\n" for name, value in events)


def png(red: int = 40, green: int = 120, blue: int = 90, size: int = 48) -> bytes:
    """Return a square of one colour."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + bytes((red, green, blue)) * size) * size
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def wav() -> bytes:
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setparams((1, 2, 8000, 800, "NONE", ""))
        file.writeframes(b"\0\0" * 800)
    return buffer.getvalue()


def zipped() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("report/summary.txt", "Twelve streets")
        archive.writestr("report/data.csv", "street,houses\nOak,12\n")
    return buffer.getvalue()


def pdf() -> bytes:
    """Return a page that says hello."""
    parts = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources 5 0 R>>",
        b"<</Length 38>>stream\nBT /F1 18 Tf 20 40 Td (Hello) Tj ET  \nendstream",
        b"<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>",
    ]
    out, offsets = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        offsets.append(len(out))
        out += b"%d 0 obj" % number + part + b"endobj\n"
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    size = len(parts) + 1
    tail = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (size, len(out))
    return out + b"xref\n0 %d\n0000000000 65535 f \n" % size + table + tail


def webm() -> bytes:
    """Return the head of a WebM file, by which players know one."""
    return bytes.fromhex("1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806700000000")


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


class Predictions:
    """Predictions that take two looks to be done, as Replicate has them."""

    def __init__(self) -> None:
        self.looks: dict[str, int] = {}

    def create(self, name: str, origin: str) -> Reply:
        self.looks[name] = 0
        return as_json(self._prediction(name, origin, "starting"), 201)

    def get(self, name: str, origin: str) -> Reply:
        self.looks[name] += 1
        if self.looks[name] < 2:
            return as_json(self._prediction(name, origin, "processing") | {"logs": "step 1 of 2\n"})
        if name == "failed":
            ended = {"status": "failed", "error": "CUDA out of memory", "logs": "step 1 of 2\n"}
        else:
            ended = {
                "status": "succeeded",
                "output": ["https://images.example/fox.webp"],
                "logs": "step 1 of 2\nstep 2 of 2\n",
                "metrics": {"predict_time": 1.25, "total_time": 1.5},
            }
        return as_json(self._prediction(name, origin, "") | ended)

    def _prediction(self, name: str, origin: str, status: str) -> dict[str, Any]:
        base = f"{origin}/predictions/{name}"
        return {
            "id": name,
            "model": "acme/fox",
            "version": "5c7d5dc6",
            "input": {"prompt": "a fox"},
            "logs": "",
            "output": None,
            "error": None,
            "status": status,
            "created_at": "2026-11-22T14:30:00.000Z",
            "urls": {"get": base, "cancel": f"{base}/cancel"},
        }


class Operations:
    """An operation that takes two looks to be done, as Azure has them."""

    def __init__(self) -> None:
        self.looks = 0

    def create(self, origin: str) -> Reply:
        self.looks = 0
        return Reply(202, {"Operation-Location": f"{origin}/operations/1", "Retry-After": "0"}, b"")

    def get(self) -> Reply:
        self.looks += 1
        if self.looks < 2:
            return as_json({"status": "running", "percentCompleted": 50})
        return as_json({"status": "succeeded", "analyzeResult": {"pages": 3, "language": "en"}})


def chat_chunks(*texts: str) -> list[dict[str, Any]]:
    head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "gpt-4o-mini"}
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}, *({"content": text} for text in texts)]
    chunks = [{**head, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
    usage = {"prompt_tokens": 9, "completion_tokens": 4, "total_tokens": 13}
    return [
        *chunks,
        {**head, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
        {**head, "choices": [], "usage": usage},
    ]


def chat_completion(message: dict[str, Any], reason: str = "stop") -> dict[str, Any]:
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1741569952,
        "model": "gpt-4o-mini",
        "choices": [{"index": 0, "message": {"role": "assistant", **message}, "finish_reason": reason}],
        "usage": {"prompt_tokens": 9, "completion_tokens": 12, "total_tokens": 21},
    }


_TOOL_CALL = {
    "id": "call_1",
    "type": "function",
    "function": {"name": "get_weather", "arguments": '{"city": "Oslo", "unit": "celsius"}'},
}
_ANTHROPIC_STREAM = [
    ("message_start", {"type": "message_start", "message": {"id": "msg_1", "type": "message", "role": "assistant",
        "content": [], "model": "claude-sonnet-4-5", "usage": {"input_tokens": 11, "output_tokens": 1}}}),
    ("content_block_start", {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}),
    ("ping", {"type": "ping"}),
    ("content_block_delta", {"type": "content_block_delta", "index": 0,
        "delta": {"type": "text_delta", "text": "Foxes are "}}),
    ("content_block_delta", {"type": "content_block_delta", "index": 0,
        "delta": {"type": "text_delta", "text": "quick."}}),
    ("content_block_stop", {"type": "content_block_stop", "index": 0}),
    ("message_delta", {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 6}}),
    ("message_stop", {"type": "message_stop"}),
]  # fmt: skip
_OLLAMA = {"model": "llama3.2", "created_at": "2026-11-22T14:30:00.1Z"}


def _lines(*values: Any) -> Iterator[str]:
    return (json.dumps(value) + "\n" for value in values)


#: Path before /run -> what is answered there.
ANSWERS: dict[str, Callable[[], Reply]] = {
    "express-html": lambda: media(
        "text/html; charset=utf-8", "<!doctype html><h1>Invoice 17</h1>"
    ),
    "express-text": lambda: media("text/plain; charset=utf-8", "Moved 3 files\nSkipped 1"),
    "express-validator": lambda: as_json(
        {"errors": [{"type": "field", "value": "x", "msg": "Enter a full sentence", "path": "prompt",
                     "location": "body"}]}, 400),
    "express-failed": lambda: as_json({"success": False, "error": "The mailbox is full"}),
    "express-xml": lambda: media("application/xml", '<?xml version="1.0"?><order id="7"><item>Lamp</item></order>'),
    "express-zip": lambda: media("application/zip", zipped(), "report.zip"),
    "express-pdf": lambda: media("application/pdf", pdf(), "letter.pdf"),
    "express-audio": lambda: media("audio/wav", wav(), "voice.wav"),
    "express-video": lambda: media("video/webm", webm(), "clip.webm"),
    "express-bytes": lambda: media("application/octet-stream", bytes(range(256)), "model.bin"),
    "express-ndjson": lambda: stream(_lines({"city": "Oslo", "t": 3}, {"city": "Bergen", "t": 7}),
                                     "application/x-ndjson"),
    "express-markdown": lambda: media("text/markdown", "# Summary\n\nAll **twelve** streets are open."),
    "express-sse-text": lambda: stream(["data: Hello \n\n", "data: world\n\n", "data: [DONE]\n\n"]),
    "cog-done": lambda: as_json(
        {"id": "p1", "status": "succeeded", "input": {"prompt": "a fox"}, "output": "a red fox", "error": None,
         "logs": "loading weights\n", "metrics": {"predict_time": 0.52}, "version": None}),
    "cog-failed": lambda: as_json(
        {"id": "p1", "status": "failed", "input": {"prompt": "a fox"}, "output": None,
         "error": "prompt is not safe", "logs": "Traceback…\n", "metrics": {"predict_time": 0.1}}),
    "cog-image": lambda: as_json(
        {"status": "succeeded", "output": [f"data:image/png;base64,{b64(png())}"], "error": None, "logs": "",
         "metrics": {"predict_time": 2.5}}),
    "cog-stream": lambda: named(
        ("start", {"id": "p1", "status": "processing"}),
        ("log", {"source": "stdout", "data": "loading weights\n"}),
        ("output", {"chunk": "a red ", "index": 0}),
        ("output", {"chunk": "fox", "index": 1}),
        ("metric", {"name": "tokens", "value": 3}),
        ("completed", {"id": "p1", "status": "succeeded", "output": ["a red ", "fox"],
                       "metrics": {"predict_time": 0.4}})),
    "ollama-generate": lambda: stream(_lines(
        {**_OLLAMA, "response": "The sky ", "done": False}, {**_OLLAMA, "response": "is blue.", "done": False},
        {**_OLLAMA, "response": "", "done": True, "done_reason": "stop", "context": [1, 2, 3],
         "total_duration": 5043500667, "eval_count": 7}), "application/x-ndjson"),
    "ollama-chat": lambda: as_json(
        {**_OLLAMA, "message": {"role": "assistant", "content": "The sky is blue."}, "done": True,
         "done_reason": "stop", "total_duration": 5191566416, "eval_count": 7}),
    "openai-chat": lambda: as_json(chat_completion({"content": "Foxes are **quick**.", "refusal": None})),
    "openai-stream": lambda: sse(*chat_chunks("Foxes ", "are ", "quick."), end="[DONE]"),
    "openai-tool-call": lambda: as_json(chat_completion({"content": None, "tool_calls": [_TOOL_CALL]}, "tool_calls")),
    "openai-image": lambda: as_json(
        {"created": 1741569952, "data": [{"b64_json": b64(png(180, 60, 30))}],
         "usage": {"total_tokens": 100, "input_tokens": 50, "output_tokens": 50}}),
    "openai-error": lambda: as_json(
        {"error": {"message": "You exceeded your current quota.", "type": "insufficient_quota", "param": None,
                   "code": "insufficient_quota"}}, 429, **{"Retry-After": "20"}),
    "anthropic-stream": lambda: named(*_ANTHROPIC_STREAM),
    "lambda-error": lambda: as_json(
        {"errorMessage": "Task timed out after 3.00 seconds", "errorType": "Sandbox.Timedout", "requestId": "8f5"}),
    "lambda-proxy": lambda: as_json(
        {"statusCode": 200, "headers": {"Content-Type": "application/json"}, "isBase64Encoded": False,
         "body": json.dumps({"order": 7, "total": 19.5})}),
    "graphql-errors": lambda: as_json(
        {"data": None, "errors": [{"message": 'Argument "prompt" must not be blank', "path": ["search"],
                                   "extensions": {"code": "BAD_USER_INPUT", "argumentName": "prompt"}}]}),
    "slack-refused": lambda: as_json({"ok": False, "error": "channel_not_found"}),
    "webhook-accepted": lambda: Reply(202, {}, b""),
    "webhook-nothing": lambda: Reply(204, {}, b""),
    "problem-details": lambda: as_json(
        {"type": "https://api.example/problems/invalid", "title": "Your request is not valid.", "status": 422,
         "errors": [{"detail": "must be a place on earth", "pointer": "#/prompt"}]}, 422,
        **{"Content-Type": "application/problem+json"}),
}  # fmt: skip


def app() -> Callable[..., Iterable[bytes]]:
    """Return them all as one app, each answer at a path of its own."""
    predictions, operations = Predictions(), Operations()

    @Request.application
    def answer(request: Request) -> Response:
        name, origin = request.path.strip("/"), request.host_url.rstrip("/")
        if name.startswith("replicate-"):
            reply = predictions.create(name.removeprefix("replicate-").removesuffix("/run"), origin)
        elif name.startswith("predictions/"):
            reply = predictions.get(name.rpartition("/")[2], origin)
        elif name == "azure-operation/run":
            reply = operations.create(origin)
        elif name == "operations/1":
            reply = operations.get()
        else:
            reply = ANSWERS[name.removesuffix("/run")]()
        return Response(reply.body, reply.status, reply.headers)

    return answer
