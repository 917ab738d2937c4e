"""The places of functions, as the operator names them on the command line."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from webform.functions.decorator import MEMORY
from webform.paths import at_path

_NAME = r"[^\W\d]\w*"
_MODULE = re.compile(rf"{_NAME}(?:\.{_NAME})*")
_FUNCTION = re.compile(_NAME)
#: Ends of the names of declarations, which would be modules otherwise.
_DECLARATIONS = (".json", ".yaml", ".yml")


@dataclass(frozen=True, kw_only=True)
class Function:
    """
    Where a function is.

    Args:
        module: the dotted name of its module, or the path of its file.
        name: what it is called there; `""` for all that are decorated.
        memory: megabytes that a run may take beside Python and its modules.
    """

    module: str
    name: str = ""
    memory: int = MEMORY

    @property
    def is_file(self) -> bool:
        """Whether the module is the path of a file."""
        return self.module.endswith(".py")

    def __str__(self) -> str:
        return f"{self.module}:{self.name}" if self.name else self.module


def named_function(source: str) -> Function | None:
    """Return the place that *source* of a command line names; what is a file, a folder or a program names none."""
    if at_path(source) == "folder" or (at_path(source) and not source.endswith(".py")):
        return None
    function = function_at(source)
    if function is None or function.name or function.is_file:
        return function
    return None if shutil.which(source) else function


def function_at(text: str) -> Function | None:
    """Return the place that *text* names: `module:function`, `file.py:function`, or one without a function."""
    module, colon, name = text.rpartition(":")
    if not colon:
        module, name = text, ""
    elif not _FUNCTION.fullmatch(name):
        return None
    if module.endswith(".py"):
        return Function(module=str(Path(module).absolute()), name=name) if at_path(module) == "file" else None
    is_module = _MODULE.fullmatch(module) and not module.endswith(_DECLARATIONS)
    return Function(module=module, name=name) if is_module else None
