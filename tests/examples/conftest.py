"""The example tools as they are met: over HTTP, each on a port of its own."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest
import urllib3
from werkzeug.serving import make_server

import webform
from examples import create_apps, manifest_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Answer = tuple[int, Any]


@pytest.fixture(scope="session")
def addresses() -> Iterator[dict[str, str]]:
    """Tool id -> where it is served."""
    servers = {tool: make_server("127.0.0.1", 0, app, threaded=True) for tool, app in create_apps().items()}
    threads = [
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.2}, daemon=True) for server in servers.values()
    ]
    for thread in threads:
        thread.start()
    yield {tool: f"http://127.0.0.1:{server.server_port}" for tool, server in servers.items()}
    for server, thread in zip(servers.values(), threads, strict=True):
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def tool(request: pytest.FixtureRequest) -> str:
    """The tool that the test's module is about."""
    return str(request.module.TOOL)


@pytest.fixture
def manifest(tool: str) -> dict[str, Any]:
    """The tool's manifest, as its author wrote it."""
    read: dict[str, Any] = json.loads(manifest_file(tool).read_text("utf-8"))
    return read


@pytest.fixture
def run(tool: str, addresses: dict[str, str]) -> Callable[[Any], Answer]:
    """Post a body, or bytes as they are, to the tool's `/run`: status and answer."""

    def post(body: Any) -> Answer:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        response = urllib3.request("POST", f"{addresses[tool]}/run", body=data, retries=False)
        return response.status, response.json()

    return post


@pytest.fixture
def get(tool: str, addresses: dict[str, str]) -> Callable[[str], Answer]:
    """Get a path of the tool: status and answer."""

    def fetch(path: str) -> Answer:
        response = urllib3.request("GET", addresses[tool] + path, retries=False)
        return response.status, response.json()

    return fetch


@pytest.fixture
def sample(tool: str) -> dict[str, Any]:
    """The body of someone who fills in nothing but what must be."""
    (read,) = webform.load(manifest_file(tool))
    if read.layout == "chat":
        return {"messages": [{"role": "user", "content": "Validation probe"}], "history": []}
    body: dict[str, Any] = webform.sample(read.form)
    return body


@pytest.fixture
def examples(manifest: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The bodies that the manifest gives as examples, by name."""
    return {example["name"]: example["values"] for example in manifest["examples"]}


@pytest.fixture
def refused(run: Callable[[Any], Answer]) -> Callable[[Any], list[tuple[Any, ...]]]:
    """Post a body that the tool must refuse: where in the body FastAPI's 422 points, place by place."""

    def places(body: Any) -> list[tuple[Any, ...]]:
        status, answer = run(body)
        assert status == 422, answer
        assert all({"loc", "msg", "type"} == detail.keys() and detail["msg"] for detail in answer["detail"])
        assert all(detail["loc"][0] == "body" for detail in answer["detail"])
        return [tuple(detail["loc"][1:]) for detail in answer["detail"]]

    return places


@pytest.fixture
def unpack() -> Callable[[str], tuple[str, bytes]]:
    """Read a data URL: media type and bytes."""

    def read(url: str) -> tuple[str, bytes]:
        head, data = url.split(",")
        return head.removeprefix("data:").removesuffix(";base64"), b64decode(data, validate=True)

    return read


@pytest.fixture
def pack() -> Callable[..., str]:
    """Make a data URL of bytes."""

    def write(data: bytes, media_type: str = "text/csv") -> str:
        return f"data:{media_type};base64,{b64encode(data).decode()}"

    return write
