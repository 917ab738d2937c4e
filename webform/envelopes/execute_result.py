"""A code runtime's `ExecuteResult`, in its three spellings: camel case, capitals, snake case."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from webform.envelopes.base import Response, words
from webform.envelopes.error_texts import MEND, failure_of
from webform.result import Log, Result
from webform.values import ABSENT, as_text, brief, dicts_in, is_number

if TYPE_CHECKING:
    from webform.tool import Tool

#: What only such a result has, in any of its spellings; one of these and another key of `_KEYS` make it one.
_OWN = frozenset({"stdout", "stderr", "toolcalls"})
_KEYS = _OWN | {"value", "duration", "durationms", "backend", "limitsenforced"}
MAX_LINES = 1_000
_WORD = re.compile(r"(?<=[a-z])(?=[A-Z])")
#: The inputs of a tool and its answer: the keys in them are the tool's own.
_OTHERS = ("args", "structured", "details")


def accepts(tool: Tool, response: Response) -> bool:
    """Tell whether *response* is the result of code that ran."""
    value = response.value
    if not isinstance(value, dict):
        return False
    return _is_result(value) or (
        "result" in value and value.keys() <= {"result", "error"} and _is_result(value["result"])
    )


def read(tool: Tool, response: Response) -> Result:
    """Return the value; what the code printed and the tools it called are its log, where it ran its details."""
    value: dict[str, Any] = response.value
    error = None if _is_result(value) else value.get("error")
    plain = _plain(value if _is_result(value) else value["result"])
    logs = tuple(_logs(plain)[:MAX_LINES])
    details = _details(plain)
    if error is None:
        return Result(status="ok", value=plain.get("value", ABSENT), logs=logs, details=details)
    text = as_text(error.get("message") if isinstance(error, dict) else error)
    return replace(failure_of(tool, text, MEND), logs=logs, details=details)


def _is_result(value: Any) -> bool:
    if not isinstance(value, dict) or len(value) < 2:
        return False
    keys = _plain(value).keys()
    return keys <= _KEYS and not keys.isdisjoint(_OWN) and len(keys) > 1


def _plain(value: dict[str, Any]) -> dict[str, Any]:
    """Return *value* with keys in one spelling."""
    return {key.replace("_", "").lower(): inner for key, inner in value.items()}


def _details(plain: dict[str, Any]) -> dict[str, Any]:
    """Return the backend, the limits it kept, how long the code ran, and the calls of tools with all they hold."""
    details = {
        "tool_duration_ms": _milliseconds(plain),
        "backend": _snake(plain.get("backend")),
        "limits_enforced": _snake(plain.get("limitsenforced")),
        "tool_calls": _snake(plain.get("toolcalls")),
    }
    return {key: value for key, value in details.items() if value not in (None, "", [], {})}


def _snake(value: Any) -> Any:
    """Return *value* with the keys of its objects in one spelling, but for the inputs of a tool and its answer."""
    if isinstance(value, list):
        return [_snake(item) for item in value[:MAX_LINES]]
    if not isinstance(value, dict):
        return value
    named = {_WORD.sub("_", key).lower(): item for key, item in value.items()}
    return {name: item if name in _OTHERS else _snake(item) for name, item in named.items()}


def _milliseconds(plain: dict[str, Any]) -> float | None:
    milliseconds, nanoseconds = plain.get("durationms"), plain.get("duration")
    if is_number(milliseconds):
        return milliseconds
    return nanoseconds / 1e6 if is_number(nanoseconds) else None


def _logs(plain: dict[str, Any]) -> list[Log]:
    logs = [Log(message=line) for line in _lines(plain.get("stdout"))]
    logs += [Log(message=line, level="error") for line in _lines(plain.get("stderr"))]
    return logs + [_call(_plain(call)) for call in dicts_in(plain.get("toolcalls"))]


def _lines(text: Any) -> list[str]:
    return [words(line) for line in text.splitlines()[:MAX_LINES]] if isinstance(text, str) else []


def _call(plain: dict[str, Any]) -> Log:
    name, error = words(plain.get("toolid")) or "a tool", words(plain.get("error"))
    milliseconds = _milliseconds(plain)
    took = "" if milliseconds is None else f" in {milliseconds:g} ms"
    if error:
        return Log(message=f"{name} failed{took}: {error}", level="error")
    return Log(message=f"called {name}{took}{' with ' + brief(plain['args']) if plain.get('args') else ''}")
