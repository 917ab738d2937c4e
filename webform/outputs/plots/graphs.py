"""Charts that have a layout of their own, made here: radar, flows, treemaps, networks."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from webform.outputs.plots.base import (
    MAX_NODES,
    MAX_SERIES,
    Plot,
    Spec,
    at,
    colour,
    columns_of,
    count,
    has,
    listed,
    names,
    number,
    told,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webform.outputs.base import About

_MAX_AXES, _RINGS = 24, 4
#: Axes whose names have room around a circle; parts of a height, and of a width by a character, that a name needs.
_MAX_NAMED, _LINE, _LETTER = 12, 0.045, 0.017
#: The fewest characters that say something of a name.
_LEAST = 9
#: Steps in which a flow is drawn from its source to its target.
_STEPS = 16
#: Steps in which the nodes of a network find their places.
_SETTLING = 40


def radar(value: Any, about: About) -> Plot:
    """Plot a figure for each series around a centre."""
    expected = "{axes, series: [{name, values}]}"
    spokes = names(listed(value, "axes", lambda _: True, expected))
    called, series = columns_of(value, "values", expected)
    table = [[spoke, *(at(each, index) for each in series)] for index, spoke in enumerate(spokes)]
    shown = spokes[:_MAX_AXES]
    known = [[number(held) for held in each[: len(shown)]] for each in series[:MAX_SERIES]]
    most = max((held for each in known for held in each if held is not None and held > 0), default=1)
    turns = [2 * math.pi * index / max(1, len(shown)) for index in range(len(shown))]

    def spot(turn: float, radius: float) -> Spec:
        return {"x": round(math.sin(turn) * radius, 4), "y": round(math.cos(turn) * radius, 4)}

    web = [{"g": str(ring), "o": index, **spot(turn, ring / _RINGS)}
           for ring in range(1, _RINGS + 1) for index, turn in enumerate([*turns, *turns[:1]])]  # fmt: skip
    rays = [{"x2": 0, "y2": 0, **spot(turn, 1)} for turn in turns]
    step = math.ceil(len(shown) / _MAX_NAMED) or 1
    ends = [{"l": spoke, **spot(turn, 1.14)} for spoke, turn in zip(shown[::step], turns[::step], strict=True)]
    shapes = [{"s": name, "o": index, "l": shown[index % len(shown)], "v": each[index % len(shown)],
               **spot(turns[index % len(shown)], max(0, each[index % len(shown)] or 0) / most)}
              for name, each in zip(called, [row + [None] * (len(shown) - len(row)) for row in known], strict=False)
              for index in range(len(shown) + 1) if shown]  # fmt: skip
    x = {"field": "x", "type": "quantitative", "axis": None, "scale": {"domain": [-1.6, 1.6]}}
    y = {"field": "y", "type": "quantitative", "axis": None, "scale": {"domain": [-1.25, 1.25]}}
    order = {"field": "o", "type": "quantitative"}
    lines = [{"field": "s", "type": "nominal", "title": "Series"}, {"field": "l", "type": "nominal", "title": "Axis"},
            told("v", about.unit or "Value")]  # fmt: skip
    spec: Spec = {
        "layer": [
            {"data": {"values": web}, "mark": {"type": "line", "color": "var(--line)", "strokeWidth": 1},
             "encoding": {"x": x, "y": y, "detail": {"field": "g", "type": "nominal"}, "order": order}},
            {"data": {"values": rays}, "mark": {"type": "rule", "color": "var(--line)"},
             "encoding": {"x": x, "y": y, "x2": {"field": "x2"}, "y2": {"field": "y2"}}},
            {"data": {"values": shapes}, "mark": {"type": "line", "strokeWidth": 2},
             "encoding": {"x": x, "y": y, "color": colour("s", called), "order": order}},
            {"data": {"values": shapes}, "mark": {"type": "point", "filled": True, "size": 40},
             "encoding": {"x": x, "y": y, "color": colour("s", called), "tooltip": lines}},
            {"data": {"values": ends}, "mark": {"type": "text", "fontSize": 12},
             "encoding": {"x": x, "y": y, "text": {"field": "l", "type": "nominal"}}},
        ],
    }  # fmt: skip
    spec["usermeta"] = {"square": True}
    said = f"{count(len(called), 'series', 'series')} over {count(len(spokes), 'axis', 'axes')}"
    return Plot(spec, ["Axis", *called], table, said)


def sankey(value: Any, about: About) -> Plot:
    """Plot flows between nodes, from left to right."""
    expected = "{nodes: [{id, label}], links: [{source, target, value}]}"
    nodes = listed(value, "nodes", has("id"), expected)
    links = listed(value, "links", has("source", "target", "value"), expected)
    ids = [words(each["id"]) for each in nodes]
    called = dict(zip(ids, names([each.get("label", each["id"]) for each in nodes]), strict=True))
    table = [[called.get(words(each["source"]), words(each["source"])),
              called.get(words(each["target"]), words(each["target"])), each["value"]] for each in links]  # fmt: skip
    flows = [(words(each["source"]), words(each["target"]), float(held)) for each in links[: MAX_NODES * 2]
             if (held := number(each["value"])) is not None and held > 0]  # fmt: skip
    known = [each for each in dict.fromkeys(ids) if any(each in flow[:2] for flow in flows)][:MAX_NODES]
    flows = [flow for flow in flows if flow[0] in known and flow[1] in known and flow[0] != flow[1]]
    column = _columns(known, flows)
    boxes, scale, gap = _boxes(known, flows, column)
    bands = _bands(flows, boxes, scale)
    last = max(column.values(), default=0)
    rects = [{"s": called[each], "x": column[each], "x2": column[each] + 0.06, "y": top, "y2": top + size * scale,
              "v": size} for each, (top, size) in boxes.items()]  # fmt: skip
    tags = [{"l": called[each], "x": column[each] + (0.1 if column[each] < last or not last else -0.04),
             "y": top + size * scale / 2, "e": column[each] == last and last > 0}
            for each, (top, size) in boxes.items() if size * scale + gap >= _LINE]  # fmt: skip
    x = {"field": "x", "type": "quantitative", "axis": None, "scale": {"domain": [0, last + 0.06], "nice": False}}
    y = {"field": "y", "type": "quantitative", "axis": None, "scale": {"domain": [1, 0], "nice": False}}
    far = {"x2": {"field": "x2"}, "y2": {"field": "y2"}}
    unit = about.unit or "Value"
    tag = {"mark": {"type": "text", "align": "left", "fontSize": 12},
           "encoding": {"x": x, "y": y, "text": {"field": "l", "type": "nominal"}}}  # fmt: skip
    spec: Spec = {
        "layer": [
            {"data": {"values": [each | {"l": f"{called[a]} → {called[b]}"} for a, b, band in bands for each in band]},
             "mark": {"type": "area", "fillOpacity": 0.3, "interpolate": "monotone"},
             "encoding": {"x": x, "y": {**y, "stack": None}, "y2": {"field": "y2"},
                          "detail": {"field": "g", "type": "nominal"},
                          "color": colour("s", [], legend=None),
                          "tooltip": [{"field": "l", "type": "nominal", "title": "Flow"},
                                      told("v", unit)]}},
            {"data": {"values": rects}, "mark": {"type": "rect", "cornerRadius": 2},
             "encoding": {"x": x, "y": y, **far, "color": colour("s", [], legend=None),
                          "tooltip": [{"field": "s", "type": "nominal", "title": "Node"},
                                      told("v", unit)]}},
            {"data": {"values": [each for each in tags if not each["e"]]}, **tag},
            {"data": {"values": [each for each in tags if each["e"]]},
             **tag, "mark": {"type": "text", "align": "right", "fontSize": 12}},
        ],
    }  # fmt: skip
    for band in spec["layer"][0]["data"]["values"]:
        band["s"] = called[band["s"]]
    said = f"{count(len(nodes), 'node')}, {count(len(links), 'flow')}"
    return Plot(spec, ["From", "To", unit], table, said, max(0, len(links) - len(flows)))


def _columns(known: Sequence[str], flows: Sequence[tuple[str, str, float]]) -> dict[str, int]:
    """Return in which column each node stands: after all that flow into it; a circle ends somewhere."""
    column = dict.fromkeys(known, 0)
    for _ in range(min(len(known), 40)):
        moved = False
        for source, target, _size in flows:
            if column[target] <= column[source] < len(known) - 1:
                column[target], moved = column[source] + 1, True
        if not moved:
            break
    # Where flows run in a circle columns would go on for ever: those in use stand side by side.
    used = {each: index for index, each in enumerate(sorted(set(column.values())))}
    return {each: used[held] for each, held in column.items()}


def _boxes(
    known: Sequence[str], flows: Sequence[tuple[str, str, float]], column: dict[str, int]
) -> tuple[dict[str, tuple[float, float]], float, float]:
    """Return where each node begins, from 0 to 1, and how much flows through it; the height of one; and a gap."""
    size = {
        each: max(sum(flow[2] for flow in flows if flow[0] == each), sum(flow[2] for flow in flows if flow[1] == each))
        for each in known
    }
    stacks = [[each for each in known if column[each] == index] for index in sorted(set(column.values()))]
    gap = min(0.05, 0.5 / max((len(stack) for stack in stacks), default=1))
    scale = min(
        ((1 - gap * (len(stack) - 1)) / (sum(size[each] for each in stack) or 1) for stack in stacks), default=1
    )
    boxes = {}
    for stack in stacks:
        top = (1 - sum(size[each] for each in stack) * scale - gap * (len(stack) - 1)) / 2
        for each in stack:
            boxes[each] = (top, size[each])
            top += size[each] * scale + gap
    return boxes, scale, gap


def _bands(
    flows: Sequence[tuple[str, str, float]], boxes: dict[str, tuple[float, float]], scale: float
) -> list[tuple[str, str, list[Spec]]]:
    columns = _columns(list(boxes), flows)
    left, right = ({each: top for each, (top, _) in boxes.items()} for _ in range(2))
    bands = []
    for index, (source, target, size) in enumerate(sorted(flows, key=lambda flow: boxes[flow[1]][0])):
        start, end, high = left[source], right[target], size * scale
        left[source] += high
        right[target] += high
        near, far = columns[source] + 0.06, columns[target]
        band: list[Spec] = []
        for step in range(_STEPS + 1):
            part = step / _STEPS
            eased = part * part * (3 - 2 * part)
            y = start + (end - start) * eased
            band.append({"g": index, "s": source, "v": size, "x": round(near + (far - near) * part, 4),
                         "y": round(y, 5), "y2": round(y + high, 5)})  # fmt: skip
        bands.append((source, target, band))
    return bands


def treemap(value: Any, about: About) -> Plot:
    """Plot nodes as rectangles within those of their parents."""
    nodes = listed(value, "nodes", has("id", "value"), "{nodes: [{id, label, value, parent?}]}")
    ids = [words(each["id"]) for each in nodes]
    called = dict(zip(ids, names([each.get("label", each["id"]) for each in nodes]), strict=True))
    parents = {words(each["id"]): words(each.get("parent")) for each in nodes}
    table = [[called[words(each["id"])], called.get(words(each.get("parent"))), each["value"]] for each in nodes]
    sizes = {words(each["id"]): max(0.0, float(number(each["value"]) or 0)) for each in nodes}
    kids: dict[str, list[str]] = {}
    for each in dict.fromkeys(ids):
        kids.setdefault(parents[each] if parents[each] in called and parents[each] != each else "", []).append(each)
    cells = _tiles(kids, sizes)
    shown = [{"s": called[top], "l": _named(called[each], x2 - x, y2 - y), "n": called[each],
              "v": sizes[each], "x": x, "x2": x2, "y": y, "y2": y2, "mx": (x + x2) / 2, "my": (y + y2) / 2}
             for each, top, (x, y, x2, y2) in cells]  # fmt: skip
    x = {"field": "x", "type": "quantitative", "axis": None, "scale": {"domain": [0, 1], "nice": False}}
    y = {"field": "y", "type": "quantitative", "axis": None, "scale": {"domain": [1, 0], "nice": False}}
    spec = {
        "data": {"values": shown},
        "layer": [
            {"mark": {"type": "rect", "stroke": "var(--surface)", "strokeWidth": 2, "cornerRadius": 3,
                      "fillOpacity": 0.32},
             "encoding": {"x": x, "y": y, "x2": {"field": "x2"}, "y2": {"field": "y2"},
                          "color": colour("s", [], legend=None),
                          "tooltip": [{"field": "n", "type": "nominal", "title": "Node"},
                                      told("v", about.unit or "Value")]}},
            {"mark": {"type": "text", "fontSize": 12, "limit": 140},
             "encoding": {"x": {**x, "field": "mx"}, "y": {**y, "field": "my"},
                          "text": {"field": "l", "type": "nominal"}}},
        ],
    }  # fmt: skip
    heads = ["Node", "Within", about.unit or "Value"]
    return Plot(spec, heads, table, count(len(nodes), "node"))


def _named(name: str, width: float, height: float) -> str:
    """Return as much of *name* as has room in a rectangle; nothing where that says nothing."""
    room = int(width / _LETTER)
    if height <= _LINE or room < min(len(name), _LEAST):
        return ""
    return name if len(name) <= room else name[: room - 1] + "…"


_Box = tuple[float, float, float, float]


def _tiles(kids: dict[str, list[str]], sizes: dict[str, float]) -> list[tuple[str, str, _Box]]:
    """Return the rectangles of the leaves: (node, the node at the top that it is of, its box)."""
    tiles: list[tuple[str, str, _Box]] = []
    weights: dict[str, float] = {}

    def weight(node: str, depth: int = 0) -> float:
        if node not in weights:
            weights[node] = sizes.get(node, 0)
            below = sum(weight(each, depth + 1) for each in kids.get(node, [])) if depth < 20 else 0
            weights[node] = max(weights[node], below)
        return weights[node]

    def lay(node: str, top: str, box: _Box, depth: int) -> None:
        below = [each for each in kids.get(node, []) if weight(each) > 0]
        total = sum(weight(each) for each in below)
        # What a parent has beside its children is a part of it like they are.
        own = max(0.0, sizes.get(node, 0) - total) if node else 0.0
        if not below or depth > 6 or len(tiles) > MAX_NODES * 2:
            tiles.append((node, top, box))
            return
        parts = sorted([(weight(each), each) for each in below] + ([(own, "")] if own > 0 else []), reverse=True)
        for (_, each), area in zip(parts, _split(parts, box), strict=True):
            if each:
                lay(each, top if depth else each, area, depth + 1)
            else:
                tiles.append((node, top, area))

    roots = kids.get("", [])
    if len(roots) == 1 and kids.get(roots[0]):
        lay(roots[0], roots[0], (0, 0, 1, 1), 0)
    elif roots:
        lay("", "", (0, 0, 1, 1), 0)
    return [(node, top, box) for node, top, box in tiles if node]


def _split(parts: Sequence[tuple[float, str]], box: _Box) -> list[_Box]:
    """Return a box for each of *parts*, by its size: halves of halves, along the longer side."""
    if len(parts) == 1:
        return [box]
    total, held, at = sum(size for size, _ in parts) or 1, 0.0, 0
    while at < len(parts) - 1 and (held + parts[at][0] <= total / 2 or at == 0):
        held += parts[at][0]
        at += 1
    x, y, x2, y2 = box
    share = held / total
    if x2 - x >= y2 - y:
        cut = x + (x2 - x) * share
        return [*_split(parts[:at], (x, y, cut, y2)), *_split(parts[at:], (cut, y, x2, y2))]
    cut = y + (y2 - y) * share
    return [*_split(parts[:at], (x, y, x2, cut)), *_split(parts[at:], (x, cut, x2, y2))]


def network(value: Any, about: About) -> Plot:
    """Plot nodes and the edges between them."""
    expected = "{nodes: [{id, label}], edges: [{source, target}]}"
    nodes = listed(value, "nodes", has("id"), expected)
    edges = listed(value, "edges", has("source", "target"), expected)
    ids = list(dict.fromkeys(words(each["id"]) for each in nodes))
    called = {words(each["id"]): words(each.get("label", each["id"])) for each in nodes}
    pairs = [(words(each["source"]), words(each["target"]), words(each.get("label"))) for each in edges]
    table = [[called.get(a, a), called.get(b, b), text] for a, b, text in pairs]
    shown = ids[:MAX_NODES]
    drawn = [each for each in pairs[: MAX_NODES * 4] if each[0] in shown and each[1] in shown]
    spots = _settled(shown, [(a, b) for a, b, _ in drawn])
    lines = [{"x": spots[a][0], "y": spots[a][1], "x2": spots[b][0], "y2": spots[b][1],
              "mx": (spots[a][0] + spots[b][0]) / 2, "my": (spots[a][1] + spots[b][1]) / 2, "l": text}
             for a, b, text in drawn]  # fmt: skip
    dots = [{"l": called[each], "x": spots[each][0], "y": spots[each][1]} for each in shown]
    size = max(30, min(180, 5400 // max(1, len(dots))))
    x = {"field": "x", "type": "quantitative", "axis": None, "scale": {"domain": [-1.15, 1.15]}}
    y = {"field": "y", "type": "quantitative", "axis": None, "scale": {"domain": [-1.2, 1.2]}}
    text = {"field": "l", "type": "nominal"}
    spec = {
        "layer": [
            {"data": {"values": lines}, "mark": {"type": "rule", "color": "var(--line-strong)", "strokeWidth": 1.25},
             "encoding": {"x": x, "y": y, "x2": {"field": "x2"}, "y2": {"field": "y2"}}},
            {"data": {"values": [each for each in lines if each["l"]][:60]},
             "mark": {"type": "text", "fontSize": 11, "dy": -6, "color": "var(--ink-2)"},
             "encoding": {"x": {**x, "field": "mx"}, "y": {**y, "field": "my"}, "text": text}},
            {"data": {"values": dots}, "mark": {"type": "point", "filled": True, "size": size, "opacity": 1},
             "encoding": {"x": x, "y": y, "tooltip": [{**text, "title": "Node"}]}},
            {"data": {"values": dots if len(dots) <= 80 else []}, "mark": {"type": "text", "fontSize": 12, "dy": 17},
             "encoding": {"x": x, "y": y, "text": text}},
        ],
    }  # fmt: skip
    said = f"{count(len(ids), 'node')}, {count(len(edges), 'edge')}"
    return Plot(spec, ["From", "To", "Label"], table, said, max(0, len(ids) - len(shown)))


def _settled(nodes: Sequence[str], pairs: Sequence[tuple[str, str]]) -> dict[str, tuple[float, float]]:
    """Return a place between -1 and 1 for each node: each keeps away from all, and near those it is tied to."""
    total = max(1, len(nodes))
    place = {each: [math.cos(2 * math.pi * index / total), math.sin(2 * math.pi * index / total)]
             for index, each in enumerate(nodes)}  # fmt: skip
    ideal = 1.2 / math.sqrt(total)
    for step in range(_SETTLING if total > 2 else 0):
        force = {each: [0.0, 0.0] for each in nodes}
        for index, a in enumerate(nodes):
            for b in nodes[index + 1 :]:
                _push(place, force, a, b, ideal)
        for each in nodes:
            # Parts that nothing ties together would drift apart for ever.
            force[each][0] -= place[each][0] * ideal
            force[each][1] -= place[each][1] * ideal
        for a, b in pairs:
            if a != b:
                _pull(place, force, a, b, ideal)
        heat = 0.12 * (1 - step / _SETTLING)
        for each in nodes:
            dx, dy = force[each]
            length = math.hypot(dx, dy) or 1
            place[each][0] += dx / length * min(length, heat)
            place[each][1] += dy / length * min(length, heat)
    return _fitted(place)


def _push(place: dict[str, list[float]], force: dict[str, list[float]], a: str, b: str, ideal: float) -> None:
    dx, dy = place[a][0] - place[b][0], place[a][1] - place[b][1]
    far = max(dx * dx + dy * dy, 1e-6)
    for each, sign in ((a, 1), (b, -1)):
        force[each][0] += sign * dx / far * ideal * ideal
        force[each][1] += sign * dy / far * ideal * ideal


def _pull(place: dict[str, list[float]], force: dict[str, list[float]], a: str, b: str, ideal: float) -> None:
    dx, dy = place[a][0] - place[b][0], place[a][1] - place[b][1]
    far = math.hypot(dx, dy)
    for each, sign in ((a, -1), (b, 1)):
        force[each][0] += sign * dx * far / ideal
        force[each][1] += sign * dy * far / ideal


def _fitted(place: dict[str, list[float]]) -> dict[str, tuple[float, float]]:
    ends = [(min(each[axis] for each in place.values()), max(each[axis] for each in place.values()))
            for axis in (0, 1)] if place else []  # fmt: skip
    middle = [(low + high) / 2 for low, high in ends]
    half = [max((high - low) / 2, 1e-9) for low, high in ends]
    return {
        name: (round((each[0] - middle[0]) / half[0] * (half[0] > 1e-6), 4),
               round((each[1] - middle[1]) / half[1] * (half[1] > 1e-6), 4))
        for name, each in place.items()
    }  # fmt: skip
