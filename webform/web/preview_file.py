"""The file of an author's preview: its tools, read again once it has changed, and who is told so."""

from __future__ import annotations

import hashlib
import json
from threading import Condition, Event, Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any

from webform.draft import begin
from webform.web.events import SILENCE, EventStream, event_text
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

#: Seconds between two looks at a file; one that is being written is left alone until two looks find the same.
TICK = 0.01
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
            drawn = self._drawn.get(served.tool.id)
            if drawn is None:
                html = form(self.site, served, PageView(begin(served.tool.form)))
                mark = hashlib.sha256(html.encode("utf-8", "replace")).hexdigest()[:16]
                drawn = self._drawn[served.tool.id] = (mark, html)
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


class FileWatch:
    """
    Tells streams that a file has changed: a thread looks at it while there are any.

    Args:
        stamp: returns what names the state of the file.
    """

    def __init__(self, stamp: Callable[[], str]) -> None:
        self._stamp = stamp
        #: What names the state that was seen last; `""` before there was any.
        self.version = ""
        self.is_closed = False
        self._wakes: set[Callable[[], None]] = set()
        self._changed = Condition()
        self._thread: Thread | None = None

    def watch(self) -> None:
        """Begin to look, in a thread."""
        with self._changed:
            if self._thread is None and not self.is_closed:
                self._thread = Thread(target=self._work, daemon=True, name="webform-preview")
                self._thread.start()

    def close(self) -> None:
        """End all streams, and look no more."""
        with self._changed:
            self.is_closed = True
            self._changed.notify_all()
        self._tell()

    def listen(self, wake: Callable[[], None]) -> Callable[[], None]:
        """Have *wake* called, from any thread, when the file has changed; return what ends that."""
        with self._changed:
            self._wakes.add(wake)
            self._changed.notify_all()
        return lambda: self._wakes.discard(wake)

    def _work(self) -> None:
        before = ""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._wakes or self.is_closed)
                self._changed.wait_for(lambda: self.is_closed, TICK)
                if self.is_closed:
                    return
            now = self._stamp()
            if now == before and now not in ("", self.version):
                self.version = now
                self._tell()
            before = now

    def _tell(self) -> None:
        for wake in tuple(self._wakes):
            wake()


class FileStream:
    """
    The changes of a file as Server-Sent Events, as they are sent to one client.

    Args:
        watch: looks at the file.
        version: what names the state that the client has.
    """

    def __init__(self, watch: FileWatch, version: str) -> None:
        self._watch, self._version = watch, version
        self._sent = monotonic()
        self.over = False

    def read(self) -> bytes:
        """Return what there is to send now, `b""` where there is nothing."""
        self.over, now = self._watch.is_closed, self._watch.version
        if now not in ("", self._version):
            self._version, self._sent = now, monotonic()
            return event_text("file", json.dumps({"version": now}))
        if monotonic() - self._sent < SILENCE:
            return b""
        self._sent = monotonic()
        return b":\n\n"

    @property
    def due(self) -> float:
        """When there is something to send though nothing has changed."""
        return self._sent + SILENCE

    def wait(self) -> None:
        """Return when there may be more."""
        woken = Event()
        end = self._watch.listen(woken.set)
        if self._watch.version in ("", self._version) and not self._watch.is_closed:
            woken.wait(max(self.due - monotonic(), 0))
        end()

    def watch(self, wake: Callable[[], None]) -> Callable[[], None]:
        """Have *wake* called when there may be more; return what ends that."""
        return self._watch.listen(wake)

    @staticmethod
    def farewell() -> bytes:
        """Return what has a client connect again."""
        return EventStream.farewell()


def shown_problem(problem: Problem, source: Source | None) -> dict[str, Any]:
    """Return what a page shows of *problem*, which is of *source*."""
    pieces = source.pieces(problem) if source and problem.line else None
    return {
        **problem.as_json(),
        "severity": problem.severity,
        "line": problem.line,
        "column": problem.column,
        "pieces": pieces,
    }
