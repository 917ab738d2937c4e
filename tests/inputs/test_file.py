"""file: a file, or several, of given types."""

from __future__ import annotations

import pytest

from tests.inputs.one import One
from webform import dataurl
from webform.inputs.smallest import PNG
from webform.media import EXTENSIONS
from webform.values import ABSENT

CSV = dataurl.make("text/csv", b"a,b\n1,2\n")
TEXT = dataurl.make("text/plain", b"hello")


def test_its_options_are_read():
    given = One("file", accept=".csv, text/csv", max_size_mb=1.5, multiple=True).input

    assert (given.accept, given.max_bytes, given.multiple) == ((".csv", "text/csv"), 1_572_864, True)


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
        ({}, (ABSENT, [("", "Choose a file")])),
        ({"required": False}, (ABSENT, [])),
        ({"multiple": True}, (ABSENT, [("", "Choose a file")])),
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
@pytest.mark.parametrize("accept", [*EXTENSIONS, "image/*", "video/*", "font/*", "text/csv;header=present", ".PNG"])
def test_its_sample_is_a_file_it_takes(accept, limit, multiple):
    one = One("file", accept=accept, max_size_mb=limit, multiple=multiple)

    assert one.wrong(one.sample) == []


def test_the_sample_of_the_seed_is_a_transparent_pixel():
    data = dataurl.decode(PNG)

    assert (data[:8], data[16:26]) == (b"\x89PNG\r\n\x1a\n", b"\0\0\0\x01\0\0\0\x01\x08\x06")


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        ("x", [("", 'Expected a data URL: a text that starts with "data:"')]),
        (5, [("", "Enter text")]),
        ([CSV], [("", "Enter text")]),
        ("data:text/csv,a", [("", 'Expected a data URL in base64: ";base64," before the data')]),
        (
            "data:text/csv;base64,YQ",
            [("", "Expected valid base64; its length is no multiple of 4: the padding is missing, or its end")],
        ),
        (TEXT, []),
        (PNG, [("", "The file is image/png; choose .csv, text/csv")]),
        (dataurl.make("text/csv", b"\x89PNG\r\n\x1a\n"), [("", "The file is image/png; choose .csv, text/csv")]),
        (dataurl.make("text/csv", b"a" * 2048), [("", "The file is 2 KB; the limit is 1 KB")]),
    ],
)
def test_what_is_wrong_with_a_value_is_said(value, wrong):
    assert wrong == One("file", accept=".csv,text/csv", max_size_mb=1 / 1024).wrong(value)


def test_what_is_wrong_with_one_of_several_is_said_of_that_one():
    wrong = [("/1", "The file is image/png; choose .csv")]

    assert wrong == One("file", accept=".csv", multiple=True).wrong([CSV, PNG])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            {"max_size_mb": 0},
            [("/max_size_mb", "Expected a whole number of megabytes above 0, at most 1,000,000, not 0")],
        ),
        (
            {"max_size_mb": 1e308},
            [("/max_size_mb", "Expected a whole number of megabytes above 0, at most 1,000,000, not 1e+308")],
        ),
        ({"accept": 5}, [("/accept", 'Expected file types such as ".csv,text/csv" or [".csv", "text/csv"], not 5')]),
        ({"multiple": "yes"}, [("/multiple", 'Expected true or false, not "yes"')]),
        (
            {"default": "a.csv"},
            [("/default", 'The default does not fit: Expected a data URL: a text that starts with "data:"')],
        ),
        ({"max_size": 5}, [("/max_size", 'file has no option "max_size"; did you mean "max_size_mb"?')]),
    ],
)
def test_what_its_author_should_mend_is_said(options, said):
    assert said == One("file", **options).said
