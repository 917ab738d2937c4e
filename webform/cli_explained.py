"""Explanations of the codes of problems: sections of the documentation, their text and the links to them."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import click

from webform.cli_messages import unusable
from webform.places import docs
from webform.problems import Problem, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


_PAGE = "problems"
#: The marks around what is made of the code.
_MARK = re.compile(r"<!-- .* -->\n+")
#: A section: its code, and its text up to the next heading.
_SECTION = re.compile(r"^### `([\w-]+)`\n(.*?)(?=^#|\Z)", re.MULTILINE | re.DOTALL)


@cache
def sections() -> Mapping[str, str]:
    """Return the text of each section, Markdown, by its code."""
    page = (docs() / f"{_PAGE}.md").read_text(encoding="utf-8")
    return {code: _MARK.sub("", text).strip() for code, text in _SECTION.findall(page)}


def links_of(problems: Iterable[Problem], site: str | None) -> dict[str, str]:
    """
    Return the links to the sections of the codes of *problems*, by code, in their order.

    Args:
        problems: what was found.
        site: the address of the documentation; without one there are no links.
    """
    codes = dict.fromkeys(problem.code for problem in problems)
    return {code: f"{site.rstrip('/')}/{_PAGE}.html#{code}" for code in codes if code in sections()} if site else {}


@click.command()
@click.argument("codes", metavar="CODE…", nargs=-1, required=True)
def explain(codes: tuple[str, ...]) -> None:
    """
    Explain problems that check prints: the reason, a wrong example, the same corrected.

    Example: webform explain unknown-icon
    """
    for code in codes:
        if code not in sections():
            near = nearest(code, sections())
            unusable(f'There is no explanation of "{code}"' + (f'; did you mean "{near}"?' if near else ""))
    click.echo("\n\n".join(f"# {code}\n{sections()[code]}" for code in codes))
