"""Data URLs: read strictly, measured first, made and streamed."""

from __future__ import annotations

import base64
import io
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.large import Large
from webform.dataurl import (
    MAX_HEAD,
    MAX_PARAMETERS,
    DataURLError,
    chunks,
    clean_name,
    decode,
    first,
    head_of,
    make,
    parse,
)
from webform.messages import Phrase

MB = 1024 * 1024


@pytest.mark.parametrize(
    ("text", "media_type", "parameters", "head", "size"),
    [
        ("data:text/csv;base64,YSxi", "text/csv", (), "data:text/csv;base64,", 3),
        ("data:text/csv;base64,", "text/csv", (), "data:text/csv;base64,", 0),
        ("data:;base64,YQ==", "text/plain", (), "data:;base64,", 1),
        ("DATA:Image/PNG;BASE64,YWI=", "image/png", (), "DATA:Image/PNG;BASE64,", 2),
        ("data:image/svg+xml;charset=utf-8;base64,", "image/svg+xml", (("charset", "utf-8"),),
         "data:image/svg+xml;charset=utf-8;base64,", 0),
        ('data:a/b;Name="a b";x=;base64,', "a/b", (("name", "a b"), ("x", "")), 'data:a/b;Name="a b";x=;base64,', 0),
        ("data:a/b" + ";x=1" * MAX_PARAMETERS + ";base64,", "a/b", (("x", "1"),) * MAX_PARAMETERS,
         "data:a/b" + ";x=1" * MAX_PARAMETERS + ";base64,", 0),
    ],
    ids=range(7),
)  # fmt: skip
def test_a_data_url_says_its_type_parameters_head_and_size(text, media_type, parameters, head, size):
    found = parse(text)

    assert (found.media_type, found.parameters, found.head, found.size) == (media_type, parameters, head, size)


NO_URL = Phrase("data-url.start")
NO_BASE64 = Phrase("data-url.not-base64")
NO_COMMA = Phrase("data-url.comma", {"limit": MAX_HEAD})
NO_FORM = Phrase("data-url.form")
NO_LENGTH = Phrase("data-url.length")
NO_DIGIT = Phrase("data-url.character")
NO_END = Phrase("data-url.padding")
NO_BITS = Phrase("data-url.bits")

REFUSED = [
    ("", "not-a-data-url", NO_URL),
    ("https://example.org/a.png", "not-a-data-url", NO_URL),
    (" data:a/b;base64,", "not-a-data-url", NO_URL),
    ("data:a/b;base64", "bad-data-url", NO_COMMA),
    ("data:text/plain,hello", "not-base64", NO_BASE64),
    ("data:,", "not-base64", NO_BASE64),
    ("data:a/b;base64 ,", "not-base64", NO_BASE64),
    ('data:a/b;x="a,b";base64,', "not-base64", NO_BASE64),
    ("data:text;base64,", "bad-data-url", NO_FORM),
    ("data:/b;base64,", "bad-data-url", NO_FORM),
    ("data:a/b/c;base64,", "bad-data-url", NO_FORM),
    ("data:a/b;x;base64,", "bad-data-url", NO_FORM),
    ("data:a/b;base64;x=1;base64,", "bad-data-url", NO_FORM),
    ("data:a/b;;base64,", "bad-data-url", NO_FORM),
    ("data:a/b;x=a b;base64,", "bad-data-url", NO_FORM),
    ("data:a/b;x=\r\ny;base64,", "bad-data-url", NO_FORM),
    ("data:a/b;x=é;base64,", "bad-data-url", NO_FORM),
    ("data:\u212a/b;base64,", "bad-data-url", NO_FORM),
    ("data:a/" + "b" * 128 + ";base64,", "bad-data-url", NO_FORM),
    ("data:a/b" + ";x=1" * 11 + ";base64,", "bad-data-url", Phrase("data-url.parameters", {"limit": 10, "count": 11})),
    (Large(lambda: "data:a/b" + ";x=1" * 1_000_000 + ";base64,"), "bad-data-url", NO_COMMA),
    (Large(lambda: "data:a/b;" + "x" * 1_000_000 + "=1;base64,"), "bad-data-url", NO_COMMA),
    ("data:a/b;base64,A", "bad-base64", NO_LENGTH),
    ("data:a/b;base64,YQ", "bad-base64", NO_LENGTH),
    ("data:a/b;base64,YQ=", "bad-base64", NO_LENGTH),
    ("data:a/b;base64,YQ==\n", "bad-base64", NO_LENGTH),
    ("data:a/b;base64,YQ==YQ==", "bad-base64", NO_END),
    ("data:a/b;base64,====", "bad-base64", NO_END),
    ("data:a/b;base64,=AAA", "bad-base64", NO_END),
    ("data:a/b;base64," + "A" * 65534 + "==" + "YQ==", "bad-base64", NO_END),
    ("data:a/b;base64,Y Q=", "bad-base64", NO_DIGIT),
    ("data:a/b;base64,YQ\n=", "bad-base64", NO_DIGIT),
    # Without the characters that are none it would be whole.
    ("data:a/b;base64,YWJj\r\n\r\n", "bad-base64", NO_DIGIT),
    ("data:a/b;base64,YW!!Jj!!", "bad-base64", NO_DIGIT),
    ("data:a/b;base64,ab-_", "bad-base64", NO_DIGIT),
    ("data:a/b;base64,YQ%3D", "bad-base64", NO_LENGTH),
    ("data:a/b;base64,ééé=", "bad-base64", NO_DIGIT),
    ("data:a/b;base64,\ud800AAA", "bad-base64", NO_DIGIT),
    ("data:a/b;base64,YR==", "bad-base64", NO_BITS),
    ("data:a/b;base64,YWJ=", "bad-base64", NO_BITS),
]


