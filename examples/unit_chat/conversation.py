"""Replies of the unit chat to a message, given the replies before it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .arithmetic import calculate
from .units import Quantity, convert, find_unit, shown

HELP = (
    "I calculate and convert units. Try `5 km in miles`, `sqrt(2) * 10` or `100 °F in °C`; "
    "then `in metres`, `times 3` or `list`."
)
MAX_CHARACTERS = 200
FILLERS = re.compile(r"^(?:(?:and|now|please|then|what|what's|is|how|much|convert|calculate)\b[ ,]*)+", re.IGNORECASE)
IT = re.compile(r"^(?:that|it|this)$", re.IGNORECASE)
CONVERSION = re.compile(r"^(?:(?P<what>.+) )?(?:in|to|into|as) (?P<unit>\D.*)$", re.IGNORECASE)
OPERATION = re.compile(r"^(?P<sign>[-+*/×÷]|plus|minus|times|over|divided by) ?(?P<number>.+)$", re.IGNORECASE)
SIGNS = {"plus": "+", "minus": "-", "times": "*", "over": "/", "divided by": "/", "×": "*", "÷": "/"}
AMOUNT = re.compile(r"(?P<sum>.*[\d)]) ?(?P<unit>[^\W\d][^()]*|°.*)$")


@dataclass
class Conversation:
    """A conversation so far: the *answers* given, each the last one may be asked about."""

    answers: list[Quantity] = field(default_factory=list)

    def reply(self, text: str) -> str:
        """Return the reply to *text*, as Markdown; a number in it is remembered."""
        if len(text) > MAX_CHARACTERS:
            return HELP
        asked = FILLERS.sub("", " ".join(text.split()).rstrip("?.! "))
        try:
            return self._list(asked) or self._convert(asked) or self._continue(asked) or self._calculate(asked)
        except SyntaxError:
            return HELP
        except ValueError as error:
            return str(error)

    def _list(self, asked: str) -> str:
        if asked.lower() != "list":
            return ""
        return "\n".join(f"{at}. {shown(answer)}" for at, answer in enumerate(self.answers, 1)) or "No answers yet."

    def _convert(self, asked: str) -> str:
        wanted = CONVERSION.match(asked)
        if wanted is None:
            return ""
        what = wanted["what"]
        start = self._last() if what is None or IT.match(what) else _quantity(what)
        end = convert(start, find_unit(wanted["unit"]))
        before = "" if start.unit is None else f"{shown(start)} = "
        return f"{before}**{self._remember(end)}**"

    def _continue(self, asked: str) -> str:
        operation = OPERATION.match(asked)
        # A conversation may begin with a negative number, but not with a division.
        if operation is None or (operation["sign"] in "+-" and not self.answers):
            return ""
        start, other = self._last(), _quantity(operation["number"])
        sign = SIGNS.get(operation["sign"].lower(), operation["sign"])
        if other.unit is not None and sign in "*/":
            raise ValueError("I multiply and divide by plain numbers only.")
        if other.unit is not None:
            if start.unit is None:
                raise ValueError(f"The last answer, {shown(start)}, has no unit.")
            other = convert(other, start.unit)
        end = Quantity(calculate(f"{start.number!r} {sign} {other.number!r}"), start.unit)
        return f"{shown(start)} {sign} {shown(other)} = **{self._remember(end)}**"

    def _calculate(self, asked: str) -> str:
        return f"**{self._remember(_quantity(asked))}**"

    def _last(self) -> Quantity:
        if not self.answers:
            raise ValueError("There is no answer yet to go on from.")
        return self.answers[-1]

    def _remember(self, answer: Quantity) -> str:
        self.answers.append(answer)
        return shown(answer)


def _quantity(text: str) -> Quantity:
    """Return what *text* says: a calculation, and perhaps a unit behind it."""
    try:
        return Quantity(calculate(text), None)
    except SyntaxError:
        amount = AMOUNT.match(text)
        if amount is None:
            raise
        return Quantity(calculate(amount["sum"]), find_unit(amount["unit"]))
