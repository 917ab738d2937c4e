"""Fixtures of the tests of blobs."""

from tests.s3 import s3

__all__ = ["s3"]
