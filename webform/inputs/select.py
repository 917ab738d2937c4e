"""One of many options, from a list that opens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from webform.inputs.choices import OneChoice
from webform.inputs.options import FLAG, option


@dataclass(frozen=True, kw_only=True)
class Select(OneChoice):
    """One of many options, from a list that opens."""

    type: ClassVar[str] = "select"

    searchable: bool = option(FLAG, "Let people type to find an option.", False)
