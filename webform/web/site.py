"""The site that the pages of one app share: its tools, its runs, its files, its addresses."""

from __future__ import annotations

import logging
from dataclasses import replace
from threading import Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import Flask, request
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import NotFound

from webform.files import FileStore
from webform.html.env import environment, own_templates
from webform.language import gettext, language, marked
from webform.runners import DispatchingRunner, Runner, Target
from webform.runners.recent import Recent
from webform.runs import Batches, Run, Runs, RunStore
from webform.runs.database import reason
from webform.runs.sealing import Sealer
from webform.runs.webhooks import Deliveries
from webform.tracing import traces
from webform.web.answers import refuse
from webform.web.cache import Cache
from webform.web.counters import Counters
from webform.web.hooks import Billing, Hooks
from webform.web.limits import DAY, MB, Shares
from webform.web.outages import Outage
from webform.web.policy import policy
from webform.web.run_log import RunLog
from webform.web.served import Served, ServedTools, with_unique_ids
from webform.web.streams import Streams
from webform.web.theme import assets_in
from webform.web.tokens import Tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from webform.runs.tasks import Observer, Task
    from webform.tool import Tool
    from webform.web.config import Config, ToolConfig
    from webform.web.servers import Down, Listed

#: Seconds between two looks for runs and files that are too old; and at least, where as large a part of `keep_mb` as
#: that was written since.
TIDY_EVERY, TIDY_LEAST, TIDY_SHARE = 600.0, 1.0, 0.1
#: Settings of a site that stay as they are for as long as the process goes on.
FIXED = ("database", "files", "finish_seconds", "lease", "mode", "queue", "traces", "trusted_proxies")
NO_RUN = marked("There is no run at this address. Runs are private, and kept for a limited time.")
#: Sign-ins that are waited for, and for how many seconds.
MAX_SIGN_INS, KEEP_SIGN_INS = 1_000, 600.0

_log = logging.getLogger(__name__)


class Waiting(NamedTuple):
    """A sign-in that a person was sent away for: of which run, by which browser, for whose sessions."""

    run_id: str
    browser: str
    owner: str


