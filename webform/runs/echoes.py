"""Failures without echoes of what is secret: services quote in their reasons what was filled in."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from webform.envelopes.redacted import HIDDEN

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.result import Result

#: A shorter text is only hidden where it stands alone: it may be a part of any word.
_TELLING = 4


def without_echoes(result: Result, secrets: set[str]) -> Result:
    """Return *result*, with `HIDDEN` in place of each text of *secrets* in the words of a failure."""
    if result.status not in ("error", "invalid") or not any(secrets):
        return result
    # The longest first: one may be the beginning of another.
    spelled = [
        re.escape(text) if len(text) >= _TELLING else rf"(?<!\w){re.escape(text)}(?!\w)"
        for text in sorted(filter(None, secrets), key=len, reverse=True)
    ]
    pattern = re.compile("|".join(spelled))

    def hide(text: str) -> str:
        return pattern.sub(HIDDEN, text)

    return replace(
        result,
        message=hide(result.message),
        advice=hide(result.advice),
        problems=tuple(replace(problem, message=hide(problem.message)) for problem in result.problems),
        logs=tuple(replace(log, message=hide(log.message)) for log in result.logs),
        value=_mapped(result.value, hide),
        details=_mapped(result.details, hide),
    )


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    match value:
        case str():
            return change(value)
        case dict():
            return {change(key): _mapped(inner, change) for key, inner in value.items()}
        case list():
            return [_mapped(inner, change) for inner in value]
    return value
