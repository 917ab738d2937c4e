"""The answer of a running Gradio app to `/gradio_api/info`: a tool for each of its endpoints."""

from __future__ import annotations

import re
from typing import Any

from webform.dialects.base import Dialect, changed_parts, read_tools, slug
from webform.dialects.gradio_components import with_component
from webform.dialects.gradio_config import CONFIG, PROPS
from webform.dialects.gradio_values import shaped
from webform.messages import Phrase
from webform.problems import Problem, warning_at, wrong_type
from webform.schema import read_schema
from webform.schema.keywords import TYPES
from webform.schema.naming import label_of
from webform.tool import CallSpec, Tool
from webform.values import as_dict, as_text, join, to_fragment

#: The titles of the schemas of files.
_FILES = {"FileData", "ImageData"}
#: The components of files, and what they take.
_MEDIA = {"Image": "image/*", "Audio": "audio/*", "Video": "video/*"}
#: The components that show a text as more than that.
_TEXTS = {"Html": "text/html", "Markdown": "text/markdown"}
#: The languages of `gr.Code` that a result is shown in, and their media types.
_LANGUAGES = {
    "css": "text/css", "javascript": "text/javascript", "json": "application/json", "python": "text/x-python",
    "sql": "application/sql", "yaml": "application/yaml",
}  # fmt: skip
#: The component of tables, and what a result has in place of its value.
TABLE = "Dataframe"
_TABLE = {"type": "object", "properties": {"columns": {"type": "array"}, "rows": {"type": "array"}}}
#: The labels that an app makes up for components without one.
_NO_LABEL = re.compile(r"(parameter|value)_\d+")
#: The range of a slider stands in words.
_NUMBER = r"(-?[0-9]{1,20}(?:\.[0-9]{1,20})?(?:e[+-][0-9]{1,2})?)"
_RANGE = re.compile(rf"between {_NUMBER} and {_NUMBER}$")
_ANY_JSON = "any valid json"


def _recognises(value: Any) -> str:
    known = isinstance(value, dict) and isinstance(value.get("named_endpoints"), dict)
    return 'it has "named_endpoints", as a Gradio app answers to /gradio_api/info' if known else ""


def _read(value: Any) -> tuple[list[Tool], list[Problem]]:
    endpoints = value.get("named_endpoints") if isinstance(value, dict) else None
    if not isinstance(endpoints, dict):
        return [], [wrong_type("", Phrase("kind.gradio"), value)]
    declared = [part | {"name": name} if isinstance(part, dict) else part for name, part in endpoints.items()]
    places = [join("/named_endpoints", name) for name in endpoints]
    tools, problems = read_tools(declared, "/named_endpoints", _tool, places)
    return tools, [*_notes(value), *problems]


def _notes(declared: dict[str, Any]) -> list[Problem]:
    """Return the note that there is no configuration that fits what is *declared*."""
    is_lacking = CONFIG in declared and declared[CONFIG] is None
    return [warning_at(f"/{CONFIG}", "no-config")] if is_lacking else []


def _tool(raw: dict[str, Any]) -> tuple[Tool, list[Problem]]:
    name, problems = str(raw["name"]).strip("/"), _notes(raw)
    properties, required = {}, []
    for index, parameter in enumerate(_objects(raw, "parameters", problems)):
        key = key_of(parameter, index)
        properties[key] = _anchored(_parameter(parameter), join("", "properties", key))
        if parameter.get("parameter_has_default") is not True:
            required.append(key)
    schema = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
    form, found = read_schema(schema, tool_id=slug(name), ordered=True)
    tool = Tool(
        id=slug(name),
        name=label_of(re.sub(r"\W+", "_", name).strip("_")) or "Tool",
        form=form,
        description=as_text(raw.get("description")),
        declaration=raw,
        dialect=DIALECT.name,
        output_schema=_output(_objects(raw, "returns", problems)),
        call=CallSpec(protocol="gradio", name=name),
    )
    # The app makes these schemas, and nobody can mend them: a part that cannot be read takes anything.
    return tool, problems + [problem.under("/parameters") for problem in found if problem.severity == "error"]


def _objects(raw: dict[str, Any], key: str, problems: list[Problem]) -> list[dict[str, Any]]:
    parts = raw.get(key)
    if isinstance(parts, list) and all(isinstance(part, dict) for part in parts):
        return parts
    problems.append(wrong_type(f"/{key}", Phrase("kind.array"), parts))
    return []


def key_of(parameter: dict[str, Any], index: int) -> str:
    """Return the key of *parameter*, the one at *index*, in a body."""
    return str(parameter.get("parameter_name") or f"param_{index}")


