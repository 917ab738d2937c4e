"""Answers of a good status that are failures, by their shapes; and what a failure says, whatever its status."""

from __future__ import annotations

import re
from http import HTTPStatus
from itertools import islice
from typing import TYPE_CHECKING, Any

from webform.envelopes.base import MAX_MESSAGE, MAX_RETRY, AnswerShape, declares, without_trace, words
from webform.values import ABSENT, as_dict, as_text, is_number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webform.tool import Tool

#: The status alone, in words: what frameworks answer when nobody wrote anything.
_PHRASES = {status.phrase.lower() for status in HTTPStatus}
#: Such as invalid_request, badRequest, ValueError.
_PROGRAM_WORD = re.compile(r"[a-z][\w.-]*|\w*_\w*|[A-Z]\w*[a-z][A-Z]\w*|Error")
_FAILED = ("error", "errored", "fail", "failed", "failure")

#: Where a failure has its sentences, the most general first.
_SENTENCES = (
    *("error", "errors", "title", "message", "msg", "errorMessage", "error_message", "errmsg", "Message"),
    *("detail", "details", "description", "error_description", "reason", "hint", "errorDescription"),
)
#: Facts about a failure: shown as details.
_FACTS = (
    *("code", "error_code", "errorCode", "errcode", "errno", "type", "__type", "errorType", "param", "path"),
    *("instance", "requestId", "request_id", "trace_id", "traceId", "timestamp", "documentation_url", "error_uri"),
)
#: Meant for the tool's developers, or an echo of what was filled in.
_INTERNAL = frozenset({
    "ctx", "developer_message", "exc_info", "input", "stack", "stackTrace", "stack_trace", "stacktrace", "trace",
    "traceback",
})  # fmt: skip
#: What a failure holds that came with no value: its words, its facts, its flags, what is for developers.
_AROUND = {
    *(*_SENTENCES, *_FACTS),
    *("status", "statusCode", "status_code", "ok", "success", "Success", "isSuccess"),
    *("retryable", "can_retry", "retry_after", "retryAfter", "parameters", "messages", "extensions", "jsonrpc"),
    *("exception", "print_exception", "visible", "duration", "response_metadata"),
    *_INTERNAL,
}
#: What echoes the request, or is read as reasons and logs.
_READ = {
    *("inputs", "request", "query", "violations", "issues", "fieldErrors", "formErrors", "logs"),
    *("invalid-params", "invalid_params", "invalidParams", "validationErrors", "validation_errors", "urls"),
}
#: Under which what a failed answer came with stands alone.
WRAPPERS = ("data", "result", "output", "value")
#: Sentences of a message at most, and parts of a list of them that are looked at.
MAX_SENTENCES, MAX_LISTED = 50, 20
MAX_FACT = 200
#: How deep a value that came with a failure is looked into.
MAX_DEPTH = 64
#: Without these a text holds no stack trace, and to look for one takes long.
_TRACE_HINTS = ("Traceback", 'File "', "at ", "goroutine ")


def _is_problem(value: dict[str, Any]) -> bool:
    status = value.get("status")
    is_explained = not value.keys().isdisjoint(("title", "error", "detail"))
    return isinstance(status, int) and 400 <= status < 600 and is_explained


def _is_graphql(value: dict[str, Any]) -> bool:
    errors = value.get("errors")
    if not isinstance(errors, list) or not errors or not value.keys() <= {"data", "errors", "extensions"}:
        return False
    return all(isinstance(error, dict) and isinstance(error.get("message"), str) for error in errors)


def _is_json_api(value: dict[str, Any]) -> bool:
    errors = value.get("errors")
    if not isinstance(errors, list) or not errors or not value.keys() <= {"errors", "meta", "jsonapi", "links"}:
        return False
    return all(isinstance(error, dict) and not error.keys().isdisjoint(("title", "detail")) for error in errors)


def _is_error_text(value: dict[str, Any]) -> bool:
    error = value.get("error")
    has_text = (isinstance(error, str) and bool(error.strip())) or (error is True and bool(words(value.get("message"))))
    return has_text and all(key in _AROUND or value[key] in (None, [], {}, "") for key in value)


def _is_lambda(value: dict[str, Any]) -> bool:
    known = {"errorMessage", "errorType", "stackTrace", "trace", "cause", "requestId"}
    return isinstance(value.get("errorMessage"), str) and value.keys() <= known


def _is_aws(value: dict[str, Any]) -> bool:
    has_message = isinstance(value.get("message"), str) or isinstance(value.get("Message"), str)
    return isinstance(value.get("__type"), str) and has_message


def _is_numbered(value: dict[str, Any]) -> bool:
    code, message = value.get("errcode", value.get("code")), value.get("errmsg", value.get("msg"))
    good = not isinstance(code, int) or isinstance(code, bool) or code == 0 or 200 <= code < 300
    return not good and isinstance(message, str) and value.get("data") in (None, {}, [])


