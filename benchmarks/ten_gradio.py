"""The same tool as `ten.json` as an interface of Gradio: `python -m benchmarks.ten_gradio PORT`."""

from __future__ import annotations

import sys
from typing import Any

import gradio

from benchmarks.ten import ANSWER, TOOL


def answer(*_: Any) -> tuple[float, str, list[list[Any]]]:
    """Return what the tool answers."""
    return ANSWER["total"], ANSWER["ready"], [list(row.values()) for row in ANSWER["lines"]["rows"]]


def interface() -> Any:
    """Return the interface."""
    columns = [column["label"] for column in ANSWER["lines"]["columns"]]
    return gradio.Interface(
        answer,
        title=TOOL["name"],
        description=TOOL["description"],
        submit_btn="Run",
        flagging_mode="never",
        inputs=[
            gradio.Textbox(label="Title", placeholder="Summer in Norway", max_length=60),
            gradio.Textbox(label="Subtitle", max_length=80),
            gradio.Number(label="Copies", value=2, minimum=1, maximum=500, step=1),
            gradio.Slider(80, 300, step=10, label="Paper (g/m²)"),
            gradio.Dropdown(
                [("A5", "a5"), ("A4", "a4"), ("A3", "a3"), ("Square, 21 cm", "square")], value="a4", label="Size"
            ),
            gradio.Radio([("Soft", "soft"), ("Hard", "hard"), ("Linen", "linen")], label="Cover"),
            gradio.Checkbox(label="Gift wrap"),
            gradio.DateTime(label="Needed by", include_time=False),
            gradio.Textbox(
                label="Notes for the printer",
                lines=4,
                max_length=500,
                info="What to look at, for instance a page that folds out.",
            ),
            gradio.File(label="Photos", file_types=[".pdf", ".zip"]),
        ],
        outputs=[
            gradio.Number(label="Total (EUR)", precision=2),
            gradio.Textbox(label="Ready on"),
            gradio.Dataframe(headers=columns, label="Price"),
        ],
    )


if __name__ == "__main__":
    interface().launch(server_port=int(sys.argv[1]), quiet=True)
