"""One of a few options, all in sight."""

from __future__ import annotations

from dataclasses import dataclass

from webform.inputs.choices import COUNTRIES, OneChoice


@dataclass(frozen=True, kw_only=True)
class Radio(OneChoice):
    """One of a few options, all in sight."""

    type = "radio"
    examples = (({"options": COUNTRIES}, "GB"),)
    has_legend = True
