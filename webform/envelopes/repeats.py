"""Content blocks of MCP that say the structured value again, as servers send it for clients that only read text."""

from __future__ import annotations

from typing import Any

from webform.values import ABSENT, as_list, equal, read_json_or

#: More items than these are not compared with texts in their order, and not with every block.
_MAX_ITEMS, _MAX_COMPARED = 10_000, 100


def without_repeats(blocks: list[dict[str, Any]], structured: Any) -> list[dict[str, Any]]:
    """Return those of *blocks* that say more than *structured* does: not its JSON, nor that of what it wraps."""
    wholes = _wholes(structured)
    texts = [block["text"] for block in blocks if is_text(block)]
    if any(_are_items(texts, whole) for whole in wholes):
        blocks = [block for block in blocks if not is_text(block)]
    return [block for block in blocks if not any(_repeats(block, whole) for whole in wholes)]


def is_text(block: dict[str, Any]) -> bool:
    """Tell whether *block* is a text."""
    return block.get("type") == "text" and isinstance(block.get("text"), str)


def _wholes(structured: Any) -> list[Any]:
    """Return *structured*, and what it wraps: the value of its only key."""
    wraps = isinstance(structured, dict) and len(structured) == 1
    return [structured, *structured.values()] if wraps else [structured]


def _repeats(block: dict[str, Any], whole: Any) -> bool:
    if is_text(block):
        return _says(block["text"], whole)
    return any(equal(block, item) for item in (whole, *as_list(whole)[:_MAX_COMPARED]))


def _are_items(texts: list[str], whole: Any) -> bool:
    """Tell whether *texts* are the items of a list, one each; lists within it may be flattened."""
    if not isinstance(whole, list):
        return False
    return any(
        0 < len(items) == len(texts) <= _MAX_ITEMS and all(map(_says, texts, items)) for items in (whole, _flat(whole))
    )


def _flat(items: list[Any]) -> list[Any]:
    flat: list[Any] = []
    left = list(reversed(items))
    while left and len(flat) <= _MAX_ITEMS:
        item = left.pop()
        if isinstance(item, list):
            left += reversed(item)
        else:
            flat.append(item)
    return flat


def _says(text: str, value: Any) -> bool:
    """Tell whether *text* is *value*: as it is, as JSON, or as Python spells it."""
    if isinstance(value, str) and text == value:
        return True
    if not isinstance(value, str | dict | list) and text == str(value):
        return True
    parsed = read_json_or(text)
    return parsed is not ABSENT and equal(parsed, value)
