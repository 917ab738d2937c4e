"""Bodies that rest encrypted, for whichever process calls the tool."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from webform.runs.rows import body_texts, with_body_files

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cryptography.fernet import MultiFernet

#: The variable of the environment with the keys, separated by commas: the first seals, each opens.
VARIABLE = "WEBFORM_SECRET_KEY"
_MAKE_ONE = "make one with: openssl rand -base64 32"


class SealingKeyError(ValueError):
    """Raised when the keys cannot be used: says which, and never what it is."""


class SealError(Exception):
    """Raised when no key opens a sealed body: it was sealed with another key, or changed."""

    def __init__(self) -> None:
        super().__init__(f"No key of {VARIABLE} opens the sealed body; keep an old key after the new one")


class Sealer:
    """
    What seals bodies, and opens them again.

    Args:
        keys: each 32 bytes in base64; the first seals, each opens.

    Raises:
        SealingKeyError: one is malformed, or the package that seals is not installed.
    """

    def __init__(self, keys: Sequence[str]) -> None:
        self._fernet = _fernet_of(keys)

    @classmethod
    def from_environment(cls) -> Sealer | None:
        """Return the sealer with the keys of `WEBFORM_SECRET_KEY`; `None` where that is not set."""
        text = os.environ.get(VARIABLE, "").strip()
        return cls([key.strip() for key in text.split(",")]) if text else None

    def seal(self, body: Any) -> str:
        """Return *body*, with secrets, files as `StoredFile`s, encrypted as ASCII text."""
        return self._fernet.encrypt(json.dumps(body_texts(body)).encode()).decode()

    def open(self, sealed: str) -> Any:
        """
        Return the body that *sealed* holds, its files not resolved.

        Raises:
            SealError: no key opens it.
        """
        from cryptography.fernet import InvalidToken  # noqa: PLC0415 - a package of the extra `cluster`

        try:
            text, files = json.loads(self._fernet.decrypt(sealed))
        except InvalidToken:
            raise SealError from None
        return with_body_files(json.loads(text), files)


def _fernet_of(keys: Sequence[str]) -> MultiFernet:
    try:
        from cryptography.fernet import Fernet, MultiFernet  # noqa: PLC0415 - a package of the extra `cluster`
    except ImportError:
        raise SealingKeyError(f"{VARIABLE} needs the package cryptography: pip install 'webform[cluster]'") from None
    made = []
    for number, key in enumerate(keys, 1):
        try:
            made.append(Fernet(key))
        except ValueError:
            which = f"Key {number} of {len(keys)} in {VARIABLE}" if len(keys) > 1 else f"The key in {VARIABLE}"
            raise SealingKeyError(f"{which} is not 32 bytes in base64; {_MAKE_ONE}") from None
    return MultiFernet(made)
