"""The base of every view: its data, what copying gives, what can be downloaded."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

from webform.messages import Phrase
from webform.outputs.looks import Look
from webform.outputs.schema_view import Annotations
from webform.values import join

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from webform.files import StoredFile
    from webform.outputs.looks import Looks
    from webform.outputs.types import OutputType
    from webform.problems import Problem


#: A longer text is downloaded, not copied: a page holds what it copies.
MAX_COPY = 50_000
#: The most views within views of one output, and how deep they stand in each other.
MAX_VIEWS, MAX_DEPTH = 150, 6
#: The most characters of files, as data URLs, that a page holds.
MAX_BYTES = 24 * 1024 * 1024
#: The most characters of long texts that a page holds, shown and to be copied, and how many of one it always shows.
MAX_TEXTS, MIN_TEXT = 600_000, 1000
#: The most characters that its cells open to in all: those of a table leave the long texts their room.
MAX_OPENED = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Download:
    """
    One way to take a value away.

    Args:
        format: the word for it in addresses: `csv`, `json`, `txt`, `file`, …
        label: the word for it on the page.
        filename: a clean name, with its extension.
        media_type: what it is served as; never one that a browser would run.
        content: makes the bytes, when they are asked for; or the file that they are kept in.
        size: how many bytes these are, where that is known before they are made.
    """

    format: str
    label: str
    filename: str
    media_type: str
    content: Callable[[], bytes | StoredFile]
    size: int | None = None


@dataclass(frozen=True, kw_only=True)
class View:
    """
    The way one value is shown.

    Args:
        name: the view, and so its template.
        data: what the template needs.
        at: JSON Pointer of the value in the result's value.
        title: what stands above it.
        note: a few words beside the title, such as "1,284 rows".
        unit: the unit of a number, where its data does not hold it.
        layout: `panel`, `tab` or `inline`.
        small: fits beside others, as a figure.
        copy: the text that copying gives; `None` where there is none, or too much.
        problems: why it is not shown as declared.
        of: JSON Pointer that a look at it is chosen by; *at* may be a part of that.
        others: the views that can be chosen instead.
        inner: the views within it, whose pointers are whole.
        uri: the address it came with, of any scheme; shown, and followed where one may be sent there.
    """

    name: str
    data: Any = None
    at: str = ""
    title: str = ""
    note: str = ""
    description: str = ""
    caption: str = ""
    unit: str = ""
    layout: str = "panel"
    small: bool = False
    copy: str | None = None
    downloads: tuple[Download, ...] = ()
    problems: tuple[Problem, ...] = ()
    of: str = ""
    others: tuple[str, ...] = ()
    inner: tuple[View, ...] = ()
    uri: str = ""


@dataclass(frozen=True, kw_only=True)
class Misfit:
    """
    A value that a view cannot show.

    The schema says what keeps it from being of its type; *expected*, in which *part* of it, is what no schema can say.
    """

    expected: Phrase = Phrase("kind.of-its-type")
    part: str = ""


class MisfitError(Exception):
    """Raised for a value that a view cannot show, as its *misfit* has it."""

    def __init__(self, misfit: Misfit | None = None) -> None:
        self.misfit = misfit or Misfit()
        super().__init__(self.misfit)


def list_in(value: Any, key: str, holds: Callable[[Any], bool] = lambda _: True) -> list[Any]:
    """Return the list that *value* has as *key*, if *holds* is true of all of its items; else raise `MisfitError`."""
    items = value.get(key) if isinstance(value, dict) else None
    if not isinstance(items, list) or not all(map(holds, items)):
        raise MisfitError
    return items


def has(*keys: str) -> Callable[[Any], bool]:
    """Return the test of an object that has all *keys*."""
    return lambda value: isinstance(value, dict) and all(key in value for key in keys)


class Budget:
    """How many views a page still has room for, and how many characters of files, of long texts and in cells."""

    def __init__(self) -> None:
        self._left, self._bytes_left, self._text_left, self.opened_left = MAX_VIEWS, MAX_BYTES, MAX_TEXTS, MAX_OPENED

    def take_text(self, count: int) -> int:
        """Take room for *count* characters of a text, and return for how many there was."""
        taken = min(count, max(self._text_left, MIN_TEXT))
        self._text_left -= taken
        return taken

    def take_opened(self, count: int) -> bool:
        """Take room for the *count* characters that a cell opens to, and tell whether there was any."""
        if count > self.opened_left:
            return False
        self.opened_left -= count
        return True

    def take_bytes(self, count: int) -> bool:
        """Take room for a file of *count* characters, and tell whether there was any."""
        if count > self._bytes_left:
            return False
        self._bytes_left -= count
        return True

    def take(self) -> bool:
        """Take room for one more, and tell whether there was any."""
        self._left -= 1
        return self._left >= 0


@dataclass(frozen=True, kw_only=True)
class About:
    """
    What is known of a value beside the value.

    Args:
        name: the stem of the names of its files.
        filename: what the tool calls it as a file; a clean name.
        type: the declared type, where the author named one.
        unit: the declared unit.
        options: the declared options of its type; those that come with the value win.
        declared: the author named the type.
        origins: the other sites that media is shown from.
        at: JSON Pointer of the value in the result's value.
        looks: how a person wants to see values, by their pointers.
        annotations: what the schema says of it.
        choose: returns the view of a part of it; without, parts are shown as JSON.
        source: the text that the value was read from; it can be seen instead.
        depth: how many values it stands in.
        budget: what a page has room for.
    """

    name: str = "result"
    filename: str = ""
    type: str = ""
    declared: bool = False
    unit: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    origins: tuple[str, ...] = ()
    at: str = ""
    looks: Looks = field(default_factory=dict)
    annotations: Annotations = field(default_factory=Annotations)
    choose: Callable[[Any, About], View] | None = None
    source: str = ""
    depth: int = 0
    budget: Budget = field(default_factory=Budget)

    @property
    def look(self) -> Look:
        """How a person wants to see it."""
        return self.looks.get(self.at, Look())

    def below(self, key: str | int, value: Any, annotations: Annotations, name: str = "") -> View | None:
        """Return the view of *value*, the part called *key*; `None` where a page has no room for more."""
        if self.choose is None or self.depth >= MAX_DEPTH or not self.budget.take():
            return None
        about = replace(self, at=join(self.at, key), annotations=annotations, depth=self.depth + 1,
                        name=name or self.name, filename="", declared=False, type="", unit="", options={},
                        source="")  # fmt: skip
        return self.choose(value, about)

    def text(self, option: str, default: str = "") -> str:
        """Return the text *option* is set to, or *default*."""
        value = self.options.get(option)
        return value if isinstance(value, str) and value else default


def seen_as(kind: Kind, value: Any, about: About) -> View | Misfit:
    """Return the view of *value* as one of *kind*, or what keeps it from being one."""
    try:
        return kind.view(value, about)
    except MisfitError as error:
        return error.misfit


class Kind(Protocol):
    """One way of showing values: a module of this package with this function."""

    __name__: str

    def view(self, value: Any, about: About) -> View | Misfit:
        """Return the view of *value*, whose `at` is relative to the value; a misfit is returned or raised."""


class ShapedKind(Kind, Protocol):
    """One way of showing values that a rule of `choosing` may choose by the shape of a value alone."""

    def fits(self, value: Any) -> bool:
        """Tell whether an undeclared *value* is best shown this way."""


class DeclaredKind(Kind, Protocol):
    """One way of showing values that declarations name: such a module with its types."""

    @property
    def TYPES(self) -> tuple[OutputType, ...]:  # noqa: N802 - a constant of the module
        """What declarations call the types that are shown this way, and their schemas."""


def unwrap(value: Any, about: About) -> tuple[Any, About, str]:
    """Return the scalar that *value* is, or has as `{"value": …, option: …}`, what is known of it, and its pointer."""
    if not isinstance(value, dict) or "value" not in value:
        return value, about, ""
    options = {key: option for key, option in value.items() if key != "value"}
    unit = options.get("unit")
    about = replace(about, options={**about.options, **options}, unit=unit if isinstance(unit, str) else about.unit)
    return value["value"], about, "/value"
