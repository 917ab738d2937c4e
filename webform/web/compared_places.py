"""The places of compared values in words: labels of inputs, outputs and columns, and numbers of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.draft import find
from webform.language import gettext
from webform.outputs.schema_view import Annotations, annotations_of
from webform.values import as_text, at_pointer, dicts_in, join, split

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.tool import Output, Tool

    #: From a pointer to the label of what is there; `""` where it has none.
    LabelAt = Callable[[str], str]


def place_words(at: str, value: Any, label_at: LabelAt) -> list[str]:
    """Return the words for the place *at* in *value*, a word a step."""
    words, reached = list[str](), ""
    for token in split(at):
        outer, reached = at_pointer(value, reached), join(reached, token)
        words.append(_item_words(value, reached) if isinstance(outer, list) else label_at(reached) or token)
    return words


def _item_words(value: Any, at: str) -> str:
    number = int(split(at)[-1]) + 1
    is_row = isinstance(at_pointer(value, at), dict)
    return gettext("Row {number}", number=number) if is_row else gettext("Item {number}", number=number)


def labels_of_inputs(tool: Tool | None) -> LabelAt:
    """Return what tells the labels of the inputs of *tool*; one that is served no more has none."""

    def label_at(at: str) -> str:
        found = find(tool.form, None, at) if tool else None
        return found.label if found else ""

    return label_at


def labels_of_outputs(tool: Tool | None, value: Any) -> LabelAt:
    """Return what tells the labels of the parts of *value*, an answer of *tool*, by its outputs, else by its schema."""
    outputs = {output.key: output for output in tool.outputs} if tool else {}
    whole = annotations_of(tool.output_schema if tool else None, value)
    known: dict[str, tuple[Any, Annotations]] = {"": (value, whole)}

    def described(at: str) -> tuple[Any, Annotations]:
        if at not in known:
            above, _, _ = at.rpartition("/")
            outer, annotations = described(above)
            token = split(at)[-1]
            inner = at_pointer(value, at)
            is_item = isinstance(outer, list) and token.isdecimal()
            known[at] = inner, annotations.item(int(token), inner) if is_item else annotations.child(token, inner)
        return known[at]

    def label_at(at: str) -> str:
        key, *below = split(at)
        declared = _declared_label(outputs.get(key), below)
        return declared or described(at)[1].label

    return label_at


def _declared_label(output: Output | None, below: list[str]) -> str:
    """Return the label of *output*, or of the column of it that *below* leads to."""
    if output is None or not below:
        return output.label if output else ""
    columns = dicts_in(output.options.get("columns"))
    return next((as_text(column.get("label")) for column in columns if [column.get("key")] == below[1:]), "")
