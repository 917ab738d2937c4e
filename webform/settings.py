"""Kinds of settings, and how a table of webform.toml is read by the options of its class."""

from __future__ import annotations

import os
import re
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, urlsplit

from webform.inputs.options import FLAG, STEP, TEXT, Kind, option, options_of
from webform.problems import Problem, did_you_mean
from webform.values import brief, join, kind_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

__all__ = ["FLAG", "STEP", "TEXT", "Kind", "option", "options_of"]

_HOST = r"[a-z0-9.\-\[\]:]+"
_ORIGIN = rf"https?://(?:\*\.)?{_HOST}"
_TILES = re.compile(rf"(?:https?://{_HOST})?/(?!/)[^\s\"'<>\\]*", re.IGNORECASE)
_PLACEHOLDER = re.compile(r"\{.*?\}")


def read_table(
    raw: dict[str, Any], cls: type, at: str, problems: list[Problem], known: Collection[str] = ()
) -> dict[str, Any]:
    """Return the options of *cls* in the table *raw* at the place *at*; add what is wrong with them to *problems*."""
    options, settings = options_of(cls), dict[str, Any]()
    for name, value in raw.items():
        place = join(at, name)
        if name not in options:
            message = f'There is no setting "{name}"{did_you_mean(name, [*options, *known])}'
            problems.append(Problem(at=place, code="unknown-key", message=message, on_key=True))
            continue
        kind = options[name].kind
        if not kind.takes(value):
            problems.append(wrong(place, str(kind.words), value, secret=options[name].secret))
            continue
        made, inside = kind.read(value) if kind.read else (value, [])
        problems += [problem.under(place) for problem in inside]
        if not inside:
            settings[name] = made
    return settings


def wrong(at: str, expected: str, value: Any, *, secret: bool = False) -> Problem:
    """Return the problem that the setting at the place *at* is not what was *expected*."""
    message = f"Expected {expected}, not {'a table' if secret else brief(value)}"
    return Problem(at=at, code="wrong-type", message=message)


def kind(words: str, takes: Callable[[Any], bool], make: Callable[[Any], Any] | None = None) -> Kind:
    """Return the kind of a setting: its *words*, what it *takes*, and what the setting is made by."""
    return Kind(words=words, schema={}, takes=takes, read=None if make is None else lambda value: (make(value), []))


def choice(*words: str) -> Kind:
    """Return the kind of a setting that is one of *words*."""
    known = " or ".join(f'"{word}"' for word in words)
    return Kind(words=known, schema={"enum": list(words)}, takes=lambda value: is_text(value) and value in words)


def table(words: str) -> Kind:
    """Return the kind of a setting that is a table with settings of its own."""
    return Kind(words=words, schema={"type": "object"}, takes=lambda value: isinstance(value, dict))


def is_text(value: Any) -> bool:
    """Tell whether *value* is a text."""
    return isinstance(value, str)


def matches(pattern: str) -> Callable[[Any], bool]:
    """Return what tells whether a value is a text of *pattern*, letters of either case."""
    known = re.compile(pattern, re.IGNORECASE)
    return lambda value: isinstance(value, str) and known.fullmatch(value) is not None


def list_of(takes: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Return what tells whether a value is a list of what *takes* takes."""
    return lambda value: isinstance(value, list) and all(map(takes, value))


def is_secret(value: Any) -> bool:
    """Tell whether *value* is a text, or names a variable of the environment: `{ env = "NAME", prefix = "…" }`."""
    if not isinstance(value, dict):
        return is_text(value)
    return {"env"} <= value.keys() <= {"env", "prefix"} and all(map(is_text, value.values()))


def read_secret(value: Any) -> tuple[str, list[Problem]]:
    """Return the text that *value* is, or names, and a problem where the variable is not set."""
    if isinstance(value, str):
        return value, []
    name = value["env"]
    if not os.environ.get(name):
        return "", [_unset(f"The variable {name} of the environment is not set")]
    return value.get("prefix", "") + os.environ[name], []


def read_long_secret(value: Any, least: int) -> tuple[str, list[Problem]]:
    """Return what `read_secret` does; a text of fewer than *least* characters is a problem."""
    text, problems = read_secret(value)
    if not problems and len(text) < least:
        problems = [_unset(f"Expected {least} characters or more, not {len(text)}")]
    return text, problems


def read_secrets(
    value: dict[str, Any], read: Callable[[Any], tuple[str, list[Problem]]] = read_secret
) -> tuple[dict[str, str], list[Problem]]:
    """Return the texts of the table *value*, and the first problem there is with one."""
    texts = {}
    for name, part in value.items():
        texts[name], problems = read(part)
        if problems:
            return {}, problems
    return texts, []


def _unset(message: str) -> Problem:
    return Problem(at="", code="unset", message=message)


def _is_tiles(value: Any) -> bool:
    return (
        isinstance(value, str)
        and _TILES.fullmatch(value) is not None
        and sorted(_PLACEHOLDER.findall(value)) == ["{x}", "{y}", "{z}"]
    )


def _is_network(value: Any) -> bool:
    try:
        return isinstance(value, str) and bool(ip_network(value))
    except ValueError:
        return False


def _parts(value: Any) -> SplitResult:
    try:
        return urlsplit(value if isinstance(value, str) else "")
    except ValueError:
        return urlsplit("")


def _is_address(value: Any) -> bool:
    parts = _parts(value)
    return parts.scheme in ("http", "https") and bool(parts.hostname) and not parts.query and not parts.fragment


def _is_document(value: Any) -> bool:
    parts = _parts(value)
    return parts.scheme == "https" and bool(parts.hostname) and parts.path not in ("", "/")


def _is_count(value: Any) -> bool:
    return kind_of(value) == "number" and isinstance(value, int) and value > 0


COUNT = kind("a whole number above 0", _is_count)
FILE = kind("a path", is_text, lambda value: Path(value).expanduser())
TABLE = table("a table of settings")
ADDRESS = kind('an address such as "https://tools.example.com"', _is_address)
DOCUMENT = kind('an address such as "https://tools.example.com/client.json"', _is_document)
TILES = kind('an address such as "https://tile.example.com/{z}/{x}/{y}.png"', _is_tiles)
HOSTS = kind("a list of names without ports", list_of(matches(r"\.?[a-z0-9._\-]+|\[[0-9a-f:.]+\]")), tuple)
NETWORKS = kind(
    'a list of addresses and networks such as "10.0.0.2" or "10.1.0.0/16"',
    list_of(_is_network),
    lambda value: tuple(str(ip_network(network)) for network in value),
)
ORIGINS = kind('a list of origins such as "https://cdn.example.com"', list_of(matches(_ORIGIN)), tuple)
ANCESTORS = kind(
    '''a list of origins such as "https://example.com", or "'self'", "'none'"''',
    list_of(matches(rf"'self'|'none'|{_ORIGIN}")),
    tuple,
)
COMMAND = kind(
    'a list of texts such as ["npx", "some-server"]',
    lambda value: list_of(is_text)(value) and value != [] and value[0] != "",
    tuple,
)
SECRET = Kind(
    words='a text, or { env = "NAME" } for one from the environment', schema={}, takes=is_secret, read=read_secret
)
SECRETS = Kind(
    words='a table of texts, or of { env = "NAME" } for one from the environment',
    schema={},
    takes=lambda value: isinstance(value, dict) and all(map(is_secret, value.values())),
    read=read_secrets,
)
