"""Arcade: definitions of tools, today's and the preview's, one or a catalogue."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from webform.dialects.arcade_values import described, read_value
from webform.dialects.base import Dialect, Found, missing_text, near_misses, read_tools, slug, take
from webform.messages import Phrase
from webform.problems import Problem, error_at, warning_at, wrong_type
from webform.schema import read_schema
from webform.tool import CallSpec, Permission, Tool
from webform.values import DRAFT, as_dict, as_list, brief, dicts_in, join, split

#: The keys of a definition that are read; services add facts of their own.
KNOWN = (
    "name", "fully_qualified_name", "description", "toolkit", "version", "input", "output", "requirements",
    "deprecation_message",
)  # fmt: skip
PARAMETER = ("name", "required", "description", "inferrable", "value_schema")
#: Where a catalogue has its definitions.
LISTS = ("items", "tools")


def _find(value: Any) -> Found:
    if isinstance(value, list) and any(map(_like, value)):
        return Found("it is a list of Arcade's definitions", "", value)
    if _like(value):
        key = "fully_qualified_name" if "fully_qualified_name" in value else f"{_input_key(value)}.parameters"
        return Found(f'it has "{key}", as a definition of Arcade has')
    for key in LISTS:
        tools = as_list(as_dict(value).get(key))
        if any(map(_like, tools)):
            return Found(f'its "{key}" are Arcade\'s definitions', f"/{key}", tools)
    return Found("")


def _like(raw: Any) -> bool:
    if not isinstance(raw, dict):
        return False
    taken = as_dict(raw.get(_input_key(raw)))
    return isinstance(raw.get("fully_qualified_name"), str) or isinstance(taken.get("parameters"), list)


def _input_key(raw: dict[str, Any]) -> str:
    # Some previews have inputs.
    return "inputs" if "inputs" in raw and "input" not in raw else "input"


def _read(value: Any) -> tuple[list[Tool], list[Problem]]:
    found = _find(value)
    if not found.why and not isinstance(value, dict):
        return [], [wrong_type("", Phrase("kind.arcade"), value)]
    if found.tools is None:
        tool, problems = _tool(value)
        return [tool], problems
    tools, problems = read_tools(found.tools, found.at, _tool)
    total = value.get("total_count") if isinstance(value, dict) else None
    if isinstance(total, int) and total > len(found.tools):
        problems.append(
            warning_at("/total_count", "more-tools", "more-tools.counted", count=len(found.tools), total=total)
        )
    return tools, problems


def _tool(raw: dict[str, Any]) -> tuple[Tool, list[Problem]]:
    """Read one definition; what is wrong in it costs nothing but itself."""
    problems = near_misses(raw, (*KNOWN, _input_key(raw)), Phrase("subject.definition"))
    kit = take(raw, "toolkit", dict, problems) or {}
    name, full = take(raw, "name", str, problems) or "", take(raw, "fully_qualified_name", str, problems) or ""
    if not name and not full:
        problems.append(missing_text("", "name"))
    kit_name = take(kit, "name", str, problems, "/toolkit") or ""
    full, _, tail = (full or ".".join(filter(None, [kit_name, name]))).partition("@")
    version = take(kit, "version", str, problems, "/toolkit") or take(raw, "version", str, problems) or tail
    tool_id = slug(full)
    schema, places = _body(raw, problems)
    form, found = read_schema(schema, tool_id=tool_id, ordered=True)
    problems += [_placed(problem, places) for problem in found]
    tool = Tool(
        id=tool_id,
        name=name or full or "Tool",
        form=form,
        description=_description(raw, problems),
        declaration=raw,
        dialect=DIALECT.name,
        version=version,
        category=kit_name,
        output_schema=_output(raw, problems),
        permissions=tuple(_permissions(raw, problems)),
        call=CallSpec(protocol="arcade", name=name, generation="preview" if _is_preview(raw) else ""),
    )
    return tool, problems


def _is_preview(raw: dict[str, Any]) -> bool:
    listed = dicts_in(as_dict(raw.get(_input_key(raw))).get("parameters"))
    return any("schema" in parameter for parameter in listed) and not any(
        "value_schema" in parameter for parameter in listed
    )


def _description(raw: dict[str, Any], problems: list[Problem]) -> str:
    deprecated = take(raw, "deprecation_message", str, problems)
    notice = f"**Deprecated.** {deprecated}" if deprecated else ""
    return "\n\n".join(filter(None, [notice, take(raw, "description", str, problems)]))


def _placed(problem: Problem, places: dict[str, str]) -> Problem:
    """Return a problem of the schema of the body as one of the parameter that it was made of."""
    tokens = split(problem.at)
    at = places.get(tokens[1], "") if tokens[:1] == ["properties"] and len(tokens) > 1 else ""
    return replace(problem, at=at, on_key=False)


# inputs


def _body(raw: dict[str, Any], problems: list[Problem]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the schema of the body, and where in the definition each of its properties is declared."""
    key = _input_key(raw)
    parameters = take(raw, key, dict, problems)
    declared = take(parameters or {}, "parameters", list, problems, f"/{key}")
    if declared is None:
        asked = raw.get(key)
        if asked is None or (isinstance(asked, dict) and asked.get("parameters") is None):
            place = f"/{key}" if key in raw else ""
            problems.append(error_at(place, "missing-parameters", name=key))
        return {"$schema": DRAFT, "type": "object"}, {}
    properties: dict[str, Any] = {}
    places: dict[str, str] = {}
    required = []
    for index, parameter in enumerate(declared):
        at = f"/{key}/parameters/{index}"
        name = _parameter_name(parameter, at, problems)
        if name in places:
            place = join(at, "name")
            problems.append(error_at(place, "duplicate-name", "duplicate-name.parameter", name=brief(name)))
        elif name is not None:
            places[name] = at
            properties[name] = _parameter(parameter, at, problems)
            if _required(parameter, at, problems):
                required.append(name)
    facts = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
    return {"$schema": DRAFT, **facts}, places


