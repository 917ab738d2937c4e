"""Raw answers in the store: where, how much of them, and without secrets."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from webform import load
from webform.files import FileStore
from webform.raw import Raw, RawMessage
from webform.runners import Target
from webform.runners.credentials import Credentials
from webform.runs.raw_answers import MAX_IN_ROW, kept
from webform.secrecy import body_secrets

SECRET = {"name": "t", "inputSchema": {"type": "object", "properties": {"word": {"type": "string", "writeOnly": True}}}}


@pytest.fixture
def files(tmp_path):
    return FileStore(tmp_path / "files")


def test_a_small_body_stays_in_the_row(files):
    raw = Raw(status=200, body=b"\xff" * MAX_IN_ROW)

    assert kept(raw, set(), files, redact=False) == raw


def test_a_large_body_is_a_file_that_the_run_holds(files):
    body = b"\xff" * (MAX_IN_ROW + 1)
    raw = kept(Raw(status=200, body=body), set(), files, redact=False)

    assert (raw.size, raw.body.open().read()) == (len(body), body)
    assert Raw.from_record(json.loads(json.dumps(raw.as_record()))) == raw


def test_without_room_the_beginning_is_kept(tmp_path):
    full = FileStore(tmp_path / "files", max_bytes=10)
    raw = kept(Raw(body=b"x" * 50_000), set(), full, redact=False)

    assert (raw.size, raw.note) == (MAX_IN_ROW, "Only the beginning was kept: there was no room for the rest.")


def test_many_messages_are_a_file_of_json_lines_and_a_beginning(files):
    messages = tuple(RawMessage(time=i / 10, direction="in", text="x" * 1000) for i in range(100))
    raw = kept(Raw(messages=messages), set(), files, redact=False)

    assert raw.messages[:-1] == messages[: len(raw.messages) - 1]
    assert 0 < len(raw.messages) < 20
    lines = raw.body.open().read().splitlines()
    assert json.loads(lines[99]) == {"time": 9.9, "direction": "in", "text": "x" * 1000}


def test_secrets_are_what_was_sent_and_is_not_kept_and_what_the_operator_set():
    headers = {"Authorization": "Bearer abcdefgh", "Accept": "application/json", "X-Short": "abc"}
    credentials = {"key": Credentials(value="k3y")}
    target = Target(url="https://t.example/run", headers=headers, env={"TOKEN": "0123456789", "DEBUG": "1"},
                    credentials=credentials)  # fmt: skip

    assert body_secrets({"a": "x", "b": ["s"], "n": 5}, {"a": "x"}) == {"s", "5"}
    assert target.secrets == {"Bearer abcdefgh", "abcdefgh", "0123456789", "k3y"}


@pytest.mark.parametrize(("mode", "keep_raw", "is_kept"), [("dev", False, True), ("production", True, True),
                                                           ("production", False, False)])  # fmt: skip
def test_production_keeps_it_where_the_operator_allows_it(new_runs, target, mode, keep_raw, is_kept, acting):
    acting.answer = {"word": "s3cret"}
    (tool,) = load(SECRET)
    runs = new_runs(mode=mode)
    run = runs.run(tool, replace(target, keep_raw=keep_raw), {"word": "s3cret"})
    raw = runs.store.get(run.id).result.raw

    assert (raw is not None) == is_kept
    assert "s3cret" not in json.dumps(raw.as_record() if raw else "")
