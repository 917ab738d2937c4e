"""
Requests a second: a cached form, the relay of /run, whole runs, beside bare Flask routes on the same server.

One process with many threads, as `webform serve` starts it; eight or 64 clients on connections that stay open.
A relayed run is checked, kept in the database and sent on over a pooled connection; three processes share two
processors then, beside two for the bare route. Gradio keeps nothing; its function answers by itself, or relays the run
to the same tool. It has a target with the crowd, as it was first measured.
"""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING
from urllib.request import Request, urlopen

from benchmarks import declared
from benchmarks.apps import started
from benchmarks.beside import GRADIO, OFFLINE, listening
from benchmarks.figures import Figure, interleaved, rate
from benchmarks.load import forms_a_second, requests_a_second

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    #: What measures a rate, by name.
    Tasks = Mapping[str, Callable[..., float]]

ROUNDS, SECONDS = 7, 1.0
FIELDS = 100
PACKED = {"Accept-Encoding": "gzip", "Accept": "text/html"}
#: A few clients, and a crowd.
CONNECTIONS = (8, 64)


def main() -> Iterator[Figure]:
    """Yield the figures."""
    with (
        tempfile.TemporaryDirectory() as folder,
        started("tool") as tool,
        started("webform", folder=folder, counts=[10, FIELDS], run_url=f"{tool.url}/run") as ours,
    ):
        page = saved(f"{ours.url}/tools/plain-{FIELDS}", Path(folder) / "page")
        with started("bare", pages={"page": page}) as bare:
            yield from cached(f"{ours.url}/tools/plain-{FIELDS}", f"{bare.url}/page")
            yield from relayed(f"{ours.url}/tools/plain-10/run", f"{bare.url}/run")
            yield from beside_gradio(f"{ours.url}/tools/plain-10/run", f"{tool.url}/run")
            yield from whole(f"{ours.url}/tools/plain-10/run", f"{bare.url}/page")


def saved(url: str, file: Path) -> dict[str, object]:
    """Keep the answer of *url* in *file*; return it with the headers that say what it is."""
    with urlopen(Request(url, headers=PACKED)) as answer:
        file.write_bytes(answer.read())
        kept = ("Content-Type", "Content-Encoding")
        return {"file": str(file), "headers": {name: answer.headers[name] for name in kept if answer.headers[name]}}


def cached(ours: str, bare: str) -> Iterator[Figure]:
    """Yield the rate of a form that was rendered before, beside a route that returns the same bytes."""
    tasks = {
        "ours": partial(requests_a_second, ours, SECONDS, headers=PACKED),
        "bare": partial(requests_a_second, bare, SECONDS, headers=PACKED),
    }
    taken = {name: median(rates) for name, rates in interleaved(tasks, ROUNDS).items()}
    yield rate(f"cached form of {FIELDS} fields", (taken["ours"], taken["bare"]), "a bare route", 0.75)


def relayed(ours: str, bare: str) -> Iterator[Figure]:
    """Yield the rate of runs of a tool that does nothing, beside a route that answers by itself."""
    body = declared.body(10)
    tasks = {
        "ours": partial(requests_a_second, ours, SECONDS, body),
        "bare": partial(requests_a_second, bare, SECONDS, body),
    }
    yield from crowded("/run relayed", tasks, "a route that relays nothing", (0.25, 0.25))


def beside_gradio(ours: str, tool: str) -> Iterator[Figure]:
    """Yield the rate of runs of a *tool* that does nothing, beside Gradio's: of its own function, and relayed."""
    if not GRADIO.is_dir():
        yield Figure(what="not compared with", found="Gradio: `make bench` installs it")
        return
    body = declared.body(10)
    data = {"data": [*body.values()]}
    for run_url, beside, crowd in (
        (tool, "Gradio's /run, relayed too", 3),
        ("", "Gradio's /run, which relays nothing", None),
    ):
        command = [str(GRADIO / "bin/python"), "-m", "benchmarks.plain_gradio", run_url]
        with listening(command, OFFLINE) as url:
            tasks = {
                "ours": partial(requests_a_second, ours, SECONDS, body),
                "gradio": partial(requests_a_second, f"{url}/gradio_api/run/answer", SECONDS, data),
            }
            yield from crowded("/run relayed", tasks, beside, (None, crowd))


def whole(ours: str, bare: str) -> Iterator[Figure]:
    """Yield the rate of whole runs, from the post of a form to the page of its result, beside a page that is there."""
    form = declared.form(10)
    tasks = {"ours": partial(forms_a_second, ours, SECONDS, form), "bare": partial(forms_a_second, bare, SECONDS, form)}
    yield from crowded("form to result page", tasks, "a form that runs nothing", (0.06, 0.06))


def crowded(what: str, tasks: Tasks, beside: str, least: tuple[float | None, float | None]) -> Iterator[Figure]:
    """Yield the rate of the first of two *tasks*, as a part of the second's, with few clients and with a crowd."""
    for connections, target in zip(CONNECTIONS, least, strict=True):
        crowds = {name: partial(task, connections=connections) for name, task in tasks.items()}
        ours, theirs = map(median, interleaved(crowds, ROUNDS).values())
        yield rate(f"{what}, {connections} clients", (ours, theirs), beside, target)


if __name__ == "__main__":
    main()
