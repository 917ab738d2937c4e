"""The rules of maps that need no map: what a text holds, where places lie, what is undone."""

from __future__ import annotations

import json

FEATURE = {"type": "Feature", "geometry": {"type": "Point", "coordinates": [-0.1, 51.5, 20]}}
RING = [[0, 1], [2, 1], [2, 3], [0, 1]]
HOLE = [[0.5, 1.5], [1, 1.5], [1, 2], [0.5, 1.5]]

#: Type of input, text, and what its controls hold then; None where it is no text of places.
TAKEN = [
    ("map_point", "51.5, -0.1", ["51.5", "-0.1"]),
    ("map_point", "(51.50 −0.1)", ["51.50", "-0.1"]),
    ("map_point", json.dumps(FEATURE), ["51.5", "-0.1"]),
    ("map_point", '{"type": "FeatureCollection", "features": [' + json.dumps(FEATURE) + "]}", ["51.5", "-0.1"]),
    ("map_point", "POINT (-0.1 51.5)", ["51.5", "-0.1"]),
    ("map_point", "SRID=4326;point z(-0.1 51.5 7)", ["51.5", "-0.1"]),
    ("map_point", "[[1, 2]]", ["1", "2"]),
    ("map_point", "[[1, 2], [3, 4]]", None),
    ("map_point", "POINT EMPTY", None),
    ("map_point", "POINT (a b)", None),
    ("map_point", '{"type": "Point", "coordinates": ["<b>", null]}', None),
    ("map_point", "null", None),
    ("map_bbox", "1, 2, 3, 4", ["1", "2", "3", "4"]),
    ("map_bbox", '{"type": "Feature", "bbox": [2, 1, 4, 3]}', ["1", "2", "3", "4"]),
    ("map_bbox", '{"bbox": [177.5, -19.5, 0, -178, -12, 9]}', ["-19.5", "177.5", "-12", "-178"]),
    ("map_bbox", "BOX(2 1, 4 3)", ["1", "2", "3", "4"]),
    ("map_bbox", "LINESTRING (170 0, -170 10)", ["0", "170", "10", "-170"]),
    ("map_bbox", json.dumps({"type": "Polygon", "coordinates": [RING]}), ["1", "0", "3", "2"]),
    ("map_bbox", '{"bbox": ["<b>", 1, 2, 3]}', None),
    ("map_polygon", json.dumps({"type": "Polygon", "coordinates": [RING, HOLE]}), ["1, 0\n1, 2\n3, 2"]),
    ("map_polygon", "MULTIPOLYGON (((0 1, 2 1, 2 3, 0 1)))", ["1, 0\n1, 2\n3, 2"]),
    ("map_polygon", "POLYGON ((0 1, 2 1, 2 3, 0 1), (0.5 1.5, 1 1.5, 1 2, 0.5 1.5))", ["1, 0\n1, 2\n3, 2"]),
    ("map_polygon", "BOX(2 1, 4 3)", ["1, 2\n1, 4\n3, 4\n3, 2"]),
    ("map_polygon", "[[51.5, -0.1], [51.6, -0.1], [51.6, 0]]", ["51.5, -0.1\n51.6, -0.1\n51.6, 0"]),
    ("map_polygon", "MULTIPOLYGON (((0 1, 2 1, 2 3, 0 1)), ((5 5, 6 5, 6 6, 5 5)))", None),
    ("map_polygon", "51.5, -0.1\n51.6, -0.1", None),
    ("map_polygon", "POLYGON ((0 1, 2 1", None),
    ("map_multipoint", "MULTIPOINT (1 2, 3 4)", ["2, 1\n4, 3"]),
    ("map_multipoint", "MULTIPOINT ((1 2), (3 4))", ["2, 1\n4, 3"]),
    ("map_multipoint", '{"type": "MultiPoint", "coordinates": [[1e-7, 2], [3, 4.123456789012]]}',
     ["2, 0.0000001\n4.123456789012, 3"]),
    ("map_multipoint", '{"type": "GeometryCollection", "geometries": [{"type": "Point", "coordinates": [1, 2]}, null]}',
     ["2, 1"]),
    ("map_multipoint", '{"type": "MultiPoint", "coordinates": []}', None),
    ("map_multipoint", '{"features": ' * 5000, None),
]  # fmt: skip


