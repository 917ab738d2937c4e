"""The command that serves the example tools: by one process, or by a PostgreSQL, web processes and workers."""

from __future__ import annotations

import base64
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from webform.cli_access import serving_options, with_access
from webform.cli_messages import unusable
from webform.cli_serving import serve_app
from webform.runs.sealing import VARIABLE
from webform.web.config import Config
from webform.web.demo import MissingExtraError, create_demo, start_examples
from webform.web.demo_postgres import Postgres, PostgresError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

#: How many there are of each.
WEB_PROCESSES, WORKERS = 2, 2
#: Seconds in which a process ends its runs, and itself.
STOP = 30


@click.command()
@serving_options
@click.option(
    "--cluster", is_flag=True, help="Start a PostgreSQL, two web processes and two workers; needs webform[cluster]."
)
def demo(port: int, *, cluster: bool, **access: Any) -> None:
    """
    Serve the example tools, each running on this machine; needs webform[demo].

    Example: webform demo --port 8080
    """
    config = with_access(Config(), **access)
    if cluster:
        _run_cluster(port=port, **access)
    serve_app(lambda: create_demo(config), access["host"], port)


def _run_cluster(host: str, port: int, *, public: bool, token: str, trusted_hosts: Sequence[str]) -> NoReturn:
    """Serve the example tools on *port* and the next one; end once interrupted, or with the first process that ends."""
    ended = threading.Event()
    # The last is what a terminal sends that is closed; Windows has none.
    for number in {signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}:
        signal.signal(number, lambda *_: ended.set())
    options = ["--host", host, *["--public"][:public]]
    for name in trusted_hosts:
        options += ["--trusted-host", name]
    # 0 takes a free one for each.
    ports = range(port, port + WEB_PROCESSES) if port else [0] * WEB_PROCESSES
    with ExitStack() as stack:
        try:
            start = _set_up(stack, token)
            sources = [served.target.url.removesuffix("/run") for served in start_examples() if served.target]
        except (PostgresError, MissingExtraError) as error:
            unusable(str(error))
        if start("migrate").wait():
            unusable("the tables of the demo cannot be made")
        processes = [start("serve", *sources, *options, "--port", str(number)) for number in ports]
        processes += [start("worker", *sources) for _ in range(WORKERS)]
        for process in processes:
            threading.Thread(target=_set_at_end, args=(process, ended), daemon=True).start()
        ended.wait()
        _stop(processes)
    sys.exit(max(process.returncode for process in processes))


def _set_up(stack: ExitStack, token: str) -> Callable[..., subprocess.Popen[bytes]]:
    """Start a PostgreSQL, which *stack* ends; return what starts a command of ours with settings for it."""
    postgres = Postgres()
    stack.callback(postgres.close)
    postgres.start()
    click.echo(f"PostgreSQL is at 127.0.0.1:{postgres.port}")
    config = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="webform-demo"))) / "webform.toml"
    config.write_text(f'database = {json.dumps(postgres.address())}\nfiles = "files"\nqueue = true\n', "utf-8")
    environ = {VARIABLE: base64.b64encode(os.urandom(32)).decode(), **os.environ, "WEBFORM_TOKEN": token}

    def start(command: str, *arguments: str) -> subprocess.Popen[bytes]:
        # Ctrl-C in a terminal goes to its whole group: these are ended one kind after the other.
        return subprocess.Popen(  # noqa: S603 - ourselves
            [sys.executable, "-m", "webform", command, *arguments, "--config", str(config)],
            env=environ,
            start_new_session=True,
        )

    return start


def _set_at_end(process: subprocess.Popen[bytes], ended: threading.Event) -> None:
    process.wait()
    ended.set()


def _stop(processes: list[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        process.terminate()
    for process in processes:
        try:
            process.wait(STOP)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
