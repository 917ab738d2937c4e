"""A sound."""

from __future__ import annotations

from dataclasses import dataclass

from webform import dataurl
from webform.inputs.uploads import UploadLike


@dataclass(frozen=True, kw_only=True)
class Audio(UploadLike):
    """A sound."""

    type = "audio"
    accepted = ("audio/*",)
    examples = (({}, dataurl.make("audio/flac", b"fLaC\0")),)
