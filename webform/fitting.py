"""Inputs of a form that can take a value of a run's result."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from webform.check import check
from webform.files import StoredFile
from webform.inputs import Input, Record
from webform.inputs.constant import Constant
from webform.inputs.hidden import Hidden
from webform.inputs.texts import TextLike
from webform.inputs.uploads import UploadLike
from webform.inputs.walk import paths
from webform.schema_errors import MAX_PROBLEMS
from webform.secrecy import is_secret
from webform.values import ABSENT, as_dict, is_number, join, kind_of, read_json_or, split, write_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webform.tool import Form

#: Objects within each other whose inputs are looked at, and inputs of a form.
MAX_DEPTH, MAX_INPUTS = 3, 100
#: Inputs that take any text, and those of them that take other values as JSON text.
_LONG = {"textarea", "code", "markdown"}
_PLAIN = {"text", "autocomplete", *_LONG}
#: The rank of what is converted.
CONVERTED = 3
_TYPES = {"string": "string", "number": "number", "boolean": "boolean", "list": "array", "object": "object"}


class Fit(NamedTuple):
    """
    An input that takes a value.

    Args:
        rank: how well, 0 best: made for it, plain text, anything, or converted to its type.
        at: its pointer in the body.
        label: what it is called, with the objects it is in.
        value: the value as it takes it.
    """

    rank: int
    at: str
    label: str
    value: Any


def fits(form: Form, value: Any) -> list[Fit]:
    """Return the inputs of *form* that take *value*, best first; never one of a secret."""
    found = {candidate.at: candidate for candidate in _candidates(form.root, value)}
    inputs = form.root.inputs if isinstance(form.root, Record) else ()
    # Inputs within each other are not filled in at once, nor what others depend on: it would hide them.
    alone = {join("", input_.show_if.key) for input_ in inputs if input_.show_if}
    groups: dict[object, list[Fit]] = {}
    for fit in found.values():
        groups.setdefault(fit.at if fit.at in alone else fit.at.count("/"), []).append(fit)
    valid = [fit for group in groups.values() for fit in _valid(form, group)]
    required = {join("", input_.key) for input_ in inputs if input_.required}
    order = list(found)
    return sorted(valid, key=lambda fit: (fit.rank, fit.at not in required, order.index(fit.at)))


def _candidates(root: Input, value: Any) -> Iterator[Fit]:
    if not _is_open(root):
        return
    found = paths(root, _is_open, MAX_DEPTH) if isinstance(root, Record) else iter([(root,)])
    for path in islice(found, MAX_INPUTS):
        rank, taken = _taken(path[-1], value)
        if taken is not ABSENT:
            whole = path[-1] is root
            label = "Body" if whole else " › ".join(input_.label or input_.key for input_ in path)
            yield Fit(rank, "" if whole else join("", *(input_.key for input_ in path)), label, taken)


def _is_open(input_: Input) -> bool:
    """Tell whether people fill *input_* in, and may see what is."""
    return not is_secret(input_) and not isinstance(input_, Hidden | Constant)


def _taken(input_: Input, value: Any) -> tuple[int, Any]:
    """Return *value* as *input_* could take it, with how well; `ABSENT` where it could not."""
    if isinstance(input_, UploadLike):
        return 0, _as_files(input_, value)
    kind, schema = kind_of(value), input_.value_schema()
    if kind not in _TYPES or _files_in(value):
        return CONVERTED, ABSENT
    declared = schema.get("type", ())
    types = {declared} if isinstance(declared, str) else set(declared)
    if not types:
        return (0 if "enum" in schema else 2), value
    if _TYPES[kind] in types or (kind == "number" and "integer" in types):
        return (1 if kind == "string" and input_.type in _PLAIN else 0), value
    return CONVERTED, _converted(input_, types, value)


def _converted(input_: Input, types: set[str], value: Any) -> Any:
    if isinstance(value, str):
        number = read_json_or(value) if types & {"number", "integer"} else ABSENT
        return number if is_number(number) else ABSENT
    if "string" not in types or not isinstance(input_, TextLike):
        return ABSENT
    if isinstance(value, list | dict):
        return write_json(value, indent=2) if input_.type in _LONG else ABSENT
    return write_json(value)


def is_file(value: Any) -> bool:
    """Tell whether *value* is a file: a data URL, or what is kept of one."""
    return isinstance(value, StoredFile) or (isinstance(value, str) and value.startswith("data:"))


def _files_in(value: Any) -> list[str | StoredFile]:
    """Return the files of *value*, which is one or a list of them; else none."""
    found = value if isinstance(value, list) else [value]
    return found if all(map(is_file, found)) else []


def _as_files(input_: UploadLike, value: Any) -> Any:
    """Return *value*, a file or a list of files, as *input_* has it."""
    files = [input_.taken(file) for file in _files_in(value)]
    if not files or not (input_.many or len(files) == 1):
        return ABSENT
    return files if input_.many else files[0]


def _valid(form: Form, found: list[Fit]) -> list[Fit]:
    """Return those of *found* that the form's check has nothing against."""
    if not found:
        return []
    body = found[0].value if not found[0].at else _body(form, found)
    problems = check(form, body)
    if len(problems) >= MAX_PROBLEMS:
        return [fit for one in found for fit in _valid(form, [one])] if len(found) > 1 else []
    wrong = [problem.at for problem in problems]
    return [fit for fit in found if not any(at == fit.at or at.startswith(f"{fit.at}/") for at in wrong)]


def _body(form: Form, found: list[Fit]) -> dict[str, Any]:
    """Return the body of a new form with the values of *found* in it."""
    body = {input_.key: input_.initial() for input_ in form.inputs}
    body = {key: value for key, value in body.items() if value is not ABSENT}
    for fit in found:
        *above, last = split(fit.at)
        place: Any = body
        for token in above:
            place[token] = dict(as_dict(place.get(token)))
            place = place[token]
        place[last] = fit.value
    return body
