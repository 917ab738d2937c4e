"""Failures without echoes of what is secret: services quote in their reasons what was filled in."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from webform.envelopes.redacted import hidden_problems, hiding

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.result import Result

#: Events that hold words about a run, not parts of what it comes to.
_WORDS = ("progress", "log", "ask")


def without_echoes(result: Result, secrets: set[str]) -> Result:
    """Return *result*, `HIDDEN` for each text of *secrets* in the words of a failure, and in the log of any run."""
    is_failure = result.status in ("error", "invalid")
    if not any(secrets) or not (is_failure or result.logs):
        return result
    hide = hiding(secrets)
    logs = tuple(replace(log, message=hide(log.message), extra=_mapped(log.extra, hide)) for log in result.logs)
    if not is_failure:
        return replace(result, logs=logs)
    return replace(
        result,
        message=hide(result.message),
        advice=hide(result.advice),
        problems=hidden_problems(result.problems, hide),
        logs=logs,
        value=_mapped(result.value, hide),
        details=_mapped(result.details, hide),
    )


def facts_without_echoes(kind: str, facts: dict[str, Any], secrets: set[str]) -> dict[str, Any]:
    """Return the *facts* of an event, with `HIDDEN` for each text of *secrets* where they are words about the run."""
    if kind not in _WORDS or not any(secrets):
        return facts
    # The question that is answered goes by its id.
    return {**_mapped(facts, hiding(secrets)), **({"id": facts["id"]} if "id" in facts else {})}


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    match value:
        case str():
            return change(value)
        case dict():
            return {change(key): _mapped(inner, change) for key, inner in value.items()}
        case list():
            return [_mapped(inner, change) for inner in value]
    return value
