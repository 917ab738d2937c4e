"""Any number of options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webform.inputs.base import Empty, Texts, UnreadableError
from webform.inputs.choices import COUNTRIES, ChoiceLike
from webform.inputs.limits import OPTIONS, count_words
from webform.values import ABSENT

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime


@dataclass(frozen=True, kw_only=True)
class Multiselect(ChoiceLike):
    """Any number of options; their order is kept."""

    type = "multiselect"
    examples = (({"options": COUNTRIES}, ["US", "GB"]), ({"options": COUNTRIES}, []))
    has_legend = True
    blank_is_answer = True

    #: Whether an option may be there more than once.
    repeats: bool = False
    #: The least and the most values, which a schema may say.
    min_values: int = 0
    max_values: int | None = None

    @property
    def limits(self) -> str:
        return count_words(self.min_values, self.max_values, OPTIONS)

    @property
    def empty(self) -> Empty | None:
        return Empty("options", [])

    def texts(self, value: Any) -> Texts | None:
        if not isinstance(value, list):
            return None
        texts = [self.choice_text(item) for item in value]
        known = [text for text in texts if text is not None]
        shown = known if self.repeats else set(known)
        return {"": known} if len(shown) == len(texts) else None

    def value(self, texts: Mapping[str, list[str]]) -> Any:
        values = [self.choice_value(text) for text in texts[""]]
        if ABSENT in values:
            raise UnreadableError("not-an-option", options=self.labels())
        return values

    def value_schema(self) -> dict[str, Any]:
        items = {"enum": [option.value for option in self.options]}
        return {"type": "array", "items": items} | ({} if self.repeats else {"uniqueItems": True})

    def sample(self, now: datetime) -> Any:
        return []
