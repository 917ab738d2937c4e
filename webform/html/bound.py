"""Inputs bound to a draft: what a template needs of each place of a form."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, cast

from webform.draft import Draft, as_left, inside, variant_of
from webform.draft.from_value import begin_input
from webform.html.conditions import condition_of, hidden_keys, inactive_keys, is_unseen
from webform.html.folding import FoldingField
from webform.html.groups import Group, by_fold
from webform.html.pairs import pair_html
from webform.html.states import blank_of, facts_in, states_of
from webform.inputs import INPUTS, Input, Record, Shape, UnionLike, Variant
from webform.inputs.booleans import BooleanLike
from webform.inputs.texts import is_line
from webform.language import gettext
from webform.values import join, split, to_id, to_name, unescape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markupsafe import Markup

    from webform.html.page import Page
    from webform.problems import Problem

#: A list of flat objects of at most so many keys, each in one of these controls, is a table.
MAX_COLUMNS = 8
CELLS = frozenset({"text", "number", "select", "checkbox", "date", "time", "constant"})


class Bound(FoldingField):
    """A field with what stands below it: the inputs of an object, the items of a list, the variant of a union."""

    def html_with(self, other: Bound) -> Markup:
        """Return the HTML of this field and *other*, which belongs to it."""
        return pair_html(self, other)

    @property
    def own_problems(self) -> Sequence[Problem]:
        """Its problems, but for those that the places below it say themselves."""
        if not self.problems or self.input.shape is Shape.LEAF or self.as_json or self.folded is not None:
            return self.problems
        inner = self.variant
        if isinstance(self.input, UnionLike) and (inner is None or inner.input.shape is Shape.LEAF):
            return self.problems
        return [problem for problem in self.problems if not self._shows(problem.at)]

    def _shows(self, at: str) -> bool:
        """Tell whether a place below this one shows the problem at *at*."""
        if at == self.at:
            return False
        token, *deeper = split(at[len(self.at) :])
        if self.input.type == "table":
            # The cells say theirs, rows have no place of their own.
            row: Record = self.input.row  # type: ignore[attr-defined]  # it is a table's
            return bool(deeper) and deeper[0] in row.by_key and self.draft.index_of(token) is not None
        input_ = inside(self.input, self.draft)
        if isinstance(input_, Record):
            member, child = input_.by_key.get(token), self.draft.children.get(token)
            return child is not None if member is None else not is_unseen(self.input, member, child)
        return token in self._on_page[0]

    @property
    def rows(self) -> list[tuple[str, str, str | None, list[Bound]]]:
        """Its rows, as id, pointer, mark and cells."""
        row: Record = self.input.row  # type: ignore[attr-defined]  # asked of rows alone
        bound = []
        for number in self.draft.row_ids():
            child, at = self.draft.children.get(number) or Draft(), join(self.at, number)
            cells = [
                Bound(input_, child.children.get(input_.key), join(at, input_.key), self.page) for input_ in row.inputs
            ]
            bound.append((number, at, child.presence, cells))
        return bound

    @property
    def new_row(self) -> str:
        """The id of the row that is added next."""
        taken = set(self.draft.row_ids())
        return next(row for number in count(len(taken)) if (row := str(number)) not in taken)

    @property
    def blank_row(self) -> list[Bound]:
        """The cells of a row to be added by a script, its id a `*`."""
        row: Record = self.input.row  # type: ignore[attr-defined]  # asked of rows alone
        return [Bound(input_, None, join(self.at, "*", input_.key), self.page) for input_ in row.inputs]

    @property
    def states(self) -> list[tuple[str, str, str, Bound]]:
        """What can stand at its place, where a script shows that: what says it, its kind, its facts, and its field."""
        if not self.page.alone or self.as_json or self.page.room <= 0:
            return []
        states = states_of(self.input, is_row=self.above is not None)
        return [
            (mark, input_.type if input_ else mark, facts_in(input_), self._as(draft)) for mark, input_, draft in states
        ]

    def _as(self, draft: Draft) -> Bound:
        """Return the field at this place where it holds *draft*."""
        return Bound(self.input, draft, self.at, self.page, label=self.label, above=self.above)

    @property
    def state_now(self) -> str:
        """What says which of its states it is in."""
        if isinstance(self.input, UnionLike):
            return self.draft.presence or ""
        return "absent" if self.left_out else "list" if self.input.shape is Shape.ROWS else "object"

    @property
    def facts(self) -> str:
        """What a script that reads its controls does not see in them, as JSON, where there is no server."""
        return facts_in(self.input) if self.page.alone else ""

    @property
    def variant(self) -> Variant | None:
        """The variant that is chosen, of a union."""
        return variant_of(self.input, self.draft) if isinstance(self.input, UnionLike) else None

    @property
    def inner(self) -> Bound | None:
        """The input of the variant that is chosen, at the same place; its own label is the union's."""
        variant = self.variant
        if variant is None:
            return None
        inner = Bound(variant.input, self.draft, self.at, self.page, label=self.label)
        inner.called = self.label
        return inner

    @property
    def owns_id(self) -> bool:
        """Whether the fieldset itself has the id of its place; that of a union is its control's."""
        return self.input.shape is not Shape.UNION

    @property
    def groups(self) -> list[Group[Bound]]:
        """The inputs of an object, by heading."""
        return bind(self.input, self.draft, self.page, self.at)  # type: ignore[arg-type]  # asked of records alone

    @property
    def entries(self) -> list[Bound]:
        """The rows of an object: what has a name that was not declared."""
        record, children = cast("Record", self.input), self.draft.children
        tokens = [row for row in self.draft.rows if row in children] or list(children)
        bound = []
        for token in dict.fromkeys([*tokens, *children]):
            input_ = None if token in record.by_key else record.child(token)
            if input_ is not None:
                child, at = children[token], join(self.at, token)
                # Where the name is a control of its own, it does not stand there twice.
                label = gettext("Value") if is_line(child.key) else token
                bound.append(Bound(input_, child, at, self.page, label=label, above=self))
        return bound

    @property
    def key(self) -> str | None:
        """The name of a row, where a control can hold it unharmed."""
        return self.draft.key if is_line(self.draft.key) else None

    @property
    def row_name(self) -> str:
        """How a row of an object is named in `row/p`."""
        return to_name(join("", unescape(self.at.rpartition("/")[2])))

    @property
    def items(self) -> list[tuple[str, Bound]]:
        """The items of a list that are on the page, as id and input."""
        return [
            (row, Bound(input_, self.draft.children.get(row), join(self.at, row), self.page, label=label, above=self))
            for index, row in enumerate(self._on_page[0])
            for input_ in [self.input.item(index)]
            for label in [f"{input_.label or _item()} {index + 1}"]
        ]

    @property
    def blank_item(self) -> Bound:
        """An item to be added by a script, its id a `*`."""
        input_ = self.input.item(0)
        label = f"{input_.label or _item()} *"
        mark = "object" if isinstance(input_, Record) else None
        draft = blank_of(input_, mark) if self.page.alone else begin_input(input_)
        return Bound(input_, draft, join(self.at, "*"), self.page, label=label, above=self)

    @property
    def columns(self) -> Sequence[Input]:
        """The columns of a list that is shown as a table: its items are flat, and each is what was declared."""
        if self.page.alone:
            return ()
        item = self.input.item(0)
        if not isinstance(item, Record) or item.grows or item.inactive_keys or not 0 < len(item.inputs) <= MAX_COLUMNS:
            return ()
        if not all(input_.type in CELLS and not input_.several and _fits_cell(input_) for input_ in item.inputs):
            return ()
        rows = [self.draft.children.get(row) or Draft() for row in self._on_page[0]]
        keys = item.by_key.keys()
        plain = all(
            row.presence in (None, "object")
            and row.children.keys() <= keys
            and not any(child.presence == "json" or "\n" in "".join(child.text) for child in row.children.values())
            and not any(as_left(input_, row.member(input_)).undecided for input_ in item.inputs)
            for row in rows
        )
        return item.inputs if plain and rows else ()

    def column_help(self, column: Input) -> str:
        """Return the id of the description of a column."""
        return self.before + to_id(join(self.at, "*", column.key), "help")

    def cells(self) -> list[Bound]:
        """Return the cells of a row of a table, each called what its column is."""
        cells = []
        for input_ in cast("Record", self.input).inputs:
            cell = Bound(input_, self.draft.member(input_), join(self.at, input_.key), self.page, above=self)
            cell.called = f"{input_.label}, {self.label}"
            help_of = f"{self.above.column_help(input_)} " if self.above and input_.description else ""
            cell.described_by = help_of + cell.id_of("problem")
            cells.append(cell)
        return cells


