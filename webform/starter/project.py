"""A tool that begins: its declaration and its program, as files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webform.format_schema import FILE, format_schema
from webform.values import write_json

if TYPE_CHECKING:
    from collections.abc import Mapping

#: What the program needs.
REQUIREMENTS = "fastapi>=0.115\nuvicorn>=0.30\n"


@dataclass(frozen=True, kw_only=True)
class Project:
    """
    A tool that begins.

    Args:
        declaration: its tool.json.
        program: the source of its FastAPI app.
        module: the name of the module that the program is.
    """

    declaration: Mapping[str, Any]
    program: str
    module: str = "main"

    @property
    def files(self) -> dict[str, str]:
        """The text of each file by its name."""
        return {
            "tool.json": write_json({"$schema": FILE, **self.declaration}, indent=2) + "\n",
            FILE: write_json(format_schema(), indent=2) + "\n",
            f"{self.module}.py": self.program,
            "requirements.txt": REQUIREMENTS,
        }


def quoted(text: str) -> str:
    """Return *text* in the source of a program."""
    return repr(text) if {"'", '"'} & {*text} else f'"{repr(text)[1:-1]}"'
