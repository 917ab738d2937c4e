"""A tool's suggestions while people type: asked of the tool itself, answered as plain values and labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import request

from webform.draft import find
from webform.inputs.autocomplete import Autocomplete
from webform.language import gettext
from webform.runners import CallError
from webform.values import NotJSONError, brief, kind_of, read_json
from webform.web.answers import json_answer, refuse
from webform.web.guards import check_origin

if TYPE_CHECKING:
    from flask import Response

    from webform.web.served import Served
    from webform.web.site import Site

#: How many suggestions are passed on, and how long a label may be.
MAX_SUGGESTIONS = 50
MAX_LABEL = 200
#: What a suggestion may be.
_SCALARS = ("string", "number", "boolean")


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
        answer = site.runs.runner.get(served.address, input_.endpoint, {"q": typed})
        if answer.status != 200:
            refuse(502, "tool-failed", gettext("The tool answered with status {status}.", status=answer.status))
        return _normal(read_json(answer.body.decode("utf-8", "replace")))
    except CallError as error:
        refuse(502, error.code, error.message, error.advice)
    except NotJSONError:
        refuse(502, "bad-answer", gettext("The tool's answer is no list of suggestions."))


def _normal(value: Any) -> list[dict[str, Any]]:
    found = value.get("results") if isinstance(value, dict) else value
    if not isinstance(found, list):
        refuse(502, "bad-answer", gettext("The tool's answer is no list of suggestions."))
    suggestions = [result if isinstance(result, dict) else {"value": result} for result in found]
    usable = [suggestion for suggestion in suggestions if kind_of(suggestion.get("value")) in _SCALARS]
    return [
        {"value": suggestion["value"], "label": _label(suggestion.get("label"), suggestion["value"])}
        for suggestion in usable[:MAX_SUGGESTIONS]
    ]


def _label(label: Any, value: Any) -> str:
    for text in (label, value):
        if isinstance(text, str) and text.strip():
            return text[:MAX_LABEL]
    return brief(value, MAX_LABEL)
