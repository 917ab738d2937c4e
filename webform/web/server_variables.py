"""The variables in configuration files of MCP servers: `${env:NAME}`, `${input:ID}` and the like."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from webform.messages import Param, Phrase
from webform.values import as_dict, as_list, dicts_in

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


_VARIABLE = re.compile(r"\$\{([^{}]*)\}")
_NAME = re.compile(r"\w+")


class UnfitEntryError(Exception):
    """Raised when an entry of such a file cannot be used, with its sentence in the catalogue; it holds no secret."""

    def __init__(self, key: str, **params: Param) -> None:
        self.phrase = Phrase(key, params)
        super().__init__(str(self.phrase))


@dataclass(frozen=True, kw_only=True)
class Question:
    """A value that a file wants to be asked for: an entry of its `inputs`."""

    id: str
    description: str = ""
    secret: bool = False
    default: str | None = None
    options: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Variables:
    """
    Where variables get their values.

    Args:
        values: values by name; they take the place of variables of the environment and answer questions.
        ask: asks the operator; `None` where nobody can be asked.
    """

    values: Mapping[str, str] = field(default_factory=dict, repr=False)
    ask: Callable[[Question], str] | None = None


def read_questions(document: Any) -> dict[str, Question]:
    """Return the `inputs` of *document*, by their ids."""
    return {str(entry.get("id")): _question(entry) for entry in dicts_in(as_dict(document).get("inputs"))}


def _question(entry: dict[str, Any]) -> Question:
    default = entry.get("default")
    return Question(
        id=str(entry.get("id")),
        description=str(entry.get("description") or ""),
        secret=entry.get("password") is True,
        default=None if default is None else str(default),
        options=tuple(map(_option, as_list(entry.get("options")))),
    )


def _option(option: Any) -> str:
    return str(option.get("value") if isinstance(option, dict) else option)


class Expander:
    """
    Puts values in the place of variables; what was asked once is not asked again.

    Args:
        folder: that of the project.
        questions: what the file wants to be asked for.
        variables: where the others get their values.
    """

    def __init__(self, folder: Path, questions: Mapping[str, Question], variables: Variables) -> None:
        self._questions, self._variables = questions, variables
        self._answers = dict(variables.values)
        self._fixed = {
            "workspaceFolder": str(folder),
            "workspaceFolderBasename": folder.name,
            "userHome": str(Path.home()),
            "pathSeparator": os.sep,
            "/": os.sep,
        }

    def expand(self, text: str) -> str:
        """Return *text* with values for its variables; raise `UnfitEntryError` where one has none."""
        return _VARIABLE.sub(lambda found: self._value(found[1]), text)

    def _value(self, variable: str) -> str:
        if variable in self._fixed:
            return self._fixed[variable]
        kind, colon, name = variable.partition(":")
        if colon and kind == "input":
            return self._answer(name)
        if colon and kind == "env":
            return self._from_environment(name, None)
        # Claude Code's: ${NAME}, ${NAME:-default}
        name, has_default, default = variable.partition(":-")
        if not _NAME.fullmatch(name):
            raise UnfitEntryError("bad-server.variable", name=variable)
        return self._from_environment(name, default if has_default else None)

    def _from_environment(self, name: str, default: str | None) -> str:
        value = self._variables.values.get(name) or os.environ.get(name) or default
        if value is None:
            raise UnfitEntryError("bad-server.unset", name=name)
        return value

    def _answer(self, name: str) -> str:
        if name not in self._answers:
            self._answers[name] = self._asked(self._questions.get(name, Question(id=name)))
        return self._answers[name]

    def _asked(self, question: Question) -> str:
        if self._variables.ask is not None:
            return self._variables.ask(question)
        if question.default is None:
            raise UnfitEntryError("bad-server.unanswered", name=question.id)
        return question.default
