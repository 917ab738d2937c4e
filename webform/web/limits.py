"""Limits of clients: runs, uploads and streams; and the words for whoever wants more."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Literal, NoReturn

from flask.globals import request_ctx

from webform.language import gettext, marked_plural, ngettext
from webform.runs.turns import WAITING
from webform.settings import COUNT, SECRET, STEP, option
from webform.web.answers import refuse
from webform.web.clients import kept_client
from webform.web.rates import Rate, wait_words

if TYPE_CHECKING:
    from flask import Request

    from webform.runs import BusyError
    from webform.web.counters import Counters

MB = 1024 * 1024
DAY = 24 * 3600
#: Bytes of a request that count as no upload: a form without files.
SMALL = 100_000
#: Declarations that one client has drawn in the playground within a minute: as fast as people type, and no faster.
DRAWINGS = 240
#: Seconds after which it is worth while to try again where nobody knows when there is room.
SOON = 5
_NO_LIMIT = float("inf")
#: What a client is told that begins more runs than it may in a minute, of all tools or of one.
_RUNS = marked_plural(
    "You can begin {count} run a minute; nothing was run.", "You can begin {count} runs a minute; nothing was run."
)
_RUNS_OF_TOOL = marked_plural(
    "You can begin {count} run of this tool a minute; nothing was run.",
    "You can begin {count} runs of this tool a minute; nothing was run.",
)


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What each client may use; `None` is no limit in dev, and that of `PRODUCTION` in production."""

    runs_at_once: int | None = option(COUNT, "Runs at the same time; four times as many may wait.")
    runs_a_minute: int | None = option(
        COUNT, "Runs begun in a minute; a batch or a chain counts once. A client may have 4 batches at a time."
    )
    uploads_mb_a_day: float | None = option(
        STEP, "Megabytes of all requests over 100 kB in a day. With it a request needs a `Content-Length`."
    )
    streams: int | None = option(
        COUNT,
        "Event streams at the same time; a page without one polls. All clients together have 6,000, or 400 in an app "
        "that a host's own server serves.",
    )

    storage: str = option(
        SECRET,
        'The address of a Redis in which all processes count together, such as `"redis://10.0.0.3:6379/0"`; needs '
        "`webform[redis]`. Without one, and while it is down, each process counts for itself.",
        "",
        secret=True,
    )

    def filled(self) -> Limits:
        """Return these limits, with those of `PRODUCTION` where nothing is set."""
        return replace(PRODUCTION, **{name: value for name, value in asdict(self).items() if value is not None})

    def of(self, mode: Literal["dev", "production"]) -> dict[str, float]:
        """Return all limits by name as they hold in *mode*."""
        limits = self.filled() if mode == "production" else self
        return {name: most or _NO_LIMIT for name, most in asdict(limits).items() if name != "storage"}


PRODUCTION = Limits(runs_at_once=16, runs_a_minute=120, uploads_mb_a_day=2000, streams=20)


class Shares:
    """
    What the clients of an app have used.

    Args:
        limits: what each may use.
        mode: where nothing is set, in which there are limits.
        counters: where what is used within a time is counted.
    """

    def __init__(self, limits: Limits, mode: Literal["dev", "production"], counters: Counters) -> None:
        most = limits.of(mode)
        self._counters = counters
        self.runs_at_once, self.streams = most["runs_at_once"], most["streams"]
        #: Whether no more runs are begun, since the server is to stop.
        self.stopping = False
        self._runs = counters.rate("runs", most["runs_a_minute"], 60)
        self._of_tools = dict[str, Rate]()
        self._drawings = counters.rate("drawings", DRAWINGS if mode == "production" else _NO_LIMIT, 60)
        self._uploads = counters.rate("uploads", most["uploads_mb_a_day"] * MB, DAY)

    def client(self) -> str:
        """Return the client whose share the runs of this request are counted in; `""` where there is no limit."""
        client = kept_client(request_ctx.request.environ)
        # Whose run it is has to be known when it is over, too.
        return client.name if client.user or self.runs_at_once != _NO_LIMIT else ""

    def take_run(self) -> None:
        """Count a run for the client of this request; refuse one too many."""
        if self.stopping:
            message = gettext("The server is about to stop; nothing was run.")
            refuse(503, "stopping", message, gettext("Try again in a moment."))
        self._take_run(self._runs)

    def take_run_of(self, tool_id: str, most: int | None) -> None:
        """Count a run of that tool, of which each client may begin *most* a minute; refuse one too many."""
        if most is not None:
            rate = self._of_tools.get(tool_id)
            if rate is None:
                rate = self._of_tools.setdefault(tool_id, self._counters.rate(f"runs:{tool_id}", most, 60))
            self._take_run(rate, of_tool=True)

    def _take_run(self, rate: Rate, *, of_tool: bool = False) -> None:
        if wait := rate.take(kept_client(request_ctx.request.environ).name):
            one, other = _RUNS_OF_TOOL if of_tool else _RUNS
            refuse_more("too-many-runs", ngettext(one, other, rate.most, count=f"{rate.most:g}"), wait)

    def take_drawing(self) -> None:
        """Count a declaration that the client of this request has drawn; refuse one too many."""
        if wait := self._drawings.take(kept_client(request_ctx.request.environ).name):
            message = gettext("You can preview {most} declarations a minute.", most=DRAWINGS)
            refuse_more("too-many-drawings", message, wait)

    def take_upload(self, request: Request) -> None:
        """Count what *request* sends for its client; refuse more than a day's share, before it is read."""
        if self._uploads.most == _NO_LIMIT:
            return
        length = request.content_length
        if length is None and "HTTP_TRANSFER_ENCODING" in request.environ:
            message = gettext("This server limits uploads, and has to know how long this one is.")
            refuse(411, "no-length", message, gettext("Send it with a Content-Length."))
        if length and length > SMALL and (wait := self._uploads.take(kept_client(request.environ).name, length)):
            most = self._uploads.most / MB
            message = gettext("You can upload {most} MB a day; this is more than is left.", most=f"{most:g}")
            refuse_more("too-many-uploads", message, wait)

    def refuse_busy(self, error: BusyError) -> NoReturn:
        """Refuse a run for which there is no room, in words that say whose room it is."""
        if error.of == "client":
            message = gettext(
                "You can have {most} runs going on and {waiting} waiting, and have; nothing was run.",
                most=f"{self.runs_at_once:g}",
                waiting=f"{WAITING * self.runs_at_once:g}",
            )
            refuse_more("too-many-runs", message, SOON)
        if error.of == "tool":
            message = gettext(
                "Too many runs of this tool are waiting already; nothing was run. Other tools can be run."
            )
            refuse(503, "tool-busy", message, gettext("Try again in a moment."))
        refuse(503, "busy", gettext("The server is busy; nothing was run."), gettext("Try again in a moment."))


def refuse_more(code: str, message: str, wait: int) -> NoReturn:
    """Refuse what is more than the share of a client, and say when there is more."""
    refuse(429, code, message, gettext("Try again {time}.", time=wait_words(wait)), {"Retry-After": str(wait)})
