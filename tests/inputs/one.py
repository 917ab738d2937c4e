"""One input alone in a form: what it sends untouched, what comes of what is typed, and what is said of it."""

from __future__ import annotations

from datetime import datetime

import webform
from tests.as_browser import entries_of
from webform.messages import Phrase
from webform.values import ABSENT

NOW = datetime(2026, 3, 14, 9, 26, 53)  # noqa: DTZ001 - samples are made at the author's own clock


class One:
    """
    The input *kind* of the options given, called `x` and labelled `X`.

    Places are relative to it: "" is the input itself, "/0" its first part.
    """

    def __init__(self, kind: str, **options) -> None:
        self.tool = webform.load([{"key": "x", "type": kind, "label": "X", **options}])[0]
        self.form = self.tool.form
        self.input = self.form.inputs[0]

    @property
    def found_problems(self) -> list[tuple[str, str]]:
        """What lint says: pointers in the declaration of the input, and messages."""
        return [(problem.at.removeprefix("/0"), problem.phrase) for problem in self.tool.problems]

    @property
    def sample(self):
        """The value of the least body, `ABSENT` where it leaves the input out."""
        return webform.sample(self.form, NOW).get("x", ABSENT)

    def html(self, value=ABSENT) -> str:
        """Return the form: a new one, or the one that shows *value*."""
        return webform.render(self.form, ABSENT if value is ABSENT else {"x": value})

    def sends(self, value=ABSENT) -> list[tuple[str, str]]:
        """Return the entries of a new form, or of the one that shows *value*, as a browser would send them."""
        return [entry for entry in entries_of(self.html(value)) if entry[0] not in ("is#", "id-prefix")]

    def post(self, texts: dict[str, str | list[str]], value=ABSENT):
        """Return the value, and the problems as (place, message), of a form whose controls hold *texts* instead."""
        names = {f"/x{at}" for at in texts}
        kept = [(name, text) for name, text in self.sends(value) if name not in names]
        sent = [(f"/x{at}", line) for at, text in texts.items() for line in ([text] if isinstance(text, str) else text)]
        return self.posted(kept + sent)

    def posted(self, entries: list[tuple[str, str]]):
        """Return the value, and the problems as (place, message), that exactly *entries* make."""
        body, problems = webform.decode(self.form, entries)
        return body.get("x", ABSENT), [(problem.at.removeprefix("/x"), problem.phrase) for problem in problems]

    def blank(self):
        """Return the value, and the problems, of the form with nothing filled in."""
        return self.post(dict.fromkeys(self.input.parts, ""))

    def wrong(self, value) -> list[tuple[str, str]]:
        """Return what is wrong with the body that has *value*."""
        return [(problem.at.removeprefix("/x"), problem.phrase) for problem in webform.check(self.form, {"x": value})]


#: What is said of a required input that was left blank.
REQUIRED = [("", Phrase("required"))]
