"""Arcade's tool response: one of error, authorization, artifact and value, today's or the preview's."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from webform.envelopes.base import MAX_RETRY, Response, log_of, words
from webform.envelopes.error_texts import AGAIN, FAILED, GO_ON, failure_of
from webform.messages import sentence_of
from webform.result import Artifact, Authorize, Log, Result
from webform.values import ABSENT, as_dict, as_text, dicts_in, is_number

if TYPE_CHECKING:
    from webform.tool import Tool

#: One of these names the call.
_IDS = ("invocation_id", "execution_id")
#: What an answer of the public API may have, and has at least.
_KEYS = frozenset({
    "id", "execution_id", "execution_type", "duration", "finished_at", "run_at", "updated_at",
    "status", "success", "output",
})  # fmt: skip
_LEAST = frozenset({"id", "status", "success"})
#: What an answer has beside its id, one of them.
_TOLD = ("output", "success", "status", "finished_at")
#: What is known of a call beside its output.
_FACTS = ("execution_id", "invocation_id", "id", "execution_type", "status", "run_at", "finished_at", "updated_at")
#: Kinds of errors that are about what was filled in.
_BAD_INPUT = "TOOL_RUNTIME_BAD_INPUT_VALUE"
_LONG = 4_000


def accepts(tool: Tool, response: Response) -> bool:
    """Tell whether *response* is Arcade's."""
    value = response.value
    if not isinstance(value, dict) or value.keys().isdisjoint(_TOLD):
        return False
    named = any(isinstance(value.get(key), str) for key in _IDS)
    # The public API may leave out all but its own id, which may be anybody's.
    bare = isinstance(value.get("id"), str) and (tool.call.protocol == "arcade" or _KEYS >= value.keys() >= _LEAST)
    return named or bare


def read(tool: Tool, response: Response) -> Result:
    """Return what the first of error, authorization, artifact and value that is not null says."""
    value: dict[str, Any] = response.value
    output = as_dict(value.get("output"))
    return replace(_read(tool, value, output), details=_details(value, output))


def _read(tool: Tool, value: dict[str, Any], output: dict[str, Any]) -> Result:
    logs = tuple(map(log_of, dicts_in(output.get("logs"))[:1000]))
    error = output.get("error")
    if error is not None:
        return _failed(tool, error if isinstance(error, dict) else {"message": error}, logs)
    if asked := _asked(output):
        return Result(status="authorize", code="authorize", authorize=_authorize(asked), advice=GO_ON, logs=logs)
    if isinstance(output.get("artifact"), dict):
        return Result(status="ok", artifact=_artifact(output["artifact"]), logs=logs)
    if output.get("value") is not None:
        return Result(status="ok", value=output["value"], logs=logs)
    if value.get("status") == "scheduled" or value.get("execution_type") == "scheduled":
        when = value.get("run_at")
        text = sentence_of("result.scheduled", time=when[:40]) if isinstance(when, str) else ""
        return Result(status="scheduled", code="scheduled", message=text, logs=logs)
    if value.get("success") is False:
        return Result(status="error", code="tool-error", message=FAILED, advice=AGAIN, logs=logs)
    return Result(status="ok", value=ABSENT, logs=logs)


def _details(value: dict[str, Any], output: dict[str, Any]) -> dict[str, Any]:
    """Return what is known of the call: its ids and times, how long it took, and the state of a permission."""
    asked = _asked(output)
    permission = {key: as_text(asked.get(key)) for key in ("status", "provider_id", "user_id", "id")}
    known = {
        "tool_duration_ms": value["duration"] if is_number(value.get("duration")) else None,
        **{key: as_text(value.get(key)) for key in _FACTS},
        "permission": {key: text for key, text in permission.items() if text},
    }
    return {key: fact for key, fact in known.items() if fact not in (None, "", {})}


def _asked(output: dict[str, Any]) -> dict[str, Any]:
    return as_dict(output.get("requires_authorization") or output.get("authorization"))


def _failed(tool: Tool, error: dict[str, Any], logs: tuple[Log, ...]) -> Result:
    text = as_text(error.get("message"))
    refused = error.get("kind") == _BAD_INPUT or "Invalid input: " in text[:_LONG]
    result = failure_of(tool, text, AGAIN, refused=refused)
    after, can = error.get("retry_after_ms"), error.get("can_retry")
    return replace(
        result,
        advice=words(error.get("additional_prompt_content")) or result.advice,
        can_retry=can if isinstance(can, bool) else None,
        retry_after=min(max(after / 1000, 0), MAX_RETRY) if is_number(after) else None,
        logs=logs,
    )


def _authorize(raw: dict[str, Any]) -> Authorize:
    old = as_dict(raw.get("oauth2"))
    url = as_text(old.get("url")) or as_text(raw.get("authorization_url")) or as_text(raw.get("url"))
    raw_scopes = raw.get("scopes")
    scopes = raw_scopes if isinstance(raw_scopes, list) else as_text(old.get("scope")).split()
    return Authorize(
        url=url,
        message=words(raw.get("message")),
        scopes=tuple(scope for scope in scopes if isinstance(scope, str))[:50],
    )


def _artifact(raw: dict[str, Any]) -> Artifact:
    meta, size = raw.get("meta"), raw.get("size")
    return Artifact(
        url=as_text(raw.get("url")),
        content_type=as_text(raw.get("content_type"))[:200],
        size=size if isinstance(size, int) and not isinstance(size, bool) else None,
        description=words(meta.get("description")) if isinstance(meta, dict) else "",
    )
