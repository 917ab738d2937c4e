"""
A large file on its way: uploaded, kept on disk, sent on to the tool in base64; time, and the server's memory.

The memory is what the server had at most, beyond what it had before.
"""

from __future__ import annotations

import json
import os
import socket
import tempfile
from base64 import b64encode
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from benchmarks.apps import started
from benchmarks.figures import Figure, interleaved

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.apps import Started

SIZE = 50_000_000
ROUNDS = 5
#: Times its size that a file may cost in memory, by how it comes.
MOST = {"multipart": 2, "JSON": 5}
TOOL = {
    "id": "upload",
    "name": "Upload",
    "inputs": [{"key": "file", "type": "file", "label": "File", "max_size_mb": SIZE / 1_000_000}],
}
BLOCK = 3 * 65_536
_BOUNDARY = "a-boundary-of-no-file"
_TIMEOUT = 60


def main() -> Iterator[Figure]:
    """Yield the figures."""
    with (
        tempfile.TemporaryDirectory() as folder,
        started("tool") as tool,
        started("webform", folder=folder, counts=[], run_url=f"{tool.url}/run", more=[TOOL]) as server,
    ):
        yield from uploads(server, tool, Path(folder) / "file")


def uploads(server: Started, tool: Started, file: Path) -> Iterator[Figure]:
    """Yield what a file of `SIZE` bytes takes, by how it comes, beside a loop that only sends it on."""
    url = f"{server.url}/tools/upload/run"
    for request in bodies(os.urandom(1000)):
        post(url, *request)
    content = os.urandom(SIZE)
    file.write_bytes(content)
    ways = dict(zip(MOST, bodies(content), strict=True))
    tasks = {name: partial(measure, server, url, *request) for name, request in ways.items()}
    taken = interleaved({**tasks, "loop": partial(loop, f"{tool.url}/run", file)}, ROUNDS)
    size = SIZE / 1_000_000
    for name, most in MOST.items():
        time, memory = median(round_[0] for round_ in taken[name]), max(round_[1] for round_ in taken[name])
        found = f"{time:.0f} ms, at most {memory:.1f} MB more, {memory / size:.2f} × its size"
        yield Figure(what=f"{size:g} MB as {name}", found=found, value=memory / size, most=most, unit=" × its size")
    only = median(round_[0] for round_ in taken["loop"])
    yield Figure(what="from disk to the tool alone, a loop", found=f"{only:.0f} ms")


def bodies(content: bytes) -> tuple[tuple[str, bytes], tuple[str, bytes]]:
    """Return the requests, as media type and body, that bring *content* as multipart and as JSON."""
    disposition = 'form-data; name="/file"; filename="data.bin"'
    head = f"--{_BOUNDARY}\r\nContent-Disposition: {disposition}\r\nContent-Type: application/octet-stream\r\n\r\n"
    parts = head.encode() + content + f"\r\n--{_BOUNDARY}--\r\n".encode()
    text = json.dumps({"file": f"data:application/octet-stream;base64,{b64encode(content).decode()}"})
    return (f"multipart/form-data; boundary={_BOUNDARY}", parts), ("application/json", text.encode())


def measure(server: Started, url: str, media_type: str, body: bytes) -> tuple[float, float]:
    """Post *body*; return the milliseconds until the answer, and the megabytes by which the server grew meanwhile."""
    before = {pid: memory(pid, "VmRSS") for pid in server.memory_pids}
    for pid in before:
        # What the most was is forgotten.
        Path(f"/proc/{pid}/clear_refs").write_text("5", "ascii")
    start = perf_counter()
    post(url, media_type, body)
    taken = (perf_counter() - start) * 1000
    return taken, sum(memory(pid, "VmHWM") - least for pid, least in before.items())


def memory(pid: int, name: str) -> float:
    """Return how much memory the process has (`VmRSS`), or had at most (`VmHWM`), in megabytes."""
    lines = Path(f"/proc/{pid}/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name)) * 1024 / 1_000_000


def post(url: str, media_type: str, body: bytes) -> None:
    """Post *body*, and wait until the run is done."""
    parts = urlsplit(url)
    lines = [
        f"POST {parts.path} HTTP/1.1",
        f"Host: {parts.netloc}",
        f"Content-Type: {media_type}",
        f"Content-Length: {len(body)}",
        "Accept: application/json",
        "Connection: close",
    ]
    with socket.create_connection((parts.hostname or "", parts.port or 80), timeout=_TIMEOUT) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode())
        connection.sendall(body)
        answer = b""
        while piece := connection.recv(65_536):
            answer += piece
    if b'"status": "ok"' not in answer:
        raise SystemExit(f"the upload failed: {answer.decode('utf-8', 'replace')[:500]}")


def loop(url: str, file: Path) -> tuple[float, float]:
    """Send *file* to the tool in base64, a block at a time; return the milliseconds that took."""
    parts, length = urlsplit(url), -(-SIZE // 3) * 4
    start = perf_counter()
    with (
        file.open("rb") as blocks,
        socket.create_connection((parts.hostname or "", parts.port or 80), timeout=_TIMEOUT) as connection,
    ):
        connection.sendall(f"POST /run HTTP/1.1\r\nHost: {parts.netloc}\r\nContent-Length: {length}\r\n\r\n".encode())
        while block := blocks.read(BLOCK):
            connection.sendall(b64encode(block))
        connection.recv(65_536)
    return (perf_counter() - start) * 1000, 0.0


if __name__ == "__main__":
    main()
