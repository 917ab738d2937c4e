"""What the pages of one app share: its tools, its runs, its files, its addresses."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from threading import Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any

from flask import request
from werkzeug.exceptions import NotFound

from webform.files import FileStore
from webform.html.markdown import markdown
from webform.runners import Runner
from webform.runs import Runs, RunStore
from webform.web.assets import Assets
from webform.web.cache import Cache
from webform.web.config import ToolConfig
from webform.web.events import Streams
from webform.web.guards import MB, policy

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webform.runners import HTTPRunner, Target
    from webform.tool import Tool
    from webform.web.config import Config

#: Seconds between two looks for runs and files that are too old.
TIDY_EVERY = 600.0
DAY = 24 * 3600
#: What is said of a tool beside its name, by what its author hints at.
_HINTS = {
    "read_only": "Only reads",
    "destructive": "May change or delete things",
    "open_world": "Reaches other services",
}


@dataclass(frozen=True, kw_only=True)
class Served:
    """
    A tool, and where it is called.

    Args:
        target: without one its form can be filled in and not run.
        policy: the content security policy of its pages.
        server: the name of the MCP server it is one of, where there may be several.
    """

    tool: Tool
    target: Target | None = None
    policy: str = ""
    server: str = ""

    @cached_property
    def shown(self) -> dict[str, Any]:
        """What its pages say of it."""
        tool = self.tool
        facts = [f"Version {tool.version}"] if tool.version else []
        facts += [words for name, words in _HINTS.items() if getattr(tool.hints, name)]
        facts.append(f"Up to {self.target.timeout if self.target else tool.max_runtime_seconds:g} s")
        if not tool.concurrent:
            facts.append("One run at a time")
        return {
            "id": tool.id,
            "name": tool.name,
            "description": tool.description,
            "description_html": markdown(tool.description) if tool.description else "",
            "icon": tool.icon,
            "category": tool.category or self.server,
            "version": tool.version,
            "tags": tool.tags,
            "facts": facts,
            "layout": tool.layout,
        }


class Site:
    """
    One app, or one part of a host's app.

    Args:
        tools: the tools, each with where it is called.
        config: what the operator sets.
        prefix: where it hangs, `""` for the root.
        runner: what calls the tools.
    """

    def __init__(self, tools: Iterable[Served], config: Config, prefix: str, runner: HTTPRunner | None = None) -> None:
        self.config, self.prefix = config, prefix
        self.policy = policy(config.frame_ancestors, config.media_origins, config.tiles)
        self.assets, self.cache = Assets(), Cache()
        self.served: dict[str, Served] = {}
        self.serve(tools)
        store = RunStore(config.database_or_default)
        self.files = FileStore(config.files_or_default, max_bytes=config.max_files_mb * MB, held=store.hashes)
        self.runs = Runs(
            store, runner or Runner(files=self.files), mode=config.mode, at_once=config.at_once, files=self.files
        )
        self.streams = Streams()
        self._tidied, self._tidying = 0.0, Lock()

    def serve(self, tools: Iterable[Served]) -> None:
        """Serve *tools*, and no others."""
        self.served = {each.tool.id: self._configured(each) for each in with_unique_ids(tools)}
        self.cache.clear()

    def _configured(self, served: Served) -> Served:
        settings = self.config.tools.get(served.tool.id, ToolConfig())
        own = self.policy
        if settings.frame_ancestors is not None:
            own = policy(settings.frame_ancestors, self.config.media_origins, self.config.tiles)
        target = settings.target(served.tool, self.config.timeout)
        if served.target:
            target = settings.adjust(served.target)
        return replace(served, policy=own, target=target and self._limited(target, settings))

    def _limited(self, target: Target, settings: ToolConfig) -> Target:
        """Return *target* with what the operator sets for its calls and answers."""
        most = settings.max_answer_mb or self.config.max_answer_mb
        keep_raw = self.config.raw or target.keep_raw
        return replace(
            target,
            max_response=int(most * MB) if most else target.max_response,
            keep_raw=keep_raw if settings.raw is None else settings.raw,
        )

    def find(self, tool_id: str) -> Served:
        """Return the tool of that id; raise `NotFound` if there is none."""
        served = self.served.get(tool_id)
        if served is None:
            raise NotFound(f'There is no tool "{tool_id[:80]}" here.')
        return served

    @property
    def root(self) -> str:
        """The prefix of all addresses, as seen by the browser."""
        # What a proxy says may be what a visitor told it: two slashes would lead to another site.
        above = request.script_root.strip("/\\")
        return f"/{above}{self.prefix}" if above else self.prefix

    def url(self, path: str) -> str:
        """Return the address of *path* within the app."""
        return self.root + path

    def asset(self, name: str) -> str:
        """Return the address of the built file of *name*."""
        return f"{self.root}/static/{self.assets.file_of(name)}"

    def tidy(self) -> None:
        """Now and then, delete what is too old; somebody waits for nothing."""
        now = monotonic()
        if now - self._tidied < TIDY_EVERY or not self._tidying.acquire(blocking=False):
            return
        self._tidied = now
        Thread(target=self._tidy, daemon=True).start()

    def _tidy(self) -> None:
        try:
            config = self.config
            self.runs.tidy(self.files, config.keep_days * DAY, config.keep_runs, config.keep_mb * MB)
        finally:
            self._tidying.release()

    def close(self) -> None:
        """End all runs, and let go of the database."""
        self.runs.close()


def with_unique_ids(tools: Iterable[Served]) -> list[Served]:
    """Return *tools* with an id each that stands in an address and is nobody else's."""
    taken: dict[str, Served] = {}
    for each in tools:
        plain = re.sub(r"[^A-Za-z0-9._:-]+", "-", each.tool.id).strip("-.") or "tool"
        name, count = plain, 1
        while name in taken:
            count += 1
            name = f"{plain}-{count}"
        tool = each.tool
        if name != tool.id or tool.form.tool_id != name:
            tool = replace(tool, id=name, form=replace(tool.form, tool_id=name))
        taken[name] = replace(each, tool=tool)
    return list(taken.values())
