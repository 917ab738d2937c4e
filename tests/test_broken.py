"""Broken declarations over all languages, each with a different mistake: `webform check` prints the line and column."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from webform.cli import main
from webform.dialects import DIALECTS

FILE = Path(__file__).parent / "samples/broken.txt"


def broken() -> list[tuple[str, str, str]]:
    """Return the language, the code of the problem, and the text with its mark, of each."""
    blocks = FILE.read_text(encoding="utf-8").strip().split("\n\n")[1:]
    heads = [block.partition("\n") for block in blocks]
    return [(*head.split(), text) for head, _, text in heads]


def test_there_are_forty_over_all_languages():
    assert len(broken()) >= 40
    written = {language for language, _, _ in broken()}
    lacking = ", ".join(DIALECTS.keys() - written)
    assert written == DIALECTS.keys(), (
        f"add a document with a mistake to tests/samples/broken.txt, for {lacking}: a line `DIALECT CODE`, below it the "
        "document, with § where the mistake is"
    )


@pytest.mark.parametrize(("language", "code", "text"), broken())
def test_a_mistake_is_named_where_it_stands(language, code, text, tmp_path):
    before, _, after = text.partition("§")
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    file = tmp_path / ("tool.yaml" if language == "named-types" else "tool.json")
    file.write_text(before + after, encoding="utf-8")

    done = CliRunner().invoke(main, ["check", str(file)])

    found = [row.partition(": ")[::2] for row in done.output.splitlines() if row.startswith(str(file))]
    places = {(place, message.partition("]")[0].partition("[")[2]) for place, message in found}
    assert (f"{file}:{line}:{column}", code) in places, done.output
    # What else is printed of it is no second mistake, but what follows from the language.
    assert {other for _, other in places} - {code} <= {"missing-output_schema", "no-sample"}, done.output
    assert "Traceback" not in done.output
