# ruff: noqa: INP001 - beside the hook that imports it
"""Pages of the site that are made as it is built: one for each input and each output, and the lists of them."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parents[1])]

import generate  # noqa: E402 - found from a checkout without being installed
from samples import as_lines, input_samples, output_samples  # noqa: E402

from docs.manifest_tables import icon_rows  # noqa: E402
from docs.tables import OPTION_HEADS, option_row, shape, table  # noqa: E402
from webform.html.env import environment  # noqa: E402
from webform.inputs import INPUTS, Input  # noqa: E402
from webform.inputs.options import options_of  # noqa: E402
from webform.outputs import OUTPUTS, TYPES, summary  # noqa: E402
from webform.outputs.options import SHARED  # noqa: E402

if TYPE_CHECKING:
    from webform.outputs.types import Schema
    from webform.web.gallery import Sample

#: The pictures, where a Chromium made them (pictures.py).
PICTURES = HERE.parents[1] / ".docs/pictures"
#: The options of every input.
_SHARED = tuple(options_of(Input))
#: What no script can be missing for.
_SAME = "The same: it needs no script."
#: What stands in the place of what a script draws.
_PLAIN = {
    "chart": "The data of the chart is a table.",
    "map": "The places of the map are a list.",
    "image_compare": "The two pictures stand beside each other.",
}


def made_pages() -> dict[str, str]:
    """Return the text of each page that is made, by its path."""
    inputs = {f"inputs/{kind}.md": input_page(kind, sample) for kind, sample in input_samples().items()}
    outputs = {f"outputs/{kind}.md": output_page(kind, sample) for kind, sample in output_samples().items()}
    return inputs | outputs


def input_page(kind: str, sample: Sample) -> str:
    """Return the page of an input."""
    cls = INPUTS[kind]
    own = {name: option for name, option in options_of(cls).items() if name not in _SHARED}
    options = generate.option_table(cls, own) if own else "It has none of its own.\n"
    blank = generate.blank_table([kind])
    return f"""\
# `{kind}`
{generate.first_words(cls)}

{_picture("inputs", kind)}
## Declaration
```json
{as_lines(sample.declaration)}
```

## In the body
```json
{as_lines({sample.declaration["key"]: sample.value})}
```

{blank}
## Options
{options}
[Every input](../inputs.md#every-input) also has `{"`, `".join(_SHARED)}`.

## Without JavaScript
{_plain("inputs", kind, "It is filled in and sent by the browser's own controls.")}
"""


def output_page(kind: str, sample: Sample) -> str:
    """Return the page of an output."""
    view = OUTPUTS[kind].__name__.rpartition(".")[2]
    key = sample.declaration["key"]
    rows = [option_row(name, option) for name, option in {**TYPES[kind].options, **SHARED}.items()]
    return f"""\
# `{kind}`
{summary(kind)}

{_picture("outputs", kind)}
## Declaration
```json
{as_lines(sample.declaration)}
```

## In the answer
```json
{as_lines({key: sample.value})}
```

Its values: `{shape(TYPES[kind].schema)}`

{_members(TYPES[kind].schema)}
## Options
{table(OPTION_HEADS, rows)}
[Every output](../outputs.md#every-output) also has a `key`, a `label` and more.

## Without JavaScript
{_plain("outputs", kind, _PLAIN.get(view, _SAME))}
"""


def _members(schema: Schema) -> str:
    """Return the table of the keys of the values of *schema*, those of an object."""
    required = schema.get("required", ())
    rows = [
        [f"`{name}`", f"`{shape(part)}`" if part else "any value", "yes" if name in required else ""]
        for name, part in schema.get("properties", {}).items()
    ]
    return table(["key", "holds", "required"], rows) if rows else ""


def _picture(folder: str, kind: str) -> str:
    """Return the picture of a sample, light and dark, where there is one."""
    if not (PICTURES / folder / f"{kind}.light.png").exists():
        return "It is sent, and not shown.\n" if kind == "hidden" else ""
    address = f"../pictures/{folder}/{kind}"
    return "".join(f"![{kind}, {look}]({address}.{look}.png#only-{look})\n" for look in ("light", "dark"))


def _plain(folder: str, kind: str, words: str) -> str:
    if kind == "hidden":
        return _SAME
    picture = f"\n\n![{kind} without JavaScript](../pictures/{folder}/{kind}.plain.png)"
    return words + (picture if (PICTURES / folder / f"{kind}.plain.png").exists() else "")


def with_links(path: str, text: str) -> str:
    """Return the page at *path* with links to the pages that are made, where the repository has it on one page."""
    if path == "inputs.md":
        before, rest = text.split("## `text`\n")
        return _linked(
            before + "## Additions to the format" + rest.split("## Additions to the format")[1], "inputs", INPUTS
        )
    return _linked(text, "outputs", TYPES) if path in ("outputs.md", "views.md") else text


def _linked(text: str, folder: str, kinds: dict[str, Any]) -> str:
    """Return *text* with a link at each type that begins a row of a table."""
    return re.sub(
        r"^\| `(\w+)` \|",
        lambda row: f"| [`{row[1]}`]({folder}/{row[1]}.md) |" if row[1] in kinds else row[0],
        text,
        flags=re.MULTILINE,
    )


def with_pictures(path: str, text: str) -> str:
    """Return the page at *path*; that of the icons with the picture of each in its table."""
    if path != "manifest.md":
        return text
    module = environment().get_template("icons.html").module
    drawn = [[str(module.icon(row[0].strip("`"))), *row] for row in icon_rows()]
    before, rest = text.split("<!-- made: icons -->\n")
    return before + table(["icon", "name", "also called"], drawn) + rest.partition("<!-- end -->")[2]
