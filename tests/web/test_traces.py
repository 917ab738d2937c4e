"""Traces of runs: spans that are joined from the request over the queue to the tool, and none where that is off."""

from __future__ import annotations

import subprocess
import sys

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from tests.runs.postgres import postgres as run_postgres

PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
AS_JOB = {"Prefer": "respond-async"}


@pytest.fixture(scope="session")
def exporter():
    """Where the spans of this process go: it has one provider for as long as it lives."""
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    trace.set_tracer_provider(provider)
    return exporter


@pytest.fixture
def spans(exporter):
    """`spans() -> {name: span}`, of this test."""
    exporter.clear()
    return lambda: {span.name: span for span in exporter.get_finished_spans()}


def ids(span):
    return format(span.context.trace_id, "032x"), format(span.context.span_id, "016x")


def are_joined(found, run_id, acting):
    """Check that the spans are one trace, of which the tool was told."""
    begin, wait, call = found["begin"], found["wait"], found["call"]
    assert {ids(span)[0] for span in found.values()} == {PARENT.split("-")[1]}
    assert format(begin.parent.span_id, "016x") == PARENT.split("-")[2]
    assert wait.parent.span_id == call.parent.span_id == begin.context.span_id
    assert wait.start_time <= wait.end_time <= call.end_time
    assert dict(call.attributes) == {"webform.tool": "small", "webform.run": run_id[:8]}
    trace_id, span_id = ids(call)
    assert {name.lower(): value for name, value in acting.headers[0].items()}[
        "traceparent"
    ] == f"00-{trace_id}-{span_id}-01"


@pytest.mark.parametrize("headers", [{}, AS_JOB])
def test_a_run_is_one_trace_from_the_request_to_the_tool(new_app, acting, spans, headers):
    app = new_app(traces=True)
    run = (
        app.test_client().post("/tools/small/run", json={"title": "a"}, headers={"traceparent": PARENT, **headers}).json
    )
    app.extensions["webform"].runs.wait(run["run"], 20)

    are_joined(spans(), run["run"], acting)
    assert "title" not in str([span.to_json() for span in spans().values()])


@pytest.mark.slow
def test_the_spans_of_another_process_join_those_of_the_web_process(new_app, acting, spans):
    with run_postgres() as server:
        web = new_app(traces=True, queue=True, database=server.new_database())
        headers = {"traceparent": PARENT, **AS_JOB}
        run_id = web.test_client().post("/tools/small/run", json={"title": "a"}, headers=headers).json["run"]
        assert set(spans()) == {"begin"}

        worker = new_app(traces=True, queue=True, database=web.extensions["webform"].config.database)
        worker.extensions["webform"].runs._executor.execute(run_id, 1)

        are_joined(spans(), run_id, acting)
        for app in (web, worker):
            app.extensions["webform"].close()


def test_nothing_is_traced_where_that_is_off(new_app, acting, spans):
    new_app().test_client().post("/tools/small/run", json={"title": "a"}, headers={"traceparent": PARENT})

    assert spans() == {}
    assert "traceparent" not in {name.lower() for name in acting.headers[0]}


@pytest.mark.slow
def test_nothing_is_loaded_where_it_is_off():
    program = "import sys; from webform.web import create_app; sys.exit('opentelemetry' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
