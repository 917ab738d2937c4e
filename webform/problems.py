"""Problems in a user's document or value, collected and never raised."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

from webform.messages import Param, Phrase, catalogue, from_json, message, placeholders, to_json
from webform.values import brief

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Severity = Literal["error", "warning"]

#: Characters of a word that is compared, at most.
_LONG = 100
#: Characters of a list of values in a sentence; what is longer is counted.
_MAX_LISTED = 60


@dataclass(frozen=True, kw_only=True)
class Problem:
    """
    One thing wrong in a document or a value.

    Args:
        at: JSON Pointer of the value meant (RFC 6901, `""` is the whole).
        code: a stable word for the rule, such as `unknown-type`.
        params: what fills the placeholders of its sentence in the catalogue (`webform/messages.json`).
        key: its sentence in the catalogue, where that is not the one at its code.
        severity: an error spoils the part it names; a warning does not.
        line: line of the source text, from 1, where the source is text.
        column: column of the source text, from 1, in characters.
        on_key: the problem is with the property's name, not with its value.
        secret: the value is, or may be, a secret: no parameter tells anything of it.
    """

    at: str
    code: str
    params: Mapping[str, Param] = field(default_factory=dict, hash=False)
    key: str = ""
    severity: Severity = "error"
    line: int | None = None
    column: int | None = None
    on_key: bool = False
    secret: bool = False

    @property
    def message(self) -> str:
        """Its sentence: what was expected, what was found, what to do."""
        return message(self.key or self.code, self.params)

    @property
    def phrase(self) -> Phrase:
        """Its sentence, to stand in another one."""
        return Phrase(self.key or self.code, self.params)

    def redacted(self) -> Problem:
        """Return the problem as one of a secret: only what its sentence for secrets takes is left of its parameters."""
        sentences = (self.key or self.code, f"{self.key}.secret", f"{self.code}.secret")
        key = next((key for key in sentences if key in catalogue() and _is_safe(key)), "secret")
        names = placeholders(key)
        params = {name: value for name, value in self.params.items() if name in names}
        return replace(self, params=params, key=key, secret=True)

    def under(self, prefix: str) -> Problem:
        """Return the problem as seen from the document that holds this one at *prefix*."""
        # There may be 100,000 of them, and `replace` takes four times as long.
        moved = object.__new__(Problem)
        moved.__dict__.update(self.__dict__, at=prefix + self.at)
        return moved

    def as_json(self) -> dict[str, Any]:
        """Return the problem as the HTTP answers and `--json` show it."""
        shown: dict[str, Any] = {"at": self.at, "code": self.code, "message": self.message}
        if self.severity != "error":
            shown["severity"] = self.severity
        if self.line is not None:
            shown |= {"line": self.line, "column": self.column}
        return shown

    def as_record(self) -> dict[str, Any]:
        """Return the whole problem as a JSON value, for `from_record`."""
        facts = {"key": self.key, "params": to_json(self.params), "on_key": self.on_key, "secret": self.secret}
        return self.as_json() | facts

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> Problem:
        """Return the problem that `as_record` made *record* of; one of an earlier version keeps its sentence."""
        facts = dict(record)
        sentence, params = facts.pop("message"), from_json(facts.pop("params", {}))
        if "params" not in record or not _has_sentence(facts["key"] or facts["code"], params):
            facts["key"], params = "verbatim", {"text": sentence}
        return cls(**facts, params=params)


def _has_sentence(key: str, params: Mapping[str, Param]) -> bool:
    """Tell whether the catalogue has a sentence at *key* that *params* fill."""
    return key in catalogue() and placeholders(key) <= params.keys()


def _is_safe(key: str) -> bool:
    """Tell whether the sentence at *key* is one for secrets: it says so, or takes no parameter."""
    return key.endswith(".secret") or not placeholders(key)


class DeclarationError(Exception):
    """Raised when no tool at all can be read from a declaration."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(problem.message for problem in self.problems))


def errors(problems: Iterable[Problem]) -> list[Problem]:
    """Return those of *problems* that are errors."""
    return [problem for problem in problems if problem.severity == "error"]


def counted(problems: Iterable[Problem]) -> list[Problem]:
    """Return *problems* for people: warnings in the same words are one, at the place of the first, with their count."""
    counts: dict[Problem | tuple[str, str], int] = {}
    first: dict[Problem | tuple[str, str], Problem] = {}
    for problem in problems:
        same = (problem.code, problem.message) if problem.severity == "warning" else problem
        counts[same] = counts.get(same, 0) + 1
        first.setdefault(same, problem)
    return [
        replace(problem, key="found-times", params={"problem": problem.phrase, "count": counts[same]})
        if problem.severity == "warning" and counts[same] > 1
        else problem
        for same, problem in first.items()
    ]


def error_at(at: str, code: str, key: str = "", *, on_key: bool = False, **params: Param) -> Problem:
    """Return the error of *code* at *at*, in the sentence at *key*, or at its code, which *params* fill."""
    return Problem(at=at, code=code, key=key, params=params, on_key=on_key)


def warning_at(at: str, code: str, key: str = "", *, on_key: bool = False, **params: Param) -> Problem:
    """Return the same as a warning."""
    return Problem(at=at, code=code, key=key, params=params, severity="warning", on_key=on_key)


def wrong_type(at: str, expected: Param, found: Any) -> Problem:
    """Return the problem that at *at* stands *found*, which is not what was *expected*: a phrase."""
    return error_at(at, "wrong-type", expected=expected, found=brief(found))


def listed(values: Sequence[Any]) -> str | Phrase:
    """Return *values* as JSON, as many as a sentence has room for."""
    shown = ""
    for index, value in enumerate(values):
        if len(shown) > _MAX_LISTED:
            return Phrase("list.more", {"shown": shown, "count": len(values) - index})
        shown += (", " if index else "") + brief(value)
    return shown


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the nearest to *word* of the first 1,000 of *known*, `""` where none is near."""
    # Comparing two words takes the product of their lengths.
    near = _nearest(word, tuple(islice(known, 1000))) if len(word) <= _LONG else []
    return near[0] if near else ""


@lru_cache(maxsize=256)
def _nearest(word: str, known: tuple[str, ...]) -> list[str]:
    """Return the word of *known* that is nearest to *word*, if any is near: a mistake is often made many times."""
    return get_close_matches(word, known, n=1, cutoff=0.6)
