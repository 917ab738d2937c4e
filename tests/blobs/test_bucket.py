"""Files in a bucket: what holds for a folder holds for it, and nothing is read or kept whole."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from dataclasses import replace

import pytest

from tests.s3 import ADDRESS
from tests.test_files import CSV, HASH, KEPT, MB, Zeros
from webform.bodies import with_data_urls
from webform.files import FileGoneError, FilesAwayError, FileStore, FileTooLargeError, StoredFile, StoreFullError
from webform.incoming import Incoming
from webform.messages import message

KB = 1024
#: Puts 60 MB and reads them, and prints the most memory it had before and after, in KB, and how much it read.
LARGE = """
import resource, sys
from tests.test_files import MB, Zeros
from webform.bodies import write_body
from webform.files import FileStore

used = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
store = FileStore(sys.argv[1])
store.put(Zeros(10), "a", "")
before = used()
length, chunks = write_body([store.put(Zeros(60 * MB), "a.bin", "")])
print(before, sum(map(len, chunks)) and used(), length)
"""


@pytest.fixture
def store(s3):
    return FileStore(ADDRESS)


@pytest.fixture
def csv(store):
    return store.put(io.BytesIO(CSV), "prices.csv", "text/csv")


def test_a_file_is_kept_by_its_hash(store, csv, s3):
    assert (csv.sha256, csv.size, csv.media_type, csv.name) == (HASH, 8, "text/csv", "prices.csv")
    assert {*s3.keys} == {HASH, "key"}
    assert (csv.first(3), csv.first(), csv.open().read(), csv.first(0)) == (b"a,b", CSV, CSV, b"")


def test_any_part_of_it_is_read(csv):
    with csv.open() as file:
        assert (file.seek(-4, io.SEEK_END), file.read(), file.seek(2), file.read(1), file.tell()) == (
            4, b"1,2\n", 2, b"b", 3,
        )  # fmt: skip


def test_machines_share_its_files_and_know_what_each_gave_out(store, csv):
    other = FileStore(ADDRESS)

    assert other.resolve_sent(StoredFile.from_text(csv.as_text())).open().read() == CSV
    assert other.resolve_sent(replace(csv, seal="0" * 32)) is None
    assert other.resolve(StoredFile.from_text(KEPT.replace(":8:", ":9:"))) == csv


def test_a_file_that_is_not_kept_is_gone(store, csv):
    store.blobs.delete(HASH)

    assert store.resolve(csv) is None
    for file in (csv, replace(csv, blobs=None)):
        with pytest.raises(FileGoneError, match=message("file-gone", {"name": "prices.csv"})):
            file.open()


@pytest.mark.parametrize(("size", "limit"), [(8, 7), (20 * MB, 6 * MB)])
def test_a_file_over_the_limit_leaves_nothing(store, s3, size, limit):
    with pytest.raises(FileTooLargeError):
        store.put(Zeros(size), "a", "", limit)

    assert {*s3.keys} == set()


def test_what_was_not_used_for_the_time_is_deleted(store, csv, s3):
    store.put(io.BytesIO(b"young"), "a", "")
    s3.age(HASH, 3700)

    assert store.sweep(hold={HASH}) == 0
    assert store.sweep() == 1
    assert (HASH in s3.keys, len(s3.keys)) == (False, 2)


def test_using_a_file_keeps_it_and_its_mark_goes_with_it(store, csv, s3):
    s3.age(HASH, 10_000)

    assert store.resolve(csv).size == 8
    assert (store.sweep(), {*s3.keys}) == (0, {HASH, f"used/{HASH}", "key"})

    s3.age(f"used/{HASH}", 3700)
    assert (store.sweep(), {*s3.keys}) == (1, {"key"})


def test_nothing_but_its_own_is_listed(store, csv):
    store.blobs._store.put("README", b"x")
    store.blobs._store.put("deeper/" + HASH, b"x")

    assert [blob.name for blob in store.blobs.list()] == [HASH]


def test_what_was_used_the_longest_ago_goes_where_there_is_no_room(s3):
    store = FileStore(ADDRESS, max_bytes=100 * KB)
    files = [store.put(io.BytesIO(letter * 20 * KB), "", "") for letter in (b"a", b"b", b"c", b"d")]
    for file, minutes in zip(files, (30, 40, 20, 10), strict=True):
        s3.age(file.sha256, minutes * 60)

    store.put(io.BytesIO(b"e" * 20 * KB), "", "")

    assert [file.sha256 in s3.keys for file in files] == [True, False, True, True]
    with pytest.raises(StoreFullError, match="has no room for this file"):
        store.put(io.BytesIO(b"f" * 200 * KB), "", "")


def test_an_upload_on_its_way_is_no_object_yet(store, s3):
    upload = Incoming(store)
    upload.write(bytes(200 * KB))
    upload.seek(0)

    assert {*s3.keys} == set()
    assert store.put(upload, "a", "").size == 200 * KB


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="units of memory differ")
def test_a_large_file_is_streamed_both_ways(s3):
    command = [sys.executable, "-c", LARGE, ADDRESS]
    environ = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    before, after, size = map(int, subprocess.check_output(command, env=environ, text=True).split())

    assert size == len('["data:application/octet-stream;base64,"]') + 60 * MB // 3 * 4
    assert after - before < 30 * 1024


def test_a_body_holds_it_as_a_data_url(csv):
    assert with_data_urls([csv]) == ["data:text/csv;base64,YSxiCjEsMgo="]


# away


def test_a_bucket_that_is_away_is_said_and_found_again(store, csv, s3):
    assert store.fault() == ""
    s3.leave()

    with pytest.raises(StoreFullError, match=r"^The server can't store files at the moment; try again later"):
        store.put(io.BytesIO(CSV), "a", "")
    with pytest.raises(
        FilesAwayError, match=r"^The server can't read its files at the moment; try again later"
    ) as away:
        store.resolve(csv)
    with pytest.raises(FilesAwayError):
        csv.open()
    assert store.sweep() == 0
    assert away.value.reason == "HTTP error: error sending request"
    assert store.fault() == f"files cannot be kept: {ADDRESS}: HTTP error: error sending request"

    s3.come()
    assert (store.fault(), store.resolve(csv).open().read()) == ("", CSV)


def test_a_bucket_that_goes_away_within_a_file_is_no_end_of_it(store, s3):
    file = store.put(Zeros(3 * MB), "a.bin", "")
    chunks = file.chunks()
    next(chunks)
    s3.leave()

    with pytest.raises(FilesAwayError):
        b"".join(chunks)
    s3.come()


def test_a_bucket_that_is_not_there_is_said(s3):
    store = FileStore("s3://no-bucket/x")

    assert store.fault() == "files cannot be kept: s3://no-bucket/x: NoSuchBucket"
    with pytest.raises(StoreFullError):
        store.put(io.BytesIO(CSV), "a", "")
    with pytest.raises(FilesAwayError):
        store.resolve_sent(StoredFile.from_text(KEPT))


def test_no_key_of_the_bucket_is_logged(store, s3, caplog):
    s3.leave()
    with pytest.raises(StoreFullError):
        store.put(io.BytesIO(CSV), "a", "")
    s3.come()

    assert "HTTP error: error sending request" in caplog.text
    assert "secret-of-the-bucket" not in caplog.text
