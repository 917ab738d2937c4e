"""Yes or no, in the words of the declaration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from webform.inputs.options import WORDS, Option
from webform.language import gettext
from webform.outputs.base import About, Misfit, View, unwrap
from webform.outputs.types import OutputType


@dataclass(frozen=True, kw_only=True)
class Truth:
    """A boolean and the word for it."""

    value: bool
    label: str


TYPES = (
    OutputType(
        name="boolean",
        schema={"type": "boolean"},
        options={
            "true_label": Option(kind=WORDS, help="The word for true.", shown="Yes", example="Open"),
            "false_label": Option(kind=WORDS, help="The word for false.", shown="No", example="Closed"),
        },
    ),
)


def fits(value: Any) -> bool:
    """Tell whether *value* is a boolean."""
    return isinstance(value, bool)


def view(value: Any, about: About) -> View | Misfit:
    """Return the view of a boolean."""
    value, about, at = unwrap(value, about)
    if not isinstance(value, bool):
        return Misfit()
    label = about.text("true_label", gettext("Yes")) if value else about.text("false_label", gettext("No"))
    return View(name="boolean", at=at, data=Truth(value=value, label=label), small=True)
