"""The place where others keep what they made of an object, for its life."""

from __future__ import annotations

from functools import cached_property
from typing import Any


class Caching:
    """An object that is made much of: whoever makes something of it keeps it there, by a name of its own."""

    @cached_property
    def cache(self) -> dict[str, Any]:
        """What was made of it, by name; a copy that differs begins with none."""
        return {}
