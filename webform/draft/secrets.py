"""Drafts without what is secret in them: what a page may show of what was typed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from webform.draft.base import Draft, child_of
from webform.draft.from_value import begin_input
from webform.inputs import Input, Record, Shape, UnionLike, UnreadableError
from webform.secrecy import holds_secrets, is_secret, kept_of, may_hold, mentions_secret, readings
from webform.values import ABSENT, read_json_or, write_json
from webform.words import MASK

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webform.tool import Form

#: The marks that a value may have: whether it is there, and as what.
_MARKS = frozenset({"absent", "null", "json", "object", "list", "string", "number", "boolean", "enum", "options"})


def shown(form: Form, draft: Draft) -> Draft:
    """Return *draft* as a page may show it: secrets are as in a new form, and the places that held any `hide`."""
    if not holds_secrets(form):
        return draft
    copied = _copied(draft)
    _forget([form.root], copied)
    return copied


def forget(form: Form, input_: Input | None, draft: Draft) -> None:
    """Take from *draft*, of *input_* in *form*, all that is secret."""
    if input_ is not None and holds_secrets(form):
        _forget([input_], draft)


def _copied(draft: Draft) -> Draft:
    children = {token: _copied(child) for token, child in draft.children.items()}
    return replace(draft, text=list(draft.text), rows=list(draft.rows), children=children)


def _forget(inputs: list[Input], draft: Draft, *, secret: bool = False) -> None:
    """Take from *draft*, of one of *inputs*, all that is secret; all it holds where it is *secret* itself."""
    chosen = [inner for input_ in inputs for inner in _chosen(input_, draft)]
    secret = secret or any(map(is_secret, (*inputs, *chosen)))
    marks = _MARKS.union(*(input_.by_mark for input_ in inputs if isinstance(input_, UnionLike)))
    draft.presence = draft.presence if draft.presence in marks else None
    draft.wanted = draft.wanted if draft.wanted in marks or not draft.wanted else None
    if draft.other_variants_json:
        draft.keep(dict(_others(inputs, draft, secret=secret)))
    # What was hidden before stands for a secret, whatever it is read as now.
    if secret or draft.text in ([MASK], [write_json(MASK)]):
        _forget_text(chosen, draft)
    elif any(may_hold(inner) if draft.presence == "json" else mentions_secret(inner.document) for inner in chosen):
        texts = (_kept_json(inputs, typed, draft) for typed in draft.text)
        draft.text = [text for text in texts if text is not None]
        if draft.hides and not draft.text:
            _empty(draft)
    elif any(draft.text) and any(map(may_hold, chosen)):
        # A text where several inputs stand is nobody's.
        draft.text, draft.hides = [], True
    if draft.hidden_rows_json:
        draft.hidden_rows_json = None if secret else _kept_rest(chosen, draft)
    for token, child in list(draft.children.items()):
        parts = [part for inner in chosen for part in _below(inner, draft, token)]
        if parts or any(isinstance(inner, Record) for inner in chosen):
            _forget(parts, child, secret=secret)
        else:
            # Nothing is called so.
            del draft.children[token]
    draft.hides = draft.hides or any(child.hides for child in draft.children.values())


def _chosen(input_: Input, draft: Draft) -> list[Input]:
    """Return the inputs whose controls may stand at *input_*: of a choice the one that is chosen, else all."""
    variant = (
        input_.by_mark.get(draft.presence or "") if isinstance(input_, UnionLike) and input_.type != "unknown" else None
    )
    if variant is None:
        return readings(input_)
    if variant.input.shape is not Shape.LEAF:
        return readings(variant.input)
    # Controls of one text look alike: a secret is soon typed into another.
    others = readings(input_)
    return [variant.input, *(filter(is_secret, others) if _is_read(variant.input, draft) else others)]


def _is_read(leaf: Input, draft: Draft) -> bool:
    """Tell whether what was typed stands for a value of *leaf*, right or wrong."""
    try:
        return not any(draft.text) or leaf.value({"": draft.text}) is not ABSENT
    except (KeyError, UnreadableError):
        return False


def _below(input_: Input, draft: Draft, token: str) -> Iterable[Input]:
    if input_.type == "unknown":
        # What is in any value is any value.
        return (input_,)
    if input_.shape is Shape.LEAF:
        return (input_,) if input_.parts != ("",) else ()
    found = [child_of(input_, draft, token)]
    # What is in a row is of the key that is typed as its name, whatever it stands as on the page.
    if isinstance(input_, Record) and (key := draft.children[token].key):
        found.append(input_.child(key))
    return [part for part in found if part is not None]


def _forget_text(chosen: list[Input], draft: Draft) -> None:
    """Leave of a secret whether it is there, and a default that was not changed."""
    draft.key = draft.key and ""
    if not any(draft.text) and not any(child.text for child in draft.children.values()):
        return
    leaf = chosen[0] if len(chosen) == 1 and chosen[0].shape is Shape.LEAF else None
    begun = begin_input(leaf) if leaf else Draft()
    if draft.text != begun.text or draft.children != begun.children:
        draft.hides = True
        _empty(draft)
        if leaf:
            draft.children = {}


def _empty(draft: Draft) -> None:
    draft.text = []
    # Without its text it is shown in its own controls again.
    draft.presence = None if draft.presence == "json" else draft.presence


def _kept_json(inputs: list[Input], text: str, draft: Draft) -> str | None:
    """Return the JSON text *text* without the secrets in it; where it is none, nothing tells them apart."""
    value = read_json_or(text)
    kept = kept_of(inputs, value)
    if kept == value and value is not ABSENT:
        return text
    draft.hides = draft.hides or bool(text)
    return None if kept is ABSENT else write_json(kept, indent=2)


def _kept_rest(rows: list[Input], draft: Draft) -> str | None:
    value = read_json_or(draft.hidden_rows_json or "")
    kept = kept_of(rows, value)
    draft.hides = draft.hides or kept != value
    return None if kept is ABSENT else write_json(kept)


def _others(inputs: list[Input], draft: Draft, *, secret: bool) -> Iterable[tuple[str, Any]]:
    """Yield what was typed in other variants, by their mark, without what is secret in it."""
    for mark, dumped in draft.kept().items():
        other = Draft.load(dumped)
        other.presence = mark or None
        _forget(inputs, other, secret=secret)
        draft.hides = draft.hides or other.hides
        yield mark, other.dump()
