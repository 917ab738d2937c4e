"""The catalogue of sentences: those of problems by their codes, and the phrases that fill their placeholders."""

from __future__ import annotations

import json
import string
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from webform.language import ENGLISH, in_language, number, plural, translation
from webform.words import sentence

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True)
class Phrase:
    """A part of a sentence that is in the catalogue itself, such as `kind.text`: "text"."""

    key: str
    params: Mapping[str, Param] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return message(self.key, self.params)


class Sentence(str):
    """A sentence of the catalogue that is kept as an English text, and shown in the language of whoever sees it."""

    __slots__ = ("phrase",)

    phrase: Phrase

    @classmethod
    def of(cls, phrase: Phrase) -> Sentence:
        """Return the sentence that *phrase* is."""
        with in_language(ENGLISH):
            sentence = cls(phrase)
        sentence.phrase = phrase
        return sentence


def sentence_of(key: str, **params: Param) -> Sentence:
    """Return the sentence at *key*, its placeholders filled with *params*."""
    return Sentence.of(Phrase(key, params))


def own(text: str) -> str:
    """Return *text*, a sentence of ours or of others, in the language in use as far as that is known."""
    return str(text.phrase) if isinstance(text, Sentence) else translation(text)


#: What fills a placeholder: a text as it is (`brief` makes one of a value), a number, a phrase, or a list of these.
Param: TypeAlias = "str | int | float | Phrase | tuple[Param, ...]"
#: A sentence, or its forms: `one` and `other` by the number that fills the placeholder `by`; `near` where that is
#: among the parameters, else `other`.
_Entry: TypeAlias = "str | dict[str, str]"


@cache
def catalogue() -> Mapping[str, _Entry]:
    """Return the catalogue, which the scripts of a page share: sentences with named placeholders, by key."""
    entries: dict[str, _Entry] = json.loads(Path(__file__).with_name("messages.json").read_text(encoding="utf-8"))
    return entries


def message(key: str, params: Mapping[str, Param]) -> str:
    """Return the sentence at *key* in the language in use, its placeholders filled with *params*."""
    return _form(key, params).format_map({name: _shown(value) for name, value in params.items()})


def placeholders(key: str) -> set[str]:
    """Return the names of the placeholders in any form of the sentence at *key*."""
    entry = catalogue()[key]
    forms = [entry] if isinstance(entry, str) else [form for name, form in entry.items() if name != "by"]
    return {name for form in forms for _, name, _, _ in string.Formatter().parse(form) if name}


def _form(key: str, params: Mapping[str, Param]) -> str:
    entry = catalogue().get(key)
    if entry is None:
        # A code of a package that has no sentence is read as it is.
        return key.replace("{", "{{").replace("}", "}}")
    if isinstance(entry, str):
        return translation(entry)
    if "near" in entry:
        return translation(entry["near" if params.get("near") else "other"])
    count = params[entry["by"]]
    return plural(entry["one"], entry["other"], count if isinstance(count, int | float) else 2)


class _Text(str):
    """A text that fills a placeholder; `{name:sentence}` begins it with a capital."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return sentence(self) if spec == "sentence" else super().__format__(spec)


class _Number(int):
    """A whole number that fills a placeholder; `{name:,}` groups its thousands as the language does."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return number(int(self)) if spec == "," else super().__format__(spec)


def _shown(value: Param) -> str | int | float:
    """Return *value* as it fills a placeholder; a number is left to how the placeholder writes it."""
    if isinstance(value, Phrase | str):
        return _Text(value)
    if isinstance(value, tuple):
        return _Text(", ".join(str(_shown(part)) for part in value))
    return _Number(value) if isinstance(value, int) and not isinstance(value, bool) else value


def to_json(params: Mapping[str, Param]) -> dict[str, Any]:
    """Return *params* as JSON values; `from_json` reads them."""
    return {name: _to_json(value) for name, value in params.items()}


def _to_json(value: Param) -> Any:
    if isinstance(value, Phrase):
        return {"key": value.key, "params": to_json(value.params)}
    return [_to_json(part) for part in value] if isinstance(value, tuple) else value


def from_json(params: dict[str, Any]) -> dict[str, Param]:
    """Return the parameters that `to_json` made *params* of."""
    return {name: _from_json(value) for name, value in params.items()}


def _from_json(value: Any) -> Param:
    if isinstance(value, dict):
        return Phrase(value["key"], from_json(value["params"]))
    return tuple(map(_from_json, value)) if isinstance(value, list) else value


def kind(types: str | Sequence[str]) -> Param:
    """Return the phrase for JSON types, one name or several: "text or a number"."""
    names = dict.fromkeys([types] if isinstance(types, str) else types)
    return one_of([Phrase(f"kind.{name}") for name in names])


def one_of(parts: Sequence[Param]) -> Param:
    """Return *parts*, at least one, as alternatives: "text, a number or null"."""
    return _joined("list.or", parts)


def all_of(parts: Sequence[Param]) -> Param:
    """Return *parts*, at least one, as what belongs together: "a, b and c"."""
    return _joined("list.and", parts)


def _joined(key: str, parts: Sequence[Param]) -> Param:
    *first, last = parts
    return Phrase(key, {"first": tuple(first), "last": last}) if first else last
