"""Streams of events: framed in either way, cut anywhere, in any of their languages."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import webform
from webform.envelopes import read
from webform.envelopes.streams import EventParser, Stream, StreamEvent, event_of
from webform.envelopes.streams.frames import MEDIA, PLAIN
from webform.envelopes.streams.frames import SSE as SSE_MEDIA
from webform.values import ABSENT

ANY = webform.load({"name": "t", "inputSchema": {}})[0]


def tool(*outputs):
    declared = [{"key": key, "type": kind, "label": key} for key, kind in outputs]
    return webform.load({"id": "t", "name": "T", "inputs": [], "outputs": declared})[0]


def updates_of(events, of=ANY):
    stream = Stream(of)
    updates = [update for event in events for update in stream.take(event_of(event))]
    return updates, stream.end().value


SSE = (
    b': hello\r\n\r\nevent: output:a\r\ndata: {"value":\r\ndata: 1}\r\n\r\nid: 5\r\ndata: {"b": 2}\n\ndata: [DONE]\n\n'
)


_LF = SSE.replace(b"\r\n", b"\n")


@pytest.mark.parametrize("script", [SSE, _LF, _LF.replace(b"\n", b"\r")])
@given(cuts=st.lists(st.integers(0, len(SSE)), max_size=8))
def test_events_are_the_same_wherever_they_were_cut_and_however_lines_end(script, cuts):
    parser, places = EventParser(SSE_MEDIA), sorted({0, len(script), *(cut % len(script) for cut in cuts)})
    found = [event for start, end in pairwise(places) for event in parser.take(script[start:end])]

    assert [(event.name, event.data) for event in [*found, *parser.end()]] == [
        ("output:a", {"value": 1}),
        ("", {"b": 2}),
        ("done", ABSENT),
    ]


@given(st.lists(st.integers(0, 12), max_size=5))
def test_a_plain_text_is_the_same_wherever_it_was_cut(cuts):
    text = "né 💶 [1]".encode()
    parser, places = EventParser(PLAIN), sorted({0, len(text), *(cut % len(text) for cut in cuts)})
    found = [event for start, end in pairwise(places) for event in parser.take(text[start:end])]

    assert "".join(event.text for event in [*found, *parser.end()]) == text.decode()


def test_a_last_event_without_its_end_counts():
    parser = EventParser(SSE_MEDIA)

    assert [*parser.take(b'data: {"a": 1}'), *parser.end()] == [StreamEvent("", {"a": 1})]
    assert not parser.is_cut


@pytest.mark.parametrize("rest", [b'data: {"a": 1', b'data: "a', b"data: [1,"])
def test_a_last_event_that_breaks_off_is_none(rest):
    parser = EventParser(SSE_MEDIA)

    assert [*parser.take(rest), *parser.end()] == []
    assert parser.is_cut


NAMES = st.sampled_from(
    ["kind", "event", "type", "output_key", "data", "value", "delta", "text", "progress", "message"]
)
WORDS = st.sampled_from(
    ["progress", "chunk", "done", "error", "output:a", "a", "text-start", "text-delta", "text-end", "log"]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=12,
)


@given(
    st.lists(JSON, max_size=5),
    st.sampled_from([ANY, tool(("a", "log")), tool(("a", "chart_line")), tool(("a", "text"))]),
)
def test_whatever_comes_is_told_as_events_are(events, of):
    found, _ = updates_of(events, of)

    assert {event["type"] for event in found} <= {"progress", "log", "chunk", "partial"}


@given(st.binary(max_size=200), st.sampled_from([*MEDIA, PLAIN]))
def test_whatever_is_called_a_stream_is_a_result(data, media):
    assert read(ANY, data, headers={"content-type": media}).status in ("ok", "error", "invalid", "cancelled")


@pytest.mark.parametrize(
    ("events", "found", "answer"),
    [
        ([{"kind": "progress", "data": {"percent": 50}}], [{"type": "progress", "done": 50, "total": 100, "message": ""}], ABSENT),
        ([{"kind": "progress", "data": {"progress": 1, "total": 0}}], [{"type": "progress", "done": 1, "total": None, "message": ""}], ABSENT),
        ([{"kind": "progress"}], [{"type": "progress", "done": 0, "total": None, "message": ""}], ABSENT),
        ([{"kind": "chunk", "data": "a"}, {"kind": "chunk", "data": {"b": 1}}],
         [{"type": "chunk", "text": "a"}, {"type": "partial", "value": ["a", {"b": 1}]}], ["a", {"b": 1}]),
        ([{"event": "log", "level": "error", "message": "m"}], [{"type": "log", "level": "error", "message": "m"}], ABSENT),
        ([{"event": "text", "text": "plain"}], [{"type": "chunk", "text": "plain"}], "plain"),
        ([{"a": 1}, {"a": 2}], [{"type": "partial", "value": {"a": 1}}, {"type": "partial", "value": [{"a": 1}, {"a": 2}]}], [{"a": 1}, {"a": 2}]),
    ],
)  # fmt: skip
def test_an_event_is_told_in_our_words(events, found, answer):
    assert updates_of(events) == (found, answer)


@pytest.mark.parametrize(("event", "error"), [
    ({"kind": "error"}, {"message": "The tool failed."}),
    ({"event": "error", "message": "No", "retryAfter": 5}, {"message": "No", "retryAfter": 5}),
    ({"type": "error", "errorText": "No"}, {"message": "No"}),
    ({"error": "No"}, {"message": "No"}),
])  # fmt: skip
def test_an_error_ends_a_stream(event, error):
    stream = Stream(ANY)

    assert list(stream.take(event_of(event))) == []
    assert stream.collected.over
    assert stream.collected.error == {"type": "error", **error}


def test_a_stream_of_outputs_is_put_together_by_their_types():
    outputs = tool(
        ("reply", "stream_text"), ("lines", "log"), ("chart", "chart_line"), ("bar", "progress"), ("n", "number")
    )
    point = {"x": [1], "series": [{"name": "a", "y": [5]}]}
    found, answer = updates_of([
        {"output_key": "reply", "value": "The "}, {"output_key": "reply", "value": "end"},
        {"output_key": "lines", "value": {"lines": [{"level": "info", "message": "m"}]}},
        {"output_key": "lines", "value": {"lines": [{"level": "info", "message": "n"}]}},
        {"output_key": "chart", "value": point}, {"output_key": "chart", "value": point},
        {"output_key": "bar", "value": 0.5}, {"output_key": "bar", "value": 1},
        {"output_key": "n", "value": 1}, {"event": "output:n", "value": 2}, {"output_key": "reply", "value": "", "done": True},
    ], outputs)  # fmt: skip

    assert answer == {
        "reply": "The end",
        "lines": {"lines": [{"level": "info", "message": "m"}, {"level": "info", "message": "n"}]},
        "chart": {"x": [1, 1], "series": [{"name": "a", "y": [5, 5]}]},
        "bar": 1,
        "n": 2,
    }
    assert [event["type"] for event in found] == ["chunk"] * 2 + ["log"] * 2 + ["partial"] * 2 + ["progress"] * 2 + [
        "partial"
    ] * 2


def test_a_discriminator_that_is_still_open_chooses_no_variant():
    variants = [{"properties": {"type": {"const": name}}} for name in ("content", "content_with")]
    of = webform.load({"name": "t", "inputSchema": {}, "outputSchema": {"type": "object", "anyOf": variants}})[0]
    text = '{"type": "content_with", "n": 1}'
    events = [
        {"type": "text-start", "responseType": "X"},
        *({"type": "text-delta", "delta": character} for character in text),
    ]
    found, answer = updates_of(events, of)

    types = [event["value"].get("type") for event in found]
    assert "content" not in types
    assert types[-1] == "content_with"
    assert answer == json.loads(text)
