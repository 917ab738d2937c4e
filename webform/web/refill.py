"""A form filled in again with what a run sent: what no longer fits is a problem, and what was not kept is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.draft import check_draft, to_controls
from webform.files import FileStore, StoredFile
from webform.inputs.walk import changed
from webform.language import gettext, marked
from webform.problems import Problem
from webform.secrecy import holds_secrets, is_secret_at
from webform.values import join
from webform.web.pages import PageView, of_run

if TYPE_CHECKING:
    from webform.runs import Run
    from webform.web.served import Served
    from webform.web.site import Site

STALE = marked("Some of what was filled in no longer fits this tool. It is marked.")
KEPT_BACK = marked("Secrets aren't saved. Enter them again.")


def with_files(store: FileStore, value: Any, at: str, gone: list[Problem]) -> Any:
    """Return *value* with each file where *store* keeps it; *gone* has those that it does not keep any more."""
    if isinstance(value, StoredFile):
        kept = store.resolve(value)
        if kept is None:
            key = "file-gone" if value.name else "file-gone.unnamed"
            params = {"name": value.name} if value.name else {}
            gone.append(Problem(at=at, code="file-gone", key=key, params=params))
        return kept or value
    if isinstance(value, dict | list):
        return changed(value, lambda token, part: with_files(store, part, join(at, token), gone))
    return value


def filled_again(site: Site, served: Served, run: Run) -> PageView:
    """Return what the page of *run* shows, and say what no longer fits the tool, or was not kept."""
    view, form = of_run(served, run), served.tool.form
    if not run.over or served.tool.layout == "chat":
        return view
    stale: list[Problem] = []
    body = with_files(site.files, run.body, "", stale)
    found = (problem for problem in check_draft(form, view.draft, body) if not is_secret_at(form, problem.at))
    stale += [problem for problem in found if problem not in stale]
    notices = [gettext(STALE)] * bool(stale) + [gettext(KEPT_BACK)] * holds_secrets(form)
    if not notices:
        return view
    at_controls = to_controls(view.draft, stale)
    return view._replace(notices=[*view.notices, *notices], problems=[*view.problems, *at_controls])
