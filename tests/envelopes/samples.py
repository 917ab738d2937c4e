"""The answers of the samples, and what each comes to."""

from __future__ import annotations

import json
from pathlib import Path

import webform
from webform.values import ABSENT

SAMPLES = Path(__file__).parents[1] / "samples"


def sample(name):
    return json.loads((SAMPLES / name).read_text("utf-8"))


def tool(*names, **more):
    properties = {name: {"type": "string"} for name in names}
    schema = {"type": "object", "properties": properties}
    return webform.load({"name": "t", "inputSchema": schema, **more})[0]


ANY = tool("query", "limit", "a", "x")
ALL_TYPES = webform.load(SAMPLES / "tool-json/all-types.tool.json")[0]
SEARCH = webform.load(SAMPLES / "field-maps/agent.json")[0]

WORKER = sample("arcade/today_worker_responses.json")
ENGINE = {
    case["name"].split(" (")[0]: case["response"] for case in sample("arcade/engine_execute_responses.json")["cases"]
}
EXECUTED = sample("field-maps/execute_responses.json")

#: Answer of Arcade -> status, value, pointers of its problems.
ARCADE = {
    'Search{"query": "x"}': ("ok", {"q": "x", "n": 10}, []),
    'Search{"query": 1, "limit": "5"}': ("invalid", ABSENT, ["/query"]),
    'Search{"limit": "abc"}': ("invalid", ABSENT, ["/query", "/limit"]),
    "Mail{}": ("ok", ["a", "b"], []),
    'Nothing{"x": "1"}': ("ok", {}, []),
    'Fails{"x": "1"}': ("error", ABSENT, []),
    'Crash{"x": "1"}': ("error", ABSENT, []),
    'Maybe{"x": "1"}': ("ok", "", []),
    "immediate success": ("ok", {"summary": "ok"}, []),
    "retryable error": ("error", ABSENT, []),
    "auth needed": ("authorize", ABSENT, []),
    "scheduled": ("scheduled", ABSENT, []),
}

#: Answer of the marketplace, in the order of the samples -> status, code, pointers of its problems.
MARKET = [
    ("ok", "", []),
    ("invalid", "refused", ["/query", "/limit"]),
    ("error", "capability", []),
    ("invalid", "refused", []),
    ("error", "payment", []),
    ("error", "payment", []),
    ("error", "deadline", []),
    ("error", "internal", []),
    ("error", "http-503", []),
]

TOOLEXEC = {
    "code_executeresult": ("ok", {"a": 1}),
    "runresult_local": ("ok", {"a": 1}),
    "runresult_mcp": ("ok", {"a": 1}),
    "runresult_null": ("ok", ABSENT),
    "runtime_executeresult": ("ok", {"a": 1}),
    "stepresult": ("ok", ABSENT),
}
EVENTS = sample("toolexec/streamevents.json")
