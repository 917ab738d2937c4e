"""The state of a form before it is a body: texts as typed, with presence, type and choice."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from webform.inputs import Input, Record, Shape, UnionLike, Variant
from webform.inputs.table import MAX_ROWS
from webform.inputs.walk import child_input
from webform.values import as_dict, as_list, read_json_or, split, unescape, write_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webform.tool import Form


#: How deep a value is shown in controls; what is below is JSON. Python bends no further under the templates.
MAX_SHOWN = 16


@dataclass(slots=True)
class Draft:
    """
    The state of one place in a form, and of the places below it.

    Args:
        presence: its presence, type and choice in one word (`is/p`).
        text: what was typed, a text a control.
        rows: ids of its rows, in order (`row/p`).
        children: the places below, by token.
        wanted: the variant wanted next (`to/p`).
        key: the name of a row of an object (`key/p`).
        hidden_rows_json: JSON text of the rows that are not on the page (`rest/p`).
        other_variants_json: JSON text of what was typed in other variants (`draft/p`).
        placed: once there is a body, the tokens of the draft by those of the body, where any differ.
        filled: whether it shows an object: what is not below is what that lacks.
        hides: something that was typed, at this place or below, was taken away since it is secret.
    """

    presence: str | None = None
    text: list[str] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)
    children: dict[str, Draft] = field(default_factory=dict)
    wanted: str | None = None
    key: str | None = None
    hidden_rows_json: str | None = None
    other_variants_json: str | None = None
    placed: dict[str, str] | None = None
    filled: bool = field(default=False, compare=False)
    hides: bool = field(default=False, compare=False)
    _ids: tuple[bool, list[str], list[str]] | None = field(default=None, init=False, repr=False, compare=False)

    def at(self, pointer: str) -> Draft | None:
        """Return the draft at *pointer* below this one, if anything was filled in there."""
        place: Draft | None = self
        for token in split(pointer):
            place = place.children.get(token) if place else None
        return place

    def member(self, input_: Input) -> Draft | None:
        """Return the draft of *input_*, an input of the object at this place; one that a value lacks is missing."""
        child = self.children.get(input_.key)
        if child is not None or not self.filled:
            return child
        compound = input_.shape in (Shape.RECORD, Shape.ROWS) and not input_.blank_counts
        return Draft(presence="absent") if input_.required and compound else Draft()

    def make(self, pointer: str) -> Draft:
        """Return the draft at *pointer* below this one, made where there is none."""
        place = self
        for token in split(pointer):
            children = place.children
            made = children.get(token)
            if made is None:
                made = children[token] = Draft()
            place = made
        return place

    def blank(self) -> bool:
        """Tell whether nothing at all is filled in."""
        return (
            self.presence is None
            and not self.key
            and not self.hidden_rows_json
            and not any(self.text)
            and all(child.blank() for child in self.children.values())
        )

    def become(self, other: Draft) -> None:
        """Hold what *other* holds, but for the name and what was typed in other variants."""
        self.presence, self.text, self.rows, self.children = other.presence, other.text, other.rows, other.children
        self.wanted, self.hidden_rows_json, self.filled = None, other.hidden_rows_json, other.filled

    def row_ids(self) -> list[str]:
        """Return the ids of its rows, in the order that was sent, else by number; those that are none are left out."""
        is_sent, tokens = bool(self.rows), self.rows or list(self.children)
        # It is asked for at each problem of a form.
        if self._ids is None or self._ids[:2] != (is_sent, tokens):
            ids = filter(is_index, dict.fromkeys(tokens))
            self._ids = is_sent, list(tokens), list(ids if is_sent else sorted(ids, key=int))[:MAX_ROWS]
        return list(self._ids[2])

    def index_of(self, row: str) -> int | None:
        """Return which of its rows has the id *row*, `None` where none has."""
        # Most have the id that they began with.
        if is_index(row) and self.rows[int(row) : int(row) + 1] == [row]:
            return int(row)
        ids = self.row_ids()
        return ids.index(row) if row in ids else None

    def dump(self) -> dict[str, Any]:
        """Return it as a JSON value, for `load`."""
        dumped = {
            "mark": self.presence,
            "text": self.text,
            "rows": self.rows,
            "key": self.key,
            "rest": self.hidden_rows_json,
            "others": self.other_variants_json,
            "kids": {token: child.dump() for token, child in self.children.items()},
        }
        return {name: value for name, value in dumped.items() if value}

    @classmethod
    def load(cls, dumped: Any) -> Draft:
        """Return the draft that `dump` made *dumped* of; of anything else, what can be read of it."""
        facts = as_dict(dumped)
        return cls(
            presence=_text(facts.get("mark")),
            text=_texts(facts.get("text")),
            rows=_texts(facts.get("rows")),
            key=_text(facts.get("key")),
            hidden_rows_json=_text(facts.get("rest")),
            other_variants_json=_text(facts.get("others")),
            children={token: cls.load(child) for token, child in as_dict(facts.get("kids")).items()},
        )

    def kept(self) -> dict[str, Any]:
        """Return what was typed in other variants, dumped, by their token."""
        return as_dict(read_json_or(self.other_variants_json)) if self.other_variants_json else {}

    def keep(self, kept: dict[str, Any]) -> None:
        """Hold *kept* as what was typed in other variants."""
        self.other_variants_json = write_json(kept) if kept else None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _texts(value: Any) -> list[str]:
    return [text for text in as_list(value) if isinstance(text, str)]


def is_index(token: str) -> bool:
    """Tell whether *token* can be the id of a row."""
    return token.isascii() and token.isdigit() and len(token) < 10 and int(token) < MAX_ROWS * 10


def variant_of(union: UnionLike, draft: Draft) -> Variant | None:
    """Return the variant that *draft* is in, `None` where it is in none; what forms show and what they send agree."""
    if draft.presence:
        return union.by_mark.get(draft.presence)
    if draft.children:
        compound = [variant for variant in union.variants if variant.input.shape is not Shape.LEAF]
        keys = draft.children.keys()
        fitting = (
            variant for variant in compound if isinstance(variant.input, Record) and keys <= variant.input.by_key.keys()
        )
        return next(fitting, compound[0] if compound else None)
    if any(draft.text):
        leaves = (variant for variant in union.variants if variant.input.shape is Shape.LEAF)
        return next((leaf for leaf in leaves if leaf.reads(draft.text)), None)
    return None


def as_lines(input_: Input, draft: Draft | None) -> Input:
    """Return what shows *input_* as *draft* has it: a list of lines is typed as such, until any item is none."""
    lines: Input | None = getattr(input_, "lines", None) if input_.shape is Shape.ROWS else None
    if lines is None or (
        draft and (draft.rows or draft.children or draft.hidden_rows_json or draft.presence in ("absent", "json"))
    ):
        return input_
    return lines


def inside(input_: Input | None, draft: Draft | None) -> Input | None:
    """Return the input whose controls stand at a place: the variant chosen where there is a choice."""
    if isinstance(input_, UnionLike):
        variant = variant_of(input_, draft) if draft else None
        return variant.input if variant else None
    return input_


def as_left(input_: Input, draft: Draft | None) -> Input:
    """Return *input_* as *draft* leaves it: undecided where a blank is an answer, and there is none yet."""
    if draft is None or draft.presence is not None or not input_.blank_counts or any(draft.text) or draft.children:
        return input_
    made: Input | None = input_.cache.get("undecided")
    if made is None:
        made = input_.cache["undecided"] = replace(input_, undecided=True)
    return made


def below(input_: Input | None, draft: Draft | None, token: str) -> Input | None:
    """Return the input at *token* below *input_*, as *draft* has it."""
    return child_of(inside(input_, draft), draft, token)


def child_of(input_: Input | None, draft: Draft | None, token: str) -> Input | None:
    """Return the input at *token* right below *input_*, of which *draft* has the rows."""
    if input_ is None or input_.shape is not Shape.ROWS:
        return child_input(input_, token)
    index = draft.index_of(token) if draft else None
    return input_.item(int(token) if index is None else index) if is_index(token) else None


def along(form: Form, draft: Draft | None, pointer: str) -> Iterator[tuple[str, Input]]:
    """Yield the inputs from the root to *pointer* with their pointers, as *draft* has them, as far as there are any."""
    input_: Input | None = form.root
    end = 0
    yield "", form.root
    for written in pointer.split("/")[1:]:
        token, end = unescape(written), end + 1 + len(written)
        input_, draft = below(input_, draft, token), draft.children.get(token) if draft else None
        if input_ is None:
            return
        yield pointer[:end], input_


def find(form: Form, draft: Draft | None, pointer: str) -> Input | None:
    """Return the input at *pointer*, as *draft* has it."""
    return next((input_ for at, input_ in along(form, draft, pointer) if at == pointer), None)
