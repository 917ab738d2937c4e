"""A file, or several, of declared types."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from webform import dataurl
from webform.inputs.options import ACCEPT, FLAG, option
from webform.inputs.uploads import UploadLike

if TYPE_CHECKING:
    from collections.abc import Sequence


_CSV = dataurl.make("text/csv", b"a,b\n1,2\n")


@dataclass(frozen=True, kw_only=True)
class File(UploadLike):
    """A file, or several."""

    type = "file"
    examples = (({}, _CSV), ({"multiple": True}, [_CSV, _CSV]))
    in_schema = frozenset({"multiple"})

    accept: tuple[str, ...] = option(
        ACCEPT, "The types taken: extensions, media types, families; none is any.", (), example=[".csv", "text/csv"]
    )
    multiple: bool = option(FLAG, "Take several.", False, example=True)

    @property
    def accepted(self) -> Sequence[str]:
        return self.accept

    @property
    def many(self) -> bool:
        return self.multiple
