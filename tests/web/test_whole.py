"""A request is read whole or not at all: half of one is another request, and no tool is run by it."""

from __future__ import annotations

import pytest

from tests.large import Large

MB = 1024 * 1024
#: What a server says that knows by itself where a request ends, as those do that we are served by.
ENDS = {"wsgi.input_terminated": True}
PART = b'--x\r\nContent-Disposition: form-data; name="/title"\r\n\r\nhello\r\n'
MULTIPART, URLENCODED = "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"


@pytest.fixture
def client(new_app):
    title = {"key": "title", "type": "text", "label": "Title", "required": False}
    tool = {"id": "small", "name": "Small", "inputs": [title], "outputs": []}
    return new_app(tool, max_body_mb=0.1, max_field_mb=0.05).test_client()


@pytest.mark.parametrize("ends", [{}, ENDS])
@pytest.mark.parametrize(
    ("content_type", "data"),
    [
        (MULTIPART, PART),
        (MULTIPART, PART[:-10]),
        (MULTIPART, PART + b"--x--\r\n"),
        (MULTIPART, b""),
        (URLENCODED, b"%2Ftitle=hello+wor"),
        ("application/json", b'{"title": "x"}'),
    ],
)
def test_a_request_that_breaks_off_runs_nothing(client, acting, content_type, data, ends):
    broken = ends | {"CONTENT_LENGTH": str(len(data) + 1000)}
    for path in ("run", "check", "form") if "form" in content_type else ("run", "check"):
        answer = client.post(f"/tools/small/{path}", data=data, content_type=content_type, environ_overrides=broken)
        assert answer.status_code == 400

    assert acting.bodies == []


@pytest.mark.parametrize(
    ("content_type", "data"),
    [
        (MULTIPART, PART),
        (MULTIPART, b"garbage"),
        ("multipart/form-data", PART + b"--x--\r\n"),
        (MULTIPART.replace("=x", "=another"), PART + b"--x--\r\n"),
        (MULTIPART, PART.replace(b' name="/title"', b"") + b"--x--\r\n"),
        (
            MULTIPART,
            PART.replace(b"form-data", b'form-data; filename="a"').replace(b' name="/title"', b"") + b"--x--\r\n",
        ),
        (MULTIPART, PART.replace(b"/title", b"/\xff") + b"--x--\r\n"),
        (MULTIPART, b"--x\r\n\r\nhello\r\n--x--\r\n"),
    ],
)
def test_what_is_no_form_is_refused_and_not_taken_for_an_empty_one(client, acting, content_type, data):
    answer = client.post(
        "/tools/small/run", data=data, content_type=content_type, headers={"Accept": "application/json"}
    )

    assert (answer.status_code, answer.json["error"]["code"]) == (400, "broken-form")
    assert acting.bodies == []


@pytest.mark.parametrize(
    ("content_type", "data"),
    [
        (MULTIPART, Large(lambda: PART.replace(b"hello", b"x" * MB) + b"--x--\r\n")),
        (URLENCODED, Large(lambda: b"%2Ftitle=" + b"x" * MB)),
        # Cut off at the limit, either would be a whole body.
        ("application/json", Large(lambda: b'{"title": "x"}' + b" " * MB)),
        (URLENCODED, Large(lambda: b"%2Ftitle=x&" + b"&" * MB)),
    ],
)
def test_a_stream_without_end_is_refused_and_not_cut_to_the_limit(client, acting, content_type, data):
    answer = client.post(
        "/tools/small/run",
        data=data,
        content_type=content_type,
        headers={"Transfer-Encoding": "chunked"},
        environ_overrides=ENDS,
    )

    assert answer.status_code == 413
    assert acting.bodies == []


@pytest.mark.parametrize(
    ("content_type", "data", "body"),
    [
        (MULTIPART, PART + b"--x--\r\n", {"title": "hello"}),
        (MULTIPART, b"--x--\r\n", {}),
        (URLENCODED, b"%2Ftitle=hello", {"title": "hello"}),
        ("application/json", b'{"title": "hello"}', {"title": "hello"}),
    ],
)
@pytest.mark.parametrize("headers", [{}, {"Transfer-Encoding": "chunked"}])
def test_what_is_whole_is_taken_however_it_comes(client, acting, content_type, data, body, headers):
    client.post("/tools/small/run", data=data, content_type=content_type, headers=headers, environ_overrides=ENDS)

    assert acting.bodies == [body]
