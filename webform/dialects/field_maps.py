"""Field maps: inputs and outputs as plain maps of fields, in an agent.json or alone."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from webform.dialects.base import MAX_TOOLS, Dialect, slug
from webform.dialects.fields import CONSTRAINTS, TYPES, is_map, missing, read_inputs, read_outputs, read_values
from webform.dialects.text_places import TextPlaces
from webform.inputs.options import TEXT, OptionKind
from webform.messages import Phrase
from webform.problems import Problem, error_at, warning_at, wrong_type
from webform.schema import read_schema
from webform.tool import CallSpec, Output, Permission, Price, Tool
from webform.values import DRAFT, as_dict, as_text, brief, join, kind_of, split, write_json

if TYPE_CHECKING:
    from collections.abc import Callable

VERSION = "1.0"
MODELS = ("per_job", "per_day", "per_month", "free")
SCHEMAS = ("input_schema", "output_schema")
#: The longest that a run may take, in seconds: a day.
MAX_RUNTIME = 86_400
#: Limits of a permission that are shown.
MAX_LIMITS = 10
#: The keywords of JSON Schema that a schema stands at: a document of these alone is one, unless it says otherwise.
APPLICATORS = {
    "items", "additionalItems", "unevaluatedItems", "contains", "additionalProperties", "unevaluatedProperties",
    "propertyNames", "contentSchema", "not", "if", "then", "else",
}  # fmt: skip
#: What fields say and no JSON Schema does.
OWN = {"min", "max"}
#: What other languages say at the top of a document.
FOREIGN = {"inputSchema", "outputSchema", "$schema", "$ref", "$id", "$defs"}
#: What stands at these, where it is no object, is a fact of a tool or part of a JSON Schema: no field that went wrong.
NOT_FIELDS = {
    "id", "name", "title", "description", "version", "type", "format", "enum", "const", "default", "examples",
    "required", "inputs", "outputs", "tags", "icons", "parameters", "anyOf", "oneOf", "allOf", "prefixItems",
}  # fmt: skip
#: The words for keywords of JSON Schema.
WORDS = {keyword: name for name, (keyword, _) in CONSTRAINTS.items()}
_AMOUNT = re.compile(r"[0-9]{1,30}(\.[0-9]{1,30})?", re.ASCII)
#: What is asked for where no map of fields can be read.
_ANY_BODY = {"$schema": DRAFT, "type": "object", "additionalProperties": True}

Read = tuple[list[Tool], list[Problem]]


def _price(raw: dict[str, Any]) -> tuple[Price | None, list[Problem]]:
    values, problems = read_values(raw, PRICING, Phrase("subject.pricing"))
    needed = ("model",) if values.get("model") == "free" else PRICING
    problems += [missing(name, PRICING[name].words) for name in needed if raw.get(name) is None]
    return Price(**values) if "model" in values else None, problems


def _amount(value: Any) -> tuple[str, list[Problem]]:
    # People see what a run costs, however it is spelt.
    return (value, []) if isinstance(value, str) else (write_json(value), [wrong_type("", AMOUNT.words, value)])


def _is_amount(value: Any) -> bool:
    return bool(_AMOUNT.fullmatch(value)) if isinstance(value, str) else kind_of(value) == "number"


def _permissions(raw: list[Any]) -> tuple[tuple[Permission, ...], list[Problem]]:
    permissions, problems = [], list[Problem]()
    for index, permission in enumerate(raw):
        if isinstance(permission, dict) and isinstance(permission.get("type"), str):
            limits = [(name, value) for name, value in permission.items() if name not in ("type", "reason")]
            permissions.append(
                Permission(
                    type=permission["type"],
                    reason=as_text(permission.get("reason")),
                    limits=tuple(
                        (name[:60], value[:60] if isinstance(value, str) else brief(value))
                        for name, value in limits[:MAX_LIMITS]
                    ),
                )
            )
        else:
            problems.append(wrong_type(join("", index), Phrase("kind.permission"), permission))
    return tuple(permissions), problems


AMOUNT = OptionKind(words=Phrase("kind.amount"), takes=_is_amount, read=_amount)
PRICING = {
    "model": OptionKind(
        words=Phrase("kind.one-of", {"values": MODELS}),
        takes=lambda value: isinstance(value, str) and value in MODELS,
    ),
    "amount": AMOUNT,
    "currency": TEXT,
}
_MAP = Phrase("kind.field-map")
CAPABILITY = {
    "description": TEXT,
    "pricing": OptionKind(words=Phrase("kind.object"), takes=lambda value: isinstance(value, dict), read=_price),
    "permissions": OptionKind(
        words=Phrase("kind.permissions"), takes=lambda value: isinstance(value, list), read=_permissions
    ),
    "input_schema": OptionKind(words=_MAP, takes=is_map, read=read_inputs),
    "output_schema": OptionKind(words=_MAP, takes=is_map, read=read_outputs),
}
AGENT = {
    "milkyway_version": TEXT,
    "name": TEXT,
    "description": TEXT,
    "wallet": TEXT,
    "category": TEXT,
    "max_deadline_seconds": OptionKind(
        words=Phrase("kind.seconds"), takes=lambda value: kind_of(value) == "number" and value > 0
    ),
}


# documents


def _agent(value: dict[str, Any]) -> Read:
    """Read an agent.json: a tool for each capability."""
    kind = OptionKind(words=Phrase("kind.object"), takes=lambda value: isinstance(value, dict))
    agent, problems = read_values(value, AGENT | {"capabilities": kind}, Phrase("subject.agent"))
    problems += _version(agent)
    tools = []
    capabilities = agent["capabilities"]
    if not capabilities:
        problems.append(wrong_type("/capabilities", Phrase("kind.capabilities"), capabilities))
    problems += [problem.under("/capabilities") for problem in _beyond(len(capabilities))]
    for name, capability in islice(capabilities.items(), MAX_TOOLS):
        at = join("/capabilities", name)
        if not isinstance(capability, dict):
            problems.append(wrong_type(at, Phrase("kind.capability"), capability))
            continue
        values, found = read_values(capability, CAPABILITY, Phrase("subject.capability"))
        tool, more = _tool(name, values, agent, value)
        own = [problem.under(at) for problem in (*found, *_schemaless(capability), *more)]
        tools.append(replace(tool, problems=tuple(own)))
        problems += own
    return tools, problems


def _flat(value: dict[str, Any]) -> Read:
    """Read the older form, or schemas without an agent: what is at the top is of every capability."""
    kind = OptionKind(words=Phrase("kind.names"), takes=lambda value: isinstance(value, list), read=_names)
    values, problems = read_values(value, AGENT | CAPABILITY | {"capabilities": kind}, Phrase("subject.agent"))
    problems += (*_version(values), *_schemaless(value))
    names = values.get("capabilities") or [values.get("name", "")]
    read = [_tool(name, values, values, value) for name in names]
    problems += read[0][1]
    return [tool for tool, _ in read], problems


def _bare(value: Any) -> Read:
    """Read a map of fields that stands alone."""
    if not is_map(value):
        return [], [wrong_type("", _MAP, value)]
    body, problems = read_inputs(value)
    tool, found = _tool("", {"input_schema": body}, {}, value)
    problems += [replace(problem, at=problem.at.removeprefix("/input_schema")) for problem in found]
    return [tool], problems


def _names(raw: list[Any]) -> tuple[list[str], list[Problem]]:
    problems = [
        wrong_type(join("", index), Phrase("kind.capability-name"), name)
        for index, name in enumerate(raw)
        if not isinstance(name, str) or not name
    ]
    names = list(dict.fromkeys(name for name in raw if isinstance(name, str) and name))
    return names[:MAX_TOOLS], [*problems, *_beyond(len(names))]


def _beyond(found: int) -> list[Problem]:
    if found <= MAX_TOOLS:
        return []
    return [error_at("", "too-many-tools", "too-many-tools.capabilities", limit=MAX_TOOLS, count=found)]


def _version(agent: dict[str, Any]) -> list[Problem]:
    version = agent.get("milkyway_version", VERSION)
    if version == VERSION:
        return []
    return [warning_at("/milkyway_version", "unknown-version", version=VERSION, found=brief(version))]


def _schemaless(raw: dict[str, Any]) -> list[Problem]:
    """Return a problem for each schema that *raw* has not: nothing is checked without."""
    lacking = [missing(name, _MAP) for name in SCHEMAS if raw.get(name) is None]
    return [
        replace(problem, severity="warning") if problem.code == "missing-output_schema" else problem
        for problem in lacking
    ]


def _tool(name: str, values: dict[str, Any], agent: dict[str, Any], declaration: Any) -> tuple[Tool, list[Problem]]:
    """Return the tool of the *values* of a capability and its *agent*, and what the reader of schemas found wrong."""
    tool_id = slug(name)
    form, problems = read_schema(values.get("input_schema", _ANY_BODY), tool_id=tool_id)
    answer = values.get("output_schema")
    has_capabilities = isinstance(as_dict(declaration).get("capabilities"), dict | list)
    tool = Tool(
        id=tool_id,
        name=name or "Tool",
        form=replace(form, coerces="input_schema" in values),
        outputs=tuple(
            Output(key=key, type="", label=key, description=schema.get("description", ""))
            for key, schema in (answer["properties"] if answer else {}).items()
        ),
        declaration=declaration,
        dialect=DIALECT.name,
        description=values.get("description", agent.get("description", "")),
        category=agent.get("category", ""),
        max_runtime_seconds=min(max(1, agent.get("max_deadline_seconds", 60)), MAX_RUNTIME),
        output_schema=answer,
        price=values.get("pricing"),
        permissions=values.get("permissions", ()),
        call=CallSpec(protocol="execute", name=(name or "Tool") if has_capabilities else ""),
    )
    return tool, [replace(problem, at=_declared_at(problem.at)) for problem in problems]


def _declared_at(at: str) -> str:
    """Return where the declaration says what stands at *at* in the JSON Schema made of it."""
    match split(at):
        case ["properties", key]:
            return join("/input_schema", key)
        case ["properties", key, keyword, *_]:
            return join("/input_schema", key, WORDS.get(keyword, keyword))
    return "/input_schema"


# what is of this language


def _is_agent(value: dict[str, Any]) -> bool:
    capabilities = value.get("capabilities")
    if not isinstance(capabilities, dict):
        return False
    telling = {*SCHEMAS, "pricing"}
    return "milkyway_version" in value or any(
        isinstance(capability, dict) and not telling.isdisjoint(capability) for capability in capabilities.values()
    )


def _is_flat(value: dict[str, Any]) -> bool:
    if "milkyway_version" in value and isinstance(value.get("capabilities"), list):
        return True
    # A JSON Schema at one of these names is another language's.
    schemas = [value[name] for name in SCHEMAS if name in value]
    return schemas != [] and all(is_map(value) or not isinstance(value, dict | bool) for value in schemas)


def _is_bare(value: dict[str, Any]) -> bool:
    if not is_map(value) or not FOREIGN.isdisjoint(value):
        return False
    fields = [field for field in value.values() if _is_field(field)]
    if value.keys() <= APPLICATORS:
        return any(isinstance(field.get("required"), bool) or not OWN.isdisjoint(field) for field in fields)
    # Some bad fields do not cost the form; where they are most of all, the language is another.
    readable = all(_is_field(field) or _is_bad_field(key, field) for key, field in value.items())
    return readable and 2 * len(fields) >= len(value) > 0


def _is_field(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("type"), str) and value["type"] in TYPES


def _is_bad_field(key: str, value: Any) -> bool:
    """Tell whether what stands at *key* can be meant as a field: it is no map itself, and nothing tools say."""
    if isinstance(value, dict):
        return not value or not all(isinstance(part, dict) for part in value.values())
    return key not in NOT_FIELDS


#: The forms of a document: why it is that form, what tells, and its reader; the first that fits.
FORMS: tuple[tuple[str, Callable[[dict[str, Any]], bool], Callable[[dict[str, Any]], Read]], ...] = (
    ('its "capabilities" have schemas and prices, as in an agent.json', _is_agent, _agent),
    ('it has an "input_schema" or "output_schema" of fields, as an agent has', _is_flat, _flat),
    ('what stands at its keys are fields, {"type": …}, as in a field map', _is_bare, _bare),
)


def _recognises(value: Any) -> str:
    return next((why for why, fits, _ in FORMS if isinstance(value, dict) and fits(value)), "")


def _read(value: Any) -> Read:
    return next((read for _, fits, read in FORMS if isinstance(value, dict) and fits(value)), _bare)(value)


def _texts(value: Any) -> TextPlaces:
    is_map = isinstance(value, dict) and not (_is_agent(value) or _is_flat(value))
    return replace(TEXTS, is_map=is_map)


TEXTS: TextPlaces = TextPlaces(
    texts=lambda: frozenset({"description", "category", "reason"}),
    inside=lambda key: TEXTS if key in ("capabilities", "permissions", *SCHEMAS) else None,
    by_language=True,
    named=frozenset({"capabilities", *SCHEMAS}),
)
DIALECT = Dialect(name="field-maps", recognises=_recognises, read=_read, texts=_texts)
