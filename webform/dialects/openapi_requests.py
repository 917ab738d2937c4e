"""The request of an OpenAPI operation: its parameters, its body, and the form of both."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, cast, get_args

from webform.dialects.openapi_document import ApiDocument, Part, text_at
from webform.operation import BODY, GROUPS, QUERYSTRING, Location, Parameter, RequestBody
from webform.problems import Problem, warning_at
from webform.schema import read_schema
from webform.schema.keywords import LATEST
from webform.tool import Example, Form
from webform.values import as_dict, brief, escape

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from webform.dialects.openapi_schemas import ApiSchemas

#: What a header is called that is not a parameter: the call itself says it.
_OWN_HEADERS = frozenset({"accept", "content-type", "authorization"})
#: How a parameter is written where its style is not said.
_STYLES: dict[Location, str] = {
    "path": "simple", "query": "form", "header": "simple", "cookie": "form", "querystring": "form",
}  # fmt: skip
_TITLES: dict[str, str] = {"path": "Path", "query": "Query", "headers": "Headers", "cookies": "Cookies"}
_VARIABLE = re.compile(r"\{([^{}]+)\}")
#: Media types of bodies, the one that a form fills best first; what is none of them is sent as bytes.
_MEDIA = (
    re.compile(r"application/json(?:;.*)?"),
    re.compile(r"application/[\w.+-]*json(?:;.*)?|\*/\*|application/\*"),
    re.compile(r"multipart/form-data(?:;.*)?"),
    re.compile(r"application/x-www-form-urlencoded(?:;.*)?"),
    re.compile(r"text/.*|application/(?:[\w.+-]*\+)?(?:xml|yaml|x-yaml)(?:;.*)?"),
)
_JSON, _TEXT = _MEDIA[:2], _MEDIA[4]
_FORMS = _MEDIA[2:4]
#: Parameters and examples of an operation that are read, at most.
MAX_PARAMETERS, MAX_EXAMPLES = 500, 20


class DeclaredParameter(NamedTuple):
    """A parameter as it is called, as it is declared, and what has its schema: itself, or its media type object."""

    parameter: Parameter
    declared: Part
    required: bool
    holder: Part


class DeclaredBody(NamedTuple):
    """The body of a request as it is sent, and the media type object that declares it."""

    body: RequestBody
    declared: Part
    description: str


# parameters


def read_parameters(document: ApiDocument, holders: Iterable[Part], path: str) -> list[DeclaredParameter]:
    """Return the parameters of *holders*, of which the later ones count more: those of a path, then of an operation."""
    found: dict[tuple[str, str], DeclaredParameter] = {}
    for holder in holders:
        for index, raw in enumerate(document.listed(holder, "parameters")[:MAX_PARAMETERS]):
            part = document.resolve(raw, f"{holder.at}/parameters/{index}")
            declared = part and _parameter(document, part)
            if declared:
                found[declared.parameter.location, declared.parameter.name] = declared
    for name in dict.fromkeys(_VARIABLE.findall(path)):
        if ("path", name) not in found:
            holder = next(iter(holders))
            document.note(warning_at(holder.at, "undeclared-parameter", name=brief(name)))
            part = Part({"schema": {"type": "string"}}, holder.at)
            found["path", name] = DeclaredParameter(Parameter(name=name, location="path"), part, True, part)
    return list(found.values())


def _parameter(document: ApiDocument, part: Part) -> DeclaredParameter | None:
    raw, location, name = part.raw, part.raw.get("in"), text_at(part.raw, "name")
    if location not in get_args(Location) or not name:
        key = "bad-parameter" if location in get_args(Location) else "bad-parameter.location"
        document.note(warning_at(part.at, "bad-parameter", key, found=brief(location), expected=get_args(Location)))
        return None
    if location == "header" and name.lower() in _OWN_HEADERS:
        return None
    place = cast("Location", location)
    style = text_at(raw, "style") or _STYLES[place]
    content = {} if "schema" in raw else document.members(part, "content")
    media = next(iter(content), "")
    holder = part
    if media:
        at = f"{part.at}/content/{escape(media)}"
        holder = document.resolve(content[media], at) or Part({}, at)
    parameter = Parameter(
        name=name,
        location=place,
        style=style,
        explode=raw["explode"] if isinstance(raw.get("explode"), bool) else style == "form",
        allow_reserved=raw.get("allowReserved") is True,
        media=media,
        encoding=document.members(holder, "encoding") if place == QUERYSTRING else {},
    )
    return DeclaredParameter(parameter, part, raw.get("required") is True or place == "path", holder)


def _schema_of(declared: DeclaredParameter) -> tuple[Any, str]:
    """Return the schema of a parameter as it is declared, and where it stands."""
    raw, at = declared.holder
    return raw.get("schema", {}), f"{at}/schema"


# body


def read_body(document: ApiDocument, operation: Part) -> DeclaredBody | None:
    """Return the body of the request of *operation*; `None` where it has none."""
    part = document.part(operation, "requestBody")
    if part is None:
        return None
    content = document.members(part, "content")
    media = min(content, key=_rank, default=None)
    if media is None:
        return None
    declared = document.resolve(content[media], f"{part.at}/content/{escape(media)}") or Part({}, part.at)
    encoding = document.members(declared, "encoding") if _fits(media, _FORMS) else {}
    body = RequestBody(
        media="application/json" if media.endswith("*") and _fits(media, _JSON) else media,
        required=part.raw.get("required") is True,
        encoding={name: how for name, how in encoding.items() if isinstance(how, dict)},
    )
    return DeclaredBody(body, declared, text_at(part.raw, "description"))


def _rank(media: str) -> int:
    return next((rank for rank, pattern in enumerate(_MEDIA) if pattern.fullmatch(media.lower())), len(_MEDIA))


def _fits(media: str, patterns: Iterable[re.Pattern[str]]) -> bool:
    return any(pattern.fullmatch(media.lower()) for pattern in patterns)


def _body_schema(schemas: ApiSchemas, body: DeclaredBody) -> tuple[Any, tuple[str, ...]]:
    """Return the schema of a body, and the pointers that it refers to."""
    media = body.body.media
    made, pointers = schemas.of(body.declared.raw.get("schema", {}))
    if _fits(media, (*_JSON, *_FORMS)):
        if _fits(media, _FORMS) and made == {}:
            made = {"type": "object"}
        return made, pointers
    if _fits(media, (_TEXT,)):
        is_text = isinstance(made, dict) and made.get("type") == "string"
        return (made if is_text else {"type": "string"}), (pointers if is_text else ())
    kind = {} if media.startswith("application/octet-stream") or "*" in media else {"contentMediaType": media}
    notes = {key: made[key] for key in ("title", "description") if isinstance(made, dict) and key in made}
    return {**notes, "type": "string", "format": "data-url", **kind}, ()


# form


class Request(NamedTuple):
    """The request of an operation as it is declared."""

    parameters: list[DeclaredParameter]
    body: DeclaredBody | None


def read_form(schemas: ApiSchemas, request: Request, tool_id: str) -> Form:
    """Return the form of *request*: a group for the parameters of each location, and the body."""
    properties: dict[str, Any] = {}
    required: list[str] = []
    pointers: dict[str, None] = {}
    places: dict[str, str] = {}
    for location, group in GROUPS.items():
        declared = [one for one in request.parameters if one.parameter.location == location]
        if not declared:
            continue
        members = {}
        for one in declared:
            raw, at = _schema_of(one)
            schema, below = schemas.of(raw)
            members[one.parameter.name] = _with_notes(schema, one)
            pointers |= dict.fromkeys(below)
            places[f"/properties/{group}/properties/{escape(one.parameter.name)}"] = at
        needed = [one.parameter.name for one in declared if one.required]
        opened = {name: schema["default"] for name, schema in members.items() if _opens_with_default(schema)}
        properties[group] = {
            "title": _TITLES[group], "type": "object", "properties": members,
            # A group without a required parameter is there to be filled in, too, and begins as the API itself would.
            **({"required": needed} if needed else {"default": opened}), "additionalProperties": False,
        }  # fmt: skip
        required += [group] if needed else []
    whole_query = next((one for one in request.parameters if one.parameter.location == QUERYSTRING), None)
    if whole_query:
        raw, at = _schema_of(whole_query)
        schema, below = schemas.of(raw)
        about = whole_query.declared.raw
        notes = {key: about[key] for key in ("description", "deprecated") if key in about}
        properties[QUERYSTRING] = {"title": "Query string", **notes, **({"allOf": [schema]} if schema != {} else {})}
        required += [QUERYSTRING] if whole_query.required else []
        pointers |= dict.fromkeys(below)
        places[f"/properties/{QUERYSTRING}/allOf/0"] = places[f"/properties/{QUERYSTRING}"] = at
    if request.body:
        schema, below = _body_schema(schemas, request.body)
        description = {"description": request.body.description} if request.body.description else {}
        # What its schema is called is a note beside the heading.
        properties[BODY] = {"title": "Body", **description, **({"allOf": [schema]} if schema != {} else {})}
        required += [BODY] if request.body.body.required else []
        pointers |= dict.fromkeys(below)
        places[f"/properties/{BODY}/allOf/0"] = places[f"/properties/{BODY}"] = f"{request.body.declared.at}/schema"
    defs = schemas.definitions(tuple(pointers))
    places |= dict(schemas.places(defs))
    whole = {
        "$schema": LATEST.uri, "type": "object", "properties": properties,
        **({"required": required} if required else {}), "additionalProperties": False,
        **({"$defs": defs} if defs else {}),
    }  # fmt: skip
    form, problems = read_schema(whole, tool_id=tool_id, ordered=True)
    return replace(form, problems=tuple(_placed(problem, places) for problem in problems))


def _opens_with_default(schema: Any) -> bool:
    """Tell whether a form begins with the default of a parameter; null, and one that should go, are left to the API."""
    return isinstance(schema, dict) and schema.get("default") is not None and schema.get("deprecated") is not True


def _with_notes(schema: Any, declared: DeclaredParameter) -> Any:
    """Return the *schema* of a parameter with what people read of the parameter itself."""
    if not isinstance(schema, dict):
        return schema
    raw = declared.declared.raw
    notes: dict[str, Any] = {key: raw[key] for key in ("description", "deprecated") if key in raw}
    if values := _example_values(declared):
        notes["examples"] = values
    return schema | notes


def _placed(problem: Problem, places: Mapping[str, str]) -> Problem:
    """Return a problem of the schema of a form at its place in the document."""
    above = problem.at
    while above and above not in places:
        above = above.rpartition("/")[0]
    at = places.get(above, "") + problem.at[len(above) :] if above else ""
    if problem.code != "external-reference":
        return replace(problem, at=at)
    return replace(problem, at=at, key="external-reference.api", severity="warning")


# examples


def examples_of(document: ApiDocument, request: Request) -> tuple[Example, ...]:
    """Return the examples of the body of *request*, with those of its parameters."""
    if request.body is None:
        return ()
    raw = request.body.declared.raw
    named = [("Example", raw["example"])] if "example" in raw else list(_examples(raw, document))
    around: dict[str, Any] = {}
    for one in request.parameters:
        values = _example_values(one, document)
        if values and one.parameter.location == QUERYSTRING:
            around[QUERYSTRING] = values[0]
        elif values:
            around.setdefault(GROUPS[one.parameter.location], {})[one.parameter.name] = values[0]
    return tuple(Example(name=name, body={**around, BODY: value}) for name, value in named[:MAX_EXAMPLES])


def _example_values(declared: DeclaredParameter, document: ApiDocument | None = None) -> list[Any]:
    """Return the examples of a parameter: its own, else those of its media type object."""
    for raw in (declared.declared.raw, declared.holder.raw):
        values = [raw["example"]] if "example" in raw else [value for _, value in _examples(raw, document)]
        if values:
            return values
    return []


def _examples(raw: Mapping[str, Any], document: ApiDocument | None = None) -> list[tuple[str, Any]]:
    """Return the named examples in *raw*; those that are referred to only where the *document* is at hand."""
    found = []
    for name, example in as_dict(raw.get("examples")).items():
        part = document.resolve(example, "") if document else Part(example, "") if isinstance(example, dict) else None
        for key in ("value", "dataValue"):
            if part and key in part.raw:
                found.append((text_at(part.raw, "summary") or name, part.raw[key]))
                break
    return found
