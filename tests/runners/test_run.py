"""The protocol of a tool.json: a body with files as parts of a form."""

from __future__ import annotations

import hashlib
import io
from email.parser import BytesParser
from email.policy import HTTP

import webform
from tests.runners.conftest import answer, sent, target
from webform.files import FileStore

MULTIPART = webform.load({
    "id": "t", "name": "T", "input_transport": "multipart", "outputs": [],
    "inputs": [{"key": key, "type": "file", "label": key} for key in ("one", "many")],
})[0]  # fmt: skip


def test_files_travel_as_parts_where_the_tool_takes_them_so(listen, runner, tmp_path):
    files = FileStore(tmp_path, max_bytes=10**6)
    one, two = (
        files.put(io.BytesIO(data), name, "text/csv") for data, name in ((b"a,b\r\n", 'x".csv'), (b"c", "y.csv"))
    )
    body = {"one": files.resolve(one), "many": [files.resolve(one), files.resolve(two)], "n": 5, "t": "é\n", "l": [1]}
    tool = listen(answer(b"{}"))
    runner.run(MULTIPART, target(tool), body, run_id="r")

    parts = _parts(*sent(tool))
    assert [(name, filename, data) for name, filename, _, data in parts] == [
        ("one", "x%22.csv", b"a,b\r\n"),
        ("many", "x%22.csv", b"a,b\r\n"),
        ("many", "y.csv", b"c"),
        ("n", None, b"5"),
        ("t", None, "é\n".encode()),
        ("l", None, b"[1]"),
    ]
    assert parts[0][2] == "text/csv"


def test_files_in_the_body_itself_are_parts_too(listen, runner):
    inputs = [
        {"key": "one", "type": "file", "label": "One"},
        {"key": "many", "type": "file", "label": "Many", "multiple": True},
        {"key": "t", "type": "text", "label": "Text"},
    ]
    declared = {"id": "t", "name": "T", "input_transport": "multipart", "outputs": [], "inputs": inputs}
    (taker,) = webform.load(declared)
    url = "data:text/csv;name=a%20b.csv;base64,YSxi"
    for place in ({}, {"body_style": "wrapped"}):
        tool = listen(answer(b"{}"))
        runner.run(taker, target(tool, **place), {"one": url, "many": [url, url], "t": url}, run_id="r")

        assert [part for part in _parts(*sent(tool)) if part[0] in ("one", "many", "t")] == [
            ("one", "a b.csv", "text/csv", b"a,b"),
            ("many", "a b.csv", "text/csv", b"a,b"),
            ("many", "a b.csv", "text/csv", b"a,b"),
            ("t", None, "text/plain", url.encode()),
        ]


def test_a_wrapped_body_in_parts_has_its_id_beside_its_inputs(listen, runner):
    tool = listen(answer(b"{}"))
    runner.run(MULTIPART, target(tool, body_style="wrapped"), {"n": 5}, run_id="r")

    assert [(name, data) for name, _, _, data in _parts(*sent(tool))] == [
        ("run_id", hashlib.sha256(b"r").hexdigest()[:32].encode()),
        ("n", b"5"),
        ("_pixie", b"{}"),
    ]


def _parts(head, body):
    media = next(line for line in head.split("\r\n") if line.startswith("Content-Type"))
    message = BytesParser(policy=HTTP).parsebytes(media.encode() + b"\r\n\r\n" + body)
    return [
        (part.get_param("name", header="content-disposition"), part.get_filename(), part.get_content_type(),
         part.get_payload(decode=True))
        for part in message.iter_parts()
    ]  # fmt: skip
