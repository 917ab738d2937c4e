"""A raw answer without what is meant for the tool's developers, or must not be kept."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from webform.envelopes.base import FOR_DEVELOPERS, TRACE
from webform.files import StoredFile
from webform.inputs.walk import changed
from webform.language import marked
from webform.messages import Param, Phrase
from webform.values import ABSENT, NotJSONError, read_json, write_json
from webform.words import MASK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from webform.problems import Problem
    from webform.raw import Raw

#: A longer body is not searched, and so not kept where it would have to be.
MAX_SEARCHED = 1_000_000
#: What stands for a secret.
HIDDEN = MASK
#: A shorter text is only hidden in words where it stands alone: it may be a part of any word.
_TELLING = 4

_TOO_LONG = marked("The answer was too long to be searched for what is not to be kept.")
_LEFT_OUT = marked("What is meant for the tool's developers was left out.")
_DATA_LINE = re.compile(r"^((?:data:)?[ \t]*)(\{.*\})([ \t\r]*)$", re.MULTILINE)


def without_internals(raw: Raw) -> Raw:
    """Return *raw* without developer messages and stack traces; with a note where any were there."""
    redacted = _mapped(raw, _without_internals)
    return replace(redacted, note=_LEFT_OUT) if not redacted.note and redacted != raw else redacted


def without_secrets(raw: Raw, secrets: Iterable[str]) -> Raw:
    """Return *raw* with `HIDDEN` in place of each text of *secrets*, however it is spelled."""
    found = {*filter(None, secrets)}
    return _mapped(raw, hiding(found, re.escape), in_headers=True) if found else raw


def _as_word(text: str) -> str:
    return re.escape(text) if len(text) >= _TELLING else rf"(?<!\w){re.escape(text)}(?!\w)"


def hiding(secrets: Iterable[str], pattern_of: Callable[[str], str] = _as_word) -> Callable[[str], str]:
    """
    Return what puts `HIDDEN` in the place of each text of *secrets*, however it is spelled.

    Args:
        secrets: the texts.
        pattern_of: makes a pattern of one; without it the text is one of words, in which a short secret stands alone.
    """
    pattern = re.compile("|".join(map(pattern_of, _spelled(secrets))) or "(?!)")
    # What holds none stays as it is: a sentence keeps what it is made of.
    return lambda text: pattern.sub(HIDDEN, text) if pattern.search(text) else text


def hidden_problems(problems: Iterable[Problem], hide: Callable[[str], str]) -> tuple[Problem, ...]:
    """Return *problems* with their parameters as *hide* makes them."""
    return tuple(replace(problem, params=_hidden(problem.params, hide)) for problem in problems)


def _hidden(params: Mapping[str, Param], hide: Callable[[str], str]) -> dict[str, Param]:
    return {name: _hidden_param(value, hide) for name, value in params.items()}


def _hidden_param(value: Param, hide: Callable[[str], str]) -> Param:
    match value:
        case str():
            return hide(value)
        case tuple():
            return tuple(_hidden_param(part, hide) for part in value)
        case Phrase():
            return replace(value, params=_hidden(value.params, hide))
    return value


def _spelled(secrets: Iterable[str]) -> list[str]:
    """Return how *secrets* may be spelled, the longest first: one may be the beginning of another."""
    spelled = {text for secret in secrets if secret for text in (secret, repr(secret)[1:-1], *_in_json(secret))}
    # Who is sent JSON may quote it in JSON.
    return sorted(spelled.union(*map(_in_json, spelled)), key=len, reverse=True)


def _in_json(text: str) -> set[str]:
    return {json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1]}


def _mapped(raw: Raw, change: Callable[[str], str], *, in_headers: bool = False) -> Raw:
    messages = tuple(replace(message, text=change(message.text)) for message in raw.messages)
    headers = {name: change(value) for name, value in raw.headers.items()} if in_headers else raw.headers
    raw = replace(raw, headers=headers, messages=messages)
    if isinstance(raw.body, StoredFile):
        # A file is the value itself, which is shown whole.
        return raw
    if len(raw.body) > MAX_SEARCHED:
        return replace(raw, body=b"", note=_TOO_LONG)
    try:
        text = raw.body.decode()
    except UnicodeDecodeError:
        return replace(raw, body=change(raw.body.decode("latin-1")).encode("latin-1", "replace"))
    changed = change(text)
    return raw if changed == text else replace(raw, body=changed.encode("utf-8", "surrogatepass"))


def _without_internals(text: str) -> str:
    kept = _kept_json(text)
    if kept is not None:
        return kept
    lines = _DATA_LINE.sub(lambda line: f"{line[1]}{_kept_line(line[2])}{line[3]}", text)
    found = TRACE.search(lines)
    return lines[: found.start()] if found else lines


def _kept_json(text: str) -> str | None:
    """Return the JSON *text* as it may be kept; `None` where it cannot be read."""
    try:
        value = read_json(text)
    except (NotJSONError, ValueError, RecursionError):
        return None
    kept = pruned(value)
    return text if kept == value else write_json(kept)


def _kept_line(text: str) -> str:
    kept = _kept_json(text)
    if kept is not None:
        return kept
    # JSON that breaks off, or is too deep, cannot be searched for what its keys hold.
    return HIDDEN if any(f'"{key}"' in text for key in FOR_DEVELOPERS) else text


def pruned(value: Any) -> Any:
    """Return *value* without what is meant for the tool's developers: their keys, and stack traces in texts."""
    if isinstance(value, dict | list):
        return changed(value, lambda token, part: ABSENT if token in FOR_DEVELOPERS else pruned(part))
    found = TRACE.search(value) if isinstance(value, str) else None
    return value[: found.start()] if found else value
