"""The author's view of one declaration: its form beside its problems, following the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import request

from webform import dialects
from webform.draft import begin
from webform.html.highlight import highlight
from webform.lint import unread
from webform.problems import counted
from webform.published import body_schema
from webform.runners.operation_targets import typed_target
from webform.sample import sample
from webform.values import write_json
from webform.web import create_app
from webform.web.answers import json_answer
from webform.web.pages import PageView, answer_page, form, section
from webform.web.served import Served

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask, Response

    from webform.problems import Problem
    from webform.source import Source
    from webform.web.config import Config
    from webform.web.site import Site


class _Watched:
    """The declaration in a file, read again whenever the file has changed."""

    def __init__(self, site: Site, file: Path, dialect: str | None, tool_name: str | None, run_url: str) -> None:
        self.site, self.file, self.dialect, self.tool_name, self.run_url = site, file, dialect, tool_name, run_url
        self.version = ""
        self.problems: list[Problem] = []
        self.source: Source | None = None

    def follow(self) -> str:
        """Read the file if it has changed; return what names its content."""
        try:
            stat = self.file.stat()
            version = f"{stat.st_mtime_ns}-{stat.st_size}"
            if version != self.version:
                tools, self.problems, self.source = dialects.read(self.file, self.dialect)
                self.site.serve([self._served(tool) for tool in tools if self.tool_name in (None, tool.id, tool.name)])
                self.version = version
        except OSError:
            # An editor replaces a file by taking it away first.
            return self.version
        return self.version

    def _served(self, tool: Any) -> Served:
        target = typed_target(tool, self.run_url, self.site.config.timeout) if self.run_url else None
        return Served(tool=tool, target=target)


def create_preview(
    file: Path, config: Config, dialect: str | None = None, tool_name: str | None = None, run_url: str = ""
) -> Flask:
    """Return the app that shows the author's view of the declaration in *file*; its tool runs at *run_url*."""
    app = create_app([], config)
    site: Site = app.extensions["webform"]
    watched = _Watched(site, file, dialect, tool_name, run_url)
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
