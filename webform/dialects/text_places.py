"""Text places of declarations: where texts that people see stand, and how one is there in several languages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from webform.by_language import is_tag
from webform.hints.x_webform import KEYWORD, OUTPUT
from webform.messages import Phrase
from webform.problems import Problem, nearest, warning_at, wrong_type
from webform.values import HOLDERS, is_text, join

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Path = tuple[str | int, ...]

#: The key beside texts that has them in other languages: `{"de": {"title": "Stadt"}}`.
BESIDE = "x-i18n"
#: The keys of the names of options, which are a list of texts or an object of them.
_NAMES = frozenset({"enumNames"})
#: The keys that hold texts by language, where none stands in the place of a text.
_HOLD_LANGUAGES = frozenset({BESIDE, KEYWORD})
#: Languages of one text that are read.
MAX_LANGUAGES = 100


@dataclass(frozen=True, kw_only=True)
class TextPlaces:
    """
    Where the texts of a language of declarations stand.

    Args:
        texts: returns the keys of texts.
        inside: returns what is below a key; `None`: no text.
        by_language: whether an object of texts by language may stand in the place of a text; else such are beside it.
        named: the keys of objects whose own keys are names that an author chose.
        same: the keys of what is not seen, or is mostly the same in every language, where it is one text.
        in_schema: whether they are part of a JSON Schema.
        is_map: whether the keys of the document itself are names.
    """

    texts: Callable[[], frozenset[str]]
    inside: Callable[[str], TextPlaces | None]
    by_language: bool = False
    named: frozenset[str] = frozenset()
    same: frozenset[str] = frozenset()
    in_schema: bool = True
    is_map: bool = False


class Text(NamedTuple):
    """
    A text that people see.

    Args:
        path: where it stands.
        plain: what stands there beside other languages; `None` where that is nothing.
        by_language: the text by language; the names of options are a list or an object.
        counts: whether it should be there in every language.
    """

    path: Path
    plain: Any
    by_language: Mapping[str, Any]
    counts: bool = True


def may_be_worded(value: Any, places: TextPlaces) -> bool:
    """Tell whether a text in *value* may be there in several languages, or be something else than a text."""
    by_language = places.by_language
    names = places.texts() if by_language else _HOLD_LANGUAGES
    left = [value]
    while left:
        part = left.pop()
        if isinstance(part, list):
            left += [inner for inner in part if isinstance(inner, HOLDERS)]
            continue
        for name, inner in part.items() if isinstance(part, dict) else ():
            if by_language and isinstance(inner, str):
                continue
            if name in names:
                return True
            if isinstance(inner, HOLDERS):
                left.append(inner)
    return False


class TextReader:
    """Reads the texts of a document into *texts*, and what is wrong with them into *problems*."""

    def __init__(self) -> None:
        self.texts: list[Text] = []
        self.problems: list[Problem] = []
        self._names: dict[Callable[[], frozenset[str]], frozenset[str]] = {}

    def read(
        self, value: Any, places: TextPlaces, path: Path = (), *, named: bool = False, counts: bool = True
    ) -> None:
        """Read the texts in *value*, which stands at *path*; *named*: its keys are names."""
        if isinstance(value, list):
            for index, part in enumerate(value):
                self.read(part, places, (*path, index), counts=counts)
        elif isinstance(value, dict) and named:
            for name, part in value.items():
                self.read(part, places, (*path, name), counts=counts)
        elif isinstance(value, dict):
            self._object(value, places, path, counts=counts)

    def _object(self, value: dict[str, Any], places: TextPlaces, path: Path, *, counts: bool) -> None:
        if places.texts not in self._names:
            self._names[places.texts] = places.texts()
        names = self._names[places.texts]
        beside = {} if places.by_language else self._beside(value.get(BESIDE), names, (*path, BESIDE))
        unseen = places.same | _hinted(value.get(KEYWORD))
        for name in (*value, *(name for name in beside if name not in value)):
            part, counted = value.get(name), counts and name not in unseen
            if (name in beside and _may_be(part, name, value)) or (name in names and isinstance(part, str)):
                # What has no name is called by its value.
                plain = part if isinstance(part, str) else () if name in _NAMES else None
                self.texts.append(Text((*path, name), plain, beside.get(name, {}), counted and _has_words(part)))
            elif not isinstance(part, dict | list):
                # Most are neither texts nor hold any.
                continue
            elif name in names and places.by_language and isinstance(part, dict) and part:
                place = (*path, name)
                self.texts.append(Text(place, None, self._tagged(part, place, is_text), counted))
            elif below := places.inside(name):
                self.read(part, below, (*path, name), named=name in places.named, counts=counted)

    def _tagged(self, raw: dict[str, Any], path: Path, takes: Callable[[Any], bool]) -> dict[str, Any]:
        """Return the parts of *raw* whose keys are languages and that *takes* takes."""
        found = {}
        for tag, part in list(raw.items())[:MAX_LANGUAGES]:
            at = join("", *path, tag)
            if not is_tag(tag):
                fixed = tag.replace("_", "-")
                near = fixed if is_tag(fixed) else ""
                self.problems.append(warning_at(at, "bad-language", on_key=True, near=near))
            elif takes(part):
                found[tag] = part
            else:
                expected = Phrase("kind.object" if takes is _is_object else "kind.text")
                self.problems.append(wrong_type(at, expected, part))
        return found

    def _beside(self, raw: Any, names: frozenset[str], path: Path) -> dict[str, dict[str, Any]]:
        """Return the texts of *raw*, what stands beside texts, by their names and languages."""
        if raw is None:
            return {}
        if not isinstance(raw, dict):
            self.problems.append(wrong_type(join("", *path), Phrase("kind.object"), raw))
            return {}
        found: dict[str, dict[str, Any]] = {}
        for tag, texts in self._tagged(raw, path, _is_object).items():
            for name, text in texts.items():
                at = join("", *path, tag, name)
                if name not in names | _NAMES:
                    near = nearest(name, names | _NAMES)
                    self.problems.append(warning_at(at, "unknown-key", on_key=True, name=name, near=near))
                elif is_text(text) or (name in _NAMES and _are_texts(text)):
                    found.setdefault(name, {})[tag] = text
                else:
                    self.problems.append(wrong_type(at, Phrase("kind.texts" if name in _NAMES else "kind.text"), text))
        return found


def _hinted(hint: Any) -> frozenset[str]:
    """Return the names of the texts of a schema that those of its *hint* stand instead of."""
    return frozenset("title" if name == "label" else name for name in hint) if isinstance(hint, dict) else frozenset()


def _may_be(part: Any, name: str, value: Mapping[str, Any]) -> bool:
    """Tell whether *part*, at *name* in *value*, is a text or none; what is wrong there shows in no language."""
    return name not in value or isinstance(part, str | list | dict if name in _NAMES else str)


def _has_words(text: Any) -> bool:
    return not isinstance(text, str) or any(map(str.isalpha, text))


def _are_texts(value: Any) -> bool:
    parts = value.values() if isinstance(value, dict) else value
    return isinstance(value, dict | list) and all(map(is_text, parts))


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


#: What a schema, and what stands around one, says to people.
_SCHEMA_TEXTS = frozenset({
    "title", "description", "summary", "label", "placeholder", "help", "deprecation_message", "ui:title",
    "ui:description", "ui:help", "ui:placeholder",
})  # fmt: skip
#: What the hints beside a schema say to people.
_HINT_TEXTS = frozenset({"label", "description", "help", "group", "placeholder", "unit"})
#: Keys of values, which are no texts of a declaration.
_VALUES = frozenset({"default", "const", "enum", "examples", "example"})
#: Keys of objects whose keys are names.
_NAMED = frozenset({
    "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "schemas", "types", "triggers",
    "variables",
})  # fmt: skip
#: What a page shows nothing of.
_UNSEEN = frozenset({"responses", "info", "servers", "externalDocs", "securitySchemes", "tags", "annotations"})


def _inside_schema(key: str) -> TextPlaces | None:
    return HINTS if key == KEYWORD else None if key in _VALUES or key == BESIDE else SCHEMAS


#: Those of JSON Schemas, and of the languages that are made of them.
SCHEMAS = TextPlaces(texts=lambda: _SCHEMA_TEXTS, inside=_inside_schema, named=_NAMED, same=_UNSEEN)
#: Those of hints.
HINTS = TextPlaces(
    texts=lambda: _HINT_TEXTS,
    inside=lambda key: SCHEMAS if key == OUTPUT else None,
    by_language=True,
    same=frozenset({"unit"}),
)
