"""Kitchen sink: every type of input, and what the tool received for each."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..serving import serve
from ..uploads import read_upload
from .completions import cities, leap_years

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

INPUTS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("tool.json").read_text("utf-8"))["inputs"]
FILE_TYPES = ("file", "image", "audio")


def create_app() -> Flask:
    """Return the app of this tool."""
    return serve(__file__, run, complete={"cities": cities, "leap-years": leap_years})


def run(body: dict[str, Any]) -> dict[str, Any]:
    """Echo *body*."""
    left_out = [input_["key"] for input_ in INPUTS if input_["key"] not in body]
    short = _shorten(body)
    return {
        "summary": f"{len(body)} inputs arrived" + (f", without {', '.join(left_out)}." if left_out else "."),
        "everything": not left_out,
        "count": len(body),
        "received": json.dumps(short, indent=2, ensure_ascii=False),
        "types": {"pairs": [{"key": key, "value": type_of(value)} for key, value in body.items()]},
        "shape": {"root": _tree("body", short)},
        "files": _table(_files(body)),
        "written": body["markdown"],
    }


def type_of(value: Any) -> str:
    """Return the JSON type of *value*, of a list with the types of its items."""
    match value:
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "number"
        case str():
            return "data URL" if value.startswith("data:") else "string"
        case dict():
            return "object"
        case list():
            kinds = " or ".join(dict.fromkeys(map(type_of, value)))
            return f"list of {len(value)}: {kinds}" if value else "empty list"
    return "null"


def _shorten(value: Any) -> Any:
    match value:
        case str() if value.startswith("data:") and len(value) > 80:
            return f"{value[:60]}… ({len(value):,} characters)"
        case dict():
            return {key: _shorten(part) for key, part in value.items()}
        case list():
            return [_shorten(part) for part in value]
    return value


def _tree(label: str, value: Any) -> dict[str, Any]:
    match value:
        case dict():
            return {"label": label, "children": [_tree(key, part) for key, part in value.items()]}
        case list():
            return {"label": label, "children": [_tree(str(at), part) for at, part in enumerate(value)]}
    return {"label": f"{label}: {json.dumps(value, ensure_ascii=False)}", "children": []}


def _files(body: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for declared in INPUTS:
        value = body.get(declared["key"]) if declared["type"] in FILE_TYPES else None
        for url in value if isinstance(value, list) else filter(None, [value]):
            upload = read_upload(url)
            yield {
                "input": declared["key"],
                "type": upload.media_type,
                "size": len(upload.data),
                "sha256": hashlib.sha256(upload.data).hexdigest(),
            }


def _table(rows: Iterator[dict[str, Any]]) -> dict[str, Any]:
    columns = [
        {"key": "input", "label": "Input", "type": "text"},
        {"key": "type", "label": "Media type", "type": "text"},
        {"key": "size", "label": "Bytes", "type": "number"},
        {"key": "sha256", "label": "SHA-256", "type": "text"},
    ]
    return {"columns": columns, "rows": list(rows)}
