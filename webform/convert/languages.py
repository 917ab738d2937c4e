"""Texts by language in the documents that are written: in the place of a text, or beside it as `x-i18n`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.dialects.text_places import BESIDE
from webform.hints.x_webform import KEYWORD, OUTPUT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from webform.convert.base import Writer
    from webform.tool import Tool

#: The tag of a language that is not known.
_UNKNOWN = "und"


def written(tool: Tool, writer: Writer) -> Any:
    """Return what *writer* makes of *tool*, its texts in all their languages where the format has a place for them."""
    document = writer.write(tool)
    if tool.translations is None or not (writer.hints or writer.inputs):
        return document
    own, languages, _ = tool.translations
    others = {name: writer.write(tool.in_language(name)) for name in languages}
    return _merged(document, others, own or _UNKNOWN, beside=not writer.inputs)


def _merged(part: Any, others: Mapping[str, Any], own: str, *, beside: bool) -> Any:
    """Return *part* with the texts that *others* have in its place, by their languages."""
    if isinstance(part, tuple | list):
        return type(part)(
            _merged(child, {name: other[index] for name, other in others.items()}, own, beside=beside)
            for index, child in enumerate(part)
        )
    if not isinstance(part, dict):
        return part
    made, texts = dict[str, Any](), dict[str, dict[str, Any]]()
    for key, child in part.items():
        below = {name: other[key] for name, other in others.items() if key in other}
        if not isinstance(child, str):
            # What is shown of an answer is a schema within a hint.
            made[key] = _merged(child, below, own, beside=(beside and key != KEYWORD) or key == OUTPUT)
            continue
        different = {name: text for name, text in below.items() if text != child}
        made[key] = {own: child, **different} if different and not beside else child
        for name, text in different.items() if beside else ():
            texts.setdefault(name, {})[key] = text
    return {**made, BESIDE: made.get(BESIDE, {}) | texts} if texts else made
