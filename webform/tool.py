"""A tool, its form and its outputs: what every dialect reads into."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from webform.caching import Caching
from webform.inputs import Input, Record
from webform.late import Late, LateField
from webform.values import ABSENT, DRAFT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from webform.operation import Operation
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
    """A body worth trying, what it shows, and the answer to it where its author gives one."""

    name: str
    body: Any
    output: Any = ABSENT


@dataclass(frozen=True, kw_only=True)
class Price:
    """What a run costs: *amount* of *currency*, by *model* (per_job, per_day, per_month, free)."""

    model: str
    amount: str = ""
    currency: str = ""


@dataclass(frozen=True, kw_only=True)
class Permission:
    """What a tool asks for, why, and *limits* such as `("amount", "5")`, named and put as the author does."""

    type: str
    reason: str = ""
    limits: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Hints:
    """What a tool's author says of its runs: hints to trust as far as the author."""

    read_only: bool = False
    idempotent: bool = False
    destructive: bool = False
    open_world: bool = False


@dataclass(frozen=True, kw_only=True)
class CallSpec:
    """
    How a tool is called, as far as its declaration says.

    Args:
        protocol: the name of the protocol that its language is of; `""` where it is of none.
        name: what the tool is called there, where that is not its id.
        generation: which form of the protocol it is declared for, where there are several.
        as_task: it can only be called as a task.
        operation: the operation of an OpenAPI document, where it is one.
    """

    protocol: str = ""
    name: str = ""
    generation: str = ""
    as_task: bool = False
    operation: Operation | None = None


@dataclass(frozen=True, kw_only=True)
class Form(Caching):
    """
    The inputs of a tool.

    Args:
        root: the input of the whole body.
        tool_id: the tool it is of.
        probe: the body that tries the tool where its inputs cannot say one.
        document: the author's own JSON Schema of the body, where there is one.
        sound: the same, where parts that are wrong say nothing: what values are checked by.
        asks_secret: whether a hint beside that schema asks for an input of secrets.
        coerces: whether values of programs are made what was declared before they are checked.
        sampler: makes the least valid body, at a moment, of a form that was read from a schema.
        problems: what was wrong in the declaration of a form that is read late: those of others are their tool's.
    """

    root: Input
    tool_id: str = ""
    probe: Any = ABSENT
    document: dict[str, Any] | bool | None = None
    sound: dict[str, Any] | bool | None = None
    asks_secret: bool = False
    coerces: bool = False
    sampler: Callable[[datetime], Any] | None = field(default=None, repr=False, compare=False)
    problems: tuple[Problem, ...] = ()

    @property
    def inputs(self) -> Sequence[Input]:
        """The inputs, in the order they were declared."""
        return self.root.inputs if isinstance(self.root, Record) else (self.root,)

    @cached_property
    def schema(self) -> dict[str, Any] | bool:
        """The JSON Schema of the body."""
        if self.document is not None:
            return self.document
        return {"$schema": DRAFT, **self.root.value_schema()}

    def of(self, tool_id: str) -> Form:
        """Return the form as one of the tool of that id."""
        return self if self.tool_id == tool_id else replace(self, tool_id=tool_id)


class Translations(NamedTuple):
    """The own language of a tool, where it is known, all languages of its texts, and the tool in one of any name."""

    own: str
    languages: tuple[str, ...]
    tool_in: Callable[[str], Tool]


@dataclass(frozen=True, kw_only=True)
class Tool:
    """
    One tool, as its author declared it.

    Args:
        id: its name in addresses, `[A-Za-z0-9._:-]+`.
        form: its inputs; they may be read late.
        outputs: what it answers; empty where nothing was declared.
        problems: what was wrong in its declaration, located where the source was text.
        declaration: the declared value itself.
        max_runtime_seconds: how long a run may take.
        input_transport: `json`, or `multipart` to send files as parts.
        output_schema: the JSON Schema of what it answers; `None` where none was declared; it may be read late.
        price: what a run costs.
        permissions: what it asks for.
        hints: what its author says of its runs.
        call: how it is called.
        translations: its texts in other languages, where its author has any.
    """

    id: str
    name: str
    form: LateField[Form] = LateField()
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
    output_schema: LateField[dict[str, Any] | bool | None] = LateField(None)
    price: Price | None = None
    permissions: tuple[Permission, ...] = ()
    hints: Hints = Hints()
    call: CallSpec = CallSpec()
    translations: Translations | None = field(default=None, repr=False, compare=False)

    @property
    def asks_again(self) -> bool:
        """Whether a person has to say that what was run is meant once more: it may be done twice."""
        return self.hints.destructive or (self.call.operation is not None and not self.hints.read_only)

    def name_of_reply(self, status: int, media: str) -> str:
        """Return what names the documented content of an answer; `""` where one schema is that of all answers."""
        return self.call.operation.name_of_reply(status, media) if self.call.operation else ""

    def replying(self, name: str) -> Tool:
        """Return the tool with the schema of the content that *name* names as that of its answer."""
        if not name or self.call.operation is None:
            return self
        return self.but(output_schema=self.call.operation.schema_of_reply(name))

    def but(self, **changes: Any) -> Tool:
        """Return a copy with *changes*; unlike `replace` it reads nothing that is read late."""
        changed = copy(self)
        changed.__dict__.update(changes)
        return changed

    def in_language(self, name: str) -> Tool:
        """Return the tool with its texts in the language *name*, as far as its author has them in it."""
        if self.translations is None:
            return self
        worded = self.translations.tool_in(name).renamed(self.id).__dict__
        return self.but(**{field_: worded[field_] for field_ in _WORDED})

    def renamed(self, tool_id: str) -> Tool:
        """Return the tool under that id, with its form."""
        form = self.__dict__["form"]
        if isinstance(form, Late):
            late: Late[Form] = form
            return self.but(id=tool_id, form=Late(lambda: late.value.of(tool_id)))
        return self if self.id == tool_id == form.tool_id else self.but(id=tool_id, form=form.of(tool_id))


def expect(kind: type[Tool | Form], found: object) -> None:
    """Raise a `TypeError` that says what to do where *found* is none of *kind*."""
    if not isinstance(found, kind):
        name, other = kind.__name__.lower(), type(found).__name__
        raise TypeError(
            f"A {name} is expected, but found {other}; webform.load() gives a list of tools, each with its form."
        )


#: The fields of a tool with texts that people see.
_WORDED = ("name", "description", "category", "form", "outputs", "output_schema", "examples", "permissions")


def moment(today: date | datetime | None) -> datetime:
    """Return the moment a sample is made at: *today* at midnight where it is a day, now where it is `None`."""
    if isinstance(today, datetime):
        return today
    return datetime.now() if today is None else datetime.combine(today, time.min)  # noqa: DTZ005 - the author's own clock
