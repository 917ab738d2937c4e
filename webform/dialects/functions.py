"""Function tools for models: one, a list of them, or an object with `tools`, `functions` or `functionDeclarations`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from webform.dialects.base import Dialect, examples_of, missing_text, read_tools, slug, take, usable_schema
from webform.dialects.function_shapes import SHAPES, Arguments, gemini_schema, of, pascal, shape_of
from webform.messages import Phrase
from webform.problems import Problem, warning_at, wrong_type
from webform.schema import read_schema
from webform.tool import CallSpec, Example, Tool
from webform.values import as_dict, join

if TYPE_CHECKING:
    from collections.abc import Iterator


#: The keys of lists of tools, each with what it says of the document; "" where others have such lists too.
_LISTS = {
    "functionDeclarations": "Gemini", "function_declarations": "Gemini", "tools": "", "functions": "",
}  # fmt: skip
#: Lists within lists at most: tools, of which one has declarations.
_DEPTH = 4


class Declared(NamedTuple):
    """A tool, where it stands, and whose way of writing says so (`""`: only its arguments can tell)."""

    at: str
    raw: Any
    owner: str = ""


def _declared(value: Any, at: str = "", owner: str = "", depth: int = _DEPTH) -> Iterator[Declared]:
    """Yield the tools of *value*, whatever they are wrapped in."""
    if isinstance(value, dict) and isinstance(value.get("function"), dict) and value.get("type") == "function":
        yield Declared(f"{at}/function", value["function"], "OpenAI")
        return
    lists = [
        (join(at, key), value[key], whose or owner)
        for key, whose in _LISTS.items()
        if isinstance(as_dict(value).get(key), list)
    ]
    if isinstance(value, list):
        lists = [(at, value, owner)]
    if not lists or not depth:
        is_function = isinstance(value, dict) and value.get("type") == "function"
        yield Declared(at, value, "OpenAI" if is_function else owner)
        return
    for place, parts, whose in lists:
        for index, part in enumerate(parts):
            yield from _declared(part, join(place, index), whose, depth - 1)


def _recognises(value: Any) -> str:
    if not isinstance(value, dict | list):
        return ""
    owner = ""
    for tool in _declared(value):
        if isinstance(tool.raw, dict) and "inputSchema" in tool.raw:
            return ""
        owner = owner or tool.owner or _owner(tool.raw)
    return owner and f"it has functions as {owner} has them"


def _owner(raw: Any) -> str:
    """Return whose way of writing *raw* has, by its arguments; `""` where it is nobody's."""
    named = isinstance(raw, dict) and isinstance(of(raw, "name"), str)
    shape = shape_of(raw) if named else None
    return shape.owner if shape else ""


def _read(value: Any) -> tuple[list[Tool], list[Problem]]:
    if not isinstance(value, dict | list):
        return [], [wrong_type("", Phrase("kind.functions"), value)]
    own, problems = [], []
    for tool in _declared(value):
        if _is_hosted(tool):
            problems.append(warning_at(tool.at, "hosted-tool"))
        else:
            own.append(tool)
    tools, wrong = read_tools([tool.raw for tool in own], "", _tool, places=[tool.at for tool in own])
    return tools, problems + wrong


def _is_hosted(tool: Declared) -> bool:
    """Tell whether *tool* is one that the provider has itself, such as a search of the web."""
    raw = tool.raw
    if not isinstance(raw, dict) or tool.owner == "OpenAI" or shape_of(raw):
        return False
    return of(raw, "name") is None or "type" in raw


def _tool(raw: dict[str, Any]) -> tuple[Tool, list[Problem]]:
    problems: list[Problem] = []
    name = _name(raw, problems)
    arguments = _arguments(raw, problems)
    form, found = read_schema(arguments.schema, tool_id=slug(name), written=True)
    problems += [replace(problem, at=arguments.place(problem.at)) for problem in found]
    tool = Tool(
        id=slug(name),
        name=name or "Tool",
        form=form,
        description=_text(raw, "description", problems),
        declaration=raw,
        dialect=DIALECT.name,
        output_schema=_returned(raw, problems),
        examples=_examples(raw, arguments.schema, problems),
        call=CallSpec(name=name),
    )
    return tool, problems


def _text(raw: dict[str, Any], key: str, problems: list[Problem]) -> str:
    return take(raw, key if key in raw else pascal(key), str, problems) or ""


def _name(raw: dict[str, Any], problems: list[Problem]) -> str:
    """Return the name; Semantic Kernel's is that of the plugin and of the function."""
    name = _text(raw, "name", problems)
    if not name and of(raw, "name") is None:
        problems.append(missing_text("", "name"))
    plugin = _text(raw, "plugin_name", problems)
    return f"{plugin}-{name}" if plugin and name else name


def _arguments(raw: dict[str, Any], problems: list[Problem]) -> Arguments:
    shape = shape_of(raw)
    if shape:
        return shape.read(raw[shape.key], shape.key)
    key = next((shape.key for shape in SHAPES if raw.get(shape.key) is not None), "")
    if not key or raw[key] == {}:
        # A function that takes nothing may leave out its schema.
        return Arguments({"type": "object", "properties": {}}, {})
    problems.append(wrong_type(join("", key), Phrase("kind.schema"), raw[key]))
    return Arguments({"type": "object"}, {})


def _returned(raw: dict[str, Any], problems: list[Problem]) -> dict[str, Any] | bool | None:
    """Return the schema of what the function returns, which Gemini and Semantic Kernel have."""
    if raw.get("response") is not None:
        return usable_schema(gemini_schema(raw["response"]), "/response", problems)
    if raw.get("responseJsonSchema") is not None:
        return usable_schema(raw["responseJsonSchema"], "/responseJsonSchema", problems)
    returned = of(raw, "return_parameter")
    schema = returned.get("schema_data", returned.get("Schema")) if isinstance(returned, dict) else None
    return None if schema is None else usable_schema(schema, "/return_parameter/schema_data", problems)


def _examples(raw: dict[str, Any], schema: Any, problems: list[Problem]) -> tuple[Example, ...]:
    """Return Anthropic's `input_examples`, else those of the schema."""
    if bodies := take(raw, "input_examples", list, problems):
        return examples_of({"examples": bodies})
    return examples_of(schema)


DIALECT = Dialect(name="functions", recognises=_recognises, read=_read)
