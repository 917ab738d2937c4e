"""Streams in every language, as `webform.read` reads them and as a run tells of them."""

from __future__ import annotations

import json

import pytest

import webform
from tests.envelopes.streams.transcripts import ENDING, LINES, SSE, TRANSCRIPTS, data, lines, named, typed
from webform.envelopes.streams import LANGUAGES
from webform.runners.listening import Listener
from webform.values import ABSENT

ANY = webform.load({"name": "t", "inputSchema": {}})[0]


def tool(*outputs, **more):
    declared = [{"key": key, "type": kind, "label": key} for key, kind in outputs]
    return webform.load({"id": "t", "name": "T", "inputs": [], "outputs": declared, **more})[0]


def read(text, media=SSE, of=ANY):
    return webform.read(of, text, headers={"Content-Type": media})


def updates_of(text, media=SSE, of=ANY):
    """Return what is told of the stream *text* while it comes, and whether it was over."""
    updates = []
    take = Listener(of, updates.append).listen(media)
    over = take(text.encode())
    return updates, over


def texts(updates):
    return "".join(update["text"] for update in updates if update["type"] == "chunk")


def calls(result):
    return tuple((part.title, part.value) for part in result.parts if part.type == "tool-call")


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_a_stream_comes_to_its_text_the_calls_of_tools_and_what_is_known_beside(name):
    script = TRANSCRIPTS[name]
    result = read(script.text, script.media)

    assert (result.status, result.value, result.partial) == ("ok", script.value, None)
    assert (calls(result), result.details) == (script.calls, script.details)


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_its_text_is_told_as_it_comes(name):
    script = TRANSCRIPTS[name]

    assert texts(updates_of(script.text, script.media)[0]) == ("" if script.value is ABSENT else script.value)


