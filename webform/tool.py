"""What every dialect reads into: a tool, its form and its outputs."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime, time
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from webform.values import ABSENT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from webform.inputs import Input, Record
    from webform.problems import Problem

Layout = Literal["form", "chat", "split"]


@dataclass(frozen=True, kw_only=True)
class Output:
    """One declared output of a tool; *options* holds what only its type knows."""

    key: str
    type: str
    label: str = ""
    description: str = ""
    caption: str = ""
    unit: str = ""
    streaming: bool = False
    layout: Literal["panel", "tab", "inline"] = "panel"
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Example:
    """A body worth trying, and what it shows."""

    name: str
    body: Any


@dataclass(frozen=True, kw_only=True)
class Form:
    """The inputs of a tool; *probe* is the body that tries it where its inputs cannot say one."""

    root: Record
    tool_id: str = ""
    probe: Any = ABSENT

    @property
    def inputs(self) -> tuple[Input, ...]:
        """The inputs, in the order they were declared."""
        return self.root.inputs

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the body."""
        return {"$schema": "https://json-schema.org/draft/2020-12/schema", **self.root.value_schema()}


@dataclass(frozen=True, kw_only=True)
class Tool:
    """
    One tool, as its author declared it.

    Args:
        id: its name in addresses, `[A-Za-z0-9._:-]+`.
        form: its inputs.
        outputs: what it answers; empty where nothing was declared.
        problems: what was wrong in its declaration, located where the source was text.
        declaration: the declared value itself.
        max_runtime_seconds: how long a run may take.
        input_transport: `json`, or `multipart` to send files as parts.
    """

    id: str
    name: str
    form: Form
    description: str = ""
    outputs: tuple[Output, ...] = ()
    problems: tuple[Problem, ...] = ()
    declaration: Any = None
    dialect: str = ""
    version: str = ""
    category: str = ""
    icon: str = ""
    tags: tuple[str, ...] = ()
    layout: Layout = "form"
    examples: tuple[Example, ...] = ()
    max_runtime_seconds: float = 60
    concurrent: bool = True
    input_transport: Literal["json", "multipart"] = "json"


def moment(today: date | datetime | None) -> datetime:
    """Return the moment a sample is made at: *today* at midnight where it is a day, now where it is `None`."""
    if isinstance(today, datetime):
        return today
    return datetime.now() if today is None else datetime.combine(today, time.min)  # noqa: DTZ005 - the author's own clock
