# ruff: noqa: TC003 - webform reads the annotations
"""Twenty Python functions of growing difficulty: `webform serve examples/functions.py`."""

from __future__ import annotations

import asyncio
import io
import logging
import math
import random
import zipfile
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import pandas as pd
from annotated_types import Ge, Le, MaxLen
from PIL import Image, ImageFilter
from pydantic import BaseModel, Field

import webform

log = logging.getLogger("functions")


@webform.tool
def greet(name: str) -> str:
    """Greet somebody."""
    return f"Hello {name}"


@webform.tool
def add(first: float, second: float = 1) -> float:
    """Add two numbers."""
    return first + second


@webform.tool(icon="thermometer")
def fahrenheit(celsius: Annotated[float, Ge(-273.15), Le(10_000)]) -> float:
    """
    Convert a temperature.

    Args:
        celsius: Degrees Celsius, not below absolute zero.
    """
    return celsius * 9 / 5 + 32


@webform.tool
def shout(text: Annotated[str, MaxLen(500)], how: Literal["upper", "title", "swap"] = "upper") -> str:
    """Write a text in other letters."""
    return {"upper": str.upper, "title": str.title, "swap": str.swapcase}[how](text)


class Size(Enum):
    """The size of a sheet of paper, in millimetres."""

    A3 = (297, 420)
    A4 = (210, 297)
    A5 = (148, 210)


class Paper(Enum):
    """A weight of paper, in grams for a square metre."""

    LIGHT = 60
    NORMAL = 80
    CARD = 250


@webform.tool
def weight_of_paper(paper: Paper = Paper.NORMAL, sheets: Annotated[int, Ge(1)] = 500) -> dict[str, float]:
    """Weigh a pile of A4 sheets."""
    width, height = Size.A4.value
    grams = paper.value * sheets * width * height / 1_000_000
    return {"sheets": sheets, "kilograms": round(grams / 1000, 3)}


@webform.tool
def days_between(start: date, end: date | None = None, *, workdays_only: bool = False) -> dict[str, Any]:
    """
    Count the days between two dates.

    :param start: The first day.
    :param end: The last day; the first of 2030 where it is left blank.
    :param workdays_only: Leave weekends out.
    """
    last = end or date(2030, 1, 1)
    days = [start + timedelta(days=number) for number in range((last - start).days)]
    return {"days": sum(day.weekday() < 5 for day in days) if workdays_only else len(days), "until": last}


@webform.tool
def statistics(numbers: list[float]) -> dict[str, float]:
    """
    Describe numbers.

    Parameters
    ----------
    numbers
        At least one number.
    """
    mean = sum(numbers) / len(numbers)
    variance = sum((number - mean) ** 2 for number in numbers) / len(numbers)
    return {"count": len(numbers), "mean": mean, "deviation": math.sqrt(variance)}


@webform.tool
def common(first: set[str], second: set[str]) -> set[str]:
    """Return the words that are in both lists."""
    return first & second


class Place(NamedTuple):
    """A place on Earth."""

    latitude: Annotated[float, Ge(-90), Le(90)]
    longitude: Annotated[float, Ge(-180), Le(180)]


@webform.tool
def distance(start: Place, end: Place) -> float:
    """Return the kilometres between two places."""
    lat1, lon1, lat2, lon2 = map(math.radians, (*start, *end))
    half = math.sin((lat2 - lat1) / 2) ** 2 + math.cos(lat1) * math.cos(lat2) * math.sin((lon2 - lon1) / 2) ** 2
    return round(2 * 6371 * math.asin(math.sqrt(half)), 1)


@dataclass
class Loan:
    """A loan."""

    amount: Decimal
    interest: Annotated[float, Ge(0), Le(30)] = 4.5
    years: Annotated[int, Ge(1), Le(40)] = 10


@webform.tool
def repayments(loan: Loan) -> list[dict[str, float]]:
    """Plan the repayments of a loan, a row a year."""
    rate, rest = loan.interest / 100, float(loan.amount)
    rent = rest * rate / (1 - (1 + rate) ** -loan.years) if rate else rest / loan.years
    rows = []
    for year in range(1, loan.years + 1):
        interest = rest * rate
        rest -= rent - interest
        rows.append({"year": year, "interest": round(interest, 2), "rest": round(abs(rest), 2)})
    return rows