def _parameter(parameter: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of *parameter*, as a form shows it."""
    schema, default, props = _labelled(parameter), parameter.get("parameter_default"), parameter.get(PROPS)
    if own := shaped(parameter):
        schema = {key: schema[key] for key in schema.keys() & {"title"}} | own
    elif default is not None and not _is_kept(schema, default):
        schema["default"] = default
    return with_component(schema, str(parameter.get("component")), as_dict(props))


def _is_kept(schema: dict[str, Any], default: Any) -> bool:
    """Tell whether *default* is a file that the app has: it is used where none is sent, and no form has it."""
    parts = default if isinstance(default, list) else [default]
    return takes_files(schema) and any(isinstance(part, dict) for part in parts)


def _labelled(declared: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a value that is taken or returned; its title is the label of its component."""
    schema = _schema(declared.get("type"), str(declared.get("component")))
    schema.pop("title", None)
    return schema | ({"title": label} if (label := _label(declared)) else {})


def _label(declared: dict[str, Any]) -> str:
    """Return the label that the author of the app wrote, `""` where there is none."""
    label = declared.get("label")
    return label if isinstance(label, str) and not _NO_LABEL.fullmatch(label) else ""


def _anchored(schema: Any, at: str) -> Any:
    """Return *schema*, a document of its own, as it stands *at* a pointer of another: its references lead there."""
    made = changed_parts(schema, lambda part: _anchored(part, at))
    reference = as_dict(made).get("$ref")
    if isinstance(reference, str) and reference.startswith("#/"):
        made["$ref"] = to_fragment(at) + reference[1:]
    return made


def _schema(declared: Any, component: str) -> dict[str, Any]:
    schema = dict(as_dict(declared))
    note = schema.pop("additional_description", None)
    media = _MEDIA.get(component, "*/*")
    if as_text(schema.get("title")) in _FILES:
        return _file(media)
    if schema.get("type") == "array" and _is_file(schema.get("items")):
        return {"type": "array", "items": _file(media)}
    if not isinstance(schema.get("type", ""), str) or schema.get("type", "string") not in TYPES:
        # Any JSON is {"type": {}} there.
        schema.pop("type")
    # These are words of Gradio for programs.
    words = str(schema.get("description"))
    if schema.get("type") == "number" and (found := _RANGE.search(words)):
        schema |= {"minimum": float(found[1]), "maximum": float(found[2])}
        del schema["description"]
    elif words == _ANY_JSON:
        del schema["description"]
    if isinstance(note, str):
        schema.setdefault("description", note)
    return {key: _with_files(part) for key, part in schema.items()}


def _file(media: str) -> dict[str, Any]:
    return {"type": "string", "format": "data-url", "contentMediaType": media}


def takes_files(schema: dict[str, Any]) -> bool:
    """Tell whether *schema* is that of a file, or of a list of them."""
    items = schema.get("items")
    return "data-url" in (schema.get("format"), items.get("format") if isinstance(items, dict) else "")


def _with_files(schema: Any) -> Any:
    """Return *schema*, a part of another, with each object of a file in it as a file."""
    title = as_text(as_dict(schema).get("title"))
    if title in _FILES and schema.get("type") == "object":
        return _file("image/*" if title == "ImageData" else "*/*")
    return changed_parts(schema, _with_files)


def _is_file(items: Any) -> bool:
    """Tell whether *items* of a list are files."""
    facts = as_dict(items)
    return as_text(facts.get("title")) in _FILES or str(facts.get("$ref")).removeprefix("#/$defs/") in _FILES


def _output(returns: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the schema of the result: the one value, or an object of them by their labels."""
    if len(returns) == 1:
        return _answer(returns[0])
    named = zip(output_names(returns), returns, strict=True)
    schemas = {name: _anchored(_answer(returned), join("", "properties", name)) for name, returned in named}
    return {"type": "object", "properties": schemas} if schemas else None


def _answer(returned: dict[str, Any]) -> dict[str, Any]:
    schema, component = _labelled(returned), str(returned.get("component"))
    if component == TABLE:
        schema = {key: schema[key] for key in schema.keys() & {"title"}} | _TABLE
    if schema.get("type") == "string" and (media := _TEXTS.get(component) or _language(returned)):
        schema["contentMediaType"] = media
    # An app may leave any of them empty.
    return schema | {"type": [schema["type"], "null"]} if isinstance(schema.get("type"), str) else schema


def _language(returned: dict[str, Any]) -> str:
    """Return the media type of the language that code is written in, `""` where it is none or not known."""
    return _LANGUAGES.get(as_text(as_dict(returned.get(PROPS)).get("language")), "")


def output_names(returns: list[dict[str, Any]]) -> list[str]:
    """Return what the values that are returned are called, each name once."""
    names: list[str] = []
    for index, returned in enumerate(returns, 1):
        label = _label(returned) or f"Output {index}"
        names.append(f"{label} {index}" if label in names else label)
    return names


DIALECT = Dialect(name="gradio", recognises=_recognises, read=_read)
