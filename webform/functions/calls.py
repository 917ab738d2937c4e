"""Calls of functions by programs of their authors: how a call goes, and of which type each parameter is written."""

from __future__ import annotations

import inspect
import sys
import types
from pathlib import PurePath
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from typing_extensions import is_typeddict

from webform.functions.adapters import ADAPTERS
from webform.functions.annotations import TYPED_DICTS, is_sent, prepared

#: The names of the types of files in such a program: of the bytes of one, and of a copy of one.
BYTES, PATH = "File", "FilePath"
#: Types of parameters without annotation, by those of their defaults.
_PLAIN = (bool, int, float, str, list, dict)


def call_of(function: Any) -> dict[str, Any]:
    """
    Return how a program calls *function*, as a JSON value.

    Returns:
        `is_async`: whether it is awaited; `yields`: whether it yields values; `types`: of each parameter the type in
        the source of a program, "" for its own annotation; `optional`: those that have a default; `result`: "file"
        where that is what it returns; `refused`: why no program can call it, "" where one can.
    """
    plain = inspect.unwrap(function)
    parameters = inspect.signature(function).parameters
    call: dict[str, Any] = {
        "is_async": inspect.iscoroutinefunction(plain) or inspect.isasyncgenfunction(plain),
        "yields": inspect.isgeneratorfunction(plain) or inspect.isasyncgenfunction(plain),
        "types": {},
        "optional": [name for name, parameter in parameters.items() if parameter.default is not parameter.empty],
        "result": "",
        "refused": "",
    }
    try:
        hints = get_type_hints(plain, include_extras=True)
    except Exception as error:  # noqa: BLE001 - an annotation is any code
        return {**call, "refused": f"its annotations cannot be read as it runs: {error}"}
    for name, parameter in parameters.items():
        if parameter.kind is parameter.POSITIONAL_ONLY:
            return {
                **call,
                "refused": f'its parameter "{name}" is positional-only, and a body has names; leave out the /',
            }
        annotation = hints.get(name, type(parameter.default))
        type_ = _of_default(annotation) if name not in hints else _written(annotation)
        if type_ is None:
            return {**call, "refused": f'its parameter "{name}" is {_named(annotation)}, which webform alone reads'}
        call["types"][name] = type_
    returned = hints.get("return", Any)
    call["result"] = "file" if _is_file(returned) else ""
    if call["yields"] and any(PATH in type_ for type_ in call["types"].values()):
        return {**call, "refused": "it yields while it reads a file, which is gone by then; take its bytes instead"}
    if not call["result"] and _library(returned):
        return {**call, "refused": f"its result is {_named(returned)}, which webform alone shows"}
    return call


def _of_default(cls: type) -> str:
    return cls.__name__ if cls in _PLAIN else "Any"


def _written(annotation: Any) -> str | None:
    """Return the type that a program writes for *annotation*, "" for itself; `None` where it has none for it."""
    core = _core(annotation)
    if isinstance(core, type) and issubclass(core, bytes | bytearray):
        return BYTES
    if isinstance(core, type) and issubclass(core, PurePath):
        return PATH
    parts = get_args(core)
    if get_origin(core) is list and (item := _written(parts[0])):
        return f"list[{item}]"
    if get_origin(core) in (Union, types.UnionType) and len(parts) == 2 and type(None) in parts:
        [other] = [_written(part) for part in parts if part is not type(None)]
        if other:
            return f"{other} | None"
    if is_sent(prepared(annotation)):
        return None
    return "Any" if sys.version_info < TYPED_DICTS and _has_typed_dict(annotation) else ""


def _core(annotation: Any) -> Any:
    while get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    return annotation


def _has_typed_dict(annotation: Any) -> bool:
    if is_typeddict(annotation):
        # Those of typing_extensions are read by pydantic with any Python.
        return type(annotation).__module__ == "typing"
    fields = getattr(annotation, "__annotations__", {}) if isinstance(annotation, type) else {}
    parts = [part for part in (*get_args(annotation), *fields.values()) if part is not annotation]
    return any(map(_has_typed_dict, parts))


def _is_file(annotation: Any) -> bool:
    core = _core(annotation)
    return isinstance(core, type) and issubclass(core, bytes | bytearray | PurePath)


def _library(annotation: Any) -> bool:
    """Tell whether *annotation* is a class of a library whose values have to be adapted."""
    core = _core(annotation)
    modules = [cls.__module__.partition(".")[0] for cls in getattr(core, "__mro__", ())]
    return any(ADAPTERS.get(module, "models") != "models" for module in modules)


def _named(annotation: Any) -> str:
    core = _core(annotation)
    return f"a {core.__module__}.{core.__qualname__}" if isinstance(core, type) else str(core)
