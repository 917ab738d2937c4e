"""
An OpenAPI document of 1,000 operations: its index, the first page of one of them, memory.

The document is made here, with 12 parameters or properties an operation and schemas that refer to each other. Times
are of the processor, in a process that has drawn the page of another operation. `python -m benchmarks.operations FILE`
reads a document of your own: each operation of it, its sample, and what is wrong with those.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any

from benchmarks.figures import Figure
from benchmarks.files import memory
from webform import dialects
from webform.check import check
from webform.problems import errors
from webform.sample import sample
from webform.source import read_source
from webform.web import Config, create_app
from webform.web.sources import gather

if TYPE_CHECKING:
    from collections.abc import Iterator

COUNT, ROUNDS = 1_000, 5
#: Seconds for the index and for the page of an operation, and megabytes of the process.
MOST_SECONDS, MOST_MB = 1.0, 250


def main() -> Iterator[Figure]:
    """Yield the figures."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "openapi.json"
        path.write_text(json.dumps(document(COUNT)), "utf-8")
        rounds = [_measured(path) for _ in range(ROUNDS)]
    seconds = {key: median(measured[key] for measured in rounds) for key in rounds[0]}
    whats = {
        "parse": "the text is read", "index": f"{COUNT:,} operations are tools", "app": "the app is there",
        "catalogue": "first page of the index", "page": "first page of an operation",
    }  # fmt: skip
    for key, what in whats.items():
        most = None if key == "parse" else MOST_SECONDS
        yield Figure(
            what=what, found=f"{seconds[key]:.3f} s", value=seconds[key] if most else None, most=most, unit=" s"
        )
    most_memory = seconds["mb"]
    found = f"{most_memory:.0f} MB"
    yield Figure(what="memory of the process", found=found, value=most_memory, most=MOST_MB, unit=" MB")


def _measured(path: Path) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.operations", str(path), "--once"]
    measured: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return measured


def once(path: Path) -> dict[str, float]:
    """Return what it takes to serve the document at *path*, step by step."""
    times, begun = {}, process_time()

    def lap(name: str) -> None:
        nonlocal begun
        times[name] = process_time() - begun
        begun = process_time()

    value = read_source(path).value
    lap("parse")
    tools, _ = dialects.DIALECTS["openapi"].read(value)
    lap("index")
    served = gather([str(path)]).served
    begun = process_time()
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(served, Config(database=f"{folder}/runs.sqlite", files=Path(folder)))
        client = app.test_client()
        lap("app")
        client.get("/").close()
        lap("catalogue")
        # The first page of a process compiles the templates of all.
        client.get(f"/tools/{tools[0].id}").close()
        begun = process_time()
        client.get(f"/tools/{tools[len(tools) // 2].id}").close()
        lap("page")
        app.extensions["webform"].close()
    # What `getrusage` says may be of the process that began this one.
    return times | {"mb": memory(os.getpid(), "VmHWM")}


def document(count: int) -> dict[str, Any]:
    """Return an OpenAPI document of *count* operations."""
    text, number = {"type": "string", "description": "As it is called."}, {"type": "integer", "minimum": 0}
    schemas: dict[str, Any] = {}
    paths: dict[str, Any] = {}
    for index in range(count):
        below = {"$ref": f"#/components/schemas/Thing{index // 2}"}
        properties = {f"field_{key}": number if key % 3 else text for key in range(8)} | {"below": below}
        schemas[f"Thing{index}"] = {"type": "object", "required": ["field_0"], "properties": properties}
        content = {"application/json": {"schema": {"$ref": f"#/components/schemas/Thing{index}"}}}
        paths[f"/things-{index}/{{id}}"] = {
            "put": {
                "operationId": f"things/replace-{index}", "summary": f"Replace thing {index}",
                "description": "Puts one in the place of another. " * 5, "tags": [f"part {index % 20}"],
                "parameters": [
                    {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}},
                    {"$ref": "#/components/parameters/page"}, {"$ref": "#/components/parameters/order"},
                ],
                "requestBody": {"content": content},
                "responses": {"200": {"description": "Done.", "content": content}, "404": {"description": "Gone."}},
            }
        }  # fmt: skip
    parameters = {
        name: {"name": name, "in": "query", "schema": schema} for name, schema in (("page", number), ("order", text))
    }
    info = {"title": "Things", "version": "1"}
    return {
        "openapi": "3.0.3",
        "info": info,
        "paths": paths,
        "components": {"schemas": schemas, "parameters": parameters},
    }


def report(path: Path) -> None:
    """Print what each operation of the document at *path* takes, and which samples are wrong."""
    print(json.dumps({key: round(value, 3) for key, value in once(path).items()}))
    tools, problems, _ = dialects.read(path)
    times, wrong, found = [], 0, 0
    for tool in tools:
        begun = process_time()
        faults = errors(check(tool.form, sample(tool.form)))
        times.append(process_time() - begun)
        wrong, found = wrong + bool(faults), found + len(tool.form.problems)
        for fault in faults[:1]:
            print(f"{tool.id}{fault.at}: {fault.message}")
    print(f"{len(tools)} operations, {wrong} without a valid sample; {len(problems)} + {found} problems")
    if times:
        print(f"form and sample: {median(times) * 1000:.1f} ms, at most {max(times) * 1000:.0f} ms")


if __name__ == "__main__":
    if "--once" in sys.argv:
        print(json.dumps(once(Path(sys.argv[1]))))
    else:
        report(Path(sys.argv[1]))
