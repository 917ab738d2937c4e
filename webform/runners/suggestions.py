"""Suggestions of a tool for one of its inputs: asked of the tool itself, read as plain values and labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.runners.failures import CallError
from webform.values import brief, kind_of, read_json_or

if TYPE_CHECKING:
    from webform.runners.base import Target
    from webform.runners.runner import Runner

#: How many suggestions are read, and how long a label may be.
MAX_SUGGESTIONS = 50
MAX_LABEL = 200
#: What a suggestion may be.
_SCALARS = ("string", "number", "boolean")


class NoSuggestionsError(Exception):
    """
    Raised when a tool suggests nothing that can be used.

    Args:
        code: a stable word for why.
        message: why, in a sentence.
        advice: what a person can do.
        answer: what the tool answered, as text.
    """

    def __init__(self, code: str, message: str, advice: str = "", answer: str = "") -> None:
        self.code, self.message, self.advice, self.answer = code, message, advice, answer
        super().__init__(message)


def suggestions(runner: Runner, target: Target, endpoint: str, typed: str) -> list[dict[str, Any]]:
    """
    Return what the tool at *target* suggests at *endpoint* for what was *typed*, as values with labels.

    Raises:
        NoSuggestionsError: it suggests nothing that can be used.
    """
    try:
        answer = runner.get(target, endpoint, {"q": typed})
    except CallError as error:
        raise NoSuggestionsError(error.code, error.message, error.advice) from error
    text = answer.text
    if answer.status != 200:
        raise NoSuggestionsError("tool-failed", f"The tool answered with status {answer.status}.", answer=text)
    found = _normal(read_json_or(text))
    if found is None:
        raise NoSuggestionsError("bad-answer", "The tool's answer is no list of suggestions.", answer=text)
    return found


def _normal(value: Any) -> list[dict[str, Any]] | None:
    found = value.get("results") if isinstance(value, dict) else value
    if not isinstance(found, list):
        return None
    offered = [result if isinstance(result, dict) else {"value": result} for result in found]
    usable = [suggestion for suggestion in offered if kind_of(suggestion.get("value")) in _SCALARS]
    return [
        {"value": suggestion["value"], "label": _label(suggestion.get("label"), suggestion["value"])}
        for suggestion in usable[:MAX_SUGGESTIONS]
    ]


def _label(label: Any, value: Any) -> str:
    for text in (label, value):
        if isinstance(text, str) and text.strip():
            return text[:MAX_LABEL]
    return brief(value, MAX_LABEL)
