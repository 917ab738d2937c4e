"""A FastAPI app of every kind of parameter and body: each operation notes what it receives, and answers with it."""

from __future__ import annotations

import time
from datetime import date  # noqa: TC003 - read by FastAPI
from enum import Enum
from typing import Annotated, Any, Literal

from fastapi import Cookie, FastAPI, File, Form, Header, HTTPException, Query, UploadFile
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field


class Size(str, Enum):  # noqa: UP042 - as the apps of others have it
    """A size."""

    SMALL = "small"
    LARGE = "large"


class Owner(BaseModel):
    """An owner."""

    name: str
    born: date | None = None


class Cat(BaseModel):
    """A cat."""

    kind: Literal["cat"]
    lives: int = Field(ge=1, le=9)


class Dog(BaseModel):
    """A dog."""

    kind: Literal["dog"]
    tricks: list[str]


class Order(BaseModel):
    """An order of a pet."""

    owner: Owner
    pet: Annotated[Cat | Dog, Field(discriminator="kind")]
    friends: list[Owner] = []
    notes: list[str] = []
    size: Size = Size.SMALL


def new_app() -> FastAPI:
    """Return a new app, whose `state.received` is what its operations received."""
    app = FastAPI(title="Pets")
    app.state.received = []

    def noted(value: Any) -> Any:
        app.state.received.append(value)
        return value

    @app.get("/pets/{pet_id}", tags=["pets"], summary="Get a pet")
    def get_pet(pet_id: int, size: Size, tags: Annotated[list[str], Query()], since: date) -> dict[str, Any]:
        return noted({"pet_id": pet_id, "size": size, "tags": tags, "since": since})

    @app.get("/whoami", tags=["people"], summary="Who am I")
    def whoami(x_name: Annotated[str, Header()], theme: Annotated[str, Cookie()]) -> dict[str, Any]:
        return noted({"x_name": x_name, "theme": theme})

    @app.post("/orders", tags=["orders"], summary="Order a pet")
    def order(order: Order) -> Order:
        return noted(order)

    @app.post("/sign-in", tags=["people"], summary="Sign in")
    def sign_in(name: Annotated[str, Form()], age: Annotated[int, Form()]) -> dict[str, Any]:
        return noted({"name": name, "age": age})

    @app.post("/photos", tags=["pets"], summary="Add a photo")
    async def add_photo(photo: Annotated[UploadFile, File()], caption: Annotated[str, Form()]) -> dict[str, Any]:
        return noted({"name": photo.filename, "text": (await photo.read()).decode(), "caption": caption})

    _add_more(app)
    return app


def _add_more(app: FastAPI) -> None:
    """Add operations that take a moment, fail, tell events, or see who asks."""

    @app.get("/seen", tags=["people"], summary="What was seen of the request")
    def seen(
        authorization: Annotated[str, Header(include_in_schema=False)] = "",
        cookie: Annotated[str, Header(include_in_schema=False)] = "",
    ) -> dict[str, Any]:
        return {"authorization": authorization, "cookie": cookie}

    @app.get("/slow", tags=["slow"], summary="Take a moment")
    def slow() -> dict[str, Any]:
        time.sleep(1)
        return {"slept": True}

    @app.get("/broken", tags=["slow"], summary="Fail")
    def broken() -> dict[str, Any]:
        raise HTTPException(409, "there is another one")

    @app.get("/events", tags=["slow"], summary="Tell events")
    def events() -> StreamingResponse:
        lines = (f'data: {{"n": {n}}}\n\n' for n in range(3))
        return StreamingResponse(lines, media_type="text/event-stream")
