"""
What a form holds before it is a body.

value → `fill` → draft → HTML → entries → `read` → draft → `body` → value; `act` is what a button does to a draft.
"""

from __future__ import annotations

from webform.draft.acts import act
from webform.draft.base import Draft, below, find, inside, variant_of
from webform.draft.entries import pointer_of, read
from webform.draft.from_value import as_json, begin, fill
from webform.draft.to_body import body, body_at, to_controls

__all__ = [
    "Draft",
    "act",
    "as_json",
    "begin",
    "below",
    "body",
    "body_at",
    "fill",
    "find",
    "inside",
    "pointer_of",
    "read",
    "to_controls",
    "variant_of",
]
