"""Uploaded files: kept by hash, carried by forms, written into bodies without being read whole."""

from __future__ import annotations

import hashlib
import io
import json
import re
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.stored import age, path_of
from webform.bodies import outline, with_data_urls, write_body
from webform.dataurl import DataURLError, clean_name, make
from webform.files import FileGoneError, FileStore, FileTooLargeError, StoredFile, in_words
from webform.messages import message

if TYPE_CHECKING:
    from pathlib import Path

MB = 1024 * 1024
CSV = b"a,b\n1,2\n"
HASH = hashlib.sha256(CSV).hexdigest()
KEPT = f"kept:{HASH}:8:data%3Atext%2Fcsv%3Bbase64%2C:prices.csv"


@pytest.fixture
def store(tmp_path):
    return FileStore(tmp_path / "kept" / "files")


@pytest.fixture
def csv(store):
    return store.put(io.BytesIO(CSV), "prices.csv", "text/csv")


def written(body) -> bytes:
    length, chunks = write_body(body)
    text = b"".join(chunks)
    assert len(text) == length
    return text


class Zeros(io.RawIOBase):
    """So many zeros, a block at a time, as an upload comes."""

    def __init__(self, size: int) -> None:
        self.left = size

    def read(self, size: int = -1) -> bytes:
        assert 0 < size <= 64 * 1024
        count = min(size, self.left)
        self.left -= count
        return bytes(count)


# keeping


def test_a_file_is_kept_by_its_hash(store, csv):
    assert (csv.sha256, csv.size, csv.media_type, csv.name, csv.head) == (
        HASH, 8, "text/csv", "prices.csv", "data:text/csv;base64,",
    )  # fmt: skip
    assert path_of(csv) == store.blobs.path / HASH
    assert path_of(csv).read_bytes() == CSV
    assert (csv.first(3), csv.first(), csv.open().read(), csv.data_url()) == (b"a,b", CSV, CSV, make("text/csv", CSV))


def test_nobody_else_may_look_into_the_folder(store, csv):
    assert (store.blobs.path.stat().st_mode & 0o777, path_of(csv).stat().st_mode & 0o777) == (0o700, 0o600)


@pytest.mark.parametrize("mode", [0o755, 0o750, 0o701])
def test_a_folder_open_to_others_is_neither_used_nor_changed(tmp_path, mode):
    tmp_path.chmod(mode)

    with pytest.raises(PermissionError, match="is open to others; give it the mode 0700"):
        FileStore(tmp_path)
    assert tmp_path.stat().st_mode & 0o777 == mode


@pytest.mark.parametrize(
    ("sent", "shown", "media_type"),
    [
        (("a.csv", "Text/CSV; charset=utf-8", CSV), "a.csv", "text/csv"),
        (("C:\\temp\\a.CSV", "application/octet-stream", CSV), "a.CSV", "text/csv"),
        (("../../etc/passwd", "", CSV), "passwd", "text/plain"),
        (("a\0\n.unknown", "nonsense", b"\x89PNG\r\n\x1a\n"), "a.unknown", "image/png"),
        (("", "", b"\0\1"), "", "application/octet-stream"),
        (("x" * 1000, 'text/x"; evil', b""), "x" * 255, "application/octet-stream"),
    ],
    ids=range(6),
)
def test_name_and_type_are_what_they_can_be(store, sent, shown, media_type):
    name, declared, data = sent
    file = store.put(io.BytesIO(data), name, declared)

    assert (file.name, file.media_type, file.head) == (shown, media_type, f"data:{media_type};base64,")


@pytest.mark.parametrize("limit", [8, 9, None])
def test_a_file_within_the_limit_is_kept(store, limit):
    assert store.put(io.BytesIO(CSV), "a", "", limit).size == 8


