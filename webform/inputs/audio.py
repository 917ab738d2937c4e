"""A sound."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from webform import dataurl
from webform.inputs.uploads import UploadLike

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, kw_only=True)
class Audio(UploadLike):
    """A sound."""

    type = "audio"
    examples = (({}, dataurl.make("audio/flac", b"fLaC\0")),)

    @property
    def accepted(self) -> Sequence[str]:
        return ("audio/*",)
