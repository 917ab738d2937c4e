"""A sound."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from webform.inputs.uploads import UploadLike

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, kw_only=True)
class Audio(UploadLike):
    """A sound."""

    type: ClassVar[str] = "audio"

    @property
    def accepted(self) -> Sequence[str]:
        return ("audio/*",)
