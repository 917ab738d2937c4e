"""Names that tell the variants of a place apart."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Any

from webform.language import marked
from webform.schema.applicable import gather
from webform.schema.kinds import key_of, values_of
from webform.schema.located import stated
from webform.schema.naming import label_of
from webform.values import as_text, brief

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webform.schema.document import SchemaVariant

KINDS = {
    "string": marked("Text"),
    "number": marked("Number"),
    "boolean": marked("Yes or no"),
    "null": marked("Null"),
    "object": marked("Object"),
    "list": marked("List"),
    "enum": marked("One of a few"),
}
#: Keys of a variant that are looked at for a constant.
_LOOKED_AT = 40
#: The longest name made of a description, in characters.
_MAX_WORDS = 48
_END_OF_SENTENCE = re.compile(r"(?<=[.!?;:])\s")
#: The ways to be called with this number and higher are taken only where there are several of a kind.
_ONLY_AMONG_ALIKE = 3


def names_of(variants: Sequence[SchemaVariant]) -> list[str]:
    """Return a name for each of *variants*: the first it can have that no other has, else numbered."""
    names: dict[int, str] = {}
    for number, called in enumerate((_titles, _constants, _definitions, _descriptions, _keys)):
        left = [index for index in range(len(variants)) if index not in names]
        kinds = Counter(variants[index].kind for index in left)
        if number >= _ONLY_AMONG_ALIKE:
            left = [index for index in left if kinds[variants[index].kind] > 1]
        made = called(variants) if left else []
        found = {index: made[index] for index in left}
        counts = Counter([*names.values(), *found.values()])
        names |= {index: name for index, name in found.items() if name and counts[name] == 1}
    whole = [
        names.get(index) or variant.title or variant.definition or KINDS[variant.kind]
        for index, variant in enumerate(variants)
    ]
    return [
        f"{name} {whole[: index + 1].count(name)}" if whole.count(name) > 1 else name
        for index, name in enumerate(whole)
    ]


def _titles(variants: Sequence[SchemaVariant]) -> list[str]:
    return [variant.title for variant in variants]


def _constants(variants: Sequence[SchemaVariant]) -> list[str]:
    """Return for every object the constant that it needs, or where others have another, one that none of them has."""
    found = [_constants_of(variant) if variant.kind == "object" else {} for variant in variants]
    counts = Counter((key, key_of(value)) for constants in found for key, value in constants.items())
    # Where all differ at a key, it tells them apart better than several do.
    keys = Counter(key for key, _ in counts)
    names = []
    for variant, constants in zip(variants, found, strict=True):
        own = [key for key, value in constants.items() if counts[key, key_of(value)] == 1]
        telling = [key for key in own if key in variant.members.required or keys[key] > 1]
        best = max(telling, key=lambda key: keys[key], default=None)
        names.append("" if best is None else _worded(best, constants[best]))
    return names


def _constants_of(variant: SchemaVariant) -> dict[str, Any]:
    found = {}
    for key, member in islice(variant.members.properties.items(), _LOOKED_AT):
        gathered = gather(variant.document, member.hard)
        values = values_of(gathered.applicable, gathered.constants)
        if values is not None and len(values.values) == 1:
            found[key] = next(iter(values.values.values()))
    return found


def _worded(key: str, value: Any) -> str:
    return value if isinstance(value, str) and value.strip() else f"{label_of(key)}: {brief(value)}"


def _definitions(variants: Sequence[SchemaVariant]) -> list[str]:
    return [variant.definition for variant in variants]


def _descriptions(variants: Sequence[SchemaVariant]) -> list[str]:
    """Return the first words of their descriptions."""
    return [_first_words(as_text(next(stated(variant.chosen, "description"), ""))) for variant in variants]


def _first_words(text: str) -> str:
    line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    sentence = _END_OF_SENTENCE.split(line, maxsplit=1)[0].rstrip(".")
    return sentence if len(sentence) <= _MAX_WORDS else f"{sentence[: _MAX_WORDS + 1].rpartition(' ')[0]}…"


def _keys(variants: Sequence[SchemaVariant]) -> list[str]:
    """Return for every object the first key that it needs, or has, and the others have not."""
    objects = [variant.members for variant in variants if variant.kind == "object"]
    needed = Counter(key for members in objects for key in members.required)
    declared = Counter(key for members in objects for key in members.properties)
    own = []
    for variant in variants:
        keys = [*variant.members.properties] if variant.kind == "object" else []
        least = [key for key in keys if key in variant.members.required and needed[key] == 1]
        own.append(next(iter([*least, *(key for key in keys if declared[key] == 1)]), ""))
    return [f"{KINDS['object']} with {label_of(key)}" if key else "" for key in own]
