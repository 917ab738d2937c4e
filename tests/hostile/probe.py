"""A program that asks /healthz until its input is closed, and prints the seconds of each answer, or `failed`."""

from __future__ import annotations

import http.client
import select
import sys
from time import monotonic

#: Seconds between two probes, and for an answer. This module imports little, so that nothing here holds up a probe.
PAUSE, PATIENCE = 0.05, 20


def probe(host: str) -> str:
    """Return the seconds in which /healthz of *host* answers 200, else `failed`."""
    began = monotonic()
    connection = http.client.HTTPConnection(host, timeout=PATIENCE)
    try:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        answer.read()
    except (OSError, http.client.HTTPException):
        return "failed"
    finally:
        connection.close()
    return str(monotonic() - began) if answer.status == 200 else "failed"


if __name__ == "__main__":
    while not select.select([sys.stdin], [], [], PAUSE)[0]:
        sys.stdout.write(f"{probe(sys.argv[1])}\n")
