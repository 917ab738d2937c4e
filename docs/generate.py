# ruff: noqa: INP001 - a script beside the documents it makes
"""
Makes documents, and tables of others: those of `MADE`.

`python docs/generate.py`. A test fails while they are not what this makes.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import nodes

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import webform  # noqa: E402 - found from a checkout without being installed
from docs.hint_reasons import MISFITS, REASON_OF  # noqa: E402
from docs.manifest_tables import icon_rows, manifest_tables, output_tables  # noqa: E402
from docs.tables import OPTION_HEADS, as_code, as_value, option_rows, shape, table  # noqa: E402
from tests.test_layers import LEVELS, PACKAGE  # noqa: E402
from webform.colours import hex_of  # noqa: E402
from webform.dialects import DIALECTS, read  # noqa: E402
from webform.dialects.base import slug  # noqa: E402
from webform.draft import Draft, begin, body, fill  # noqa: E402
from webform.envelopes import READERS  # noqa: E402
from webform.envelopes.failures import FAILURE_SHAPES  # noqa: E402
from webform.envelopes.job_documents import JOB_SHAPES  # noqa: E402
from webform.envelopes.reasons import REASON_SHAPES  # noqa: E402
from webform.format_schema import format_schema  # noqa: E402
from webform.hints import json_forms, ui_schema  # noqa: E402
from webform.html.decode import body_of  # noqa: E402
from webform.html.env import own_templates  # noqa: E402
from webform.inputs import INPUTS, STRUCTURE, Input  # noqa: E402
from webform.inputs.options import options_of  # noqa: E402
from webform.logs import LogSettings  # noqa: E402
from webform.outputs import DECLARED, OUTPUTS, TYPES, embedded, geometry, rows, summary, texts  # noqa: E402
from webform.outputs import base as views  # noqa: E402
from webform.outputs import json as tree_json  # noqa: E402
from webform.outputs.choosing import RULES  # noqa: E402
from webform.outputs.plots import base as plots  # noqa: E402
from webform.places import templates  # noqa: E402
from webform.runners import RUNNERS  # noqa: E402
from webform.runners.credentials import Credentials  # noqa: E402
from webform.runners.oauth import OAuth  # noqa: E402
from webform.runners.protocols import PROTOCOLS  # noqa: E402
from webform.runs.webhooks import Webhook  # noqa: E402
from webform.schema import CONTROLS  # noqa: E402
from webform.schema.hinted_inputs import hinted_names, needs_of, options_of_hint  # noqa: E402
from webform.values import ABSENT, join, read_json, to_name, write_json  # noqa: E402
from webform.web.access import Access, MetricsAccess  # noqa: E402
from webform.web.config import Config, ServerConfig, ToolConfig  # noqa: E402
from webform.web.design_tokens import SCHEMES, Palette, Token, tokens  # noqa: E402
from webform.web.limits import PRODUCTION  # noqa: E402
from webform.web.schedule import Schedule  # noqa: E402
from webform.web.theme import ThemeTable  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from webform.tool import Form

#: Of each type the examples that it brings: what is declared beside key, type and label, and a value.
EXAMPLES = {kind: cls.examples for kind, cls in INPUTS.items()}
#: The day on which the samples are made.
TODAY = datetime(2026, 1, 31, 9, 30)  # noqa: DTZ001 - the author's own clock


def _form(kind: str, **options: Any) -> Form:
    return webform.load([{"key": "x", "type": kind, "label": "X", **options}])[0].form


def _blanked(draft: Draft) -> Draft:
    """Return *draft* as it is when a person clears all of its controls."""
    children = {token: _blanked(child) for token, child in draft.children.items()}
    return Draft(presence=draft.presence, rows=draft.rows, children=children)


def _blank(kind: str, *, required: bool) -> str:
    options = {key: value for key, value in EXAMPLES[kind][0][0].items() if key != "default"}
    form = _form(kind, **options, required=required)
    value, problems = body_of(form, _blanked(begin(form)))
    if problems:
        return "absent: a problem"
    return "absent" if "x" not in value else as_value(value["x"])


def _begins(kind: str, *, required: bool) -> str:
    options = {key: value for key, value in EXAMPLES[kind][0][0].items() if key != "default"}
    form = _form(kind, **options, required=required)
    value = body(form, begin(form))[0].get("x", ABSENT)
    return "blank" if value is ABSENT else as_value(value)


def _controls(draft: Draft, at: str) -> Iterator[str]:
    """Yield name and text of the controls of *draft*."""
    if draft.presence:
        yield f"is{to_name(at)}={draft.presence}"
    yield from (f"row{to_name(at)}={row}" for row in draft.rows)
    yield from (f"{to_name(at)}={text}" for text in draft.text)
    for token, child in draft.children.items():
        yield from _controls(child, join(at, token))


def _sent_rows() -> list[list[str]]:
    rows = []
    for kind, examples in EXAMPLES.items():
        for options, value in examples:
            draft = fill(_form(kind, **options).inputs[0], value)
            telling = ", ".join(f"{name}: {write_json(option)}" for name, option in options.items() if name in _TELLING)
            controls = " ".join(map(as_code, _controls(draft, "/x")))
            rows.append([f"`{kind}`" + (f" ({telling})" if telling else ""), as_value(value), controls])
    return rows


#: Options that change what is sent.
_TELLING = ("range", "multiple", "required", "bbox_format")


def inputs_page() -> str:
    """Return the text of `docs/inputs.md`."""
    kinds = [[f"`{kind}`", first_words(cls), as_value(EXAMPLES[kind][0][1])] for kind, cls in INPUTS.items()]
    return f"""\
