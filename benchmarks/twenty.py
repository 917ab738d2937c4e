# ruff: noqa: TC003 - webform reads the annotations
"""Twenty functions of growing difficulty, which note what arrives: `webform serve benchmarks/twenty.py`."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Literal

import pandas as pd
from annotated_types import Ge, Le
from PIL import Image, ImageFilter
from pydantic import BaseModel

import webform

#: Seconds that a step of work takes.
STEP = 0.2


def arrived(*values: object) -> None:
    """Note *values* where the benchmark looks."""
    if file := os.environ.get("ARRIVED"):
        with Path(file).open("a", encoding="utf-8") as notes:
            notes.write(f"{values!r}\n")


@webform.tool
def greet(name: str) -> str:
    """Greet somebody."""
    arrived(name)
    return f"Hello {name}"


@webform.tool
def fahrenheit(celsius: Annotated[float, Ge(-273.15), Le(10_000)]) -> float:
    """Convert a temperature."""
    arrived(celsius)
    return celsius * 9 / 5 + 32


@webform.tool
def shout(text: str, how: Literal["upper", "title", "swap"] = "upper") -> str:
    """Write a text in other letters."""
    arrived(text, how)
    return {"upper": str.upper, "title": str.title, "swap": str.swapcase}[how](text)


@webform.tool
def weekday(day: date) -> str:
    """Name the day of the week."""
    arrived(day)
    return f"{day:%A}"


@webform.tool
def price(amount: float, discount: float | None = None) -> dict[str, Any]:
    """Work out a price."""
    arrived(amount, discount)
    terms = "full price" if discount is None else "reduced"
    return {"terms": terms, "price": amount * (1 - (discount or 0) / 100)}


@webform.tool
def longest(words: list[str]) -> dict[str, Any]:
    """Look for the longest word."""
    arrived(words)
    word = max(words, key=len)
    return {"word": word.upper(), "letters": len(word)}


@dataclass
class Loan:
    """A loan."""

    amount: float
    interest: float = 4.5
    years: int = 10


@webform.tool
def interest(loan: Loan) -> float:
    """Work out the interest of the first year."""
    arrived(loan)
    return round(loan.amount * loan.interest / 100, 2)


class Address(BaseModel):
    """Where somebody lives."""

    street: str
    city: str


class Parcel(BaseModel):
    """A parcel."""

    to: Address
    weight: float = 1


@webform.tool
def ship(parcel: Parcel) -> dict[str, Any]:
    """Send a parcel."""
    arrived(parcel)
    return {"label": f"{parcel.to.street}, {parcel.to.city}".upper(), "postage": 4 + parcel.weight}


class Item(BaseModel):
    """A line of an order."""

    name: str
    count: int
    price: float


@webform.tool
def total(items: list[Item]) -> float:
    """Add up an order."""
    arrived(items)
    return sum(item.count * item.price for item in items)


@webform.tool
def count_words(document: Path) -> dict[str, int]:
    """Count lines and words of a text file."""
    content = document.read_bytes()
    arrived(document.name, hashlib.sha256(content).hexdigest())
    return {"lines": len(content.splitlines()), "words": len(content.split())}


@webform.tool
def blur(image: Image.Image, radius: Annotated[int, Ge(0), Le(50)] = 4) -> Image.Image:
    """Blur a picture."""
    arrived(image.size, radius)
    return image.convert("RGB").filter(ImageFilter.GaussianBlur(radius))


@webform.tool
def sales(months: Annotated[int, Ge(1), Le(1000)] = 12) -> pd.DataFrame:
    """Make up a table of sales."""
    arrived(months)
    names = pd.period_range("2026-01", periods=months, freq="M").astype(str)
    return pd.DataFrame({"month": names, "sold": [40 + 7 * number % 60 for number in range(months)]})


@webform.tool
def wave(frequency: Annotated[int, Ge(1), Le(10)] = 2) -> Any:
    """Draw a sine with matplotlib."""
    import numpy as np  # noqa: PLC0415 - only this one needs it
    from matplotlib.figure import Figure  # noqa: PLC0415 - likewise

    arrived(frequency)
    figure = Figure(figsize=(6, 3))
    figure.subplots().plot(np.sin(frequency * np.arange(200) / 20))
    return figure


@webform.tool
def trend(years: Annotated[int, Ge(2), Le(50)] = 10) -> Any:
    """Draw a trend with Plotly."""
    from plotly import graph_objects  # noqa: PLC0415 - only this one needs it

    arrived(years)
    growth = graph_objects.Scatter(x=[2026 + year for year in range(years)], y=[1.02**year for year in range(years)])
    return graph_objects.Figure(growth).update_layout(title="Two per cent a year")


@webform.tool
def triangle(latitude: float, longitude: float) -> dict[str, Any]:
    """Draw a triangle around a place, as GeoJSON."""
    arrived(latitude, longitude)
    ring = [[longitude + x, latitude + y] for x, y in ((-1, -1), (1, -1), (0, 1), (-1, -1))]
    geometry = {"type": "Polygon", "coordinates": [ring]}
    return {"type": "Feature", "properties": {"name": "Around Oslo"}, "geometry": geometry}


@webform.tool
def story(topic: str, sentences: Annotated[int, Ge(1), Le(20)] = 5) -> Iterator[str]:
    """Tell a story, a sentence at a time."""
    arrived(topic, sentences)
    for number in range(1, sentences + 1):
        yield f"Sentence {number} is about {topic}. "
        time.sleep(STEP)


@webform.tool
def copy(files: Annotated[int, Ge(1), Le(100)] = 10) -> str:
    """Make progress."""
    arrived(files)
    for number in range(files):
        webform.progress(number, files, "Copying")
        time.sleep(STEP)
    return f"{files} files are copied"


@webform.tool
def measure(times: Annotated[int, Ge(1), Le(100)] = 3) -> str:
    """Print what it does."""
    arrived(times)
    for number in range(times):
        print(f"measurement {number + 1} of {times}")
    return f"measured {times} times"


@webform.tool
def divide(amount: float, by: float) -> float:
    """Divide, which may fail."""
    arrived(amount, by)
    if not by:
        raise ValueError("nothing can be divided by zero")
    return amount / by


@webform.tool
def wait(seconds: Annotated[int, Ge(1), Le(50)] = 20) -> str:
    """Take long."""
    arrived(seconds)
    time.sleep(seconds)
    arrived("to the end")
    return "waited to the end"
