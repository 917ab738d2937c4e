"""A tool's answer as it came: status, headers and bytes, or the messages of a conversation."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from webform.files import StoredFile

if TYPE_CHECKING:
    from collections.abc import Mapping

#: The headers of an answer that are kept. Cookies and credentials are none of them.
KEPT_HEADERS = (
    "content-type",
    "content-disposition",
    "content-encoding",
    "content-length",
    "content-language",
    "content-location",
    "cache-control",
    "date",
    "etag",
    "last-modified",
    "location",
    "operation-location",
    "retry-after",
    "server-timing",
    "x-request-id",
    "request-id",
    "x-correlation-id",
    "traceparent",
    "ratelimit",
    "ratelimit-limit",
    "ratelimit-remaining",
    "ratelimit-reset",
    "x-ratelimit-limit",
    "x-ratelimit-remaining",
    "x-ratelimit-reset",
    "deprecation",
    "sunset",
    "warning",
)


@dataclass(frozen=True, kw_only=True)
class RawMessage:
    """
    One message of a conversation with a tool: an event of a stream, or a JSON-RPC message.

    Args:
        time: seconds since the call began.
        direction: `in` came from the tool, `out` was sent to it.
        text: the message as it was sent.
    """

    time: float
    direction: Literal["in", "out"]
    text: str


@dataclass(frozen=True, kw_only=True)
class Raw:
    """
    What a tool answered, as it came.

    Args:
        status: the HTTP status; `None` where the answer came another way.
        headers: those of `KEPT_HEADERS` that came, by their names in lower case.
        body: the bytes, unpacked; a kept file where they are many. Empty where *messages* are all there is.
        messages: the events of a stream, or the messages of MCP, in their order.
        note: what was left out, and why, in a sentence.
    """

    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | StoredFile = b""
    messages: tuple[RawMessage, ...] = ()
    note: str = ""

    @property
    def size(self) -> int:
        """The bytes of the body."""
        return self.body.size if isinstance(self.body, StoredFile) else len(self.body)

    def content(self) -> bytes | StoredFile:
        """Return all of it as a file: the body, else the messages as JSON Lines."""
        if self.body or not self.messages:
            return self.body
        lines = (json.dumps(vars(message), ensure_ascii=False) + "\n" for message in self.messages)
        return "".join(lines).encode("utf-8", "backslashreplace")

    def as_record(self) -> dict[str, Any]:
        """Return it as a JSON value, for `from_record`; what is empty is left out."""
        record = {
            "status": self.status,
            "headers": dict(self.headers),
            "messages": [[message.time, message.direction, message.text] for message in self.messages],
            "note": self.note,
            **_body_record(self.body),
        }
        return {key: value for key, value in record.items() if value not in (None, "", {}, [])}

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> Raw:
        """Return what `as_record` made *record* of."""
        return cls(
            status=record.get("status"),
            headers=record.get("headers", {}),
            body=_body(record),
            messages=tuple(RawMessage(time=t, direction=d, text=text) for t, d, text in record.get("messages", ())),
            note=record.get("note", ""),
        )


def kept_headers(headers: Mapping[str, str] | None) -> dict[str, str]:
    """Return those of *headers* that are kept, by their names in lower case."""
    by_name = {name.lower(): value for name, value in (headers or {}).items()}
    return {name: by_name[name] for name in KEPT_HEADERS if name in by_name}


def _body_record(body: bytes | StoredFile) -> dict[str, str]:
    if isinstance(body, StoredFile):
        return {"file": body.as_text()}
    try:
        return {"text": body.decode()}
    except UnicodeDecodeError:
        return {"base64": b64encode(body).decode()}


def _body(record: dict[str, Any]) -> bytes | StoredFile:
    if "file" in record:
        return StoredFile.from_text(record["file"]) or b""
    return b64decode(record["base64"]) if "base64" in record else record.get("text", "").encode()
