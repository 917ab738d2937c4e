"""A real PostgreSQL server on a free loopback port, in a folder of its own, ended by the test."""

from __future__ import annotations

import getpass
import shutil
import subprocess
import tempfile
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import create_engine, text

from tests.servers import free_port

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Whom the server may run as, where root starts it: it refuses to be root.
_USERS = ("postgres", "nobody")
#: Where Debian and others keep what is not for everyone's path.
_FOLDERS = ("/usr/lib/postgresql/*/bin", "/usr/local/pgsql/bin", "/opt/homebrew/bin")


class Postgres:
    """
    The server.

    Args:
        folder: where its data is, of the one it runs as.
        as_user: options of a process that say whom it runs as.
    """

    def __init__(self, folder: Path, as_user: dict[str, Any]) -> None:
        self._folder, self._as_user = folder / "data", as_user
        self.port, self._made = free_port(), 0
        self._process: subprocess.Popen[str] | None = None
        options = ["-A", "trust", "-U", "webform", "-E", "UTF8", "--locale=C", "--no-sync"]
        done = self._ended("initdb", "-D", str(self._folder), *options)
        if done.returncode:
            pytest.fail(f"PostgreSQL cannot be set up: {done.stderr.strip()[-200:]}")

    def start(self) -> None:
        """Start it; it takes connections once this returns."""
        settings = {"listen_addresses": "127.0.0.1", "port": self.port, "unix_socket_directories": "", "fsync": "off"}
        command = [_program("postgres"), "-D", str(self._folder)]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        self._process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd="/", **self._as_user)
        lines = []
        for line in self._process.stderr:
            lines.append(line)
            if "ready to accept connections" in line:
                threading.Thread(target=self._process.stderr.read, daemon=True).start()
                return
        pytest.fail(f"PostgreSQL cannot be started: {''.join(lines)[-200:]}")

    def stop(self) -> None:
        """End it, and all connections."""
        self._ended("pg_ctl", "stop", "-D", str(self._folder), "-m", "fast")
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def new_database(self) -> str:
        """Make an empty database; its address."""
        self._made += 1
        name = f"webform{self._made}"
        engine = create_engine(self._address("postgres"), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        engine.dispose()
        return self._address(name)

    def _address(self, database: str) -> str:
        return f"postgresql+psycopg://webform@127.0.0.1:{self.port}/{database}"

    def _ended(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [_program(program), *arguments], capture_output=True, text=True, check=False, cwd="/", **self._as_user
        )


@contextmanager
def postgres() -> Iterator[Postgres]:
    """Run a server; skip the test, with the reason, where none is installed."""
    pytest.importorskip("psycopg", reason="psycopg, which speaks with PostgreSQL, is not installed")
    _program("postgres")
    with tempfile.TemporaryDirectory(prefix="webform-postgres") as folder:
        as_user: dict[str, Any] = {}
        if getpass.getuser() == "root":
            as_user = {"user": next(filter(_is_user, _USERS), None)}
            if as_user["user"] is None:
                pytest.skip("there is no user that PostgreSQL could run as")
            shutil.chown(folder, as_user["user"])
        server = Postgres(Path(folder), as_user)
        try:
            server.start()
            yield server
        finally:
            server.stop()


def _program(name: str) -> str:
    found = shutil.which(name) or next((shutil.which(name, path=str(folder)) for folder in _folders()), None)
    if found is None:
        pytest.skip(f"there is no PostgreSQL server here: {name} is not found")
    return found


def _folders() -> list[Path]:
    return [path for pattern in _FOLDERS for path in sorted(Path("/").glob(pattern.lstrip("/")), reverse=True)]


def _is_user(name: str) -> bool:
    import pwd

    try:
        return pwd.getpwnam(name).pw_uid > 0
    except KeyError:
        return False
