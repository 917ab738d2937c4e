"""Inputs bound to a draft: what a template needs of each place of a form."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any, cast

from webform.draft import MAX_SHOWN, Draft, as_left, as_lines, inside, variant_of
from webform.draft.from_value import begin_input
from webform.files import in_words
from webform.html.conditions import condition_of, inactive_keys, is_unseen
from webform.html.folding import cannot_show, divided, folded, json_of
from webform.html.groups import Group, by_fold
from webform.html.items import folds, line_of, naming
from webform.html.page import Control, Page, template
from webform.html.pairs import kind_of
from webform.html.stencils import drawn_alike, is_long_help
from webform.html.uploaded import accepted_words, file_of
from webform.inputs import INPUTS, Record, Shape, UnionLike
from webform.inputs.booleans import BooleanLike
from webform.inputs.texts import is_line
from webform.secrecy import takes_secret
from webform.values import (
    join,
    split,
    to_id,
    to_name,
    unescape,
    write_json,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jinja2.environment import TemplateModule
    from markupsafe import Markup

    from webform.inputs import Input, Variant
    from webform.problems import Problem

#: How many rendered fields a form keeps, and the longest text of one.
MAX_KEPT = 5000
MAX_KEPT_TEXT = 200
#: A list of flat objects of at most so many keys, each in one of these controls, is a table.
MAX_COLUMNS = 8
#: So many characters fit into a row of a narrow form, a box and its gap taking the room of some.
MAX_ROW, ROOM_OF_CHOICE, MAX_NARROW = 40, 5, 12
CELLS = frozenset({"text", "number", "select", "checkbox", "date", "time", "constant"})


class Bound(Control):
    """
    An input at its place in a form.

    Args:
        input_: the input.
        draft: what is filled in there.
        at: its pointer.
        page: what all places share.
        condition: what it is shown by.
        label: what it is called here; the input's own label where it is `None`.
        above: the place that it is a row of.
    """

    __slots__ = ("_cut", "above", "condition", "input", "label", "page", "problems")

    def __init__(  # noqa: PLR0913, PLR0917 - what a place is made of
        self,
        input_: Input,
        draft: Draft | None,
        at: str,
        page: Page,
        condition: tuple[str, str] | None = None,
        label: str | None = None,
        above: Bound | None = None,
    ) -> None:
        self.input = as_left(as_lines(input_, draft), draft)
        self.page, self.condition, self.above = page, condition, above
        self.label = input_.label if label is None else label
        self._cut: tuple[list[str], str | None] | None = None
        self.problems = page.problems_at(at)
        required = input_.required and condition is None and above is None
        super().__init__(at, draft or Draft(), "", invalid=bool(self.problems), required=required, before=page.before)

    @property
    def described(self) -> str:
        """The ids of what describes it: its help, and its problem."""
        help_of = f"{self.id_of('help')} " if self.input.description else ""
        limits_of = f"{self.id_of('limits')} " if self.limits else ""
        return self.described_by or limits_of + help_of + self.id_of("problem")

    @property
    def limits(self) -> str:
        """How large its value may be, where it has a label to say it beside."""
        return "" if self.called is not None or self.as_json else self.input.limits

    @property
    def as_json(self) -> bool:
        """Whether the value is shown as JSON since the input's own controls would harm it."""
        if self.deep:
            return True
        input_ = self.input
        shown = input_.takes_json or input_.shape is Shape.UNION or input_.type == "password"
        return self.draft.presence == "json" and not shown

    @property
    def misfit(self) -> bool:
        """Whether it is shown as JSON since its own controls cannot show the value; not where people prefer JSON."""
        return not (self.input.reason or self.deep) and cannot_show(self.input, self.text)

    @property
    def is_secret(self) -> bool:
        """Whether its own controls may hold a secret, of which a browser keeps nothing."""
        return self.page.has_secrets and takes_secret(self.input, as_json=self.as_json or self.draft.presence == "json")

    @property
    def deep(self) -> bool:
        """Whether it is made of several and stands too deep for controls of its own."""
        return self.input.shape is not Shape.LEAF and self.at.count("/") > MAX_SHOWN

    @property
    def text(self) -> str:
        """What was typed, or what the value is."""
        if self.deep and self.draft.presence != "json":
            return json_of(self.input, self.draft) or ""
        return super().text

    @property
    def several(self) -> bool:
        """Whether it has several controls, and so a legend instead of a label."""
        return self.input.several and not self.as_json

    @property
    def _template(self) -> TemplateModule:
        return template("inputs/_as_json.html" if self.as_json else f"inputs/{self.input.type}.html")

    def html(self) -> Markup:
        """Return the HTML of the whole field; most fields of a form are as they were the last time it was shown."""
        input_, draft, page = self.input, self.draft, self.page
        kept, text = page.kept, draft.text
        page.room -= 1
        changing = (
            self.problems
            or draft.children
            or draft.rows
            or draft.other_variants_json
            or draft.wanted
            or page.suggestions
        )
        several = self.above or input_.shape is not Shape.LEAF
        if changing or several or input_.secret or self.opened or (text and sum(map(len, text)) > MAX_KEPT_TEXT):
            return self.draw()
        key = (page.address, page.id_prefix, self.at, draft.presence, *text)
        made = kept.get(key)
        # Another input may stand at the same place.
        if made is None or made[0] is not input_:
            if len(kept) > MAX_KEPT:
                kept.clear()
            alike = not self.condition and not any(text) and not (page.formatted and input_.description)
            made = kept[key] = input_, (drawn_alike(self) if alike else None) or self.draw()
        return made[1]

    def html_with(self, other: Bound) -> Markup:
        """Return the HTML of this field and *other*, which belongs to it."""
        return template("inputs/_pair.html").pair(self, other, kind_of(self, other))  # type: ignore[attr-defined,no-any-return]  # its macro

    def draw(self) -> Markup:
        """Return the HTML of the whole field as its template has it."""
        return template("input.html").field(self)  # type: ignore[attr-defined,no-any-return]  # its macro

    def control(self) -> Markup:
        """Return the HTML of its controls alone."""
        return self._template.control(self)  # type: ignore[attr-defined,no-any-return]  # the macro of every input's template

    def part(self, pointer: str) -> Control:
        """Return its control at *pointer*, relative to it."""
        at = self.at + pointer
        wrong = any(problem.at in (at, self.at) for problem in self.problems)
        draft = self.draft.at(pointer) or Draft()
        return Control(at, draft, self.described, invalid=wrong, required=self.required, before=self.before)

    @property
    def blank_mark(self) -> str | None:
        """What says what it is where it is blank, as a box is that says false."""
        unticked = isinstance(self.input, BooleanLike) and self.text == "false"
        return "boolean" if unticked else self.draft.presence

    @property
    def is_unset(self) -> bool:
        """Whether it is a box that may be neither ticked nor not, and is."""
        input_ = self.input
        may_be = isinstance(input_, BooleanLike) and not input_.two_state and self.called is None
        return may_be and not self.text and not self.draft.presence

    @property
    def texts(self) -> list[str]:
        """What was chosen, in order."""
        return self.draft.text

    @property
    def own_problems(self) -> list[Problem]:
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
    def chosen(self) -> frozenset[str]:
        """What was chosen, to look it up."""
        return frozenset(self.draft.text)

    @property
    def rows(self) -> list[tuple[str, str, str | None, list[Bound]]]:
        """Its rows: id, pointer, mark and cells of each."""
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
    def variant(self) -> Variant | None:
        """The variant that is chosen, of a union."""
        return variant_of(self.input, self.draft) if isinstance(self.input, UnionLike) else None

    @property
    def left_out(self) -> bool:
        """Whether an object or a list is shown as the button that adds it: one that is required only without room."""
        shown = self.input.required and self.page.room > 0 and self.draft.presence not in ("absent", "null")
        return not self.there and not shown

    def mark_of(self, kind: str) -> str:
        """Return what says that an object or a list is there; a row that nobody filled in is nothing yet."""
        return self.draft.presence or (kind if self.there or self.above is None else "")

    @property
    def there(self) -> bool:
        """Whether an object or a list is there, and not left out."""
        draft = self.draft
        return draft.presence not in (None, "absent", "null") or (draft.presence is None and not draft.blank())

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
    def groups(self) -> list[Group]:
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
                # Where the name is a control of its own, it is not said twice.
                label = "Value" if is_line(child.key) else token
                bound.append(Bound(input_, child, at, self.page, label=label, above=self))
        return bound

    @property
    def help(self) -> Markup:
        """Its description, as HTML."""
        return self.page.prose(self.input.description)

    @property
    def choices_layout(self) -> str:
        """The class of its options: they stand in a row where they fit, else in columns where each is short."""
        labels = [choice.label for choice in self.input.by_text.values()]  # type: ignore[attr-defined]  # asked of choices alone
        if sum(map(len, labels)) + ROOM_OF_CHOICE * len(labels) <= MAX_ROW:
            return " in-row"
        return " in-columns" if max(map(len, labels)) <= MAX_NARROW else ""

    @property
    def has_long_help(self) -> bool:
        """Whether its description is so long that its first lines are shown, and the others when they are asked for."""
        return is_long_help(self.input.description)

    @property
    def opened(self) -> bool:
        """Whether it was asked for just now."""
        return self.page.opened == self.at

    @property
    def asked(self) -> bool:
        """Whether it, or a part of it, was asked for just now."""
        opened = self.page.opened
        return opened is not None and (opened + "/").startswith(self.at + "/")

    @property
    def formatted(self) -> Markup:
        """Its text, which is Markdown, as HTML."""
        return self.page.prose(self.text)

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
        """The items of a list that are on the page: the id of each, and its input."""
        return [
            (row, Bound(input_, self.draft.children.get(row), join(self.at, row), self.page, label=label, above=self))
            for index, row in enumerate(self._on_page[0])
            for input_ in [self.input.item(index)]
            for label in [f"{input_.label or 'Item'} {index + 1}"]
        ]

    @property
    def folds(self) -> bool:
        """Whether it is an item that folds to a line."""
        return folds(self)

    @property
    def line(self) -> str:
        """What it is, as an item that folds, in a line."""
        return line_of(self)

    @property
    def line_names(self) -> str:
        """The names of the controls that say what it is, for a script, as JSON."""
        return write_json([to_name(join(self.at, input_.key)) for input_ in naming(self)])

    @property
    def unfolded(self) -> bool:
        """Whether it is an item that is open: something is wrong in it, was asked for, or nothing says what it is."""
        return bool(self.problems or self.asked or not self.line)

    @property
    def blank_item(self) -> Bound:
        """An item to be added by a script, its id a `*`."""
        input_ = self.input.item(0)
        label = f"{input_.label or 'Item'} *"
        return Bound(input_, begin_input(input_), join(self.at, "*"), self.page, label=label, above=self)

    @property
    def columns(self) -> Sequence[Input]:
        """The columns of a list that is shown as a table: its items are flat, and each is what was declared."""
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

    @property
    def rest(self) -> str | None:
        """The JSON text of the items that have no room on the page, with those that travelled so before."""
        return self._on_page[1]

    @property
    def _on_page(self) -> tuple[list[str], str | None]:
        """The ids of the items that are on the page, and the JSON text of the others."""
        if self._cut is None:
            self._cut = divided(self)
        return self._cut

    @property
    def folded(self) -> str | None:
        """The JSON text of a part that has no room on the page; `None` where it is shown."""
        return folded(self)

    @property
    def files(self) -> list[dict[str, str]]:
        """Its files: name and size to read, text to send."""
        return [file_of(index, text) for index, text in enumerate(self.draft.text) if text]

    @property
    def accepted_words(self) -> str:
        """What files it takes, for people."""
        return accepted_words(self.input.accepted)  # type: ignore[attr-defined]  # asked of uploads alone

    @staticmethod
    def size_words(size: int) -> str:
        """Return *size* in bytes in words."""
        return in_words(size)

    @property
    def suggestions(self) -> list[dict[str, Any]] | None:
        """What the tool suggested for it, if it was asked."""
        return self.page.suggestions.get(self.at)


def bind(record: Record, draft: Draft, page: Page, at: str = "") -> list[Group]:
    """Return the inputs of *record* by heading, each at its place; what was not declared, but is there, comes last."""
    undeclared = [
        Bound(_undeclared(key), child, join(at, key), page)
        for key, child in draft.children.items()
        if child.presence == "json" and key not in record.by_key and record.undeclared is None
    ]
    inactive = inactive_keys(record, draft)
    declared = []
    for title, inputs in record.groups:
        fields = [
            Bound(input_, draft.member(input_), join(at, input_.key), page, condition_of(record, input_))
            for input_ in inputs
            if input_.key not in inactive
        ]
        # Those of a schema are one group.
        shown, more = by_fold(fields, may_fold=record.unordered and not title)
        declared.append(Group(title, shown, more, page.before + to_id(at, "more")))
    return [*declared, Group("", undeclared)] if undeclared else declared


def _fits_cell(input_: Input) -> bool:
    """Tell whether a cell has room for *input_*: not for a box that may be not set, which has a button beside it."""
    return not isinstance(input_, BooleanLike) or input_.two_state


def _undeclared(key: str) -> Input:
    return INPUTS["text"](key=key, label=key, required=False, reason="it is none of this form's inputs.")