# Inputs
<!-- Made by docs/generate.py from webform/inputs: change it there, then run it. -->
```json
{{"inputs": [
  {{"key": "city", "type": "text", "label": "City"}},
  {{"key": "days", "type": "slider", "label": "Days", "min": 1, "max": 14, "default": 3}}
]}}
```

This form has two inputs. Your tool gets `{{"city": "Oslo", "days": 3}}`. There are {len(INPUTS)} types:

{table(["type", "is", "in the body"], kinds)}
[tool.schema.json](tool.schema.json) is the JSON Schema of the format, for [editors](manifest.md#in-your-editor) that
complete and check; `webform schema --format` prints it.

## Every input
{option_table(Input, options_of(Input))}
An unknown option is a warning. An input that cannot be read becomes a JSON editor with the reason beside it; the rest
of the form works.

## Left blank
`required` means that the key is in the body. An input that is left blank is left out: it is not sent as `null` or `""`.
A text is sent as `""` where that is its default, or where its menu (`⋯` beside the label, or Alt+Enter) says so.
“Begins with” is a new form, without a default.

{blank_table(INPUTS)}
An input hidden by `show_if` is left out of the body; if it is required and has a default, the body has that.

## Files in the body
A file is a data URL: its media type, and its bytes in base64. With `multiple` it is a list of them. In Python:

```python
from base64 import b64decode

head, _, data = body["listings"].partition(",")
text = b64decode(data).decode()
```

For large files let your tool take `multipart/form-data`: [`"input_transport": "multipart"`](manifest.md).

## Suggestions from the tool
An `autocomplete` input asks your tool while people type. Its `endpoint` is a path beside `/run`:

```python
CITIES = {{"OSL": "Oslo", "BGO": "Bergen"}}


@app.get("/autocomplete/cities")
def cities():
    typed = request.args["q"].lower()
    found = [code for code in CITIES if typed in CITIES[code].lower()]
    return [{{"value": code, "label": CITIES[code]}} for code in found]
```

`GET /autocomplete/cities?q=os` answers `[{{"value": "OSL", "label": "Oslo"}}]`. The body gets the `value`: a text, a
number, true or false. A list of plain values, or an object whose `results` is such a list, is read as well. The first
50 are offered. In a manifest write `"provides_autocomplete": true`, too.

{"".join(_section(kind, cls) for kind, cls in INPUTS.items())}\
## Additions to the format
These are not in the format of a `tool.json` as others have it:

* `bbox_format` of `map_bbox`: `nested` as the format has it, or `flat`. A default may be of either.
* `unit` of `slider`, as `number` has it.
* `examples` of the manifest: a list of `{{"name": …, "values": a body}}`, offered as “Load example”.
"""


def option_table(cls: type[Input], names: Iterable[str]) -> str:
    """Return the table of the options of a type of input that *names* name."""
    return table(OPTION_HEADS, option_rows(cls, names))


def blank_table(kinds: Iterable[str]) -> str:
    """Return the table of what inputs of *kinds* are when they are left blank."""
    heads = ["type", "required: begins with", "required: blank is", "optional: begins with", "optional: blank is"]
    return table(heads, [_blank_row(kind) for kind in kinds])


def _blank_row(kind: str) -> list[str]:
    cells = [cell(kind, required=required) for required in (True, False) for cell in (_begins, _blank)]
    return [f"`{kind}`", *cells]


def first_words(cls: type[Input]) -> str:
    """Return what a type of input is."""
    return " ".join(line.strip() for line in (cls.__doc__ or "").splitlines()).strip()


def _section(kind: str, cls: type[Input]) -> str:
    own = {name: option for name, option in options_of(cls).items() if name not in options_of(Input)}
    sample = webform.sample(_form(kind, **EXAMPLES[kind][0][0]), TODAY)["x"]
    options = option_table(cls, own) if own else "No options of its own.\n"
    return f"## `{kind}`\n{first_words(cls)}\n\n{options}\nSample: {as_value(sample)}\n\n"


def codec_page() -> str:
    """Return `codec.md`."""
    return _with_tables("codec.md", {"sent": table(["type", "value in the body", "controls"], _sent_rows())})


#: What is decided before the list of controls is asked.
_BEFORE = """
These rules come first:

* **References**: `allOf`, `$ref` and the keywords beside it all apply; nothing is merged.
* **Variants** are `anyOf`, `oneOf` and lists of types. A single variant is that input. A variant and null is that
  input, and blank can mean null. Several texts are one text, and constants are one `select`. All others are a `union`:
  people choose the kind by name, and what they typed in another kind is not lost. The name of a variant is the
  first of these that no other variant has: its title, the constant that tells it apart, the name of its definition, the
  first words of its description, a key of its own.
* **Labels**: a property has its own `title` as label, else its name (`ship_to` is "Ship to"). The title of a type
  behind a `$ref` is shown small beside it. Results have labels in the same way.
* **Options** have labels from `enumNames`, `x-enumNames` or `x-enum-varnames`, and descriptions from
  `x-enum-descriptions`: lists in the order of the `enum`, or objects by value.
* **Order**: `x-order`, `x-ui-order` or `propertyOrder` is a number at a property, or a list of names at the object.
  Without one, required properties come first, and more than five blank optional ones are folded under "More options".
  Arcade and named types keep their order.
* **Null**: an object or a list that may be null is left out until it is added; a checkbox sends null instead.
* **Lists of texts**: Enter ends a text, and a comma is part of it. In the tags of a tool.json or a hint a comma ends a
  tag, too, unless a suggestion or the default has a comma. Without scripts each line is a tag.
* **No keywords**: the input is `unknown` and takes any value, at first a text. People choose the kind beside it.
* **Open objects**: an object that declares no property and forbids none has rows of names and values, and can be edited
  as JSON. An object with declared properties has such rows only if `additionalProperties`, `patternProperties` or
  `unevaluatedProperties` ask for them, or if `minProperties` is above their number. A whole body that may stay empty
  offers its rows under "More".
* **Conditions**: a part that only `if`, `then`, `else`, `dependentSchemas` or `dependentRequired` asks for is shown
  while they do, and while it is filled in.
* **Pairs**: two neighbouring dates with names of a range (`start_date` and `end_date`, `from` and `to`) are shown
  together, with the usual spans. Numbers called latitude and longitude get a map. They stay two values.
* **Tables**: a list whose items are objects of at most eight simple keys is shown as a table.
* **Size**: after 300 fields, and after 100 items of a list, a part is folded: its value is in the page, and a button
  shows it. Deeper than 24 levels a value is JSON.
* **Mistakes**: a part with a mistake takes any value, and is a problem. The rest of the form works.
"""


def controls_page() -> str:
    """Return the page of the inputs that the parts of a JSON Schema get."""
    rows = [[f"{index}", control.when, f"`{control.type}`"] for index, control in enumerate(CONTROLS, 1)]
    return (
        "# Inputs of JSON Schemas\n"
        'The part `{"type": "string", "format": "date"}` of a JSON Schema gets the input `date`. The first line that '
        "fits is taken. `docs/generate.py` makes the table of `webform/schema/controls.py`.\n\n"
        + table(["line", "the part takes", "its input"], rows)
        + _BEFORE
    )


_AFTER = """
A number from a schema may have `format: percent` or `progress`; a table's columns have the titles of the schema. Where
an object may be one of several kinds, it is shown by the first that it fits, under that kind's title. While an answer
is still arriving, a kind is chosen once what tells it apart has arrived whole, and stays.

The menu of a section copies its value, downloads it, and offers other views: a text as Markdown, code or JSON; a list
as a table; an object as pairs, a map or JSON. The tabs JSON and Raw show the whole value, and the answer as it came.

## Addresses
The address of a run's page has the chosen view of each value, by its pointer. It works without scripts, and as a
bookmark: `as/p` the view, `page/p` the page of its rows, `sort/p` the column they are sorted by (`-` before it turns
the order round), `find/p` what the rows hold, `in/p` the part of a tree that is shown alone.

## Size limits
A page shows the beginning of a large value; the download has all of it.

"""


def views_page() -> str:
    """Return the page of the views that values get."""
    declared = [
        [f"`{name}`", f"`{kind.__name__.rpartition('.')[2]}`", f"`{shape(TYPES[name].schema)}`", summary(name)]
        for name, kind in OUTPUTS.items()
    ]
    chosen = [[f"{index}", rule.when, f"`{rule.view}`"] for index, rule in enumerate(RULES, 1)]
    limits = [
        ["rows of a table at a time", f"{rows.MAX_ROWS:,}"],
        ["columns of a table", f"{rows.MAX_COLUMNS:,}"],
        ["values of a tree, of one list at a time", f"{tree_json.MAX_NODES:,}, {tree_json.MAX_CHILDREN:,}"],
        ["characters of a text", f"{texts.MAX_SHOWN:,}"],
        ["bytes of a picture, sound or video inside the answer", f"{embedded.MAX_SHOWN:,}"],
        ["marks of a chart", f"{plots.MAX_MARKS:,}"],
        ["shapes of a map", f"{geometry.MAX_SHAPES:,}"],
        ["parts of an answer with views of their own, within each other", f"{views.MAX_VIEWS:,}"],
    ]
    return (
        "# Views of values\n"
        "A declared `number` is shown large. A list of objects without a declared type is a table. This page has the "
        "view of every type, and the rules for values without a type.\n\n"
        "Each view has one file in `webform/outputs`, one template in `templates/outputs`, and the attribute "
        "`data-view` in the page. `docs/generate.py` makes this page of them.\n\n"
        "## Declared types\n"
        + table(["type", "view", "its values", "what it shows"], declared)
        + "\nA text, number or boolean may also come as `{value}` with the options of its type beside it. "
        "[Another type](adding-outputs.md) is one file. A declared value of another type is shown by its "
        "shape, with a note on the mismatch. Pictures, sound and video on another site are links, unless "
        "`media_origins` names the site. A chart is drawn by a script; its data is a table below it. So is a map, "
        "on the ground or the tiles of maps of inputs, with a list of its places.\n\n"
        "## Values that nobody declared, and those of a JSON Schema\n"
        "The first line that fits is taken, unless the value is broken, as base64 may be.\n\n"
        + table(["line", "the value", "its view"], chosen)
        + _AFTER
        + table(["what", "at most"], limits)
    )


def _with_tables(name: str, tables: dict[str, str]) -> str:
    """Return the page *name*: what is written there by hand, with its *tables* made anew between their marks."""
    page = (HERE / name).read_text(encoding="utf-8")
    for mark, made in tables.items():
        begin, end = f"<!-- made: {mark} -->\n", "<!-- end -->"
        before, rest = page.split(begin)
        page = f"{before}{begin}\n{made}\n{end}{rest.partition(end)[2]}"
    return page


def hints_page() -> str:
    """Return `hints.md`."""
    record = read_json((HERE / "hints.json").read_text(encoding="utf-8"))
    became = {"react-jsonschema-form": _of_ui_schema, "JSON Forms": _of_json_forms}
    others = [
        [name, f"`{hint}`", _outcome(hint, counts, became[name](hint)), f"{counts['forms']} of {source['forms']}"]
        for name, source in record.items()
        for hint, counts in source["hints"].items()
    ]
    forms = [
        [name, *(str(source[key]) for key in ("forms", "without schema", "with hints", "with a valid sample"))]
        for name, source in record.items()
    ]
    inputs = [
        [f"`{name}`", str(needs_of(name)), ", ".join(f"`{option}`" for option in options_of_hint(name))]
        for name in hinted_names()
    ]
    return _with_tables(
        "hints.md",
        {
            "inputs": table(["input", "needs", "options"], inputs),
            "forms": table(["from", "forms", "of them without a schema", "with hints", "with a valid sample"], forms),
            "others": table(["from", "hint", "became", "in forms"], others),
        },
    )


def _outcome(hint: str, counts: dict[str, Any], became: str) -> str:
    """Return what *hint* became, and why it is ignored where it is."""
    ignored = counts.get("ignored", {})
    reasons = [(count, MISFITS.get(code) or REASON_OF[hint]) for code, count in ignored.items()]
    if sum(ignored.values()) == counts["places"]:
        return f"ignored: {'; '.join(reason for _, reason in reasons)}"
    return "; ".join([became, *(f"ignored at {count} of {counts['places']}: {reason}" for count, reason in reasons)])


def _of_ui_schema(hint: str) -> str:
    name, _, widget = hint.removeprefix("ui:").partition(": ")
    if name == "order":
        return "the order"
    found = ui_schema.input_of(widget) if widget else ui_schema.OPTIONS.get(name)
    return f"`{found}`"


def _of_json_forms(hint: str) -> str:
    name, _, value = hint.partition(": ")
    if name == "type" and value in json_forms.HEADED:
        return "a heading"
    if name == "type" and value in json_forms.PLAIN:
        return "the order"
    if name == "rule" and value in ("SHOW", "HIDE"):
        return "`show_if`, where its condition is plain"
    option = name.removeprefix("options.")
    flag = json_forms.FLAGS.get(option) if value == "true" else None
    found = flag or (json_forms.FORMATS.get(value) if option == "format" else json_forms.OPTIONS.get(option))
    return f"`{found}`" if found else _JSON_FORMS.get(hint, "")


_JSON_FORMS = {
    "type: Control": "an input",
    "type: ListWithDetail": "an input",
    "label": "`label`",
    "label: an object": "`label`",
    "options.detail: a layout": "hints of the items, or of the object",
}


def answers_page() -> str:
    """Return `answers.md`."""
    shapes: dict[str, tuple[Any, ...]] = {"failures": FAILURE_SHAPES, "reasons": REASON_SHAPES, "jobs": JOB_SHAPES}
    heads = ["shape", "known by", "seen at"]
    return _with_tables(
        "answers.md",
        {
            name: table(heads, [[f"`{shape.name}`", shape.known_by, shape.service] for shape in listed])
            for name, listed in shapes.items()
        },
    )


def configuration_page() -> str:
    """Return `configuration.md`."""
    tables = {"app": Config(), "auth": Access(), "limits": PRODUCTION, "tool": ToolConfig(), "server": ServerConfig(),
              "oauth": OAuth(), "security": Credentials(), "webhook": Webhook(), "metrics": MetricsAccess(),
              "log": LogSettings(), "schedule": Schedule()}  # fmt: skip
    settings = {name: _settings(made) for name, made in tables.items()}
    return _with_tables("configuration.md", settings | {"protocols": _protocols()})


def _protocols() -> str:
    """Return the table of the protocols."""
    paths = {name: ", ".join(f"`{path}`" for path in protocol.paths) for name, protocol in PROTOCOLS.items()}
    rows = [
        [f"`{write_json(name)}`", paths[name] or "none: by its name", protocol.help]
        for name, protocol in PROTOCOLS.items()
    ]
    rows[0][1] += ", any other"
    return table(["`protocol`", "path", "what is sent"], rows)


def _settings(defaults: Any) -> str:
    """Return the table of the settings of a class, with their *defaults*; tables of settings have a section each."""
    rows = [
        [f"`{name}`", setting.shown or _setting_default(getattr(defaults, name)), setting.help]
        for name, setting in options_of(type(defaults)).items()
        if setting.kind.schema.get("type") != "object"
    ]
    return table(["setting", "default", "meaning"], rows)


def _setting_default(value: Any) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:,g}"
    return as_value(value) if value or value is False else ""


def flask_page() -> str:
    """Return `flask.md`."""
    heads = ["template", "is", "blocks"]
    names = sorted(path.name for path in templates().glob("*.html"))
    return _with_tables("flask.md", {"templates": table(heads, [_template_row(name) for name in names])})


def _template_row(name: str) -> list[str]:
    text = (templates() / name).read_text(encoding="utf-8")
    tree = own_templates().parse(text)
    above = [f"those of `{found.template.value}`" for found in tree.find_all(nodes.Extends)]
    blocks = [f"`{block.name}`" for block in tree.find_all(nodes.Block)]
    said = re.search(r"\{#-?\s*(.*?)(?:\.(?=\s)|\s-?#\})", text, re.DOTALL)
    return [f"`{name}`", " ".join(said[1].split()) if said else "", ", ".join([*dict.fromkeys(blocks), *above])]


def theming_page() -> str:
    """Return `theming.md`."""
    groups: dict[str, list[list[str]]] = {}
    for token in tokens().values():
        groups.setdefault(token.group, []).append([f"`--{token.name}`", _token_value(token), token.words])
    parts = [f"### {group}\n\n{table(['token', 'default', 'what it is'], rows)}" for group, rows in groups.items()]
    return _with_tables("theming.md", {"theme": _settings(ThemeTable()), "tokens": "\n".join(parts)})


def _token_value(token: Token) -> str:
    """Return the value of a token: a colour as it is in both schemes, anything else as it is written."""
    found = [Palette(scheme, {}).find(token.name) for scheme in SCHEMES]
    shown = dict.fromkeys(as_code(hex_of(colour)) for colour in found if colour)
    return ", ".join(shown) or as_code(token.value)


def architecture_page() -> str:
    """Return `architecture.md`."""
    return _with_tables("architecture.md", {"levels": _levels(), "kinds": _kinds()})


def _levels() -> str:
    """Return the table of the levels: their modules and packages, and the first line of each."""
    rows = [
        [f"{level}", f"`{name}`", _first_line(name)] for level, names in enumerate(LEVELS, 1) for name in sorted(names)
    ]
    return table(["level", "module", "what it holds"], rows)


def _first_line(name: str) -> str:
    """Return the first line of the docstring of the module or package *name*."""
    folder = PACKAGE / name
    path = folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")
    doc = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return doc.partition("\n")[0].replace("|", "\\|")


def _kinds() -> str:
    """Return the table of the tables of kinds."""
    named, first = "by its name", "the first that takes it"
    tables = [
        ("inputs a declaration names", "inputs/__init__.py", "INPUTS", named, INPUTS),
        ("inputs that only schemas lead to", "inputs/__init__.py", "STRUCTURE", named, STRUCTURE),
        ("inputs of the parts of a schema", "schema/controls.py", "CONTROLS", first, [rule.type for rule in CONTROLS]),
        ("dialects", "dialects/__init__.py", "DIALECTS", first, DIALECTS),
        ("protocols", "runners/protocols/__init__.py", "PROTOCOLS", "by its name, else by the address", PROTOCOLS),
        ("runners", "runners/__init__.py", "RUNNERS", "by the protocol", RUNNERS),
        ("envelopes", "envelopes/__init__.py", "READERS", first, _stems(READERS)),
        ("views of declared types", "outputs/__init__.py", "DECLARED", named, _stems(DECLARED)),
        ("views of values that nobody declared", "outputs/choosing.py", "RULES", first, [rule.view for rule in RULES]),
    ]
    rows = [
        [what, f"`webform/{path}`: `{table}`", chosen, ", ".join(f"`{kind}`" for kind in dict.fromkeys(kinds))]
        for what, path, table, chosen, kinds in tables
    ]
    return table(["kinds", "table", "chosen", "in it"], rows)


def _stems(modules: Iterable[Any]) -> list[str]:
    """Return the last part of the names of *modules*."""
    return [module.__name__.rpartition(".")[2] for module in modules]


#: A heading, or the text of a block that may be a declaration.
_HEADING_OR_BLOCK = re.compile(r"^#+ ([^\n]+)$|^```(?:json|yaml)\b[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def documented() -> str:
    """Return the declarations in the documents that a tool can be read of, for the playground."""
    found: dict[str, dict[str, str]] = {}
    for page in sorted(HERE.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        heading, title = "", text.partition("\n")[0].removeprefix("# ").strip()
        for match in _HEADING_OR_BLOCK.finditer(text):
            if match[1]:
                heading = match[1].replace("`", "")
            elif read(match[2].encode())[0]:
                name = slug(f"docs {page.stem} {heading}".lower())
                name += f"-{1 + sum(other.startswith(name) for other in found)}" if name in found else ""
                found[name] = {"page": title, "title": heading, "text": match[2]}
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


#: What is made, by file name.
MADE: dict[str, Callable[[], str]] = {
    "inputs.md": inputs_page,
    "codec.md": codec_page,
    "controls.md": controls_page,
    "views.md": views_page,
    "hints.md": hints_page,
    "answers.md": answers_page,
    "configuration.md": configuration_page,
    "flask.md": flask_page,
    "theming.md": theming_page,
    "problems.md": lambda: _with_tables("problems.md", {"icons": ", ".join(row[0] for row in icon_rows()) + "\n"}),
    "manifest.md": lambda: _with_tables("manifest.md", manifest_tables()),
    "outputs.md": lambda: _with_tables("outputs.md", output_tables()),
    "architecture.md": architecture_page,
    "../examples/documented.json": documented,
    "tool.schema.json": lambda: write_json(format_schema(), indent=2) + "\n",
}

if __name__ == "__main__":
    for name, made in MADE.items():
        (HERE / name).write_text(made(), encoding="utf-8")
