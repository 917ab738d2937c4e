"""Bodies of requests, by media type and encoding."""

from __future__ import annotations

import io
import json
from urllib.parse import parse_qsl

import pytest

from tests.runners.test_multipart import read
from webform import dataurl
from webform.files import FileStore
from webform.inputs.file import File
from webform.inputs.object import Object
from webform.operation import RequestBody
from webform.runners.failures import UnsendableError
from webform.runners.request_bodies import write_content

URL = dataurl.make("image/png", b"\x89PNG")


def written(media, value, input_=None, **encoding):
    """Return the media type and the bytes of a body."""
    content = write_content(RequestBody(media=media, encoding=encoding), value, input_)
    data = b"".join(content.chunks)
    assert content.length == len(data)
    return content.media, data


@pytest.mark.parametrize("media", ["application/json", "application/vnd.api+json; charset=utf-8"])
@pytest.mark.parametrize("value", [None, "x", 1, [], {"a": None}])
def test_json_is_json(media, value):
    found, data = written(media, value)

    assert (found, json.loads(data)) == (media, value)


def test_lines_of_json_are_the_items_of_a_list():
    assert written("application/x-ndjson", [{"a": 1}, 2]) == ("application/x-ndjson", b'{"a": 1}\n2\n')


@pytest.mark.parametrize(
    ("value", "encoding", "pairs"),
    [
        ({"a": "x y&=+é", "b": True, "c": 1.5, "d": None}, {}, [("a", "x y&=+é"), ("b", "true"), ("c", "1.5")]),
        ({"a": [1, None, 2]}, {}, [("a", "1"), ("a", "2")]),
        ({"a": {"b": 1}}, {}, [("a", '{"b": 1}')]),
        ({"a": {"b": {"c": [1]}}}, {"a": {"style": "deepObject"}}, [("a[b][c][0]", "1")]),
        ({"a": {"b": 1}}, {"a": {"explode": True}}, [("b", "1")]),
        ({"a": [1, 2]}, {"a": {"explode": False}}, [("a", "1,2")]),
        ({"a": [1, 2]}, {"a": {"style": "pipeDelimited"}}, [("a", "1|2")]),
        ({"a": [1, 2]}, {"a": {"contentType": "application/json"}}, [("a", "[1, 2]")]),
        ({"a": [{"b": 1}]}, {"a": None}, [("a", '{"b": 1}')]),
    ],
)
def test_forms_are_encoded_as_declared(value, encoding, pairs):
    media, data = written("application/x-www-form-urlencoded", value, **encoding)

    assert (media, parse_qsl(data.decode())) == ("application/x-www-form-urlencoded", pairs)


def test_parts_are_texts_json_and_files(tmp_path):
    files = FileStore(tmp_path, max_bytes=10**6)
    file = files.resolve(files.put(io.BytesIO(b"a,b"), "x.csv", "text/csv"))
    input_ = Object(key="body", label="", inputs=(File(key="inline", label=""),))
    value = {"t": "é", "n": [1, 2], "o": {"a": 1}, "l": [{"a": 1}], "x": None,
             "f": [file, file], "typed": file, "inline": URL, "text": URL, "d": {"k": "v"}}  # fmt: skip
    encoding = {"typed": {"contentType": "application/octet-stream"}, "l": {"contentType": "application/json"},
                "f": {"contentType": "text/csv, image/*"}, "t": {"contentType": "text/markdown"},
                "d": {"style": "deepObject"}}  # fmt: skip
    media, data = written("multipart/form-data", value, input_, **encoding)

    assert read(media, data) == [
        ("t", None, "text/markdown", "é".encode()),
        ("n", None, "text/plain", b"1"),
        ("n", None, "text/plain", b"2"),
        ("o", None, "application/json", b'{"a": 1}'),
        ("l", None, "application/json", b'[{"a": 1}]'),
        ("f", "x.csv", "text/csv", b"a,b"),
        ("f", "x.csv", "text/csv", b"a,b"),
        ("typed", "x.csv", "application/octet-stream", b"a,b"),
        ("inline", "file", "image/png", b"\x89PNG"),
        ("text", None, "text/plain", URL.encode()),
        ("d[k]", None, "text/plain", b"v"),
    ]


@pytest.mark.parametrize(
    ("media", "found"),
    [("image/*", "image/png"), ("application/octet-stream", "application/octet-stream"), ("*/*", "image/png")],
)
def test_a_body_that_is_a_file_is_its_bytes(media, found):
    assert written(media, URL, File(key="body", label="")) == (found, b"\x89PNG")


@pytest.mark.parametrize(
    ("media", "value", "found", "data"),
    [
        ("text/plain", "é", "text/plain; charset=utf-8", "é".encode()),
        ("text/*", 5, "text/plain; charset=utf-8", b"5"),
        ("application/xml", "<a/>", "application/xml", b"<a/>"),
    ],
)
def test_a_body_that_is_a_text_is_that_text(media, value, found, data):
    assert written(media, value) == (found, data)


@pytest.mark.parametrize("media", ["application/x-www-form-urlencoded", "multipart/form-data"])
def test_a_form_of_what_is_no_object_is_a_problem(media):
    with pytest.raises(UnsendableError) as raised:
        written(media, [1])

    assert (raised.value.problem.at, raised.value.problem.code) == ("/body", "unsendable")
