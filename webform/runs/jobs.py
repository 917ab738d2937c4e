"""Jobs of the queue, by Procrastinate: each is a run that any worker may execute."""

from __future__ import annotations

import asyncio
import logging
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, Any

import procrastinate
from procrastinate.exceptions import ConnectorException
from procrastinate.schema import SchemaManager
from sqlalchemy import Connection, text

from webform.runs.database import Database, reason
from webform.runs.leases import RENEWALS

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from webform.runs.admission import Handed

#: The queue, and the task of its jobs.
QUEUE = "webform"
#: Seconds that a worker, once it is to stop, lets its runs end at least.
FINISH = 10.0
#: Seconds between two looks for jobs, where none is notified.
LOOK = 5.0

_WORKER = text(
    "SELECT 1 FROM procrastinate_workers WHERE last_heartbeat > now() - make_interval(secs => :seconds) LIMIT 1"
)

# What it logs of a job names the run, and whoever knows that name has the run.
logging.getLogger("procrastinate").setLevel(logging.ERROR)
_log = logging.getLogger(__name__)


class Jobs:
    """
    The jobs in a database.

    Args:
        database: the database.
    """

    def __init__(self, database: Database) -> None:
        self._engine = database.engine
        self._app = procrastinate.App(connector=procrastinate.SyncPsycopgConnector())

    def defer(self, connection: Connection, runs: list[Handed]) -> None:
        """Have *runs* executed by workers once what was written on *connection* stands."""
        deferrer = self._app.configure_task(QUEUE, queue=QUEUE, connection=connection.connection.driver_connection)
        jobs: list[dict[str, Any]] = [{"run_id": run.id, "attempt": run.attempt} for run in runs]
        deferrer.batch_defer(*jobs)

    @staticmethod
    def has_worker(connection: Connection, lease: float) -> bool:
        """Tell whether any worker takes jobs."""
        return connection.execute(_WORKER, {"seconds": lease}).first() is not None

    async def work(
        self,
        execute: Callable[[str, int], None],
        give_up: Callable[[], None],
        *,
        threads: int,
        finish: float,
        lease: float,
    ) -> None:
        """
        Execute runs until the process is told to stop.

        Args:
            execute: executes the run of an id, for the time of a number.
            give_up: ends the calls that still go on a while after that.
            threads: how many runs at once.
            finish: how many seconds that is, where it is more than `FINISH`.
            lease: seconds after which a worker that says nothing is no more.
        """
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(threads))
        # As SQLAlchemy connects.
        _, arguments = self._engine.dialect.create_connect_args(self._engine.url)
        connector = procrastinate.PsycopgConnector(kwargs=dict(arguments), min_size=1, max_size=4)
        app = procrastinate.App(connector=connector)
        app.task(name=QUEUE, queue=QUEUE)(execute)
        stopping = asyncio.Event()

        def stop() -> None:
            """Take no more jobs, and give up those that still go on after a while."""
            stopping.set()
            loop.call_later(max(finish, FINISH), Thread(target=give_up, daemon=True).start)

        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop)
        await _take_jobs(app, threads, lease, stopping)


async def _take_jobs(app: procrastinate.App, threads: int, lease: float, stopping: asyncio.Event) -> None:
    """Take jobs until *stopping* is set, also where the database is started anew."""
    while not stopping.is_set():
        try:
            # Cut off in the middle, opening would leave tasks behind that never end.
            async with app.open_async():
                stalled = asyncio.ensure_future(_retry_stalled(app, lease))
                try:
                    worker = app.run_worker_async(
                        queues=[QUEUE],
                        concurrency=threads,
                        delete_jobs="always",
                        fetch_job_polling_interval=LOOK,
                        update_heartbeat_interval=lease / RENEWALS,
                        stalled_worker_timeout=lease,
                        install_signal_handlers=False,
                    )
                    await _until(stopping, worker)
                finally:
                    stalled.cancel()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is tried again
            _log.error("jobs cannot be taken now: %s", reason(error))
            await asyncio.sleep(1)


async def _until(stopping: asyncio.Event, work: Coroutine[Any, Any, None]) -> None:
    """Await *work*; cancel it once *stopping* is set."""
    task, stop = asyncio.ensure_future(work), asyncio.ensure_future(stopping.wait())
    await asyncio.wait({task, stop}, return_when=asyncio.FIRST_COMPLETED)
    stop.cancel()
    if stopping.is_set():
        task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def _retry_stalled(app: procrastinate.App, lease: float) -> None:
    """Have the jobs of workers that are no more taken again: whoever finds nothing to do for one deletes it."""
    while True:
        with suppress(ConnectorException):
            for job in await app.job_manager.get_stalled_jobs(queue=QUEUE, seconds_since_heartbeat=lease):
                await app.job_manager.retry_job(job)
        await asyncio.sleep(lease)


def set_up(connection: Connection) -> None:
    """Make the tables of the queue where there are none."""
    if connection.execute(text("SELECT to_regclass('procrastinate_jobs')")).scalar() is None:
        driver: Any = connection.connection.driver_connection
        driver.execute(SchemaManager.get_schema())
