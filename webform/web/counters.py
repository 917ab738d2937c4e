"""Counters of what clients use in a time: of this process, or those that processes share in a Redis."""

from __future__ import annotations

import logging
from hashlib import sha256
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from webform.runs import StoreError
from webform.web.rates import Rate

if TYPE_CHECKING:
    from limits.storage import RedisStorage

#: Seconds that a Redis has to answer: somebody waits.
PATIENCE = 0.5

_log = logging.getLogger(__name__)


class Counters:
    """
    Makes the rates of a site.

    Args:
        storage: the address of a Redis; `""`: each process counts for itself.
        scope: what is counted together has the same, such as the database.

    Raises:
        StoreError: the address is none, or the package is not installed.
    """

    def __init__(self, storage: str = "", *scope: str) -> None:
        self._redis = _storage(storage, f"webform:{_digest(chr(10).join(scope))}") if storage else None

    def rate(self, name: str, most: float, seconds: int) -> Rate:
        """Return the rate called *name*: so *most* within so many *seconds* for each client."""
        if self._redis is None:
            return Rate(most, seconds, name)
        return SharedRate(self._redis, name, most, seconds)

    def fault(self) -> str:
        """Return why nothing can be counted together; `""` where it can be, or where that is not wanted."""
        from limits.errors import StorageError  # noqa: PLC0415 - slow, and often not needed

        try:
            if self._redis is not None:
                self._redis.get("")
        except StorageError as error:
            return str(error)
        return ""


class SharedRate(Rate):
    """
    A rate that processes count together; each for itself while their Redis is away.

    Args:
        storage: where it is counted.
        name: what it is called there; no name or address of a client is kept.
        most: how much; infinity is no limit.
        seconds: within which time.
    """

    def __init__(self, storage: RedisStorage, name: str, most: float, seconds: int) -> None:
        from limits.strategies import FixedWindowRateLimiter  # noqa: PLC0415 - imported with the storage

        super().__init__(most, seconds, name)
        self._together, self._is_away = FixedWindowRateLimiter(storage), False

    def _ask(self, client: str, amount: int, *, take: bool) -> int:
        from limits.errors import StorageError  # noqa: PLC0415 - imported with the storage

        client = _digest(client)
        try:
            wait = self._count(self._together, client, amount, take=take)
        except StorageError as error:
            if not self._is_away:
                _log.warning("rates are counted in each process, since their Redis cannot be used: %s", error)
            self._is_away = True
            return super()._ask(client, amount, take=take)
        self._is_away = False
        return wait


def place_of(storage: str) -> str:
    """Return the address of a Redis without its password."""
    address = urlsplit(storage)
    return f"{address.scheme}://{address.netloc.rpartition('@')[2]}{address.path}"


def _storage(address: str, prefix: str) -> RedisStorage:
    """Return the Redis at *address*, whose keys begin with *prefix*."""
    try:
        from redis import ConnectionPool  # noqa: PLC0415 - of an extra
        from redis.backoff import NoBackoff  # noqa: PLC0415
        from redis.retry import Retry  # noqa: PLC0415
    except ImportError:
        raise StoreError("Rates in a Redis need its package: pip install 'webform[redis]'") from None
    from limits.storage import RedisStorage  # noqa: PLC0415 - slow, and often not needed

    times = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE, "retry": Retry(NoBackoff(), 0)}
    try:
        pool = ConnectionPool.from_url(address, **times)
    except ValueError:
        example = "redis://127.0.0.1:6379/0"
        raise StoreError(f"storage of [limits] has to be the address of a Redis, such as {example}") from None
    return RedisStorage(address, pool, prefix, wrap_exceptions=True)


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:32]