@pytest.mark.parametrize(("size", "limit"), [(8, 7), (1, 0), (100 * MB, MB)])
def test_a_file_over_the_limit_is_read_no_further_and_leaves_nothing(store, size, limit):
    stream = Zeros(size)

    with pytest.raises(FileTooLargeError) as caught:
        store.put(stream, "a", "", limit)

    assert caught.value.limit == limit
    assert size - stream.left <= limit + 64 * 1024
    assert list(store.blobs.path.iterdir()) == []


def test_a_stream_that_breaks_leaves_nothing(store):
    class Broken(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            raise ConnectionResetError

    with pytest.raises(ConnectionResetError):
        store.put(Broken(), "a", "")

    assert list(store.blobs.path.iterdir()) == []


def test_a_data_url_is_kept_with_its_own_head(store):
    head = "data:Text/CSV;name=prices%20(1).csv;base64,"
    file = store.put_data_url(head + "YSxiCjEsMgo=")

    assert (file.sha256, file.size, file.media_type, file.name) == (HASH, 8, "text/csv", "prices (1).csv")
    assert file.data_url() == head + "YSxiCjEsMgo="


@pytest.mark.parametrize("text", ["data:text/csv,a", "data:a/b;base64,YQ", "data:a/b;base64,AAAA!AAA", "kept:" + HASH])
def test_a_bad_data_url_leaves_nothing(store, text):
    with pytest.raises(DataURLError):
        store.put_data_url(text)

    assert list(store.blobs.path.iterdir()) == []


def test_a_data_url_over_the_limit_is_refused(store):
    with pytest.raises(DataURLError):
        store.put_data_url(make("a/b", CSV), limit=7)


@given(data=st.binary(max_size=100), name=st.text(), media_type=st.text())
def test_any_file_comes_back_through_a_form_and_a_body(tmp_path_factory, data, name, media_type):
    store = FileStore(tmp_path_factory.getbasetemp() / "any")
    file = store.put(io.BytesIO(data), name, media_type)

    carried = StoredFile.from_text(file.as_text())
    assert carried == file
    assert json.loads(written({"a": [store.resolve(carried)]})) == {"a": [make(file.media_type, data)]}
    assert store.put_data_url(file.data_url()) == replace(file, name="")


# carrying


def test_the_text_of_a_file_says_all_but_where_it_is(csv):
    assert csv.as_text() == f"{KEPT}:{csv.seal}"
    assert StoredFile.from_text(csv.as_text()).seal == csv.seal
    assert StoredFile.from_text(KEPT) == csv
    assert StoredFile.from_text(KEPT).blobs is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "kept:",
        KEPT.upper(),
        KEPT + "\n",
        " " + KEPT,
        KEPT.replace(HASH, "../../../../etc/passwd"),
        KEPT.replace(HASH, HASH[:-1]),
        KEPT.replace(HASH, HASH + "0"),
        KEPT.replace(HASH, HASH[:-1] + "/"),
        KEPT.replace(HASH, HASH[:-1] + "٣"),
        KEPT.replace(":8:", ":08:"),
        KEPT.replace(":8:", ":-8:"),
        KEPT.replace(":8:", ":" + "9" * 5000 + ":"),
        KEPT.replace("data%3Atext", "data:text"),
        KEPT.replace("data%3Atext", "%64ata%3Atext"),
        KEPT.replace("base64%2C", "base64%2CYQ%3D%3D"),
        KEPT.replace("%3Bbase64", ""),
        KEPT.replace("text%2Fcsv", "text%2Fcsv%0D%0AX-Evil%3A%201"),
        KEPT.replace("prices.csv", "..%2Fprices.csv"),
        KEPT.replace("prices.csv", "prices%0A.csv"),
        KEPT.replace("prices.csv", "%FF"),
        KEPT.replace("prices.csv", "x" * 256),
        KEPT.replace("prices.csv", "x" * 1_000_000),
        "kept:" + "%" * 1_000_000,
    ],
    ids=range(24),
)
def test_a_text_that_no_file_made_is_none(text):
    assert StoredFile.from_text(text) is None