def _parameter_name(raw: Any, at: str, problems: list[Problem]) -> str | None:
    if not isinstance(raw, dict):
        problems.append(wrong_type(at, Phrase("kind.parameter"), raw))
        return None
    if raw.get("name") is None:
        problems.append(missing_text(at, "name"))
    return take(raw, "name", str, problems, at)


def _required(raw: dict[str, Any], at: str, problems: list[Problem]) -> bool:
    if raw.get("required") is None:
        problems.append(error_at(at, "missing-required"))
    return take(raw, "required", bool, problems, at) or False


def _parameter(raw: dict[str, Any], at: str, problems: list[Problem]) -> dict[str, Any]:
    key = _schema_key(raw)
    problems += near_misses(raw, (*PARAMETER, key), Phrase("subject.parameter"), at, most=0)
    # A person fills in whatever a model may not infer, so it makes no difference to a form.
    take(raw, "inferrable", bool, problems, at)
    if raw.get(key) is None:
        problems.append(error_at(at, "missing-schema", name=key))
        schema: dict[str, Any] = {}
    else:
        schema = read_value(raw[key], join(at, key), problems)
    description = take(raw, "description", str, problems, at)
    return described(schema, description)


def _schema_key(raw: dict[str, Any]) -> str:
    return "schema" if "schema" in raw and "value_schema" not in raw else "value_schema"


# outputs and requirements


def _output(raw: dict[str, Any], problems: list[Problem]) -> dict[str, Any] | None:
    output = take(raw, "output", dict, problems) or {}
    key = _schema_key(output)
    modes = take(output, "available_modes", list, problems, "/output") or ()
    description = take(output, "description", str, problems, "/output")
    if output.get(key) is None:
        return None
    schema = read_value(output[key], join("/output", key), problems)
    if "null" in modes:
        schema = {"anyOf": [schema, {"type": "null"}]}
    return described(schema, description)


def _permissions(raw: dict[str, Any], problems: list[Problem]) -> list[Permission]:
    """Return what a tool asks for: an authorization, secrets, facts of its caller."""
    needs = take(raw, "requirements", dict, problems) or {}
    at = "/requirements"
    found = []
    match needs.get("authorization"):
        case None | "none":
            pass
        case str(kind):
            found.append(Permission(type="authorization", reason=kind))
        case dict(asked):
            found.append(Permission(type="authorization", reason=_authorization(asked, problems)))
        case other:
            problems.append(wrong_type(f"{at}/authorization", Phrase("kind.authorization"), other))
    for key, kind in (("secrets", "secret"), ("metadata", "metadata")):
        for index, need in enumerate(take(needs, key, list, problems, at) or ()):
            if isinstance(need, dict) and isinstance(need.get("key"), str):
                found.append(Permission(type=kind, reason=need["key"]))
            else:
                problems.append(wrong_type(join(at, key, index), Phrase(f"kind.arcade-{kind}"), need))
    return found


def _authorization(asked: dict[str, Any], problems: list[Problem]) -> str:
    at = "/requirements/authorization"
    kind = take(asked, "provider_type", str, problems, at)
    who = take(asked, "provider_id", str, problems, at)
    oauth2 = take(asked, "oauth2", dict, problems, at) or {}
    scopes = take(oauth2, "scopes", list, problems, f"{at}/oauth2") or ()
    name = f"{who} ({kind})" if who and kind else who or kind or "an account"
    listed = ", ".join(scope for scope in scopes if isinstance(scope, str))
    return f"{name}: {listed}" if listed else name


DIALECT = Dialect(name="arcade", recognises=lambda value: _find(value).why, read=_read)
