"""The author's view of one declaration: its form beside its problems, following the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import request

from webform import dialects
from webform.draft import begin
from webform.functions.process import FunctionError
from webform.html.highlight import highlight
from webform.lint import unread
from webform.problems import Problem, counted
from webform.published import body_schema
from webform.runners.operation_targets import typed_target
from webform.sample import sample
from webform.source import Source
from webform.values import ABSENT, write_json
from webform.web import create_app
from webform.web.answers import json_answer
from webform.web.pages import PageView, answer_page, form, section
from webform.web.python_functions import list_functions
from webform.web.served import Served
from webform.web.servers import Listed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from flask import Flask, Response

    from webform.functions import Function
    from webform.web.config import Config
    from webform.web.site import Site

    _Read = Callable[[], Listed]


class _Watched:
    """The tools of a file, read again whenever the file has changed."""

    def __init__(self, site: Site, file: Path, read: _Read, tool_name: str | None) -> None:
        self.site, self.file, self.tool_name = site, file, tool_name
        self._read = read
        self.version = ""
        self.problems: list[Problem] = []
        self.source: Source | None = None

    def follow(self) -> str:
        """Read the file if it has changed; return what names its content."""
        try:
            stat = self.file.stat()
            version = f"{stat.st_mtime_ns}-{stat.st_size}"
            if version != self.version:
                served, self.problems, self.source = self._read()
                self.site.serve([one for one in served if self.tool_name in (None, one.tool.id, one.tool.name)])
                self.version = version
        except OSError:
            # An editor replaces a file by taking it away first.
            return self.version
        return self.version


def create_preview(
    file: Path, config: Config, dialect: str | None = None, tool_name: str | None = None, run_url: str = ""
) -> Flask:
    """Return the app that shows the author's view of the declaration in *file*; its tool runs at *run_url*."""

    def read() -> Listed:
        tools, problems, source = dialects.read(file, dialect)
        targets = [typed_target(tool, run_url, config.timeout) if run_url else None for tool in tools]
        served = [Served(tool=tool, target=target) for tool, target in zip(tools, targets, strict=True)]
        return Listed(served, problems, source)

    return _preview(file, config, read, tool_name)


def create_function_preview(file: Path, function: Function, config: Config, tool_name: str | None = None) -> Flask:
    """Return the app that shows the author's view of the Python functions at *function*, which are in *file*."""

    def read() -> Listed:
        try:
            return list_functions(function, {}, config.timeout)
        except FunctionError as error:
            # It is being written.
            problem = Problem(at="", code="not-imported", key="verbatim", params={"text": str(error)})
            return Listed([], [problem], Source(value=ABSENT))

    return _preview(file, config, read, tool_name)


def _preview(file: Path, config: Config, read: _Read, tool_name: str | None) -> Flask:
    app = create_app([], config)
    site: Site = app.extensions["webform"]
    watched = _Watched(site, file, read, tool_name)
    app.before_request(lambda: watched.follow() and None)
    app.view_functions["webform.catalogue"] = lambda: _page(watched)
    app.add_url_rule("/preview/version", "webform.version", lambda: json_answer({"version": watched.follow()}))
    return app


def _page(watched: _Watched) -> Response:
    site = watched.site
    chosen = site.served.get(request.args.get("tool", "")) or next(iter(site.served.values()), None)
    late = unread([chosen.tool]) if chosen else ()
    context: dict[str, Any] = {
        "source": watched.file.name,
        "version_of_file": watched.version,
        "tools": [
            {
                "id": served.tool.id,
                "name": served.tool.name,
                "url": site.url(f"/?tool={served.tool.id}"),
                "current": served is chosen,
            }
            for served in site.served.values()
        ],
        "problems": [_shown(problem, watched.source) for problem in counted([*watched.problems, *late])],
        "form": None,
    }
    if chosen is not None:
        tool = chosen.tool
        view = PageView(begin(tool.form))
        context |= {
            "tool": chosen.shown,
            "form": form(site, chosen, view),
            "result": section(site, chosen, view),
            "sample": highlight(write_json(sample(tool.form), indent=2), "json"),
            "schema": highlight(write_json(body_schema(tool), indent=2), "json"),
        }
    return answer_page(site, "preview.html", context)


def _shown(problem: Problem, source: Source | None) -> dict[str, Any]:
    pieces = source.pieces(problem) if source and problem.line else None
    return {
        **problem.as_json(),
        "severity": problem.severity,
        "line": problem.line,
        "column": problem.column,
        "pieces": pieces,
    }
