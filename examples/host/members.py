"""The members of the club: who they are, what they may run, and the credit that they have left."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING

from flask_login import UserMixin
from werkzeug.security import check_password_hash, generate_password_hash

if TYPE_CHECKING:
    from collections.abc import Iterator

_LOCK = Lock()


@dataclass(eq=False)
class Member(UserMixin):
    """Somebody who signs in."""

    id: str
    name: str
    password_hash: str
    tools: frozenset[str]
    credit: int

    def pay(self) -> None:
        """Take one run off the credit."""
        with _LOCK:
            self.credit -= 1


class Members:
    """All members by their names; a real app has them in a database."""

    def __init__(self) -> None:
        everything = frozenset({"weather", "portfolio-risk"})
        self._members = {
            member.id: member
            for member in (
                Member("ann", "Ann", generate_password_hash("lighthouse"), everything, 25),
                Member("bob", "Bob", generate_password_hash("lighthouse"), frozenset({"weather"}), 1),
            )
        }

    def __iter__(self) -> Iterator[Member]:
        return iter(self._members.values())

    def get(self, name: str) -> Member | None:
        """Return the member of that name."""
        return self._members.get(name)

    def sign_in(self, name: str, password: str) -> Member | None:
        """Return the member with that name and password."""
        member = self.get(name)
        return member if member and check_password_hash(member.password_hash, password) else None
