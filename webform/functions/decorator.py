"""The decorator that marks a function as a tool."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar, overload

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from webform.inputs import Input

_Function = TypeVar("_Function", bound="Callable[..., Any]")

#: Where a decorated function keeps its settings.
ATTRIBUTE = "__webform__"
#: Seconds that a run may take, and megabytes beside Python and the modules that it has imported.
TIMEOUT, MEMORY = 60.0, 2_000


@dataclass(frozen=True, kw_only=True)
class FunctionSettings:
    """
    What the author of a function says of it beside its signature and docstring.

    Args:
        name: the name of the tool.
        description: instead of that of the docstring.
        icon: as in a `tool.json`.
        timeout: seconds that a run may take; each sign of progress begins them anew.
        memory: megabytes that a run may take beside Python and its modules.
        inputs: the inputs of parameters, by their names.
    """

    name: str = ""
    description: str = ""
    icon: str = ""
    timeout: float = TIMEOUT
    memory: int = MEMORY
    inputs: Mapping[str, Input] = field(default_factory=dict)


@overload
def tool(function: _Function, /) -> _Function: ...


@overload
def tool(
    *,
    name: str = "",
    description: str = "",
    icon: str = "",
    timeout: float = TIMEOUT,
    memory: int = MEMORY,
    inputs: Mapping[str, Input] | None = None,
) -> Callable[[_Function], _Function]: ...


def tool(function: Any = None, /, **settings: Any) -> Any:
    """
    Mark *function* as a tool of its module; `webform serve module` serves all of them. It stays what it is.

    Args:
        function: the function.
        **settings: those of `FunctionSettings`.
    """
    if settings.get("inputs") is None:
        settings.pop("inputs", None)
    kept = FunctionSettings(**settings)

    def mark(function: _Function) -> _Function:
        setattr(function, ATTRIBUTE, kept)
        return function

    return mark if function is None else mark(function)


def settings_of(function: Any) -> FunctionSettings:
    """Return the settings of *function*: the defaults where it is not decorated."""
    found = getattr(function, ATTRIBUTE, None)
    return found if isinstance(found, FunctionSettings) else FunctionSettings()
