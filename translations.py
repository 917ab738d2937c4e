"""Bring the catalogues of the languages up to date with the texts of the source, and count what they lack."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from hatch_build import catalogues_of

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent
#: What texts are marked by: the places of the text, its plural and its context among the arguments.
CALLS = {
    "_": None,
    "gettext": None,
    "marked": None,
    "marked_plural": (1, 2),
    "counted": (2, 3),
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}
#: Where texts stand, and how they are found.
SOURCES = {
    "webform/**/*.py": "python",
    "templates/**/*.html": "jinja2.ext:babel_extract",
    "static/src/**/*.js": "javascript",
}
OPTIONS = {"javascript": {"parse_template_string": True}}
#: A sentence of messages.json in a script.
_SENTENCE = re.compile(r"\bsentence\('([\w.-]+)'")

Text = str | tuple[str, ...]


def template() -> Catalog:
    """Return the catalogue of all texts, untranslated."""
    catalogue = Catalog(project="webform", charset="utf-8", fuzzy=False)
    for place, text, context in sorted(_texts(), key=lambda found: found[0]):
        catalogue.add(text, locations=[(place, 0)], context=context, flags=_flags(text))
    return catalogue


def _texts() -> Iterator[tuple[str, Text, str | None]]:
    """Yield where a text is, the text, and its context."""
    entries = json.loads((ROOT / "webform/messages.json").read_text(encoding="utf-8"))
    for entry in entries.values():
        yield from (("webform/messages.json", text, None) for text in _forms(entry))
    for pattern, method in SOURCES.items():
        for path in sorted(ROOT.glob(pattern)):
            place = path.relative_to(ROOT).as_posix()
            for _, text, _, context in extract_from_file(method, path, keywords=CALLS, options=OPTIONS.get(method)):
                yield place, text, context
            if path.suffix == ".js":
                for key in _SENTENCE.findall(path.read_text(encoding="utf-8")):
                    yield from ((place, text, None) for text in _forms(entries[key]))


def _forms(entry: str | dict[str, str]) -> list[Text]:
    """Return the texts of an entry of messages.json."""
    if isinstance(entry, str):
        return [entry]
    return [(entry["one"], entry["other"])] if "by" in entry else [entry["near"], entry["other"]]


def _flags(text: Text) -> list[str]:
    return ["python-brace-format"] if "{" in (text if isinstance(text, str) else text[1]) else []


def update(file: Path, texts: Catalog) -> Catalog:
    """Bring the catalogue in *file* up to date with *texts*; what is not used any more goes."""
    name = file.parts[-3]
    with file.open("rb") as content:
        catalogue = read_po(content, locale=name, domain="webform")
    created = catalogue.creation_date
    # A text that has changed is translated anew: a guess would be shown to nobody.
    catalogue.update(texts, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    catalogue.header_comment = f"# The texts of webform in {name}."
    catalogue.version = "0"
    # A date that changes with every update would be all that most changes have.
    catalogue.creation_date = created
    with file.open("wb") as content:
        write_po(content, catalogue, width=120, sort_output=True, omit_header=False, include_lineno=False)
    return catalogue


def missing(catalogue: Catalog) -> int:
    """Return how many texts *catalogue* has no translation of."""
    return sum(1 for message in catalogue if message.id and not all(_strings(message)))


def _strings(message: Message) -> list[str]:
    """Return the translation of *message* in all its forms."""
    return [message.string] if isinstance(message.string, str) else list(message.string or [""])


if __name__ == "__main__":
    texts = template()
    for name in sys.argv[1:]:
        file = ROOT / "webform/locale" / name / "LC_MESSAGES/webform.po"
        file.parent.mkdir(parents=True)
        with file.open("wb") as content:
            write_po(content, Catalog(locale=name, project="webform", charset="utf-8", fuzzy=False))
    print(f"{len(texts)} texts")
    for file in catalogues_of(ROOT):
        print(f"{file.parts[-3]}: {missing(update(file, texts))} not translated")
