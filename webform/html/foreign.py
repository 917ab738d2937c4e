"""Texts of others → HTML, within what a page may cost: at once where that is quick, else in a process; then kept."""

from __future__ import annotations

import hashlib
import signal
from collections import OrderedDict
from threading import Lock
from time import monotonic, thread_time
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup, escape

from webform import bounded
from webform.html import highlight, markdown, mathml
from webform.language import gettext, marked
from webform.texts import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from types import FrameType

#: What a page may cost: seconds of processor in this process, seconds in others, and characters of HTML.
AT_ONCE, ELSEWHERE, SIZE = 0.3, 1.5, 1_000_000
#: Seconds that one text may take in this process, and in another; and those in which that starts and ends.
_ONE_AT_ONCE, _ONE_ELSEWHERE, _AROUND = 0.1, 0.5, 1.5
#: Characters of HTML that are kept for later pages.
MAX_KEPT = 16_000_000

#: Why a text is plain: to draw it takes too long, or the page holds too much.
_WHY = {
    "code": (
        marked("Shown without colours: to draw it would take too long."),
        marked("Shown without colours: this page holds too much."),
    ),
    "other": (
        marked("Shown as it was written: to draw it would take too long."),
        marked("Shown as it was written: this page holds too much."),
    ),
}


class Foreign(NamedTuple):
    """A text of somebody else's: what it is (`code`, `markdown` or `formula`), and the language of code."""

    kind: str
    text: str
    language: str = ""

    def render(self, seconds: float) -> str:
        """Return it as HTML; raise `TooMuchError` where that takes more than *seconds* of processor."""
        match self.kind:
            case "code":
                return highlight.highlight(self.text, self.language, seconds)
            case "markdown":
                return markdown.markdown(self.text, seconds)
        return mathml.mathml(self.text) or ""

    @property
    def is_quick(self) -> bool:
        """Whether no step of rendering it takes long, whatever it says."""
        match self.kind:
            case "code":
                return highlight.is_quick(self.text, self.language)
            case "markdown":
                return markdown.is_quick(self.text)
        return mathml.is_quick(self.text)

    @property
    def plain(self) -> Markup:
        """It as it is."""
        return escape(self.text if self.kind == "markdown" else visible(self.text))


class Drawn(NamedTuple):
    """A text as HTML, and why it is plain, where it is; a formula that cannot be read is `""`."""

    html: Markup
    note: str = ""


class _Kept:
    """What was rendered, by content; `None` is what takes too long."""

    def __init__(self) -> None:
        self._html: OrderedDict[bytes, str | None] = OrderedDict()
        self._size, self._lock = 0, Lock()

    def get(self, foreign: Foreign) -> tuple[bool, str | None]:
        """Tell whether *foreign* was rendered before, and what came of it."""
        key = _key(foreign)
        with self._lock:
            if key not in self._html:
                return False, None
            self._html.move_to_end(key)
            return True, self._html[key]

    def put(self, foreign: Foreign, html: str | None) -> None:
        """Keep *html*; what was not asked for the longest goes."""
        key = _key(foreign)
        with self._lock:
            self._size += len(html or "") - len(self._html.pop(key, None) or "")
            self._html[key] = html
            while self._size > MAX_KEPT or len(self._html) > MAX_KEPT // 1000:
                self._size -= len(self._html.popitem(last=False)[1] or "")

    def clear(self) -> None:
        """Forget all of it."""
        with self._lock:
            self._html.clear()
            self._size = 0


def _key(foreign: Foreign) -> bytes:
    content = f"{foreign.kind}\0{foreign.language}\0{foreign.text}"
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).digest()


KEPT = _Kept()


class Renderer:
    """Renders the texts of one page."""

    def __init__(self) -> None:
        self._at_once, self._elsewhere, self._size = AT_ONCE, ELSEWHERE, SIZE

    def prepare(self, texts: Iterable[Foreign]) -> None:
        """Render *texts*, so that all that take long take one process together."""
        slow = [text for text in dict.fromkeys(texts) if not KEPT.get(text)[0] and not self._render_at_once(text)]
        if slow and self._elsewhere > 0:
            self._render_elsewhere(slow)

    def render(self, kind: str, text: str, language: str = "") -> Drawn:
        """Return *text* as HTML, or plain with the reason."""
        foreign = Foreign(kind, text, language)
        too_long, too_much = _WHY["code" if kind == "code" else "other"]
        done, html = KEPT.get(foreign)
        if not done:
            self.prepare([foreign])
            html = KEPT.get(foreign)[1]
        if html is None:
            return Drawn(foreign.plain, gettext(too_long))
        self._size -= len(html)
        if self._size < 0 and len(html) > len(text):
            self._size += len(html)
            return Drawn(foreign.plain, gettext(too_much))
        return Drawn(Markup(html))  # noqa: S704 - made by the renderers

    def prose(self, text: str) -> Markup:
        """Return *text*, which is Markdown, as HTML with the reason where it is plain."""
        html, note = self.render("markdown", text)
        return Markup('<div class="text">{}</div>\n<p class="more">{}</p>').format(html, note) if note else html

    def _render_at_once(self, foreign: Foreign) -> bool:
        if self._at_once <= 0 or not foreign.is_quick:
            return False
        start = thread_time()
        try:
            KEPT.put(foreign, foreign.render(_ONE_AT_ONCE))
        except bounded.TooMuchError:
            return False
        finally:
            self._at_once -= thread_time() - start
        return True

    def _render_elsewhere(self, texts: Sequence[Foreign]) -> None:
        start = monotonic()
        try:
            found = bounded.call(render_all, texts, self._elsewhere, seconds=self._elsewhere + _AROUND)
        except bounded.NoTurnError:
            # That says nothing of these texts.
            return
        except bounded.TooMuchError:
            found = [None] * len(texts)
        finally:
            self._elsewhere -= monotonic() - start
        for foreign, html in zip(texts, found, strict=False):
            KEPT.put(foreign, html)


def render_all(texts: list[list[str]], seconds: float) -> list[str | None]:
    """Return the HTML of the first of *texts*, as many as there is time for; `None` for one that takes too long."""
    found: list[str | None] = []
    end = thread_time() + seconds
    for foreign in texts:
        left = end - thread_time()
        if left <= 0:
            break
        found.append(_rendered(Foreign(*foreign), min(left, _ONE_ELSEWHERE)))
    return found


def _rendered(foreign: Foreign, seconds: float) -> str | None:
    try:
        _interrupt_after(seconds)
        try:
            return foreign.render(seconds)
        finally:
            _interrupt_after(0)
    except bounded.TooMuchError:
        # The interrupt may come at any step, the last one too.
        return None


def _interrupt_after(seconds: float) -> None:
    """Raise `TooMuchError` in so many seconds of processor, also out of one step that takes long; 0 is never."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGVTALRM, _interrupt)
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise bounded.TooMuchError("it took too long")
