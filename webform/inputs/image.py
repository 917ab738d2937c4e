"""An image, or several."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from webform import dataurl
from webform.inputs.options import FLAG, option
from webform.inputs.uploads import UploadLike

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webform.inputs.base import Examples


@dataclass(frozen=True, kw_only=True)
class Image(UploadLike):
    """An image, or several."""

    type: ClassVar[str] = "image"
    examples: ClassVar[Examples] = (({}, dataurl.make("image/png", b"\x89PNG\r\n\x1a\n")),)
    in_schema: ClassVar[frozenset[str]] = frozenset({"multiple"})

    multiple: bool = option(FLAG, "Take several.", False, example=True)

    @property
    def accepted(self) -> Sequence[str]:
        return ("image/*",)

    @property
    def many(self) -> bool:
        return self.multiple
