"""HTML: its source, and what it looks like in a frame that can do nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.outputs.texts import writing

if TYPE_CHECKING:
    from webform.outputs.base import About, Misfit, View

#: The media types of such texts.
MEDIA = ("text/html", "application/xhtml+xml")


def view(value: Any, about: About) -> View | Misfit:
    """Return the view of a page: a preview without scripts, where a server keeps the run, and the source."""
    return writing(value, about, "html", language="html")
