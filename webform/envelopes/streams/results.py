"""Results of streams."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from webform.language import marked
from webform.outputs import TYPES
from webform.result import Result
from webform.values import ABSENT

if TYPE_CHECKING:
    from webform.envelopes.streams.collected import Collected
    from webform.tool import Output, Tool

_ADVICE = marked("Try again. If this keeps happening, contact the tool's author.")
#: What shows that a text is Markdown: a heading, a list, a fence, a table, strong text, code, a link.
_MARKUP = re.compile(
    r"""
    ^[ ]{0,3}(?: \#{1,6}[ ]\S | [-*+][ ]\S | [0-9]{1,3}[.)][ ]\S | ``` | \|[^\n]*\| )
    | \*\*\S | `[^`\n]{1,200}` | \[[^\]\n]{1,200}\]\(
    """,
    re.MULTILINE | re.VERBOSE,
)


def result_of(tool: Tool, collected: Collected) -> Result:
    """Return *collected* as a result: an error where the stream broke off, or nothing came."""
    if collected.broken or (collected.is_cut and not collected.is_empty):
        message = marked("The tool's answer breaks off in the middle.")
        return keep(tool, collected, Result(status="error", code="half-answer", message=message, advice=_ADVICE))
    if collected.is_empty and not collected.over:
        message = marked("The tool answered nothing.")
        return beside(collected, Result(status="error", code="empty-answer", message=message, advice=_ADVICE))
    return beside(collected, Result(status="ok", value=placed(tool, collected.value)))


def keep(tool: Tool, collected: Collected, failed: Result) -> Result:
    """Return *failed* with all that had come before it."""
    value = placed(tool, collected.value)
    return replace(beside(collected, failed), value=value, partial=None if value is ABSENT else True)


def beside(collected: Collected, result: Result) -> Result:
    """Return *result* with what came beside the value of a stream."""
    text = collected.value
    marked = collected.is_model and result.value == text and isinstance(text, str) and _MARKUP.search(text)
    return replace(
        result,
        media_type="text/markdown" if marked else result.media_type,
        parts=(*collected.parts, *result.parts),
        logs=(*collected.logs, *result.logs),
        details={**result.details, **collected.details},
    )


def placed(tool: Tool, value: Any) -> Any:
    """Return *value* as the declared output that a stream of its kind is, where there is one."""
    if tool.output_schema is not None or not isinstance(value, str | list):
        return value
    ranks = {output.key: _rank(output, value) for output in tool.outputs}
    key = max(ranks, key=lambda key: ranks[key], default="")
    return {key: value} if ranks.get(key) else value


def _rank(output: Output, value: str | list[Any]) -> int:
    """Return how well *output* takes *value*, which a stream brought for none by name; 0 where it does not."""
    type_ = TYPES.get(output.type)
    takes = type_ is not None and ("string" if isinstance(value, str) else "array") in type_.kinds
    return type_.stream_rank if type_ and takes else 0
