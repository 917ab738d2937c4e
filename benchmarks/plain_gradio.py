"""The ten plain inputs of `declared` as an interface of Gradio: `python -m benchmarks.plain_gradio PORT`."""

from __future__ import annotations

import sys
from typing import Any

import gradio  # type: ignore[import-not-found]  # only `make bench` installs it

from benchmarks import declared


def answer(*_: Any) -> dict[str, int]:
    """Return what the tool of `serving` answers."""
    return {"total": 42}


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
    inputs = [component(options) for options in declared.inputs(10)]
    interface = gradio.Interface(answer, inputs, gradio.JSON(), api_name="answer", flagging_mode="never")
    interface.launch(server_port=int(sys.argv[1]), quiet=True)
