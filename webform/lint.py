"""What an author should mend in a declaration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform import dialects

if TYPE_CHECKING:
    from pathlib import Path

    from webform.problems import Problem


def lint(source: Path | str | bytes | Any, dialect: str | None = None) -> list[Problem]:
    """
    Return everything that is wrong with a declaration, errors and warnings, in the order of its text.

    Args:
        source: a path is a file; a text or bytes are the document; else it is the parsed value.
        dialect: the name of its language; found by its content where `None`.
    """
    return dialects.read(source, dialect)[1]
