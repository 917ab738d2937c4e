"""
The ten plain inputs of `declared` as an interface of Gradio: `python -m benchmarks.plain_gradio [RUN_URL] PORT`.

Its function answers by itself, or as the tool at *RUN_URL* does, which it asks by the HTTP client that Gradio needs.
"""

from __future__ import annotations

import sys
from typing import Any

import gradio  # type: ignore[import-not-found]  # only `make bench` installs it
import httpx  # type: ignore[import-not-found]  # it comes with Gradio

from benchmarks import declared

NAMES = tuple(declared.body(10))
#: Connections to the tool that stay open: one for each client.
CLIENT = httpx.Client(limits=httpx.Limits(max_keepalive_connections=64))


def answer(*_: Any) -> Any:
    """Return what the tool of `serving` answers."""
    return {"total": 42}


def relayed(*values: Any) -> Any:
    """Return what the tool answers to *values*."""
    return CLIENT.post(sys.argv[1], json=dict(zip(NAMES, values, strict=True))).json()


def component(options: dict[str, Any]) -> Any:
    """Return the component of Gradio for an input with these *options*."""
    label, choices = options["label"], [(option["label"], option["value"]) for option in options.get("options", ())]
    match options["type"]:
        case "number":
            return gradio.Number(label=label, minimum=options.get("min"), maximum=options.get("max"))
        case "select":
            return gradio.Dropdown(choices, label=label)
        case "radio":
            return gradio.Radio(choices, label=label)
        case "checkbox":
            return gradio.Checkbox(label=label)
        case "date":
            return gradio.DateTime(label=label, include_time=False)
    return gradio.Textbox(label=label, lines=2 if options["type"] == "textarea" else 1)


if __name__ == "__main__":
    *run_url, port = sys.argv[1:]
    function, inputs = relayed if run_url else answer, [component(options) for options in declared.inputs(10)]
    interface = gradio.Interface(function, inputs, gradio.JSON(), api_name="answer", flagging_mode="never")
    interface.launch(server_port=int(port), quiet=True)
