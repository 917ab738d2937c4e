"""Signatures of functions: the JSON Schemas of parameters and results, and the call with a body."""

from __future__ import annotations

import inspect
import math
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from types import SimpleNamespace
from typing import TYPE_CHECKING, Annotated, Any, NotRequired, Optional, get_args, get_origin

from pydantic import TypeAdapter
from pydantic.errors import PydanticUserError
from typing_extensions import TypedDict, get_type_hints

from webform.functions.annotations import is_sent, prepared
from webform.functions.docstrings import documented
from webform.functions.results import as_json
from webform.functions.schemas import SchemaMaker, words
from webform.inputs import Input
from webform.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from webform.messages import Param

#: Formats of pydantic for what only we read: a file within a class of its own.
_FILES = ("path", "file-path", "directory-path", "binary")
_MANY = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}


class _RefusedError(Exception):
    """Raised for what no form can be made of, with its problem."""

    def __init__(self, key: str, **params: Param) -> None:
        self.problem = Problem(at="", code=key.partition(".")[0], key=key, params=params)
        super().__init__(key)


@dataclass(frozen=True, kw_only=True)
class Signature:
    """
    The signature of a function, as forms and runs need it.

    Args:
        function: the function.
        text: what its docstring says of it.
        parameters: the JSON Schema of an object with a key for each of its parameters.
        returns: the JSON Schema of its result; `None` where that says nothing that can be checked.
        problems: why a parameter cannot be filled in; then no form is made.
        adapter: reads arguments.
    """

    function: Callable[..., Any]
    text: str
    parameters: dict[str, Any]
    returns: dict[str, Any] | None
    problems: tuple[Problem, ...] = ()
    adapter: TypeAdapter[dict[str, Any]] | None = None

    def call(self, body: Mapping[str, Any]) -> Any:
        """
        Return what the function returns for *body*: an iterator or a coroutine, too.

        Raises:
            pydantic.ValidationError: *body* is not what the annotations say.
        """
        assert self.adapter is not None  # noqa: S101 - there were no problems
        values = self.adapter.validate_python(dict(body))
        positional = [
            values.pop(name) if name in values else parameter.default
            for name, parameter in self._parameters.items()
            if parameter.kind is parameter.POSITIONAL_ONLY
        ]
        return self.function(*positional, **values)

    @cached_property
    def _parameters(self) -> Mapping[str, inspect.Parameter]:
        return inspect.signature(self.function).parameters


def read_signature(function: Callable[..., Any], inputs: Mapping[str, Input] | None = None) -> Signature:
    """Return the signature of *function*, whose parameters may have *inputs* of their own; nothing is raised."""
    doc, problems = documented(inspect.getdoc(function)), list[Problem]()
    parameters = inspect.signature(function).parameters
    hints = _hints(function)
    fields: dict[str, Any] = {}
    for name, parameter in parameters.items():
        try:
            annotation = _annotation(parameter, hints, function.__name__)
            hint = (inputs or {}).get(name)
            prepared_one = prepared(annotation) if hint is None else Annotated[prepared(annotation), hint]
            _ = _schema(prepared_one, name, function.__name__)
            fields[name] = prepared_one if parameter.default is parameter.empty else NotRequired[prepared_one]
        except _RefusedError as error:
            problems.append(error.problem)
    if problems:
        return Signature(function=function, text=doc.text, parameters={}, returns=None, problems=tuple(problems))
    made: Any = TypedDict("Parameters", fields)  # type: ignore[misc]  # made at run time
    adapter: TypeAdapter[Any] = TypeAdapter(made)
    schema = _with_words(adapter.json_schema(schema_generator=SchemaMaker), parameters, doc.parameters)
    return Signature(
        function=function, text=doc.text, parameters=schema, returns=_returns(function, hints), adapter=adapter
    )


