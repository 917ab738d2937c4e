"""Answers: their kind by what was asked for, their headers, their words when there is nothing else."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import quote

from flask import Request, Response
from werkzeug.exceptions import HTTPException
from werkzeug.http import dump_options_header

if TYPE_CHECKING:
    from collections.abc import Mapping


HTML = "text/html; charset=utf-8"
JSON = "application/json"
#: What caches do with an answer that says nothing else.
PRIVATE = "private, no-store"
_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


class RequestRefusedError(HTTPException):
    """
    Raised when a request has no answer but a status.

    Args:
        status: the HTTP status.
        code: a stable word for why.
        message: what was expected, and what was found.
        advice: what the person can do.
        headers: further headers of the answer.
    """

    def __init__(
        self, status: int, code: str, message: str, advice: str = "", headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(message)
        self.code, self.word, self.message, self.advice = status, code, message, advice
        self.headers = headers or {}


def refuse(
    status: int, code: str, message: str, advice: str = "", headers: Mapping[str, str] | None = None
) -> NoReturn:
    """Raise `RequestRefusedError`."""
    raise RequestRefusedError(status, code, message, advice, headers)


def answer(
    content: bytes | str, media_type: str = HTML, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Return an answer; half a pair of surrogates, which has no bytes, becomes a question mark."""
    data = content.encode("utf-8", "replace") if isinstance(content, str) else content
    return Response(data, status, {"Content-Type": media_type, **(headers or {})})


def json_answer(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return *value* as a JSON answer."""
    # The way a lone surrogate is escaped in Python is how JSON does it.
    text = _encode(value).encode("utf-8", "backslashreplace")
    return answer(text + b"\n", JSON, status, headers)


def wants_json(request: Request, *, default: bool) -> bool:
    """Tell whether the answer is to be JSON rather than a page; *default* where the request does not say."""
    kinds = request.accept_mimetypes
    as_json, as_page = kinds[JSON], kinds["text/html"]
    return default if as_json == as_page else as_json > as_page


def takes_gzip(request: Request) -> bool:
    """Tell whether the answer may be gzipped."""
    accepted = request.headers.get("Accept-Encoding", "")
    return "gzip" in accepted and (";" not in accepted or request.accept_encodings["gzip"] > 0)


def saved_as(name: str) -> str:
    """Return the header that makes a browser save an answer as *name* (RFC 6266): headers are ASCII, names are not."""
    plain = name.encode("ascii", "replace").decode().replace("?", "_")
    whole = {} if plain == name else {"filename*": f"UTF-8''{quote(name, safe='')}"}
    return dump_options_header("attachment", {"filename": plain, **whole})
