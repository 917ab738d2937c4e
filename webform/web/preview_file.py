"""The file of an author's preview: its tools, read again once it has changed."""

from __future__ import annotations

import hashlib
from threading import Lock
from typing import TYPE_CHECKING

from webform.draft import begin
from webform.language import language
from webform.web.pages import PageView, form

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from markupsafe import Markup

    from webform.problems import Problem
    from webform.source import Source
    from webform.tool import Form
    from webform.web.served import Served
    from webform.web.servers import Listed
    from webform.web.site import Site

#: Forms of earlier states of a file that are kept, to tell what was typed into them.
MAX_FORMS = 16


class AuthorFile:
    """
    The tools of a file.

    Args:
        site: where they are served.
        path: the file.
        read: reads it.
        tool_name: the only tool of it that is served, if any.
        beside: other files whose change counts.
    """

    def __init__(
        self, site: Site, path: Path, read: Callable[[], Listed], tool_name: str | None, beside: Iterable[Path] = ()
    ) -> None:
        self.site, self.path = site, path
        self._read, self._tool_name, self._beside = read, tool_name, tuple(beside)
        self.version = ""
        self.problems: list[Problem] = []
        self.source: Source | None = None
        #: Whether no tool can be read of it now, so that those before are still served.
        self.is_stale = False
        self._drawn: dict[str, tuple[str, Markup]] = {}
        self._forms: dict[str, Form] = {}
        self._lock = Lock()

    def stamp(self) -> str:
        """Return what names the state of the file; `""` where it is not there."""
        # An editor replaces a file by taking it away first.
        first, *others = map(stamp_of, (self.path, *self._beside))
        return " ".join([first, *others]) if first else ""

    def follow(self) -> None:
        """Read the file if it has changed."""
        with self._lock:
            version = self.stamp()
            if version in ("", self.version):
                return
            try:
                served, problems, source = self._read()
            except OSError:
                return
            chosen = [one for one in served if self._tool_name in (None, one.tool.id, one.tool.name)]
            self.is_stale = not chosen and bool(self.site.served)
            if not self.is_stale:
                self.site.serve(chosen)
                self._drawn.clear()
            self.version, self.problems, self.source = version, problems, source

    def empty_form(self, served: Served) -> tuple[str, Markup]:
        """Return the form of *served* with nothing filled in, and before it the mark that tells it from others."""
        with self._lock:
            key = f"{language()} {served.tool.id}"
            drawn = self._drawn.get(key)
            if drawn is None:
                html = form(self.site, served, PageView(begin(served.tool.form)))
                mark = hashlib.sha256(html.encode("utf-8", "replace")).hexdigest()[:16]
                drawn = self._drawn[key] = (mark, html)
                self._forms.pop(mark, None)
                self._forms[mark] = served.tool.form
                if len(self._forms) > MAX_FORMS:
                    del self._forms[next(iter(self._forms))]
            return drawn

    def form_before(self, mark: str) -> Form | None:
        """Return the form of that mark, of this state of the file or one before."""
        return self._forms.get(mark)


def stamp_of(path: Path) -> str:
    """Return what names the state of the file at *path*; `""` where it is not there."""
    try:
        stat = path.stat()
    except OSError:
        return ""
    return f"{stat.st_mtime_ns}-{stat.st_size}-{stat.st_ino}"
