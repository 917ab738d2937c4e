"""A host's app around ours: its other extensions, and what they may leave to us."""

from __future__ import annotations

import sys
from functools import cached_property
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Flask, current_app, request
from markupsafe import Markup
from werkzeug.exceptions import MethodNotAllowed, NotFound

from webform.draft import begin, fill
from webform.html.env import in_templates, own_templates, use_templates
from webform.html.overrides import HostTemplates
from webform.html.render import render_draft
from webform.values import ABSENT
from webform.web.pages import unconnected

if TYPE_CHECKING:
    from collections.abc import Callable

    from werkzeug import Response

    from webform.web.site import Site

#: The attributes of a view by which Flask-Talisman leaves our policy, which is stricter, and our frames.
OWN_POLICY = {"talisman_view_options": {"content_security_policy": None, "frame_options": None}}


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


class HostFolder:
    """
    The templates of a host's app that take the place of ours.

    Args:
        app: the host's; its own environment is made when it is first asked for, so not before a request.
    """

    def __init__(self, app: Flask) -> None:
        self._app = app

    @cached_property
    def templates(self) -> HostTemplates | None:
        """The templates; `None` where there are none, and nobody is writing any."""
        found = HostTemplates(self._app.jinja_env, self._context)
        return found if found.auto_reload or found.found else None

    def follow(self, blueprint: Blueprint) -> None:
        """Have the pages of *blueprint* made of them."""
        # A request that is refused has a page, too.
        blueprint.before_request(lambda: use_templates(self.templates))
        blueprint.teardown_request(lambda _error: use_templates(None))

    def answer_unknown(self, prefix: str, refused: Callable[[Exception], Response]) -> Response | None:
        """Return the answer, which *refused* makes, to a request below *prefix* that no view takes."""
        error = request.routing_exception
        # A redirect to the right address is no fault.
        if not isinstance(error, NotFound | MethodNotAllowed) or not request.path.startswith(f"{prefix}/"):
            return None
        with in_templates(self.templates):
            return refused(error)

    def _context(self) -> dict[str, Any]:
        context = dict(self._app.jinja_env.globals)
        self._app.update_template_context(context)
        return context


def form(site: Site, folder: HostFolder, tool_id: str, values: Any = ABSENT, token: str = "") -> Markup:
    """Return the form of a tool for a page of the host's own."""
    served = site.served[tool_id]
    declared = served.tool.form
    with in_templates(folder.templates):
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
    html = own_templates().get_template("head.html").render(asset=site.asset, texts=site.texts(), renews="")
    return Markup(html)  # noqa: S704 - a template's