@pytest.mark.parametrize(("text", "code", "message"), REFUSED, ids=[repr(case[0])[:30] for case in REFUSED])
def test_anything_else_is_refused_in_words(text, code, message):
    with pytest.raises(DataURLError) as caught:
        parse(text)

    assert (caught.value.code, caught.value.phrase) == (code, message)


def test_the_size_is_measured_before_anything_is_decoded():
    text = "data:a/b;base64," + "!" * (4 * MB)

    with pytest.raises(DataURLError) as caught:
        parse(text, limit=1000)

    assert (caught.value.code, caught.value.phrase) == (
        "too-large", Phrase("data-url.too-large", {"limit": 1000, "size": 3145728}),
    )  # fmt: skip


@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 1000])
def test_the_limit_is_the_size_decoded(size):
    text = make("a/b", bytes(size))

    assert parse(text, limit=size).size == size
    with pytest.raises(DataURLError):
        parse(text, limit=size - 1)


def test_reading_a_large_one_takes_no_memory_of_its_size():
    text = make("a/b", bytes(20 * MB))
    tracemalloc.start()
    parse(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert peak < MB


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("data:a/b;base64,", ""),
        ("data:a/b;name=report%20(1).csv;base64,", "report (1).csv"),
        ('data:a/b;filename="a b.csv";base64,', "a b.csv"),
        ("data:a/b;name=../../x;base64,", "x"),
        ("data:a/b;name=..%2F..%5Cetc%2Fpasswd;base64,", "passwd"),
        ("data:a/b;name=..;base64,", ""),
        ("data:a/b;name=a%00%0d%0ab%E2%80%AE.csv;base64,", "ab.csv"),
        ("data:a/b;name=%ff;base64,", "\ufffd"),
    ],
)
def test_its_name_is_for_display_only(text, name):
    assert parse(text).name == name


@pytest.mark.parametrize(
    ("name", "shown"),
    [("a.csv", "a.csv"), ("C:\\dir\\a.csv", "a.csv"), ("/etc/passwd", "passwd"), ("a/", ""), ("...", ""),
     (" a \n", "a"), (".env", ".env"), ("x" * 300, "x" * 255), ("\ud800\x1b[31ma", "[31ma"),
     ("日本 1.csv", "日本 1.csv")],
)  # fmt: skip
def test_a_name_is_cleaned(name, shown):
    assert clean_name(name) == shown


@given(st.text(max_size=80))
def test_a_clean_name_is_clean_and_kept(name):
    assert clean_name(clean_name(name)) == clean_name(name)
    assert parse(make("a/b", b"", name)).name == clean_name(name)


def test_a_name_that_is_too_long_is_left_out():
    assert make("a/b", b"", "日" * 255) == "data:a/b;base64,"


# bytes


@given(st.binary(max_size=200))
def test_what_is_made_is_what_it_was_made_of(data):
    text = make("Text/CSV; charset=utf-8", data)

    assert text == "data:text/csv;base64," + base64.b64encode(data).decode()
    assert decode(text) == data
    assert parse(text).size == len(data)


def canonical_base64(digits: str) -> bool:
    try:
        return base64.b64encode(base64.b64decode(digits, validate=True)).decode() == digits
    except ValueError:
        return False


@given(st.text(st.sampled_from("AZaz09+/=- \n"), max_size=12))
def test_exactly_the_base64_that_would_be_made_is_taken(digits):
    text = "data:a/b;base64," + digits
    try:
        data = decode(text)
    except DataURLError:
        assert not canonical_base64(digits)
    else:
        assert make("a/b", data) == text


@given(st.text(), st.integers(0, 10))
def test_any_text_is_read_or_refused(text, limit):
    for candidate in (text, "data:" + text, "data:a/b;base64," + text):
        try:
            found = parse(candidate, limit)
        except DataURLError:
            continue
        assert found.size <= limit
        assert candidate.startswith(found.head)


@pytest.mark.parametrize("media_type", ["", "text", "a/b/c", "a\n/b", "image/*"])
def test_no_data_url_is_made_of_what_is_no_media_type(media_type):
    with pytest.raises(ValueError, match="is no media type"):
        make(media_type, b"")


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5, 512, 100_000])
def test_its_first_bytes_are_read_alone(count):
    data = bytes(range(256)) * 20

    assert first(make("a/b", data), count) == data[:count]


def test_first_bytes_need_no_valid_rest():
    assert first("data:a/b;base64,YWJj!!!!", 3) == b"abc"


class Dripping(io.BytesIO):
    """A file that gives less than it is asked for, as sockets do."""

    def read(self, size: int | None = -1) -> bytes:
        return super().read(min(7, size) if size and size > 0 else 7)


@pytest.mark.parametrize("size", [0, 1, 2, 3, 48 * 1024 - 1, 48 * 1024, 48 * 1024 + 1, 200_000])
@pytest.mark.parametrize("kind", [io.BytesIO, Dripping])
def test_chunks_together_are_the_data_url(kind, size):
    data = (bytes(range(256)) * 800)[:size]

    assert b"".join(chunks(head_of("a/b"), kind(data))).decode() == make("a/b", data)


def test_chunks_are_read_as_they_are_asked_for():
    file = io.BytesIO(bytes(10 * MB))
    stream = chunks("data:a/b;base64,", file)

    assert [len(next(stream)), len(next(stream)), file.tell()] == [16, 64 * 1024, 48 * 1024]