class Site:
    """
    One app, or one part of a host's app.

    Args:
        tools: the tools, with where they are called.
        config: what the operator sets.
        prefix: where it hangs, `""` for the root.
        runner: what calls the tools.
        down: the servers whose tools are served once they can be asked for them.
        before: the site that this one takes the place of: its runs and files go on.
        hooks: what a host decides.
    """

    def __init__(  # noqa: PLR0913 - what an app is made of
        self,
        tools: Iterable[Served],
        config: Config,
        prefix: str,
        runner: Runner | None = None,
        down: Iterable[Down] = (),
        *,
        before: Site | None = None,
        hooks: Hooks | None = None,
    ) -> None:
        self.config: Config = _as_it_stays(config, before.config) if before else config
        self.prefix = prefix
        self.hooks = hooks or Hooks()
        #: What the processes of a site count together has its database and prefix.
        self.counters = Counters(config.limits.storage, self.config.database_or_default, prefix)
        self.tokens = Tokens(self.config.auth.signing_key, self.counters)
        self.policy = policy(config.frame_ancestors, config.media_origins, config.tiles)
        self.assets, self.cache = assets_in(config.theme), Cache()
        self._tools = ServedTools({})
        #: The path of the gallery, where there is one.
        self.gallery = ""
        self.serve(tools)
        self.shares = Shares(config.limits, self.config.mode, self.counters)
        if before:
            self._take_over(before)
        else:
            self._begin(runner)
        #: When runs that go on are ended, by the monotonic clock.
        self._ends = 0.0
        self._tidied, self._tidying = 0.0, Lock()
        self._adding = Lock()
        self.outages = tuple(Outage(server, error, self._restore) for server, error in down)
        #: What is done beside requests, in threads of their own; and what the site before did so.
        self.tasks: tuple[Task, ...] = ()
        self._left: tuple[Task, ...] = (*before.outages, *before.tasks) if before else ()

    def _begin(self, runner: Runner | None) -> None:
        """Begin what goes on for as long as the process does."""
        config = self.config
        store = RunStore(config.database_or_default, config.lease, queue=config.queue)
        self.files = FileStore(config.files_or_default, max_bytes=config.max_files_mb * MB, kept_hashes=store.hashes)
        self.deliveries = Deliveries(store, config.webhook)
        #: Who notes what becomes of runs.
        self.observers: list[Observer] = [RunLog(), Billing(self.hooks, store)]
        self.traces = traces(on=config.traces)
        self.runs = Runs(
            store,
            runner or DispatchingRunner(files=self.files),
            mode=config.mode,
            at_once=config.at_once,
            per_client=self.shares.runs_at_once,
            shared=self._is_shared,
            files=self.files,
            began=self._began,
            ended=self._ended,
            find=self._callable,
            sealer=Sealer.from_environment(),
            queue=config.queue,
            traces=self.traces,
        )
        self.batches = Batches(self.runs)
        self.streams = Streams(per_client=self.shares.streams)
        #: The sign-ins that people were sent away for, by their state; whose sessions go on from those without a key.
        self.sign_ins: Recent[Waiting] = Recent(MAX_SIGN_INS, KEEP_SIGN_INS)
        self.signed_in: Recent[str] = Recent(MAX_SIGN_INS, KEEP_SIGN_INS)

    def _take_over(self, before: Site) -> None:
        """Go on with the runs and files of *before*, with our own limits."""
        self.files, self.runs, self.batches, self.streams = before.files, before.runs, before.batches, before.streams
        self.sign_ins, self.signed_in, self.deliveries = before.sign_ins, before.signed_in, before.deliveries
        self.observers, self.traces = before.observers, before.traces
        self.files.max_bytes = self.config.max_files_mb * MB
        self.runs.renew(
            at_once=self.config.at_once,
            per_client=self.shares.runs_at_once,
            shared=self._is_shared,
            find=self._callable,
        )
        self.streams.per_client, self.deliveries.webhook = self.shares.streams, self.config.webhook

    def _is_shared(self) -> bool:
        return len(self._tools.own) > 1

    @property
    def served(self) -> dict[str, Served]:
        """The tools that are served, with their texts in the language in use."""
        return self._tools.worded

    def serve(self, tools: Iterable[Served]) -> None:
        """Serve *tools*, and no others."""
        self._tools = ServedTools({served.tool.id: self._configured(served) for served in with_unique_ids(tools)})
        self.cache.clear()

    def _callable(self, tool_id: str) -> tuple[Tool, Target] | None:
        """Return the tool of that id and where it is called; `None` where it cannot be."""
        served = self._tools.own.get(tool_id)
        return (served.tool, served.target) if served and served.target else None

    @property
    def _all_tasks(self) -> tuple[Task, ...]:
        return (self.deliveries, *self.outages, *self.tasks)

    def _began(self, run: Run) -> None:
        """Note that the turn of *run* has come."""
        for observer in self.observers:
            observer.begin(run)

    def _ended(self, run: Run) -> None:
        """Note that *run* is over."""
        for observer in self.observers:
            observer.end(run)
        self.deliveries.add(run)

    def watch(self) -> None:
        """Begin what is done beside requests: taking over runs, asking servers that are down, schedules, webhook."""
        self.runs.watch_over()
        for task in self._all_tasks:
            task.watch()
        # Only now: what is due meanwhile is done by one of the two.
        for task in self._left:
            task.close()
        self._left = ()

    def _restore(self, outage: Outage, listed: Listed) -> None:
        """Serve the tools of a server that was down, beside the others."""
        with self._adding:
            known = self._tools.own
            added = with_unique_ids([*known.values(), *listed.served])[len(known) :]
            self._tools = ServedTools(known | {served.tool.id: self._configured(served) for served in added})
            self.outages = tuple(other for other in self.outages if other is not outage)
            self.cache.clear()

    def _configured(self, served: Served) -> Served:
        settings = self.config.of_tool(served.tool.id)
        own = self.policy
        if settings.frame_ancestors is not None:
            own = policy(settings.frame_ancestors, self.config.media_origins, self.config.tiles)
        target = settings.place(served.tool, served.target, self.config.timeout)
        configured = replace(served, policy=own, target=target and self._limited(target, settings))
        return configured.signed(self.config.security)

    def _limited(self, target: Target, settings: ToolConfig) -> Target:
        """Return *target* with what the operator sets for its calls and answers."""
        most = settings.max_answer_mb or self.config.max_answer_mb
        keep_raw = self.config.raw or target.keep_raw
        return replace(
            target,
            max_response=int(most * MB) if most else target.max_response,
            keep_raw=keep_raw if settings.raw is None else settings.raw,
        )

    def find(self, tool_id: str) -> Served:
        """Return the tool of that id; raise `NotFound` if there is none."""
        served = self.served.get(tool_id)
        if served is None:
            more = " " + gettext("It may be one of a server that is unavailable now.") if self.outages else ""
            raise NotFound(gettext('There is no tool "{name}" here.', name=tool_id[:80]) + more)
        self.hooks.check(served.tool, "see")
        return served

    @property
    def personal(self) -> bool:
        """Whether pages depend on who is asking, so that none is kept for others."""
        return self.hooks.personal or environment() is not own_templates()

    @property
    def visible(self) -> dict[str, Served]:
        """The tools that who is asking may see."""
        if self.hooks.authorize is None:
            return self.served
        return {name: served for name, served in self.served.items() if not self.hooks.why_not(served.tool, "see")}

    def take_runs(
        self, tools: Iterable[Tool], runs: int = 1, known: Callable[[], Run | None] = lambda: None
    ) -> Run | None:
        """
        Count *runs* of each of *tools* for who is asking, before they begin; refuse what they may not run.

        Where a run is *known* that was begun by the same request, that is returned, and nothing is counted.
        """
        asked = list(tools)
        for tool in asked:
            self.hooks.check(tool, "run")
            self.tokens.check(tool)
        if found := known():
            return found
        self.shares.take_run()
        for tool in asked:
            most = self.config.of_tool(tool.id).runs_a_minute
            self.shares.take_run_of(tool.id, most)
        for tool in asked:
            self.hooks.check_charge(tool, runs)
        # Last: of what is refused a token has nothing used.
        self.tokens.take(runs * len(asked))
        return None

    def name_of(self, tool_id: str) -> str:
        """Return what the tool of that id is called; the id itself where it is served no more."""
        served = self.served.get(tool_id)
        return served.tool.name if served else tool_id

    def find_run(self, run_id: str) -> Run:
        """Return the run of that id; refuse the request if there is none."""
        found = self.runs.get(run_id)
        if found is None:
            refuse(404, "unknown-run", gettext(NO_RUN), gettext("It may have expired, or the link is incomplete."))
        self.check_seen(found.tool_id)
        return found

    def seen_run(self, run_id: str) -> Run | None:
        """Return the run of that id; `None` where there is none that who is asking may see."""
        found = self.runs.get(run_id)
        served = self.served.get(found.tool_id) if found else None
        return None if served and self.hooks.why_not(served.tool, "see") else found

    def check_seen(self, *tool_ids: str) -> None:
        """Refuse who is asking where they may not see one of these tools, as far as they are served."""
        for tool_id in tool_ids:
            if served := self.served.get(tool_id):
                self.hooks.check(served.tool, "see")

    def tool_of(self, run: Run) -> Served:
        """Return the tool of *run*; refuse the request if it is not served."""
        advice = gettext("Ask for the run as JSON to have its result.")
        message = gettext("The tool of this run is not served here any more.")
        return self.served.get(run.tool_id) or refuse(404, "tool-gone", message, advice)

    @property
    def root(self) -> str:
        """The prefix of all addresses, as seen by the browser."""
        # What a proxy says may come from a visitor: two slashes would lead to another site.
        above = request.script_root.strip("/\\")
        return f"/{above}{self.prefix}" if above else self.prefix

    def url(self, path: str) -> str:
        """Return the address of *path* within the app."""
        return self.root + path

    def run_json(self, run: Run) -> dict[str, Any]:
        """Return *run* as programs are shown it, with the address of the file that its value is."""
        shown = run.as_json()
        if "file" in shown:
            shown["file"]["href"] = self.url(f"/runs/{run.id}/download?format=file")
        return shown

    def asset(self, name: str) -> str:
        """Return the address of the built file of *name*."""
        return f"{self.root}/static/{self.assets.file_of(name)}"

    def texts(self) -> str:
        """Return the address of the texts of scripts in the language in use; `""` where they have them already."""
        file = self.assets.file_of(f"texts/{language()}.js")
        return f"{self.root}/static/{file}" if file else ""

    def tidy(self) -> None:
        """Delete what is too old or too much, now and then and when much was written; nobody waits for it."""
        now = monotonic()
        much = self.runs.store.written > self.config.keep_mb * MB * TIDY_SHARE
        due = now - self._tidied >= (TIDY_LEAST if much else TIDY_EVERY)
        if not due or not self._tidying.acquire(blocking=False):
            return
        self._tidied = now
        Thread(target=self._tidy, daemon=True).start()

    def _tidy(self) -> None:
        try:
            config = self.config
            self.runs.tidy(self.files, config.keep_days * DAY, config.keep_runs, config.keep_mb * MB)
        except (SQLAlchemyError, OSError) as error:
            # It is tried again at the next look; `faults` says what is wrong for as long as it is.
            _log.error("Old runs and files were not deleted: %s", reason(error))
        finally:
            self._tidying.release()

    def faults(self) -> list[str]:
        """Return in words what keeps the server from doing its work."""
        unsaved = self.runs.unsaved
        waiting = [f"{unsaved:,} finished runs wait to be saved"] if unsaved else []
        stopping = ["the server is about to stop"] if self.shares.stopping else []
        return [*filter(None, (self.runs.fault(), self.files.fault())), *waiting, *stopping]

    def stop(self) -> None:
        """Begin no more runs; those that go on have `finish_seconds` from now."""
        self.shares.stopping, self._ends = True, monotonic() + self.config.finish_seconds
        self.runs.stop()
        for task in self.tasks:
            task.close()

    def finish(self) -> None:
        """Return once the runs that may finish have."""
        self.batches.close()
        self.runs.finish(self._ends - monotonic())

    def close(self) -> None:
        """End all runs, and let go of the database."""
        for task in self._all_tasks:
            task.close()
        self.batches.close()
        self.runs.close()


def _as_it_stays(config: Config, before: Config) -> Config:
    """Return *config* with what cannot change while the process goes on as it was *before*; log what was changed."""
    fixed = {name: getattr(before, name) for name in FIXED}
    if changed := [name for name, value in fixed.items() if getattr(config, name) != value]:
        _log.warning("of the configuration, this counts once the server is started again: %s", ", ".join(changed))
    return replace(config, **fixed)


def sites_of(app: Flask) -> list[Site]:
    """Return the sites in *app*: that of ours, or those of a host's extensions."""
    return [part for part in app.extensions.values() if isinstance(part, Site)]


def close_sites(app: Flask) -> None:
    """End the runs of *app*, and its sessions with MCP servers: their programs would go on."""
    try:
        for site in sites_of(app):
            site.finish()
    finally:
        # Also where whoever stops the server has lost patience.
        for site in sites_of(app):
            site.close()
