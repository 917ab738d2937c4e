"""One of a few options, all in sight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from webform.inputs.choices import COUNTRIES, OneChoice

if TYPE_CHECKING:
    from webform.inputs.base import Examples


@dataclass(frozen=True, kw_only=True)
class Radio(OneChoice):
    """One of a few options, all in sight."""

    type: ClassVar[str] = "radio"
    examples: ClassVar[Examples] = (({"options": COUNTRIES}, "GB"),)
    has_legend: ClassVar[bool] = True
