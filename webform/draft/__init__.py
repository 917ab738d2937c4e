"""
Drafts: the state of a form before it is a body.

value → `fill` → draft → HTML → entries → `read` → draft → `body` → value; `act` is what a button does to a draft.
"""

from __future__ import annotations

from webform.draft.acts import act, hindrances
from webform.draft.base import MAX_SHOWN, Draft, along, as_left, as_lines, below, find, inside, variant_of
from webform.draft.entries import pointer_of, read
from webform.draft.from_value import as_json, begin, fill
from webform.draft.secrets import shown
from webform.draft.to_body import body, body_at, check_draft, chosen_in, to_controls

__all__ = [
    "MAX_SHOWN",
    "Draft",
    "act",
    "along",
    "as_json",
    "as_left",
    "as_lines",
    "begin",
    "below",
    "body",
    "body_at",
    "check_draft",
    "chosen_in",
    "fill",
    "find",
    "hindrances",
    "inside",
    "pointer_of",
    "read",
    "shown",
    "to_controls",
    "variant_of",
]
