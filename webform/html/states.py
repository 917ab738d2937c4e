"""States of a part of a form, where a script changes them: it is there, left out, or one of several kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from webform.draft import Draft
from webform.draft.from_value import begin_input
from webform.html.conditions import facts_of
from webform.inputs import Input, Record, Shape, UnionLike
from webform.inputs.constant import Constant
from webform.inputs.unknown import Unknown
from webform.values import write_json

if TYPE_CHECKING:
    from collections.abc import Iterator


#: How deep a form without a server shows its parts in controls; what is below is JSON.
MAX_DEPTH = 3


class State(NamedTuple):
    """A state of a part: what says it (`is/p`), what is shown in it, `None` for nothing of its own, and its draft."""

    mark: str
    input: Input | None
    draft: Draft


def states_of(input_: Input, *, is_row: bool) -> Iterator[State]:
    """Yield the states that *input_*, which may be a row, can be in, each blank; none where it has but one."""
    if isinstance(input_, UnionLike):
        yield from _kinds(input_)
    elif isinstance(input_, Record):
        yield State("object", input_, blank_of(input_, "object"))
    elif input_.shape is Shape.ROWS and input_.type != "table":
        yield State("list", input_, Draft(presence="list"))
    else:
        return
    if input_.shape is not Shape.UNION and not is_row and (input_.nullable or not input_.required):
        yield State("absent", None, Draft(presence="null" if input_.required else "absent"))


def is_scripted(input_: Input, at: str) -> bool:
    """Tell whether a script can show the states of *input_* at *at*; where it cannot, the value is JSON."""
    if input_.shape is Shape.LEAF or input_.type == "table":
        return True
    if at.count("/") > MAX_DEPTH:
        return False
    if isinstance(input_, UnionLike):
        return not isinstance(input_, Unknown)
    return not input_.sorts if isinstance(input_, Record) else not getattr(input_, "fixed", 0)


def facts_in(input_: Input | None) -> str:
    """Return what a script does not see in the controls of *input_*, as JSON; `""` for nothing."""
    facts: dict[str, Any] = dict(facts_of(input_)) if input_ else {}
    if isinstance(input_, Constant):
        facts["constant"] = input_.constant
    return write_json(facts) if facts else ""


def _kinds(union: UnionLike) -> Iterator[State]:
    if union.plain:
        return
    yield State("", None, Draft())
    for variant in union.variants:
        yield State(variant.mark, variant.input, blank_of(variant.input, variant.mark))
    yield State("json", None, Draft(presence="json"))


def blank_of(input_: Input, mark: str | None = None) -> Draft:
    """
    Return the draft of *input_* as its state *mark* is drawn, with one blank entry where people may add some.

    The parts in it are blank, since each has states of its own: a schema that leads back to itself has no end.
    """
    if input_.shape is Shape.LEAF:
        draft = begin_input(input_)
        draft.presence = mark or draft.presence
        return draft
    draft = Draft(presence=mark or ("null" if input_.nullable and input_.required else None))
    if isinstance(input_, Record) and mark:
        inactive = input_.inactive_keys({}) if input_.inactive_keys else ()
        draft.children = {inner.key: blank_of(inner) for inner in input_.inputs if inner.key not in inactive}
        if input_.grows:
            entry = input_.child("+1")
            draft.children["+1"], draft.rows = blank_of(entry) if entry else Draft(), ["+1"]
            draft.children["+1"].key = ""
    return draft
