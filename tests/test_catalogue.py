"""One kind, one name, four rooms: what was forgotten of a type is named here."""

from __future__ import annotations

import importlib
import inspect
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import webform
from tests.outputs.showing import LATER
from webform.dialects import DIALECTS
from webform.envelopes import READERS
from webform.html.env import environment
from webform.inputs import INPUTS, STRUCTURE, Input
from webform.inputs.options import options_of
from webform.outputs import DECLARED, KINDS, TYPES
from webform.published import body_schema
from webform.runners import RUNNERS, Runner
from webform.runners.protocols import DEFAULT, PROTOCOLS, protocol_at
from webform.schema import read_schema

ROOT = Path(__file__).resolve().parents[1]


def names(*modules) -> set[str]:
    return {module.__name__.rpartition(".")[2] for module in modules}


#: The kinds of each package and the files that each kind must have; scripts only where they are needed.
ROOMS = {
    "inputs": (
        set(INPUTS | STRUCTURE),
        ["webform/inputs/{}.py", "templates/inputs/{}.html", "tests/inputs/test_{}.py"],
    ),
    "outputs": (
        names(*KINDS.values()),
        ["webform/outputs/{}.py", "templates/outputs/{}.html", "tests/outputs/test_{}.py"],
    ),
    "dialects": (
        {dialect.replace("-", "_") for dialect in DIALECTS},
        ["webform/dialects/{}.py", "tests/dialects/test_{}.py"],
    ),
    "envelopes": (names(*READERS), ["webform/envelopes/{}.py", "tests/envelopes/test_{}.py"]),
    "runners": ({*RUNNERS}, ["webform/runners/{}.py", "tests/runners/test_{}.py"]),
    "protocols": ({*PROTOCOLS}, ["webform/runners/protocols/{}.py", "tests/runners/test_{}.py"]),
}
#: Where every file is of a kind, but for those that begin with `_`, which kinds share.
OF_KINDS = {folder: [f"templates/{folder}/*.html", f"static/src/{folder}/*.js"] for folder in ("inputs", "outputs")}


def forgotten(kinds: set[str], rooms: list[str], root: Path = ROOT) -> list[str]:
    """Return the files that *kinds* should have and have not."""
    wanted = [room.format(kind) for kind in sorted(kinds) for room in rooms]
    return [path for path in wanted if not (root / path).is_file()]


def strays(kinds: set[str], patterns: list[str], root: Path = ROOT) -> list[str]:
    """Return the files of kinds that are none of *kinds*."""
    paths = [path for pattern in patterns for path in sorted(root.glob(pattern))]
    return [str(path.relative_to(root)) for path in paths if path.stem not in kinds and not path.stem.startswith("_")]


@pytest.mark.parametrize("package", ROOMS)
def test_every_kind_has_its_rooms(package):
    missing = forgotten(*ROOMS[package])

    assert missing == [], f"write {', '.join(missing)}"


@pytest.mark.parametrize("package", OF_KINDS)
def test_every_room_is_of_a_kind(package):
    found = strays(ROOMS[package][0], OF_KINDS[package])

    assert found == [], f"{', '.join(found)}: no kind of that name is in the table of webform/{package}/__init__.py"


@pytest.mark.parametrize("package", ROOMS)
def test_every_test_is_of_a_module(package):
    modules = {path.stem for path in (ROOT / "webform" / package).glob("*.py")}
    own = {"read", "all", "views", "record", "options", "field_map_mistakes", "mcp_faults", "protocols", *PROTOCOLS}

    found = strays({f"test_{module}" for module in modules | own}, [f"tests/{package}/test_*.py"])

    assert found == [], f"{', '.join(found)}: call it by the module of webform/{package} that it is of"


def test_every_input_stands_in_the_table_under_its_own_name():
    found = {}
    for path in (ROOT / "webform/inputs").glob("[a-z]*.py"):
        module = importlib.import_module(f"webform.inputs.{path.stem}")
        for cls in vars(module).values():
            if (
                inspect.isclass(cls)
                and issubclass(cls, Input)
                and cls.__module__ == module.__name__
                and cls.type == path.stem
            ):
                found[cls.type] = cls

    left_out = ", ".join(found.keys() - (INPUTS | STRUCTURE).keys())
    assert found == INPUTS | STRUCTURE, f"add {left_out} to INPUTS in webform/inputs/__init__.py"


@pytest.mark.parametrize("kind", INPUTS)
def test_every_input_has_its_public_name(kind):
    name = INPUTS[kind].__name__

    assert name in webform.inputs.__all__, f"add {name} to __all__ of webform/inputs/__init__.py"


@pytest.mark.parametrize("kind", INPUTS | STRUCTURE)
def test_every_template_has_its_control(kind):
    assert hasattr(environment().get_template(f"inputs/{kind}.html").module, "control")


@pytest.mark.parametrize("name", sorted(path.stem for path in (ROOT / "webform/outputs").glob("[a-z]*.py")))
def test_every_view_of_output_types_stands_in_the_table(name):
    module = importlib.import_module(f"webform.outputs.{name}")

    assert module in DECLARED or not hasattr(module, "TYPES"), f"add {name} to DECLARED in webform/outputs/__init__.py"
    assert all(TYPES[type_.name] is type_ for type_ in getattr(module, "TYPES", ())), (
        f"two types in {name} have one name"
    )


