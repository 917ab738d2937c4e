"""An example of a plugin: the input `rating`, the output type `gauge` and the language `questions`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from webform_example import gauge, questions
from webform_example.rating import Rating

if TYPE_CHECKING:
    from webform import Registry


def add_kinds(registry: Registry) -> None:
    """Add the kinds of this package: webform calls it when it is imported."""
    registry.add(
        inputs=[Rating],
        outputs=[gauge],
        dialects=[questions.DIALECT],
        templates=Path(__file__).parent / "templates",
    )
