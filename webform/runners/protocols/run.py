"""The protocol of a tool.json: its body is posted to /run, as JSON or as parts of a form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.bodies import write_body
from webform.inputs.uploads import UploadLike
from webform.inputs.walk import child_input
from webform.runners.multipart import Part, file_part, text_part, write_parts
from webform.runners.protocols.base import Address, Manifest, Protocol, Request, post_json
from webform.runners.request_bodies import FILES, inline_files

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webform.tool import Tool


def _call(tool: Tool, target: Address, body: Any, run_id: str) -> Request:
    """Return the request of a tool.json: its body, flat or wrapped, files as data URLs or as parts."""
    path, query = target.run_path, f"run_id={run_id}"
    is_wrapped, streams = target.body_style == "wrapped", any(output.streaming for output in tool.outputs)
    as_parts = tool.input_transport == "multipart" and isinstance(body, dict)
    body = {name: _with_files(tool, name, value) for name, value in body.items()} if as_parts else body
    whole = {"run_id": run_id, "inputs": body, "_pixie": {}} if is_wrapped else body
    if streams and not is_wrapped:
        path += f"{'&' if '?' in path else '?'}{query}"
    parts = (part for name, value in _flat(whole) for part in _parts(name, value))
    post = Request(path, *write_parts(parts)) if as_parts else post_json(path, whole)
    is_run = target.run_path.partition("?")[0].endswith("/run")
    return post._replace(
        stream=f"{target.base_path}/stream?{query}" if streams and is_run else "",
        cancel=f"{target.base_path}/cancel?{query}" if streams or is_wrapped else "",
    )


def _flat(body: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    # A wrapped body's inputs are parts beside its other keys.
    for name, value in body.items():
        if name == "inputs" and "_pixie" in body and isinstance(value, dict):
            yield from value.items()
        else:
            yield name, value


def _with_files(tool: Tool, name: str, value: Any) -> Any:
    """Return *value*, of that name, with files in place of data URLs, where it is a file or nothing but files."""
    input_ = child_input(tool.form.root, name)
    files = inline_files(input_, value) if isinstance(input_, UploadLike) else value
    return files if _is_files(files) or isinstance(files, FILES) else value


def _is_files(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(file, FILES) for file in value)


def _parts(name: str, value: Any) -> list[Part]:
    """Return *value* as parts of a form: files, and texts, as they are; anything else as JSON."""
    if _is_files(value):
        return [file_part(name, file) for file in value]
    if isinstance(value, FILES):
        return [file_part(name, value)]
    if isinstance(value, str):
        return [text_part(name, value)]
    return [Part(name, *write_body(value), "application/json")]


PROTOCOL = Protocol(
    name="run",
    paths=("/run", "/stream", "/schema", "/tool.json"),
    help=(
        "`POST /run` with the body, as `multipart/form-data` where the tool has `input_transport: multipart`. For a "
        "tool with a streaming output, webform also reads `/stream?run_id=` while it runs, and calls "
        "`/cancel?run_id=` when somebody cancels the run. An answer that is itself a stream (`text/event-stream`, "
        "`application/x-ndjson`) is read as it arrives, also from an address that ends with `/stream`"
    ),
    call=_call,
    manifest=Manifest(("/schema", "/tool.json"), lambda value: isinstance(value, dict) and "inputs" in value),
)