def test_places_are_understood_as_other_programs_write_them(source):
    found = source(
        "const { KINDS, taken } = await load('inputs/map/kinds.js');"
        " return argument.map(([kind, text]) => taken(KINDS.get(kind), text)?.texts ?? null)",
        TAKEN,
    )

    assert [(*case[:2], texts) for case, texts in zip(TAKEN, found, strict=True)] == TAKEN


#: Type of input, what its controls hold, what is done, and what they hold then.
DONE = [
    ("map_point", ["", ""], "add(lines, [1, 2])", ["1", "2"]),
    ("map_point", ["51.50", "-0.1"], "add(lines, [1, 2])", ["1", "2"]),
    ("map_point", ["51.5, -0.1", ""], "move(lines, 0, [51.6, -0.1])", ["51.6", "-0.1"]),
    ("map_point", ["51.5", "-0.1"], "remove(lines, 0)", ["", ""]),
    ("map_polygon", ["1,1\n\n2.0 2\n(3, 3)"], "move(lines, 1, [5, 6])", ["1,1\n5, 6\n(3, 3)"]),
    ("map_polygon", ["1, 1\nnorth\n2, 2"], "add(lines, [5, 6], 0)", ["1, 1\n5, 6\nnorth\n2, 2"]),
    ("map_polygon", ["1, 1\nnorth\n2, 2"], "remove(lines, 1)", ["1, 1\nnorth"]),
    ("map_polygon", ["1, 1\n2, 2\n3, 1\n1, 1"], "add(lines, [4, 4])", ["1, 1\n2, 2\n3, 1\n4, 4"]),
    ("map_multipoint", ["1, 1"], "add(lines, [1, 1])", ["1, 1\n1, 1"]),
    ("map_multipoint", ["91, 0\n1, 181"], "add(lines, [1, 1])", ["91, 0\n1, 181\n1, 1"]),
    ("map_bbox", ["", "", "", ""], "add(lines, [1, 1])", ["1", "1", "", ""]),
    ("map_bbox", ["", "", "", ""], "add(kind.add(lines, [3, 4]), [1, 2])", ["1", "2", "3", "4"]),
    ("map_bbox", ["", "", "", ""], "add(kind.add(lines, [3, 179]), [1, -179])", ["1", "179", "3", "-179"]),
    ("map_bbox", ["1", "170", "3", "-170"], "move(lines, 1, [0, -165])", ["0", "170", "3", "-165"]),
    ("map_bbox", ["1", "170", "3", "-170"], "move(lines, 2, [4, 175])", ["1", "170", "4", "175"]),
    ("map_bbox", ["1", "170", "3", "-170"], "move(lines, 0, [9, -160])", ["3", "-170", "3", "-170"]),
    ("map_bbox", ["1", "2", "3", "4"], "remove(lines, 2)", ["", "", "", ""]),
]  # fmt: skip


def test_what_is_done_on_the_map_changes_its_own_lines_only(source):
    acts = ", ".join(f"(kind, lines) => kind.texts(kind.{act})" for _, _, act, _ in DONE)
    found = source(
        "const { KINDS } = await load('inputs/map/kinds.js');"
        f" return [{acts}].map((act, index) => {{ const [kind, texts] = argument[index], found = KINDS.get(kind);"
        " return act(found, found.read(texts)) })",
        DONE,
    )

    assert [(*case[:3], texts) for case, texts in zip(DONE, found, strict=True)] == DONE


