"""Traces of runs by OpenTelemetry, joined over the processes that a run goes through."""

from __future__ import annotations

from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING

from webform.logs import SHOWN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opentelemetry.context import Context

#: The header by which a span is handed on (W3C Trace Context).
HEADER = "traceparent"
_NANOSECONDS = 1e9


class Traces:
    """Spans; each is handed on as the text of its `traceparent`, `""` for none: these trace nothing."""

    def current(self) -> str:
        """Return the span that this thread is in."""
        return ""

    def span(self, name: str, parent: str, tool: str, run_id: str = "") -> AbstractContextManager[str]:
        """Be in a new span below *parent* meanwhile; it is what the context gives."""
        return nullcontext("")

    def add(self, name: str, parent: str, tool: str, run_id: str, times: tuple[float, float]) -> None:
        """Add a span below *parent* that is over, between two *times*."""


class OpenTelemetry(Traces):
    """Traces by the provider that the process has set up."""

    def __init__(self) -> None:
        # Of the extra `otel`; nothing of it is loaded where nothing is traced.
        from opentelemetry.trace import get_tracer  # noqa: PLC0415 - as said
        from opentelemetry.trace.propagation.tracecontext import (  # noqa: PLC0415 - as said
            TraceContextTextMapPropagator,
        )

        self._tracer, self._propagator = get_tracer("webform"), TraceContextTextMapPropagator()

    def current(self) -> str:
        """Return the span that this thread is in."""
        carrier: dict[str, str] = {}
        self._propagator.inject(carrier)
        return carrier.get(HEADER, "")

    @contextmanager
    def span(self, name: str, parent: str, tool: str, run_id: str = "") -> Iterator[str]:
        """Be in a new span below *parent* meanwhile."""
        # The words of an exception may quote a value.
        with self._tracer.start_as_current_span(
            name,
            context=self._below(parent),
            attributes=_facts(tool, run_id),
            record_exception=False,
            set_status_on_exception=False,
        ):
            yield self.current()

    def add(self, name: str, parent: str, tool: str, run_id: str, times: tuple[float, float]) -> None:
        """Add a span below *parent* that is over."""
        began, ended = (int(moment * _NANOSECONDS) for moment in times)
        span = self._tracer.start_span(
            name, context=self._below(parent), attributes=_facts(tool, run_id), start_time=began
        )
        span.end(max(began, ended))

    def _below(self, parent: str) -> Context | None:
        return self._propagator.extract({HEADER: parent}) if parent else None


def _facts(tool: str, run_id: str) -> dict[str, str]:
    return {"webform.tool": tool} | ({"webform.run": run_id[:SHOWN]} if run_id else {})


def traces(*, on: bool) -> Traces:
    """Return what traces runs, where that is *on*."""
    return OpenTelemetry() if on else Traces()
