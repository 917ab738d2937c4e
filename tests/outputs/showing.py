"""Views for the tests of views: of a value by its declared type, or by its shape."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from webform.inputs import Record
from webform.outputs import OUTPUTS, TYPES
from webform.outputs.views import views_of
from webform.result import Result
from webform.tool import Form, Output, Tool

if TYPE_CHECKING:
    from webform.messages import Phrase
    from webform.outputs.base import View

SAMPLES = Path(__file__).parents[1] / "samples/tool-json"
RESPONSE = json.loads((SAMPLES / "all-types.response.json").read_text(encoding="utf-8"))
_BASE = {"key", "type", "label", "description", "caption", "unit", "streaming", "layout"}

PNG = RESPONSE["o_image"]
_SAMPLED = json.loads((SAMPLES / "all-types.tool.json").read_text(encoding="utf-8"))["outputs"]
#: Types that are not in the samples: an example in the schema is the sample of such a type.
LATER = {
    name: TYPES[name].schema.get("examples", [None])[0]
    for name in TYPES.keys() - {sampled["type"] for sampled in _SAMPLED}
}
RESPONSE |= {f"o_{name}": example for name, example in LATER.items()}


def output(kind: str, key: str = "o", **options) -> Output:
    base = {name: options.pop(name) for name in _BASE & options.keys()}
    return Output(key=key, type=kind, **base, options=options)


DECLARED = [
    output(sampled["type"], **{name: option for name, option in sampled.items() if name != "type"})
    for sampled in [*_SAMPLED, *({"key": f"o_{name}", "type": name, "label": name} for name in LATER)]
]


def tool(*outputs: Output) -> Tool:
    return Tool(id="t", name="T", form=Form(root=Record(key="", label="", inputs=())), outputs=outputs)


def declared(kind: str, value: object, **options) -> View:
    """Return the view of *value*, answered for an output of *kind*."""
    (view,) = views_of(tool(output(kind, **options)), Result(status="ok", value={"o": value}))
    return view


def shaped(value: object) -> View:
    """Return the view of *value*, answered for a key that nobody declared."""
    return views_of(tool(output("text", "other")), Result(status="ok", value={"other": "", "o": value}))[1]


def phrases(view: View) -> list[Phrase]:
    return [problem.phrase for problem in view.problems]


def first_key(view: View) -> str:
    """Return the key of the sentence of the first problem."""
    return phrases(view)[0].key


def view_of(kind: str) -> str:
    """Return the name of the view that values of the declared type *kind* get."""
    return OUTPUTS[kind].__name__.rpartition(".")[2]
