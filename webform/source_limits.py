"""Limits of the text of a declaration."""

from __future__ import annotations

import re
from dataclasses import dataclass

from webform.scan import FaultError

#: Lists and objects within each other at most.
MAX_DEPTH = 64
#: Characters of a key at most: pointers, and so names and ids, repeat it for everything below.
MAX_KEY = 10_000


@dataclass(frozen=True, kw_only=True)
class Limits:
    """
    What a text may hold.

    Args:
        megabytes: of text at most.
        values: at most, those in lists of options not counted.
        options: values in lists of options at most.
        yaml_kilobytes: of YAML at most.
        yaml_values: keys and values written in YAML at most.
    """

    megabytes: int = 4
    values: int = 75_000
    options: int = 100_000
    yaml_kilobytes: int = 256
    yaml_values: int = 30_000

    @property
    def bytes(self) -> int:
        """Bytes of text at most."""
        return self.megabytes * 1024 * 1024

    def beyond(self, code: str) -> FaultError:
        """Return what says that a text is beyond the limit of that *code*."""
        key, limit = {
            "too-large": ("source.too-large", self.megabytes),
            "too-deep": ("json.too-deep", MAX_DEPTH),
            "too-many-values": ("source.too-many-values", self.values),
            "too-many-options": ("source.too-many-options", self.options),
            "too-long": ("source.too-long", MAX_KEY),
        }[code]
        return FaultError(key, 0, code, limit=limit)


LIMITS = Limits()
#: Of a document that declares a whole API, which may have a thousand operations; GitHub's has 12 MB and 400,000 values.
#: The parser of YAML takes up to fifteen seconds for so much.
API_LIMITS = Limits(megabytes=32, values=1_500_000, options=500_000, yaml_kilobytes=2_048, yaml_values=240_000)
#: How a document of an API is known before it is read.
_API = re.compile(r'"(?:openapi|swagger)"\s*:\s*"\d|^(?:openapi|swagger)\s*:', re.MULTILINE)


def declares_api(text: str) -> bool:
    """Tell whether *text* looks like the document of an API."""
    return bool(_API.search(text))