@given(st.text())
def test_any_text_is_a_file_or_none(text):
    for candidate in (text, "kept:" + text, f"kept:{HASH}:{text}", f"{KEPT}{text}"):
        file = StoredFile.from_text(candidate)
        assert file is None or (file.as_text() == candidate and clean_name(file.name) == file.name)


# resolving


def test_a_file_is_resolved_with_its_real_size(store, csv):
    claimed = StoredFile.from_text(KEPT.replace(":8:", ":999999999999:"))

    assert store.resolve(claimed) == replace(csv, size=8)
    assert store.resolve(claimed).blobs is store.blobs


def test_a_file_that_is_not_kept_is_none(store):
    assert store.resolve(StoredFile.from_text(KEPT)) is None


@pytest.mark.parametrize("sha256", ["../secret", "/etc/passwd", "", ".", HASH[:-1] + "\0", HASH.upper(), "new-abc"])
def test_a_hash_is_never_a_path(store, csv, sha256):
    (store.blobs.path.parent / "secret").write_text("secret")
    (store.blobs.path / "new-abc").write_text("unfinished")

    assert store.resolve(replace(csv, sha256=sha256)) is None


def test_stores_of_one_folder_share_its_files(store, csv):
    assert FileStore(store.blobs.path).resolve(StoredFile.from_text(KEPT)).open().read() == CSV


@pytest.mark.parametrize("read", [StoredFile.open, StoredFile.first, StoredFile.data_url, lambda file: written([file])])
def test_a_file_that_is_not_there_is_said_to_be_gone(csv, read):
    path_of(csv).unlink()

    for file in (csv, replace(csv, blobs=None)):
        with pytest.raises(FileGoneError, match=re.escape(message("file-gone", {"name": "prices.csv"}))):
            read(file)


# sweeping


def test_what_was_not_used_for_the_time_is_deleted(store):
    old, young = (store.put(io.BytesIO(data), "a", "") for data in (b"old", b"young"))
    age(path_of(old), 3601)
    age(path_of(young), 3500)

    assert store.sweep() == 1
    assert [path for path in store.blobs.path.iterdir() if path.name != ".key"] == [path_of(young)]


@pytest.mark.parametrize(
    "use", [lambda store, file: store.resolve(file), lambda store, _: store.put(io.BytesIO(CSV), "", "")]
)
def test_using_a_file_keeps_it(store, csv, use):
    age(path_of(csv), 10_000)
    use(store, csv)

    assert (store.sweep(), path_of(csv).exists()) == (0, True)


def test_a_request_names_no_file_that_was_not_given_out_to_it(store, csv, tmp_path):
    guessed = replace(csv, seal="")

    assert store.resolve_sent(StoredFile.from_text(csv.as_text())) == csv
    assert store.resolve_sent(guessed) is None
    assert store.resolve_sent(replace(csv, seal="0" * 32)) is None
    assert store.resolve(guessed).seal == csv.seal
    assert FileStore(tmp_path / "another").put(io.BytesIO(CSV), "", "").seal != csv.seal
    assert FileStore(store.blobs.path).resolve_sent(csv) == csv


def test_the_key_of_a_folder_is_closed_to_others_and_outlives_the_files(store, csv):
    key = store.blobs.path / ".key"
    age(key, 10_000)
    age(path_of(csv), 10_000)

    assert store.sweep() == 1
    assert (key.exists(), key.stat().st_mode & 0o077) == (True, 0)


def test_what_is_held_is_kept(store, csv):
    age(path_of(csv), 10_000)

    assert (store.sweep(hold={HASH}), path_of(csv).exists()) == (0, True)
    assert (store.sweep(hold={"0" * 64}), path_of(csv).exists()) == (1, False)


