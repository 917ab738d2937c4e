"""Metrics of a process and of the database it shares, as Prometheus reads them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from flask import Response, request
from sqlalchemy.exc import SQLAlchemyError

from webform.files import FilesAwayError
from webform.web.access import Access, Gate
from webform.web.answers import answer, refuse
from webform.web.clients import kept_client

if TYPE_CHECKING:
    from collections.abc import Iterator

    from prometheus_client import Metric
    from prometheus_client.core import GaugeMetricFamily

    from webform.runs import Run
    from webform.web.site import Site

#: Upper ends of the buckets, in seconds, of how long runs wait, and of how long their calls take.
WAITS = (0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600)
CALLS = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600)
#: The label of the runs of tools that are served no more.
OTHER = "(not served)"


class Metrics:
    """
    What is counted of the runs of a process, and measured when it is asked for.

    Args:
        site: whose runs they are.
    """

    def __init__(self, site: Site) -> None:
        # Takes a while to load, and few want it.
        from prometheus_client import CollectorRegistry, Counter, Histogram  # noqa: PLC0415 - as said

        self._registry = CollectorRegistry()
        self.serve(site)
        self._runs = Counter(
            "webform_runs",
            "Runs that are over, as this process ended them; status is that of the result.",
            ["tool", "state", "status"],
            registry=self._registry,
        )
        seconds = partial(Histogram, labelnames=["tool"], registry=self._registry)
        self._waits = seconds("webform_run_wait_seconds", "Seconds that runs waited for their turn.", buckets=WAITS)
        self._calls = seconds("webform_run_call_seconds", "Seconds that calls of tools took.", buckets=CALLS)
        self._registry.register(self)

    def serve(self, site: Site) -> None:
        """Go by *site* from now on; what was counted stays."""
        self._site, self._gate = site, Gate(Access(token=site.config.metrics.token), site.counters)

    def begin(self, run: Run) -> None:
        """Count *run*, whose turn has come."""
        if run.began is not None:
            self._waits.labels(self._label(run.tool_id)).observe(max(0.0, run.began - run.created))

    def end(self, run: Run) -> None:
        """Count *run*, which is over."""
        tool = self._label(run.tool_id)
        self._runs.labels(tool, run.state, run.result.status if run.result else "").inc()
        if run.took_ms is not None:
            self._calls.labels(tool).observe(max(0.0, run.took_ms / 1000))

    def answer(self) -> Response:
        """Answer with all metrics whoever has the token."""
        from prometheus_client.exposition import choose_encoder  # noqa: PLC0415 - loaded by now

        self._gate.enter(request.environ, kept_client(request.environ))
        encode, media_type = choose_encoder(request.headers.get("Accept", ""))
        return answer(encode(self._registry), media_type)

    def collect(self) -> Iterator[Metric]:
        """Yield what is measured now; of a database or files that are away, nothing."""
        site = self._site
        yield _gauge("webform_streams", "Streams of events that this process has open.", site.streams.open)
        yield _gauge("webform_runs_unsaved", "Runs that are over and could not be saved yet.", site.runs.unsaved)
        try:
            yield self._unfinished()
            if (size := site.runs.store.database.size()) is not None:
                yield _gauge("webform_database_bytes", "Bytes of the database.", size)
            yield _gauge("webform_files_bytes", "Bytes of the files, as last counted.", site.files.used)
        except (SQLAlchemyError, FilesAwayError):
            return

    def _unfinished(self) -> Metric:
        about = "Runs that wait for their turn, or go on, in all processes that share the database."
        found = _gauge("webform_runs_unfinished", about, labels=("tool", "state"))
        totals = {(tool, state): 0 for tool in self._site.served for state in ("queued", "running")}
        for (tool_id, state), count in self._site.runs.unfinished().items():
            at = self._label(tool_id), state
            totals[at] = totals.get(at, 0) + count
        for (tool, state), count in totals.items():
            found.add_metric([tool, state], count)
        return found

    def _label(self, tool_id: str) -> str:
        """Return the id of a tool; those of tools that were served long ago are one, so that labels are few."""
        return tool_id if tool_id in self._site.served else OTHER


def _gauge(name: str, about: str, value: float | None = None, labels: tuple[str, ...] = ()) -> GaugeMetricFamily:
    from prometheus_client.core import GaugeMetricFamily  # noqa: PLC0415 - loaded by now

    return GaugeMetricFamily(name, about, value=value, labels=None if value is not None else labels)


def observe(site: Site) -> None:
    """Have the runs of *site* counted, where the operator wants that read."""
    if not site.config.metrics.token:
        return
    if found := _metrics_of(site):
        found.serve(site)
    else:
        site.observers.append(Metrics(site))


def metrics(site: Site) -> Response:
    """Answer with the metrics, where the operator wants them read."""
    found = _metrics_of(site) if site.config.metrics.token else None
    advice = "This site's owner can set [metrics]."
    return found.answer() if found else refuse(404, "no-metrics", "Metrics are not set up here.", advice)


def _metrics_of(site: Site) -> Metrics | None:
    return next((observer for observer in site.observers if isinstance(observer, Metrics)), None)
