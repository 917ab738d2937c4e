"""Responses, servers and security of an OpenAPI operation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from webform.dialects.openapi_document import ApiDocument, Part, text_at
from webform.late import LateMapping
from webform.operation import Reply, SecurityScheme
from webform.values import as_dict, as_list, escape, is_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from webform.dialects.openapi_schemas import ApiSchemas

_JSON = re.compile(r"application/(?:[\w.+-]+\+)?json(?:;.*)?|\*/\*|application/\*")
_VARIABLE = re.compile(r"\{([^{}]+)\}")


def read_replies(document: ApiDocument, schemas: ApiSchemas, operation: Part) -> tuple[Reply, ...]:
    """Return the responses of *operation*, in their order."""
    replies = []
    for status, raw in document.members(operation, "responses").items():
        part = document.resolve(raw, f"{operation.at}/responses/{escape(status)}")
        if part is not None:
            content = _contents(document, schemas, part)
            description = text_at(part.raw, "description") or text_at(part.raw, "summary")
            name = status if status == "default" else status.upper()
            replies.append(Reply(status=name, description=description, content=content))
    return tuple(replies)


def _contents(document: ApiDocument, schemas: ApiSchemas, part: Part) -> Mapping[str, Any]:
    """Return the schemas of the response *part* by media type, each made when it is asked for."""
    declared = {
        media: _schema(document, value, f"{part.at}/content/{escape(media)}")
        for media, value in document.members(part, "content").items()
    }
    return LateMapping(declared, lambda media: True if declared[media] is None else schemas.alone(declared[media]))


def _schema(document: ApiDocument, value: Any, at: str) -> Any:
    part = document.resolve(value, at)
    if part is None:
        return None
    if "schema" not in part.raw and "itemSchema" in part.raw:
        return {"type": "array", "items": part.raw["itemSchema"]}
    return part.raw.get("schema")


def answer_of(replies: Iterable[Reply]) -> dict[str, Any] | bool | None:
    """Return the schema of the first JSON that *replies* answer where all went well; `None` where they do not."""
    for reply in replies:
        if reply.status.startswith("2"):
            for media in reply.content:
                if _JSON.fullmatch(media.lower()):
                    schema = reply.content[media]
                    return schema if isinstance(schema, dict) else None
    return None


def read_servers(document: ApiDocument, holders: Iterable[Part]) -> tuple[str, ...]:
    """Return the base addresses that the first of *holders* names: an operation's own, its path's, the document's."""
    for holder in holders:
        named = [raw for raw in document.listed(holder, "servers") if isinstance(raw, dict)]
        if servers := tuple(dict.fromkeys(filter(None, (_address(raw) for raw in named)))):
            return servers
    return ("/",)


def _address(server: dict[str, Any]) -> str:
    variables = as_dict(server.get("variables"))

    def default(match: re.Match[str]) -> str:
        value = as_dict(variables.get(match[1])).get("default")
        return str(value) if isinstance(value, str | int) else match[0]

    return _VARIABLE.sub(default, text_at(server, "url"))


def read_schemes(document: ApiDocument) -> dict[str, SecurityScheme]:
    """Return the security schemes of the document."""
    root = Part(document.value, "")
    components = document.part(root, "components") or root
    found = {}
    for name, raw in document.members(components, "securitySchemes").items():
        part = document.resolve(raw, f"/components/securitySchemes/{escape(name)}")
        if part is not None:
            found[name] = SecurityScheme(
                name=name,
                type=text_at(part.raw, "type"),
                location=text_at(part.raw, "in"),
                parameter=text_at(part.raw, "name"),
                scheme=text_at(part.raw, "scheme").lower(),
                token_url=_token_url(part.raw),
            )
    return found


def _token_url(raw: dict[str, Any]) -> str:
    match raw.get("flows"):
        case {"clientCredentials": {"tokenUrl": str(address)}}:
            return address
    return ""


def read_security(document: ApiDocument, holders: Iterable[Part]) -> tuple[Mapping[str, tuple[str, ...]], ...]:
    """Return the alternatives that the first of *holders* names: an operation's own, else the document's."""
    holder = next((holder for holder in holders if "security" in holder.raw), None)
    if holder is None:
        return ()
    return tuple(
        {name: tuple(filter(is_text, as_list(scopes))) for name, scopes in alternative.items()}
        for alternative in document.listed(holder, "security")
        if isinstance(alternative, dict)
    )
