"""The answer of a function behind a gateway that nobody unpacked: `{"statusCode", "headers", "body"}`."""

from __future__ import annotations

import binascii
from base64 import b64decode
from typing import TYPE_CHECKING, Any

from webform.envelopes.base import Response, declares, hear
from webform.result import Result
from webform.values import as_dict

if TYPE_CHECKING:
    from webform.tool import Tool

_KEYS = frozenset(
    {"body", "cookies", "headers", "isBase64Encoded", "multiValueHeaders", "statusCode", "statusDescription"}
)


def accepts(tool: Tool, response: Response) -> bool:
    """Tell whether *response* is such an answer, as AWS Lambda gives it to API Gateway."""
    value = response.value
    if response.status >= 300 or not isinstance(value, dict) or not {"statusCode", "body"} <= value.keys() <= _KEYS:
        return False
    status = value["statusCode"]
    return isinstance(status, int) and 200 <= status < 600 and not declares(tool, "statusCode", "body")


def read(tool: Tool, response: Response) -> Result:
    """Return a result without a value, where there is no body to read: see `inner`."""
    return Result(status="ok")


def inner(response: Response) -> Response:
    """Return the answer that *response* holds, with its own status."""
    value: dict[str, Any] = response.value
    texts = {name: text for name, text in as_dict(value.get("headers")).items() if isinstance(text, str)}
    return hear(_body(value), value["statusCode"], texts)


def _body(value: dict[str, Any]) -> Any:
    body = "" if value["body"] is None else value["body"]
    if value.get("isBase64Encoded") is True and isinstance(body, str):
        try:
            return b64decode(body, validate=True)
        except (binascii.Error, ValueError):
            return body
    return body
