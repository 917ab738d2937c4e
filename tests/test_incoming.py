"""Uploads that are still on their way: counted by the store from the first byte on."""

from __future__ import annotations

import io
import os

import pytest

from webform.files import FileStore, StoreFullError
from webform.incoming import IN_MEMORY, Incoming

KB = 1024
FEW, MANY = b"a" * (IN_MEMORY // 2), b"b" * (4 * IN_MEMORY)


@pytest.fixture
def store(tmp_path):
    return FileStore(tmp_path / "files", max_bytes=600 * KB)


def received(store, content):
    upload = Incoming(store)
    for start in range(0, len(content), 10_000):
        upload.write(content[start : start + 10_000])
    upload.seek(0)
    return upload


@pytest.mark.parametrize("content", [b"", FEW, MANY])
def test_it_is_kept_as_it_came(store, content):
    assert store.put(received(store, content), "a", "").open().read() == content


def test_uploads_that_are_half_here_take_up_room(store):
    first, second, third = (received(store, MANY) for _ in range(3))

    assert first.read() == second.read() == MANY
    with pytest.raises(StoreFullError, match=r"^The server has no room for this file; try again later"):
        store.put(third, "a", "")


def test_what_found_no_room_stays_nowhere(store):
    upload = received(store, MANY * 4)

    with pytest.raises(StoreFullError):
        upload.read()
    assert list(store.blobs.path.iterdir()) == []
    assert os.fstat(upload.fileno()).st_size == 0


def test_uploads_that_break_off_give_their_room_back(store):
    for _ in range(5):
        received(store, MANY)
    for _ in range(5):
        received(store, MANY).close()

    assert store.put(io.BytesIO(MANY), "a", "").size == len(MANY)
