"""The keys of a tool.json beside its inputs: those of the tool itself, those of every output, and those of its host."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from webform.inputs.options import FLAG, NUMBER, TEXT, TEXTS, WORDS, OptionKind, one_of, option
from webform.messages import Phrase

LAYOUTS = ("panel", "tab", "inline")
#: Keys that concern the host of a tool alone.
HOST = (
    "archived", "entrypoint", "max_memory_mb", "package", "pinned_warm", "requires_data_persistence", "retain_runs",
    "validator_timeout_override", "warm_keep_seconds", "workspace_default",
)  # fmt: skip


def _list_of(properties: dict[str, Any], required: list[str]) -> OptionKind:
    """Return the kind of a list of objects with *properties*, which are read one by one."""
    item = {"type": "object", "properties": properties, "required": required}
    return OptionKind(
        words=Phrase("kind.array"),
        schema={"type": "array", "items": item},
        takes=lambda value: isinstance(value, list),
    )


_TEXT = {"type": "string"}
SECRETS = _list_of({"key": _TEXT, "description": WORDS.schema, "required": {"type": "boolean"}}, ["key"])
EXAMPLES = _list_of({"name": WORDS.schema, "values": {"type": "object"}, "output": {}}, ["values"])
_BODY = {"name": "A week", "values": {"weights": ["72", "73"]}}
_SECRET = {"key": "API_KEY", "description": "The key of the weather service.", "required": True}


@dataclass(frozen=True, kw_only=True)
class Facts:
    """The keys of a manifest that say something of the tool itself."""

    id: str = option(
        TEXT, "The address of the tool, in kebab case.", "", shown="made of the name", example="mean-weight"
    )
    name: str = option(WORDS, "Its title.", "", shown="the id", example="Mean weight")
    description: str = option(
        WORDS, "The text below the title, in Markdown.", "", example="The mean of what you weighed, in **kg**."
    )
    version: str = option(TEXT, "Shown on its page.", "", example="1.0.0")
    category: str = option(
        WORDS, "Where the catalogue lists it, its parts divided by `/`.", "", example="health/weight"
    )
    icon: str = option(TEXT, "The name of the picture beside its title.", "", shown="tool", example="chart")
    layout: str = option(one_of("form", "chat", "split"), "How the page is laid out.", "form", example="split")
    max_runtime_seconds: float = option(NUMBER, "How many seconds a run may take, at most 86400.", 60, example=30)
    concurrent: bool = option(FLAG, "Whether it takes several runs at the same time.", True, example=False)
    secrets: tuple[Any, ...] = option(
        SECRETS,
        "Values that its host sets, as `{key, description, required}`. No form asks for them.",
        (),
        example=[_SECRET],
    )
    schema_version: str = option(TEXT, "The version of the format, for its host.", "", example="1")
    input_transport: str = option(
        one_of("json", "multipart"), "How the body is sent to it.", "json", example="multipart"
    )
    provides_file_endpoint: bool = option(FLAG, "Whether it serves the files it made.", False, example=True)
    provides_autocomplete: bool = option(FLAG, "Whether it answers its `autocomplete` inputs.", False, example=True)
    tags: tuple[str, ...] = option(TEXTS, "Words it is found by.", (), example=["statistics"])
    examples: tuple[Any, ...] = option(EXAMPLES, "Bodies worth trying, as `{name, values}`.", (), example=[_BODY])


@dataclass(frozen=True, kw_only=True)
class EveryOutput:
    """The options of every output."""

    key: str = option(TEXT, "The key of its value in the answer.", "", required=True, example="mean")
    label: str = option(WORDS, "The words above it.", "", shown="the key", example="Mean")
    description: str = option(
        WORDS,
        "A description, shown before the first run and beside the value.",
        "",
        example="The mean of all days.",
    )
    caption: str = option(WORDS, "Words below the value.", "", example="Without Sundays.")
    unit: str = option(WORDS, "The unit of a number, or of an axis.", "", example="kg")
    layout: str = option(
        one_of(*LAYOUTS), "Alone, in tabs with its neighbours, or beside them where it is small.", "panel",
        example="inline",
    )  # fmt: skip
    streaming: bool = option(FLAG, "Whether the tool sends it piece by piece.", False, example=True)
