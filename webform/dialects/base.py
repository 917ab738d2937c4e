"""What a dialect is: a record of functions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.problems import Problem
    from webform.tool import Tool


@dataclass(frozen=True, kw_only=True)
class Dialect:
    """
    A declaration language.

    Args:
        name: its name, as in `--dialect`.
        recognises: says in a sentence why a parsed document is of this language, `""` where it is not.
        read: makes tools of a parsed document, with every problem in it.
    """

    name: str
    recognises: Callable[[Any], str]
    read: Callable[[Any], tuple[list[Tool], list[Problem]]]