def test_what_was_left_unfinished_is_deleted_and_nothing_that_is_not_ours(store):
    names = ["new-abc123", "README", HASH + ".txt", "new-a.b"]
    for name in names:
        (store.blobs.path / name).write_text("x")
        age(store.blobs.path / name, 10_000)

    assert store.sweep() == 1
    assert sorted(path.name for path in store.blobs.path.iterdir()) == sorted(names[1:])


def _put_and_sweep(folder: Path) -> list[str]:
    store = FileStore(folder)
    kept = []
    for index in range(30):
        file = store.put(io.BytesIO(bytes([index]) * 100_000), "a", "")
        store.sweep()
        kept.append(file.open().read()[:1].hex() + file.sha256)
    return kept


@pytest.mark.slow
def test_threads_and_processes_may_put_the_same_at_once(tmp_path):
    expected = [bytes([index]).hex() + hashlib.sha256(bytes([index]) * 100_000).hexdigest() for index in range(30)]

    with ThreadPoolExecutor(4) as threads, get_context("spawn").Pool(1) as processes:
        other = processes.apply_async(_put_and_sweep, [tmp_path])
        found = [*threads.map(_put_and_sweep, [tmp_path] * 4), other.get(60)]

    assert found == [expected] * 5
    assert sorted(path.name for path in tmp_path.iterdir()) == [".key", *sorted(text[2:] for text in expected)]


# bodies

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters()),
    lambda part: st.lists(part) | st.dictionaries(st.text(), part),
    max_leaves=10,
)


@given(JSON)
def test_a_body_without_files_is_written_as_json(body):
    text = written(body)

    assert json.dumps(json.loads(text)) == json.dumps(body)
    assert (with_data_urls(body), outline(body)) == (body, body)


def test_lone_surrogates_are_written_as_escapes():
    assert written(["\ud800", "\ud83d\ude00", "é"]) == b'["\\ud800", "\\ud83d\\ude00", "\xc3\xa9"]'


def test_files_are_written_as_data_urls_wherever_they_stand(store, csv):
    quoted = store.put_data_url('data:a/b;name="x y";base64,YQ==')
    body = {"é": csv, "list": [quoted, csv, {"deep": quoted}], "text": KEPT, "n": 2**60}

    text = written(body)

    assert json.loads(text) == with_data_urls(body)
    assert json.loads(text)["list"][0] == 'data:a/b;name="x y";base64,YQ=='
    assert written(csv) == b'"data:text/csv;base64,YSxiCjEsMgo="'


def test_people_see_the_beginning_and_the_size(store, csv):
    large = store.put(Zeros(int(10.2 * MB)), "a.bin", "")

    assert outline({"a": csv, "b": [large], "c": 1}) == {
        "a": "data:text/csv;base64,… (8 bytes)",
        "b": ["data:application/octet-stream;base64,… (10.2 MB)"],
        "c": 1,
    }
    assert "blobs" not in repr(csv)


@pytest.mark.parametrize("body", [{"a": float("nan")}, {"a": {1}}, {"a": b""}, {"a": object()}])
def test_what_is_no_json_is_a_mistake_of_the_caller(body):
    with pytest.raises((TypeError, ValueError)):
        write_body(body)


@pytest.mark.parametrize(
    ("size", "words"),
    [(0, "0 bytes"), (1, "1 byte"), (1023, "1023 bytes"), (1024, "1 KB"), (1536, "1.5 KB"), (10 * MB, "10 MB"),
     (int(10.2 * MB), "10.2 MB"), (5000 * MB, "5000 MB")],
)  # fmt: skip
def test_a_size_in_words(size, words):
    assert in_words(size) == words


def test_fifty_megabytes_take_less_than_one_of_memory(store):
    tracemalloc.start()
    file = store.put(Zeros(50 * MB), "a.bin", "")
    length, chunks = write_body({"file": file, "text": "a"})
    assert sum(map(len, chunks)) == length
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert length == len('{"file": "data:application/octet-stream;base64,", "text": "a"}') + -(-50 * MB // 3) * 4
    assert peak < MB
