"""JSON Schema → form: what every dialect but one is read through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webform.schema.builder import Builder
from webform.schema.controls import CONTROLS
from webform.schema.document import Document
from webform.schema.hint_lint import lint_hints
from webform.schema.lint import lint
from webform.schema.sampling import Sampler
from webform.tool import Form

if TYPE_CHECKING:
    from webform.hints import HintTree
    from webform.problems import Problem
    from webform.schema.located import Schema


def read_schema(  # noqa: PLR0913 - all that dialects know of a schema
    schema: Schema,
    *,
    tool_id: str = "",
    written: bool = False,
    ordered: bool = False,
    hints: HintTree | None = None,
    at: str = "",
) -> tuple[Form, list[Problem]]:
    """
    Return the form of the values that *schema* describes.

    Args:
        schema: the JSON Schema of the body, with its own `$schema` where it is none of 2020-12.
        tool_id: the tool that the form is of.
        written: whether an author wrote it so, and can give a type to what has none.
        ordered: whether the order of its properties is their author's: those of a JSON object have none.
        hints: the hints that stand elsewhere than in the schema.
        at: where the schema stands in its declaration.

    Returns:
        The form, and what is wrong with the schema or its hints, at places of the declaration; a part that cannot be
        read takes any value.
    """
    document = Document(schema, hints, at)
    root = Builder(ordered=ordered).root(document.top)
    form = Form(
        root=root,
        tool_id=tool_id,
        document=schema,
        sound=document.sound,
        asks_secret=document.asks_secret,
        sampler=Sampler(document),
    )
    beyond = [document.too_much] if document.too_much else []
    problems = [*document.problems, *beyond, *lint(document, written=written)]
    return form, [*(problem.under(at) if at else problem for problem in problems), *lint_hints(document)]


def sampler(schema: Schema) -> Sampler:
    """Return what makes the least valid value of *schema*."""
    return Sampler(Document(schema))


__all__ = ["CONTROLS", "read_schema", "sampler"]
