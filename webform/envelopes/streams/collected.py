"""The value that the events of a stream add up to, and what came beside it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from webform.envelopes.base import log_of, words
from webform.language import marked
from webform.result import Log, Part
from webform.values import ABSENT, as_dict, is_number, read_json_or

if TYPE_CHECKING:
    from collections.abc import Iterable


#: What to tell of an event while a stream goes on: `progress`, `log`, `chunk` or `partial` (webform.runners.base.Tell).
Update = dict[str, Any]

MAX_LOGS = 1_000


@dataclass
class StreamedCall:
    """A call of a tool by a model: its name, and its arguments as a text that grows, or as a value."""

    name: str = ""
    text: str = ""
    value: Any = ABSENT

    def part(self) -> Part:
        """Return it as a part of a result."""
        value = self.value
        if value is ABSENT:
            value = read_json_or(self.text, self.text) if self.text.strip() else {}
        return Part(type="tool-call", title=self.name, description="Tool call", value=value)


@dataclass
class Collected:
    """
    What the events of a stream have come to so far.

    Args:
        outputs: declared outputs, by key.
        final: the value that stands in place of all that came before.
        is_list: what came is a list, however long.
        ends: the events are of a language that says when it has ended.
        complete: an event said that it has ended.
        broken: a text in it is not whole.
        over: nothing that follows counts.
        is_model: its texts are those of a language model.
        error: why it failed, as an answer of its own; `ABSENT` where it did not.
        details: what is known beside the answer.
    """

    outputs: dict[str, Any] = field(default_factory=dict)
    final: Any = ABSENT
    is_list: bool = False
    ends: bool = False
    complete: bool = False
    broken: bool = False
    over: bool = False
    is_model: bool = False
    error: Any = ABSENT
    details: dict[str, Any] = field(default_factory=dict)
    logs: list[Log] = field(default_factory=list)
    _pieces: list[Any] = field(default_factory=list)
    _values: int = 0
    _sent_values: int = 0
    _calls: dict[Any, StreamedCall] = field(default_factory=dict)
    _thoughts: list[str] = field(default_factory=list)
    _parts: list[Part] = field(default_factory=list)

    @property
    def value(self) -> Any:
        """The value so far; `ABSENT` where nothing came."""
        if self.final is not ABSENT:
            return self.final
        if self.outputs:
            return dict(self.outputs)
        if not self._values:
            return "".join(self._pieces) if self._pieces else ABSENT
        runs = _with_texts_joined(self._pieces)
        return runs if self.is_list or len(runs) > 1 else runs[0]

    @property
    def parts(self) -> tuple[Part, ...]:
        """What came beside the value: what the model thought, the tools it called, files."""
        thoughts = "".join(self._thoughts).strip()
        thinking = [Part(type="text", title="Reasoning", value=thoughts)] if thoughts else []
        return (*thinking, *(call.part() for call in self._calls.values()), *self._parts)

    @property
    def is_cut(self) -> bool:
        """Whether it broke off before its end."""
        return self.broken or (self.ends and not (self.over or self.complete))

    @property
    def is_empty(self) -> bool:
        """Whether nothing came that can be shown."""
        return self.value is ABSENT and not self.parts

    def add_text(self, text: str) -> list[Update]:
        """Add *text* to the value; return what to tell."""
        if not text:
            return []
        self._pieces.append(text)
        return [{"type": "chunk", "text": text}]

    def add_value(self, value: Any) -> list[Update]:
        """Add *value*, which is no text, to the value; return what to tell."""
        self._pieces.append(value)
        self._values += 1
        # The whole list is an update: the longer it is, the rarer.
        if self._values - self._sent_values < max(1, self._values // 4):
            return []
        self._sent_values = self._values
        return self.updates()

    def add(self, value: Any) -> list[Update]:
        """Add a text or another value; return what to tell."""
        return self.add_text(value) if isinstance(value, str) else self.add_value(value)

    def updates(self) -> list[Update]:
        """Return the value so far as what to tell."""
        return [{"type": "partial", "value": self.value}]

    def think(self, text: Any) -> None:
        """Add *text* to what the model thought."""
        if isinstance(text, str):
            self._thoughts.append(text)

    def call(self, key: Any, name: Any = "", arguments: Any = ABSENT) -> None:
        """
        Add to a tool call: its name, a piece of the text of its arguments, or all of them.

        Args:
            key: what the pieces of one call share; `None` for a call that comes whole.
            name: the name of the tool.
            arguments: a piece of their text, or their value.
        """
        call = self._calls.setdefault(self._key(key), StreamedCall())
        if isinstance(name, str) and name:
            call.name = name
        if isinstance(arguments, str):
            call.text += arguments
        elif arguments not in (ABSENT, None):
            call.value = arguments

    def replace_call(self, key: Any, name: Any, arguments: Any) -> None:
        """Set the tool call of that *key*, whatever came of it before."""
        self._calls.pop(self._key(key), None)
        self.call(key, name, arguments)

    def _key(self, key: Any) -> str:
        return f"whole {len(self._calls)}" if key is None else f"pieces {key}"

    def add_part(self, part: Part) -> None:
        """Add *part*, which came beside the value."""
        self._parts.append(part)

    def note(self, **details: Any) -> None:
        """Note what is known beside the answer; what is empty is left out."""
        self.details |= {key: value for key, value in details.items() if value not in ("", None, {}, [])}

    def log(self, line: Any) -> list[Update]:
        """Add a line of a log, an object or a text; return what to tell."""
        found = log_of(line)
        if not found.message and not found.extra:
            return []
        if len(self.logs) < MAX_LOGS:
            self.logs.append(found)
        update: Update = {"type": "log", "level": found.level, "message": found.message}
        logger = line.get("logger") if isinstance(line, dict) else None
        beside = {"logger": logger if isinstance(logger, str) else None, "extra": found.extra}
        return [update | {key: value for key, value in beside.items() if value is not None}]

    def fail(self, reason: Any) -> None:
        """Note that the stream failed, and why: an object or a text."""
        fields = as_dict(reason)
        kept = {key: fields[key] for key in ("retryable", "retryAfter") if key in fields}
        message = words(fields.get("errorText")) or words(reason) or marked("The tool failed.")
        self.error, self.over = {"type": "error", "message": message, **kept}, True


def progress_of(data: Any) -> list[Update]:
    """Return what to tell of the progress that *data*, an object or a number, says."""
    fields = data if isinstance(data, dict) else {"progress": data}
    done, total = fields.get("progress"), fields.get("total")
    if not is_number(done) and is_number(fields.get("percent")):
        done, total = fields["percent"], 100
    return [
        {
            "type": "progress",
            "done": done if is_number(done) else 0,
            "total": total if is_number(total) and total > 0 else None,
            "message": words(fields.get("message")),
        }
    ]


def _with_texts_joined(pieces: Iterable[Any]) -> list[Any]:
    runs: list[Any] = []
    texts: list[str] = []
    for piece in [*pieces, ABSENT]:
        if isinstance(piece, str):
            texts.append(piece)
            continue
        if text := "".join(texts).strip():
            runs.append(text)
        texts.clear()
        if piece is not ABSENT:
            runs.append(piece)
    return runs
