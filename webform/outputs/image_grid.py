"""Pictures side by side."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from webform.outputs.base import About, Misfit, View
from webform.outputs.base64s import family_of
from webform.outputs.embedded import shown
from webform.outputs.types import TEXT, OutputType, list_of, object_of
from webform.texts import visible
from webform.values import as_dict, as_text
from webform.words import counted

#: How many pictures a page shows.
MAX_IMAGES = 60
_MAX_LABEL = 120


class ImageGrid(NamedTuple):
    """The views of the pictures that are shown, and how many are not."""

    images: list[View]
    more: int = 0


TYPES = (OutputType(name="image_grid", schema=object_of(images=list_of(object_of("label", value=TEXT)))),)


def fits(value: Any) -> bool:
    """Tell whether *value* is a list of images."""
    return isinstance(value, list) and len(value) > 1 and all(family_of(image) == "image" for image in value)


def view(value: Any, about: About) -> View | Misfit:
    """Return the view of `{"images": [{value, label?}]}`, or of a bare list of images."""
    images = value.get("images") if isinstance(value, dict) else value
    if not isinstance(images, list):
        return Misfit()
    under = "/images" if isinstance(value, dict) else ""
    views = []
    for index, image in enumerate(images[:MAX_IMAGES]):
        seen = shown("image", image, replace(about, name=f"{about.name}-{index + 1}"))
        if isinstance(seen, Misfit):
            return Misfit(expected=seen.expected, part=f"{under}/{index}{seen.part}")
        title = visible(as_text(as_dict(image).get("label"))[:_MAX_LABEL])
        views.append(replace(seen, at=f"{about.at}{under}/{index}{seen.at}", title=title))
    note = counted(len(images), "{count} image", "{count} images")
    return View(name="image_grid", data=ImageGrid(views, len(images) - len(views)), note=note, inner=tuple(views))
