"""The author's view of one declaration: its form beside its problems, following the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from flask import Flask, Response, request

from webform import dialects
from webform.functions.process import FunctionError
from webform.language import gettext
from webform.problems import Problem
from webform.runners.operation_targets import typed_target
from webform.source import Source
from webform.values import ABSENT
from webform.web import create_app
from webform.web.answers import answer, refuse
from webform.web.events import answer_stream
from webform.web.pages import answer_page, render_page
from webform.web.preview_editor import Editor, is_near
from webform.web.preview_events import FileStream, FileWatch
from webform.web.preview_file import AuthorFile
from webform.web.preview_page import Chosen, answer_context, body_html, page_context, updated
from webform.web.python_functions import list_functions
from webform.web.sent import read_draft
from webform.web.served import Served
from webform.web.servers import Listed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from webform.functions import Function
    from webform.web.config import Config
    from webform.web.site import Site

    _Read = Callable[[], Listed]


class Extras(NamedTuple):
    """What an author adds to a preview: a file with an answer of the tool, and the editor that opens its file."""

    answer: Path | None = None
    editor: Editor | None = None


_NONE = Extras()


def create_preview(  # noqa: PLR0913 - an option of the command is an argument
    file: Path,
    config: Config,
    dialect: str | None = None,
    tool_name: str | None = None,
    run_url: str = "",
    *,
    extras: Extras = _NONE,
) -> Flask:
    """Return the app that shows the author's view of the declaration in *file*; its tool runs at *run_url*."""

    def read() -> Listed:
        tools, problems, source = dialects.read(file, dialect)
        targets = [typed_target(tool, run_url, config.timeout) if run_url else None for tool in tools]
        served = [Served(tool=tool, target=target) for tool, target in zip(tools, targets, strict=True)]
        return Listed(served, problems, source)

    return _preview(file, config, read, tool_name, extras)


def create_function_preview(
    file: Path, function: Function, config: Config, tool_name: str | None = None, *, extras: Extras = _NONE
) -> Flask:
    """Return the app that shows the author's view of the Python functions at *function*, which are in *file*."""

    def read() -> Listed:
        try:
            return list_functions(function, {}, config.timeout)
        except FunctionError as error:
            # It is being written.
            problem = Problem(at="", code="not-imported", key="verbatim", params={"text": str(error)})
            return Listed([], [problem], Source(value=ABSENT))

    return _preview(file, config, read, tool_name, extras)


def _preview(file: Path, config: Config, read: _Read, tool_name: str | None, extras: Extras) -> Flask:
    app = create_app([], config)
    site: Site = app.extensions["webform"]
    author = AuthorFile(site, file, read, tool_name, [extras.answer] if extras.answer else [])
    pages = _Pages(author, extras)
    site.tasks += (pages.watch,)
    app.before_request(author.follow)
    app.view_functions["webform.catalogue"] = pages.page
    app.add_url_rule("/preview/events", "webform.preview_events", pages.events)
    for name, view in {
        "update": pages.update, "body": pages.body, "answer": pages.show_answer, "open": pages.open_file,
    }.items():  # fmt: skip
        app.add_url_rule(f"/preview/{name}", f"webform.preview_{name}", view, methods=["POST"])
    return app


class _Pages:
    """The answers of a preview."""

    def __init__(self, author: AuthorFile, extras: Extras) -> None:
        self._author, self._site, self._extras = author, author.site, extras
        self.watch = FileWatch(author.stamp)

    def page(self) -> Response:
        """Answer with the page."""
        return self._answer_page(Chosen())

    def _answer_page(self, chosen: Chosen) -> Response:
        return answer_page(self._site, "preview.html", self._context(chosen))

    def _context(self, chosen: Chosen) -> dict[str, object]:
        editor = self._extras.editor is not None and is_near(request)
        return page_context(self._author, self._chosen(), self._extras.answer, chosen, editor=editor)

    def _chosen(self) -> Served | None:
        served = self._site.served
        return served.get(request.args.get("tool", "")) or next(iter(served.values()), None)

    def _found(self) -> Served:
        return self._chosen() or refuse(404, "no-tool", gettext("No tool can be read from the file now."))

    def update(self) -> Response:
        """Answer with the parts of the page for a script: the form filled in as it was sent, where it has changed."""
        context, served = self._context(Chosen()), self._chosen()
        if served is not None and context["chat"] is None:
            before = self._author.form_before(request.args.get("mark", ""))
            context = updated(self._site, served, context, before)
        return answer(render_page(self._site, "preview_parts.html", **context))

    def body(self) -> Response:
        """Answer with the body that the form which was sent stands for."""
        served = self._found()
        return answer(body_html(self._site, served, read_draft(self._site, served)[0]))

    def show_answer(self) -> Response:
        """Answer with the result that an answer is shown as: for a script, or as the page."""
        chosen = Chosen.sent()
        if request.headers.get("Webform-Fragment") is None:
            return self._answer_page(chosen)
        served = self._found()
        context = answer_context(self._site, served, self._extras.answer, chosen)
        url = self._site.url(f"/preview/answer?tool={served.tool.id}")
        return answer(render_page(self._site, "preview_answer.html", answer_url=url, **context))

    def events(self) -> Response:
        """Answer with the stream of the changes of the file."""
        return answer_stream(self._site, FileStream(self.watch, request.args.get("version", "")))

    def open_file(self) -> Response:
        """Open the file in the editor of its author, who asks from this machine."""
        editor = self._extras.editor
        if editor is None or not is_near(request):
            refuse(403, "not-here", gettext("Only a browser on the machine of the preview opens its editor."))
        editor.open(self._author.path, request.form.get("place", ""))
        if request.headers.get("Webform-Fragment") is None:
            back = self._site.url(f"/?tool={quote(request.args.get('tool', ''))}")
            return answer("", status=303, headers={"Location": back})
        return Response(status=204)
