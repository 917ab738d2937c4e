"""A form filled in again with what a run sent: what no longer fits is said, and what was not kept is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.draft import check_draft, find, is_secret, to_controls
from webform.files import FileGoneError, StoredFile
from webform.inputs import Record
from webform.problems import Problem
from webform.values import join
from webform.web.pages import of_run

if TYPE_CHECKING:
    from webform.draft import Draft
    from webform.files import FileStore
    from webform.runs import Run
    from webform.tool import Form
    from webform.web.pages import View
    from webform.web.served import Served
    from webform.web.site import Site

STALE = "Some of what was filled in no longer fits this tool. It is marked."
KEPT_BACK = "What is secret was not kept. Fill it in again."


def keeps_back(form: Form) -> bool:
    """Tell whether there may have been more in the body than was kept: a secret."""
    inputs = form.root.inputs if isinstance(form.root, Record) else [form.root]
    return any(is_secret(each) for each in inputs) or _says_secret(form.schema)


def _says_secret(schema: Any) -> bool:
    if isinstance(schema, list):
        return any(map(_says_secret, schema))
    if not isinstance(schema, dict):
        return False
    if schema.get("writeOnly") is True or schema.get("format") == "password":
        return True
    return any(map(_says_secret, schema.values()))


def with_files(store: FileStore, value: Any, at: str, gone: list[Problem]) -> Any:
    """Return *value* with each file where *store* keeps it; *gone* has those that it does not keep any more."""
    match value:
        case StoredFile():
            kept = store.resolve(value)
            if kept is None:
                gone.append(Problem(at=at, code="file-gone", message=str(FileGoneError(value.name))))
            return kept or value
        case dict():
            return {key: with_files(store, each, join(at, key), gone) for key, each in value.items()}
        case list():
            return [with_files(store, each, join(at, index), gone) for index, each in enumerate(value)]
    return value


def filled_again(site: Site, served: Served, run: Run) -> View:
    """Return what the page of *run* shows, and say what no longer fits the tool, or was not kept."""
    view, form = of_run(served, run), served.tool.form
    if not run.over or served.tool.layout == "chat":
        return view
    stale: list[Problem] = []
    body = with_files(site.files, run.body, "", stale)
    found = (each for each in check_draft(form, view.draft, body) if not _is_of_secret(form, view.draft, each))
    stale += [each for each in found if each not in stale]
    notices = [STALE] * bool(stale) + [KEPT_BACK] * keeps_back(form)
    if not notices:
        return view
    at_controls = to_controls(view.draft, stale)
    return view._replace(notices=[*view.notices, *notices], problems=[*view.problems, *at_controls])


def _is_of_secret(form: Form, draft: Draft, problem: Problem) -> bool:
    """Tell whether *problem* is that a secret is not there."""
    at = problem.at
    while at:
        given = find(form, draft, at)
        if given is not None and is_secret(given):
            return True
        at = at.rpartition("/")[0]
    return False
