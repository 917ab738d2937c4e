"""What every view has: its data, what copying gives, what can be downloaded."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from webform.problems import Problem


@dataclass(frozen=True, kw_only=True)
class Download:
    """
    One way to take a value away.

    Args:
        format: the word for it in addresses: `csv`, `json`, `txt`, `file`, …
        label: the word for it on the page.
        filename: a clean name, with its extension.
        media_type: what it is served as; never one that a browser would run.
        content: makes the bytes, when they are asked for.
    """

    format: str
    label: str
    filename: str
    media_type: str
    content: Callable[[], bytes]


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


@dataclass(frozen=True, kw_only=True)
class Misfit:
    """A value that a view cannot show: what was *expected*, and in which part of the value."""

    expected: str
    part: str = ""


@dataclass(frozen=True, kw_only=True)
class About:
    """
    What is known of a value beside the value.

    Args:
        name: the stem of the names of its files.
        unit: the declared unit.
        options: the declared options of its type; those that come with the value win.
        declared: the author named the type.
        origins: the other sites that media is shown from.
    """

    name: str = "result"
    declared: bool = False
    unit: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    origins: tuple[str, ...] = ()

    def text(self, option: str, default: str = "") -> str:
        """Return the text *option* is set to, or *default*."""
        value = self.options.get(option)
        return value if isinstance(value, str) and value else default


#: A longer text is downloaded, not copied: a page holds what it copies.
MAX_COPY = 50_000


class Kind(Protocol):
    """One way of showing values: a module of this package with these two functions."""

    def fits(self, value: Any) -> bool:
        """Tell whether an undeclared *value* is best shown this way."""

    def view(self, value: Any, about: About) -> View | Misfit:
        """Return the view of *value*; its `at` is relative to the value."""


def unwrap(value: Any, about: About) -> tuple[Any, About, str]:
    """Return the scalar in *value*, given raw or as `{"value": …, option: …}`, what is known of it, and its pointer."""
    if not isinstance(value, dict) or "value" not in value:
        return value, about, ""
    options = {key: option for key, option in value.items() if key != "value"}
    unit = options.get("unit")
    about = replace(about, options={**about.options, **options}, unit=unit if isinstance(unit, str) else about.unit)
    return value["value"], about, "/value"
