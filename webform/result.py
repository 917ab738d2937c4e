"""The result of a run: the one shape every envelope is read into."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Literal

from webform.files import StoredFile
from webform.messages import Phrase, Sentence, from_json, to_json
from webform.problems import Problem
from webform.raw import Raw
from webform.texts import safe_link
from webform.values import ABSENT

if TYPE_CHECKING:
    from collections.abc import Iterable

Status = Literal["ok", "invalid", "error", "authorize", "scheduled", "cancelled"]

#: What the HTTP answers tell of a result, in this order; the rest is for our own pages.
_PUBLIC = (
    "status", "value", "partial", "media_type", "filename", "parts", "message", "artifact", "authorize", "logs",
    "problems", "details",
)  # fmt: skip

#: What may be sentences of the catalogue.
_SENTENCES = ("message", "advice")

#: How calls end that the tool may have answered with its work.
_UNKNOWN = ("cut-off", "elsewhere", "tool-silent", "tool-slow", "half-answer")


@dataclass(frozen=True, kw_only=True)
class Artifact:
    """A file that a run made, at an address of its own; *url* is `""` unless it is http or https."""

    url: str
    content_type: str = ""
    size: int | None = None
    title: str = ""
    description: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "url", safe_link(self.url, mail=False))


@dataclass(frozen=True, kw_only=True)
class Authorize:
    """Where a person allows the tool to go on; *url* is `""` unless it is http or https."""

    url: str
    message: str = ""
    scopes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "url", safe_link(self.url, mail=False))


#: Keys that the words of a line of a log stand under, those of its time, and those that are not shown beside it.
_LOG_WORDS = ("message", "msg", "text", "line")
_LOG_TIMES = ("t", "time", "timestamp")
_LOG_OTHERS = ("level", "logger", "extra")


def _as_text(value: Any) -> str:
    return "" if value is None else str(value)


@dataclass(frozen=True, kw_only=True)
class Log:
    """One line a tool wrote while it ran; *t* is its time, as the tool spells it, *extra* what else it holds."""

    message: str
    level: str = "info"
    t: str = ""
    extra: dict[str, Any] | None = None

    @classmethod
    def of(cls, line: Any) -> Log:
        """Return *line*, an object as tools spell it or a text, as a line of a log."""
        if not isinstance(line, dict):
            return cls(message=_as_text(line))
        key = next((key for key in _LOG_WORDS if line.get(key) is not None), "")
        time = next((key for key in _LOG_TIMES if line.get(key) is not None), "")
        shown = (key, time, *_LOG_OTHERS)
        rest = {name: value for name, value in line.items() if name not in shown and value is not None}
        extra = line.get("extra")
        rest |= extra if isinstance(extra, dict) else {} if extra in (None, "") else {"extra": extra}
        level = line.get("level")
        return cls(
            message=_as_text(line.get(key)),
            level=level if isinstance(level, str) and level else "info",
            t=_as_text(line.get(time)),
            extra=rest or None,
        )


@dataclass(frozen=True, kw_only=True)
class Part:
    """
    A piece of an answer that came beside its value, such as a content block of MCP or a tool call of a model.

    Args:
        type: what it is: `text`, `json`, `image`, `audio`, `video`, `html`, `file`, `link` (an address alone),
            `tool-call`; how it is shown follows from its media type and value too. `source` is what the result's own
            value came as: its name, address and media type, and its text where the value was read from JSON within it.
        value: text, a JSON value, or the data URL of a file; `ABSENT` where there is an address alone.
        title: what it is called.
        description: what it holds, in a sentence.
        uri: the address it came with, of any scheme; a person is only sent to what `safe_link` lets pass.
        media_type: `type/subtype`, as it came.
        size: bytes, as it came.
    """

    type: str
    value: Any = ABSENT
    title: str = ""
    description: str = ""
    uri: str = ""
    media_type: str = ""
    size: int | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the part as a JSON value; what is absent is left out."""
        return _filled(self)


