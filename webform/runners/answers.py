"""The answer of a tool over HTTP."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from webform.raw import Raw, RawMessage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from webform.files import StoredFile


@dataclass(frozen=True, kw_only=True)
class Answer:
    """
    What a tool answered over HTTP.

    Args:
        headers: of the tool's, `content-type`, `content-disposition`, `content-length` (of *body*) and `retry-after` in
            seconds, and no other.
        raw_headers: the headers that are kept of a raw answer, as they came.
        body: the bytes, unpacked; where there is a *file*, the first of them.
        took: seconds.
        file: all of the body, where it was kept as a file.
        messages: the events of a stream.
        links: the headers that say where the answer to the run goes on; for the runner alone.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes
    took: float
    raw_headers: Mapping[str, str] = field(default_factory=dict)
    file: StoredFile | None = None
    messages: tuple[RawMessage, ...] = ()
    links: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def text(self) -> str:
        """The bytes as text."""
        return self.body.decode("utf-8", "replace")

    @property
    def raw(self) -> Raw:
        """The answer as it came."""
        return Raw(status=self.status, headers=self.raw_headers, body=self.file or self.body, messages=self.messages)
