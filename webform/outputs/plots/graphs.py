"""Charts of what belongs together: radar, flows, treemaps, networks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.language import gettext
from webform.outputs.base import has, list_in
from webform.outputs.plots.base import (
    MAX_NODES,
    MAX_SERIES,
    Plot,
    Spec,
    at,
    columns_of,
    names,
    number,
    words,
)
from webform.words import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webform.outputs.base import About

_MAX_AXES = 24
#: How deep nodes of a treemap stand in each other, and how many of them are drawn.
_MAX_DEPTH, _MAX_TILES = 7, MAX_NODES * 2

#: The index of a node, that of another, and how much flows between them.
_Flow = tuple[int, int, float]


def radar(value: Any, about: About) -> Plot:
    """Plot a figure for each series around a centre."""
    spokes = names(list_in(value, "axes"))
    called, series = columns_of(value, "values")
    table = [[spoke, *(at(values, index) for values in series)] for index, spoke in enumerate(spokes)]
    shown = spokes[:_MAX_AXES]
    spec = {
        "kind": "radar",
        "axes": shown,
        "series": [
            {"name": name, "values": [number(at(values, index)) for index in range(len(shown))]}
            for name, values in zip(called[:MAX_SERIES], series, strict=False)
        ],
        "unit": words(about.unit),
    }
    summary = gettext(
        "{series} over {axes}",
        series=counted(len(called), "{count} series", "{count} series"),
        axes=counted(len(spokes), "{count} axis", "{count} axes"),
    )
    return Plot(spec, [gettext("Axis"), *called], table, summary)


def sankey(value: Any, about: About) -> Plot:
    """Plot flows between nodes, from left to right."""
    nodes = list_in(value, "nodes", has("id"))
    links = list_in(value, "links", has("source", "target", "value"))
    ids = [words(node["id"]) for node in nodes]
    called = dict(zip(ids, names([node.get("label", node["id"]) for node in nodes]), strict=True))
    rows = [(words(link["source"]), words(link["target"]), link["value"]) for link in links]
    flows = [(source, target, float(size)) for source, target, amount in rows[:_MAX_TILES]
             if (size := number(amount)) is not None and size > 0 and source != target]  # fmt: skip
    ends = {end for flow in flows for end in flow[:2]}
    known = [node for node in dict.fromkeys(ids) if node in ends][:MAX_NODES]
    index_of = {node: index for index, node in enumerate(known)}
    shown = [(index_of[a], index_of[b], size) for a, b, size in flows if a in index_of and b in index_of]
    forward, again = _forward(shown, len(known))
    spec = {
        "kind": "sankey",
        "nodes": [called[node] for node in known] + [called[known[index]] for index in again],
        "links": [list(flow) for flow in forward],
        "unit": words(about.unit),
    }
    both = counted(len(nodes), "{count} node", "{count} nodes"), counted(len(links), "{count} flow", "{count} flows")
    table = [[called.get(source, source), called.get(target, target), amount] for source, target, amount in rows]
    left_out = max(0, len(links) - len(forward))
    heads = [gettext("From"), gettext("To"), about.unit or gettext("Value")]
    return Plot(spec, heads, table, ", ".join(both), left_out)


def _forward(flows: Sequence[_Flow], count: int) -> tuple[list[_Flow], list[int]]:
    """
    Return *flows* without circles, and the nodes that stand there again.

    A flow back to where it comes from ends at its node once more, since the columns go from left to right.
    """
    after: dict[int, set[int]] = {}
    again: dict[int, int] = {}
    forward = []
    for source, target, size in flows:
        if _leads_to(after, target, source):
            forward.append((source, again.setdefault(target, count + len(again)), size))
        else:
            after.setdefault(source, set()).add(target)
            forward.append((source, target, size))
    return forward, list(again)


def _leads_to(after: dict[int, set[int]], start: int, end: int) -> bool:
    seen, open_ = {start}, [start]
    while open_:
        for node in after.get(open_.pop(), set()) - seen:
            if node == end:
                return True
            seen.add(node)
            open_.append(node)
    return False


def treemap(value: Any, about: About) -> Plot:
    """Plot nodes as rectangles within those of their parents."""
    nodes = list_in(value, "nodes", has("id", "value"))
    ids = [words(node["id"]) for node in nodes]
    called = dict(zip(ids, names([node.get("label", node["id"]) for node in nodes]), strict=True))
    parents = {words(node["id"]): words(node.get("parent")) for node in nodes}
    sizes = {words(node["id"]): max(0.0, float(number(node["value"]) or 0)) for node in nodes}
    children: dict[str, list[str]] = {}
    for node, parent in parents.items():
        children.setdefault(parent if parent in called and parent != node else "", []).append(node)
    spec = {"kind": "treemap", "nodes": _Tiles(called, sizes, children).below(""), "unit": words(about.unit)}
    table = [[called[words(node["id"])], called.get(words(node.get("parent"))), node["value"]] for node in nodes]
    return Plot(
        spec,
        [gettext("Node"), gettext("Within"), about.unit or gettext("Value")],
        table,
        counted(len(nodes), "{count} node", "{count} nodes"),
    )


class _Tiles:
    """The nodes of a treemap, those in each other, up to as many as a screen has room for."""

    def __init__(self, called: dict[str, str], sizes: dict[str, float], children: dict[str, list[str]]) -> None:
        self._called, self._sizes, self._children = called, sizes, children
        self._left = _MAX_TILES

    def below(self, node: str, depth: int = 0) -> list[Spec]:
        """Return the nodes in *node*, the largest first."""
        tiles = []
        for child in self._children.get(node, []):
            if self._left > 0:
                self._left -= 1
                tiles.append(self._tile(child, depth))
        return sorted((tile for tile in tiles if tile["value"] > 0), key=lambda tile: -tile["value"])

    def _tile(self, node: str, depth: int) -> Spec:
        inner = self.below(node, depth + 1) if depth < _MAX_DEPTH else []
        name, total = self._called[node], sum(tile["value"] for tile in inner)
        # What a parent has beside its children is a part of it like they are.
        if inner and self._sizes[node] > total:
            inner.append({"name": name, "value": self._sizes[node] - total})
        return {"name": name, "value": max(total, self._sizes[node]), **({"children": inner} if inner else {})}


def network(value: Any, about: About) -> Plot:
    """Plot nodes and the edges between them."""
    nodes = list_in(value, "nodes", has("id"))
    edges = list_in(value, "edges", has("source", "target"))
    called = {words(node["id"]): words(node.get("label", node["id"])) for node in nodes}
    rows = [(words(edge["source"]), words(edge["target"]), words(edge.get("label"))) for edge in edges]
    index_of = {node: index for index, node in enumerate([*called][:MAX_NODES])}
    spec = {
        "kind": "network",
        "nodes": [called[node] for node in index_of],
        "edges": [[index_of[a], index_of[b], text] for a, b, text in rows[: MAX_NODES * 4]
                  if a in index_of and b in index_of],
    }  # fmt: skip
    table = [[called.get(a, a), called.get(b, b), text] for a, b, text in rows]
    both = counted(len(called), "{count} node", "{count} nodes"), counted(len(edges), "{count} edge", "{count} edges")
    heads, left_out = [gettext("From"), gettext("To"), gettext("Label")], max(0, len(called) - len(index_of))
    return Plot(spec, heads, table, ", ".join(both), left_out)
