"""OpenAPI 3.0, 3.1 and 3.2: each operation is a tool."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from webform.dialects.base import Dialect, slug, unlike
from webform.dialects.openapi_document import ApiDocument, Part, objects_in, text_at
from webform.dialects.openapi_replies import answer_of, read_replies, read_schemes, read_security, read_servers
from webform.dialects.openapi_requests import Request, examples_of, read_body, read_form, read_parameters
from webform.dialects.openapi_schemas import ApiSchemas
from webform.dialects.text_places import BESIDE
from webform.late import Late
from webform.messages import Phrase
from webform.operation import Operation, SecurityScheme
from webform.problems import Problem, error_at, warning_at, wrong_type
from webform.schema.naming import label_of
from webform.texts import unmarked, without_html
from webform.tool import CallSpec, Hints, Tool
from webform.values import as_dict, brief, escape

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


#: Operations of one document at most: GitHub's has 1,100, and each takes its place in the index.
MAX_OPERATIONS = 5_000
#: What a path item has by method.
METHODS = frozenset({"get", "put", "post", "delete", "options", "head", "patch", "trace", "query"})
#: Methods that mean the connection, and not what is there.
_NEVER_CALLED = frozenset({"CONNECT", "TRACE", "TRACK"})
_METHOD = re.compile(r"[A-Za-z0-9_-]{1,40}", re.ASCII)
_READS = frozenset({"GET", "HEAD", "QUERY", "OPTIONS"})
_IDEMPOTENT = _READS | {"PUT", "DELETE"}
#: What is not read, in the document or an operation.
_IGNORED = ("webhooks", "callbacks", "links")
#: Names of what is not read that a sentence lists, and characters of a tag or of an id.
_MAX_NAMED, _MAX_TAG = 8, 64


def _recognises(value: Any) -> str:
    match value:
        case {"openapi": str(version)}:
            return f'it says "openapi": {brief(version)}'
        case {"swagger": str(version)} if "paths" in value:
            return f'it says "swagger": {brief(version)}'
    return ""


def _read(value: Any) -> tuple[list[Tool], list[Problem]]:
    if not isinstance(value, dict):
        return [], [wrong_type("", Phrase("kind.openapi"), value)]
    version = value.get("openapi", value.get("swagger"))
    if not isinstance(version, str) or not version.startswith("3."):
        at = "/openapi" if "openapi" in value else "/swagger" if "swagger" in value else ""
        key = "openapi-version" if "openapi" in value else "openapi-version.swagger"
        return [], [error_at(at, "openapi-version", key, found=brief(version))]
    return _Reading(value).tools()


class _Found(NamedTuple):
    """An operation of a document: its method, its path, the path item and the operation itself."""

    method: str
    path: str
    item: Part
    operation: Part


class _Reading:
    """Makes the tools of a document; the form of each is read when it is asked for."""

    def __init__(self, value: dict[str, Any]) -> None:
        self._document = ApiDocument(value)
        self._root = Part(value, "")
        self._sent = ApiSchemas(self._document, sent=True)
        self._answered = ApiSchemas(self._document, sent=False)
        self._schemes: Mapping[str, SecurityScheme] = read_schemes(self._document)
        self._categories = {
            text_at(tag, "name"): text_at(tag, "x-displayName") or text_at(tag, "summary")
            for tag in self._document.listed(self._root, "tags")
            if isinstance(tag, dict)
        }
        self._ids: dict[str, str] = {}

    def tools(self) -> tuple[list[Tool], list[Problem]]:
        """Return the tools of the document, and what is wrong with it."""
        document, tools = self._document, []
        for count, found in enumerate(self._operations()):
            if count == MAX_OPERATIONS:
                key = "too-many-tools.operations"
                document.note(error_at("/paths", "too-many-tools", key, limit=MAX_OPERATIONS))
                break
            tools.append(self._tool(found))
        if not tools:
            document.note(error_at("/paths", "no-tools", "no-tools.operations"))
        if ignored := self._ignored():
            names = tuple(ignored[:_MAX_NAMED])
            document.note(warning_at("", "not-read", names=names))
        return tools, document.problems

    def _operations(self) -> Iterator[_Found]:
        paths = self._document.part(self._root, "paths") or Part({}, "/paths")
        for path, raw in paths.raw.items():
            if path.startswith("x-"):
                continue
            item = self._document.resolve(raw, f"/paths/{escape(path)}")
            if item is not None:
                yield from self._of_item(path, item)

    def _of_item(self, path: str, item: Part) -> Iterator[_Found]:
        named = [(method, item) for method in item.raw if method in METHODS]
        if more := self._document.part(item, "additionalOperations"):
            named += [(method, more) for method in more.raw]
        for method, holder in named:
            if method.upper() in _NEVER_CALLED or not _METHOD.fullmatch(method):
                at = f"{holder.at}/{escape(method)}"
                self._document.note(warning_at(at, "method-not-called", method=brief(method)))
                continue
            operation = self._document.part(holder, method)
            if operation is not None:
                yield _Found(method.upper(), path, item, operation)

    def _tool(self, found: _Found) -> Tool:
        method, path, item, operation = found
        document, raw = self._document, operation.raw
        tool_id = self._id(found)
        request = Request(read_parameters(document, [item, operation], path), read_body(document, operation))
        replies = read_replies(document, self._answered, operation)
        tags = [tag for tag in document.listed(operation, "tags") if isinstance(tag, str) and tag]
        return Tool(
            id=tool_id,
            name=unmarked(text_at(raw, "summary")) or label_of(text_at(raw, "operationId")) or f"{method} {path}",
            form=Late(lambda: read_form(self._sent, request, tool_id)),
            description=_description(raw, item.raw),
            declaration={"paths": {path: {method.lower(): raw}}},
            dialect=DIALECT.name,
            version=text_at(as_dict(self._root.raw.get("info")), "version"),
            category=self._categories.get(tags[0]) or tags[0] if tags else "",
            tags=tuple(dict.fromkeys(tag[:_MAX_TAG] for tag in tags)),
            output_schema=Late(lambda: answer_of(replies)),
            hints=Hints(read_only=method in _READS, idempotent=method in _IDEMPOTENT, destructive=method == "DELETE"),
            examples=examples_of(document, request),
            call=CallSpec(
                protocol="openapi",
                name=text_at(raw, "operationId") or f"{method} {path}",
                operation=Operation(
                    method=method,
                    path=path,
                    servers=read_servers(document, (operation, item, self._root)),
                    parameters=tuple(declared.parameter for declared in request.parameters),
                    body=request.body.body if request.body else None,
                    replies=replies,
                    security=read_security(document, (operation, self._root)),
                    schemes=self._schemes,
                ),
            ),
        )

    def _id(self, found: _Found) -> str:
        """Return the id of an operation; one that is taken gets a number, and is noted."""
        plain = slug(text_at(found.operation.raw, "operationId") or f"{found.method}-{found.path.strip('/')}".lower())
        name = unlike(plain, self._ids)
        if name != plain:
            at, key = found.operation.at, "duplicate-name.operation"
            self._document.note(warning_at(at, "duplicate-name", key, id=plain, place=self._ids[plain]))
        self._ids[name] = f"{found.method} {found.path}"
        return name

    def _ignored(self) -> list[str]:
        """Return the names of what stands in the document and is not read."""
        seen: dict[str, None] = {}
        for part in self._parts():
            seen |= dict.fromkeys(
                key for key, value in part.items() if key.startswith("x-") or (key in _IGNORED and value)
            )
        seen.pop(BESIDE, None)
        return sorted(seen, key=lambda name: name.startswith("x-"))

    def _parts(self) -> Iterator[dict[str, Any]]:
        """Yield the document, its paths, their operations and responses."""
        yield self._root.raw
        paths = self._root.raw.get("paths")
        for item in objects_in(paths):
            yield item
            for operation in objects_in({method: item[method] for method in item if method in METHODS}):
                yield operation
                yield from objects_in(operation.get("responses"))


def _description(operation: dict[str, Any], item: dict[str, Any]) -> str:
    notice = "**Deprecated.**" if operation.get("deprecated") is True else ""
    text = without_html(text_at(operation, "description") or text_at(item, "description"))
    return "\n\n".join(filter(None, [notice, text]))


DIALECT = Dialect(name="openapi", recognises=_recognises, read=_read)
