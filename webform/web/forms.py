"""Forms that come back: after one of their buttons, or to be checked. Nothing runs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from flask import Response, request

from webform.bodies import outline
from webform.draft import Draft, act, begin, fill, find, hindrances, pointer_of
from webform.html.render import render_part
from webform.inputs.autocomplete import Autocomplete
from webform.language import gettext, marked
from webform.problems import Problem
from webform.secrecy import holds_secrets, masked
from webform.values import ABSENT, NotJSONError, read_json
from webform.web.answers import answer, json_answer, refuse, wants_json
from webform.web.complete import suggest
from webform.web.pages import MAX_BODY, PageView, form, id_prefix, show
from webform.web.sent import confirmed, keep_files, limit_values, read_draft, read_sent, sent_of
from webform.web.share import link_of, words_of

if TYPE_CHECKING:
    from webform.web.served import Served
    from webform.web.site import Site

#: The text is sent alone: the rest of the form is in the page before.
_ALONE = marked(
    "What you filled in before was not sent along with the JSON: go back to the page before to have it again."
)
#: Nothing tells the secrets in a text that is no JSON from the rest of it.
_NOT_SHOWN = marked("The JSON is not shown again, since it may hold a secret.")
_EXAMPLE = re.compile(r"example/(0|[1-9][0-9]{0,3})")


def act_on(site: Site, tool_id: str) -> Response:
    """Answer with the form after one of its buttons: as a page, or the part that a script asks for."""
    served, do = site.find(tool_id), request.form.get("do", "")
    if do == "link#":
        return _share(site, served)
    view = after(site, served, do)
    part = request.headers.get("Webform-Fragment")
    return show(site, served, view) if part is None else answer_part(site, served, view, part)


def answer_part(site: Site, served: Served, view: PageView, part: str) -> Response:
    """Answer with that part of the form of *view*, or with all of it, for a script."""
    html = form(site, served, view) if part == "#" else _part(site, served, view, part)
    return answer(html, headers={"Content-Security-Policy": served.policy})


def _share(site: Site, served: Served) -> Response:
    """Answer with the link to the form as it is filled in, for a script, or above the form."""
    draft, problems = read_draft(site, served)
    link = link_of(served.tool.form, draft)
    address = f"{request.host_url.rstrip('/')}{site.url(served.path)}"
    url = "" if link.too_long else f"{address}?{link.query}" if link.query else address
    if wants_json(request, default=False):
        return json_answer({"link": url, "message": words_of(link)})
    return show(site, served, PageView(draft, problems, notices=[words_of(link)], link=url))


def check(site: Site, tool_id: str) -> Response:
    """Answer with the body that was sent, its secrets masked, and what is wrong with it."""
    return answer_check(site, site.find(tool_id))


def answer_check(site: Site, served: Served) -> Response:
    """Answer with what was sent for *served*, its secrets masked, and what is wrong with it."""
    sent = confirmed(served.tool, read_sent(site, served))
    body = outline(masked(sent.form, sent.body))
    return json_answer({"ok": not sent.problems, "body": body, "problems": sent.problems_json})


def after(site: Site, served: Served, do: str) -> PageView:
    """Return what the form of *served* shows once its button *do* was pressed."""
    tool = served.tool
    if do == "fill":
        return _filled(site, served, request.form.get("body", ""))
    draft, problems = read_draft(site, served)
    if do == "reset#":
        return PageView(begin(tool.form))
    if match := _EXAMPLE.fullmatch(do):
        if int(match[1]) >= len(tool.examples):
            refuse(422, "unknown-act", gettext("There is no such example."))
        return PageView(fill(tool.form.root, tool.examples[int(match[1])].body))
    if do.startswith("suggest"):
        at = pointer_of(do.removeprefix("suggest")) or ""
        asked = draft.at(at)
        found = suggest(site, served, at, asked.text[-1] if asked and asked.text else "")
        return PageView(draft, problems, suggestions={at: found})
    if do.startswith("take["):
        return PageView(_taken(served, draft, do.removeprefix("take")), problems)
    # Without a button it is what was typed before, offered back by the browser that kept it.
    problems += hindrances(tool.form, draft, do)
    changed = act(tool.form, draft, do) if do else None
    if do and changed is None:
        refuse(422, "unknown-act", gettext("This form has no such button."))
    return PageView(draft, problems, opened=changed)


def _taken(served: Served, draft: Draft, text: str) -> Draft:
    """Return *draft* with a suggestion in it: *text* is the JSON of its pointer and its value, which has a type."""
    limit_values(text)
    try:
        at, value = read_json(text)
    except (NotJSONError, ValueError):
        at, value = "", ABSENT
    input_ = find(served.tool.form, None, at) if isinstance(at, str) else None
    if not isinstance(input_, Autocomplete):
        refuse(422, "unknown-act", gettext("Nothing is suggested at that place of the form."))
    filled, place = fill(input_, value), draft.make(at)
    place.presence, place.text = filled.presence, filled.text
    return draft


def _filled(site: Site, served: Served, text: str) -> PageView:
    """Return the form filled with the body that *text* is the JSON of."""
    limit_values(text)
    try:
        body = keep_files(served.tool.form.root, read_json(text), site.files)
    except NotJSONError as error:
        problem = Problem(at="", code="not-json", params={"fault": error.message})
        if holds_secrets(served.tool.form):
            return PageView(
                begin(served.tool.form), [problem.redacted()], notices=[gettext(_ALONE), gettext(_NOT_SHOWN)]
            )
        return PageView(begin(served.tool.form), [problem], notices=[gettext(_ALONE)], pasted=text[:MAX_BODY])
    sent = sent_of(served.tool, body)
    # What is masked is still in the form before, and a script carries it over; what is missing is yet to be filled in.
    return PageView(
        sent.draft, [problem for problem in sent.control_problems if problem.code not in ("masked", "required")]
    )


def _part(site: Site, served: Served, view: PageView, name: str) -> Any:
    address = site.url(served.path)
    html = render_part(
        served.tool.form, view.draft, pointer_of(name) or "", view.problems, address=address, id_prefix=id_prefix()
    )
    if html is None:
        refuse(422, "unknown-name", gettext("This form has no such part."))
    return html
