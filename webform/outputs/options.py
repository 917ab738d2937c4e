"""Options of outputs: those that every type has, and what is wrong with declared ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform.inputs.options import FLAG, TEXT, TEXTS, Option
from webform.problems import Problem, nearest, wrong_type
from webform.values import join

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from webform.outputs.types import OutputType

#: The options of every output, beside those of its type.
SHARED: dict[str, Option] = {
    "downloadable": Option(kind=FLAG, help="Whether downloads are offered.", shown="true", example=False),
    "default_export_format": Option(
        kind=TEXT, help="The download that is offered first, such as csv.", shown="the first", example="csv"
    ),
    "supported_export_formats": Option(
        kind=TEXTS, help="The downloads that are offered.", shown="all", example=["csv", "json"]
    ),
}


def option_problems(type_: OutputType, declared: Mapping[str, Any], beside: Collection[str]) -> list[Problem]:
    """
    Return what is wrong with the *declared* options of an output of *type_*: of the wrong kind, or unknown.

    Args:
        type_: the type of the output.
        declared: its options.
        beside: the names of what else an output may say, one of which may have been meant.
    """
    options = SHARED | dict(type_.options)
    problems = []
    for name, value in declared.items():
        option = options.get(name)
        if option is None:
            near = nearest(name, (*options, *beside))
            params = {"type": type_.name, "name": name, "near": near}
            at = join("", name)
            problems.append(Problem(at=at, code="unknown-option", params=params, severity="warning", on_key=True))
        elif value is not None and not option.kind.takes(value):
            problems.append(wrong_type(join("", name), option.kind.words, value))
    return problems
