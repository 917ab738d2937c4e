"""The details of a run: names and values that people read."""

from __future__ import annotations

from webform.html.details import details_view
from webform.result import Result
from webform.runs import Run

RUN = Run(id="a", tool_id="t", body={}, state="done", created=0, began=0.0, ended=1.5)
DETAILS = {
    "media_type": "text/csv",
    "bytes": 2048,
    "request_id": "7f",
    "predict_time": 1.25,
    "queue_ms": 80,
    "backend": {"kind": "local", "ready": True},
    "usage": {"prompt_tokens": 12, "by_model": {"a": {"b": 1}}},
    "permissions": ["read"],
}


def test_details_are_pairs_of_words():
    pairs = details_view(Result(status="ok", http_status=404, details=DETAILS), RUN).data.pairs

    assert [(key, cell.text) for key, cell in pairs] == [
        ("Duration", "1.5 s"),
        ("HTTP status", "404 Not Found"),
        ("Media type", "text/csv"),
        ("Size", "2 KB"),
        ("Request ID", "7f"),
        ("Predict time", "1.25"),
        ("Queue", "80 ms"),
        ("Backend · Kind", "local"),
        ("Backend · Ready", "true"),
        ("Usage · Prompt tokens", "12"),
        ("Usage · By model · A", '{"b": 1}'),
        ("Permissions", '["read"]'),
    ]


def test_without_details_there_are_none():
    assert details_view(Result(status="ok"), None) is None
