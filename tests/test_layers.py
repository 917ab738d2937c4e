"""The layers of webform: a module imports from its own level or from the left, and kinds never import each other."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(__file__).parents[1] / "webform"

#: The modules and packages of webform from left to right; each stands once.
LEVELS = (
    {"places"},
    {
        "bounded",
        "by_language",
        "caching",
        "colours",
        "language",
        "late",
        "problems",
        "values",
        "texts",
        "scan",
        "yaml",
        "paths",
        "source",
        "source_limits",
        "media",
        "dataurl",
        "files",
        "blobs",
        "bodies",
        "incoming",
        "messages",
        "icons",
        "words",
    },
    {"inputs"},
    {"hints", "settings", "operation", "tool", "result", "raw"},
    {"patterns", "logs"},
    {"secrecy", "tracing"},
    {"effort", "schema_errors"},
    {"engine"},
    {"required"},
    {"check", "coerce", "differences"},
    {"schema"},
    {"draft", "sample"},
    {"dialects", "envelopes", "outputs"},
    {"lint", "fitting", "convert", "functions", "published", "format_schema", "starter"},
    {"runners"},
    {"runs", "trial"},
    {"html"},
    {"web"},
    {"mcp_server", "mounting", "registry"},
    {"__init__"},
    {"cli_explained", "cli_messages", "cli_settings", "cli_variables"},
    {"cli_config", "cli_sarif"},
    {"cli_access", "cli_declared", "cli_serving", "cli_sources", "cli_trial"},
    {"cli_report"},
    {
        "cli_authorize",
        "cli_check",
        "cli_cluster",
        "cli_convert",
        "cli_demo",
        "cli_doctor",
        "cli_init",
        "cli_mcp",
        "cli_playground",
        "cli_preview",
        "cli_render",
        "cli_sample",
        "cli_schema",
        "cli_serve",
    },
    {"cli", "__main__"},
)
LEVEL_OF = {name: level for level, names in enumerate(LEVELS) for name in names}

#: Packages of kinds: their tables name the kinds; the other modules in them are what kinds share.
KINDS = ("inputs", "dialects", "envelopes", "outputs", "runners", "runners.protocols")

#: Only html turns anything into HTML.
DRAWING = {"wtforms", "jinja2"}


class Module(NamedTuple):
    """One module of webform: its dotted name below `webform`, and its text."""

    name: str
    text: str

    @property
    def part(self) -> str:
        """The name that LEVELS knows."""
        return self.name.split(".")[0]


def modules() -> list[Module]:
    paths = sorted(PACKAGE.rglob("*.py"))
    return [Module(dotted(path.relative_to(PACKAGE)), path.read_text(encoding="utf-8")) for path in paths]


def dotted(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and parts[:-1] else parts)


def imports(module: Module, packages: frozenset[str]) -> Iterator[str]:
    """Yield the dotted names that *module* imports, those for type checking and inside functions included."""
    home = ["webform", *module.name.split(".")]
    if module.name not in packages:
        home.pop()
    for node in ast.walk(ast.parse(module.text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = home[: len(home) - node.level + 1] if node.level else []
            origin = ".".join([*start, *filter(None, [node.module])])
            yield from (f"{origin}.{alias.name}" for alias in node.names)


def faults(module: Module, known: frozenset[str], kinds: frozenset[str], packages: frozenset[str]) -> Iterator[str]:
    """Yield what *module* imports against the rules."""
    if module.part not in LEVEL_OF:
        yield f"webform.{module.name} has no level: place {module.part!r} in LEVELS"
        return
    for name in imports(module, packages):
        first, _, below = name.partition(".")
        if first in DRAWING and module.part != "html":
            yield f"webform.{module.name} imports {name}; only webform.html may"
        if name.startswith(("flask.render_template", "flask.stream_template")):
            yield f"webform.{module.name} imports {name}; webform.html draws"
        if first != "webform":
            continue
        target = nearest(below, known)
        if LEVEL_OF.get(target.split(".")[0], len(LEVELS)) > LEVEL_OF[module.part]:
            yield f"webform.{module.name} imports webform.{target}, which stands to its right"
        if {target, module.name} <= kinds and target != module.name and target.split(".")[0] == module.part:
            yield f"webform.{module.name} imports its sibling webform.{target}"


def nearest(below: str, known: frozenset[str]) -> str:
    """Return the module that holds *below*, a dotted name under `webform`."""
    parts = below.split(".")
    names = (".".join(parts[:end]) for end in range(len(parts), 0, -1))
    return next((name for name in names if name in known), parts[0] if parts[0] in LEVEL_OF else "__init__")


def kinds_of(package: Module) -> Iterator[str]:
    """Yield the modules whose names stand in the tables of a package of kinds."""
    tree = ast.parse(package.text)
    origins, depth = {}, package.name.count(".") + 3
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"webform.{package.name}"):
            for alias in node.names:
                below = f"{node.module}.{alias.name}".split(".")[1:depth]
                origins[alias.asname or alias.name] = ".".join(below)
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
            yield from (origins[inner.id] for inner in ast.walk(node.value) if getattr(inner, "id", None) in origins)


def targets(module: Module, known: frozenset[str], packages: frozenset[str]) -> set[str]:
    """Return the modules of its own package that *module* imports, for types or within functions too."""
    below = [name.removeprefix("webform.") for name in imports(module, packages) if name.startswith("webform.")]
    return {name for name in (nearest(imported, known) for imported in below) if name.split(".")[0] == module.part}


def circles(edges: dict[str, set[str]]) -> list[list[str]]:
    """Return the circles of *edges*: for each module that leads back to itself, the shortest way."""
    return [way for start in sorted(edges) if (way := _way_back(start, edges))]


def _way_back(start: str, edges: dict[str, set[str]]) -> list[str]:
    ways, seen = [[start]], set()
    for way in ways:
        for name in sorted(edges.get(way[-1], ())):
            if name == start:
                return [*way, start]
            if name not in seen:
                seen.add(name)
                ways.append([*way, name])
    return []


MODULES = modules()
KNOWN = frozenset(module.name for module in MODULES)
PACKAGES = frozenset(dotted(path.relative_to(PACKAGE)) for path in PACKAGE.rglob("__init__.py"))
ALL_KINDS = frozenset(kind for module in MODULES if module.name in KINDS for kind in kinds_of(module))


def test_a_module_imports_only_from_its_own_level_or_the_left():
    assert [fault for module in MODULES for fault in faults(module, KNOWN, ALL_KINDS, PACKAGES)] == []


@pytest.mark.parametrize("package", sorted({module.part for module in MODULES}))
def test_modules_of_a_package_do_not_import_each_other_in_circles(package):
    inside = [module for module in MODULES if module.part == package]
    found = circles({module.name: targets(module, KNOWN, PACKAGES) for module in inside})

    assert [" -> ".join(way) for way in found] == []


def test_a_circle_is_found_by_its_shortest_way():
    edges = {"a": {"b", "c"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}

    assert circles(edges) == [["a", "c", "a"], ["b", "c", "a", "b"], ["c", "a", "c"]]


def test_every_level_names_what_exists_once():
    assert sum(map(len, LEVELS)) == len(LEVEL_OF)


@pytest.mark.parametrize(
    ("module", "fault"),
    [
        (Module("values", "import webform.web"), "webform.values imports webform.web, which stands to its right"),
        (
            Module("check", "from webform import draft"),
            "webform.check imports webform.draft, which stands to its right",
        ),
        (
            Module("html.fill", "import webform"),
            "webform.html.fill imports webform.__init__, which stands to its right",
        ),
        (
            Module("runs.store", "def late():\n    from webform.html.page import page"),
            "webform.runs.store imports webform.html, which stands to its right",
        ),
        (
            Module("inputs.text", "from .. import tool"),
            "webform.inputs.text imports webform.tool, which stands to its right",
        ),
        (
            Module("inputs.text", "from .number import Number"),
            "webform.inputs.text imports its sibling webform.inputs.number",
        ),
        (
            Module("inputs.text", "from webform.inputs import number"),
            "webform.inputs.text imports its sibling webform.inputs.number",
        ),
        (
            Module("web.pages", "from wtforms import Form"),
            "webform.web.pages imports wtforms.Form; only webform.html may",
        ),
        (
            Module("web.pages", "from flask import render_template"),
            "webform.web.pages imports flask.render_template; webform.html draws",
        ),
        (Module("helpers", ""), "webform.helpers has no level: place 'helpers' in LEVELS"),
    ],
)
def test_an_import_against_the_rules_is_found(module, fault):
    known = frozenset({"tool", "draft", "html", "web", "inputs", "inputs.text", "inputs.number"})
    kinds = frozenset({"inputs.text", "inputs.number"})

    assert list(faults(module, known, kinds, frozenset({"inputs", "html", "web"}))) == [fault]


@pytest.mark.parametrize(
    "module",
    [
        Module("html.fill", "from webform.inputs.text import Text\nimport wtforms"),
        Module("inputs.text", "from webform.inputs.base import Input\nfrom webform.values import ABSENT"),
        Module("web.pages", "from flask import Flask\nfrom webform.html import page"),
        Module("inputs", "from webform.inputs.text import Text"),
    ],
)
def test_an_import_within_the_rules_is_let_through(module):
    known = frozenset({"values", "html", "web", "inputs", "inputs.text", "inputs.base"})

    assert list(faults(module, known, frozenset({"inputs.text"}), frozenset({"inputs", "html", "web"}))) == []


def test_the_kinds_are_those_of_the_table():
    text = "from webform.inputs.base import Input\nfrom webform.inputs.text import Text\nINPUTS: dict = {'text': Text}"

    assert list(kinds_of(Module("inputs", text))) == ["inputs.text"]
