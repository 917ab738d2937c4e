"""
The largest documents that are taken, each full of one thing or one mistake: time until all is told, and memory.

They are of 4 MB and 75,000 values, or 256 KB and 30,000 values of YAML; each is read in a process of its own.
An object of more than 5,000 properties is one JSON editor, which `webform check` reports.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple

import webform
from benchmarks.figures import Figure
from benchmarks.files import memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: Seconds and megabytes within which a document becomes a form or problems.
SECONDS, MEGABYTES = 2.0, 300.0


class Taken(NamedTuple):
    """What reading a document took: seconds of the processor for its problems, for its form, and megabytes at most."""

    problems: float
    form: float
    memory: float


def main() -> Iterator[Figure]:
    """Yield the figures."""
    yield from floods()


def floods() -> Iterator[Figure]:
    """Yield what each flood takes, in a process of its own."""
    for name in FLOODS:
        command = [sys.executable, "-m", "benchmarks.floods", name]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{name} is not read: {done.stderr.strip().splitlines()[-1]}")
        taken = Taken(*json.loads(done.stdout))
        found = f"problems {taken.problems:.2f} s, form {taken.form:.2f} s, {taken.memory:.0f} MB"
        yield Figure(what=name, found=found, value=max(taken.problems, taken.form), most=SECONDS, unit=" s")
        if taken.memory > MEGABYTES:
            yield Figure(what=f"{name}: memory", found=found, value=taken.memory, most=MEGABYTES, unit=" MB")


def read(text: str) -> Taken:
    """Return what *text* takes: all its problems, and the first form it declares."""
    start = process_time()
    webform.lint(text)
    between = process_time()
    with suppress(webform.DeclarationError):
        webform.render(webform.load(text)[0].form)
    end = process_time()
    return Taken(between - start, end - between, memory(os.getpid(), "VmHWM"))


def _inputs(count: int, **more: Any) -> list[dict[str, Any]]:
    return [{"key": f"k{index}", "type": "text", "label": "L", **more} for index in range(count)]


def _schema(properties: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, **more}


def _many_keys(count: int, value: Any) -> dict[str, Any]:
    return {f"k{index}": value for index in range(count)}


def _tool(schema: Any) -> dict[str, Any]:
    return {"name": "t", "description": "T", "inputSchema": schema}


def _nested(depth: int, value: Any) -> Any:
    for _ in range(depth):
        value = [value]
    return value


def _yaml(line: str, room: int = 120_000) -> str:
    lines, size = ["types:"], 7
    for index in range(room):
        lines.append(line.replace("#", str(index)))
        size += len(lines[-1]) + 1
        if size > room:
            break
    return "\n".join(lines) + "\ntools:\n  run:\n    parameters:\n      a: {type: T0}\n"


#: The text of each flood: about as long, or as full, as is taken.
FLOODS: dict[str, Callable[[], str]] = {
    "no JSON, 4 MB": lambda: "[" + "{" * 4_000_000,
    "one text of 4 MB": lambda: json.dumps("\\" * 2_000_000),
    "arrays in arrays": lambda: json.dumps([_nested(60, 1) for _ in range(1200)]),
    "tool.json, 18,000 inputs": lambda: json.dumps(_inputs(18_000)),
    "tool.json, 18,000 unknown types": lambda: json.dumps(_inputs(18_000, type="txet")),
    "tool.json, 8,000 unknown keys and conditions": lambda: json.dumps(
        _inputs(8_000, lable="x", show_if={"key": "kk", "equals": 1})
    ),
    "tool.json, 100,000 options": lambda: json.dumps(
        [{"key": "a", "type": "select", "label": "A", "options": [str(index) for index in range(99_000)]}]
    ),
    "JSON Schema, 35,000 properties": lambda: json.dumps(_schema(_many_keys(35_000, {"type": "string"}))),
    "JSON Schema, 5,000 required properties": lambda: json.dumps(
        _schema(_many_keys(5000, {"type": "string", "minLength": 2}), required=list(_many_keys(5000, 0)))
    ),
    "JSON Schema, 15 objects of 4,500 properties": lambda: json.dumps(
        _schema({f"o{n}": _schema(_many_keys(4500, True)) for n in range(15)}, required=[f"o{n}" for n in range(15)])
    ),
    "JSON Schema, 17,000 required with defaults that do not fit": lambda: json.dumps(
        _schema(_many_keys(17_000, {"type": "integer", "default": "x"}), required=list(_many_keys(17_000, 0)))
    ),
    "JSON Schema, 5,000 patterns": lambda: json.dumps(
        _schema({f"k{n}": {"type": "string", "pattern": f"^[a-z]{{{n % 50 + 1}}}(a|b{n})+x*$"} for n in range(5000)})
    ),
    "tool.json, 95 descriptions of 40 KB": lambda: json.dumps(
        [{"key": f"k{n}", "type": "text", "label": "L", "description": f"{'*a **b _c [' * 3700}{n}"} for n in range(95)]
    ),
    "JSON Schema, 30,000 references to nothing": lambda: json.dumps(_schema(_many_keys(30_000, {"$ref": "#/x"}))),
    "JSON Schema, a union of 12,000": lambda: json.dumps(
        _schema({"a": {"anyOf": [{"type": "object", "properties": {f"p{n}": {"const": n}}} for n in range(12_000)]}})
    ),
    "JSON Schema, 10,000 unions": lambda: json.dumps(
        _schema(_many_keys(10_000, {"anyOf": [{"type": "string"}, {"type": "integer"}]}))
    ),
    "JSON Schema, an enumeration of 99,000": lambda: json.dumps(_schema({"a": {"enum": list(range(99_000))}})),
    "MCP, 1,000 tools of 20 inputs": lambda: json.dumps(
        {"tools": [{**_tool(_schema(_many_keys(20, {"type": "string"}))), "name": f"t{n}"} for n in range(1000)]}
    ),
    "MCP, 10,000 tools that are none": lambda: json.dumps({"tools": [{"name": f"t {n}"} for n in range(10_000)]}),
    "field map, 14,000 fields that contradict themselves": lambda: json.dumps(
        _many_keys(14_000, {"type": "number", "min": 1, "max": 5, "default": 9})
    ),
    "Arcade, 13,000 parameters": lambda: json.dumps(
        {"name": "T", "version": "1.0.0", "input": {"parameters": [
            {"name": f"p{n}", "required": True, "value_schema": {"val_type": "string"}} for n in range(13_000)]}}
    ),
    "named types in JSON, 10,000": lambda: json.dumps(
        {"types": {f"T{n}": {"a": {"type": "string"}, "b": {"type": f"T{n + 1}"}} for n in range(10_000)}}
    ),
    "named types in YAML, of types that are not there": lambda: _yaml("  T#: {a: {type: string}, b: {type: Tx#}}"),
    "named types in YAML, each of the next": lambda: _yaml("  T#: {a: {type: string}, b: {type: T#}}"),
    "named types in YAML, unions of one": lambda: _yaml("  T#: {anyOf: [T#], discriminator: x}"),
    "named types in YAML, unknown rules": lambda: _yaml("  T#: {a: {type: strnig, enmu: [1]}}"),
    "YAML, lists in lists": lambda: "- " * 60 + "a\n" + "- [[[[1]]]]\n" * 5000,
    "YAML that is none": lambda: "a: [\n" * 40_000,
}  # fmt: skip

if __name__ == "__main__":
    print(json.dumps(read(FLOODS[sys.argv[1]]())))
