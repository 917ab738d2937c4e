"""MCP tools, and model.Tool: one, a list of them, or the answer of a server to tools/list."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from webform.dataurl import DataURLError, parse
from webform.dialects.base import (
    Dialect,
    Found,
    examples_of,
    missing_text,
    near_misses,
    read_tools,
    slug,
    take,
    unknown_key,
    usable_schema,
)
from webform.dialects.function_shapes import is_schema
from webform.hints import Read, mcp_meta
from webform.messages import Phrase
from webform.problems import Problem, error_at, warning_at, wrong_type
from webform.schema import read_schema
from webform.schema.keywords import TELLING
from webform.schema.misspelt import letters
from webform.texts import safe_link
from webform.tool import CallSpec, Hints, Tool
from webform.values import as_dict, at_pointer, brief, join

#: What a tool may say, MCP's first; `execution` and all but one key of `_meta` concern its host alone.
KNOWN = (
    "name", "title", "description", "inputSchema", "outputSchema", "annotations", "icons", "_meta", "execution",
    "namespace", "version", "tags",
)  # fmt: skip
#: The annotations, each with the hint it gives.
HINTS = {
    "readOnlyHint": "read_only", "idempotentHint": "idempotent", "destructiveHint": "destructive",
    "openWorldHint": "open_world",
}  # fmt: skip
#: What the answer to tools/list has beside the tools.
PAGE = {"tools", "nextCursor", "_meta", "resultType", "ttlMs", "cacheScope"}
#: Bytes of an icon within the declaration at most.
MAX_ICON = 64 * 1024
#: Tags of a tool, and characters of a tag, at most.
MAX_TAGS, MAX_TAG = 20, 64
#: Characters of a name at most.
MAX_NAME = 128
_NAME = re.compile(rf"[A-Za-z0-9_.-]{{1,{MAX_NAME}}}")
_NUMBER = r"(?:0|[1-9][0-9]*)"
_MARKS = r"[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*"
#: SemVer 2, with or without a v.
_VERSION = re.compile(rf"v?{_NUMBER}\.{_NUMBER}\.{_NUMBER}(?:-{_MARKS})?(?:\+{_MARKS})?")
#: What other systems call the schema of the input; a tool that has it under one of the first is a function.
_FUNCTION, _ALSO_INPUT = {"input_schema", "parameters"}, {"inputschema", "parameters"}


def _find(value: Any) -> Found:
    match value:
        case {"result": {"tools": list(tools)}} if "jsonrpc" in value or any(map(_like, tools)):
            return Found("it is a server's whole response to MCP's tools/list", "/result/tools", tools)
        case {"tools": list(tools)} if any(map(_like, tools)) or (not tools and value.keys() <= PAGE):
            return Found('it has a list of "tools", as the answer to MCP\'s tools/list has', "/tools", tools)
        case list() if any(map(_like, value)):
            return Found("it is a list of MCP tools", "", value)
        case dict() if _like(value):
            key = _input_key(value)
            return Found(f'it has "{key}", as an MCP tool has' if key else "it has only what an MCP tool may have")
    return Found("")


def _like(raw: Any) -> bool:
    if not isinstance(raw, dict):
        return False
    if "inputSchema" in raw:
        return True
    key = _input_key(raw)
    return isinstance(raw.get("name"), str) and ((bool(key) and key not in _FUNCTION) or {*KNOWN} >= raw.keys())


def _input_key(raw: dict[str, Any]) -> str:
    """Return under which key *raw* has the schema of its input, perhaps misspelt; `""` where under none."""
    if "inputSchema" in raw:
        return "inputSchema"
    return next((key for key, value in raw.items() if letters(key) in _ALSO_INPUT and is_schema(value)), "")


def _read(value: Any) -> tuple[list[Tool], list[Problem]]:
    found = _find(value)
    if not found.why and not isinstance(value, dict):
        return [], [wrong_type("", Phrase("kind.mcp"), value)]
    if found.tools is None:
        tool, problems = _tool(value)
        return [tool], problems
    tools, problems = read_tools(found.tools, found.at, _tool)
    above = found.at.removesuffix("/tools")
    if at_pointer(value, above + "/nextCursor"):
        problems.append(warning_at(above + "/nextCursor", "more-tools"))
    return tools, problems


def _tool(raw: dict[str, Any]) -> tuple[Tool, list[Problem]]:
    """Read one tool; what is wrong in it costs nothing but itself."""
    key = _input_key(raw)
    misspelt = near_misses(raw, KNOWN, Phrase("subject.mcp-tool"))
    problems = [problem for problem in misspelt if problem.at != join("", key)]
    name = _name(raw, problems)
    namespace, version = _namespace(raw, problems), _version(raw, problems)
    tool_id = slug(":".join([namespace, name, version] if namespace and version else [namespace, name]).strip(":"))
    notes = take(raw, "annotations", dict, problems) or {}
    title = take(raw, "title", str, problems) or take(notes, "title", str, problems, "/annotations")
    schema = _schema(raw, key, problems)
    hints, execution = _input_hints(raw), as_dict(raw.get("execution"))
    form, found = read_schema(
        schema, tool_id=tool_id, written=True, hints=hints.tree if hints else None, at=join("", key) if key else ""
    )
    problems += [*found, *(hints.problems if hints else ())]
    tool = Tool(
        id=tool_id,
        name=title or name or "Tool",
        form=form,
        description=take(raw, "description", str, problems) or "",
        declaration=raw,
        dialect=DIALECT.name,
        version=version,
        icon=_icon(raw, problems),
        tags=_tags(raw, problems),
        output_schema=_output(raw, problems),
        hints=_hints(notes, problems),
        examples=examples_of(schema),
        call=CallSpec(protocol="mcp", name=name, as_task=execution.get("taskSupport") == "required"),
    )
    return tool, problems


def _input_hints(raw: dict[str, Any]) -> Read | None:
    """Return the hints for the arguments that *raw* has in its `_meta`, if it has any."""
    meta = as_dict(raw.get("_meta"))
    if mcp_meta.KEY not in meta:
        return None
    return mcp_meta.read_meta(meta[mcp_meta.KEY], join("/_meta", mcp_meta.KEY))


def _name(raw: dict[str, Any], problems: list[Problem]) -> str:
    if raw.get("name") is None:
        problems.append(missing_text("", "name"))
        return ""
    name = take(raw, "name", str, problems)
    if name is not None and len(name) > MAX_NAME:
        problems.append(error_at("/name", "bad-name", "bad-name.long", limit=MAX_NAME, length=len(name)))
    elif name is not None and not _NAME.fullmatch(name):
        problems.append(error_at("/name", "bad-name", limit=MAX_NAME, found=brief(name)))
    return name or ""


def _namespace(raw: dict[str, Any], problems: list[Problem]) -> str:
    namespace = take(raw, "namespace", str, problems) or ""
    if namespace and not _NAME.fullmatch(namespace):
        problems.append(error_at("/namespace", "bad-name", "bad-name.namespace", found=brief(namespace)))
    return namespace


def _version(raw: dict[str, Any], problems: list[Problem]) -> str:
    version = take(raw, "version", str, problems) or ""
    if version and not _VERSION.fullmatch(version):
        problems.append(error_at("/version", "bad-version", found=brief(version)))
        return ""
    return version


def _schema(raw: dict[str, Any], key: str, problems: list[Problem]) -> dict[str, Any] | bool:
    """Return the schema of the arguments, which stands at *key*: of any object, where there is no usable one."""
    anything = {"type": "object"}
    schema = raw.get(key)
    if schema is None:
        problems.append(error_at(join("", key) if key else "", "missing-input-schema"))
        return anything
    if key != "inputSchema":
        misspelt = unknown_key("", Phrase("subject.mcp-tool"), key, "inputSchema")
        problems.append(replace(misspelt, code="missing-input-schema", severity="error"))
    if not isinstance(schema, dict | bool):
        problems.append(wrong_type(join("", key), Phrase("kind.schema"), schema))
        return anything
    if isinstance(schema, dict) and isinstance(schema.get("type"), str) and schema["type"] != "object":
        problems.append(warning_at(join("", key, "type"), "not-an-object", found=brief(schema["type"])))
    # The arguments of a tool are an object, whatever its schema leaves out.
    return anything | as_dict(schema) if _says_nothing(schema) else schema


def _says_nothing(schema: Any) -> bool:
    """Tell whether *schema* takes any value."""
    return TELLING.isdisjoint(schema) if isinstance(schema, dict) else schema is True


def _output(raw: dict[str, Any], problems: list[Problem]) -> dict[str, Any] | bool | None:
    schema = raw.get("outputSchema")
    return None if schema is None else usable_schema(schema, "/outputSchema", problems)


def _hints(notes: dict[str, Any], problems: list[Problem]) -> Hints:
    hints = {field: take(notes, key, bool, problems, "/annotations") or False for key, field in HINTS.items()}
    problems += near_misses(notes, [*HINTS, "title"], Phrase("subject.annotations"), "/annotations")
    if hints["destructive"] and hints["read_only"]:
        problems.append(warning_at("/annotations/readOnlyHint", "hints-disagree"))
        hints["read_only"] = False
    return Hints(**hints)


def _icon(raw: dict[str, Any], problems: list[Problem]) -> str:
    """Return the address of the first icon that a page may show."""
    usable = []
    for index, icon in enumerate(take(raw, "icons", list, problems) or ()):
        at = join("/icons", index)
        source = icon.get("src") if isinstance(icon, dict) else None
        if not isinstance(source, str):
            problems.append(wrong_type(at, Phrase("kind.icon"), icon))
        elif _image(source):
            usable.append(source)
        else:
            problems.append(warning_at(join(at, "src"), "bad-icon", found=brief(source)))
    # A page shows what it holds itself; what stands elsewhere only where its operator allows that.
    usable.sort(key=lambda source: not source.startswith("data:"))
    return usable[0] if usable else ""


def _image(source: str) -> bool:
    if not source.startswith("data:"):
        return source.startswith("https:") and safe_link(source, mail=False) == source
    try:
        return parse(source, MAX_ICON).media_type.startswith("image/")
    except DataURLError:
        return False


def _tags(raw: dict[str, Any], problems: list[Problem]) -> tuple[str, ...]:
    """Return the tags, normalised: in lower case, words tied by dashes, each once."""
    tags: dict[str, None] = {}
    for index, tag in enumerate(take(raw, "tags", list, problems) or ()):
        if isinstance(tag, str):
            tags["-".join(tag.lower().split())[:MAX_TAG]] = None
        else:
            problems.append(wrong_type(join("/tags", index), Phrase("kind.text"), tag))
    return tuple(tag for tag in tags if tag)[:MAX_TAGS]


DIALECT = Dialect(name="mcp", recognises=lambda value: _find(value).why, read=_read)
