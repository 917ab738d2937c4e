"""What is posted to run a tool, by the protocol that its target speaks over HTTP."""

from __future__ import annotations

import hashlib
import re
import secrets
import time
import uuid
from datetime import UTC, datetime
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from webform.bodies import write_body
from webform.files import StoredFile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from webform.runners.base import Target
    from webform.tool import Tool

#: What the marketplace's protocol calls itself.
MARKETPLACE = "1.0"
#: How much of a file is read at a time.
STEP = 65_536
_QUOTED = str.maketrans({'"': "%22", "\r": "%0D", "\n": "%0A"})


class Post(NamedTuple):
    """One request: where to, of which media type, and *length* bytes in chunks."""

    path: str
    media: str
    length: int
    chunks: Iterator[bytes]


def run(tool: Tool, target: Target, body: Any, run_id: str) -> Post:
    """Return the request of a tool.json: its body, flat or wrapped, files as data URLs or as parts."""
    path = target.run_path
    whole = body
    if target.body_style == "wrapped":
        whole = {"run_id": told_id(run_id), "inputs": body, "_pixie": {}}
    elif streams(tool):
        path += f"{'&' if '?' in path else '?'}run_id={told_id(run_id)}"
    if tool.input_transport == "multipart" and isinstance(body, dict):
        return _multipart(path, whole)
    return _json(path, whole)


def execute(tool: Tool, target: Target, body: Any, run_id: str) -> Post:
    """Return the request of the marketplace, a job of its own each time."""
    capabilities = tool.declaration.get("capabilities") if isinstance(tool.declaration, dict) else None
    named = {"capability": tool.name} if isinstance(capabilities, dict | list) else {}
    return _json(
        target.path_of("/execute"),
        {
            "milkyway_version": MARKETPLACE,
            "job_id": str(uuid.uuid4()),
            "task": {**named, "input": body},
            "deadline": int(time.time() + target.timeout),
        },
    )


def arcade(tool: Tool, target: Target, body: Any, run_id: str) -> Post:
    """Return the request of an Arcade worker, as its definition's generation has it."""
    said = tool.declaration if isinstance(tool.declaration, dict) else {}
    call, moment = secrets.token_hex(16), datetime.now(UTC).isoformat()
    name = {"name": said.get("name", tool.name), "version": tool.version}
    if _is_preview(said):
        sent = {"run_id": call, "invocation_id": call, "created_at": moment, "tool": name, "input": body, "context": {}}
    else:
        kit = {"toolkit": tool.category}
        sent = {
            "run_id": call,
            "execution_id": call,
            "created_at": moment,
            "tool": name | kit,
            "inputs": body,
            "context": {},
        }
    return _json(target.path_of("/worker/tools/invoke"), sent)


#: The protocols over HTTP.
POSTS: dict[str, Callable[[Tool, Target, Any, str], Post]] = {"run": run, "execute": execute, "arcade": arcade}


def streams(tool: Tool) -> bool:
    """Tell whether *tool* says that it answers piece by piece."""
    return any(each.streaming for each in tool.outputs)


def knows_id(tool: Tool, target: Target) -> bool:
    """Tell whether the tool is told what the run is called, and so can be asked for it."""
    return target.spoken == "run" and (target.body_style == "wrapped" or streams(tool))


def _is_preview(said: dict[str, Any]) -> bool:
    taken = said.get("input") or said.get("inputs")
    parameters = taken.get("parameters") if isinstance(taken, dict) else None
    listed = [each for each in parameters if isinstance(each, dict)] if isinstance(parameters, list) else []
    return any("schema" in each for each in listed) and not any("value_schema" in each for each in listed)


def _json(path: str, body: Any) -> Post:
    length, chunks = write_body(body)
    return Post(path, "application/json", length, chunks)


def _multipart(path: str, body: dict[str, Any]) -> Post:
    """Return *body* as a form: files, and texts, as they are; anything else as JSON."""
    boundary = secrets.token_hex(16)
    parts = [part for name, value in _flat(body) for part in _parts(boundary, name, value)]
    end = f"--{boundary}--\r\n".encode()
    length = sum(size for size, _ in parts) + len(end)
    chunks = chain(chain.from_iterable(made for _, made in parts), [end])
    return Post(path, f"multipart/form-data; boundary={boundary}", length, chunks)


def _flat(body: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    # A wrapped body's inputs are parts beside its other keys.
    for name, value in body.items():
        if name == "inputs" and "_pixie" in body and isinstance(value, dict):
            yield from value.items()
        else:
            yield name, value


def _parts(boundary: str, name: str, value: Any) -> list[tuple[int, Iterator[bytes]]]:
    if isinstance(value, list) and value and all(isinstance(each, StoredFile) for each in value):
        return [_file(boundary, name, each) for each in value]
    if isinstance(value, StoredFile):
        return [_file(boundary, name, value)]
    if isinstance(value, str):
        content: Iterator[bytes] = iter([text := value.encode("utf-8", "replace")])
        length = len(text)
        media = ""
    else:
        length, content = write_body(value)
        media = "\r\nContent-Type: application/json"
    head = _head(boundary, name, media)
    return [(len(head) + length + 2, chain([head], content, [b"\r\n"]))]


def _file(boundary: str, name: str, file: StoredFile) -> tuple[int, Iterator[bytes]]:
    said = f'; filename="{(file.name or "file").translate(_QUOTED)}"\r\nContent-Type: {_media(file)}'
    head = _head(boundary, name, said)
    return len(head) + file.size + 2, chain([head], _bytes(file), [b"\r\n"])


def _media(file: StoredFile) -> str:
    return (
        file.media_type if re.fullmatch(r"[\w.+-]+/[\w.+-]+", file.media_type, re.ASCII) else "application/octet-stream"
    )


def _head(boundary: str, name: str, rest: str) -> bytes:
    text = f'--{boundary}\r\nContent-Disposition: form-data; name="{name.translate(_QUOTED)}"{rest}\r\n\r\n'
    return text.encode("utf-8", "replace")


def _bytes(file: StoredFile) -> Iterator[bytes]:
    with file.open() as kept:
        while block := kept.read(STEP):
            yield block


def told_id(run_id: str) -> str:
    """Return what the tool is told that the run is called: its id is the key to it, and addresses are logged."""
    return hashlib.sha256(run_id.encode()).hexdigest()[:32]


def cancel_path(target: Target, run_id: str) -> str:
    """Return where a run of a tool.json is cancelled."""
    return f"{target.base_path}/cancel?run_id={told_id(run_id)}"


def stream_path(target: Target, run_id: str) -> str:
    """Return where a run of a tool.json is heard while it goes on."""
    return f"{target.base_path}/stream?run_id={told_id(run_id)}"


__all__ = ["POSTS", "Post", "cancel_path", "knows_id", "stream_path", "streams"]
