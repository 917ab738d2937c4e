"""One of many options, from a list that opens."""

from __future__ import annotations

from dataclasses import dataclass

from webform.inputs.choices import COUNTRIES, ONES, OneChoice
from webform.inputs.options import FLAG, option


@dataclass(frozen=True, kw_only=True)
class Select(OneChoice):
    """One of many options, from a list that opens."""

    type = "select"
    examples = (({"options": COUNTRIES}, "GB"), ({"options": ONES}, 1))

    searchable: bool = option(FLAG, "Let people type to find an option.", False, example=True)
