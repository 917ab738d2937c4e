"""The webhook: the address that is told when a run ends, signed, again until it has taken it."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import logging
import re
import time
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from webform.messages import Phrase
from webform.problems import Problem
from webform.runners import HTTPRunner, Target
from webform.runners.failures import CallError
from webform.runs.database import reason
from webform.runs.rows import DELIVERIES
from webform.runs.tasks import Task
from webform.settings import FLAG, TEXT, OptionKind, is_secret, is_text, kind, list_of, option, read_secret
from webform.values import write_json

if TYPE_CHECKING:
    from webform.runs.run import Run
    from webform.runs.store import RunStore

#: Seconds until it is told again, after each time that it did not take it; then it is given up.
PAUSES = (5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 10 * 3600)
#: Seconds for one call, and for whoever makes it before another process may.
_TIMEOUT, _LEASE = 15.0, 60.0
#: Seconds between two looks for what other processes left, and rows that are read at once.
_LOOK, _AT_ONCE = 30.0, 100
#: Bytes of an answer, which nobody reads.
_MAX_ANSWER = 64 * 1024
#: How a key begins, and how many bytes it has, by the specification.
_PREFIX, _BYTES = re.compile(r"whsec_"), range(24, 65)

_log = logging.getLogger(__name__)

_DUE = select(DELIVERIES).where(DELIVERIES.c.due <= bindparam("now")).order_by(DELIVERIES.c.due).limit(_AT_ONCE)
_NEXT = select(func.min(DELIVERIES.c.due))


def _read_key(value: Any) -> tuple[bytes, list[Problem]]:
    text, problems = read_secret(value)
    if problems:
        return b"", problems
    try:
        key = base64.b64decode(_PREFIX.sub("", text, count=1), validate=True)
    except binascii.Error:
        key = b""
    if len(key) in _BYTES:
        return key, []
    return b"", [Problem(at="", code="wrong-type", key="wrong-type.hidden", params={"expected": _KEY.words})]


_KEY = OptionKind(words=Phrase("kind.webhook-key"), takes=is_secret, read=_read_key)
_IDS = kind(Phrase("kind.tool-ids"), list_of(is_text), tuple)


@dataclass(frozen=True, kw_only=True)
class Webhook:
    """What is called when a run ends; nothing is where *url* is not set."""

    url: str = option(TEXT, "The address that is called. It needs https, except in your own network.", "")
    secret: bytes = option(
        _KEY,
        "The key that signs the requests: `whsec_` and 24 to 64 bytes in base64, best from the environment: "
        '`{ env = "NAME" }`.',
        b"",
        secret=True,
        shown="required",
    )
    tools: tuple[str, ...] = option(
        _IDS, "Ids of the tools; it is called when one of their runs ends.", (), shown="all"
    )
    private: bool | None = option(
        FLAG, "Whether its address may be in a private network.", shown="if `url` is written as a private address"
    )

    @cached_property
    def target(self) -> Target:
        """Where it is."""
        target = Target(url=self.url, timeout=_TIMEOUT, max_response=_MAX_ANSWER)
        return target.as_typed() if self.private is None else replace(target, allow_private=self.private)

    def wants(self, run: Run) -> bool:
        """Tell whether it is told of *run*."""
        return bool(self.url) and (not self.tools or run.tool_id in self.tools)

    def headers(self, delivery: Delivery, now: int) -> dict[str, str]:
        """Return the headers of *delivery*, signed, as the specification Standard Webhooks has them."""
        signed = f"{delivery.id}.{now}.{delivery.content}".encode()
        signature = base64.b64encode(hmac.digest(self.secret, signed, "sha256")).decode()
        return {"webhook-id": delivery.id, "webhook-timestamp": str(now), "webhook-signature": f"v1,{signature}"}


class Delivery(NamedTuple):
    """What is told of one run: under an id that stays the same, for the time of that number, once it is due."""

    id: str
    content: str
    attempt: int
    due: float


def delivery_of(run: Run) -> Delivery:
    """Return what is told of *run*: how it ended, and no value of it."""
    now = time.time()
    data = {
        "run": run.id,
        "tool": run.tool_id,
        "state": run.state,
        "status": run.result.status if run.result else None,
        "created": _moment(run.created),
        "began": _moment(run.began),
        "ended": _moment(run.ended or now),
    }
    content = write_json({"type": "run.ended", "timestamp": _moment(now), "data": data})
    # A run ends once: whoever tells of it twice does so under one id.
    return Delivery(f"msg_{hashlib.sha256(run.id.encode()).hexdigest()[:32]}", content, 0, now)


def _moment(seconds: float | None) -> str | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")


class Deliveries(Task):
    """
    What the webhook has to be told, kept in the database until it took it, and the thread that tells it.

    Args:
        store: of the database, which processes share: each delivery is made by one of them at a time.
        webhook: what is called.
        client: what calls it.
    """

    thread_name = "webform-webhook"

    def __init__(self, store: RunStore, webhook: Webhook, client: HTTPRunner | None = None) -> None:
        super().__init__()
        self._store, self.webhook, self._client = store, webhook, client or HTTPRunner()
        self._added = False

    @property
    def is_wanted(self) -> bool:
        """Whether there is a webhook."""
        return bool(self.webhook.url)

    def add(self, run: Run) -> None:
        """Tell the webhook of *run*, which is over, if it wants to know."""
        if not self.webhook.wants(run):
            return
        try:
            self._store.write(lambda connection: connection.execute(insert(DELIVERIES), delivery_of(run)._asdict()))
        except IntegrityError:
            # Another process noted that the run is over, too.
            return
        except SQLAlchemyError as error:
            _log.error("the webhook is not told of run %.8s: %s", run.id, reason(error))
        self.watch()
        with self._changed:
            self._added = True
            self._changed.notify_all()

    def close(self) -> None:
        """Make no more deliveries; what is left is for the next process."""
        super().close()
        self._client.close()

    def _work(self) -> None:
        while self.webhook.url and not self._over:
            try:
                self.deliver()
                left = self._until_next()
            except SQLAlchemyError as error:
                _log.error("deliveries to the webhook cannot be read: %s", reason(error))
                left = _LOOK
            with self._changed:
                self._changed.wait_for(lambda: self._over or self._added, left)
                self._added = False

    def deliver(self) -> None:
        """Make the deliveries that are due."""
        for delivery in self._due():
            if self._over or not self.webhook.url:
                return
            if self._claim(delivery):
                self._settle(delivery, self._call(delivery))

    def _due(self) -> list[Delivery]:
        now = {"now": time.time()}
        return self._store.read(lambda connection: [Delivery(*row) for row in connection.execute(_DUE, now)])

    def _until_next(self) -> float:
        due = self._store.read(lambda connection: connection.execute(_NEXT).scalar())
        return _LOOK if due is None else min(_LOOK, max(0.0, due - time.time()))

    def _claim(self, delivery: Delivery) -> bool:
        """Take *delivery* for this process, for a while; tell whether no other has it."""
        mine = DELIVERIES.c.id == delivery.id, DELIVERIES.c.attempt == delivery.attempt
        taken = update(DELIVERIES).where(*mine).values(attempt=delivery.attempt + 1, due=time.time() + _LEASE)
        return self._store.write(lambda connection: connection.execute(taken).rowcount > 0)

    def _call(self, delivery: Delivery) -> int | str:
        """Return the status that the webhook answered to *delivery*, or the code of why there is none."""
        target = self.webhook.target
        headers = self.webhook.headers(delivery, int(time.time()))
        try:
            return self._client.post(target, target.path, delivery.content.encode(), headers).status
        except CallError as error:
            return error.answer.status if error.answer and error.code != "redirect" else error.code

    def _settle(self, delivery: Delivery, outcome: int | str) -> None:
        """Note what came of *delivery*."""
        taken = isinstance(outcome, int) and 200 <= outcome < 300
        # By 410 it says that it wants to be told nothing any more.
        given_up = outcome == HTTPStatus.GONE or delivery.attempt >= len(PAUSES)
        if not taken:
            more = "given up" if given_up else f"tried again in {PAUSES[delivery.attempt]} s"
            _log.warning("webhook at %s: %s; %s", self.webhook.target.authority, outcome, more)
        this = DELIVERIES.c.id == delivery.id

        def write(connection: Connection) -> None:
            if taken or given_up:
                connection.execute(delete(DELIVERIES).where(this))
            else:
                due = time.time() + PAUSES[delivery.attempt]
                connection.execute(update(DELIVERIES).where(this).values(due=due))

        self._store.write(write)
