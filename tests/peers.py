"""Servers of other packages that tools are called at, each in a process of its own on a free loopback port."""

from __future__ import annotations

import os
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tests.conftest import lacking
from tests.servers import free_port
from tests.until import until

if TYPE_CHECKING:
    from collections.abc import Iterator

#: The environment that `make .venv/gradio.made` installs them in.
BIN = Path(sys.prefix) / "gradio/bin"
#: Seconds that they take to start at most.
STARTING = 120
SERVICES = Path(__file__).parent / "services"


@contextmanager
def gradio() -> Iterator[str]:
    """Run the app of `tests/services/gradio`; its address."""
    port = free_port()
    command, ready_at = ["app.py", str(port)], f"http://127.0.0.1:{port}/gradio_api/info"
    with (
        TemporaryDirectory() as files,
        _running(command, SERVICES / "gradio", {"GRADIO_TEMP_DIR": files}, ready_at, '"'),
    ):
        yield f"http://127.0.0.1:{port}"


@contextmanager
def cog(folder: Path) -> Iterator[str]:
    """Run the model of `tests/services/cog` as it stands in *folder*, built: its address."""
    port = free_port()
    (folder / ".cog").mkdir()
    for name, place in (("predict.py", folder), ("openapi_schema.json", folder / ".cog")):
        (place / name).write_text((SERVICES / "cog" / name).read_text(encoding="utf-8"), encoding="utf-8")
    env = {"COG_PREDICT_TYPE_STUB": "predict.py:Predictor", "PORT": str(port)}
    command = ["-m", "cog.server.http", "--host", "127.0.0.1"]
    with _running(command, folder, env, f"http://127.0.0.1:{port}/health-check", "READY"):
        yield f"http://127.0.0.1:{port}"


@contextmanager
def _running(command: list[str], folder: Path, env: dict[str, str], ready_at: str, word: str) -> Iterator[None]:
    """Run Python with *command* in *folder*, until *ready_at* answers with *word*."""
    if not (BIN / "python").exists():
        lacking("Gradio and cog are not installed; `make .venv/gradio.made` fetches them")
    # cog starts its worker with the Python of the path.
    own = {"PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "GRADIO_ANALYTICS_ENABLED": "False", "HF_HUB_OFFLINE": "1"}
    with subprocess.Popen(
        [BIN / "python", *command], cwd=folder, env=os.environ | own | env, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        try:
            until(lambda: word in _answer(ready_at), STARTING)
            yield
        finally:
            process.terminate()


def _answer(url: str) -> str:
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return answer.read().decode()
    except (urllib.error.URLError, ConnectionError):
        return ""
