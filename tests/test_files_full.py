"""A store of files that is full: what was used the longest ago goes, and no more is taken than there is room for."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from threading import Thread

import pytest

from tests import stored
from webform.dataurl import make
from webform.files import FileStore, StoreFullError
from webform.messages import message

KB = 1024


@pytest.fixture
def new_store(tmp_path):
    return lambda kilobytes, **more: FileStore(tmp_path / "files", max_bytes=kilobytes * KB, **more)


def put(store, letter, kilobytes=20):
    return store.put(io.BytesIO(letter.encode() * kilobytes * KB), letter, "")


def age(file, seconds):
    stored.age(stored.path_of(file), seconds)


def kept(store, *files):
    return "".join(file.name for file in files if store.resolve(file))


def taken(store):
    return sum(path.stat().st_size for path in store.blobs.path.iterdir() if path.name != ".key")


def test_what_was_used_the_longest_ago_goes_first(new_store):
    store = new_store(100)
    a, b, c, d = (put(store, letter) for letter in "abcd")
    for file, minutes in ((a, 30), (b, 40), (c, 20), (d, 10)):
        age(file, minutes * 60)

    e = put(store, "e")

    assert kept(store, a, b, c, d, e) == "acde"


def test_it_is_never_fuller_than_allowed(new_store):
    store = new_store(100)
    for letter in "abcdefghijklmnopqrstuvwxyz":
        age(put(store, letter), 600)
        assert taken(store) <= 100 * KB


def test_what_is_in_use_stays_and_what_finds_no_room_is_refused(new_store):
    store = new_store(100)
    files = [put(store, letter) for letter in "abcd"]

    for fails in (lambda: put(store, "e", 30), lambda: store.put_data_url(make("a/b", bytes(30 * KB)))):
        with pytest.raises(StoreFullError, match=re.escape(message("store-full", {}))):
            fails()

    assert kept(store, *files) == "abcd"
    assert taken(store) == 80 * KB
    assert put(store, "f", 10).size == 10 * KB


def test_what_is_held_stays_however_old(tmp_path):
    kept_hashes = set()
    store = FileStore(tmp_path / "files", max_bytes=50 * KB, kept_hashes=lambda: kept_hashes)
    a, b = put(store, "a"), put(store, "b")
    kept_hashes.add(a.sha256)
    for file in (a, b):
        age(file, 7200)

    c = put(store, "c")

    assert kept(store, a, b, c) == "ac"
    kept_hashes.add(c.sha256)
    age(c, 7200)
    with pytest.raises(StoreFullError):
        put(store, "d", 40)


def test_a_file_that_is_too_large_for_it_costs_no_other(new_store):
    store = new_store(100)
    a = put(store, "a")
    age(a, 600)

    with pytest.raises(StoreFullError):
        put(store, "b", 200)

    assert taken(store) <= 20 * KB


def test_many_small_files_fill_it_too(new_store):
    store = new_store(100)

    with pytest.raises(StoreFullError):
        for index in range(200):
            store.put(io.BytesIO(str(index).encode()), "a", "")

    assert len([*store.blobs.path.iterdir()]) <= 25


def test_nothing_but_its_own_is_counted_or_deleted(new_store):
    store = new_store(100)
    other = store.blobs.path / "runs.sqlite"
    other.write_bytes(bytes(500 * KB))
    os.utime(other, (0, 0))
    for letter in "abcdefg":
        age(put(store, letter), 600)

    assert other.stat().st_size == 500 * KB


def test_what_another_process_added_is_counted_after_a_sweep(new_store):
    store, other = new_store(100), new_store(100)
    put(store, "a")
    for letter in "bcd":
        put(other, letter)
    store.sweep()

    with pytest.raises(StoreFullError):
        put(store, "e", 30)


def test_what_is_added_while_files_are_swept_is_counted(new_store, monkeypatch):
    store = new_store(100)
    put(store, "a", 10)
    blobs = store.blobs.list()
    monkeypatch.setattr(store.blobs, "list", lambda: put_meanwhile(blobs))

    def put_meanwhile(blobs):
        monkeypatch.undo()
        put(store, "b")
        return blobs

    store.sweep()

    assert store.used >= 30 * KB
    store.sweep()
    assert store.used == taken(store) == 30 * KB


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="limits of files differ")
@pytest.mark.parametrize("size", [1, 100, 200 * KB])
def test_a_disk_that_takes_no_more_is_said_and_nothing_stays(tmp_path, size):
    program = """
import io, resource, signal, sys
from pathlib import Path
from webform.files import FileStore, StoreFullError

store = FileStore(Path(sys.argv[1]))
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, -1))
try:
    store.put(io.BytesIO(bytes(int(sys.argv[2]))), "a", "")
except StoreFullError as error:
    print(error.key)
"""
    folder = tmp_path / "files"
    environ = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", program, str(folder), str(size)]

    assert subprocess.check_output(command, env=environ, stderr=subprocess.DEVNULL, text=True) == "store-full\n"
    assert [*folder.iterdir()] == []


def test_files_put_at_the_same_time_share_the_room(new_store):
    store = new_store(100)
    refused = []

    def add(letter):
        try:
            put(store, letter, 30)
        except StoreFullError:
            refused.append(letter)

    threads = [Thread(target=add, args=(letter,)) for letter in "abcdef"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert taken(store) <= 100 * KB
    assert len(refused) >= 3
