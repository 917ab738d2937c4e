"""The base of inputs of files: the value is a data URL, or a list of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from webform import dataurl, media
from webform.files import FileGoneError, StoredFile, in_words
from webform.inputs.base import Empty, Input, Texts
from webform.inputs.options import NUMBER, OptionKind, option
from webform.inputs.smallest import smallest
from webform.messages import Phrase
from webform.problems import Problem, error_at, warning_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime

#: Bytes in a megabyte, as `max_size_mb` counts them.
MB = 1024 * 1024


def _read_size(value: float) -> tuple[float, list[Problem]]:
    """Return the size as it stands; hosts of a tool take whole megabytes alone."""
    if value == int(value):
        return value, []
    return value, [warning_at("", "wrong-type", "wrong-type.megabytes", found=f"{value:g}")]


#: The most that `max_size_mb` may say.
MAX_MB = 1_000_000
SIZE = OptionKind(
    words=Phrase("kind.megabytes", {"limit": MAX_MB}),
    schema={"type": "integer", "exclusiveMinimum": 0, "maximum": MAX_MB},
    takes=lambda value: NUMBER.takes(value) and 0 < value <= MAX_MB,
    read=_read_size,
)


@dataclass(frozen=True, kw_only=True)
class UploadLike(Input):
    """An input whose value is a file as a data URL; in a body being read, a `StoredFile` may stand for it."""

    #: Whether its value is base64 alone, without the head of a data URL.
    bare: bool = False
    max_size_mb: float | None = option(SIZE, "The most megabytes a file may have.", example=5)

    @property
    def accepted(self) -> Sequence[str]:
        """The types it takes: media types, families (`image/*`), extensions; none is any."""
        return ()

    @property
    def many(self) -> bool:
        """Whether it takes several files."""
        return False

    @property
    def max_bytes(self) -> int | None:
        """The most bytes a file may have."""
        return None if self.max_size_mb is None else int(self.max_size_mb * MB)

    @property
    def empty(self) -> Empty | None:
        return Empty("list", []) if self.many else None

    def texts(self, value: Any) -> Texts | None:
        files = value if self.many else [value]
        if not isinstance(files, list):
            return None
        texts = [file.as_text() if isinstance(file, StoredFile) else self.data_url(file) for file in files]
        return {"": texts} if all(map(_is_shown, texts)) else None

    def value(self, texts: Mapping[str, list[str]]) -> Any:
        files = [self._read(text) for text in texts[""] if text]
        return files if self.many else files[-1]

    def data_url(self, value: Any) -> Any:
        """Return *value* as a data URL, where it is the base64 of one."""
        if not self.bare or not isinstance(value, str):
            return value
        media_type = media.canonical(next(iter(self.accepted), "")) or "application/octet-stream"
        return dataurl.head_of(media_type) + value

    def _read(self, text: str) -> str | StoredFile:
        return self.taken(StoredFile.from_text(text) or text)

    def taken(self, file: str | StoredFile) -> str | StoredFile:
        """Return *file*, a data URL or what is kept of one, as its value has it."""
        if isinstance(file, StoredFile):
            return replace(file, bare=self.bare)
        return file.partition(",")[2] if self.bare and file.startswith("data:") else file

    def value_schema(self) -> dict[str, Any]:
        one = {"type": "string", **({"contentEncoding": "base64"} if self.bare else {"format": "data-url"})}
        return {"type": "array", "items": one} if self.many else one

    def sample(self, now: datetime) -> Any:
        file = self._read(smallest(self.accepted, self.max_bytes))
        return [file] if self.many else file

    def check(self, value: Any) -> Iterator[Problem]:
        if not self.many:
            yield from self._check_file(value, "")
            return
        for index, file in enumerate(value):
            yield from self._check_file(file, f"/{index}")

    def _check_file(self, file: str | StoredFile, at: str) -> Iterator[Problem]:
        if isinstance(file, StoredFile):
            size, media_type, name = file.size, file.media_type, file.name
        else:
            try:
                parsed = dataurl.parse(self.data_url(file))
            except dataurl.DataURLError as error:
                yield error_at(at, error.code, "data-url", fault=error.phrase)
                return
            size, media_type, name = parsed.size, parsed.media_type, ""
        named = {"name": name} if name else {}
        unnamed = "" if name else ".unnamed"
        if self.max_bytes is not None and size > self.max_bytes:
            params = {**named, "size": in_words(size), "limit": in_words(self.max_bytes)}
            yield Problem(at=at, code="too-large", key=f"too-large.file{unnamed}", params=params)
            return
        try:
            head = file.first() if isinstance(file, StoredFile) else dataurl.first(self.data_url(file))
        except FileGoneError:
            yield Problem(at=at, code="file-gone", key=f"file-gone{unnamed}", params=named)
            return
        if self.accepted and not media.accepts(self.accepted, media_type, name, head):
            found = media.sniff(head) or media_type
            types = {"found": media.named(found), "accepted": media.named_all(self.accepted)}
            yield Problem(at=at, code="wrong-file-type", key=f"wrong-file-type{unnamed}", params={**named, **types})


def _is_shown(text: Any) -> bool:
    """Tell whether a page gives *text*, which stands for a file, back as it is."""
    return isinstance(text, str) and bool(text.strip()) and text.isprintable()
