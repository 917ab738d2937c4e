"""The content security policy of pages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_ORIGIN = re.compile(r"\Ahttps?://[^/]+", re.IGNORECASE)


def policy(frame_ancestors: Iterable[str], media_origins: Iterable[str], tiles: str = "") -> str:
    """Return the content security policy; *tiles* is the address of those of maps."""
    media = " ".join(["'self'", "data:", "blob:", *media_origins])
    ancestors = " ".join(frame_ancestors) or "'none'"
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; "
        f"img-src {' '.join([media, *_ORIGIN.findall(tiles)])}; media-src {media}; "
        "connect-src 'self'; font-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; "
        f"frame-ancestors {ancestors}"
    )
