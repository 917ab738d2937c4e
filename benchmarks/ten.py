"""The tool with ten inputs that webform is compared on: `python -m benchmarks.ten` serves it, to look at."""

from __future__ import annotations

import json
import signal
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent
#: Its tool.json; `ten.schema.json` has the same as a JSON Schema, `ten_gradio.py` as an interface of Gradio.
TOOL: dict[str, Any] = json.loads((_FOLDER / "ten.json").read_text("utf-8"))
#: The JSON Schema and the uiSchema that react-jsonschema-form is given.
RJSF: dict[str, Any] = json.loads((_FOLDER / "ten.schema.json").read_text("utf-8"))
#: What it answers, to any body.
ANSWER: dict[str, Any] = {
    "total": 64.8,
    "ready": "2026-03-12",
    "lines": {
        "columns": [
            {"key": "item", "label": "Item", "type": "text"},
            {"key": "copies", "label": "Copies", "type": "number"},
            {"key": "price", "label": "EUR", "type": "number"},
        ],
        "rows": [
            {"item": "Pages, A4", "copies": 2, "price": 36},
            {"item": "Hard cover", "copies": 2, "price": 18.4},
            {"item": "Binding", "copies": 2, "price": 7.6},
            {"item": "Delivery", "copies": 1, "price": 2.8},
        ],
    },
}


def main() -> None:
    """Serve the tool until it is interrupted, or told to end."""
    from benchmarks.apps import started  # noqa: PLC0415 - the servers import what they serve

    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with (
        suppress(KeyboardInterrupt),
        tempfile.TemporaryDirectory() as folder,
        started("tool", answer=ANSWER) as tool,
        started("webform", folder=folder, counts=[], run_url=f"{tool.url}/run", more=[TOOL]) as server,
    ):
        print(f"{server.url}/tools/{TOOL['id']}", flush=True)
        while True:
            time.sleep(3600)


if __name__ == "__main__":
    main()
