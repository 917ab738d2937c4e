"""The language `survey`: `{"survey": ["Your name", "Your town"]}` is a tool with an input for each question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webform import Problem, load
from webform.dialects.base import Dialect
from webform.messages import Phrase
from webform.problems import wrong_type

if TYPE_CHECKING:
    from webform import Tool


def recognises(document: Any) -> str:
    """Say why *document* is of this language; `""` where it is not."""
    return "it has questions" if isinstance(document, dict) and [*document] == ["survey"] else ""


def read(document: dict[str, Any]) -> tuple[list[Tool], list[Problem]]:
    """Return the tool of *document*, and what is wrong in it."""
    questions = document["survey"]
    if not isinstance(questions, list):
        return [], [wrong_type("/survey", Phrase("kind.texts"), questions)]
    problems = [
        wrong_type(f"/survey/{index}", Phrase("kind.text"), question)
        for index, question in enumerate(questions)
        if not isinstance(question, str)
    ]
    texts = [question for question in questions if isinstance(question, str)]
    inputs = [{"key": f"answer{index}", "type": "text", "label": text} for index, text in enumerate(texts, 1)]
    return load({"id": "survey", "name": "Survey", "inputs": inputs}, "tool-json"), problems


DIALECT = Dialect(name="survey", recognises=recognises, read=read)