#: Expression over the module of geometry, and what it is.
WHERE = {
    "m.wrapped(190)": -170,
    "m.wrapped(-180)": -180,
    "m.wrapped(180)": 180,
    "m.wrapped(540.5)": -179.5,
    "m.joined([[0, 170], [1, -170], [2, -160], [3, 170]])": [[0, 170], [1, 190], [2, 200], [3, 170]],
    "m.around([[1, 170], [3, -170], [2, 175]])": [[1, 170], [3, 190]],
    "m.around([[1, -10], [3, 20]])": [[1, -10], [3, 20]],
    "m.around([[5, 6]])": [[5, 6], [5, 6]],
    "m.crossings([[0, 0], [2, 2], [0, 2], [2, 0]])": [[0, 2]],
    "m.crossings([[0, 0], [0, 2], [2, 2], [2, 0]])": [],
    "m.crossings([[0, 179], [2, -179], [0, -179], [2, 179]])": [[0, 2]],
    "m.crossings([[0, 0], [1, 1]])": [],
    # Around a pole; the flat map would say that the edge over its side crosses others.
    "m.crossings([[-60, -58], [-75, -100], [-77, 163], [-66, 90], [-70, 0]])": [],
    "m.crossings([[80, 0], [80, 90], [80, -90], [80, 180]])": [[1, 3]],
    # The shortest way from west to east goes north of where a flat map draws it.
    "m.crossings([[50, -60], [50, 60], [52, 0], [70, 0]])": [[0, 2]],
    # A corner on an edge, a corner twice, an edge along another, opposite places: they touch.
    "m.crossings([[0, 0], [0, 10], [5, 5], [0, 5], [-5, 5]])": [],
    "m.crossings([[1, 1], [0, 0], [1, -1], [-1, -1], [0, 0], [-1, 1]])": [],
    "m.crossings([[0, 0], [0, 10], [1, 10], [0, 8], [0, 4], [1, 0]])": [],
    "m.crossings([[51.5, -0.1], [51.5, -0.1], [51.6, 0], [51.5, 0.1], [51.5, 0.1]])": [],
    "m.crossings([[90, 0], [0, 0], [-90, 0], [0, 180], [90, 180]])": [],
    "m.crossings([[51.500001, -0.100001], [51.500002, -0.1], [51.500001, -0.1], [51.500002, -0.100001]])": [[0, 2]],
    "m.midway([0, 10], [0, 20]).map(m.tidy)": [0, 15],
    "m.midway([0, 190], [0, 170]).map(Math.round)": [0, 180],
    "m.midway([60, 0], [60, 180]).map(Math.round)[0]": 90,
    "m.curved([[1, 1], [2, 2]], false)": [[1, 1], [2, 2]],
    "m.curved([], true)": [],
    # As the ways over the sea are drawn: bent, and around a pole along the edge of the map.
    "Math.round(Math.max(...m.curved([[50, -60], [50, 60]], false).map(each => each[0])))": 67,
    "m.curved([[-80, 0], [-80, 120], [-80, 240]], true).slice(-3)": [[-80, 360], [-90, 360], [-90, 0]],
    "m.decimals(0)": 0,
    "m.decimals(10)": 3,
    "m.rounded([51.123456, -0.000001], 10)": [51.123, 0],
    "m.rounded([51.9, 180.4], 0)": [52, 180],
    "m.stepped([51.5, -0.1], 1, 0, 10)": [51.501, -0.1],
    "m.stepped([90, 180], 1, 10, 10)": [90, -179.99],
}


def test_places_lie_on_a_globe(source):
    found = source(f"const m = await load('inputs/map/geometry.js'); return [{', '.join(WHERE)}]")

    assert dict(zip(WHERE, found, strict=True)) == WHERE


def test_what_was_done_is_undone_step_by_step_and_done_again(source):
    seen = source("""
        const { historyOf } = await load('inputs/map/history.js'), all = historyOf('a'), seen = []
        all.did('b', 'typed'); all.did('c', 'typed'); all.rest(); all.did('d', 'typed'); all.did('e')
        for (const act of ['undo', 'undo', 'undo', 'undo', 'redo', 'redo']) { all[act](); seen.push(all.now) }
        all.did('z'); seen.push(all.canRedo, all.canUndo, all.redo())
        return seen
    """)

    assert seen == ["d", "c", "a", "a", "c", "d", False, True, False]
