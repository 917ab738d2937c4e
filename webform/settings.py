"""Kinds of settings, and how a table of webform.toml is read by the options of its class."""

from __future__ import annotations

import os
import re
from importlib.util import find_spec
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, urlsplit

from webform.blobs import SCHEME
from webform.inputs.options import FLAG, STEP, TEXT, Option, OptionKind, list_of, option, options_of
from webform.messages import Param, Phrase, one_of
from webform.problems import Problem, error_at, nearest, wrong_type
from webform.values import as_text, is_number, is_text, join

if TYPE_CHECKING:
    from collections.abc import Callable


__all__ = ["FLAG", "STEP", "TEXT", "Option", "OptionKind", "is_text", "list_of", "option", "options_of"]

_HOST = r"[a-z0-9.\-\[\]:]+"
_ORIGIN = rf"https?://(?:\*\.)?{_HOST}"
_TILES = re.compile(rf"(?:https?://{_HOST})?/(?!/)[^\s\"'<>\\]*", re.IGNORECASE)
_BUCKET = re.compile(rf"{SCHEME}[a-z0-9][a-z0-9.\-]+(?:/[\w.\-]+)*/?", re.ASCII)
_PLACEHOLDER = re.compile(r"\{.*?\}")


def read_table(raw: Any, cls: type, at: str, problems: list[Problem]) -> dict[str, Any]:
    """Return the options of *cls* in *raw*, a table at the place *at*; add what is wrong with them to *problems*."""
    options, settings = options_of(cls), dict[str, Any]()
    if not isinstance(raw, dict):
        problems.append(wrong_type(at, TABLE.words, raw))
        return settings
    for name, value in raw.items():
        place = join(at, name)
        if name not in options:
            key, near = "unknown-key.setting", nearest(name, options)
            problems.append(error_at(place, "unknown-key", key, on_key=True, name=name, near=near))
            continue
        kind = options[name].kind
        if not kind.takes(value):
            problems.append(_wrong(place, kind, value, secret=options[name].secret))
            continue
        made, inside = kind.read(value) if kind.read else (value, [])
        problems += [problem.under(place) for problem in inside]
        if not inside:
            settings[name] = made
    return settings


def _wrong(at: str, kind: OptionKind, value: Any, *, secret: bool) -> Problem:
    if secret:
        return error_at(at, "wrong-type", "wrong-type.hidden", expected=kind.words)
    return wrong_type(at, kind.words, value)


def kind(words: Param, takes: Callable[[Any], bool], make: Callable[[Any], Any] | None = None) -> OptionKind:
    """Return the kind of a setting: its *words*, what it *takes*, and what the setting is made by."""
    return OptionKind(words=words, takes=takes, read=None if make is None else lambda value: (make(value), []))


def choice(*words: str) -> OptionKind:
    """Return the kind of a setting that is one of *words*."""
    known = one_of([f'"{word}"' for word in words])
    return OptionKind(words=known, schema={"enum": list(words)}, takes=lambda value: is_text(value) and value in words)


def table(words: Param) -> OptionKind:
    """Return the kind of a setting that is a table with settings of its own."""
    return OptionKind(words=words, schema={"type": "object"}, takes=lambda value: isinstance(value, dict))


def matches(pattern: str) -> Callable[[Any], bool]:
    """Return what tells whether a value is a text of *pattern*, letters of either case."""
    known = re.compile(pattern, re.IGNORECASE)
    return lambda value: isinstance(value, str) and known.fullmatch(value) is not None


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
        return "", [error_at("", "unset", name=name)]
    return value.get("prefix", "") + os.environ[name], []


def read_long_secret(value: Any, least: int) -> tuple[str, list[Problem]]:
    """Return what `read_secret` does; a text of fewer than *least* characters is a problem."""
    text, problems = read_secret(value)
    if not problems and len(text) < least:
        problems = [error_at("", "unset", "unset.short", least=least, length=len(text))]
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
        return urlsplit(as_text(value))
    except ValueError:
        return urlsplit("")


def _is_address(value: Any) -> bool:
    parts = _parts(value)
    return parts.scheme in ("http", "https") and bool(parts.hostname) and not parts.query and not parts.fragment


def _is_document(value: Any) -> bool:
    parts = _parts(value)
    return parts.scheme == "https" and bool(parts.hostname) and parts.path not in ("", "/")


def _is_place(value: Any) -> bool:
    return isinstance(value, str) and ("://" not in value or _BUCKET.fullmatch(value) is not None)


def _read_place(value: str) -> tuple[Path | str, list[Problem]]:
    if not value.startswith(SCHEME):
        return Path(value).expanduser(), []
    if find_spec("obstore") is None:
        return "", [error_at("", "no-package", package="obstore", extra="s3")]
    return value.rstrip("/"), []


def _read_traces(value: bool) -> tuple[bool, list[Problem]]:  # noqa: FBT001 - as it is read
    if value and find_spec("opentelemetry") is None:
        return False, [error_at("", "no-package", package="opentelemetry-api", extra="otel")]
    return value, []


#: The setting that commands take which read no webform.toml.
CALL_TIMEOUT = Option(
    kind=STEP, help="Seconds for a call of a tool or server that sets no timeout.", shown="what each tool declares"
)
TRACES = OptionKind(words=FLAG.words, takes=FLAG.takes, read=_read_traces)
COUNT = kind(Phrase("kind.count"), lambda value: is_number(value) and isinstance(value, int) and value > 0)
PLACE = OptionKind(words=Phrase("kind.path-or-bucket"), takes=_is_place, read=_read_place)
FILE = kind(Phrase("kind.path"), is_text, lambda value: Path(value).expanduser())
TABLE = table(Phrase("kind.settings"))
ADDRESS = kind(Phrase("kind.address", {"example": "https://tools.example.com"}), _is_address)
DOCUMENT = kind(Phrase("kind.address", {"example": "https://tools.example.com/client.json"}), _is_document)
TILES = kind(Phrase("kind.address", {"example": "https://tile.example.com/{z}/{x}/{y}.png"}), _is_tiles)
HOSTS = kind(Phrase("kind.hosts"), list_of(matches(r"\.?[a-z0-9._\-]+|\[[0-9a-f:.]+\]")), tuple)
NETWORKS = kind(
    Phrase("kind.networks"),
    list_of(_is_network),
    lambda value: tuple(str(ip_network(network)) for network in value),
)
ORIGINS = kind(Phrase("kind.origins"), list_of(matches(_ORIGIN)), tuple)
ANCESTORS = kind(
    Phrase("kind.ancestors"),
    list_of(matches(rf"'self'|'none'|{_ORIGIN}")),
    tuple,
)
COMMAND = kind(
    Phrase("kind.command"),
    lambda value: list_of(is_text)(value) and value != [] and value[0] != "",
    tuple,
)
SECRET = OptionKind(words=Phrase("kind.secret-text"), takes=is_secret, read=read_secret)
SECRETS = OptionKind(
    words=Phrase("kind.secret-texts"),
    takes=lambda value: isinstance(value, dict) and all(map(is_secret, value.values())),
    read=read_secrets,
)