def bind(record: Record, draft: Draft, page: Page, at: str = "") -> list[Group[Bound]]:
    """Return the inputs of *record* by heading, each at its place; what was not declared, but is there, comes last."""
    undeclared = [
        Bound(_undeclared(key), child, join(at, key), page)
        for key, child in draft.children.items()
        if child.presence == "json" and key not in record.by_key and record.undeclared is None
    ]
    inactive, hidden = inactive_keys(record, draft), hidden_keys(record, draft)
    declared = []
    for title, inputs in record.groups:
        fields = [
            Bound(input_, draft.member(input_), join(at, input_.key), page, condition_of(record, input_, hidden))
            for input_ in inputs
            if input_.key not in inactive
        ]
        # Those of a schema are one group.
        shown, more = by_fold(fields, may_fold=record.unordered and not title)
        declared.append(Group(title, shown, more, page.before + to_id(at, "more")))
    return [*declared, Group("", undeclared)] if undeclared else declared


def _item() -> str:
    """Return what an item without a label is called."""
    return gettext("Item")


def _fits_cell(input_: Input) -> bool:
    """Tell whether a cell has room for *input_*: not for a box that may be not set, which has a button beside it."""
    return not isinstance(input_, BooleanLike) or input_.two_state


def _undeclared(key: str) -> Input:
    return INPUTS["text"](key=key, label=key, required=False, reason="it is none of this form's inputs.")
