"""
The ten plain inputs of `declared` as an interface of Gradio: `python -m benchmarks.plain_gradio RUN_URL PORT`.

Its function answers as the tool at *RUN_URL* does, which it asks by the HTTP client that Gradio needs; by itself where
that is empty.
"""

from __future__ import annotations

import sys
from functools import partial
from typing import Any

import gradio
import httpx

from benchmarks import declared

NAMES = tuple(declared.body(10))
#: Connections to the tool that stay open: one for each client.
CLIENT = httpx.Client(limits=httpx.Limits(max_keepalive_connections=64))


def answer(*_: Any) -> dict[str, int]:
    """Return what the tool of `serving` answers."""
    return {"total": 42}


def relayed(run_url: str, *values: Any) -> Any:
    """Return what the tool at *run_url* answers to *values*."""
    return CLIENT.post(run_url, json=dict(zip(NAMES, values, strict=True))).json()


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
    run_url, port = sys.argv[1:]
    inputs = [component(options) for options in declared.inputs(10)]
    function = partial(relayed, run_url) if run_url else answer
    interface = gradio.Interface(function, inputs, gradio.JSON(), api_name="answer", flagging_mode="never")
    interface.launch(server_port=int(port), quiet=True)
