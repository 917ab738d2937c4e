"""A tool that is served: where it is called, what its pages say of it, its id in addresses."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from webform.by_language import TaggedText, lang_of
from webform.caching import Caching
from webform.html.foreign import Renderer
from webform.language import gettext, language, marked
from webform.late import Late
from webform.runners.credentials import Credentials, for_address
from webform.runners.signing import asking, missing
from webform.texts import unmarked
from webform.web.answers import refuse

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from webform.operation import Operation
    from webform.runners import Target
    from webform.tool import Tool

#: Characters of a description that stand in the catalogue.
MAX_DESCRIPTION = 240
#: What is said of a tool without an address.
NOT_CONNECTED = marked("Not connected")
#: The words beside a tool's name, by what its author hints at.
_HINTS = {
    "read_only": marked("Only reads"),
    "destructive": marked("May change or delete things"),
    "open_world": marked("Reaches other services"),
}


@dataclass(frozen=True, kw_only=True)
class Card:
    """
    A tool as the catalogue shows it.

    Args:
        id: its id in addresses.
        name: its name.
        description: the beginning of its description.
        more: further words that it is found by.
        icon: the name of its icon.
        category: the heading that it is below.
        tags: its other tags.
        method: of the operation that it is, `""` where it is none.
        path: of the operation.
        connected: whether it can be run.
    """

    id: str
    name: str
    description: str
    more: str
    icon: str
    category: str
    tags: tuple[str, ...]
    method: str
    path: str
    connected: bool

    @property
    def labels(self) -> tuple[str, ...]:
        """Its category and its tags."""
        return (self.category, *self.tags) if self.category else self.tags

    @cached_property
    def searched(self) -> str:
        """All that it is found by, in lower case."""
        return " ".join([self.name, self.method, self.path, self.description, *self.labels, self.more]).lower()


@dataclass(frozen=True, kw_only=True)
class Served(Caching):
    """
    A tool, and where it is called.

    Args:
        target: without one its form can be filled in and not run.
        policy: the content security policy of its pages.
        server: the name of the MCP server it is one of, where there may be several.
        listed: whether the catalogue has it.
    """

    tool: Tool
    target: Target | None = None
    policy: str = ""
    server: str = ""
    listed: bool = True

    def signed(self, security: Mapping[str, Credentials]) -> Served:
        """Return it with those of the operator's credentials that its target may be sent."""
        operation = self.tool.call.operation
        known = for_address(security, self.target.url) if self.target and operation else {}
        if not known or self.target is None or operation is None:
            return self
        tool = self.tool
        if any(credentials.ask for credentials in known.values()):
            tool = _asking(tool, operation, known)
        return replace(self, tool=tool, target=replace(self.target, credentials=known))

    def in_language(self, name: str) -> Served:
        """Return it with the texts of its tool in the language *name*."""
        tool = self.tool.in_language(name)
        return self if tool is self.tool else replace(self, tool=tool)

    @property
    def path(self) -> str:
        """Where its pages are, within the app."""
        return f"/tools/{self.tool.id}"

    @property
    def hosts(self) -> str:
        """Who may frame it, as its policy says."""
        return self.policy.partition("frame-ancestors ")[2]

    @property
    def carries(self) -> Mapping[str, str]:
        """Hidden fields of its form, which are sent along with whatever is posted of it."""
        return {}

    @property
    def why_not_run(self) -> str:
        """Why nobody can run it, where that is not for want of an address; `""` where it is."""
        return ""

    @property
    def unsigned(self) -> list[str]:
        """The security schemes that it needs and that nobody has set."""
        operation = self.tool.call.operation
        return missing(operation, self.target.credentials) if self.target and operation else []

    @property
    def address(self) -> Target:
        """Where it is called; a request that calls it is refused where that is not set."""
        advice = gettext("Contact this site's owner.")
        message = gettext("This tool is not connected: nobody has set where it runs.")
        return self.target or refuse(503, "not-connected", message, advice)

    @cached_property
    def card(self) -> Card:
        """What the catalogue says of it: nothing of its form, which may be read only once its page is asked for."""
        tool, operation = self.tool, self.tool.call.operation
        category = tool.category or self.server
        whole = " ".join(unmarked(tool.description).split())
        description = shorten(whole, MAX_DESCRIPTION, placeholder="…")
        left = whole[len(description.removesuffix("…")) :] if len(whole) > MAX_DESCRIPTION else ""
        return Card(
            id=tool.id,
            name=tool.name,
            description=TaggedText.of(description, lang) if (lang := lang_of(tool.description)) else description,
            more=f"{tool.id} {left}".rstrip(),
            icon=tool.icon,
            category=category,
            tags=tuple(dict.fromkeys(tag for tag in tool.tags if tag != category)),
            method=operation.method if operation else "",
            path=operation.path if operation else "",
            connected=self.target is not None,
        )

    @property
    def shown(self) -> dict[str, Any]:
        """What its pages say of it, in the language in use."""
        found: dict[str, Any] | None = self.cache.get(language())
        if found is None:
            found = self.cache[language()] = self._make_shown()
        return found

    def _make_shown(self) -> dict[str, Any]:
        tool = self.tool
        facts = [gettext("Version {version}", version=tool.version)] if tool.version else []
        facts += [gettext(words) for name, words in _HINTS.items() if getattr(tool.hints, name)]
        facts.append(
            gettext("Up to {timeout} s", timeout=f"{self.target.timeout:g}") if self.target else gettext(NOT_CONNECTED)
        )
        if self.unsigned:
            facts.append(gettext("Needs a sign-in that is not set up here: {names}", names=", ".join(self.unsigned)))
        if not tool.concurrent:
            facts.append(gettext("One run at a time"))
        return {
            "id": tool.id,
            "name": tool.name,
            "description": tool.description,
            "description_html": Renderer().prose(tool.description) if tool.description else "",
            "icon": tool.icon,
            "category": self.card.category,
            "version": tool.version,
            "tags": tool.tags,
            "facts": facts,
            "layout": tool.layout,
            "connected": self.target is not None,
        }


class ServedTools:
    """The tools that are served, by their ids: in *own* as they were read."""

    def __init__(self, own: dict[str, Served]) -> None:
        self.own = own
        self._worded: dict[str, dict[str, Served]] = {}

    @property
    def worded(self) -> dict[str, Served]:
        """The tools with their texts in the language in use."""
        name = language()
        found = self._worded.get(name)
        if found is None:
            found = self._worded[name] = {tool_id: one.in_language(name) for tool_id, one in self.own.items()}
        return found


def _asking(tool: Tool, operation: Operation, known: Mapping[str, Credentials]) -> Tool:
    """Return *tool* with a form, in any language, that asks for those of the credentials *known* that people have."""
    translations = tool.translations
    if translations is not None:
        plain = translations.tool_in
        translations = translations._replace(tool_in=lambda name: _asking(plain(name), operation, known))
    return tool.but(form=Late(lambda: asking(tool.form, operation, known)), translations=translations)


def with_unique_ids(tools: Iterable[Served]) -> list[Served]:
    """Return *tools* with ids that can stand in addresses, none of them twice."""
    taken: dict[str, Served] = {}
    for served in tools:
        plain = re.sub(r"[^A-Za-z0-9._:-]+", "-", served.tool.id).strip("-.") or "tool"
        name, count = plain, 1
        while name in taken:
            count += 1
            name = f"{plain}-{count}"
        taken[name] = replace(served, tool=served.tool.renamed(name))
    return list(taken.values())
