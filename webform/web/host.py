"""A host's app around ours: its other extensions, and what they may leave to us."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from flask import current_app

if TYPE_CHECKING:
    from flask import Blueprint


def exempt(blueprint: Blueprint) -> None:
    """
    Have Flask-WTF ask for no CSRF token at our addresses, whichever extension was added first.

    Nothing is lost: every post that another site makes is refused, as `guards.check_origin`
    finds by `Sec-Fetch-Site` and `Origin`.
    """

    def leave_to_us(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
        # This comes before what a host does before requests, its check of tokens too.
        csrf, known = current_app.extensions.get("csrf"), sys.modules.get("flask_wtf.csrf")
        if known is not None and isinstance(csrf, known.CSRFProtect):
            csrf.exempt(blueprint)

    blueprint.url_value_preprocessor(leave_to_us)


def own_policy() -> dict[str, Any]:
    """Return the attributes of a view by which Flask-Talisman leaves our policy, which is stricter, and our frames."""
    return {"talisman_view_options": {"content_security_policy": None, "frame_options": None}}
