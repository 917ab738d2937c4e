# ruff: noqa: D103 - the interface of the function of that name; lines of its body are counted
"""The functions of `twenty.py` as interfaces of Gradio: `.venv/gradio/bin/python -m benchmarks.twenty_gradio PORT`."""

from __future__ import annotations

import sys
import time
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gradio as gr
import uvicorn
from fastapi import FastAPI

# What the functions say to webform goes nowhere.
sys.modules["webform"] = SimpleNamespace(tool=lambda function: function)  # type: ignore[assignment]  # as a module

from benchmarks import twenty as f  # noqa: E402 - with that in its place


def greet() -> Any:
    return gr.Interface(f.greet, "text", "text")


def fahrenheit() -> Any:
    return gr.Interface(f.fahrenheit, gr.Number(minimum=-273.15, maximum=10_000), "number")


def shout() -> Any:
    return gr.Interface(f.shout, ["text", gr.Dropdown(["upper", "title", "swap"], value="upper")], "text")


def weekday() -> Any:
    def function(day: str) -> str:
        return f.weekday(date.fromisoformat(day))

    return gr.Interface(function, gr.DateTime(include_time=False, type="string"), "text")


def price() -> Any:
    return gr.Interface(f.price, ["number", "number"], "json")


def longest() -> Any:
    def function(words: str) -> dict[str, Any]:
        return f.longest(words.splitlines())

    return gr.Interface(function, gr.Textbox(lines=3, info="One word per line"), "json")


def interest() -> Any:
    def function(amount: float, interest: float, years: int) -> float:
        return f.interest(f.Loan(amount, interest, years))

    return gr.Interface(function, ["number", gr.Number(4.5), gr.Number(10, precision=0)], "number")


def ship() -> Any:
    def function(street: str, city: str, weight: float) -> dict[str, Any]:
        return f.ship(f.Parcel(to=f.Address(street=street, city=city), weight=weight))

    return gr.Interface(function, ["text", "text", gr.Number(1)], "json")


def total() -> Any:
    def function(items: list[list[Any]]) -> float:
        return f.total([f.Item(name=name, count=count, price=price) for name, count, price in items])

    columns = ["name", "count", "price"]
    table = gr.Dataframe(headers=columns, datatype=["str", "number", "number"], type="array", row_count=1)
    return gr.Interface(function, table, "number")


def count_words() -> Any:
    def function(document: str) -> dict[str, int]:
        return f.count_words(Path(document))

    return gr.Interface(function, "file", "json")


def blur() -> Any:
    return gr.Interface(f.blur, [gr.Image(type="pil"), gr.Slider(0, 50, value=4, step=1)], "image")


def sales() -> Any:
    return gr.Interface(f.sales, gr.Number(12, minimum=1, maximum=1000, precision=0), "dataframe")


def wave() -> Any:
    return gr.Interface(f.wave, gr.Number(2, minimum=1, maximum=10, precision=0), "plot")


def trend() -> Any:
    return gr.Interface(f.trend, gr.Number(10, minimum=2, maximum=50, precision=0), "plot")


def triangle() -> Any:
    return gr.Interface(f.triangle, ["number", "number"], "json")


def story() -> Any:
    def function(topic: str, sentences: int) -> Any:
        text = ""
        for sentence in f.story(topic, sentences):
            text += sentence
            yield text

    return gr.Interface(function, ["text", gr.Number(5, minimum=1, maximum=20, precision=0)], "text")


def copy() -> Any:
    def function(files: int, progress: Any = gr.Progress()) -> str:  # noqa: B008 - as Gradio's docs have it
        f.arrived(files)
        for _ in progress.tqdm(range(files), desc="Copying"):
            time.sleep(f.STEP)
        return f"{files} files are copied"

    return gr.Interface(function, gr.Number(10, minimum=1, maximum=100, precision=0), "text")


def measure() -> Any:
    return gr.Interface(f.measure, gr.Number(3, minimum=1, maximum=100, precision=0), "text")


def divide() -> Any:
    def function(amount: float, by: float) -> float:
        try:
            return f.divide(amount, by)
        except ValueError as error:
            raise gr.Error(str(error)) from error

    return gr.Interface(function, ["number", "number"], "number")


def wait() -> Any:
    # Only a generator has a button that stops it.
    def function(seconds: int) -> Any:
        f.arrived(seconds)
        for second in range(seconds):
            yield f"{second} seconds"
            time.sleep(1)
        f.arrived("to the end")
        yield "waited to the end"

    return gr.Interface(function, gr.Number(20, minimum=1, maximum=50, precision=0), "text")


#: All of them, in their order.
INTERFACES = (
    greet, fahrenheit, shout, weekday, price, longest, interest, ship, total, count_words,
    blur, sales, wave, trend, triangle, story, copy, measure, divide, wait,
)  # fmt: skip


def main(port: int) -> None:
    """Serve all of them, one at the path of its name."""
    app = FastAPI()
    for interface in INTERFACES:
        app = gr.mount_gradio_app(app, interface(), f"/{interface.__name__}")
    uvicorn.run(app, port=port, log_level="warning")


if __name__ == "__main__":
    main(int(sys.argv[1]))
