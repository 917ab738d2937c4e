"""Python functions as tools of the app, each with the target that runs it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from webform.functions.tools import read_functions
from webform.runners import Target
from webform.web.served import Served
from webform.web.servers import Listed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from webform.functions import Function
    from webform.tool import Tool


def list_functions(function: Function, env: Mapping[str, str], timeout: float | None) -> Listed:
    """
    Return the tools at *function*, which run in the environment *env*, *timeout* seconds or as long as each says.

    Raises:
        FunctionError: the module cannot be imported, or has none.
    """
    found = read_functions(function, env)

    def target(tool: Tool, memory: int) -> Target:
        place = replace(function, name=tool.call.name, memory=memory)
        return Target(url=str(place), function=place, env=env, timeout=timeout or tool.max_runtime_seconds)

    served = [Served(tool=tool, target=target(tool, memory)) for tool, memory in found.tools]
    return Listed(served, found.problems, found.source)
