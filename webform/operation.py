"""An operation of an OpenAPI document: how its request is made of a body, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from webform.media import is_json

if TYPE_CHECKING:
    from collections.abc import Mapping

Location = Literal["path", "query", "header", "cookie", "querystring"]

#: The property of a body that holds the parameters of a location, and that which holds the request body.
GROUPS: dict[Location, str] = {"path": "path", "query": "query", "header": "headers", "cookie": "cookies"}
BODY = "body"
#: The property of a body that is the whole query string, as the one parameter of that location has it.
QUERYSTRING = "querystring"
#: In place of what the document does not say of an answer.
_NONE = "-"
#: Statuses of answers without a body.
_EMPTY = (204, 205, 304)


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """
    A parameter; its value is at `/GROUP/NAME` of the tool's body, that of a whole query string at `/querystring`.

    Args:
        name: as the request has it.
        location: where the request has it.
        style: `simple`, `label`, `matrix`, `form`, `spaceDelimited`, `pipeDelimited` or `deepObject`.
        explode: whether the items of an array, or the members of an object, stand by themselves.
        allow_reserved: whether characters such as `/` and `?` stand as they are.
        media: the media type that the value is written in (`content`), `""` where *style* says how.
        encoding: of a whole query string that is form-encoded: that of its properties, as declared.
    """

    name: str
    location: Location
    style: str = "simple"
    explode: bool = False
    allow_reserved: bool = False
    media: str = ""
    encoding: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class RequestBody:
    """
    The request body; its value is at `/body` of the tool's body.

    Args:
        media: its media type.
        required: whether a request has to have one.
        encoding: of form-encoded and multipart bodies: property -> its `contentType`, `style`, `explode`, as declared.
    """

    media: str
    required: bool = False
    encoding: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Reply:
    """
    A response that is documented.

    Args:
        status: `200`, `4XX` or `default`.
        description: what it means.
        content: media type or range -> its JSON Schema, `True` where it has none; in the order of the document.
    """

    status: str
    description: str = ""
    content: Mapping[str, Any] = field(default_factory=dict)

    def range_of(self, media: str) -> str:
        """Return the key of *content* that is of *media*, without parameters: exact, else a range; `""` for none."""
        keys = {key.partition(";")[0].strip().lower(): key for key in reversed(tuple(self.content))}
        if not media:
            return next((key for key in self.content if is_json(key)), "")
        wanted = (media.lower(), f"{media.lower().partition('/')[0]}/*", "*/*")
        return next((keys[name] for name in wanted if name in keys), "")


@dataclass(frozen=True, kw_only=True)
class SecurityScheme:
    """
    A security scheme.

    Args:
        name: its key in the document.
        type: `apiKey`, `http`, `oauth2`, `openIdConnect` or `mutualTLS`.
        location: `query`, `header` or `cookie`, of an API key.
        parameter: the name of the header, cookie or parameter of an API key.
        scheme: `basic`, `bearer`, …, of `http`.
        token_url: where client credentials get a token, `""` where they cannot.
    """

    name: str
    type: str
    location: str = ""
    parameter: str = ""
    scheme: str = ""
    token_url: str = ""


@dataclass(frozen=True, kw_only=True)
class Operation:
    """
    An operation.

    Args:
        method: `GET`, `POST`, …
        path: its template, such as `/pets/{id}`.
        servers: base addresses, the first is called; relative ones are of the document's own address.
        parameters: in the order of the document.
        body: the request body, where it has one.
        replies: the responses, in the order of the document.
        security: alternatives: each is the names of the schemes it needs, with the scopes of each; `({},)` needs none.
        schemes: the schemes by name.
    """

    method: str
    path: str
    servers: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    body: RequestBody | None = None
    replies: tuple[Reply, ...] = ()
    security: tuple[Mapping[str, tuple[str, ...]], ...] = ()
    schemes: Mapping[str, SecurityScheme] = field(default_factory=dict)

    def reply(self, status: int) -> Reply | None:
        """Return what is documented of *status*: itself, else its range, else the default."""
        replies = {reply.status.upper(): reply for reply in reversed(self.replies)}
        wanted = (str(status), f"{status // 100}XX", "DEFAULT")
        return next((replies[name] for name in wanted if name in replies), None)

    def name_of_reply(self, status: int, media: str) -> str:
        """Return what names the documented content that an answer is of, such as `200 application/json`."""
        reply = self.reply(status)
        is_held = self.method != "HEAD" and status not in _EMPTY and (not media or is_json(media))
        found = reply.range_of(media) if reply is not None and is_held else ""
        return f"{reply.status if reply else _NONE} {found or _NONE}"

    def schema_of_reply(self, name: str) -> Any:
        """Return the JSON Schema of the content that `name_of_reply` named; `None` where there is none."""
        status, _, media = name.partition(" ")
        reply = next((reply for reply in self.replies if reply.status == status), None)
        return None if reply is None else reply.content.get(media)
