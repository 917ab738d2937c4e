"""file: a file, or several, of given types."""

from __future__ import annotations

import pytest

from tests.inputs.one import One
from webform import dataurl
from webform.inputs.smallest import PNG
from webform.media import EXTENSIONS
from webform.messages import Phrase
from webform.values import ABSENT

CSV = dataurl.make("text/csv", b"a,b\n1,2\n")
TEXT = dataurl.make("text/plain", b"hello")


def test_its_options_are_read():
    input_ = One("file", accept=".csv, text/csv", max_size_mb=1.5, multiple=True).input

    assert (input_.accept, input_.max_bytes, input_.multiple) == ((".csv", "text/csv"), 1_572_864, True)


def test_the_example_of_the_seed_sends_a_data_url():
    one = One("file", label="Historic prices (CSV)", accept=".csv,text/csv", max_size_mb=10)

    assert one.post({"": CSV}) == (CSV, [])
    assert one.wrong("data:text/csv;base64,YSxiCg==") == []


@pytest.mark.parametrize("value", [CSV, "data:text/csv;charset=utf-8;base64,YQ==", "data:;base64,"])
def test_a_file_comes_back_as_it_was(value):
    one = One("file")

    assert (value, []) == one.posted(one.sends(value))


@pytest.mark.parametrize("value", [[], [CSV], [CSV, TEXT, CSV]])
def test_several_come_back_in_their_order(value):
    one = One("file", multiple=True)

    assert (value, []) == one.posted(one.sends(value))


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, (ABSENT, [("", Phrase("required.file"))])),
        ({"required": False}, (ABSENT, [])),
        ({"multiple": True}, (ABSENT, [("", Phrase("required.file"))])),
        ({"multiple": True, "required": False}, (ABSENT, [])),
        ({"multiple": True, "default": []}, ([], [])),
    ],
)
def test_blank_is_absent(options, expected):
    assert expected == One("file", **options).blank()


def test_its_schema_is_a_text_or_a_list_of_them():
    one = {"type": "string", "format": "data-url"}

    assert one == One("file").input.value_schema()
    assert {"type": "array", "items": one} == One("file", multiple=True).input.value_schema()


@pytest.mark.parametrize(
    ("options", "media_type"),
    [
        ({}, "image/png"), ({"accept": ".csv,text/csv"}, "text/csv"),
        ({"accept": ["application/pdf", ".txt"]}, "application/pdf"),
        ({"accept": "image/*"}, "image/png"), ({"accept": "audio/*"}, "audio/wav"), ({"accept": "*/*"}, "image/png"),
        ({"accept": "application/x-mine"}, "application/x-mine"), ({"accept": ".mine"}, "image/png"),
        ({"accept": ".mine, .csv"}, "text/csv"), ({"accept": "video/*"}, "video/x-msvideo"),
    ],
)  # fmt: skip
def test_its_sample_is_the_smallest_file_of_the_first_type_it_takes(options, media_type):
    assert media_type == dataurl.parse(One("file", **options).sample).media_type


@pytest.mark.parametrize("multiple", [True, False])
@pytest.mark.parametrize("limit", [None, 0.00001])
def test_its_sample_is_a_file_it_takes(limit, multiple):
    for accept in (*EXTENSIONS, "image/*", "video/*", "font/*", "text/csv;header=present", ".PNG"):
        one = One("file", accept=accept, max_size_mb=limit, multiple=multiple)

        assert one.wrong(one.sample) == [], accept


def test_the_sample_of_the_seed_is_a_transparent_pixel():
    data = dataurl.decode(PNG)

    assert (data[:8], data[16:26]) == (b"\x89PNG\r\n\x1a\n", b"\0\0\0\x01\0\0\0\x01\x08\x06")


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        ("x", [("", Phrase("data-url", {"fault": Phrase("data-url.start")}))]),
        (5, [("", Phrase("type.typed", {"type": Phrase("kind.string")}))]),
        ([CSV], [("", Phrase("type.typed", {"type": Phrase("kind.string")}))]),
        ("data:text/csv,a", [("", Phrase("data-url", {"fault": Phrase("data-url.not-base64")}))]),
        (
            "data:text/csv;base64,YQ",
            [("", Phrase("data-url", {"fault": Phrase("data-url.length")}))],
        ),
        (TEXT, []),
        (dataurl.make("text/csv", b"a" * 1024), []),
        (PNG, [("", Phrase("wrong-file-type.unnamed", {"found": "PNG", "accepted": "CSV"}))]),
        (
            dataurl.make("text/csv", b"\x89PNG\r\n\x1a\n"),
            [("", Phrase("wrong-file-type.unnamed", {"found": "PNG", "accepted": "CSV"}))],
        ),
        (
            dataurl.make("text/csv", b"a" * 2048),
            [("", Phrase("too-large.file.unnamed", {"size": "2 KB", "limit": "1 KB"}))],
        ),
    ],
)
def test_what_is_wrong_with_a_value_is_said(value, wrong):
    assert wrong == One("file", accept=".csv,text/csv", max_size_mb=1 / 1024).wrong(value)


def test_what_is_wrong_with_one_of_several_is_said_of_that_one():
    wrong = [("/1", Phrase("wrong-file-type.unnamed", {"found": "PNG", "accepted": "CSV"}))]

    assert wrong == One("file", accept=".csv", multiple=True).wrong([CSV, PNG])


@pytest.mark.parametrize(
    ("options", "expected_problems"),
    [
        (
            {"max_size_mb": 0},
            [
                (
                    "/max_size_mb",
                    Phrase("wrong-type", {"expected": Phrase("kind.megabytes", {"limit": 1000000}), "found": "0"}),
                )
            ],
        ),
        (
            {"max_size_mb": 1e308},
            [
                (
                    "/max_size_mb",
                    Phrase("wrong-type", {"expected": Phrase("kind.megabytes", {"limit": 1000000}), "found": "1e+308"}),
                )
            ],
        ),
        ({"accept": 5}, [("/accept", Phrase("wrong-type", {"expected": Phrase("kind.accept"), "found": "5"}))]),
        (
            {"multiple": "yes"},
            [("/multiple", Phrase("wrong-type", {"expected": Phrase("kind.boolean"), "found": '"yes"'}))],
        ),
        (
            {"default": "a.csv"},
            [("/default", Phrase("bad-default", {"problem": Phrase("data-url", {"fault": Phrase("data-url.start")})}))],
        ),
        (
            {"max_size": 5},
            [("/max_size", Phrase("unknown-option", {"type": "file", "name": "max_size", "near": "max_size_mb"}))],
        ),
    ],
)
def test_what_its_author_should_mend_is_said(options, expected_problems):
    assert expected_problems == One("file", **options).found_problems
