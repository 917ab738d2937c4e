"""A service that speaks S3 on a free port of this machine, with one bucket."""

from __future__ import annotations

import socket
from datetime import UTC, datetime, timedelta
from urllib.request import Request, urlopen

import pytest

ADDRESS = "s3://bucket/web/form"


class Service:
    """The service: it keeps its objects while it is away."""

    def __init__(self) -> None:
        self._port, self._server = 0, None
        self._reserved: socket.socket | None = None
        self.come()
        urlopen(Request(f"{self.url}/moto-api/reset", method="POST"))
        urlopen(Request(f"{self.url}/bucket", method="PUT"))

    def come(self) -> None:
        # Only those who use it wait until it is loaded.
        from moto.server import ThreadedMotoServer

        if self._reserved:
            self._reserved.close()
        self._server = ThreadedMotoServer("127.0.0.1", self._port)
        self._server.start()
        self._port = self._server.get_host_and_port()[1]

    def leave(self) -> None:
        self._server.stop()
        # Nobody listens there; without it, a server of another test could.
        self._reserved = socket.socket()
        self._reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._reserved.bind(("127.0.0.1", self._port))

    def end(self) -> None:
        if not self._reserved or self._reserved.fileno() < 0:
            self.leave()
        self._reserved.close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    @property
    def keys(self):
        """The objects of the bucket, by their keys below the prefix."""
        from moto.s3.models import s3_backends

        (account,) = s3_backends.values()
        found = account["aws"].buckets["bucket"].keys
        return {key.removeprefix("web/form/"): found[key] for key in found}

    def age(self, name: str, seconds: float) -> None:
        """Let an object have been written so many seconds ago."""
        self.keys[name].last_modified = datetime.now(UTC).replace(tzinfo=None) - timedelta(seconds=seconds)


@pytest.fixture
def s3(monkeypatch):
    service = Service()
    for name, value in (
        ("AWS_ENDPOINT_URL", service.url),
        ("AWS_ALLOW_HTTP", "true"),
        ("AWS_ACCESS_KEY_ID", "key"),
        ("AWS_SECRET_ACCESS_KEY", "secret-of-the-bucket"),
        ("AWS_REGION", "eu-north-1"),
    ):
        monkeypatch.setenv(name, value)
    yield service
    service.end()
