"""Fields that fold: parts without room on a page travel as JSON, and items of a list fold to a line that names them."""

from __future__ import annotations

from functools import cached_property

from webform.draft import Draft, inside
from webform.html.as_json import json_of
from webform.html.field import Field
from webform.html.page import ROOM
from webform.inputs import Input, Record, Shape
from webform.values import join, read_json_or, split, to_name, write_json

#: How many items of a list a page shows, where nothing is wrong in the others.
MAX_ITEMS = 100
#: Keys that name an item, the best first.
NAMES = ("name", "title", "label")
#: Inputs whose text says what an item is.
SAYING = frozenset({"text", "textarea", "number", "select", "date", "time", "datetime", "autocomplete"})
#: How many texts a line has, and of how many characters each; a script has the first among so many controls.
MAX_TEXTS, MAX_CHARS, MAX_CONTROLS = 2, 60, 12


class FoldingField(Field):
    """A field that folds where its page has no room for it, and, as an item of a list, to a line."""

    @property
    def folded(self) -> str | None:
        """The JSON text of a part that has no room on the page; `None` where it is shown."""
        page = self.page
        if self.input.shape is Shape.LEAF or page.room > 0 or self.problems or not self.there or self.deep:
            return None
        if self.asked:
            page.room = max(page.room, ROOM // 2) if self.opened else page.room
            return None
        return json_of(self.input, self.draft)

    @property
    def rest(self) -> str | None:
        """The JSON text of the items that have no room on the page, with those that travelled so before."""
        return self._on_page[1]

    @cached_property
    def _on_page(self) -> tuple[list[str], str | None]:
        """The ids of the items of a list that are on the page, and the JSON text of the others."""
        ids, before = self.draft.row_ids(), self.draft.hidden_rows_json
        travelled = _items_of(before)
        if len(ids) <= MAX_ITEMS or self.opened or travelled is None:
            return ids, before
        # An item where something is wrong, or was opened, is shown, and so are all before it.
        places = [problem.at for problem in self.problems] + [self.page.opened or ""]
        wanted = {split(at[len(self.at) :])[0] for at in places if at.startswith(self.at + "/")}
        texts = list[str]()
        for index in range(len(ids) - 1, MAX_ITEMS - 1, -1):
            child = self.draft.children.get(ids[index]) or Draft()
            text = None if ids[index] in wanted else json_of(self.input.item(index), child)
            if text is None:
                break
            texts.append(text)
        shown = len(ids) - len(texts)
        return ids[:shown], f"[{', '.join([*reversed(texts), *travelled])}]" if texts else before

    @property
    def folds(self) -> bool:
        """Whether it is an object that is shown, and so folds to a line as an item."""
        chosen = inside(self.input, self.draft)
        return isinstance(chosen, Record) and not self.as_json and self.there and self.folded is None

    @property
    def line(self) -> str:
        """What it is, as an item that folds, in a line; `""` where nothing says it yet."""
        texts = []
        for input_ in self._naming:
            child = self.draft.children.get(input_.key)
            text = child.text[-1].strip() if child and child.text and child.presence != "json" else ""
            if text:
                options = getattr(input_, "by_text", {})
                texts.append(_cut(options[text].label if text in options else text))
        return " · ".join(texts[:MAX_TEXTS])

    @property
    def line_names(self) -> str:
        """The names of the controls that say what it is, for a script, as JSON."""
        return write_json([to_name(join(self.at, input_.key)) for input_ in self._naming])

    @property
    def unfolded(self) -> bool:
        """Whether it is an item that is open: something is wrong in it, was asked for, or nothing says what it is."""
        return bool(self.problems or self.asked or not self.line)

    @property
    def _naming(self) -> list[Input]:
        """The inputs whose texts say what an object is, the best first."""
        record = inside(self.input, self.draft)
        found = [input_ for input_ in record.inputs if _says(input_)] if isinstance(record, Record) else []
        found.sort(
            key=lambda input_: (NAMES.index(input_.key) if input_.key in NAMES else len(NAMES), not input_.required)
        )
        return found[:MAX_CONTROLS]


def _items_of(rest: str | None) -> list[str] | None:
    """Return the JSON texts of the items in *rest*, together; `None` where it is no list."""
    items = read_json_or(rest or "[]")
    return ([rest.strip()[1:-1].strip()] if rest and items else []) if isinstance(items, list) else None


def _says(input_: Input) -> bool:
    return input_.shape is Shape.LEAF and input_.type in SAYING and not input_.secret


def _cut(text: str) -> str:
    line = text.splitlines()[0]
    return line if len(line) <= MAX_CHARS else line[:MAX_CHARS] + "…"
