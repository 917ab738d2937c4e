"""Any value, as a tree that opens and closes."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from webform.outputs.base import About, View
from webform.outputs.base64s import begins_as_data_url, may_be_file
from webform.outputs.cells import DATA, TITLE, media_view
from webform.outputs.pretty import copied, json_download, scalar
from webform.outputs.texts import file_name
from webform.texts import link_in, visible
from webform.values import ABSENT, Kind, at_pointer, join, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable


#: How many values a page shows in all, of one list or object, and how deep.
MAX_NODES, MAX_CHILDREN, MAX_DEPTH = 2000, 200, 24
#: How much of a text is shown, and of a key.
MAX_TEXT, MAX_KEY = 300, 120
#: The first levels are open.
OPEN = 2


@dataclass(slots=True, kw_only=True)
class Node:
    """One value in the tree: *more* of its own are not shown, *at* is where it stands, *view* that of a file."""

    kind: Kind
    key: str | None = None
    text: str = ""
    title: str = ""
    href: str = ""
    is_open: bool = False
    count: int = 0
    children: list[Node] = field(default_factory=list)
    more: int = 0
    at: str = ""
    view: View | None = None


class Tree(NamedTuple):
    """
    A tree, or the part of it that was asked for.

    Args:
        root: its values.
        inside: JSON Pointer of the part in the value; `""` is all of it.
        above: that of what the part stands in.
        page: which page of the part's own values is shown, of *pages*.
        start: how many of them come before.
    """

    root: Node
    inside: str = ""
    above: str = ""
    page: int = 1
    pages: int = 1
    start: int = 0


def fits(value: Any) -> bool:
    """Tell that it does: a tree shows anything."""
    return True


def view(value: Any, about: About) -> View:
    """Return the view of any value."""
    download = json_download(value, about.name)
    return View(name="json", data=_part(value, about), copy=copied(value), downloads=(download,))


def _part(value: Any, about: About) -> Tree:
    """Return the part of *value* that a person asks for: a page of a long list, all of anything else."""
    look = about.look
    found = at_pointer(value, look.inside) if look.inside[:1] == "/" else value
    inside = look.inside if found is not ABSENT and found is not value else ""
    shown_value = value if found is ABSENT else found
    count = len(shown_value) if isinstance(shown_value, dict | list) else 0
    pages = max(1, -(-count // MAX_CHILDREN))
    page = min(look.page, pages)
    start = (page - 1) * MAX_CHILDREN
    root = tree(shown_value, inside, start, about)
    if pages > 1:
        root.more = 0
    return Tree(root, inside, inside.rpartition("/")[0], page, pages, start)


def tree(value: Any, at: str = "", start: int = 0, about: About | None = None) -> Node:
    """
    Return the tree of *value*: level by level, so that no deep part takes the place of all that follows it.

    Args:
        at: JSON Pointer of *value*, before those of its parts.
        start: how many of its own values are passed over.
        about: what is known of the value; without, files in it are texts.
    """
    root = _node(None, value, at)
    left = MAX_NODES
    todo = deque([(root, value, 1)] if root.count else [])
    while todo:
        node, container, depth = todo.popleft()
        shown = min(len(container), MAX_CHILDREN, left) if depth <= MAX_DEPTH else 0
        node.is_open, node.more = depth <= OPEN, len(container) - shown
        left -= shown
        members: Iterable[tuple[Any, Any]] = container.items() if isinstance(container, dict) else enumerate(container)
        first = start if node is root else 0
        for key, child in islice(members, first, first + shown):
            below = _node(str(key), child, join(node.at, key), about)
            node.children.append(below)
            if below.count:
                todo.append((below, child, depth + 1))
    return root


def _node(key: str | None, value: Any, at: str, about: About | None = None) -> Node:
    kind = kind_of(value)
    place = replace(about, at=about.at + at, name=file_name(key or "")) if about and may_be_file(value) else None
    key = visible(key[:MAX_KEY]) if key is not None else None
    if place and (seen := media_view(value, place)):
        return Node(kind=kind, key=key, text=seen.data.words, view=seen)
    if isinstance(value, dict | list) and value:
        return Node(kind=kind, key=key, count=len(value), at=at)
    text = scalar(value, DATA if isinstance(value, str) and begins_as_data_url(value) else MAX_TEXT)
    title = visible(value[:TITLE]) if isinstance(value, str) and len(value) > MAX_TEXT else ""
    return Node(kind=kind, key=key, text=text, title=title, href=link_in(value))