#: The failures of a good status, asked in this order.
FAILURE_SHAPES = (
    AnswerShape("status", "Replicate, Kubernetes, JSend", '`"status"`: `failed`, `failure`, `fail`, `error`',
                ("status",), lambda value: as_text(value.get("status")).lower() in _FAILED),
    AnswerShape("problem", "Spring, RFC 9457 behind a proxy", "`status` from 400 on; `title`, `error` or `detail`",
                ("status", "title", "error", "detail"), _is_problem),
    AnswerShape("ok", "Slack, Telegram", '`"ok": false`', ("ok",), lambda value: value.get("ok") is False),
    AnswerShape("success", "Cloudflare, Arcade", '`"success": false`', ("success", "Success", "isSuccess"),
                lambda value: any(value.get(key) is False for key in ("success", "Success", "isSuccess"))),
    AnswerShape("graphql", "GraphQL servers", "`errors`, each with a `message`, alone or beside `data`",
                ("errors", "data"), _is_graphql),
    AnswerShape("json-api", "JSON:API servers", "`errors`, each with a `title` or a `detail`", ("errors",),
                _is_json_api),
    AnswerShape("no-result", "JSON-RPC, CouchDB", '`"result": null` and an `error`', ("error",),
                lambda value: "result" in value and value["result"] is None and bool(value.get("error"))),
    AnswerShape("error-object", "OpenAI, Anthropic, Google, Microsoft", "`error` with a `message`", ("error",),
                lambda value: isinstance(as_dict(value.get("error")).get("message"), str)),
    AnswerShape("error-text", "Ollama, Gradio, OAuth", "`error`, a text, with nothing beside it that is an answer",
                ("error",), _is_error_text),
    AnswerShape("error-event", "toolexec", '`"type": "error"` and a `message`', ("type", "message"),
                lambda value: value.get("type") == "error" and isinstance(value.get("message"), str)),
    AnswerShape("lambda", "AWS Lambda", "`errorMessage`, `errorType`, `stackTrace`", ("errorMessage",), _is_lambda),
    AnswerShape("aws", "AWS", "`__type` and `message`", ("__type",), _is_aws),
    AnswerShape("numbered", "Feishu, WeChat", "`code` or `errcode`, not 0, and `msg` or `errmsg`",
                ("code", "errcode", "msg", "errmsg"), _is_numbered),
)  # fmt: skip
#: An answer without any of these is none of them.
_KEYS = frozenset(key for shape in FAILURE_SHAPES for key in shape.keys)


def is_failure(tool: Tool, value: Any) -> bool:
    """Tell whether *value*, of a good status, is a failure, and no answer that *tool* declares."""
    if not isinstance(value, dict) or _KEYS.isdisjoint(value):
        return False
    return any(shape.accepts(value) and not declares(tool, *shape.keys) for shape in FAILURE_SHAPES)


def message_of(value: Any, *, lists: bool = True) -> str:
    """
    Return all that *value*, a failure, says to a person: each sentence once; `""` where it says nothing.

    Args:
        lists: whether what it says in lists is wanted too; where those were read as reasons, it is not.
    """
    found: list[str] = []
    for sentence in islice(_sentences(value, 4, lists=lists), MAX_SENTENCES):
        plain = sentence.lower().rstrip(".")
        if plain in _PHRASES or any(plain in other.lower() for other in found):
            continue
        found = [other for other in found if other.lower().rstrip(".") not in plain] + [sentence]
    # A word of a program is only a message where there is nothing else.
    found = [sentence for sentence in found if not _PROGRAM_WORD.fullmatch(sentence)] or found
    ended = [sentence if sentence[-1:] in ".!?:;…" else f"{sentence}." for sentence in found[:-1]] + found[-1:]
    return " ".join(ended)[:MAX_MESSAGE]


def _sentences(value: Any, depth: int, *, lists: bool) -> Iterator[str]:
    if isinstance(value, str):
        if message := words(value):
            yield message
    elif isinstance(value, dict) and depth:
        for key in _SENTENCES:
            yield from _sentences(value.get(key), depth - 1, lists=lists)
    elif isinstance(value, list) and depth and lists:
        for item in value[:MAX_LISTED]:
            yield from _sentences(item, depth - 1, lists=lists)


def details_of(value: Any) -> dict[str, Any]:
    """Return the facts that the failure *value* has beside its words: its code, the id of the request."""
    inner = value.get("error") if isinstance(value, dict) else None
    holders = [holder for holder in (inner, value) if isinstance(holder, dict)]
    found: dict[str, Any] = {}
    for holder in holders:
        for key in _FACTS:
            if isinstance(fact := holder.get(key), str | int | float) and fact != "":
                found.setdefault(key, fact[:MAX_FACT] if isinstance(fact, str) else fact)
    return found


def value_of(value: Any) -> Any:
    """Return what came with the failure *value* that is none of its words; `ABSENT` where nothing did."""
    if not isinstance(value, dict):
        return ABSENT
    dropped = _AROUND | _READ
    rest = {key: _shown(inner) for key, inner in value.items() if key not in dropped}
    rest = {key: inner for key, inner in rest.items() if inner not in (None, "", [], {})}
    if len(rest) == 1 and (key := next(iter(rest))) in WRAPPERS:
        return rest[key]
    return rest or ABSENT


def _shown(value: Any, depth: int = MAX_DEPTH) -> Any:
    """Return *value* without what is meant for developers, or echoes the request."""
    if isinstance(value, str):
        return without_trace(value) if any(hint in value for hint in _TRACE_HINTS) else value
    if isinstance(value, dict) and depth:
        return {key: _shown(inner, depth - 1) for key, inner in value.items() if key not in _INTERNAL}
    return [_shown(inner, depth - 1) for inner in value] if isinstance(value, list) and depth else value


def retry_of(value: Any) -> tuple[bool | None, float | None]:
    """Return whether the failure *value* says that trying again makes sense, and after how many seconds."""
    if not isinstance(value, dict):
        return None, None
    holders = [holder for holder in (value, value.get("error"), value.get("parameters")) if isinstance(holder, dict)]
    can = next(
        (holder[key] for holder in holders for key in ("retryable", "can_retry") if isinstance(holder.get(key), bool)),
        None,
    )
    keys = ("retryAfter", "retry_after")
    after = next((holder[key] for holder in holders for key in keys if is_number(holder.get(key))), None)
    return can, None if after is None else min(max(float(after), 0.0), MAX_RETRY)
