"""What a code runtime answers, `ExecuteResult`, in its three spellings: camel case, capitals, snake case."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.envelopes.base import is_number, words
from webform.envelopes.error_texts import plain_words, problems_in
from webform.result import Log, Result
from webform.values import ABSENT, brief

if TYPE_CHECKING:
    from webform.envelopes.base import Response
    from webform.tool import Tool

#: What only such a result has, in any of its spellings; one of these and another key of `_KEYS` make it one.
_OWN = frozenset({"stdout", "stderr", "toolcalls"})
_KEYS = _OWN | {"value", "duration", "durationms", "backend", "limitsenforced"}
MAX_LINES = 1_000


def accepts(tool: Tool, response: Response) -> bool:
    """Tell whether *response* is the result of code that ran."""
    value = response.value
    if not isinstance(value, dict):
        return False
    return _is_result(value) or (
        "result" in value and value.keys() <= {"result", "error"} and _is_result(value["result"])
    )


def read(tool: Tool, response: Response) -> Result:
    """Return the value; what the code printed and the tools it called are its log."""
    value: dict[str, Any] = response.value
    error = None if _is_result(value) else value.get("error")
    plain = _plain(value if _is_result(value) else value["result"])
    logs = tuple(_logs(plain)[:MAX_LINES])
    if error is None:
        return Result(status="ok", value=plain.get("value", ABSENT), logs=logs)
    said = error.get("message") if isinstance(error, dict) else error
    said = said if isinstance(said, str) else ""
    problems = tuple(problems_in(tool, said))
    return Result(
        status="invalid" if problems else "error",
        code="refused" if problems else "tool-error",
        message="The tool refused what was filled in." if problems else plain_words(said) or "The tool failed.",
        advice="Change what you filled in and run it again.",
        problems=problems,
        logs=logs,
    )


def _is_result(value: Any) -> bool:
    if not isinstance(value, dict) or len(value) < 2:
        return False
    keys = _plain(value).keys()
    return keys <= _KEYS and not keys.isdisjoint(_OWN) and len(keys) > 1


def _plain(value: dict[str, Any]) -> dict[str, Any]:
    """Return *value* with keys in one spelling."""
    return {key.replace("_", "").lower(): each for key, each in value.items()}


def _logs(plain: dict[str, Any]) -> list[Log]:
    logs = [Log(message=line) for line in _lines(plain.get("stdout"))]
    logs += [Log(message=line, level="error") for line in _lines(plain.get("stderr"))]
    calls = plain.get("toolcalls")
    logs += [_call(_plain(each)) for each in (calls if isinstance(calls, list) else ()) if isinstance(each, dict)]
    return logs


def _lines(text: Any) -> list[str]:
    return [words(line) for line in text.splitlines()[:MAX_LINES]] if isinstance(text, str) else []


def _call(plain: dict[str, Any]) -> Log:
    name, error = words(plain.get("toolid")) or "a tool", words(plain.get("error"))
    milliseconds = plain.get("durationms")
    if not is_number(milliseconds):
        nanoseconds = plain.get("duration")
        milliseconds = nanoseconds / 1e6 if is_number(nanoseconds) else None
    took = "" if milliseconds is None else f" in {milliseconds:g} ms"
    if error:
        return Log(message=f"{name} failed{took}: {error}", level="error")
    return Log(message=f"called {name}{took}{' with ' + brief(plain['args']) if plain.get('args') else ''}")
