"""Modules of functions, imported in a process of their own, and what is said of their tools."""

from __future__ import annotations

import inspect
import sys
import traceback
from dataclasses import replace
from importlib import import_module, util
from pathlib import Path
from typing import TYPE_CHECKING, Any

from webform.functions.calls import call_of
from webform.functions.decorator import ATTRIBUTE, settings_of
from webform.functions.schemas import words
from webform.functions.signature import read_signature

if TYPE_CHECKING:
    from types import ModuleType

    from webform.functions.place import Function


def load(function: Function) -> ModuleType:
    """Import the module of *function*; whatever it raises passes."""
    path = Path(function.module)
    sys.path.insert(0, str(path.parent if function.is_file else Path.cwd()))
    if not function.is_file:
        return import_module(function.module)
    spec = util.spec_from_file_location(path.stem, path)
    assert spec and spec.loader  # noqa: S101, PT018 - of a file of Python there always are
    module = util.module_from_spec(spec)
    # Classes of it are pickled, and looked up, by its name.
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def described(function: Function) -> dict[str, Any]:
    """Return what is known of the tools at *function*, as a JSON value: `tools`, `problems`, `file`, or an `error`."""
    try:
        module = load(function)
    except BaseException as error:  # noqa: BLE001 - a module may raise anything, and is told of
        reason = "".join(traceback.format_exception_only(error)).strip()
        return {"error": f"it cannot be imported: {reason}"}
    found = _found(module, function.name)
    if not found:
        wanted = f"has no function {function.name}" if function.name else "has no function decorated with @webform.tool"
        return {"error": f"it {wanted}"}
    tools, problems = [], []
    for name, member in found.items():
        own = _described(name, member)
        problems += own["problems"]
        if not own["problems"]:
            tools.append(own)
    return {"tools": tools, "problems": problems, "file": inspect.getsourcefile(module) or ""}


def _found(module: ModuleType, name: str) -> dict[str, Any]:
    if name:
        member = getattr(module, name, None)
        return {name: member} if callable(member) else {}
    members = inspect.getmembers(module, callable)
    decorated = {key: member for key, member in members if hasattr(member, ATTRIBUTE)}
    return dict(sorted(decorated.items(), key=lambda pair: _line(pair[1])))


def _described(name: str, member: Any) -> dict[str, Any]:
    settings = settings_of(member)
    signature = read_signature(member, settings.inputs)
    problems = [replace(problem, line=_line(member), column=1) for problem in signature.problems]
    return {
        "function": name,
        "name": settings.name or words(name),
        "description": settings.description or signature.text,
        "icon": settings.icon,
        "timeout": settings.timeout,
        "memory": settings.memory,
        "parameters": signature.parameters,
        "returns": signature.returns,
        "call": {} if problems else call_of(member),
        "problems": [problem.as_record() for problem in problems],
    }


def _line(member: Any) -> int:
    """Return the line at which *member* is defined."""
    code = getattr(inspect.unwrap(member), "__code__", None)
    return code.co_firstlineno if code else 1