def _hints(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the annotations of *function* that can be read: one that cannot costs no other."""
    plain, hints = inspect.unwrap(function), dict[str, Any]()
    for name, annotation in getattr(plain, "__annotations__", {}).items():
        one = SimpleNamespace(__annotations__={name: annotation})
        # An annotation is any code.
        with suppress(Exception):
            hints |= get_type_hints(one, getattr(plain, "__globals__", {}), include_extras=True)
    return hints


def _annotation(parameter: inspect.Parameter, hints: Mapping[str, Any], function: str) -> Any:
    """Return the type of *parameter*: as annotated, else that of its default."""
    if parameter.kind in _MANY:
        raise _RefusedError("function-arguments", function=function, name=_MANY[parameter.kind] + parameter.name)
    found = hints.get(parameter.name, parameter.annotation)
    if isinstance(found, str):
        raise _RefusedError("function-type.unknown", function=function, name=parameter.name, type=found)
    if found is not parameter.empty:
        return _or_none(found) if parameter.default is None else found
    if parameter.default is parameter.empty or parameter.default is None:
        raise _RefusedError("function-untyped", function=function, name=parameter.name)
    return type(parameter.default)


def _or_none(annotation: Any) -> Any:
    """Return *annotation* for a parameter that is `None` by default."""
    # Metadata, such as a description or an input, is of the whole parameter: it stays outermost. `Any` has `None`.
    if get_origin(annotation) is Annotated or annotation in (Any, object):
        return annotation
    # What is no type at all is refused later.
    with suppress(TypeError):
        return Optional[annotation]  # noqa: UP045 - not everything that is a type has the operator
    return annotation


def _schema(annotation: Any, name: str, function: str) -> dict[str, Any]:
    if isinstance(annotation, type) and issubclass(annotation, Input):
        reason = (
            f"{annotation.__name__} is an input, and belongs to a type, as in Annotated[…, {annotation.__name__}()]"
        )
        raise _RefusedError("function-type", function=function, name=name, reason=reason)
    try:
        schema = TypeAdapter(annotation).json_schema(schema_generator=SchemaMaker)
    except (PydanticUserError, TypeError, NameError) as error:
        reason = str(error).splitlines()[0].rstrip(".")
        raise _RefusedError("function-type", function=function, name=name, reason=reason) from None
    if _holds_files(schema):
        raise _RefusedError("function-file", function=function, name=name)
    return schema


def _holds_files(value: Any) -> bool:
    if isinstance(value, dict):
        return value.get("format") in _FILES or any(map(_holds_files, value.values()))
    return isinstance(value, list) and any(map(_holds_files, value))


def _with_words(
    schema: dict[str, Any], parameters: Mapping[str, inspect.Parameter], helps: Mapping[str, str]
) -> dict[str, Any]:
    """Return *schema* with titles, helps and defaults of the parameters."""
    properties: dict[str, Any] = {}
    for name, own in schema.get("properties", {}).items():
        words_of = {"title": words(name)} | ({"description": helps[name]} if helps.get(name) else {})
        properties[name] = {**words_of, **_default(parameters[name]), **own}
    return {**schema, "title": "", "properties": properties, "additionalProperties": False}


def _default(parameter: inspect.Parameter) -> dict[str, Any]:
    if parameter.default is parameter.empty:
        return {}
    # Without one in JSON it is what the function takes where nothing is filled in, all the same.
    try:
        default = as_json(parameter.default)
    except (TypeError, OSError):
        return {}
    return {"default": default} if _is_finite(parameter.default) else {}


def _is_finite(value: Any) -> bool:
    """Tell whether all numbers in *value* are numbers of JSON: infinity and the like are none."""
    if isinstance(value, float | Decimal):
        return math.isfinite(value)
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple | set) else ()
    return all(map(_is_finite, parts))


def _returns(function: Callable[..., Any], hints: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the JSON Schema of what is returned; `None` for files, and where none can be made."""
    annotation = hints.get("return", inspect.Parameter.empty)
    if annotation is inspect.Parameter.empty:
        return None
    result = prepared(_result(function, annotation))
    if is_sent(result):
        return None
    try:
        schema = TypeAdapter(result).json_schema(mode="serialization", schema_generator=SchemaMaker)
    except (PydanticUserError, TypeError, NameError):
        return None
    return None if not schema or _holds_files(schema) else schema


def _result(function: Callable[..., Any], annotation: Any) -> Any:
    """Return the annotation of the result: of a generator that of what it yields, or of what it returns."""
    if not (inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function)):
        return annotation
    arguments = get_args(annotation)
    if get_origin(annotation) is None or not arguments:
        return Any
    return arguments[2] if len(arguments) == 3 and arguments[2] is not type(None) else arguments[0]
