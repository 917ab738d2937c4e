"""Names of the variants of a union: by what tells them apart."""

from __future__ import annotations

import pytest

from webform.schema import read_schema


def record(**properties):
    return {"type": "object", "properties": properties}


def const(value):
    return {"const": value}


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ([record(a=const("x")), record(a=const("y"))], ["x", "y"]),
        ([{**record(a=const("x")), "title": "X"}, record(a=const("y"))], ["X", "y"]),
        # A title that several have, and a constant that all have, tell nothing.
        ([{**record(a=const("x")), "title": "T"}, {**record(a=const("y")), "title": "T"}], ["x", "y"]),
        # One that may be left out, at a key where no other has any, neither.
        ([record(a=const("x"), b={}), {"type": "string"}], ["Object", "Text"]),
        ([{**record(a=const("x")), "required": ["a"]}, {"type": "string"}], ["x", "Text"]),
        ([record(v=const("1"), a=const("x")), record(v=const("1"), a=const("y"))], ["x", "y"]),
        ([record(loud=const(True)), record(loud=const(False))], ["Loud: true", "Loud: false"]),
        ([record(a={"$ref": "#/$defs/x"}), record(a={"allOf": [const("y")]})], ["x-ref", "y"]),
        ([{"$ref": "#/$defs/Point"}, {"$ref": "#/$defs/Line"}], ["Point", "Line"]),
        (
            [{**record(a={}), "description": "A place. It is one."}, {**record(a={}), "description": "A way\nthere"}],
            ["A place", "A way"],
        ),
        (
            [
                {**record(a={}), "description": "Where the thing that is wanted stands at the time of the call"},
                record(),
            ],
            ["Where the thing that is wanted stands at the…", "Object"],
        ),
        ([record(url={}), record(path={}, mode={})], ["Object with URL", "Object with Path"]),
        ([record(a={}), record(a={})], ["Object 1", "Object 2"]),
        ([{"type": "string", "description": "A name"}, record(a={})], ["Text", "Object"]),
        ([{"type": "array", "title": "Many"}, record(a={}), {"type": "number"}], ["Many", "Object", "Number"]),
    ],
    ids=str,
)
def test_a_variant_is_called_by_what_tells_it_from_the_others(options, names):
    definitions = {"x": const("x-ref"), "Point": record(x={}), "Line": record(x={})}
    form, _ = read_schema({"properties": {"it": {"anyOf": options}}, "$defs": definitions})

    assert [variant.label for variant in form.root.by_key["it"].variants] == names
