"""An image, or several."""

from __future__ import annotations

from dataclasses import dataclass

from webform import dataurl
from webform.inputs.options import FLAG, option
from webform.inputs.uploads import UploadLike


@dataclass(frozen=True, kw_only=True)
class Image(UploadLike):
    """An image, or several."""

    type = "image"
    accepted = ("image/*",)
    examples = (({}, dataurl.make("image/png", b"\x89PNG\r\n\x1a\n")),)
    in_schema = frozenset({"multiple"})

    multiple: bool = option(FLAG, "Take several.", False, example=True)

    @property
    def many(self) -> bool:
        return self.multiple
