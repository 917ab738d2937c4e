"""Rows of typed columns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from webform.inputs.base import Empty, Input, Shape
from webform.inputs.cells import CELLS, SecretCell
from webform.inputs.naming import names_secret
from webform.inputs.options import NAME, NATURAL, WORDS, OptionKind, option, unknown_keys
from webform.inputs.record import Record
from webform.messages import Phrase
from webform.problems import Problem, error_at, nearest, warning_at, wrong_type
from webform.values import brief, join
from webform.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime


#: The most rows that a table can have.
MAX_ROWS = 10_000


@dataclass(frozen=True, kw_only=True)
class Column:
    """A column: the key of its cells, its heading, and its type."""

    key: str
    label: str
    type: str = "text"


def _read_columns(raw: list[Any]) -> tuple[tuple[Column, ...], list[Problem]]:
    problems: list[Problem] = []
    columns: dict[str, Column] = {}
    for index, column in enumerate(raw):
        at = f"/{index}"
        if not isinstance(column, dict) or not NAME.takes(column.get("key")):
            problems.append(wrong_type(at, Phrase("kind.column"), column))
            continue
        key, label, kind = column["key"], column.get("label", column["key"]), column.get("type", "text")
        if key in columns:
            problems.append(error_at(join(at, "key"), "duplicate-key", "duplicate-key.column", name=key))
            continue
        if not isinstance(label, str):
            problems.append(wrong_type(join(at, "label"), Phrase("kind.text"), label))
            label = key
        if not isinstance(kind, str) or kind not in CELLS:
            found, near = brief(kind), nearest(kind, CELLS) if isinstance(kind, str) else ""
            kind = "secret" if names_secret(kind) else "text"
            sentence, place = f"unknown-type.column-{kind}", join(at, "type")
            problems.append(warning_at(place, "unknown-type", sentence, found=found, near=near))
        problems += unknown_keys(column, ("key", "label", "type"), "column", at)
        columns[key] = Column(key=key, label=label, type=kind)
    return tuple(columns.values()), problems


COLUMNS = OptionKind(
    words=Phrase("kind.columns"),
    schema={
        "type": "array",
        "minItems": 1,
        "items": {
            "type": "object",
            "properties": {"key": NAME.schema, "label": WORDS.schema, "type": {"type": "string"}},
            "required": ["key"],
        },
    },
    takes=lambda value: isinstance(value, list) and bool(value),
    read=_read_columns,
)
ROWS = replace(
    NATURAL,
    words=Phrase("kind.rows", {"limit": MAX_ROWS}),
    schema={**NATURAL.schema, "maximum": MAX_ROWS},
    takes=lambda value: NATURAL.takes(value) and value <= MAX_ROWS,
)


@dataclass(frozen=True, kw_only=True)
class Table(Input):
    """Rows, each an object of the columns; a cell left blank is absent from its row."""

    type = "table"
    examples = (({"columns": [{"key": "ticker", "label": "Ticker"}]}, [{"ticker": "AAPL"}, {"ticker": "MSFT"}]),)
    shape = Shape.ROWS
    has_legend = True
    blank_is_answer = True
    in_schema = frozenset({"columns", "min_rows", "max_rows"})

    columns: tuple[Column, ...] = option(
        COLUMNS, "The columns.", required=True, example=[{"key": "ticker", "label": "Ticker"}]
    )
    min_rows: int | None = option(ROWS, "The least rows.", example=1)
    max_rows: int | None = option(ROWS, "The most rows.", example=50)

    @property
    def empty(self) -> Empty | None:
        return Empty("list", [])

    @cached_property
    def row(self) -> Record:
        """The inputs of one row."""
        cells = CELLS | {"secret": SecretCell}
        inputs = [cells[column.type](key=column.key, label=column.label, required=False) for column in self.columns]
        return Record(key="", label="", inputs=tuple(inputs))

    def item(self, index: int) -> Input:
        return self.row

    def summary(self, value: Any) -> str:
        if not isinstance(value, list):
            return super().summary(value)
        return counted(len(value), "{count} row", "{count} rows")

    def value_schema(self) -> dict[str, Any]:
        return {
            "type": "array",
            "items": self.row.value_schema(),
            **({} if self.min_rows is None else {"minItems": self.min_rows}),
            **({} if self.max_rows is None else {"maxItems": self.max_rows}),
        }

    def sample(self, now: datetime) -> Any:
        return [{input_.key: input_.sample(now) for input_ in self.row.inputs} for _ in range(self.min_rows or 0)]

    def lint(self) -> Iterator[Problem]:
        if self.min_rows is not None and self.max_rows is not None and self.min_rows > self.max_rows:
            yield error_at("/min_rows", "min-above-max", "min-above-max.rows", min=self.min_rows, max=self.max_rows)
