"""The documents made from the code are those that the code makes."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import jsonschema_rs
import pytest
from flask import Flask

import webform
from webform.dialects import tool_json
from webform.dialects.tool_json_facts import HOST
from webform.format_schema import format_schema
from webform.inputs import INPUTS
from webform.inputs.options import options_of
from webform.inputs.text import Text
from webform.outputs import TYPES
from webform.problems import errors
from webform.web import read_config
from webform.web.access import Access

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SAMPLE = Path(__file__).parent / "samples/tool-json/all-types.tool.json"


#: A file or folder of the project as a document names it, and what to look for in it: "`a/b.py`: `Class.function`".
#: A fresh checkout has no `static/dist`.
_NAMED = re.compile(r"`((?:docs|static(?!/dist)|templates|tests|webform)/[\w./-]*)`(?:: `([\w.]+)`)?")
_LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")


def _not_there(page: str) -> list[str]:
    """Return the files that *page* names, and the names that it says are defined in them, which are not there."""
    return [f"{path} {name}".strip() for path, name in _NAMED.findall(page) if not _is_there(ROOT / path, name)]


def _is_there(path: Path, name: str) -> bool:
    if not name:
        return path.exists()
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    parts = map(re.escape, name.split("."))
    return all(re.search(rf"^\s*(?:def|class) {part}\b|^{part}\b", text, re.MULTILINE) for part in parts)


def _generate():
    spec = importlib.util.spec_from_file_location("generate", DOCS / "generate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GENERATE = _generate()
SCHEMA = jsonschema_rs.validator_for(format_schema())


@pytest.mark.parametrize("name", GENERATE.MADE)
def test_a_document_is_what_the_code_makes_of_it(name):
    made, there = GENERATE.MADE[name](), (DOCS / name).read_text(encoding="utf-8")

    assert made == there, f"docs/{name} is stale: run python docs/generate.py"


@pytest.mark.parametrize("kind", INPUTS)
def test_every_option_is_documented(kind):
    page = (DOCS / "inputs.md").read_text(encoding="utf-8")
    assert f"## `{kind}`\n" in page, f"docs/inputs.md has no {kind}: run python docs/generate.py"
    section = page.split(f"## `{kind}`\n")[1].split("\n## ")[0]
    own = set(options_of(INPUTS[kind])) - set(options_of(webform.inputs.Input))

    assert own == {name for name in own if f"| `{name}` |" in section}


def test_a_good_declaration_satisfies_the_schema():
    document = json.loads(SAMPLE.read_text(encoding="utf-8"))

    assert [error.message for error in SCHEMA.iter_errors(document)] == []
    assert SCHEMA.is_valid(document["inputs"])
    assert SCHEMA.is_valid({"inputs": document["inputs"]})


@pytest.mark.parametrize(
    ("kind", "example"), [(kind, example) for kind, all_ in GENERATE.EXAMPLES.items() for example in all_]
)
def test_every_example_of_the_documents_is_a_good_declaration(kind, example):
    options, value = example
    declared = [{"key": "x", "type": kind, "label": "X", **options}]
    form = webform.load(declared)[0].form

    assert SCHEMA.is_valid(declared)
    assert [problem for problem in webform.lint(declared) if problem.code != "hidden-without-default"] == []
    assert webform.check(form, {"x": value}) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "txet"}, {"key": ""}, {"key": 5}, {"label": None}, {"required": "no"}, {"max_length": "80"},
        {"max_length": -1},
        {"type": "slider"}, {"type": "slider", "min": 0, "max": "1"}, {"type": "select"},
        {"type": "select", "options": []},
        {"type": "select", "options": [{"value": []}]}, {"type": "number", "step": 0}, {"type": "table", "columns": []},
        {"type": "table", "columns": [{"label": "A"}]}, {"type": "code", "language": "cobol"}, {"type": "autocomplete"},
        {"type": "file", "max_size_mb": 0}, {"type": "tags", "suggestions": [1]},
        {"type": "map_point", "default_center": [1]},
        {"show_if": {"key": "a"}}, {"show_if": "a"}, {"type": "json", "schema": 5}, {"group": 1},
    ],
    ids=str,
)  # fmt: skip
def test_what_the_schema_refuses_is_an_error_and_the_other_way_round(wrong):
    declared = [{"key": "a", "type": "text", "label": "A"} | wrong]

    assert not SCHEMA.is_valid(declared)
    assert errors(webform.lint(declared)) != []


@pytest.mark.parametrize(
    "wrong",
    [
        [{"key": "a", "type": "text", "label": "A", "max_lenght": 5}],
        {"inputs": [], "outputs": [{"key": "a", "type": "number", "label": "A", "presicion": 2}]},
        {"inputs": [], "outputs": [{"key": "a", "type": "number", "label": "A", "precision": "2"}]},
        {"inputs": [], "outputs": [{"key": "a", "type": "nubmer", "label": "A"}]},
        {"inputs": [], "layuot": "chat"},
        {"inputs": [], "layout": "chta"},
        {"inputs": [], "secrets": [{}]},
        {"outputs": []},
    ],
    ids=str,
)
def test_a_mistake_is_seen_by_editors_too(wrong):
    assert not SCHEMA.is_valid(wrong)
    assert webform.lint(wrong) != []


def _declarations():
    """Yield each tool.json of the documents and the examples, with its place."""
    for path in [ROOT / "README.md", *DOCS.glob("*.md"), *(ROOT / "examples").glob("*/tool.json")]:
        text = path.read_text(encoding="utf-8")
        blocks = (
            [text]
            if path.suffix == ".json"
            else re.findall(r"^```json(?! title=.Wrong)[^\n]*\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
        )
        for block in blocks:
            # Some blocks hold several documents, or a part of one.
            with suppress(ValueError):
                value = json.loads(block)
                if isinstance(value, dict) and isinstance(value.get("inputs"), list):
                    yield path, value


def test_every_tool_json_of_the_documents_and_the_examples_is_right_by_the_schema():
    found = [
        (path.name, value, [error.message for error in SCHEMA.iter_errors(value)]) for path, value in _declarations()
    ]

    assert {name for name, _, _ in found} >= {"tool.json", "tutorial.md", "manifest.md", "inputs.md"}
    assert [(name, problems) for name, _, problems in found if problems] == []
    assert not any(SCHEMA.is_valid({**value, "inputs": [*value["inputs"], {"type": "text"}]}) for _, value, _ in found)


def test_the_examples_name_the_schema_for_editors():
    named = {path: value["$schema"] for path, value in _declarations() if path.name == "tool.json"}

    assert {(path.parent / name).resolve() for path, name in named.items()} == {DOCS / "tool.schema.json"}


def _option_at(name: str) -> str:
    """Return the option *name* of the schema, such as `input:slider/step`, with the file that it is in."""
    owner, _, key = name.partition("/")
    what, _, type_ = owner.partition(":")
    return f"{key} in webform/{what}s/{type_}.py" if what == "input" else name


def test_everything_in_the_schema_has_its_words_and_an_example():
    parts = {
        f"{name}/{key}": part
        for name, definition in format_schema()["$defs"].items()
        for key, part in definition.get("properties", {}).items()
        if key not in HOST
    }

    lacking = [name for name, part in parts.items() if not part["description"] or "examples" not in part]
    assert lacking == [], f"write a help and an `example=` into the option(…) of {', '.join(map(_option_at, lacking))}"
    assert SCHEMA.is_valid(
        {"inputs": [], **{key: parts[f"manifest/{key}"]["examples"][0] for key in tool_json.MANIFEST}}
    )
    assert parts["input:slider/range"]["default"] is False
    assert parts["output:number/format"]["default"] == "decimal"
    assert format_schema()["$id"] == "urn:webform:tool.json"


@pytest.mark.parametrize("name", ["docs/architecture.md", "CONTRIBUTING.md"])
def test_the_files_that_a_document_names_are_there(name):
    page = (ROOT / name).read_text(encoding="utf-8")

    assert _NAMED.search(page)
    assert _not_there(page) == []


def test_a_file_or_a_name_that_is_not_there_is_found():
    page = (
        "`webform/values.py`: `join`, `webform/value.py`, `webform/values.py`: `joined`, `webform/tool.py`: `Tool.none`"
    )

    assert _not_there(page) == ["webform/value.py", "webform/values.py joined", "webform/tool.py Tool.none"]


@pytest.mark.parametrize(
    "path", [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS.glob("*.md")], ids=lambda path: path.name
)
def test_a_link_to_a_file_leads_to_one(path):
    links = _LINK.findall(path.read_text(encoding="utf-8"))

    assert [link for link in links if not (path.parent / link).exists()] == []


@pytest.mark.parametrize("number", range(4))
def test_the_settings_of_each_step_of_growth_can_be_used(number, tmp_path):
    examples = re.findall(r"```toml\n(.*?)```", (DOCS / "growth.md").read_text(encoding="utf-8"), re.DOTALL)
    file = tmp_path / "webform.toml"
    file.write_text(examples[number], encoding="utf-8")

    assert len(examples) == 4
    assert read_config(file)[1] == []


def test_the_example_of_the_architecture_works():
    [example] = re.findall(r"```python\n(.*?)```", (DOCS / "architecture.md").read_text(encoding="utf-8"), re.DOTALL)
    names = {}
    exec(compile(example, "architecture.md", "exec"), names)

    assert (names["body"], names["problems"], names["result"].status) == ({"city": "Oslo"}, [], "ok")
    assert 'name="/city"' in names["form"]
    assert "4.5" in names["shown"]


def test_the_examples_of_the_manifest_are_good_declarations():
    whole, *_, priced = re.findall(r"```json\n(.*?)```", (DOCS / "manifest.md").read_text(encoding="utf-8"), re.DOTALL)
    [tool] = webform.load(priced)

    assert [problem.code for problem in webform.lint(whole)] == []
    assert (tool.price.amount, tool.permissions[0].reason) == ("0.05", "asks the weather service")


def test_the_answer_on_the_page_of_outputs_is_right():
    page = (DOCS / "outputs.md").read_text(encoding="utf-8")
    outputs, answer = (json.loads(text) for text in re.findall(r"```json\n(.*?)```", page, re.DOTALL))
    declared = {"id": "a", "name": "A", "inputs": [], **outputs}
    [tool] = webform.load(declared)

    assert webform.lint(declared) == []
    assert webform.read(tool, json.dumps(answer).encode()).problems == ()


@pytest.mark.parametrize("kind", TYPES)
def test_every_output_is_listed(kind):
    assert f"| `{kind}` |" in (DOCS / "outputs.md").read_text(encoding="utf-8"), (
        f"add {kind} to GROUPS in docs/manifest_tables.py, then run python docs/generate.py"
    )


def test_an_input_without_a_value_in_the_gallery_is_shown_with_its_example(monkeypatch):
    line = type("Line", (Text,), {"type": "line", "examples": (({"placeholder": "A word"}, "here"),)})
    monkeypatch.setitem(INPUTS, "line", line)
    spec = importlib.util.spec_from_file_location("samples", DOCS / "site/samples.py")
    samples = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(samples)

    assert samples.input_samples()["line"].value == "here"


def test_the_examples_of_the_page_on_flask_run(tmp_path, monkeypatch):
    page = (DOCS / "flask.md").read_text("utf-8")
    (tmp_path / "tool.json").write_text(SAMPLE.read_text("utf-8"), "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "flask_login", SimpleNamespace(current_user=None))
    settings = webform.Config(
        database=str(tmp_path / "runs.sqlite"), files=tmp_path / "files", auth=Access(signing_key="k" * 32)
    )
    monkeypatch.setattr("webform.web._settings", lambda config: config or settings)
    names = {"MEMBERS": {"ann"}, "CREDIT": {"ann": 1}}
    for block in re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
        names["app"] = Flask("host")
        exec(block, names)
        names["forms"].site.close()

    assert names["token"]