@pytest.mark.parametrize("name", TYPES)
def test_every_output_type_has_a_sample(name):
    assert LATER.get(name, "in the samples") is not None, f"give the schema of {name} examples: the first is its sample"
    # They are written into the schemas of answers: a sample with options stands in examples/gallery.json.
    schema = TYPES[name].schema
    assert all(map(Draft202012Validator(schema).is_valid, schema.get("examples", ()))), (
        f"the examples in the schema of {name} fit that schema"
    )


@pytest.mark.parametrize("name", sorted(path.stem for path in (ROOT / "webform/dialects").glob("[a-z]*.py")))
def test_every_dialect_stands_in_the_table(name):
    dialect = getattr(importlib.import_module(f"webform.dialects.{name}"), "DIALECT", None)

    assert dialect in (None, *DIALECTS.values()), f"add {name} to DIALECTS in webform/dialects/__init__.py"


@pytest.mark.parametrize("name", sorted(path.stem for path in (ROOT / "webform/envelopes").glob("[a-z]*.py")))
def test_every_envelope_stands_in_the_table_or_is_of_a_protocol(name):
    module = importlib.import_module(f"webform.envelopes.{name}")
    is_envelope = hasattr(module, "accepts") and hasattr(module, "read")
    used = [*READERS, *(protocol.envelope for protocol in PROTOCOLS.values())]

    assert not is_envelope or module in used, (
        f"add {name} to READERS in webform/envelopes/__init__.py, or to a protocol as its `envelope`"
    )


def test_every_dialect_stands_under_its_own_name():
    assert {name: name for name in DIALECTS} == {name: dialect.name for name, dialect in DIALECTS.items()}


def test_every_protocol_stands_under_its_own_name_and_is_found_by_its_paths_alone_where_it_has_any():
    found = {
        (name, protocol.name, path): protocol_at(f"/a{path}/").name
        for name, protocol in PROTOCOLS.items()
        for path in protocol.paths
    }

    assert {key: key[0] for key in found} == found
    with_paths = {name for name, protocol in PROTOCOLS.items() if protocol.paths}
    assert {name for name, named, _ in found if name == named} == with_paths
    assert [name for name, protocol in PROTOCOLS.items() if name != protocol.name] == []
    files = {path.stem for path in (ROOT / "webform/runners/protocols").glob("[a-z]*.py")} - {"base"}
    left_out = ", ".join(files - PROTOCOLS.keys())
    assert files == {*PROTOCOLS}, f"add {left_out} to PROTOCOLS in webform/runners/protocols/__init__.py"
    assert protocol_at("/anything") is DEFAULT is next(iter(PROTOCOLS.values()))


@pytest.mark.parametrize("name", PROTOCOLS)
def test_every_protocol_says_what_is_sent_and_where_tools_are_declared(name):
    protocol = PROTOCOLS[name]

    assert protocol.help
    assert protocol.manifest.anywhere or {*protocol.manifest.paths} <= {*protocol.paths}


@pytest.mark.parametrize("name", PROTOCOLS)
def test_every_protocol_can_be_called(name):
    protocol = PROTOCOLS[name]

    assert protocol.runner in RUNNERS, f"add {protocol.runner} to RUNNERS of webform/runners/__init__.py"
    assert protocol.call or protocol.runner != "http", f"webform/runners/protocols/{name}.py: write its `call`"


@pytest.mark.parametrize("name", sorted(path.stem for path in (ROOT / "webform/runners").glob("[a-z]*.py")))
def test_every_runner_stands_in_the_table(name):
    module = importlib.import_module(f"webform.runners.{name}")
    own = [cls for cls in vars(module).values() if inspect.isclass(cls) and cls.__module__ == module.__name__]
    runners = [cls for cls in own if Runner in cls.__mro__ and cls.name]

    assert all(RUNNERS.get(cls.name) is cls for cls in runners), f"add {name} to RUNNERS of webform/runners/__init__.py"


def test_what_was_forgotten_is_named(tmp_path):
    (tmp_path / "a.py").touch()
    (tmp_path / "b.py").touch()
    (tmp_path / "_shared.py").touch()

    assert forgotten({"a", "c"}, ["{}.py"], tmp_path) == ["c.py"]
    assert strays({"a", "c"}, ["*.py"], tmp_path) == ["b.py"]


@pytest.mark.parametrize("kind", INPUTS)
def test_every_input_brings_an_example(kind):
    assert INPUTS[kind].examples, f"webform/inputs/{kind}.py: give {INPUTS[kind].__name__} its `examples`"


@pytest.mark.parametrize("kind", INPUTS)
def test_every_input_comes_back_from_the_schema_of_its_tool(kind):
    for options, value in INPUTS[kind].examples:
        shown = {"default": value} if kind == "hidden" else {}
        declared = {"key": "x", "type": kind, "label": "X", **options, **shown}
        (tool,) = webform.load({"id": "t", "name": "T", "inputs": [declared]})
        form, problems = read_schema(body_schema(tool))
        (before,), (after,) = tool.form.inputs, form.root.inputs
        own = [name for name in options_of(INPUTS[kind]) if name not in options_of(Input)]
        kept = [name for name in own if name not in INPUTS[kind].in_schema]

        assert (after.type, problems) == (kind, []), f"a hint does not lead to {kind}: see HINTED"
        assert {name: getattr(after, name) for name in kept} == {name: getattr(before, name) for name in kept}
