"""The inputs that a service names by a name, a path or a pointer: by exact or unambiguous match alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from webform.inputs import Input, Record
from webform.inputs.variants import UnionLike
from webform.inputs.walk import child_input
from webform.operation import BODY, QUERYSTRING
from webform.values import join, split

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from webform.tool import Tool

MAX_STEPS = 20
#: Steps that wrap the body, or say which part of a request is meant.
_WRAPPERS = frozenset({
    "", "$", "args", "arguments", "attributes", "body", "data", "input", "inputs", "json", "params", "payload",
    "request", "root", "variables",
})  # fmt: skip
#: The parts of a request, as services name them -> what holds its inputs where a form has several; a body is first.
_GROUPS = {
    "body": BODY, "json": BODY, "data": BODY, "requestbody": BODY, "form": BODY, "query": "query",
    "querystring": "query", "path": "path", "params": "path", "header": "headers", "headers": "headers",
    "cookie": "cookies", "cookies": "cookies",
}  # fmt: skip
#: The parts of a request that hold no inputs, where the form is the body alone.
_ELSEWHERE = frozenset({"query", "path", "header", "headers", "cookie", "cookies", "querystring"})
_STEP = re.compile(r"[^.\[\]]+")
_SEPARATORS = re.compile(r"[\W_]+")
_INDEX = re.compile(r"0|[1-9][0-9]{0,8}")


def steps_of(path: str) -> list[str | int]:
    """Return the steps of *path*: a JSON Pointer, also one in a URI, or a path such as `$.a.b[0]` or `a[b]`."""
    if path.startswith("#"):
        path = unquote(path[1:])
    if path.startswith("/"):
        return [*split(path)[:MAX_STEPS]]
    found = [step.strip("'\"") for step in _STEP.findall(path)[: MAX_STEPS + 1]]
    steps: list[str | int] = [int(step) if _INDEX.fullmatch(step) else step for step in found if step]
    return steps[1:] if steps[:1] == ["$"] else steps[:MAX_STEPS]


def place(tool: Tool, path: str | Iterable[Any]) -> str | None:
    """
    Return the pointer of the input of *tool* that *path* means; `None` where it means none, or several.

    Args:
        path: a name, a pointer, or a path as services spell it; or the steps to a value.
    """
    if isinstance(path, str):
        if path in {key.key for key in tool.form.inputs}:
            return join("", path)
        path = steps_of(path)
    steps = [step for step in path if isinstance(step, str) or type(step) is int][:MAX_STEPS]
    if tool.call.operation is not None:
        return _in_groups(tool.form.root, steps)
    found = (_walk(tool.form.root, left) for left in _unwrapped(steps))
    return next((at for at in found if at is not None), None)


def place_of(tool: Tool, loc: Iterable[Any]) -> str | None:
    """Return where in the body *loc* leads, whose first step may say which part of a request is meant."""
    steps = list(loc)[:MAX_STEPS]
    if tool.call.operation is not None:
        return place(tool, steps)
    away = len(steps) > 1 and isinstance(steps[0], str) and steps[0] in _ELSEWHERE
    return None if away else place(tool, steps)


def _in_groups(root: Input, steps: list[Any]) -> str | None:
    """Return the pointer of the input that *steps* mean below *root*, whose parts are those of a request."""
    group = _GROUPS.get(str(steps[0]).lower()) if steps else None
    for name in (group, QUERYSTRING) if group == "query" else (group,):
        if name is not None and (found := _walk(root, [name, *steps[1:]])) is not None:
            return found
    for left in _unwrapped(steps):
        for name in dict.fromkeys((*_GROUPS.values(), QUERYSTRING)):
            found = _walk(root, [name, *left])
            if found is not None and found != join("", name):
                return found
    return None


def _unwrapped(steps: list[Any]) -> Iterator[list[Any]]:
    """Yield *steps*, then what is left of them without those before it that wrap the body."""
    while steps:
        yield steps
        steps = steps[1:] if steps[0] in _WRAPPERS else []


def plain_name(name: Any) -> str:
    """Return *name* without case and separators, in which services spell it differently."""
    return _SEPARATORS.sub("", str(name)).casefold()


def _walk(root: Input, steps: list[Any]) -> str | None:
    """Return the pointer of the deepest input below *root* that *steps* name; `None` where they name none at all."""
    at, input_ = "", root
    for index, step in enumerate(steps):
        found = _child(input_, step)
        if found is not None:
            at, input_ = join(at, found[0]), found[1]
        elif _is_tag(input_, steps[index : index + 2]):
            continue
        elif isinstance(input_, Record):
            break
        else:
            # A value of its own below a control, such as JSON.
            return join(at, *steps[index:])
    return at or None


def _is_tag(input_: Input, steps: list[Any]) -> bool:
    """Tell whether the first of *steps* names a variant of *input_*, which is no step to a value."""
    named = isinstance(input_, UnionLike) and isinstance(steps[0], str)
    return named and len(steps) > 1 and _child(input_, steps[1]) is not None


def _child(input_: Input, step: Any) -> tuple[str, Input] | None:
    if isinstance(input_, UnionLike):
        found = [inner for variant in input_.variants if (inner := _child(variant.input, step)) is not None]
        return found[0] if found and len({token for token, _ in found}) == 1 else None
    token = _named(input_, str(step)) if isinstance(input_, Record) else str(step)
    below = None if token is None else child_input(input_, token)
    return None if token is None or below is None else (token, below)


def _named(input_: Input, name: Any) -> str | None:
    """Return the key of the input in *input_* that *name* means: exactly, else but for case and separators."""
    if not isinstance(input_, Record):
        return None
    keys = [child.key for child in input_.inputs]
    if name in keys:
        return str(name)
    plain = plain_name(name)
    near = [key for key in keys if plain and plain_name(key) == plain]
    if len(near) == 1:
        return near[0]
    return str(name) if not near and input_.undeclared is not None and not input_.inputs else None
