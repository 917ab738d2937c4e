"""The inputs of a tool.json: read one by one, then the conditions that show them and their defaults."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from webform.check import check, unusable
from webform.dialects.base import suggestion
from webform.inputs import INPUTS, Input, Record, ShowIf
from webform.inputs.naming import names_secret
from webform.inputs.options import options_of, read_options
from webform.inputs.password import Password
from webform.messages import Phrase
from webform.problems import Problem, error_at, errors, nearest, warning_at, wrong_type
from webform.tool import Form
from webform.values import ABSENT, brief, escape

#: The most keys that a misspelt one is compared with.
MAX_COMPARED = 200
#: How many inputs may wait, each for the next.
MAX_CONDITIONS = 20


def read_inputs(raw: list[Any], manifest: dict[str, Any]) -> tuple[list[Input], list[Problem]]:
    """Return the inputs that *raw* declares, and what is wrong with them; pointers are relative to it."""
    problems: list[Problem] = []
    read: dict[str, tuple[int, Input]] = {}
    group_ends: dict[str, int] = {}
    previous = ""
    for index, declared in enumerate(raw):
        input_, found = _input(declared)
        problems += _under(index, found)
        if input_ is None:
            continue
        if input_.key in read:
            place, number = f"/{index}/key", read[input_.key][0] + 1
            problems.append(error_at(place, "duplicate-key", "duplicate-key.input", name=input_.key, number=number))
            continue
        read[input_.key] = index, input_
        if input_.group and input_.group in group_ends and previous != input_.group:
            number = group_ends[input_.group] + 1
            problems.append(warning_at(f"/{index}/group", "group-returns", group=input_.group, number=number))
        group_ends[input_.group] = index
        previous = input_.group
        if input_.type == "autocomplete" and manifest.get("provides_autocomplete") is not True and "id" in manifest:
            problems.append(warning_at(f"/{index}", "autocomplete-not-provided"))
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
            problems.append(error_at("", "missing-type", "missing-type.input", types=types))
        else:
            sentence, near = "unknown-type.input", suggestion(name, INPUTS, problems)
            problems.append(error_at("/type", "unknown-type", sentence, types=types, found=brief(name), near=near))
    values, found = read_options(cls or Input, raw, known=("type",) if cls else tuple(raw))
    problems += found
    if "key" not in values:
        return None, problems
    values.setdefault("label", values["key"])
    broken = next((problem for problem in errors(problems) if cls and _spoils(cls, problem, values)), None)
    if cls is None or broken:
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
    problems.append(warning_at("/type", "unknown-type", key, name=name))
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
    problem = error_at("/schema", "bad-schema", reason=reason)
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
        return error_at(at, "show-if-itself")
    if condition.key not in read:
        # Among thousands of keys nobody looks for the nearest of each.
        near = nearest(condition.key, read) if len(read) <= MAX_COMPARED else ""
        return error_at(at, "show-if-missing", name=condition.key, near=near)
    path = [key]
    while (step := read[path[-1]][1].show_if) and step.key in read and (step.key == key or step.key not in path):
        path.append(step.key)
        if step.key == key:
            return error_at(at, "show-if-circle", circle=" → ".join(path))
        if len(path) > MAX_CONDITIONS:
            return error_at(at, "show-if-deep", limit=MAX_CONDITIONS)
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
        found = [*input_.lint()]
        if input_.default is not ABSENT:
            found += _lint_default(input_, alone(input_.key))
        if input_.show_if and input_.required and input_.default is ABSENT and input_.type != "hidden":
            found.append(warning_at("", "hidden-required"))
        if input_.show_if:
            found += _lint_condition(input_.show_if, alone(input_.show_if.key))
        problems += _under(index, found)
    return problems


def _under(index: int, problems: list[Problem]) -> list[Problem]:
    """Return *problems* with the input at *index*; of most there are none."""
    return [problem.under(f"/{index}") for problem in problems] if problems else problems


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
    value = brief(condition.equals)
    return [warning_at("/show_if/equals", "never-shown", name=condition.key, value=value)]
