"""A sound."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from webform import dataurl
from webform.inputs.uploads import UploadLike

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webform.inputs.base import Examples


@dataclass(frozen=True, kw_only=True)
class Audio(UploadLike):
    """A sound."""

    type: ClassVar[str] = "audio"
    examples: ClassVar[Examples] = (({}, dataurl.make("audio/flac", b"fLaC\0")),)

    @property
    def accepted(self) -> Sequence[str]:
        return ("audio/*",)
