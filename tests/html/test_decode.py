"""Form data → body: in whatever it comes, with files kept or not, and what is wrong with it."""

from __future__ import annotations

import io

import pytest
from werkzeug.datastructures import FileStorage, MultiDict
from wtforms.form import BaseForm

import webform
from tests.as_browser import entries_of
from webform import dataurl
from webform.draft import to_controls
from webform.files import FileStore, StoredFile
from webform.html.decode import LeafForm, body_of, read_form
from webform.html.render import render_draft
from webform.messages import Phrase

PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)
FORM = webform.load(
    [
        {"key": "name", "type": "text", "label": "Name"},
        {
            "key": "one",
            "type": "file",
            "label": "One",
            "accept": ".csv,text/csv",
            "max_size_mb": 1 / 1024,
            "required": False,
        },
        {"key": "many", "type": "image", "label": "Many", "multiple": True, "required": False},
        {"key": "a b", "type": "file", "label": "Odd", "required": False},
    ]
)[0].form


def upload(data: bytes, name: str = "a.csv", media_type: str = "text/csv") -> FileStorage:
    return FileStorage(io.BytesIO(data), filename=name, content_type=media_type)


def summaries(problems) -> list[tuple[str, str, str]]:
    return [(problem.at, problem.code, problem.phrase) for problem in problems]


@pytest.fixture
def store(tmp_path):
    return FileStore(tmp_path / "files")


@pytest.mark.parametrize(
    "formdata",
    [
        MultiDict([("/name", "Ada"), ("is#", "object")]),
        {"/name": "Ada"},
        {"/name": ["Ada"]},
        {"/name": ("Ada",)},
        [("/name", "Ada")],
        iter([("/name", "Ada")]),
    ],
    ids=lambda parameter: type(parameter).__name__,
)
def test_it_takes_a_multidict_a_mapping_or_pairs(formdata):
    assert webform.decode(FORM, formdata) == ({"name": "Ada"}, [])


@pytest.mark.parametrize("formdata", [{}, [], {"/name": []}, {"is/name": []}, {"row/many": []}])
def test_nothing_sent_is_nothing_there(formdata):
    assert (
        webform.decode(FORM, formdata)[0], summaries(webform.decode(FORM, formdata)[1]),
    ) == ({}, [("/name", "required", Phrase("required"))])  # fmt: skip


def test_the_button_pressed_is_no_control():
    assert webform.decode(FORM, [("/name", "Ada"), ("do", "add/x")]) == ({"name": "Ada"}, [])


def test_leaves_are_fields_that_keep_what_was_typed():
    form = LeafForm()
    number = webform.load([{"key": "data", "type": "number", "label": "N"}])[0].form.inputs[0]

    assert isinstance(form, BaseForm)
    assert form.read_leaf(number, "/data", {"": [" 5 "]}) == 5
    assert (form["/data"].raw_data, form["/data"].data) == ([" 5 "], 5)


@pytest.mark.parametrize(
    "key", ["data", "errors", "validate", "process", "populate_obj", "meta", "_fields", "csrf_token"]
)
def test_every_name_is_taken(key):
    form = webform.load([{"key": key, "type": "number", "label": "N"}])[0].form

    assert ({key: 7}, []) == webform.decode(form, {f"/{key}": "7"})
    assert [problem.code for problem in webform.decode(form, {f"/{key}": "x"})[1]] == ["not-a-number"]


def test_what_cannot_be_read_is_one_problem_not_two():
    form = webform.load([{"key": "n", "type": "slider", "label": "N", "min": 0, "max": 1, "range": True}])[0].form

    assert summaries(webform.decode(form, {"/n/0": "0", "/n/1": "x"})[1]) == [
        ("/n/1", "not-a-number", Phrase("not-a-number", {"wanted": Phrase("number.high")}))
    ]


def test_a_neighbour_with_a_longer_name_keeps_its_own_problem():
    inputs = [{"key": key, "type": "number", "label": "N"} for key in ("n", "nn")]
    form = webform.load(inputs)[0].form

    assert [(problem.at, problem.code) for problem in webform.decode(form, {"/n": "x"})[1]] == [
        ("/n", "not-a-number"),
        ("/nn", "required"),
    ]


# files


def test_without_a_store_files_become_data_urls():
    body, problems = webform.decode(FORM, {"/name": "Ada"}, {"/one": upload(b"a,b\n")})

    assert ({"name": "Ada", "one": dataurl.make("text/csv", b"a,b\n")}, []) == (body, problems)


@pytest.mark.parametrize(
    ("name", "declared", "data", "media_type"),
    [
        ("a.csv", "text/csv; charset=utf-8", b"a", "text/csv"),
        ("a.csv", "", b"a", "text/csv"),
        ("a", "", PNG, "image/png"),
        ("a", "not a type", b"\x00\x01", "application/octet-stream"),
        ("../../a.pdf", "application/octet-stream", b"x", "application/pdf"),
    ],
)
def test_the_type_of_a_file_is_the_one_sent_else_that_of_its_name_or_bytes(name, declared, data, media_type):
    body, _ = webform.decode(FORM, {"/name": "Ada"}, {"/a b": upload(data, name, declared)})

    assert media_type == dataurl.parse(body["a b"]).media_type


def test_several_files_are_a_list_in_their_order():
    files = MultiDict(
        [("/many", upload(PNG + b"1", "1.png", "image/png")), ("/many", upload(PNG + b"2", "2.png", "image/png"))]
    )
    body, problems = webform.decode(FORM, {"/name": "Ada"}, files)

    assert ([dataurl.decode(url) for url in body["many"]], problems) == ([PNG + b"1", PNG + b"2"], [])


