"""The link that fills in a form as it is filled in now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from webform.draft import Draft, begin
from webform.files import StoredFile
from webform.html.decode import value_of
from webform.inputs import Input, Record, Shape
from webform.inputs.walk import parts
from webform.language import gettext, number
from webform.secrecy import without
from webform.values import ABSENT, as_dict, equal, join, to_name, write_json
from webform.web.prefill import is_open, prefilled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webform.tool import Form

#: The most characters of a link: servers and chat programs cut longer ones.
MAX_LINK = 6000

Entries = list[tuple[str, str]]


@dataclass(frozen=True, kw_only=True)
class ShareLink:
    """
    A link to a form that is filled in.

    Args:
        query: what follows the address of the tool; `""` where the form is as it is at first.
        left_out: the labels of the inputs whose values the link cannot carry.
    """

    query: str
    left_out: Sequence[str] = ()

    @property
    def too_long(self) -> bool:
        """Whether it is too long to be passed on."""
        return len(self.query) > MAX_LINK


def link_of(form: Form, draft: Draft) -> ShareLink:
    """Return the link that fills *form* in as *draft* does, but for files and secrets."""
    body, fresh = value_of(form, draft), value_of(form, begin(form))
    if not isinstance(body, dict) or not isinstance(form.root, Record):
        carried = without(form, form.root, body)
        is_empty = carried is ABSENT or equal(body, fresh)
        return ShareLink(query="" if is_empty else _query([("#", write_json(carried))]))
    changed = {key: value for key, value in body.items() if not equal(value, fresh.get(key, ABSENT))}
    kept = {key: value for key, value in changed.items() if _can_carry(form, form.root.child(key), value)}
    entries = [(to_name(join("", key)), _text(form.root.child(key), value)) for key, value in kept.items()]
    opened = prefilled(form, entries)
    arrived = as_dict(value_of(form, opened.draft)) if opened else {}
    typed = (key for key, place in draft.children.items() if any(place.text))
    gone = [key for key in (*fresh, *typed) if key not in body and _is_shown(form.root, key, body)]
    lost = [key for key in changed if not equal(arrived.get(key, ABSENT), changed[key])]
    keys = dict.fromkeys([*lost, *gone])
    return ShareLink(query=_query(entries), left_out=[_label(form.root, key) for key in keys])


def _is_shown(root: Record, key: str, body: dict[str, Any]) -> bool:
    input_ = root.by_key.get(key)
    return input_ is not None and root.shows(input_, body)


def _can_carry(form: Form, input_: Input | None, value: Any) -> bool:
    return (
        input_ is not None and is_open(input_) and not _holds_file(value) and equal(without(form, input_, value), value)
    )


def _holds_file(value: Any) -> bool:
    return isinstance(value, StoredFile) or any(_holds_file(part) for _, part in parts(value))


def _text(input_: Input | None, value: Any) -> str:
    """Return *value* as a link has it: the text of its control where it is one, else JSON."""
    texts = input_.texts(value) if input_ is not None and input_.shape is Shape.LEAF else None
    if isinstance(value, list | dict) or texts is None or list(texts) != [""] or len(texts[""]) != 1:
        return write_json(value)
    return texts[""][0]


def _query(entries: Entries) -> str:
    # Slashes stand in queries as they are, and are easier to read.
    return "&".join(f"{_quoted(name, '/~')}={_quoted(text, '/,:')}" for name, text in entries)


def _quoted(text: str, safe: str) -> str:
    return quote(text, safe=safe, errors="replace")


def _label(root: Record, key: str) -> str:
    input_ = root.child(key)
    return (input_.label if input_ else "") or key


def words_of(link: ShareLink) -> str:
    """Return the sentence about *link* for people."""
    if link.too_long:
        return gettext(
            "This form holds too much for a link ({count} characters; at most {limit}).",
            count=number(len(link.query)),
            limit=number(MAX_LINK),
        )
    words = gettext("This link opens the form as it is filled in now.")
    if not link.left_out:
        return words
    left_out = gettext("Not in the link: {names}.", names=", ".join(link.left_out))
    return f"{words} {left_out}"
