"""Counters of what clients use in a time: of this process, or those that processes share in a Redis."""

from __future__ import annotations

import logging
import math
from hashlib import sha256
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from webform.runs import StoreError
from webform.web.rates import Rate

if TYPE_CHECKING:
    from redis import Redis

#: Seconds that a Redis has to answer: somebody waits.
PATIENCE = 0.5
#: One look at when a client has all of it again, and one change: nobody comes in between. It has the time of the Redis,
#: as the clocks of machines differ.
_SCRIPT = """
local clock = redis.call('TIME')
local now = clock[1] + clock[2] / 1000000
local after = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now) + ARGV[1]
local wait = after - now - ARGV[2]
if wait <= 0.000001 and ARGV[3] == '1' then
    redis.call('SET', KEYS[1], string.format('%.6f', after), 'PX', math.ceil((after - now) * 1000))
end
return tostring(wait)
"""

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
        self._redis = _connected(storage) if storage else None
        self._scope = _digest("\n".join(scope))

    def rate(self, name: str, most: float, seconds: float) -> Rate:
        """Return the rate called *name*: so *most* within so many *seconds* for each client."""
        if self._redis is None:
            return Rate(most, seconds)
        return SharedRate(self._redis, f"webform:{self._scope}:{name}", most, seconds)

    def fault(self) -> str:
        """Return why nothing can be counted together; `""` where it can be, or where that is not wanted."""
        try:
            if self._redis is not None:
                self._redis.ping()
        except _errors() as error:
            return str(error)
        return ""


class SharedRate(Rate):
    """
    A rate that processes count together; each for itself while their Redis is away.

    Args:
        redis: where it is counted.
        name: what its keys begin with; the rest tells no name or address of a client.
        most: how much; infinity is no limit.
        seconds: within which time.
    """

    def __init__(self, redis: Redis, name: str, most: float, seconds: float) -> None:
        super().__init__(most, seconds)
        self._name, self._script, self._is_away = name, redis.register_script(_SCRIPT), False

    def wait(self, client: str, amount: float = 1) -> int:
        found = self._ask(client, amount, take=False)
        return super().wait(client, amount) if found is None else found

    def take(self, client: str, amount: float = 1) -> int:
        if self.most == math.inf:
            return 0
        found = self._ask(client, amount, take=True)
        return super().take(client, amount) if found is None else found

    def _ask(self, client: str, amount: float, *, take: bool) -> int | None:
        """Return after how many seconds *amount* may be used; `None` while the Redis is away."""
        key, cost = f"{self._name}:{_digest(client)}", amount * self._seconds / self.most
        try:
            wait = float(self._script(keys=[key], args=[cost, self._seconds, int(take)]))
        except _errors() as error:
            if not self._is_away:
                _log.warning("rates are counted in each process, since their Redis cannot be used: %s", error)
            self._is_away = True
            return None
        self._is_away = False
        return max(0, math.ceil(wait - 1e-6))


def place_of(storage: str) -> str:
    """Return the address of a Redis without its password."""
    address = urlsplit(storage)
    return f"{address.scheme}://{address.netloc.rpartition('@')[2]}{address.path}"


def _connected(storage: str) -> Redis:
    try:
        import redis  # noqa: PLC0415 - of an extra
        from redis.backoff import NoBackoff  # noqa: PLC0415
        from redis.retry import Retry  # noqa: PLC0415
    except ImportError:
        raise StoreError("Rates in a Redis need its package: pip install 'webform[redis]'") from None
    try:
        return redis.Redis.from_url(
            storage, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, retry=Retry(NoBackoff(), 0)
        )
    except ValueError:
        example = "redis://127.0.0.1:6379/0"
        raise StoreError(f"storage of [limits] has to be the address of a Redis, such as {example}") from None


def _errors() -> tuple[type[Exception], ...]:
    """Return what is raised while a Redis is away."""
    import redis  # noqa: PLC0415 - of an extra

    return (redis.RedisError, OSError)


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:32]