@pytest.mark.parametrize("name", ENDING)
def test_a_stream_that_is_cut_keeps_what_had_come_beside_the_failure(name):
    script = TRANSCRIPTS[name]
    result = read(script.text[: len(script.text) // 2], script.media)

    assert (result.status, result.code) == ("error", "half-answer")
    assert result.value is ABSENT or (script.value.startswith(result.value) and result.partial is True)


@pytest.mark.parametrize("name", [name for name in TRANSCRIPTS if TRANSCRIPTS[name].value is not ABSENT])
def test_the_text_of_a_stream_is_the_declared_output_that_is_a_text(name):
    script = TRANSCRIPTS[name]
    of = tool(("score", "number"), ("title", "text"), ("reply", "stream_text"))

    assert read(script.text, script.media, of).value == {"reply": script.value}


def test_every_language_has_a_transcript():
    from webform.envelopes.streams import event_of, language_of
    from webform.envelopes.streams.frames import EventParser

    seen = {
        language_of(event)
        for script in TRANSCRIPTS.values()
        for event in EventParser(script.media).take(script.text.encode())
    }
    others = {language.__name__ for language in LANGUAGES} - {getattr(language, "__name__", "") for language in seen}

    assert event_of({"event": "x", "data": 1}).name == "x"
    assert others == {"Outputs"}


ERRORS = {
    "toolexec": (SSE, data({"kind": "chunk", "data": "Hello"}, {"kind": "error", "data": {"message": "No room"}})),
    "openai-chat": (SSE, TRANSCRIPTS["openai-chat"].text.partition(" world")[0].rpartition("data")[0]
                    + data({"error": {"message": "No room", "type": "server_error", "code": None}})),
    "openai-responses": (SSE, typed(
        {"type": "response.output_text.delta", "output_index": 0, "delta": "Hello"},
        {"type": "response.failed", "response": {"status": "failed", "error": {"code": "x", "message": "No room"}}})),
    "anthropic": (SSE, typed(
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Hello"}},
        {"type": "error", "error": {"type": "overloaded_error", "message": "No room"}})),
    "vercel": (SSE, data({"type": "text-start", "id": "1"}, {"type": "text-delta", "id": "1", "delta": "Hello"},
                         {"type": "error", "errorText": "No room"})),
    "vercel-lines": ("text/plain", '0:"Hello"\n3:"No room"\n'),
    "ollama": (LINES, lines({"model": "m", "response": "Hello", "done": False}, {"error": "No room"})),
    "cog": (SSE, named(("output", "Hello"), ("completed", {"id": "p", "status": "failed", "error": "No room"}))),
    "replicate": (SSE, named(("output", "Hello"), ("error", {"detail": "No room"}))),
    "langserve": (SSE, named(("data", '"Hello"'), ("error", {"status_code": 500, "message": "No room"}))),
    "named": (SSE, named(("text", "Hello"), ("error", {"message": "No room"}))),
}  # fmt: skip


@pytest.mark.parametrize("name", ERRORS)
def test_what_came_before_an_error_stays_with_the_error_beside_it(name):
    media, text = ERRORS[name]
    result = read(text, media)

    assert (result.status, result.message, result.value, result.partial) == ("error", "No room", "Hello", True)


def test_chunks_that_are_no_texts_are_a_list():
    result = webform.read(
        ANY, [{"kind": "chunk", "data": {"a": 1}}, {"kind": "chunk", "data": {"a": 2}}, {"kind": "done"}]
    )

    assert (result.status, result.value) == ("ok", [{"a": 1}, {"a": 2}])


def test_lines_of_records_are_a_list_of_records():
    records = [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Max"}]
    result = read(lines(*records), LINES)

    assert (result.status, result.value) == ("ok", records)
    assert read(lines(*records), LINES, tool(("rows", "table"))).value == {"rows": records}


@pytest.mark.parametrize("line", [
    {"msg": "m", "level": "warning", "extra": {"step": 3}}, {"message": "m", "level": "warning", "step": 3},
    {"text": "m", "level": "warning", "step": 3}, {"line": "m", "level": "warning", "step": 3},
])  # fmt: skip
def test_a_line_of_a_log_is_its_words_its_level_and_what_else_it_holds(line):
    text = named(("log", line), ("done", ""))

    assert updates_of(text)[0] == [{"type": "log", "level": "warning", "message": "m", "extra": {"step": 3}}]
    assert [(log.message, log.level, log.extra) for log in read(text).logs] == [("m", "warning", {"step": 3})]


def test_an_object_that_a_stream_came_to_is_read_as_an_answer_of_its_own():
    answer = {"content": [{"type": "text", "text": "No"}], "isError": True}
    result = webform.read(ANY, [{"kind": "progress", "data": 1}, {"kind": "done", "data": answer}])

    assert (result.status, result.message) == ("error", "No")


@pytest.mark.parametrize("end", [{"kind": "done"}, {"kind": "done", "data": None}, {"kind": "done", "data": ""}])
def test_an_end_without_a_value_leaves_the_text(end):
    assert webform.read(ANY, [{"kind": "chunk", "data": "[1, 2]"}, end]).value == "[1, 2]"


def test_an_end_with_a_text_is_that_text():
    assert (
        webform.read(ANY, [{"kind": "chunk", "data": "par"}, {"kind": "done", "data": "part and all"}]).value
        == "part and all"
    )


def test_a_json_array_of_events_is_a_stream():
    events = [
        {"candidates": [{"content": {"parts": [{"text": "Hello"}]}}]},
        {"candidates": [{"content": {"parts": [{"text": " world"}]}, "finishReason": "STOP"}]},
    ]

    assert read(json.dumps(events), "application/json").value == "Hello world"


@pytest.mark.parametrize("records", [
    [{"type": "error", "message": "disk full"}, {"type": "done", "message": "m"}],
    [{"event": "log", "message": "m"}, {"event": "done", "message": "m"}],
    [{"status": "succeeded", "id": "1", "output": "x"}],
])  # fmt: skip
def test_a_list_of_records_that_look_like_events_stays_a_list(records):
    assert webform.read(ANY, records).value == records


@pytest.mark.parametrize("records", [
    [{"event": "login", "user": "a"}, {"event": "logout", "user": "b"}],
    [{"event": "PushEvent", "data": {"a": 1}}, {"event": "ForkEvent", "data": "x"}],
    [{"type": "ping", "host": "a"}, {"type": "ping", "host": "b"}],
    [{"type": "start", "id": 1}, {"type": "stop", "id": 2}],
    [{"type": "info", "m": 1}, {"type": "done", "m": 2}, {"type": "finish"}, {"type": "info", "m": 3}],
])  # fmt: skip
@pytest.mark.parametrize("media", [SSE, "application/x-ndjson"])
def test_records_that_look_like_events_come_as_they_are(records, media):
    text = data(*records) if media == SSE else lines(*records)

    assert read(text, media).value == records


def test_the_data_of_an_event_that_is_called_a_result_is_the_record():
    assert read('{"event": "result", "data": {"a": 1}}', "application/x-ndjson").value == {"a": 1}


@pytest.mark.parametrize("error", [{"error": "No room"}, {"type": "error", "errorText": "No room"},
                                   {"type": "error", "message": "No room"}])  # fmt: skip
def test_an_error_after_records_ends_a_stream(error):
    result = read(data({"type": "info"}, error, {"type": "info"}))

    assert (result.status, result.message, result.value) == ("error", "No room", {"type": "info"})


def test_a_stream_of_langserve_adds_its_objects_to_one_another():
    text = named(("data", {"joke": "Why"}), ("data", {"joke": " not"}), ("data", {"poem": "Roses"}), ("end", ""))

    assert read(text).value == {"joke": "Why not", "poem": "Roses"}


def test_a_log_of_langserve_is_read_from_its_patches():
    ops = [{"ops": [{"op": "add", "path": "/streamed_output/-", "value": piece}]} for piece in ("Hel", "lo")]

    assert read(named(*(("data", patch) for patch in ops), ("end", ""))).value == "Hello"


def test_what_a_model_thinks_is_a_part_of_its_own():
    text = typed(
        {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "Hm. "}},
        {"type": "content_block_delta", "index": 1, "delta": {"type": "text_delta", "text": "Yes"}},
        {"type": "message_stop"},
    )
    result = read(text)

    assert (result.value, [(part.type, part.title, part.value) for part in result.parts]) == (
        "Yes",
        [("text", "Reasoning", "Hm.")],
    )


def test_files_data_and_sources_of_a_message_are_parts():
    text = data(
        {"type": "file", "url": "data:image/png;base64,eA==", "mediaType": "image/png"},
        {"type": "source-url", "sourceId": "1", "url": "https://a.example", "title": "A"},
        {"type": "data-weather", "data": {"c": 3}},
        {"type": "tool-output-available", "toolCallId": "t", "output": {"c": 3}},
        {"type": "finish"},
    )
    found = [(part.type, part.title, part.value, part.uri) for part in read(text).parts]

    assert found == [
        ("image", "", "data:image/png;base64,eA==", ""),
        ("link", "A", ABSENT, "https://a.example"),
        ("json", "weather", {"c": 3}, ""),
        ("json", "Tool result", {"c": 3}, ""),
    ]


def test_the_pieces_of_a_list_of_files_are_no_text():
    files = ["https://a.example/1.png", "https://a.example/2.png"]
    text = named(("completed", {"id": "p", "status": "succeeded", "output": files}))

    assert read(text).value == files


def test_the_pieces_of_a_text_keep_their_blanks_and_breaks():
    text = "data: one\n\ndata:  two\n\ndata:\ndata:\n\ndata: 3\n\n" + data("[DONE]")

    assert read(text).value == "one two\n3"
