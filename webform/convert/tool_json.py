"""The writer of tool.json: its manifest, and an input of each property."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.convert.answers import outputs_of
from webform.convert.base import Writer
from webform.convert.declared_inputs import declared_input
from webform.dialects.tool_json_facts import Facts

if TYPE_CHECKING:
    from webform.tool import Tool

#: The facts of a tool that a tool.json has, beside its id, name, outputs and examples.
_FACTS = (
    "description", "version", "category", "icon", "tags", "layout", "max_runtime_seconds", "concurrent",
    "input_transport",
)  # fmt: skip
#: What need not be written.
_DEFAULTS = vars(Facts())


def _write(tool: Tool) -> Any:
    if tool.dialect == "tool-json":
        declared = tool.declaration
        return declared if isinstance(declared, dict) else {"id": tool.id, "name": tool.name, "inputs": declared}
    facts = {name: getattr(tool, name) for name in _FACTS}
    outputs = outputs_of(tool.output_schema)
    examples = [{"name": example.name, "values": example.body} for example in tool.examples]
    return {
        "id": tool.id,
        "name": tool.name,
        **{
            name: [*value] if isinstance(value, tuple) else value
            for name, value in facts.items()
            if value != _DEFAULTS[name]
        },
        # The body of a tool.json is an object.
        "inputs": [declared_input(input_, tool.form) for input_ in tool.form.inputs if input_ is not tool.form.root],
        **({"outputs": outputs} if outputs else {}),
        **({"examples": examples} if examples else {}),
    }


WRITER = Writer(
    name="tool-json", write=_write, join=None, keeps=frozenset({*_FACTS, "outputs", "examples"}), inputs=True
)
