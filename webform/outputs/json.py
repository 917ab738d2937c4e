"""Any value, as a tree that opens and closes."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from webform.outputs.base import Download, View
from webform.outputs.cells import DATA, TITLE
from webform.outputs.embedded import is_data_url
from webform.outputs.pretty import copied, pretty, scalar
from webform.outputs.texts import cut, file_name, link_in, utf8, visible
from webform.values import kind_of

if TYPE_CHECKING:
    from webform.outputs.base import About
    from webform.values import Kind

#: How many values a page shows in all, of one list or object, and how deep.
MAX_NODES, MAX_CHILDREN, MAX_DEPTH = 2000, 200, 24
#: How much of a text is shown, and of a key.
MAX_TEXT, MAX_KEY = 300, 120
#: The first levels are open.
OPEN = 2


@dataclass(slots=True, kw_only=True)
class Node:
    """One value in the tree; *more* says how many of its own are not shown."""

    kind: Kind
    key: str | None = None
    text: str = ""
    title: str = ""
    href: str = ""
    is_open: bool = False
    count: int = 0
    children: list[Node] = field(default_factory=list)
    more: int = 0


def fits(value: Any) -> bool:
    """Tell that it does: a tree shows anything."""
    return True


def view(value: Any, about: About) -> View:
    """Return the view of any value."""
    download = Download(
        format="json",
        label="JSON",
        filename=file_name(about.name, ".json"),
        media_type="application/json",
        content=lambda: utf8(pretty(value).text),
    )
    return View(name="json", data=tree(value), copy=copied(value), downloads=(download,))


def tree(value: Any) -> Node:
    """Return the tree of *value*: level by level, so that no deep part takes the place of all that follows it."""
    root = _node(None, value)
    left = MAX_NODES
    todo = deque([(root, value, 1)] if root.count else [])
    while todo:
        node, held, depth = todo.popleft()
        shown = min(len(held), MAX_CHILDREN, left) if depth <= MAX_DEPTH else 0
        node.is_open, node.more = depth <= OPEN, len(held) - shown
        left -= shown
        members = held.items() if isinstance(held, dict) else enumerate(held)
        for (key, child), _ in zip(members, range(shown), strict=False):
            below = _node(str(key), child)
            node.children.append(below)
            if below.count:
                todo.append((below, child, depth + 1))
    return root


def _node(key: str | None, value: Any) -> Node:
    kind = kind_of(value)
    key = visible(cut(key, MAX_KEY).text) if key is not None else None
    if isinstance(value, dict | list) and value:
        return Node(kind=kind, key=key, count=len(value))
    text = scalar(value, DATA if is_data_url(value) else MAX_TEXT)
    title = visible(value[:TITLE]) if isinstance(value, str) and len(value) > MAX_TEXT else ""
    return Node(kind=kind, key=key, text=text, title=title, href=link_in(value))
