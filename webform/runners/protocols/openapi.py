"""The operations of OpenAPI documents: requests made as the document says."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from webform.bodies import with_data_urls
from webform.envelopes import openapi
from webform.inputs.walk import child_input
from webform.media import is_json
from webform.operation import BODY, GROUPS, QUERYSTRING, Location, Operation, Parameter
from webform.runners.failures import UnsendableError
from webform.runners.parameters import Style, expanded, pairs_of, text_of
from webform.runners.protocols.base import HEADER_VALUE, IN_PATH, OURS, TOKEN, Address, Protocol, Request
from webform.runners.request_bodies import FORM, write_content, write_form
from webform.values import ABSENT, as_dict, join, write_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webform.tool import Tool

#: Media types that an answer is asked for by name, at most.
MAX_TYPES = 20
#: Reserved characters that end no value of a query, and mean nothing else in it.
_RESERVED = ":/?@!$'()*,;="
#: Characters of a cookie that stand as they are (RFC 6265).
_IN_COOKIE = "!#$&'()*+-./:<=>?@[]^_`{|}~"
_MEDIA_TYPE = re.compile(r"[\w.+*-]{1,60}/[\w.+*-]{1,60}", re.ASCII)
_TEMPLATE = re.compile(r"\{([^{}]*)\}")
_SEPARATORS = re.compile(r"[/\\]")
#: Headers that are no parameters by the specification, and those that say how the request travels.
_NOT_PARAMETERS = OURS | {"accept", "authorization", "cookie", "proxy-authorization"}

_quote_all = partial(quote, safe="", errors="replace")


def _call(tool: Tool, target: Address, body: Any, run_id: str) -> Request:
    """Return the request of an operation: its parameters in their places, and its body."""
    operation = tool.call.operation
    if operation is None:
        raise TypeError(f"{tool.id} is no operation of an OpenAPI document")
    groups = as_dict(body)
    path, headers = _address(target.path, operation, groups), _headers(operation, groups)
    value = groups.get(BODY, ABSENT)
    if operation.body is None or value is ABSENT:
        return Request(path, "", 0, (), method=operation.method, headers=headers)
    content = write_content(operation.body, value, child_input(tool.form.root, BODY))
    return Request(path, *content, method=operation.method, headers=headers)


def _values(operation: Operation, location: Location, body: dict[str, Any]) -> Iterator[tuple[Parameter, Any]]:
    """Yield the parameters of *location* that *body* has a value of, with that."""
    values = as_dict(body.get(GROUPS[location]))
    for parameter in operation.parameters:
        if parameter.location == location and parameter.name in values:
            yield parameter, values[parameter.name]


def _place(parameter: Parameter) -> str:
    return join("", GROUPS[parameter.location], parameter.name)


def _style(parameter: Parameter) -> Style:
    return Style(parameter.style, parameter.explode)


def _in_media(parameter: Parameter, value: Any) -> str:
    """Return *value* as a text of the media type that *parameter* is written in."""
    return write_json(with_data_urls(value)) if is_json(parameter.media) else text_of(value)


def _address(base: str, operation: Operation, body: dict[str, Any]) -> str:
    """Return *base*, a path that may have a query, with the path and the query of the operation."""
    before, _, query = base.partition("?")
    pairs = (pair for parameter, value in _values(operation, "query", body) for pair in _query(parameter, value))
    texts = [query, *(f"{name}={text}" for name, text in pairs), _whole_query(operation, body)]
    query = "&".join(filter(None, texts))
    return before.rstrip("/") + _path(operation, body) + (f"?{query}" if query else "")


def _path(operation: Operation, body: dict[str, Any]) -> str:
    filled = {parameter.name: _segment(parameter, value) for parameter, value in _values(operation, "path", body)}
    # At each second place stands what the template has between braces.
    pieces = _TEMPLATE.split(operation.path)
    pieces[::2] = (quote(piece, safe=IN_PATH, errors="replace") for piece in pieces[::2])
    if missing := next((name for name in pieces[1::2] if not filled.get(name)), ""):
        raise UnsendableError(join("", GROUPS["path"], missing), "path")
    pieces[1::2] = (filled[name] for name in pieces[1::2])
    path = "".join(pieces)
    if {".", ".."} & {*path.split("/")}:
        raise UnsendableError(join("", GROUPS["path"]), "path")
    return path if path.startswith("/") else f"/{path}"


def _segment(parameter: Parameter, value: Any) -> str:
    """Return *value* as it stands in a path, which it cannot leave."""
    write = partial(expanded, parameter.name, value, _style(parameter))
    text = _in_media(parameter, value) if parameter.media else write(str)
    # Services that decode an address before they look at its parts would climb.
    if ".." in _SEPARATORS.split(text) or value in (None, ""):
        raise UnsendableError(_place(parameter), "path")
    return _quote_all(text) if parameter.media else write(_quote_all)


def _query(parameter: Parameter, value: Any) -> list[tuple[str, str]]:
    encode = partial(quote, safe=_RESERVED, errors="replace") if parameter.allow_reserved else _quote_all
    if parameter.media:
        return [(_quote_all(parameter.name), encode(_in_media(parameter, value)))]
    return pairs_of(parameter.name, value, _style(parameter), encode)


def _whole_query(operation: Operation, body: dict[str, Any]) -> str:
    """Return the query string that one parameter is; `""` where there is none."""
    parameter = next((one for one in operation.parameters if one.location == QUERYSTRING), None)
    value = body.get(QUERYSTRING)
    if parameter is None or value is None:
        return ""
    if parameter.media.partition(";")[0].strip().lower() == FORM:
        return write_form(with_data_urls(value), parameter.encoding, join("", QUERYSTRING))
    return _quote_all(_in_media(parameter, value))


def _headers(operation: Operation, body: dict[str, Any]) -> dict[str, str]:
    headers = {"Accept": accept} if (accept := _accept(operation)) else {}
    for parameter, value in _values(operation, "header", body):
        if parameter.name.lower() not in _NOT_PARAMETERS and TOKEN.fullmatch(parameter.name) and value is not None:
            headers[parameter.name] = _header(parameter, value)
    cookies = [pair for parameter, value in _values(operation, "cookie", body) for pair in _cookie(parameter, value)]
    return headers | ({"Cookie": "; ".join(cookies)} if cookies else {})


def _header(parameter: Parameter, value: Any) -> str:
    text = _in_media(parameter, value) if parameter.media else expanded(parameter.name, value, _style(parameter), str)
    if not HEADER_VALUE.fullmatch(text):
        raise UnsendableError(_place(parameter), "header")
    return text


def _cookie(parameter: Parameter, value: Any) -> list[str]:
    if parameter.media:
        pairs = [(parameter.name, _quote_all(_in_media(parameter, value)))]
    else:
        safe = _IN_COOKIE if parameter.style == "cookie" else ""
        pairs = pairs_of(parameter.name, value, _style(parameter), partial(quote, safe=safe, errors="replace"))
    return [f"{name}={text}" for name, text in pairs]


def _accept(operation: Operation) -> str:
    """Return which media types are asked for: those of documented answers, JSON first; `""` where there are none."""
    listed = [media for reply in operation.replies for media in reply.content]
    plain = dict.fromkeys(media.partition(";")[0].strip().lower() for media in listed)
    types = [media for media in plain if _MEDIA_TYPE.fullmatch(media)][:MAX_TYPES]
    first, others = [media for media in types if is_json(media)], [media for media in types if not is_json(media)]
    if not types:
        return ""
    ranked = first + [f"{media};q=0.9" if first else media for media in others if media != "*/*"]
    return ", ".join([*ranked, "*/*;q=0.5"])


PROTOCOL = Protocol(
    name="openapi",
    paths=(),
    help=("an operation of an OpenAPI document, with its method, parameters and body; its path is added to `run_url`"),
    call=_call,
    envelope=openapi,
)
