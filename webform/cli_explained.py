"""Links to the sections of the documentation that explain the codes of problems, and the text of these sections."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from webform.places import docs

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from webform.problems import Problem

_PAGE = "problems"
#: A section: its code, and its text up to the next heading.
_SECTION = re.compile(r"^### `([\w-]+)`\n(.*?)(?=^#|\Z)", re.MULTILINE | re.DOTALL)


@cache
def sections() -> Mapping[str, str]:
    """Return the text of each section, Markdown, by its code."""
    page = (docs() / f"{_PAGE}.md").read_text(encoding="utf-8")
    return {code: text.strip() for code, text in _SECTION.findall(page)}


def link_of(code: str, site: str | None = None) -> str:
    """
    Return the link to the section of *code*; `""` where there is none.

    Args:
        code: the code of a problem.
        site: the address of the documentation; without one the page that came with webform is linked.
    """
    if code not in sections():
        return ""
    page = f"{site.rstrip('/')}/{_PAGE}.html" if site else (docs() / f"{_PAGE}.md").as_uri()
    return f"{page}#{code}"


def links_of(problems: Iterable[Problem], site: str | None = None) -> dict[str, str]:
    """Return the links to the sections of the codes of *problems*, by code, in their order."""
    codes = dict.fromkeys(problem.code for problem in problems)
    return {code: link for code in codes if (link := link_of(code, site))}
