"""A tree of labels."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any

from webform.outputs.base import About, Misfit, View
from webform.outputs.pretty import copied, json_download, pretty
from webform.outputs.types import NAME, OutputType, list_of, object_of
from webform.texts import visible
from webform.values import as_dict, as_list

#: How many branches a page shows in all, and how deep.
MAX_NODES, MAX_DEPTH = 2000, 24
_MAX_LABEL = 300
#: The first levels are open.
_OPEN = 2


@dataclass(slots=True, kw_only=True)
class Branch:
    """A branch; *more* says how many of its own are not shown."""

    label: str
    is_open: bool = False
    count: int = 0
    children: list[Branch] = field(default_factory=list)
    more: int = 0


_BRANCHES = list_of({"$ref": "#/$defs/branch"})
_ROOT = object_of(label=NAME, children=_BRANCHES)
#: The root must have children; a leaf may leave them out.
_DEFS = {"branch": _ROOT | {"required": ["label"]}}
TYPES = (OutputType(name="tree", schema=object_of(root=_ROOT) | {"$defs": _DEFS}),)


def view(value: Any, about: About) -> View | Misfit:
    """Return the view of `{"root": {label, children}}`."""
    root = value.get("root") if isinstance(value, dict) else None
    if not isinstance(root, dict) or "label" not in root:
        return Misfit()
    top = _branch(root)
    todo, left = deque([(top, root, 1)]), MAX_NODES
    while todo:
        branch, source, depth = todo.popleft()
        below = _children(source)
        shown = min(len(below), left) if depth <= MAX_DEPTH else 0
        left -= shown
        branch.is_open, branch.more = depth <= _OPEN, len(below) - shown
        for child in below[:shown]:
            branch.children.append(_branch(child))
            if branch.children[-1].count:
                todo.append((branch.children[-1], child, depth + 1))
    return View(name="tree", data=top, copy=copied(value), downloads=(json_download(value, about.name),))


def _children(value: Any) -> list[Any]:
    return as_list(as_dict(value).get("children"))


def _branch(value: Any) -> Branch:
    label = value.get("label") if isinstance(value, dict) else value
    text = label if isinstance(label, str) else pretty(label, limit=_MAX_LABEL, indented=False).text
    return Branch(label=visible(text[:_MAX_LABEL]), count=len(_children(value)))
