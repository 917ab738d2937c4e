"""tool.json: a manifest with 28 types of inputs and 39 of outputs."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from webform.check import check, unusable
from webform.dialects.base import Dialect, slug, take, wrong
from webform.inputs import INPUTS, Input, Record, ShowIf
from webform.inputs.naming import names_secret
from webform.inputs.options import options_of, read_options
from webform.inputs.password import Password
from webform.problems import Problem, did_you_mean, errors
from webform.tool import Example, Form, Output, Tool
from webform.values import ABSENT, brief, escape, join, kind_of
from webform.words import sentence

#: The types of outputs, in the order of the documentation.
OUTPUT_TYPES = (
    "text", "markdown", "number", "boolean", "table", "kv", "chart_line", "chart_bar", "chart_scatter", "chart_area",
    "chart_pie", "chart_histogram", "chart_boxplot", "chart_heatmap", "chart_candlestick", "chart_radar",
    "chart_sankey", "chart_treemap", "chart_network", "map_points", "map_heatmap", "map_choropleth", "map_polygons",
    "map_route", "image", "image_grid", "image_compare", "audio", "video", "latex", "code", "diff", "tree", "timeline",
    "gantt", "progress", "log", "stream_text", "file",
)  # fmt: skip
OUTPUT_FIELDS = {
    "key": str, "type": str, "label": str, "description": str, "caption": str, "unit": str, "streaming": bool,
    "layout": str,
}  # fmt: skip
#: What a manifest may say beside its inputs and outputs, and of which kind it is.
MANIFEST = {
    "id": "string", "name": "string", "description": "string", "version": "string", "category": "string",
    "icon": "string", "layout": "string", "max_runtime_seconds": "number", "concurrent": "boolean", "secrets": "list",
    "schema_version": "string", "input_transport": "string", "provides_file_endpoint": "boolean",
    "provides_autocomplete": "boolean", "tags": "list", "examples": "list",
}  # fmt: skip
#: What concerns the host of a tool alone.
HOST = {
    "workspace_default", "warm_keep_seconds", "max_memory_mb", "entrypoint", "package", "retain_runs", "archived",
    "pinned_warm", "requires_data_persistence", "validator_timeout_override", "inputs", "outputs", "$schema",
}  # fmt: skip
#: What a secret of a tool may say.
SECRET = ("key", "description", "required")
CHOICES = {"layout": ("form", "chat", "split"), "input_transport": ("json", "multipart")}
#: What a chat is tried with: its declared inputs are ignored.
CHAT_PROBE = {"messages": [{"role": "user", "content": "Validation probe"}], "history": []}
LAYOUTS = ("panel", "tab", "inline")
#: The most keys that a misspelt one is compared with.
MAX_COMPARED = 200
#: The longest that a run may take, in seconds: a day.
MAX_RUNTIME = 86_400
#: How many inputs may wait, each for the next.
MAX_CONDITIONS = 20


def _recognises(value: Any) -> str:
    if isinstance(value, dict) and isinstance(value.get("inputs"), list):
        return 'it has a list of "inputs", as a tool.json has'
    if isinstance(value, list) and (
        not value or any(isinstance(each, dict) and each.keys() & {"key", "type"} for each in value)
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
        found = f"not {brief(manifest['inputs'])}" if "inputs" in manifest else "and found none"
        where = "/inputs" if "inputs" in manifest else ""
        problems.append(
            Problem(at=where, code="missing-inputs", message=f'Expected "inputs", a list of inputs, {found}')
        )
    declared = manifest.get("inputs")
    raw: list[Any] = declared if isinstance(declared, list) else []
    # A bare list of inputs has no manifest above it to name.
    prefix = "/inputs" if whole else ""
    inputs, found_problems = _inputs(raw, manifest)
    problems += [each.under(prefix) for each in found_problems]
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
        tags=tuple(each for each in facts["tags"] if isinstance(each, str)),
        layout=facts["layout"],
        max_runtime_seconds=min(max(1, facts["max_runtime_seconds"]), MAX_RUNTIME),
        concurrent=facts["concurrent"],
        input_transport=facts["input_transport"],
        examples=tuple(_examples(facts["examples"], form, problems)),
    )
    return [tool], problems


def _facts(manifest: dict[str, Any], problems: list[Problem]) -> dict[str, Any]:
    """Return what the manifest says of the tool itself, with a value for all that it does not say rightly."""
    facts: dict[str, Any] = dict.fromkeys(MANIFEST, "") | {
        "layout": "form", "max_runtime_seconds": 60, "concurrent": True, "secrets": [], "input_transport": "json",
        "provides_file_endpoint": False, "provides_autocomplete": False, "tags": [], "examples": [],
    }  # fmt: skip
    for key, value in manifest.items():
        kind = MANIFEST.get(key)
        at = join("", key)
        if kind is None:
            if key not in HOST:
                problems.append(_unknown(at, "a tool.json", key, (*MANIFEST, *HOST)))
        elif value is None:
            continue
        elif kind_of(value) != kind:
            expected = {"string": "a text", "number": "a number", "boolean": "true or false", "list": "a list"}[kind]
            problems.append(Problem(at=at, code="wrong-type", message=f"Expected {expected}, not {brief(value)}"))
        elif key in CHOICES and value not in CHOICES[key]:
            expected = ", ".join(CHOICES[key])
            hint = did_you_mean(value, CHOICES[key])
            problems.append(
                Problem(at=at, code="wrong-type", message=f"Expected one of {expected}, not {brief(value)}{hint}")
            )
        else:
            facts[key] = value
    _check_secrets(facts["secrets"], problems)
    if "id" in manifest or "outputs" in manifest:
        problems += [
            Problem(at="", code=f"missing-{key}", message=f'Expected "{key}", a text; add it')
            for key in ("id", "name")
            if key not in manifest
        ]
    return facts


def _check_secrets(raw: list[Any], problems: list[Problem]) -> None:
    """Report what is wrong with the secrets of a manifest, which its host alone takes."""
    for index, secret in enumerate(raw):
        at = f"/secrets/{index}"
        if not isinstance(secret, dict) or "key" not in secret:
            problems.append(wrong(at, "a secret, an object with a key", secret))
            continue
        take(secret, "key", str, problems, at)
        take(secret, "description", str, problems, at)
        take(secret, "required", bool, problems, at)
        problems += [_unknown(join(at, key), "a secret", key, SECRET) for key in secret if key not in SECRET]


def _unknown(at: str, what: str, key: str, known: tuple[str, ...]) -> Problem:
    message = sentence(f"{what} has no {brief(key)}{did_you_mean(key, known) or '; leave it out'}")
    return Problem(at=at, code="unknown-key", message=message, severity="warning", on_key=True)


# inputs


def _inputs(raw: list[Any], manifest: dict[str, Any]) -> tuple[list[Input], list[Problem]]:
    problems: list[Problem] = []
    read: dict[str, tuple[int, Input]] = {}
    group_ends: dict[str, int] = {}
    previous = ""
    for index, each in enumerate(raw):
        at = f"/{index}"
        given, found = _input(each)
        problems += [problem.under(at) for problem in found]
        if given is None:
            continue
        if given.key in read:
            message = f'The key "{given.key}" is taken by input {read[given.key][0] + 1}; give each input its own'
            problems.append(Problem(at=join(at, "key"), code="duplicate-key", message=message))
            continue
        read[given.key] = index, given
        if given.group and given.group in group_ends and previous != given.group:
            ended = f'The group "{given.group}" ended at input {group_ends[given.group] + 1} and returns here'
            message = f"{ended}; move this input there"
            problems.append(Problem(at=join(at, "group"), code="group-returns", message=message, severity="warning"))
        group_ends[given.group] = index
        previous = given.group
        if given.type == "autocomplete" and manifest.get("provides_autocomplete") is not True and "id" in manifest:
            message = 'Expected "provides_autocomplete": true in the manifest of a tool with an autocomplete input'
            problems.append(Problem(at=at, code="autocomplete-not-provided", message=message, severity="warning"))
    inputs, found = _conditions(read)
    return inputs, problems + found + _lint_all(read, inputs)


def _input(raw: Any) -> tuple[Input | None, list[Problem]]:
    """Read one input; where its type cannot be read it is a JSON editor, so that the form still works."""
    if not isinstance(raw, dict):
        return None, [Problem(at="", code="wrong-type", message=f"Expected an input, an object, not {brief(raw)}")]
    problems: list[Problem] = []
    name = raw.get("type", ABSENT)
    cls = INPUTS.get(name) if isinstance(name, str) else None
    if cls is None:
        if names_secret(name):
            return _secret(raw, name)
        hint = did_you_mean(name, INPUTS) if isinstance(name, str) else ""
        expected = f"Expected a type such as {', '.join(list(INPUTS)[:4])}"
        if name is ABSENT:
            problems.append(Problem(at="", code="missing-type", message=f"{expected}; add it"))
        else:
            problems.append(Problem(at="/type", code="unknown-type", message=f"{expected}, not {brief(name)}{hint}"))
        values, found = read_options(Input, raw, known=tuple(raw))
        problems += found
        cls = Input
    else:
        values, found = read_options(cls, raw, known=("type",))
        problems += found
    if "key" not in values:
        return None, problems
    values.setdefault("label", values["key"])
    broken = next((each for each in errors(problems) if _spoils(cls, each, values)), None) if problems else None
    if cls is Input or broken:
        reason = (broken or problems[0]).message
        common, _ = read_options(Input, raw, known=tuple(raw))
        return INPUTS["json"](**{**common, "key": values["key"], "label": values["label"]}, reason=reason), problems
    given = cls.of(values)
    if given.type == "json":
        given, found = _json_schema(given)
        problems += found
    return given, problems


def _secret(raw: dict[str, Any], name: str) -> tuple[Input | None, list[Problem]]:
    """Read an input whose type is none, but names a secret."""
    values, problems = read_options(Password, raw, known=tuple(raw))
    message = f'There is no type "{name}"; it is taken as a secret: never shown again, and never stored'
    problems.append(Problem(at="/type", code="unknown-type", message=message, severity="warning"))
    if "key" not in values:
        return None, problems
    return Password.of({"label": values["key"], **values}), problems


def _spoils(cls: type[Input], problem: Problem, values: dict[str, Any]) -> bool:
    """Tell whether *problem* is why *values* have not, or empty, what an input of *cls* cannot do without."""
    needed = {name for name, each in options_of(cls).items() if each.required} - {"key", "label"}
    return any(
        values.get(name, ()) == () and (problem.code == f"missing-{name}" or (problem.at + "/").startswith(f"/{name}/"))
        for name in needed
    )


def _json_schema(given: Any) -> tuple[Input, list[Problem]]:
    reason = "" if given.schema is None else unusable(given.schema)
    if not reason:
        return given, []
    message = f"Expected a usable JSON Schema: {reason}; the value is not checked"
    return replace(given, schema=None), [Problem(at="/schema", code="bad-schema", message=message)]


def _conditions(read: dict[str, tuple[int, Input]]) -> tuple[list[Input], list[Problem]]:
    """Return the inputs without the conditions that can never be asked, and a problem for each of those."""
    problems: list[Problem] = []
    for key, (index, _) in read.items():
        fault = _fault(key, read)
        if fault:
            code, message = fault
            problems.append(Problem(at=f"/{index}/show_if/key", code=code, message=message))
    faulty = {int(each.at.split("/")[1]) for each in problems}
    inputs = [replace(given, show_if=None) if index in faulty else given for index, given in read.values()]
    return inputs, problems


def _fault(key: str, read: dict[str, tuple[int, Input]]) -> tuple[str, str] | None:
    condition = read[key][1].show_if
    if condition is None:
        return None
    if condition.key == key:
        return "show-if-itself", "An input cannot be shown by its own value; name another input"
    if condition.key not in read:
        # Among thousands of keys nobody looks for the nearest of each.
        hint = did_you_mean(condition.key, read) if len(read) <= MAX_COMPARED else ""
        return "show-if-missing", f'There is no input "{condition.key}"{hint or "; name one of this form"}'
    path = [key]
    while (step := read[path[-1]][1].show_if) and step.key in read and (step.key == key or step.key not in path):
        path.append(step.key)
        if step.key == key:
            return "show-if-circle", f"These inputs wait for each other: {' → '.join(path)}; break the circle"
        if len(path) > MAX_CONDITIONS:
            return "show-if-deep", f"Expected at most {MAX_CONDITIONS} inputs, each shown by the next; ask one of them"
    return None


def _lint_all(read: dict[str, tuple[int, Input]], inputs: list[Input]) -> list[Problem]:
    problems: list[Problem] = []
    by_key = {each.key: each for each in inputs}

    @cache
    def alone(key: str) -> Form:
        """Return a form of that one input: many may be shown by it, and its schema is compiled."""
        given = by_key[key]
        shown = given if given.show_if is None else replace(given, show_if=None)
        return Form(root=Record(key="", label="", inputs=(shown,)))

    for (index, _), given in zip(read.values(), inputs, strict=True):
        at = f"/{index}"
        problems += [each.under(at) for each in given.lint()]
        if given.default is not ABSENT:
            problems += [each.under(at) for each in _lint_default(given, alone(given.key))]
        if given.show_if and given.required and given.default is ABSENT and given.type != "hidden":
            message = "Expected a default: while it is hidden, this required input is left out of the body"
            problems.append(Problem(at=at, code="hidden-required", message=message, severity="warning"))
        if given.show_if:
            problems += [each.under(at) for each in _lint_condition(given.show_if, alone(given.show_if.key))]
    return problems


def _lint_default(given: Input, alone: Form) -> list[Problem]:
    found = check(alone, {given.key: given.initial()})
    key = "/" + escape(given.key)
    return [
        replace(
            each,
            at="/default" + each.at.removeprefix(key),
            code="bad-default",
            message=f"The default does not fit: {each.message}",
        )
        for each in found
    ]


def _lint_condition(condition: ShowIf, target: Form) -> list[Problem]:
    if not check(target, {condition.key: condition.equals}):
        return []
    message = f'"{condition.key}" never has the value {brief(condition.equals)}, so this input never shows'
    return [Problem(at="/show_if/equals", code="never-shown", message=message, severity="warning")]


def _chat() -> list[Input]:
    """Return the inputs of a chat: the transcript and an empty history, whatever was declared."""
    columns = [{"key": "role", "label": "Role"}, {"key": "content", "label": "Message"}]
    table, _ = read_options(
        INPUTS["table"], {"key": "messages", "label": "Messages", "columns": columns, "min_rows": 1}
    )
    history, _ = read_options(INPUTS["json"], {"key": "history", "label": "History", "default": []})
    return [INPUTS["table"](**table), INPUTS["json"](**history)]


# outputs and examples


def _outputs(manifest: dict[str, Any], problems: list[Problem]) -> list[Output]:
    raw = manifest.get("outputs", [])
    if not isinstance(raw, list):
        problems.append(wrong("/outputs", "a list of outputs", raw))
        return []
    outputs: dict[str, Output] = {}
    for index, each in enumerate(raw):
        at = f"/outputs/{index}"
        if not isinstance(each, dict) or not isinstance(each.get("key"), str):
            problems.append(wrong(at, 'an output {"key": …, "type": …, "label": …}', each))
        elif each["key"] in outputs:
            message = f'The key "{each["key"]}" is taken by another output; give each its own'
            problems.append(Problem(at=join(at, "key"), code="duplicate-key", message=message))
        else:
            output, found = _output(each)
            outputs[output.key] = output
            problems += [problem.under(at) for problem in found]
    return list(outputs.values())


def _output(raw: dict[str, Any]) -> tuple[Output, list[Problem]]:
    known = {
        name: raw[name] for name, kind in OUTPUT_FIELDS.items() if isinstance(raw.get(name), kind)
    }  # fmt: skip
    problems = [
        wrong(join("", name), "true or false" if kind is bool else "a text", raw[name])
        for name, kind in OUTPUT_FIELDS.items()
        if raw.get(name) is not None and name not in known
    ]
    if known.get("type") not in OUTPUT_TYPES:
        hint = did_you_mean(str(known.get("type", "")), OUTPUT_TYPES)
        message = f"Expected a type of output such as text, table, image, not {brief(raw.get('type'))}{hint}"
        problems.append(Problem(at="/type" if "type" in raw else "", code="unknown-type", message=message))
        known["type"] = ""
    if known.get("layout", "panel") not in LAYOUTS:
        problems.append(wrong("/layout", "panel, tab or inline", known.pop("layout")))
    if "label" not in known:
        message = "Expected label: a text; add it"
        problems.append(Problem(at="", code="missing-label", message=message, severity="warning"))
    rest = {name: value for name, value in raw.items() if name not in OUTPUT_FIELDS}
    return Output(**{"label": raw["key"], **known}, options=rest), problems


def _examples(raw: list[Any], form: Form, problems: list[Problem]) -> list[Example]:
    examples = []
    for index, each in enumerate(raw):
        at = f"/examples/{index}"
        if not isinstance(each, dict) or not isinstance(each.get("values"), dict):
            message = f'Expected {{"name": a text, "values": a body}}, not {brief(each)}'
            problems.append(Problem(at=at, code="wrong-type", message=message))
            continue
        name = each.get("name")
        examples.append(Example(name=name if isinstance(name, str) else f"Example {index + 1}", body=each["values"]))
        problems += [
            replace(found, severity="warning", code="bad-example").under(join(at, "values"))
            for found in check(form, each["values"])[:3]
        ]
    return examples


DIALECT = Dialect(name="tool-json", recognises=_recognises, read=_read)
