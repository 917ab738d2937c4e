"""The inputs that a table can fill in, and the bodies that its rows make."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice, product
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from webform.coerce import as_meant
from webform.draft import begin, to_controls
from webform.html.decode import body_of
from webform.inputs import Input, Record, Shape
from webform.inputs.choices import ChoiceLike
from webform.inputs.constant import Constant
from webform.inputs.hidden import Hidden
from webform.inputs.multiselect import Multiselect
from webform.inputs.tags import Tags
from webform.inputs.uploads import UploadLike
from webform.inputs.walk import paths
from webform.language import gettext
from webform.secrecy import holds_secrets, is_secret
from webform.values import ABSENT, join, upwards
from webform.web.prefill import fill_place, is_open

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from webform.problems import Problem
    from webform.tool import Form

#: How deep the inputs of an object are columns of their own, and how many there are.
_MAX_DEPTH, _MAX_TARGETS = 4, 200
_MAX_MESSAGES = 3
_BOOLEANS = {"yes": "true", "no": "false", "y": "true", "n": "false", "1": "true", "0": "false", "x": "true"}


@dataclass(frozen=True, kw_only=True)
class ColumnTarget:
    """An input that a column can fill in: its pointer, its label with those of the objects around it."""

    at: str
    label: str
    input: Input


#: What names of columns may be of a target, those that tell most of it first.
_MEANT: tuple[Callable[[ColumnTarget], str], ...] = (attrgetter("at"), attrgetter("label"), attrgetter("input.label"))


@dataclass(frozen=True, kw_only=True)
class PreviewRow:
    """What a row of the table comes to: the body, and what is wrong with it, in words."""

    body: Any
    problems: tuple[str, ...]


def why_not(form: Form) -> str:
    """Return why no table can run the tool of *form*; `""` where one can."""
    if not isinstance(form.root, Record) or not targets_of(form):
        return gettext("This tool has no inputs that a table could fill in.")
    for *_, input_ in paths(form.root, _must_be_filled):
        if isinstance(input_, UploadLike):
            return gettext("{label} needs a file, and a table cannot hold files.", label=input_.label)
        if is_secret(input_):
            return gettext("{label} is a secret, and secrets are not read from tables.", label=input_.label)
    return ""


def _must_be_filled(input_: Input) -> bool:
    return input_.required and input_.default is ABSENT


def targets_of(form: Form) -> list[ColumnTarget]:
    """Return the inputs of *form* that a column can fill in: no files, no secrets, nothing that people do not see."""
    open_paths = paths(form.root, _is_shown, _MAX_DEPTH)
    return list(map(_target, islice(filter(_is_column, open_paths), _MAX_TARGETS)))


def _target(path: Sequence[Input]) -> ColumnTarget:
    at, labels = join("", *(input_.key for input_ in path)), [input_.label for input_ in path]
    return ColumnTarget(at=at, label=": ".join(labels), input=path[-1])


def secret_columns(form: Form, names: Sequence[str]) -> list[int]:
    """Return the columns whose names mean a secret of *form*: they fill in nothing, and are shown nowhere."""
    if not holds_secrets(form):
        return []
    secrets = [_target(path) for path in paths(form.root, lambda _: True, _MAX_DEPTH) if is_secret(path[-1])]
    spelled = {spell(meant(target)) for spell, meant, target in product((_exact, _bare), _MEANT, secrets)} - {""}
    return [column for column, name in enumerate(names) if {_exact(name), _bare(name)} & spelled]


def _is_shown(input_: Input) -> bool:
    return is_open(input_) and not isinstance(input_, Constant | Hidden)


def _is_column(path: tuple[Input, ...]) -> bool:
    """Tell whether the last input of *path* is a column by itself: an object is, where its inputs are none."""
    *_, input_ = path
    return not isinstance(input_, Record) or not input_.inputs or len(path) == _MAX_DEPTH


def guess(targets: Sequence[ColumnTarget], names: Sequence[str]) -> dict[str, int]:
    """Return the columns whose names mean one of *targets*, by the pointer of that."""
    mapping: dict[str, int] = {}
    # A column with the key of an input is of no other, whatever its label.
    for meant, spelled in product(_MEANT, (_exact, _bare)):
        columns = {spelled(name): index for index, name in reversed([*enumerate(names)]) if spelled(name)}
        for target in targets:
            column = columns.get(spelled(meant(target)))
            if column is not None and target.at not in mapping and column not in mapping.values():
                mapping[target.at] = column
    return mapping


def _exact(name: str) -> str:
    """Return *name* without space around it, and without the stroke that a pointer begins with."""
    return name.strip().removeprefix("/")


def _bare(name: str) -> str:
    """Return *name* without case, and without what is no letter and no digit."""
    return re.sub(r"[\W_]+", "", name).casefold()


def row_of(form: Form, targets: Sequence[ColumnTarget], mapping: Mapping[str, int], cells: Sequence[str]) -> PreviewRow:
    """Return what a row of *cells* comes to, where each target takes the column that *mapping* says."""
    draft, missed = begin(form), list[str]()
    for target in targets:
        column = mapping.get(target.at)
        text = cells[column].strip() if column is not None and column < len(cells) else ""
        if text and not fill_place(form, draft, target.at, _texts(target.input, text)):
            missed.append(gettext("{label}: this cannot be filled in from a table", label=target.label))
    body, problems = body_of(form, draft)
    body = as_meant(form, body)
    labels = {target.at: target.label for target in targets}
    words = [*missed, *(_words(problem, labels) for problem in to_controls(draft, problems))]
    more = len(words) - _MAX_MESSAGES
    return PreviewRow(
        body=body, problems=(*words[:_MAX_MESSAGES], *([gettext("and {count} more", count=more)] if more > 0 else []))
    )


def _words(problem: Problem, labels: Mapping[str, str]) -> str:
    name = next((labels[at] for at in upwards(problem.at) if at in labels), "") or problem.at
    return f"{name}: {problem.message}" if name else problem.message


def _texts(input_: Input, text: str) -> list[str]:
    """Return *text*, of a cell, as the control of *input_* has it: a list is JSON, or its items with ; between them."""
    if input_.shape is not Shape.LEAF or text[:1] in ("[", "{") or not isinstance(input_, Multiselect | Tags):
        return [_meant(input_, text)]
    parts = re.split(r"[;\n]" if isinstance(input_, Tags) else r"[;,\n]", text)
    return [_meant(input_, part.strip()) for part in parts if part.strip()]


def _meant(input_: Input, text: str) -> str:
    """Return *text* as it is typed into *input_*: spreadsheets write TRUE, and people write labels."""
    if input_.shape is not Shape.LEAF:
        return text
    if input_.value_schema().get("type") == "boolean":
        return _BOOLEANS.get(text.casefold(), text.casefold())
    if isinstance(input_, ChoiceLike) and input_.choice_value(text) is ABSENT:
        # The name of an option, or what stands before its description.
        name = f"{text} – ".casefold()
        named = [key for key, choice in input_.by_text.items() if f"{choice.label} – ".casefold().startswith(name)]
        return named[0] if len(named) == 1 else text
    return text
