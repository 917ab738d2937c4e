"""HTML that a tool answered, for a frame that runs nothing, loads nothing and belongs to no site."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flask import Response, request

from webform.language import gettext
from webform.outputs.views import value_at
from webform.web.answers import HTML, answer, refuse

if TYPE_CHECKING:
    from webform.web.site import Site

#: What such a page may do: be drawn with its own styles and the pictures it holds.
_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src data:; "
    "form-action 'none'; base-uri 'none'; sandbox"
)


#: What makes Chromium connect to a server before its policy refuses the request: elements that name another document,
#: and links, when they are pressed. Places in the page itself stay links.
_CONNECTING = re.compile(
    r"""(?<=<)(?:link|i?frame|fencedframe|object|embed|portal)(?=[\s/>])
    | srcdoc(?=[\s/>=])
    | href(?=[\s/>=])(?!\s*=\s*["']?\#)""",
    re.IGNORECASE | re.ASCII | re.VERBOSE,
)


def inert(html: str) -> str:
    """Return *html* with the elements and attributes that lead elsewhere under names that mean nothing."""
    return _CONNECTING.sub(r"x-\g<0>", html)


def frame(site: Site, run_id: str) -> Response:
    """Answer with a text in what a run came to, as a page in a sandbox."""
    found = site.find_run(run_id)
    text = value_at(found.result, request.args.get("at", "")) if found.result else None
    if not isinstance(text, str):
        refuse(404, "no-page", gettext("This run has no such text."))
    headers = {
        "Content-Security-Policy": f"{_POLICY}; {_ancestors(site, found.tool_id)}",
        "Cross-Origin-Resource-Policy": "same-origin",
        "X-DNS-Prefetch-Control": "off",
    }
    return answer(inert(text), HTML, headers=headers)


def _ancestors(site: Site, tool_id: str) -> str:
    """Return who may frame it: our own pages, and those that may embed them."""
    served = site.served.get(tool_id)
    policy = served.policy if served else site.policy
    origins = policy.partition("frame-ancestors ")[2].replace("'none'", "").replace("'self'", "")
    return " ".join(["frame-ancestors 'self'", *origins.split()])
