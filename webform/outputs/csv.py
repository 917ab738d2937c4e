"""CSV and TSV: a table, and the text it is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from webform.language import gettext
from webform.outputs.base import About, Misfit, View
from webform.outputs.delimited import table_in
from webform.outputs.rows import columns_of, copied, downloads, note, page_of
from webform.outputs.texts import writing

#: The media types of such texts.
MEDIA = ("text/csv", "text/tab-separated-values")


def view(value: Any, about: About) -> View | Misfit:
    """Return the view of the rows of a text, its first row as their columns; of its downloads one is the text."""
    table = table_in(value, about.annotations.word("contentMediaType")) if isinstance(value, str) else None
    text = writing(value, about, "text")
    if table is None or isinstance(text, Misfit):
        return Misfit()
    columns, rows = columns_of(table["columns"], table["rows"]), table["rows"]
    as_it_came = tuple(replace(download, label=gettext("As it came")) for download in text.downloads)
    return View(
        name="csv",
        data=page_of(columns, rows, about.look, budget=about.budget),
        note=note(len(rows), None),
        copy=copied(columns, rows),
        downloads=(*downloads(columns, rows, about), *as_it_came),
    )
