"""Ways in which function tools have the schema of their arguments, a row for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from webform.values import join

if TYPE_CHECKING:
    from collections.abc import Callable

#: The counts of a Gemini schema, which may be texts.
_COUNTS = {"minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"}
#: What the parts of a schema stand at: a schema, a list of them, schemas by name.
_ONE, _LIST, _NAMED = (
    {"items", "additionalProperties"},
    {"anyOf", "oneOf", "prefixItems"},
    {"properties", "defs", "$defs"},
)


class Arguments(NamedTuple):
    """The JSON Schema of the arguments, and the places of its parts in the tool: by their places in the schema."""

    schema: dict[str, Any] | bool
    places: dict[str, str]

    def place(self, pointer: str) -> str:
        """Return where in the tool that stands which is at *pointer* of the schema."""
        for part, place in self.places.items():
            if pointer == part or pointer.startswith(part + "/"):
                return place + pointer[len(part) :]
        return ""


class Shape(NamedTuple):
    """A way to have the arguments: at *key*, where *accepts* takes the value there."""

    key: str
    owner: str
    accepts: Callable[[Any], bool]
    read: Callable[[Any, str], Arguments]


def is_schema(value: Any) -> bool:
    """Tell whether *value* is the schema of an object, and no map of fields that are called type and properties."""
    if not isinstance(value, dict):
        return isinstance(value, bool)
    return isinstance(value.get("type"), str) or are_schemas(value.get("properties"))


def are_schemas(value: Any) -> bool:
    """Tell whether *value* is schemas by name."""
    return isinstance(value, dict) and all(isinstance(schema, dict | bool) for schema in value.values())


def _as_written(value: Any, key: str) -> Arguments:
    return Arguments(value, {"": f"/{key}"})


def _is_gemini(value: Any) -> bool:
    """Tell whether *value* is a schema whose types are written as Gemini has them: `OBJECT`."""
    return isinstance(value, dict) and isinstance(name := value.get("type"), str) and name != "" and name.isupper()


def _gemini(value: Any, key: str) -> Arguments:
    return Arguments(gemini_schema(value), {"": f"/{key}"})


def gemini_schema(schema: Any) -> Any:
    """Return the JSON Schema that *schema*, in Gemini's spelling, means; its parts keep their places."""
    if not isinstance(schema, dict):
        return schema
    made = {key: _part(key, value) for key, value in schema.items() if key not in ("nullable", "propertyOrdering")}
    if isinstance(made.get("type"), str):
        made["type"] = made["type"].lower()
    if made.get("format") == "enum":
        del made["format"]
    if "example" in made:
        made.setdefault("examples", [made.pop("example")])
    if schema.get("nullable") is True and "type" in made:
        made |= {"type": [made["type"], "null"]}
        made |= {"enum": [*made["enum"], None]} if isinstance(made.get("enum"), list) else {}
    _order(made, schema.get("propertyOrdering"))
    return made


def _part(key: str, value: Any) -> Any:
    if key in _ONE:
        return gemini_schema(value)
    if key in _LIST and isinstance(value, list):
        return [gemini_schema(part) for part in value]
    if key in _NAMED and isinstance(value, dict):
        return {name: gemini_schema(part) for name, part in value.items()}
    return int(value) if key in _COUNTS and isinstance(value, str) and value.isascii() and value.isdigit() else value


def _order(made: dict[str, Any], names: Any) -> None:
    properties = made.get("properties")
    if isinstance(names, list) and isinstance(properties, dict):
        known = [name for name in names if isinstance(name, str) and name in properties]
        made["properties"] = {name: properties[name] for name in known} | properties


def _args(value: Any, key: str) -> Arguments:
    """Read LangChain's `args`, the properties alone: those without a default are required."""
    required = [name for name, schema in value.items() if not isinstance(schema, dict) or "default" not in schema]
    return Arguments({"type": "object", "properties": value, "required": required}, {"/properties": f"/{key}"})


def _are_parameters(value: Any) -> bool:
    names = [of(part, "name") for part in value if isinstance(part, dict)] if isinstance(value, list) else []
    return isinstance(value, list) and len(names) == len(value) and all(isinstance(name, str) for name in names)


def of(raw: dict[str, Any], key: str) -> Any:
    """Return what *raw* has at *key*, which .NET writes in PascalCase."""
    return raw.get(key, raw.get(pascal(key)))


def pascal(key: str) -> str:
    """Return *key* in PascalCase: `DefaultValue` for `default_value`."""
    return "".join(word.capitalize() for word in key.split("_"))


def _parameters(value: Any, key: str) -> Arguments:
    """Read Semantic Kernel's list of parameters."""
    properties, required, places = {}, [], {}
    for index, parameter in enumerate(value):
        name = of(parameter, "name")
        schema_key = next((key for key in ("schema_data", "Schema", "schema") if key in parameter), "schema_data")
        schema = parameter.get(schema_key)
        added = {"description": of(parameter, "description"), "default": of(parameter, "default_value")}
        own = {name: word for name, word in added.items() if word not in (None, "")}
        properties[name] = own | schema if isinstance(schema, dict) else own
        places[join("/properties", name)] = join("", key, index, schema_key)
        if of(parameter, "is_required") is True:
            required.append(name)
    return Arguments({"type": "object", "properties": properties, "required": required}, places)


#: The ways, the first that takes a tool reads it.
SHAPES = (
    Shape("input_schema", "Anthropic", is_schema, _as_written),
    Shape("parametersJsonSchema", "Gemini", is_schema, _as_written),
    Shape("parameters_json_schema", "Gemini", is_schema, _as_written),
    Shape("parameters", "Gemini", _is_gemini, _gemini),
    Shape("parameters", "OpenAI", is_schema, _as_written),
    Shape("parameters", "Semantic Kernel", _are_parameters, _parameters),
    Shape("Parameters", "Semantic Kernel", _are_parameters, _parameters),
    Shape("args_schema", "LangChain", is_schema, _as_written),
    Shape("args", "LangChain", are_schemas, _args),
    Shape("fn_schema", "LlamaIndex", is_schema, _as_written),
)


def shape_of(raw: Any) -> Shape | None:
    """Return how *raw* has its arguments; `None` where it has none, or is no tool."""
    if not isinstance(raw, dict):
        return None
    return next((shape for shape in SHAPES if shape.key in raw and shape.accepts(raw[shape.key])), None)
