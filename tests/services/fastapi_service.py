"""A FastAPI service: typed models, a list of records, a file, refusals."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import FastAPI, HTTPException, Response
from pydantic import BaseModel, Field


class Prompt(BaseModel):
    """What every path takes."""

    prompt: str


class LongPrompt(BaseModel):
    """What the strict path takes."""

    prompt: Annotated[str, Field(min_length=20)]


class Address(BaseModel):
    """Where an order goes."""

    street: str
    city: str


class Order(BaseModel):
    """What was ordered."""

    id: int
    placed_at: datetime
    ship_to: Address


def app() -> FastAPI:
    """Return the service; each answer is at a path of its own."""
    service = FastAPI()

    @service.post("/fastapi-record/run")
    def record(prompt: Prompt) -> Order:
        placed = datetime.fromisoformat("2026-11-22T14:30:00+09:00")
        return Order(id=7, placed_at=placed, ship_to=Address(street="Oak Street 3", city="Bergen"))

    @service.post("/fastapi-list/run")
    def records(prompt: Prompt) -> list[Address]:
        return [Address(street="Oak Street 3", city="Bergen"), Address(street="Elm Road 9", city="Oslo")]

    @service.post("/fastapi-invalid/run")
    def invalid(prompt: LongPrompt) -> str:
        return prompt.prompt

    @service.post("/fastapi-csv/run")
    def export(prompt: Prompt) -> Response:
        headers = {"Content-Disposition": 'attachment; filename="streets.csv"'}
        return Response("street,houses\nOak,12\nElm,7\n", media_type="text/csv", headers=headers)

    @service.post("/fastapi-refused/run")
    def refused(prompt: Prompt) -> str:
        raise HTTPException(404, "No street is called Foxtrot")

    return service
