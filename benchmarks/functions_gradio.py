"""The twenty functions of examples/functions.py in Gradio, run by a Python that has it and no webform."""

from __future__ import annotations

import importlib.util
import inspect
import json
import sys
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gradio as gr

HERE = Path(__file__).resolve().parent


def functions() -> Any:
    """Return the module of the twenty; what they say to webform is ignored."""
    mark = lambda function=None, **_: function or (lambda inner: inner)  # noqa: E731 - a stand-in for the decorator
    nothing = lambda *_, **__: None  # noqa: E731 - likewise
    sys.modules["webform"] = SimpleNamespace(tool=mark, progress=nothing, Slider=nothing, MapPoint=nothing)  # type: ignore[assignment]  # as a module
    spec = importlib.util.spec_from_file_location("functions", HERE.parent / "examples/functions.py")
    assert spec
    assert spec.loader
    module = sys.modules["functions"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


f = functions()
PICTURE, TEXT = str(HERE.parent / "docs/picture.png"), str(HERE.parent / "LICENSE")


def day(text: str) -> date | None:
    """Return the date of *text*, which Gradio gives as a text."""
    return date.fromisoformat(text[:10]) if text else None


#: Function -> what makes its interface, and what it is called with. Lines of the former are counted.
INTERFACES: dict[str, tuple[Any, list[Any]]] = {
    "greet": (lambda: gr.Interface(f.greet, "text", "text"), ["Ada"]),
    "add": (lambda: gr.Interface(f.add, ["number", gr.Number(1)], "number"), [2, 3.5]),
    "fahrenheit": (
        lambda: gr.Interface(f.fahrenheit, gr.Number(minimum=-273.15, maximum=10_000, info="Not below zero"), "number"),
        [100],
    ),
    "shout": (
        lambda: gr.Interface(
            f.shout,
            [gr.Textbox(max_length=500), gr.Dropdown(["upper", "title", "swap"], value="upper")],
            "text",
        ),
        ["hello there", "title"],
    ),
    "weight_of_paper": (
        lambda: gr.Interface(
            lambda paper, sheets: f.weight_of_paper(f.Paper(paper), sheets),
            [gr.Dropdown([(paper.name, paper.value) for paper in f.Paper], value=80), gr.Number(500, minimum=1)],
            "json",
        ),
        [250, 100],
    ),
    "days_between": (
        lambda: gr.Interface(
            lambda start, end, only: f.days_between(day(start), day(end), workdays_only=only),
            [
                gr.DateTime(include_time=False, type="string"),
                gr.DateTime(include_time=False, type="string"),
                "checkbox",
            ],
            "json",
        ),
        ["2026-01-01", "2026-01-31", True],
    ),
    "statistics": (
        lambda: gr.Interface(lambda numbers: f.statistics(json.loads(numbers)), "text", "json"),
        ["[2, 4]"],
    ),
    "common": (
        lambda: gr.Interface(
            lambda first, second: sorted(f.common({*first.split()}, {*second.split()})), ["text", "text"], "json"
        ),
        ["a b", "b c"],
    ),
    "distance": (
        lambda: gr.Interface(
            lambda a, b, c, d: f.distance(f.Place(a, b), f.Place(c, d)),
            [gr.Number(minimum=low, maximum=-low) for low in (-90, -180, -90, -180)],
            "number",
        ),
        [59.9, 10.7, 48.9, 2.4],
    ),
    "repayments": (
        lambda: gr.Interface(
            lambda amount, interest, years: f.pd.DataFrame(f.repayments(f.Loan(amount, interest, years))),
            ["number", gr.Number(4.5, minimum=0, maximum=30), gr.Number(10, minimum=1, maximum=40)],
            "dataframe",
        ),
        [1000, 4.5, 2],
    ),
    "receipt": (
        lambda: gr.Interface(
            lambda order: f.receipt(f.Order.model_validate_json(order)).model_dump(), gr.Code(language="json"), "json"
        ),
        ['{"customer": "Ada", "items": [{"name": "tea", "count": 2, "price": 3.5}]}'],
    ),
    "count_words": (
        lambda: gr.Interface(lambda document: f.count_words(Path(document)), gr.File(type="filepath"), "json"),
        [TEXT],
    ),
    "archive": (
        lambda: gr.Interface(
            lambda files, name: saved(f.archive([Path(file) for file in files], name=name)),
            [gr.File(file_count="multiple", type="filepath"), gr.Textbox("files")],
            "file",
        ),
        [[PICTURE], "pictures"],
    ),
    "blur": (
        lambda: gr.Interface(f.blur, [gr.Image(type="pil"), gr.Slider(0, 50, 4, step=1)], "image"),
        [PICTURE, 4],
    ),
    "sales": (lambda: gr.Interface(f.sales, gr.Number(12, minimum=1, maximum=1000, precision=0), "dataframe"), [3]),
    "wave": (lambda: gr.Interface(f.wave, gr.Slider(1, 10, 2), "plot"), [2]),
    "trend": (lambda: gr.Interface(f.trend, gr.Number(10, minimum=2, maximum=50, precision=0), "plot"), [4]),
    "triangle": (
        lambda: gr.Interface(
            lambda lat, lng, size: f.triangle((lat, lng), size), ["number", "number", gr.Number(1)], "json"
        ),
        [59.9, 10.7, 1],
    ),
    "story": (
        lambda: gr.Interface(appended(f.story), ["text", gr.Slider(1, 20, 5, step=1)], "text"),
        ["tea", 3],
    ),
    "primes": (
        lambda: gr.Interface(f.primes, gr.Number(1000, minimum=2, maximum=100_000, precision=0), "json"),
        [2000],
    ),
}


def saved(file: dict[str, Any]) -> str:
    """Return the path of *file*, which Gradio wants written down."""
    path = Path(gr.utils.get_upload_folder()) / file["filename"]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(file["data"])
    return str(path)


def appended(stream: Any) -> Any:
    """Return *stream* as Gradio wants it: all that came so far, again and again."""

    def function(topic: str, sentences: int) -> Any:
        text = ""
        for piece in stream(topic, sentences):
            text += piece
            yield text

    return function


def main() -> None:
    """Print, a line of JSON each, how long an interface is, what shows its result, and what the real server answers."""
    from gradio_client import Client  # noqa: PLC0415 - with the server

    for name, (make, values) in INTERFACES.items():
        interface = make()
        lines = inspect.getsource(make).split("lambda: ", 1)[1].splitlines()
        _, url, _ = interface.launch(prevent_thread_lock=True, quiet=True)
        try:
            client = Client(url, verbose=False)
            answer = str(client.predict(*map(sent, values), fn_index=0))
        except Exception as error:  # noqa: BLE001 - what fails is a result
            answer = f"{type(error).__name__}: {error}"
        interface.close(verbose=False)
        shows = type(interface.output_components[0]).__name__
        count = len([line for line in lines if line.strip(" )],")])
        print(json.dumps({"function": name, "lines": count, "shows": shows, "answer": answer[:80]}), flush=True)


def sent(value: Any) -> Any:
    """Return *value* as a client sends it."""
    from gradio_client import handle_file  # noqa: PLC0415 - with the server

    if isinstance(value, list):
        return [sent(part) for part in value]
    return handle_file(value) if value in (PICTURE, TEXT) else value


if __name__ == "__main__":
    main()
