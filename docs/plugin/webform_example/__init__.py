"""An example of a plugin: the input `stars`, the output type `level`, the language `survey`, the protocol `echo`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from webform_example import echo, level, survey
from webform_example.stars import Stars

if TYPE_CHECKING:
    from webform import Registry


def add_kinds(registry: Registry) -> None:
    """Add the kinds of this package: webform calls it when it is imported."""
    registry.add(
        inputs=[Stars],
        outputs=[level],
        dialects=[survey.DIALECT],
        protocols=[echo.PROTOCOL],
        runners=[echo.EchoRunner],
        templates=Path(__file__).parent / "templates",
    )
