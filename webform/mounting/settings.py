"""Settings of the part of a host's app that webform serves."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from webform.web import Config


@dataclass(frozen=True, kw_only=True)
class MountSettings:
    """
    The arguments of `webform.mount`.

    Args:
        document: the path of the OpenAPI document in the app, the document, or what returns it; `None` to look for it.
        url: where operations are called; `""` for the address that the server listens at.
        headers: what is sent with each call.
        threads: how many requests the server answers at the same time, where that is known.
        config: what the operator sets.
    """

    document: str | Mapping[str, Any] | Callable[[], Mapping[str, Any]] | None = None
    url: str = ""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    threads: int | None = None
    config: Config

    def trusting(self, hosts: Iterable[str]) -> MountSettings:
        """Return this with *hosts* trusted as well: the app trusts them itself."""
        return replace(self, config=self.config.trusting(*(host for host in hosts if host != "*")))