@dataclass(frozen=True, kw_only=True)
class Result:
    """
    What a run came to.

    Args:
        status: `invalid` means that the tool refused what was filled in.
        value: what the tool answered, as it came; `ABSENT` where it answered nothing that can be shown. A file is its
            data URL, or, where it is large, a `StoredFile` that stands for it.
        partial: whether the value is only what had come before it failed; `None` where it is not.
        media_type: what the value is, where it came as a text or a file: `type/subtype`.
        filename: what the tool calls that text or file; a clean name, `""` where it has none.
        parts: what came beside the value, in its order; of a failed run too.
        message: one sentence for the person who ran it.
        code: a stable word for what went wrong, such as `tool-down`.
        artifact: a file at an address of its own.
        authorize: what the person has to allow first.
        logs: what the tool wrote while it ran.
        problems: what is wrong with the answer, or at the inputs (`invalid`), by JSON Pointer.
        http_status: the status of the tool's HTTP answer.
        reply: which of the answers that the tool documents it is; `""` where it documents one for all.
        can_retry: whether trying again makes sense, as the tool says; `None` where it says nothing.
        retry_after: seconds after which trying again makes sense.
        advice: what the person can do.
        details: what is known beside the answer, as JSON values by name: the backend, durations, usage, cost.
        raw: the answer as it came; in production only where the operator allows it.
    """

    status: Status
    value: Any = ABSENT
    partial: bool | None = None
    media_type: str = ""
    filename: str = ""
    parts: tuple[Part, ...] = ()
    message: str = ""
    code: str = ""
    artifact: Artifact | None = None
    authorize: Authorize | None = None
    logs: tuple[Log, ...] = ()
    problems: tuple[Problem, ...] = ()
    http_status: int | None = None
    reply: str = ""
    can_retry: bool | None = None
    retry_after: float | None = None
    advice: str = ""
    details: dict[str, Any] = field(default_factory=dict)
    raw: Raw | None = None

    @property
    def may_be_done(self) -> bool:
        """Whether nobody knows if the tool did its work, so that a person has to say whether twice does no harm."""
        return self.can_retry is not True and self.code in _UNKNOWN

    def as_json(self) -> dict[str, Any]:
        """
        Return what the HTTP answers and `--json` show of the result; what is absent is left out.

        In place of a value that is a stored file there is `file`: its `name`, `media_type` and `size` in bytes.
        """
        shown = self._record_of(_PUBLIC)
        if isinstance(self.value, StoredFile):
            file = shown.pop("value")
            shown["file"] = {"name": file.name, "media_type": file.media_type, "size": file.size}
        return shown

    def as_record(self) -> dict[str, Any]:
        """Return the whole result as a JSON value, for `from_record`; what is absent is left out."""
        record = self._record_of(_WHOLE)
        sentences = {name: getattr(self, name) for name in _SENTENCES}
        if phrases := {name: text.phrase for name, text in sentences.items() if isinstance(text, Sentence)}:
            record["phrases"] = to_json(phrases)
        if self.problems:
            record["problems"] = [problem.as_record() for problem in self.problems]
        if isinstance(self.value, StoredFile):
            record["file"] = record.pop("value").as_text()
        return record

    def _record_of(self, keys: Iterable[str]) -> dict[str, Any]:
        record: dict[str, Any] = {}
        for key in keys:
            value = getattr(self, key)
            # A tool's own null, "" or [] is a value; only the other keys are absent when empty.
            if value is ABSENT or (key != "value" and value in ("", None, (), {})):
                continue
            match key:
                case "artifact" | "authorize":
                    value = _filled(value)
                case "logs" | "parts":
                    value = [_filled(item) for item in value]
                case "problems":
                    value = [problem.as_json() for problem in value]
                case "raw":
                    value = value.as_record()
            record[key] = value
        return record

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> Result:
        """Return the result that `as_record` made *record* of."""
        rest = dict(record)
        if "file" in rest:
            rest["value"] = StoredFile.from_text(rest.pop("file"))
        phrases = from_json(rest.pop("phrases", {}))
        rest |= {name: Sentence.of(phrase) for name, phrase in phrases.items() if isinstance(phrase, Phrase)}
        artifact, authorize, raw = rest.pop("artifact", None), rest.pop("authorize", None), rest.pop("raw", None)
        return cls(
            artifact=artifact and Artifact(**artifact),
            authorize=authorize and Authorize(**{**authorize, "scopes": tuple(authorize.get("scopes", ()))}),
            parts=tuple(Part(**part) for part in rest.pop("parts", ())),
            logs=tuple(Log(**log) for log in rest.pop("logs", ())),
            problems=tuple(map(Problem.from_record, rest.pop("problems", ()))),
            raw=raw and Raw.from_record(raw),
            **rest,
        )


#: All there is to a result.
_WHOLE = tuple(item.name for item in fields(Result))


#: The key that makes a part what it is: it stays, blank or not.
_NEEDED = {Artifact: "url", Authorize: "url", Log: "message", Part: "type"}


def _filled(part: Artifact | Authorize | Log | Part) -> dict[str, Any]:
    filled: dict[str, Any] = {}
    for key in (item.name for item in fields(part)):
        value = getattr(part, key)
        # A part's own null, "" or [] is a value, as a result's is.
        kept = value is not ABSENT if key == "value" else value not in ("", None, ())
        if kept or key == _NEEDED[type(part)]:
            filled[key] = list(value) if isinstance(value, tuple) else value
    return filled
