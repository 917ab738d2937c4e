"""Sample answers of a tool, shown through its outputs without the tool: its author's own, or made of the outputs."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from webform.envelopes import read
from webform.html.results import State, render_result
from webform.language import gettext, marked
from webform.outputs import TYPES
from webform.places import examples
from webform.result import Result
from webform.sample import sample_of_schema
from webform.values import ABSENT, NotJSONError, read_json, write_json
from webform.web.pages import id_prefix
from webform.web.sent import limit_values

if TYPE_CHECKING:
    from pathlib import Path

    from markupsafe import Markup

    from webform.tool import Output, Tool
    from webform.web.served import Served
    from webform.web.site import Site

#: Bytes of a file with an answer that are shown.
MAX_ANSWER = 1024 * 1024
#: The name of the answer that is made of the outputs.
MADE = marked("Made of the outputs")
_STATE = State(marked("Sample answer"), "spark", marked("Nothing to show"), marked("This answer has no value."))


class SampleAnswer(NamedTuple):
    """An answer as JSON text, and where it is from."""

    name: str
    text: str


def sample_answers(tool: Tool, file: Path | None) -> list[SampleAnswer]:
    """Return the answers that *tool* can be shown with, the best first: that of *file*, its examples', one made."""
    found = [SampleAnswer(file.name, _text_of(file))] if file else []
    found += [
        SampleAnswer(example.name, write_json(example.output, indent=2))
        for example in tool.examples
        if example.output is not ABSENT
    ]
    made = made_answer(tool)
    return found if made is ABSENT else [*found, SampleAnswer(gettext(MADE), write_json(made, indent=2))]


def _text_of(file: Path) -> str:
    try:
        with file.open("rb") as stream:
            return stream.read(MAX_ANSWER).decode("utf-8-sig", "replace")
    except OSError as error:
        return f"{file.name} cannot be read: {error.strerror or error}"


def made_answer(tool: Tool) -> Any:
    """Return an answer with a value for each output of *tool*; `ABSENT` where it declares none."""
    if tool.outputs:
        return {output.key: _value_of(output) for output in tool.outputs}
    return ABSENT if tool.output_schema is None else sample_of_schema(tool.output_schema)


def _value_of(output: Output) -> Any:
    columns = output.options.get("columns")
    if output.type == "table" and isinstance(columns, list) and columns:
        keys = [column.get("key") if isinstance(column, dict) else column for column in columns]
        return [{str(key): f"{key} {row}" for key in keys} for row in (1, 2, 3)]
    # A package that adds a type gives an example with it.
    own = TYPES[output.type].schema.get("examples") if output.type in TYPES else None
    return own[0] if own else _values().get(output.type, gettext("A text"))


@cache
def _values() -> dict[str, Any]:
    """Return a value of each type of output, as the gallery shows it."""
    gallery = json.loads((examples() / "gallery.json").read_text("utf-8"))
    return {sample["output"]["type"]: sample["value"] for sample in reversed(gallery["outputs"])}


def render_answer(site: Site, served: Served, text: str) -> Markup:
    """Return the inside of the result section for the answer *text*, as it would be were it the tool's."""
    return render_result(
        _result_of(served.tool, text),
        served.tool,
        root=site.root,
        origins=site.config.media_origins,
        styles=site.asset("results.css"),
        id_prefix=id_prefix(),
        author=True,
        state=_STATE,
    )


def _result_of(tool: Tool, text: str) -> Result:
    limit_values(text)
    try:
        answer = read_json(text)
    except NotJSONError as error:
        return Result(
            status="error", code="not-json", message=gettext("The answer is not JSON: {message}", message=error.message)
        )
    return replace(read(tool, answer), raw=None)
