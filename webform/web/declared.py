"""Documents of a tool for programs: its schema, a sample, its declaration, how it is called."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from flask import Response, request
from werkzeug.exceptions import NotFound

from webform.bodies import outline
from webform.language import gettext
from webform.published import answer_schema, body_schema
from webform.sample import sample
from webform.schema.keywords import LATEST, draft_of
from webform.web.answers import json_answer

if TYPE_CHECKING:
    from webform.tool import Tool
    from webform.web.site import Site

_PROBLEM = {
    "type": "object",
    "properties": {"at": {"type": "string"}, "code": {"type": "string"}, "message": {"type": "string"}},
    "required": ["at", "code", "message"],
}
#: What a declaration may say to whoever runs its tool, written without capitals and signs.
_NOT_FOR_VISITORS = frozenset({
    "headers", "env", "environment", "auth", "authorization", "authentication", "apikey", "secret", "secrets", "token",
    "password", "credentials", "cookies", "command", "args", "cwd", "url", "baseurl", "runurl", "server", "servers",
    "serverurl", "endpointurl", "webhook", "webhookurl", "host", "internal", "meta",
})  # fmt: skip
_PLAIN = re.compile("[^a-z]")
#: Keywords whose keys are names that an author chose.
_NAMES = frozenset({
    "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependentRequired", "values",
    "default", "const", "types", "fields", "parameters",
})  # fmt: skip
#: What a run says, whatever its tool answers.
_RUN = {
    "run": {"type": "string"},
    "state": {"enum": ["queued", "running", "done", "cancelled", "lost"]},
    "status": {"enum": ["ok", "invalid", "error", "authorize", "scheduled", "cancelled"]},
    "value": {},
    "message": {"type": "string"},
    "artifact": {"type": "object"},
    "authorize": {"type": "object"},
    "logs": {"type": "array"},
    "problems": {"type": "array", "items": _PROBLEM},
    "took_ms": {"type": "number"},
    "saved": {"const": False},
}


#: Where the run is described, in the document itself.
_SHOWN = {"$ref": "#/components/schemas/Run"}


def _kept(site: Site) -> dict[str, str]:
    """Return who may keep an answer in a language: everybody, unless a host says who may see a tool."""
    return {"Cache-Control": "private, no-cache" if site.personal else "no-cache", "Vary": "Accept-Language"}


def schema(site: Site, tool_id: str) -> Response:
    """Answer with the JSON Schema of the body."""
    return json_answer(body_schema(site.find(tool_id).tool), headers=_kept(site))


def sample_body(site: Site, tool_id: str) -> Response:
    """Answer with the least body that is valid."""
    return json_answer(outline(sample(site.find(tool_id).tool.form)), headers=_kept(site))


def declaration(site: Site, tool_id: str) -> Response:
    """Answer with the declaration itself."""
    tool = site.find(tool_id).tool
    if tool.declaration is None:
        raise NotFound(gettext("This tool was not read from a declaration."))
    shown = tool.declaration if site.config.mode == "dev" else _for_visitors(tool.declaration)
    return json_answer(shown, headers=_kept(site))


def _for_visitors(value: Any, *, named: bool = False) -> Any:
    """Return *value*, of a declaration, without what says how its tool is reached; the keys of a *named* are names."""
    if isinstance(value, list):
        return [_for_visitors(child) for child in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _for_visitors(child, named=not named and key in _NAMES)
        for key, child in value.items()
        if named or _is_input(child) or _PLAIN.sub("", key.lower()) not in _NOT_FOR_VISITORS
    }


def _is_input(value: Any) -> bool:
    """Tell whether *value* says what an input is: in a field map its key is a name."""
    return isinstance(value, dict) and isinstance(value.get("type"), str)


def openapi(site: Site, tool_id: str) -> Response:
    """Answer with how the tool is called through this app, as OpenAPI has it."""
    served = site.find(tool_id)
    address = request.host_url.rstrip("/") + site.url("")
    return json_answer(_openapi(served.tool, address), headers=_kept(site))


def _openapi(tool: Tool, address: str) -> dict[str, Any]:
    problems = {"type": "object", "properties": {"problems": {"type": "array", "items": _PROBLEM}}}
    answer = answer_schema(tool)
    value = {} if answer is None else _apart(answer, "answer")
    run = {"type": "object", "properties": {**_RUN, "value": value}, "required": ["run", "state"]}
    body = _json(_apart(body_schema(tool), "body"))
    body["application/json"]["example"] = outline(sample(tool.form))
    return {
        "openapi": "3.1.0",
        "info": {"title": tool.name, "version": tool.version or "1", "description": tool.description},
        "servers": [{"url": address}],
        "paths": {
            f"/tools/{tool.id}/run": {
                "post": {
                    "operationId": "run",
                    "requestBody": {"required": True, "content": body},
                    "responses": {
                        "200": _answer("The run, over.", _SHOWN),
                        "202": _answer("The run has begun; asked for by Prefer: respond-async.", _SHOWN),
                        "422": _answer("The body has problems; nothing was sent to the tool.", problems),
                    },
                }
            },
            "/runs/{run}": {
                "get": {
                    "operationId": "look",
                    "parameters": [{"name": "run", "in": "path", "required": True, "schema": {"type": "string"}}],
                    "responses": {"200": _answer("The run.", _SHOWN)},
                }
            },
        },
        "components": {"schemas": {"Run": run}},
    }


def _apart(schema: Any, name: str) -> Any:
    """Return *schema* as a document of its own within another one, so that its references lead to its own parts."""
    if not isinstance(schema, dict):
        return schema
    draft = draft_of(str(schema.get("$schema", ""))) or LATEST
    return {draft.id_keyword: f"urn:webform:{name}", **schema}


def _answer(description: str, schema: Any) -> dict[str, Any]:
    return {"description": description, "content": _json(schema)}


def _json(schema: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