def test_the_last_of_several_counts_where_one_is_taken():
    body, _ = webform.decode(FORM, {"/name": "Ada"}, [("/one", upload(b"1")), ("/one", upload(b"2"))])

    assert dataurl.make("text/csv", b"2") == body["one"]


def test_a_file_control_left_empty_is_nothing():
    assert webform.decode(FORM, {"/name": "Ada"}, {"/one": upload(b"", "", "")}) == ({"name": "Ada"}, [])


@pytest.mark.parametrize("kept", [True, False])
def test_a_file_too_large_is_said_with_its_name_and_not_kept(kept, store):
    draft, problems = read_form(FORM, {"/name": "Ada"}, {"/one": upload(b"a" * 1025)}, store if kept else None)

    assert summaries(problems) == [
        ("/one", "too-large", Phrase("too-large.upload", {"name": "a.csv", "limit": "1 KB"}))
    ]
    assert body_of(FORM, draft, store) == ({"name": "Ada"}, [])
    assert [*store.blobs.path.iterdir()] == []


@pytest.mark.parametrize("name", ["/name", "/none", "one", "", "#/%ff", "is/one", "/one/0", "#"])
def test_a_file_that_nothing_takes_is_a_problem(name):
    body, problems = webform.decode(FORM, {"/name": "Ada"}, {name: upload(b"a")})

    assert body == {"name": "Ada"}
    assert [("unknown-name", Phrase("unknown-name.file", {"name": name}))] == [
        (problem.code, problem.phrase) for problem in problems
    ]


def test_a_file_of_another_type_is_said_with_its_name(store):
    draft, _ = read_form(FORM, {"/name": "Ada"}, {"/one": upload(PNG, "a.csv", "text/csv")}, store)

    assert summaries(body_of(FORM, draft, store)[1]) == [
        (
            "/one",
            "wrong-file-type",
            Phrase("wrong-file-type", {"name": "a.csv", "found": "PNG", "accepted": "CSV"}),
        )
    ]


def test_a_kept_file_survives_every_round_trip(store):
    draft, _ = read_form(FORM, {}, {"/one": upload(b"a,b\n"), "/many": upload(PNG, "p.png", "image/png")}, store)
    for _ in range(3):
        body, problems = body_of(FORM, draft, store)
        assert [problem.at for problem in problems] == ["/name"]
        page = render_draft(FORM, draft, to_controls(draft, problems))
        assert "a.csv" in page
        draft, _ = read_form(FORM, entries_of(page), {"/one": upload(b"", "", "")}, store)

    assert dataurl.make("text/csv", b"a,b\n") == body["one"].data_url()
    assert [dataurl.make("image/png", PNG)] == [url.data_url() for url in body["many"]]


def test_a_new_file_takes_the_place_of_the_kept_one_or_stands_beside_it(store):
    files = {"/one": upload(b"1", "1.csv"), "/many": upload(PNG, "1.png", "image/png")}
    draft, _ = read_form(FORM, {}, files, store)
    kept = entries_of(render_draft(FORM, draft))
    again = {"/one": upload(b"2", "2.csv"), "/many": upload(PNG, "2.png", "image/png")}
    body, _ = body_of(FORM, read_form(FORM, kept, again, store)[0], store)

    assert (body["one"].name, [url.name for url in body["many"]]) == ("2.csv", ["1.png", "2.png"])


@pytest.mark.parametrize("text", ["kept", "forged"])
def test_a_file_no_longer_kept_is_said(text, store):
    draft, _ = read_form(FORM, {"/name": "Ada"}, {"/one": upload(b"a")}, store)
    if text == "kept":
        for path in store.blobs.path.iterdir():
            path.unlink()
    else:
        forged = StoredFile(sha256="0" * 64, size=5, media_type="text/csv", name="a.csv", head="data:text/csv;base64,")
        draft, _ = read_form(FORM, {"/name": "Ada", "/one": forged.as_text()}, store=store)
    gone = [("/one", "file-gone", Phrase("file-gone", {"name": "a.csv"}))]

    assert gone == summaries(body_of(FORM, draft, store)[1])
    assert gone == summaries(body_of(FORM, draft)[1])


def test_what_a_form_says_of_a_kept_file_is_not_believed(store):
    file = store.put(io.BytesIO(b"a" * 2000), "a.csv", "text/csv")
    lie = StoredFile(sha256=file.sha256, size=1, media_type="text/csv", name="a.csv", head=file.head, seal=file.seal)
    draft, _ = read_form(FORM, {"/name": "Ada", "/one": lie.as_text()}, store=store)

    assert summaries(body_of(FORM, draft, store)[1]) == [
        ("/one", "too-large", Phrase("too-large.file", {"name": "a.csv", "size": "2 KB", "limit": "1 KB"}))
    ]


@pytest.mark.parametrize(
    "text",
    [
        "kept:..",
        "kept:" + "0" * 64 + ":5:data%3Atext%2Fhtml,:",
        "../../etc/passwd",
        "file:///etc/passwd",
        "data:text/csv,a",
    ],
)
def test_a_file_made_up_in_a_form_is_a_problem(text, store):
    draft, _ = read_form(FORM, {"/name": "Ada", "/one": text}, store=store)
    _, problems = body_of(FORM, draft, store)

    assert [problem.at for problem in problems] == ["/one"]


def test_a_file_that_was_refused_is_not_also_missing():
    form = webform.load([{"key": "f", "type": "file", "label": "F", "max_size_mb": 1 / 1024}])[0].form

    assert [problem.code for problem in webform.decode(form, {}, {"/f": upload(b"a" * 1025)})[1]] == ["too-large"]
    assert [problem.code for problem in webform.decode(form, {})[1]] == ["required"]
