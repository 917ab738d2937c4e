"""Words that name a secret: what an author calls a type that is none of ours."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

_WORDS = frozenset({
    "password", "passwd", "pwd", "passphrase", "passcode", "pin", "secret", "token", "credential", "apikey",
})  # fmt: skip
_PAIRS = frozenset({("api", "key"), ("access", "key"), ("private", "key"), ("secret", "key"), ("auth", "key")})
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
#: A longer name is not looked at.
_LONG = 60


def names_secret(name: Any) -> bool:
    """Tell whether *name*, such as `password`, `api_key` or `AccessToken`, is that of a secret."""
    if not isinstance(name, str) or len(name) > _LONG:
        return False
    words = [word.lower().removesuffix("s") for word in _WORD.findall(name)]
    return not _WORDS.isdisjoint(words) or any(pair in _PAIRS for pair in pairwise(words))
