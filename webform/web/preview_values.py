"""Typed values of a form whose declaration has changed: they go on in the new form, by input."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from webform.draft import Draft, begin
from webform.html.decode import value_of
from webform.inputs import Input, Record, Shape
from webform.values import ABSENT, as_dict, equal

if TYPE_CHECKING:
    from webform.files import FileStore
    from webform.tool import Form


class _Before(NamedTuple):
    """A place of the form before: its input, its draft and value at first, and its value now."""

    input: Input | None
    draft: Draft | None
    first: Any
    value: Any

    def child(self, key: str) -> _Before:
        """Return the place of the input *key* below."""
        input_ = self.input.by_key.get(key) if isinstance(self.input, Record) else None
        draft = self.draft.children.get(key) if self.draft else None
        first, value = (as_dict(whole).get(key, ABSENT) for whole in (self.first, self.value))
        return _Before(input_, draft, first, value)


def carried(form: Form, before: Form | None, sent: Draft, files: FileStore) -> Draft:
    """
    Return the draft of *form* with what was typed into the form *before*; its new defaults count where nothing was.

    Args:
        form: the form now.
        before: the form that was shown; where it is `None`, all that was sent counts as typed.
        sent: what was in it.
        files: where the files of values are.
    """
    draft = begin(form)
    if before is None:
        place = _Before(form.root, None, ABSENT, ABSENT)
    else:
        first = begin(before)
        place = _Before(before.root, first, value_of(before, first, files), value_of(before, sent, files))
    if isinstance(form.root, Record) and _shows_parts(place, draft, sent):
        _carry_parts(form.root, place, draft, sent)
        return draft
    return sent if _is_typed(place, sent) and _is_same_kind(form.root, place.input) else draft


def _carry_parts(record: Record, before: _Before, draft: Draft, sent: Draft) -> None:
    """Put into *draft* what was typed into the inputs of *record*, and its rows of further values."""
    for input_ in record.inputs:
        typed, place = sent.children.get(input_.key), before.child(input_.key)
        if typed is None or not _is_same_kind(input_, place.input):
            continue
        below = draft.children.get(input_.key)
        if below is not None and isinstance(input_, Record) and _shows_parts(place, below, typed):
            _carry_parts(input_, place, below, typed)
        elif _is_typed(place, typed):
            draft.children[input_.key] = typed
    if sent.rows or sent.hidden_rows_json:
        known = before.input.by_key if isinstance(before.input, Record) else {}
        further = {key: child for key, child in sent.children.items() if key not in known and key not in record.by_key}
        draft.rows, draft.hidden_rows_json = sent.rows, sent.hidden_rows_json
        draft.children |= further


def _shows_parts(before: _Before, draft: Draft, sent: Draft) -> bool:
    """Tell whether what is an object now was one before, shown by its inputs now as then."""
    return isinstance(before.input, Record) and {draft.presence, sent.presence} <= {None, "object"}


def _is_same_kind(input_: Input, before: Input | None) -> bool:
    """Tell whether what was typed into *before* can be shown in *input_*, if only to be mended."""
    if before is None:
        return False
    return type(input_) is type(before) or input_.shape is before.shape is Shape.LEAF


def _is_typed(before: _Before, sent: Draft) -> bool:
    """Tell whether *sent* is something else than the form began with."""
    if not equal(before.value, before.first):
        return True
    # What cannot be read, and what is hidden, has no value.
    return before.value is ABSENT and _texts(sent) != _texts(before.draft)


def _texts(draft: Draft | None) -> list[str]:
    if draft is None:
        return []
    return [text for text in draft.text if text] + [
        text for _, child in sorted(draft.children.items()) for text in _texts(child)
    ]
