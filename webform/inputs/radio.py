"""One of a few options, all in sight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from webform.inputs.choices import OneChoice


@dataclass(frozen=True, kw_only=True)
class Radio(OneChoice):
    """One of a few options, all in sight."""

    type: ClassVar[str] = "radio"

    @property
    def several(self) -> bool:
        return True
