"""A tool's suggestions while people type: asked of the tool itself, answered as plain values and labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Response, request

from webform.draft import find
from webform.inputs.autocomplete import Autocomplete
from webform.language import gettext
from webform.runners.suggestions import NoSuggestionsError, suggestions
from webform.web.answers import json_answer, refuse
from webform.web.guards import check_origin

if TYPE_CHECKING:
    from webform.web.served import Served
    from webform.web.site import Site


def complete(site: Site, tool_id: str) -> Response:
    """Answer with what the tool suggests at a place of its form."""
    # It changes nothing, but the tool is asked.
    check_origin(request)
    found = suggest(site, site.find(tool_id), request.args.get("at", ""), request.args.get("q", ""))
    return json_answer(found)


def suggest(site: Site, served: Served, at: str, typed: str) -> list[dict[str, Any]]:
    """Return what the tool suggests at *at* for what was *typed*, as values with labels."""
    input_ = find(served.tool.form, None, at)
    if not isinstance(input_, Autocomplete):
        refuse(404, "no-suggestions", gettext("Nothing is suggested at that place of the form."))
    try:
        return suggestions(site.runs.runner, served.address, input_.endpoint, typed)
    except NoSuggestionsError as error:
        refuse(502, error.code, error.message, error.advice)
