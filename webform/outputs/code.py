"""Source code, in colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.inputs.options import TEXT, Option
from webform.outputs.texts import writing
from webform.outputs.types import OutputType, text_of

if TYPE_CHECKING:
    from webform.outputs.base import About, Misfit, View

TYPES = (
    OutputType(
        name="code",
        schema=text_of("text/plain"),
        appends=True,
        stream_rank=1,
        options={"language": Option(kind=TEXT, help="The language of its colours, such as python.", example="python")},
    ),
)


def view(value: Any, about: About) -> View | Misfit:
    """Return the view of code in the language that the value or the declaration names."""
    return writing(value, about, "code")
