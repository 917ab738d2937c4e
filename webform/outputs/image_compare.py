"""A picture before and after."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from webform.outputs.base import Misfit, View
from webform.outputs.embedded import shown
from webform.outputs.types import TEXT, OutputType, object_of

if TYPE_CHECKING:
    from webform.outputs.base import About


class Compared(NamedTuple):
    """The views of both pictures."""

    before: View
    after: View


TYPES = (OutputType(name="image_compare", schema=object_of(before=TEXT, after=TEXT)),)


def view(value: Any, about: About) -> View | Misfit:
    """Return the view of `{"before": an image, "after": an image}`."""
    if not isinstance(value, dict) or "before" not in value or "after" not in value:
        return Misfit()
    views = []
    for key in ("before", "after"):
        seen = shown("image", value[key], replace(about, name=f"{about.name}-{key}"))
        if isinstance(seen, Misfit):
            return Misfit(expected=seen.expected, part=f"/{key}{seen.part}")
        views.append(replace(seen, at=f"{about.at}/{key}{seen.at}", title=key.title()))
    return View(name="image_compare", data=Compared(*views), inner=tuple(views))
