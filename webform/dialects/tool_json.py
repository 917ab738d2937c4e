"""tool.json: a manifest of inputs and outputs."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from webform.check import check
from webform.dialects.base import Dialect, missing_text, slug, take, unknown_key
from webform.dialects.text_places import TextPlaces
from webform.dialects.tool_json_facts import HOST as HOST_KEYS
from webform.dialects.tool_json_facts import LAYOUTS, EveryOutput, Facts
from webform.dialects.tool_json_inputs import read_inputs
from webform.icons import icons, is_icon
from webform.inputs import INPUTS, Input, Json, Record, Table
from webform.inputs.options import FLAG, WORDS, options_of
from webform.inputs.table import Column
from webform.messages import Phrase
from webform.outputs import TYPES
from webform.outputs.options import option_problems
from webform.problems import Problem, error_at, nearest, warning_at, wrong_type
from webform.tool import Example, Form, Output, Tool
from webform.values import ABSENT, as_list, brief, join, kind_of

if TYPE_CHECKING:
    from collections.abc import Sequence


OUTPUT_FIELDS = {"type": str} | {
    name: bool if declared.kind is FLAG else str for name, declared in options_of(EveryOutput).items()
}
#: What a manifest may say beside its inputs and outputs.
MANIFEST = options_of(Facts)
#: What is no fact of the tool.
HOST = {*HOST_KEYS, "inputs", "outputs", "$schema"}
#: What a secret of a tool may say.
SECRET = ("key", "description", "required")
#: The kinds of JSON values by the types of a schema, and the phrases for what is expected of each.
_KINDS = {
    "string": ("string", Phrase("kind.text")), "number": ("number", Phrase("kind.number")),
    "boolean": ("boolean", Phrase("kind.boolean")), "array": ("list", Phrase("kind.array")),
}  # fmt: skip
CHOICES = {name: (*fact.kind.schema["enum"],) for name, fact in MANIFEST.items() if "enum" in fact.kind.schema}
#: What a chat is tried with: its declared inputs are ignored.
CHAT_PROBE = {"messages": [{"role": "user", "content": "Validation probe"}], "history": []}
#: The lists of objects with texts.
_LISTS = frozenset({"inputs", "outputs", "options", "columns", "examples", "secrets"})
#: How an id is written.
KEBAB_CASE = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
#: The longest that a run may take, in seconds: a day.
MAX_RUNTIME = 86_400


def _recognises(value: Any) -> str:
    if isinstance(value, dict) and isinstance(value.get("inputs"), list):
        return 'it has a list of "inputs", as a tool.json has'
    if isinstance(value, list) and (
        not value or any(isinstance(input_, dict) and input_.keys() & {"key", "type"} for input_ in value)
    ):
        return "it is a list of inputs, as a tool.json has"
    if isinstance(value, dict) and value.keys() >= {"id", "outputs"}:
        return 'it has an "id" and "outputs", as a tool.json has'
    return ""


def _read(value: Any) -> tuple[list[Tool], list[Problem]]:
    whole = isinstance(value, dict)
    manifest = value if whole else {"inputs": value}
    problems: list[Problem] = []
    facts = _facts(manifest, problems)
    if not isinstance(manifest.get("inputs"), list):
        if "inputs" in manifest:
            found = brief(manifest["inputs"])
            problems.append(error_at("/inputs", "missing-inputs", "missing-inputs.found", found=found))
        else:
            problems.append(error_at("", "missing-inputs"))
    raw = as_list(manifest.get("inputs"))
    # A bare list of inputs has no manifest above it to name.
    prefix = "/inputs" if whole else ""
    inputs, found_problems = read_inputs(raw, manifest)
    problems += [problem.under(prefix) for problem in found_problems]
    chat = facts["layout"] == "chat"
    if chat:
        inputs = _chat()
    tool_id = slug(facts["id"] or facts["name"] or "tool")
    form = Form(
        root=Record(key="", label="", inputs=tuple(inputs)), tool_id=tool_id, probe=CHAT_PROBE if chat else ABSENT
    )
    tool = Tool(
        id=tool_id,
        name=facts["name"] or facts["id"] or "Tool",
        form=form,
        outputs=tuple(_outputs(manifest, problems)),
        declaration=value,
        dialect=DIALECT.name,
        description=facts["description"],
        version=facts["version"],
        category=facts["category"],
        icon=facts["icon"],
        tags=tuple(tag for tag in facts["tags"] if isinstance(tag, str)),
        layout=facts["layout"],
        max_runtime_seconds=min(max(1, facts["max_runtime_seconds"]), MAX_RUNTIME),
        concurrent=facts["concurrent"],
        input_transport=facts["input_transport"],
        examples=tuple(_examples(facts["examples"], form, problems)),
    )
    return [tool], problems


def _facts(manifest: dict[str, Any], problems: list[Problem]) -> dict[str, Any]:
    """Return what the manifest says of the tool itself, with a value for all that it does not say rightly."""
    facts = vars(Facts()).copy()
    for key, value in manifest.items():
        at, fact = join("", key), MANIFEST.get(key)
        kind, expected = _KINDS[fact.kind.schema.get("type", "string") if fact else "string"]
        if fact is None:
            if key not in HOST:
                subject, known = Phrase("subject.tool-json"), (*MANIFEST, *HOST)
                problems.append(unknown_key("", subject, key, nearest(key, known)))
        elif value is None:
            continue
        elif kind_of(value) != kind:
            problems.append(wrong_type(at, expected, value))
        elif key in CHOICES and value not in CHOICES[key]:
            options, found, near = CHOICES[key], brief(value), nearest(value, CHOICES[key])
            problems.append(error_at(at, "wrong-type", "wrong-type.option", options=options, found=found, near=near))
        else:
            facts[key] = value
    problems += _odd_names(facts["id"], facts["icon"])
    _check_secrets(facts["secrets"], problems)
    if "id" in manifest or "outputs" in manifest:
        problems += [missing_text("", key) for key in ("id", "name") if key not in manifest]
    return facts


def _odd_names(tool_id: str, icon: str) -> list[Problem]:
    """Return the warnings of an id that is not in kebab case, and of an icon that there is not."""
    problems = []
    if tool_id and not KEBAB_CASE.fullmatch(tool_id):
        example = brief(kebab_case(tool_id))
        problems.append(warning_at("/id", "not-kebab-case", found=brief(tool_id), example=example))
    if icon and not is_icon(icon):
        near = nearest(icon, (*icons().paths, *icons().also))
        problems.append(warning_at("/icon", "unknown-icon", found=brief(icon), near=near))
    return problems


def kebab_case(text: str) -> str:
    """Return *text* as the id of a tool."""
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+", text)
    return "-".join(words).lower() or "my-tool"


def _check_secrets(raw: Sequence[Any], problems: list[Problem]) -> None:
    """Report what is wrong with the secrets of a manifest, which its host alone takes."""
    for index, secret in enumerate(raw):
        at = f"/secrets/{index}"
        if not isinstance(secret, dict) or "key" not in secret:
            problems.append(wrong_type(at, Phrase("kind.secret"), secret))
            continue
        take(secret, "key", str, problems, at)
        take(secret, "description", str, problems, at)
        take(secret, "required", bool, problems, at)
        problems += [
            unknown_key(at, Phrase("subject.secret"), key, nearest(key, SECRET)) for key in secret if key not in SECRET
        ]


def _chat() -> list[Input]:
    """Return the inputs of a chat: the transcript and an empty history, whatever was declared."""
    columns = (Column(key="role", label="Role"), Column(key="content", label="Message"))
    table = Table(key="messages", label="Messages", columns=columns, min_rows=1)
    return [table, Json(key="history", label="History", default=[])]


# outputs and examples


def _outputs(manifest: dict[str, Any], problems: list[Problem]) -> list[Output]:
    raw = manifest.get("outputs", [])
    if not isinstance(raw, list):
        problems.append(wrong_type("/outputs", Phrase("kind.outputs"), raw))
        return []
    outputs: dict[str, Output] = {}
    for index, declared in enumerate(raw):
        at = f"/outputs/{index}"
        if not isinstance(declared, dict) or not isinstance(declared.get("key"), str):
            problems.append(wrong_type(at, Phrase("kind.output"), declared))
        elif declared["key"] in outputs:
            name = declared["key"]
            problems.append(error_at(join(at, "key"), "duplicate-key", "duplicate-key.output", name=name))
        else:
            output, found = _output(declared)
            outputs[output.key] = output
            problems += [problem.under(at) for problem in found]
    return list(outputs.values())


def _output(raw: dict[str, Any]) -> tuple[Output, list[Problem]]:
    known = {name: raw[name] for name, kind in OUTPUT_FIELDS.items() if isinstance(raw.get(name), kind)}
    problems = [
        wrong_type(join("", name), Phrase("kind.boolean" if kind is bool else "kind.text"), raw[name])
        for name, kind in OUTPUT_FIELDS.items()
        if raw.get(name) is not None and name not in known
    ]
    if known.get("type") not in TYPES:
        found, near = brief(raw.get("type")), nearest(str(known.get("type", "")), TYPES)
        place = "/type" if "type" in raw else ""
        problems.append(error_at(place, "unknown-type", "unknown-type.output", found=found, near=near))
        known["type"] = ""
    if known.get("layout", "panel") not in LAYOUTS:
        problems.append(wrong_type("/layout", Phrase("kind.layout"), known.pop("layout")))
    if "label" not in known:
        expected = Phrase("kind.text")
        problems.append(warning_at("", "missing-label", "missing-option", name="label", expected=expected))
    rest = {name: value for name, value in raw.items() if name not in OUTPUT_FIELDS}
    if known["type"]:
        problems += option_problems(TYPES[known["type"]], rest, OUTPUT_FIELDS)
    return Output(**{"label": raw["key"], **known}, options=rest), problems


def _examples(raw: Sequence[Any], form: Form, problems: list[Problem]) -> list[Example]:
    examples = []
    for index, example in enumerate(raw):
        at = f"/examples/{index}"
        if not isinstance(example, dict) or not isinstance(example.get("values"), dict):
            problems.append(wrong_type(at, Phrase("kind.example"), example))
            continue
        name, body = example.get("name"), example["values"]
        title, output = name if isinstance(name, str) else f"Example {index + 1}", example.get("output", ABSENT)
        examples.append(Example(name=title, body=body, output=output))
        problems += [
            replace(problem, severity="warning", code="bad-example", key=problem.key or problem.code).under(
                join(at, "values")
            )
            for problem in check(form, body)[:3]
        ]
    return examples


# texts by language


def _texts() -> frozenset[str]:
    """Return the names of all options that are texts which people see."""
    options = [options_of(cls) for cls in (Facts, EveryOutput, *INPUTS.values())]
    options += [type_.options for type_ in TYPES.values()]
    return frozenset(name for known in options for name, option in known.items() if option.kind is WORDS)


TEXTS: TextPlaces = TextPlaces(
    texts=_texts,
    inside=lambda key: TEXTS if key in _LISTS else None,
    by_language=True,
    same=frozenset({"unit", "secrets"}),
    in_schema=False,
)

DIALECT = Dialect(
    name="tool-json",
    recognises=_recognises,
    read=_read,
    texts=lambda _: TEXTS,
)