class Item(BaseModel):
    """A line of an order."""

    name: str = Field(min_length=1, description="What is ordered")
    count: int = Field(default=1, ge=1)
    price: float = Field(gt=0)


class Order(BaseModel):
    """An order."""

    customer: str
    items: list[Item]


class Receipt(BaseModel):
    """A receipt."""

    customer: str
    total: float = Field(title="Total to pay")


@webform.tool
def receipt(order: Order) -> Receipt:
    """Add up an order."""
    total = sum(item.count * item.price for item in order.items)
    return Receipt(customer=order.customer, total=round(total, 2))


@webform.tool
def count_words(document: Path) -> dict[str, int]:
    """Count lines and words of a text file."""
    text = document.read_text(encoding="utf-8")
    return {"lines": len(text.splitlines()), "words": len(text.split())}


@webform.tool
def archive(files: list[Path], *, name: str = "files") -> dict[str, Any]:
    """Put files into a ZIP archive."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as made:
        for file in files:
            made.write(file, file.name)
    return {"filename": f"{name}.zip", "data": target.getvalue()}


@webform.tool
def blur(image: Image.Image, radius: Annotated[int, Ge(0), Le(50)] = 4) -> Image.Image:
    """Blur a picture."""
    return image.convert("RGB").filter(ImageFilter.GaussianBlur(radius))


@webform.tool
def sales(rows: Annotated[int, Ge(1), Le(1000)] = 12) -> pd.DataFrame:
    """Make up a table of sales."""
    seed = random.Random(7)  # noqa: S311 - figures of an example
    months = pd.period_range("2026-01", periods=rows, freq="M").astype(str)
    return pd.DataFrame({"month": months, "sold": [seed.randint(10, 99) for _ in range(rows)]})


@webform.tool
def wave(frequency: Annotated[float, webform.Slider(min=1, max=10)] = 2) -> Any:
    """Draw a sine with matplotlib."""
    from matplotlib import pyplot as plt  # noqa: PLC0415 - only this one needs it

    figure, axes = plt.subplots(figsize=(6, 3))
    axes.plot([math.sin(frequency * step / 20) for step in range(200)])
    plt.close(figure)
    return figure


@webform.tool
def trend(years: Annotated[int, Ge(2), Le(50)] = 10) -> Any:
    """Draw a trend with Plotly."""
    from plotly import graph_objects  # noqa: PLC0415 - only this one needs it

    x = [2026 + year for year in range(years)]
    figure = graph_objects.Figure(graph_objects.Scatter(x=x, y=[1.02**year for year in range(years)], name="Growth"))
    return figure.update_layout(title="Two per cent a year")


@webform.tool
def triangle(place: Annotated[tuple[float, float], webform.MapPoint()], size: float = 1.0) -> dict[str, Any]:
    """Draw a triangle around a place, as GeoJSON."""
    lat, lng = place
    ring = [[lng - size, lat - size], [lng + size, lat - size], [lng, lat + size], [lng - size, lat - size]]
    return {
        "type": "Feature",
        "properties": {"name": "Triangle"},
        "geometry": {"type": "Polygon", "coordinates": [ring]},
    }


@webform.tool(timeout=30)
def story(topic: str, sentences: Annotated[int, Ge(1), Le(20)] = 5) -> Iterator[str]:
    """Tell a story, a sentence at a time."""
    for number in range(1, sentences + 1):
        log.info("sentence %d", number)
        webform.progress(number, sentences, "Writing")
        yield f"Sentence {number} is about {topic}. "


@webform.tool(timeout=30, memory=500)
async def primes(limit: Annotated[int, Ge(2), Le(100_000)] = 1000) -> AsyncIterator[dict[str, Any]]:
    """Look for primes, and show how many there are so far."""
    print("looking up to", limit)
    found = [2]
    for number in range(3, limit + 1, 2):
        if all(number % prime for prime in found if prime * prime <= number):
            found.append(number)
            if len(found) % 50 == 0:
                await asyncio.sleep(0)
                webform.progress(number, limit)
                yield {"largest": number, "count": len(found)}
    yield {"largest": found[-1], "count": len(found)}
