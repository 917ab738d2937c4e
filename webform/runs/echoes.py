"""Failures without echoes of what is secret: services quote in their reasons what was filled in."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from webform.envelopes.redacted import HIDDEN
from webform.messages import Param, Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from webform.result import Result

#: A shorter text is only hidden where it stands alone: it may be a part of any word.
_TELLING = 4


#: Events that hold words about a run, not parts of what it comes to.
_WORDS = ("progress", "log", "ask")


def without_echoes(result: Result, secrets: set[str]) -> Result:
    """Return *result*, `HIDDEN` for each text of *secrets* in the words of a failure, and in the log of any run."""
    is_failure = result.status in ("error", "invalid")
    if not any(secrets) or not (is_failure or result.logs):
        return result
    hide = _hiding(secrets)
    logs = tuple(replace(log, message=hide(log.message), extra=_mapped(log.extra, hide)) for log in result.logs)
    if not is_failure:
        return replace(result, logs=logs)
    return replace(
        result,
        message=hide(result.message),
        advice=hide(result.advice),
        problems=tuple(replace(problem, params=_hidden(problem.params, hide)) for problem in result.problems),
        logs=logs,
        value=_mapped(result.value, hide),
        details=_mapped(result.details, hide),
    )


def _hidden(params: Mapping[str, Param], hide: Callable[[str], str]) -> dict[str, Param]:
    return {name: _hidden_param(value, hide) for name, value in params.items()}


def _hidden_param(value: Param, hide: Callable[[str], str]) -> Param:
    match value:
        case str():
            return hide(value)
        case tuple():
            return tuple(_hidden_param(part, hide) for part in value)
        case Phrase():
            return replace(value, params=_hidden(value.params, hide))
    return value


def facts_without_echoes(kind: str, facts: dict[str, Any], secrets: set[str]) -> dict[str, Any]:
    """Return the *facts* of an event, with `HIDDEN` for each text of *secrets* where they are words about the run."""
    if kind not in _WORDS or not any(secrets):
        return facts
    # The question that is answered goes by its id.
    return {**_mapped(facts, _hiding(secrets)), **({"id": facts["id"]} if "id" in facts else {})}


def _hiding(secrets: set[str]) -> Callable[[str], str]:
    # The longest first: one may be the beginning of another.
    spelled = [
        re.escape(text) if len(text) >= _TELLING else rf"(?<!\w){re.escape(text)}(?!\w)"
        for text in sorted(filter(None, secrets), key=len, reverse=True)
    ]
    pattern = re.compile("|".join(spelled))

    # What holds none stays as it is: a sentence keeps what it is made of.
    return lambda text: pattern.sub(HIDDEN, text) if pattern.search(text) else text


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    match value:
        case str():
            return change(value)
        case dict():
            return {change(key): _mapped(inner, change) for key, inner in value.items()}
        case list():
            return [_mapped(inner, change) for inner in value]
    return value
