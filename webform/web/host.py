"""A host's app around ours: its other extensions, and what they may leave to us."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from flask import current_app
from markupsafe import Markup

from webform.draft import begin, fill
from webform.html.render import render_draft
from webform.values import ABSENT
from webform.web.pages import unconnected

if TYPE_CHECKING:
    from flask import Blueprint

    from webform.web.site import Site


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


def form(site: Site, tool_id: str, values: Any = ABSENT, token: str = "") -> Markup:
    """Return the form of a tool for a page of the host's own."""
    served = site.served[tool_id]
    declared = served.tool.form
    return render_draft(
        declared,
        begin(declared) if values is ABSENT else fill(declared.root, values),
        address=site.url(f"/tools/{tool_id}"),
        permissions=served.tool.permissions,
        confirms=served.tool.hints.destructive,
        unconnected=unconnected(site, served),
        id_prefix=tool_id,
        token=token,
    )


def assets(site: Site) -> Markup:
    """Return the elements that such a page has in its head: styles and scripts."""
    core, texts = site.asset("core.js"), site.texts()
    known = Markup(' data-texts="{}"').format(texts) if texts else ""
    texts_first = Markup('<script type="module" src="{}"></script>\n').format(texts) if texts else ""
    return Markup(
        '<script src="{}" data-core="{}"{}></script>\n<link rel="stylesheet" href="{}">\n'
        '{}<script type="module" src="{}"></script>'
    ).format(site.asset("theme.js"), core, known, site.asset("app.css"), texts_first, core)
