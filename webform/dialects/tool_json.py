"""tool.json: a manifest of inputs and outputs."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from webform.check import check, unusable
from webform.dialects.base import Dialect, missing_text, slug, suggestion, take, unknown_key
from webform.inputs import INPUTS, Input, Record, ShowIf
from webform.inputs.naming import names_secret
from webform.inputs.options import options_of, read_options
from webform.inputs.password import Password
from webform.messages import Phrase
from webform.outputs import TYPES
from webform.problems import Problem, errors, nearest, wrong_type
from webform.tool import Example, Form, Output, Tool
from webform.values import ABSENT, brief, escape, join, kind_of

if TYPE_CHECKING:
    from webform.messages import Param

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
#: The phrases for what is expected of each kind.
_EXPECTED = {
    "string": Phrase("kind.text"), "number": Phrase("kind.number"), "boolean": Phrase("kind.boolean"),
    "list": Phrase("kind.array"),
}  # fmt: skip
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
            params: dict[str, Param] = {"found": brief(manifest["inputs"])}
            problems.append(Problem(at="/inputs", code="missing-inputs", key="missing-inputs.found", params=params))
        else:
            problems.append(Problem(at="", code="missing-inputs"))
    declared = manifest.get("inputs")
    raw: list[Any] = declared if isinstance(declared, list) else []
    # A bare list of inputs has no manifest above it to name.
    prefix = "/inputs" if whole else ""
    inputs, found_problems = _inputs(raw, manifest)
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
    facts: dict[str, Any] = dict.fromkeys(MANIFEST, "") | {
        "layout": "form", "max_runtime_seconds": 60, "concurrent": True, "secrets": [], "input_transport": "json",
        "provides_file_endpoint": False, "provides_autocomplete": False, "tags": [], "examples": [],
    }  # fmt: skip
    for key, value in manifest.items():
        kind = MANIFEST.get(key)
        at = join("", key)
        if kind is None:
            if key not in HOST:
                subject, known = Phrase("subject.tool-json"), (*MANIFEST, *HOST)
                problems.append(unknown_key("", subject, key, nearest(key, known)))
        elif value is None:
            continue
        elif kind_of(value) != kind:
            problems.append(wrong_type(at, _EXPECTED[kind], value))
        elif key in CHOICES and value not in CHOICES[key]:
            options = CHOICES[key]
            params: dict[str, Param] = {"options": options, "found": brief(value), "near": nearest(value, options)}
            problems.append(Problem(at=at, code="wrong-type", key="wrong-type.option", params=params))
        else:
            facts[key] = value
    _check_secrets(facts["secrets"], problems)
    if "id" in manifest or "outputs" in manifest:
        problems += [missing_text("", key) for key in ("id", "name") if key not in manifest]
    return facts


def _check_secrets(raw: list[Any], problems: list[Problem]) -> None:
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


# inputs


def _inputs(raw: list[Any], manifest: dict[str, Any]) -> tuple[list[Input], list[Problem]]:
    problems: list[Problem] = []
    read: dict[str, tuple[int, Input]] = {}
    group_ends: dict[str, int] = {}
    previous = ""
    for index, declared in enumerate(raw):
        at = f"/{index}"
        input_, found = _input(declared)
        problems += [problem.under(at) for problem in found]
        if input_ is None:
            continue
        if input_.key in read:
            params: dict[str, Param] = {"name": input_.key, "number": read[input_.key][0] + 1}
            problems.append(Problem(at=join(at, "key"), code="duplicate-key", key="duplicate-key.input", params=params))
            continue
        read[input_.key] = index, input_
        if input_.group and input_.group in group_ends and previous != input_.group:
            params = {"group": input_.group, "number": group_ends[input_.group] + 1}
            problems.append(Problem(at=join(at, "group"), code="group-returns", params=params, severity="warning"))
        group_ends[input_.group] = index
        previous = input_.group
        if input_.type == "autocomplete" and manifest.get("provides_autocomplete") is not True and "id" in manifest:
            problems.append(Problem(at=at, code="autocomplete-not-provided", severity="warning"))
    inputs, found = _conditions(read)
    return inputs, problems + found + _lint_all(read, inputs)


def _input(raw: Any) -> tuple[Input | None, list[Problem]]:
    """Read one input; where its type cannot be read it is a JSON editor, so that the form still works."""
    if not isinstance(raw, dict):
        return None, [wrong_type("", Phrase("kind.input"), raw)]
    problems: list[Problem] = []
    name = raw.get("type", ABSENT)
    cls = INPUTS.get(name) if isinstance(name, str) else None
    if cls is None:
        if names_secret(name):
            return _secret(raw, name)
        types = tuple(INPUTS)[:4]
        if name is ABSENT:
            problems.append(Problem(at="", code="missing-type", key="missing-type.input", params={"types": types}))
        else:
            near = suggestion(name, INPUTS, problems)
            params: dict[str, Param] = {"types": types, "found": brief(name), "near": near}
            problems.append(Problem(at="/type", code="unknown-type", key="unknown-type.input", params=params))
        values, found = read_options(Input, raw, known=tuple(raw))
        problems += found
        cls = Input
    else:
        values, found = read_options(cls, raw, known=("type",))
        problems += found
    if "key" not in values:
        return None, problems
    values.setdefault("label", values["key"])
    broken = (
        next((problem for problem in errors(problems) if _spoils(cls, problem, values)), None) if problems else None
    )
    if cls is Input or broken:
        reason = (broken or problems[0]).message
        common, _ = read_options(Input, raw, known=tuple(raw))
        return INPUTS["json"](**{**common, "key": values["key"], "label": values["label"]}, reason=reason), problems
    input_ = cls.of(values)
    if input_.type == "json":
        input_, found = _json_schema(input_)
        problems += found
    return input_, problems


def _secret(raw: dict[str, Any], name: str) -> tuple[Input | None, list[Problem]]:
    """Read an input whose type is none, but names a secret."""
    values, problems = read_options(Password, raw, known=tuple(raw))
    key = "unknown-type.input-as-secret"
    problems.append(Problem(at="/type", code="unknown-type", key=key, params={"name": name}, severity="warning"))
    if "key" not in values:
        return None, problems
    return Password.of({"label": values["key"], **values}), problems


def _spoils(cls: type[Input], problem: Problem, values: dict[str, Any]) -> bool:
    """Tell whether *problem* is why *values* have not, or empty, what an input of *cls* cannot do without."""
    needed = {name for name, option in options_of(cls).items() if option.required} - {"key", "label"}
    return any(
        values.get(name, ()) == () and (problem.code == f"missing-{name}" or (problem.at + "/").startswith(f"/{name}/"))
        for name in needed
    )


def _json_schema(input_: Any) -> tuple[Input, list[Problem]]:
    reason = "" if input_.schema is None else unusable(input_.schema)
    if not reason:
        return input_, []
    problem = Problem(at="/schema", code="bad-schema", params={"reason": reason})
    return replace(input_, schema=None), [problem]


def _conditions(read: dict[str, tuple[int, Input]]) -> tuple[list[Input], list[Problem]]:
    """Return the inputs without the conditions that can never be asked, and a problem for each of those."""
    problems: list[Problem] = []
    for key, (index, _) in read.items():
        fault = _fault(key, read)
        if fault:
            problems.append(fault.under(f"/{index}"))
    faulty = {int(problem.at.split("/")[1]) for problem in problems}
    inputs = [replace(input_, show_if=None) if index in faulty else input_ for index, input_ in read.values()]
    return inputs, problems


def _fault(key: str, read: dict[str, tuple[int, Input]]) -> Problem | None:
    """Return why the condition of the input *key* can never be asked."""
    condition, at = read[key][1].show_if, "/show_if/key"
    if condition is None:
        return None
    if condition.key == key:
        return Problem(at=at, code="show-if-itself")
    if condition.key not in read:
        # Among thousands of keys nobody looks for the nearest of each.
        near = nearest(condition.key, read) if len(read) <= MAX_COMPARED else ""
        return Problem(at=at, code="show-if-missing", params={"name": condition.key, "near": near})
    path = [key]
    while (step := read[path[-1]][1].show_if) and step.key in read and (step.key == key or step.key not in path):
        path.append(step.key)
        if step.key == key:
            return Problem(at=at, code="show-if-circle", params={"circle": " → ".join(path)})
        if len(path) > MAX_CONDITIONS:
            return Problem(at=at, code="show-if-deep", params={"limit": MAX_CONDITIONS})
    return None


def _lint_all(read: dict[str, tuple[int, Input]], inputs: list[Input]) -> list[Problem]:
    problems: list[Problem] = []
    by_key = {input_.key: input_ for input_ in inputs}

    @cache
    def alone(key: str) -> Form:
        """Return a form of that one input: many may be shown by it, and its schema is compiled."""
        input_ = by_key[key]
        shown = input_ if input_.show_if is None else replace(input_, show_if=None)
        return Form(root=Record(key="", label="", inputs=(shown,)))

    for (index, _), input_ in zip(read.values(), inputs, strict=True):
        at = f"/{index}"
        problems += [problem.under(at) for problem in input_.lint()]
        if input_.default is not ABSENT:
            problems += [problem.under(at) for problem in _lint_default(input_, alone(input_.key))]
        if input_.show_if and input_.required and input_.default is ABSENT and input_.type != "hidden":
            problems.append(Problem(at=at, code="hidden-required", severity="warning"))
        if input_.show_if:
            problems += [problem.under(at) for problem in _lint_condition(input_.show_if, alone(input_.show_if.key))]
    return problems


def _lint_default(input_: Input, alone: Form) -> list[Problem]:
    found = check(alone, {input_.key: input_.initial()})
    key = "/" + escape(input_.key)
    return [
        replace(
            problem,
            at="/default" + problem.at.removeprefix(key),
            code="bad-default",
            key="",
            params={"problem": problem.phrase},
        )
        for problem in found
    ]


def _lint_condition(condition: ShowIf, target: Form) -> list[Problem]:
    if not check(target, {condition.key: condition.equals}):
        return []
    params: dict[str, Param] = {"name": condition.key, "value": brief(condition.equals)}
    return [Problem(at="/show_if/equals", code="never-shown", params=params, severity="warning")]


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
        problems.append(wrong_type("/outputs", Phrase("kind.outputs"), raw))
        return []
    outputs: dict[str, Output] = {}
    for index, declared in enumerate(raw):
        at = f"/outputs/{index}"
        if not isinstance(declared, dict) or not isinstance(declared.get("key"), str):
            problems.append(wrong_type(at, Phrase("kind.output"), declared))
        elif declared["key"] in outputs:
            params: dict[str, Param] = {"name": declared["key"]}
            problems.append(
                Problem(at=join(at, "key"), code="duplicate-key", key="duplicate-key.output", params=params)
            )
        else:
            output, found = _output(declared)
            outputs[output.key] = output
            problems += [problem.under(at) for problem in found]
    return list(outputs.values())


def _output(raw: dict[str, Any]) -> tuple[Output, list[Problem]]:
    known = {
        name: raw[name] for name, kind in OUTPUT_FIELDS.items() if isinstance(raw.get(name), kind)
    }  # fmt: skip
    problems = [
        wrong_type(join("", name), Phrase("kind.boolean" if kind is bool else "kind.text"), raw[name])
        for name, kind in OUTPUT_FIELDS.items()
        if raw.get(name) is not None and name not in known
    ]
    if known.get("type") not in TYPES:
        near = nearest(str(known.get("type", "")), TYPES)
        params: dict[str, Param] = {"found": brief(raw.get("type")), "near": near}
        place = "/type" if "type" in raw else ""
        problems.append(Problem(at=place, code="unknown-type", key="unknown-type.output", params=params))
        known["type"] = ""
    if known.get("layout", "panel") not in LAYOUTS:
        problems.append(wrong_type("/layout", Phrase("kind.layout"), known.pop("layout")))
    if "label" not in known:
        params = {"name": "label", "expected": Phrase("kind.text")}
        problems.append(Problem(at="", code="missing-label", key="missing-option", params=params, severity="warning"))
    rest = {name: value for name, value in raw.items() if name not in OUTPUT_FIELDS}
    return Output(**{"label": raw["key"], **known}, options=rest), problems


def _examples(raw: list[Any], form: Form, problems: list[Problem]) -> list[Example]:
    examples = []
    for index, example in enumerate(raw):
        at = f"/examples/{index}"
        if not isinstance(example, dict) or not isinstance(example.get("values"), dict):
            problems.append(wrong_type(at, Phrase("kind.example"), example))
            continue
        name, body = example.get("name"), example["values"]
        examples.append(Example(name=name if isinstance(name, str) else f"Example {index + 1}", body=body))
        problems += [
            replace(problem, severity="warning", code="bad-example", key=problem.key or problem.code).under(
                join(at, "values")
            )
            for problem in check(form, body)[:3]
        ]
    return examples


DIALECT = Dialect(name="tool-json", recognises=_recognises, read=_read)
