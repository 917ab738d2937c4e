"""Where the bytes of files are: a folder, or a bucket that machines share."""

from __future__ import annotations

from pathlib import Path

from webform.blobs.base import BlobFacts, Blobs, FileGoneError, FilesAwayError, NewBlob
from webform.blobs.bucket import SCHEME, Bucket
from webform.blobs.folder import Folder

__all__ = ["SCHEME", "BlobFacts", "Blobs", "Bucket", "FileGoneError", "FilesAwayError", "Folder", "NewBlob", "blobs_at"]


def blobs_at(place: Path | str) -> Blobs:
    """Return what keeps files at *place*: a folder, or `s3://bucket/prefix`."""
    return Bucket(place) if isinstance(place, str) and place.startswith(SCHEME) else Folder(Path(place))
