"""The wording of a declaration: its texts in the language that is asked for, and the languages that lack some."""

from __future__ import annotations

from copy import copy
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any

from webform.by_language import TaggedText, asked_for, chosen, covered
from webform.dialects.text_places import MAX_LANGUAGES, Text, TextPlaces, TextReader, may_be_worded
from webform.language import ENGLISH, widened
from webform.problems import Problem, warning_at
from webform.tool import Tool, Translations
from webform.values import join

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


#: Places of missing texts that a sentence names.
_MAX_PLACES = 5


def read_worded(
    value: Any, places: TextPlaces, read: Callable[[Any], tuple[list[Tool], list[Problem]]]
) -> tuple[list[Tool], list[Problem]]:
    """
    Read a document in its own language; its tools are read in another one when somebody asks for that.

    Args:
        value: the document.
        places: where its texts stand.
        read: makes tools of it, with every problem in it.
    """
    # Few are in several languages, and all texts of those are collected.
    if not may_be_worded(value, places):
        return read(value)
    wording = Wording(value, places)
    tools, problems = read(wording.own)
    problems = [*problems, *wording.problems]
    if not wording.languages:
        return tools, problems
    read_in = cache(lambda language: read(wording.in_language(language))[0])

    def tool_in(index: int, language: str) -> Tool:
        worded: list[Tool] = read_in(language)
        return worded[index] if len(worded) == len(tools) else tools[index]

    return [
        tool.but(
            declaration=wording.original(tool.declaration),
            translations=Translations(wording.own_language, wording.languages, partial(tool_in, index)),
        )
        for index, tool in enumerate(tools)
    ], problems


class Wording:
    """
    The texts of a document, by language.

    Args:
        value: the document.
        places: where its texts stand.

    Attributes:
        languages: the languages of its texts by language, in their order.
        problems: what is wrong with texts by language, incomplete languages too.
    """

    def __init__(self, value: Any, places: TextPlaces) -> None:
        reader = TextReader()
        reader.read(value, places, named=places.is_map)
        self._value, self._places, self._texts = value, places, reader.texts
        by_name = {tag.lower(): tag for text in reader.texts for tag in text.by_language}
        self.languages = tuple(by_name.values())[:MAX_LANGUAGES]
        self.problems = [*reader.problems, *self._incomplete()]
        self._originals: dict[int, Any] = {}

    @cached_property
    def own(self) -> Any:
        """The document with its texts as they are for whoever asks for no language."""
        value, self._originals = self._in_language("")
        return value

    def in_language(self, name: str) -> Any:
        """Return the document with its texts in the language *name*, where they are there in it."""
        return self._in_language(name)[0]

    def original(self, part: Any) -> Any:
        """Return what was written in the place of *part*, a part of the document that is its own."""
        return self._originals.get(id(part), part)

    def _in_language(self, name: str) -> tuple[Any, dict[int, Any]]:
        """Return the document in a language, and what those of its parts that differ were copied of, by their ids."""
        whole, originals = [self._value], dict[int, Any]()
        copies = {id(whole)}
        for text in self._texts:
            shown = self._shown(text, name)
            if shown is None:
                continue
            holder: Any = whole
            key: str | int = 0
            for step in text.path:
                part = holder[key]
                if id(part) not in copies:
                    holder[key] = copy(part)
                    copies.add(id(holder[key]))
                    originals[id(holder[key])] = part
                holder, key = holder[key], step
            holder[key] = shown
        return whole[0], originals

    def _shown(self, text: Text, name: str) -> Any:
        """Return what is shown of *text* in the language *name*; `None` where it is as it stands."""
        texts = text.by_language
        if not texts:
            return "" if text.plain is None else None
        if meant := asked_for(texts, name):
            return texts[meant]
        if text.plain is not None:
            return None
        tag = chosen(texts, self.own_language)
        # The engine that checks values takes no text of a class of its own.
        return TaggedText.of(texts[tag], tag) if name and not self._places.in_schema else texts[tag]

    def _incomplete(self) -> Iterator[Problem]:
        """Yield a warning for each language that lacks texts."""
        counted = [
            (text, {tag.lower() for tag in text.by_language}, covered(text.by_language))
            for text in self._texts
            if self.languages and (text.counts or text.by_language)
        ]
        for language in self.languages:
            name, wide = language.lower(), {*widened(language)}
            lacking = [
                join("", *text.path)
                for text, tags, narrow in counted
                # A text of Brazil is one for Portugal, and the reverse; a plain one is in the language of the document.
                if name not in narrow and wide.isdisjoint(tags)
                if text.plain is None or language != self.own_language
            ]
            if lacking:
                more = ("…",) if len(lacking) > _MAX_PLACES else ()
                yield warning_at(
                    lacking[0],
                    "incomplete-language",
                    language=language,
                    count=len(lacking),
                    total=len(counted),
                    places=(*lacking[:_MAX_PLACES], *more),
                )

    @cached_property
    def own_language(self) -> str:
        """The language of its plain texts, as far as it is known: no translation of them is in it."""
        translations = {tag for text in self._texts if text.plain is not None for tag in text.by_language}
        found = [tag for tag in (*self.languages, ENGLISH) if tag not in translations]
        # The plain texts of a schema say nothing of their language, and the order of its hints says nothing of them.
        first = ENGLISH if ENGLISH in found and not self._places.by_language else ""
        return first or next(iter(found), "")
