# ruff: noqa: TC003, D101 - a module as authors write it
"""Twenty functions, each with another signature, and some that no form can be made of."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypedDict
from uuid import UUID

from pydantic import BaseModel, Field

import webform

tool = webform.tool


class Size(Enum):
    SMALL = 1
    LARGE = 2


@dataclass
class Address:
    street: str
    city: str = "Oslo"


@dataclass
class Trip:
    start: Address
    stops: list[Address] = field(default_factory=list)


@dataclass
class Weight:
    day: date
    kg: float
    scales: int = 1
    note: str | None = None


class Film(TypedDict):
    title: str
    year: int


class Place(NamedTuple):
    latitude: float
    longitude: float


class Item(BaseModel):
    name: str = Field(min_length=1)
    price: Decimal = Field(gt=0)


class Order(BaseModel):
    customer: str
    items: list[Item] = Field(min_length=1)


class Receipt(BaseModel):
    customer: str
    total: float


NIL = UUID(int=0)


@tool
def nothing() -> None:
    """Take nothing, and give nothing."""


@tool
def greet(name: str) -> str:
    """
    Greet somebody.

    Args:
        name: Who is greeted.
    """
    return f"Hello {name}"


@tool
def defaults(text: str = "a", times: int = 2, factor: float = 1.5, *, loud: bool = False) -> str:
    return text * times


@tool
def unannotated(count=3, name="Ada"):
    return {"name": name, "count": count + 1}


@tool
def optional(until: date | None = None, note: str | None = None) -> bool:
    return until is None and note is None


@tool
def enum(size: Size, other: Size = Size.LARGE) -> int:
    return size.value + other.value


@tool
def literal(how: Literal["up", "down"], level: Literal[1, 2] = 2) -> str:
    return {"up": "↑", "down": "↓"}[how] * level


@tool
def annotated(share: Annotated[float, webform.Slider(min=0, max=1)], age: Annotated[int, Field(ge=18, le=99)]) -> float:
    return share * age


@tool
def moments(day: date, at: time, moment: datetime) -> date:
    return day + timedelta(days=at.hour + moment.hour)


@tool
def trip(trip: Trip) -> dict[str, Any]:
    assert isinstance(trip, Trip)
    return {"start": trip.start.city, "stops": len(trip.stops)}


@tool
def film(film: Film) -> Film:
    return {"title": film["title"].upper(), "year": film["year"] + 1}


@tool
def place(place: Place) -> str:
    return f"{place.latitude} {place.longitude}"


@tool
def order(order: Order) -> Receipt:
    return Receipt(customer=order.customer, total=float(sum(item.price for item in order.items)))


@tool
def lists(words: list[str], numbers: list[float], pairs: dict[str, int], sizes: set[Size]) -> list[dict[str, int]]:
    return [{"words": len(words), "numbers": len(numbers), "pairs": len(pairs), "sizes": len(sizes)}]


@tool
def rows(weights: list[Weight]) -> list[str]:
    return [weight.day.isoformat() for weight in weights]


@tool
def path(document: Path, *, others: list[Path] | None = None) -> dict[str, int]:
    return {"bytes": len(document.read_bytes()), "others": len(others or [])}


@tool
def data(content: bytes, key: UUID = NIL) -> bytes:
    return content[::-1]


@tool
async def run(name: str = "run") -> str:
    """Await; its name is that of what a program has."""
    return name


@tool
def story(topic: str = "cats") -> Iterator[str]:
    yield "About "
    yield topic


@tool
async def counts(limit: int = 3) -> AsyncIterator[int]:
    for number in range(limit):
        yield number


@tool
def many(*texts: str) -> str:
    return "".join(texts)


@tool
def named(**texts: str) -> str:
    return "".join(texts)


@tool
def positional(first: str, /, second: str) -> str:
    return first + second


@tool
def untyped(thing) -> str:
    return str(thing)
