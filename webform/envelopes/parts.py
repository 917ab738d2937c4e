"""Content blocks of MCP as parts of a result."""

from __future__ import annotations

from typing import Any

from webform.envelopes.base import words
from webform.media import canonical, part_type
from webform.result import Part
from webform.values import ABSENT, as_dict

MAX_TITLE, MAX_ADDRESS = 200, 4000


def part_of(block: dict[str, Any]) -> Part:
    """Return one block of the content as a part; a block that is not known is its JSON."""
    content = as_dict(block.get("resource"))
    match block:
        case {"type": "text", "text": str(text)}:
            return _part("text", text, block)
        case {"type": "image" | "audio" as kind, "data": str(data), "mimeType": str()}:
            return _part(kind, _data_url(block, data), block)
        case {"type": "resource", "resource": {"text": str(text)}}:
            return _part("html" if _media_type(content) == "text/html" else "text", text, content, block)
        case {"type": "resource", "resource": {"blob": str(data)}}:
            return _part(part_type(_media_type(content)), _data_url(content, data), content, block)
        case {"type": "resource_link", "uri": str()}:
            return _part("link", ABSENT, block)
    return _part("json", block)


def _part(kind: str, value: Any, *about: dict[str, Any]) -> Part:
    """Return a part that is called what the first of *about* says that says it."""
    sizes = [size for source in about if type(size := source.get("size")) is int and size >= 0]
    return Part(
        type=kind,
        value=value,
        title=_text(about, "title", "name")[:MAX_TITLE],
        description=words(_text(about, "description")),
        uri=_text(about, "uri")[:MAX_ADDRESS],
        media_type=_media_type(*about),
        size=sizes[0] if sizes else None,
    )


def _text(about: tuple[dict[str, Any], ...], *keys: str) -> str:
    texts = (source.get(key) for key in keys for source in about)
    return next((text for text in texts if isinstance(text, str) and text.strip()), "")


def _media_type(*about: dict[str, Any]) -> str:
    return canonical(_text(about, "mimeType")) or ""


def _data_url(about: dict[str, Any], data: str) -> str:
    return f"data:{_media_type(about) or 'application/octet-stream'};base64,{''.join(data.split())}"
