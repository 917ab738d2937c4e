"""Items of a list that fold to a line, which names the item."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webform.draft import inside
from webform.html.folding import folded
from webform.inputs import Input, Record, Shape

if TYPE_CHECKING:
    from webform.html.field import Field

#: Keys that name an item, the best first.
NAMES = ("name", "title", "label")
#: Inputs whose text says what an item is.
SAYING = frozenset({"text", "textarea", "number", "select", "date", "time", "datetime", "autocomplete"})
#: How many texts a line has, and of how many characters each; a script has the first among so many controls.
MAX_TEXTS, MAX_CHARS, MAX_CONTROLS = 2, 60, 12


def folds(item: Field) -> bool:
    """Tell whether *item* is an object that is shown, and so folds to a line."""
    chosen = inside(item.input, item.draft)
    return isinstance(chosen, Record) and not item.as_json and item.there and folded(item) is None


def naming(item: Field) -> list[Input]:
    """Return the inputs whose texts say what *item*, an object, is, the best first."""
    record = inside(item.input, item.draft)
    found = [input_ for input_ in record.inputs if _says(input_)] if isinstance(record, Record) else []
    found.sort(key=lambda input_: (NAMES.index(input_.key) if input_.key in NAMES else len(NAMES), not input_.required))
    return found[:MAX_CONTROLS]


def line_of(item: Field) -> str:
    """Return what *item*, an object, is in a line; `""` where nothing says it yet."""
    texts = []
    for input_ in naming(item):
        child = item.draft.children.get(input_.key)
        text = child.text[-1].strip() if child and child.text and child.presence != "json" else ""
        if text:
            options = getattr(input_, "by_text", {})
            texts.append(_cut(options[text].label if text in options else text))
    return " · ".join(texts[:MAX_TEXTS])


def _says(input_: Input) -> bool:
    return input_.shape is Shape.LEAF and input_.type in SAYING and not input_.secret


def _cut(text: str) -> str:
    line = text.splitlines()[0]
    return line if len(line) <= MAX_CHARS else line[:MAX_CHARS] + "…"
