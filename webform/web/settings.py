"""The settings of webform.toml: what each may be, and how a table of them is read."""

from __future__ import annotations

import os
import re
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from webform.problems import Problem, did_you_mean
from webform.runners.base import PROTOCOL_VERSIONS
from webform.values import brief, join, kind_of
from webform.web.access import MIN_PASSWORD, MIN_TOKEN

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Kind(NamedTuple):
    """A kind of setting: its *words*, what makes it of a TOML value, raising `UnfitError`."""

    words: str
    read: Callable[[Any], Any]


class UnfitError(Exception):
    """Raised when a value is none that a setting takes; says why where the words of its kind do not."""


def _is(kind: str) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if kind_of(value) != kind:
            raise UnfitError
        return value

    return read


def _positive(value: Any) -> Any:
    if kind_of(value) != "number" or value <= 0:
        raise UnfitError
    return value


def _whole(value: Any) -> Any:
    if not isinstance(_positive(value), int):
        raise UnfitError
    return value


def _one_of(*words: str) -> Kind:
    def read(value: Any) -> Any:
        if value not in words:
            raise UnfitError
        return value

    return Kind(" or ".join(f'"{each}"' for each in words), read)


def _path(value: Any) -> Path:
    return Path(_is("string")(value)).expanduser()


def _matching(pattern: str) -> Callable[[Any], tuple[str, ...]]:
    known = re.compile(pattern, re.IGNORECASE)

    def read(value: Any) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(each, str) and known.fullmatch(each) for each in value):
            raise UnfitError
        return tuple(value)

    return read


def _tiles(value: Any) -> str:
    if not _TILES.fullmatch(_is("string")(value)) or sorted(_PLACEHOLDER.findall(value)) != ["{x}", "{y}", "{z}"]:
        raise UnfitError
    return str(value)


def _headers(value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        raise UnfitError
    return {name: _header(each) for name, each in value.items()}


def _header(value: Any) -> str:
    if isinstance(value, str):
        return value
    if not isinstance(value, dict) or not {"env"} <= value.keys() <= {"env", "prefix"}:
        raise UnfitError
    name, prefix = _is("string")(value["env"]), _is("string")(value.get("prefix", ""))
    if not os.environ.get(name):
        raise UnfitError(f"The variable {name} of the environment is not set")
    return f"{prefix}{os.environ[name]}"


def _at_least(characters: int) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        text = _header(value)
        if len(text) < characters:
            raise UnfitError(f"Expected {characters} characters or more, not {len(text)}")
        return text

    return read


def _users(value: Any) -> dict[str, str]:
    # A colon ends the name where a browser sends both.
    if not isinstance(value, dict) or not value or any(":" in name or not name for name in value):
        raise UnfitError
    return {name: _at_least(MIN_PASSWORD)(password) for name, password in value.items()}


def _header_name(value: Any) -> str:
    if not re.fullmatch(r"[A-Za-z0-9-]+", _is("string")(value)):
        raise UnfitError
    return str(value)


def _networks(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise UnfitError
    try:
        return tuple(str(ip_network(_is("string")(network))) for network in value)
    except ValueError as error:
        raise UnfitError from error


def _command(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not value or not all(isinstance(each, str) for each in value) or not value[0]:
        raise UnfitError
    return tuple(value)


def _address(value: Any) -> str:
    parts = urlsplit(_is("string")(value))
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise UnfitError
    return str(value)


def _https(value: Any) -> str:
    parts = urlsplit(_is("string")(value))
    if parts.scheme != "https" or not parts.hostname or parts.path in ("", "/"):
        raise UnfitError
    return str(value)


_HOST = r"[a-z0-9.\-\[\]:]+"
_ORIGIN = rf"https?://(?:\*\.)?{_HOST}"
_TILES = re.compile(rf"(?:https?://{_HOST})?/(?!/)[^\s\"'<>\\]*", re.IGNORECASE)
_PLACEHOLDER = re.compile(r"\{.*?\}")
_TEXT = Kind("a text", _is("string"))
_ADDRESS = Kind('an address such as "https://tools.example.com"', _address)
_NUMBER = Kind("a number above 0", _positive)
_BOOLEAN = Kind("true or false", _is("boolean"))
_COUNT = Kind("a whole number above 0", _whole)
_FILE = Kind("a path", _path)
_ANCESTORS = Kind(
    '''a list of origins such as "https://example.com", or "'self'", "'none'"''',
    _matching(rf"'self'|'none'|{_ORIGIN}"),
)

SETTINGS: dict[str, Kind] = {
    "mode": _one_of("dev", "production"),
    "database": _TEXT,
    "files": _FILE,
    "trusted_proxies": Kind('a list of addresses and networks such as "10.0.0.2" or "10.1.0.0/16"', _networks),
    "trusted_hosts": Kind("a list of names without ports", _matching(r"\.?[a-z0-9._\-]+|\[[0-9a-f:.]+\]")),
    "frame_ancestors": _ANCESTORS,
    "media_origins": Kind('a list of origins such as "https://cdn.example.com"', _matching(_ORIGIN)),
    "tiles": Kind('an address such as "https://tile.example.com/{z}/{x}/{y}.png"', _tiles),
    "tiles_attribution": _TEXT,
    "max_body_mb": _NUMBER,
    "max_field_mb": _NUMBER,
    "max_parts": _COUNT,
    "max_files_mb": _NUMBER,
    "max_answer_mb": _NUMBER,
    "raw": _BOOLEAN,
    "at_once": _COUNT,
    "batch_rows": _COUNT,
    "public_url": _ADDRESS,
    "timeout": _NUMBER,
    "keep_days": _NUMBER,
    "keep_runs": _COUNT,
    "keep_mb": _NUMBER,
}
_SECRETS = Kind('a table of texts, or of { env = "NAME" } for one from the environment', _headers)
_VERSION = _one_of(*PROTOCOL_VERSIONS)
TOOL_SETTINGS: dict[str, Kind] = {
    "run_url": _TEXT,
    "protocol": _one_of("run", "execute", "arcade", "mcp"),
    "body_style": _one_of("flat", "wrapped"),
    "headers": _SECRETS,
    "timeout": _NUMBER,
    "timeout_total": _NUMBER,
    "private": _BOOLEAN,
    "declaration": _FILE,
    "raw": _BOOLEAN,
    "max_answer_mb": _NUMBER,
    "frame_ancestors": _ANCESTORS,
    "protocol_version": _VERSION,
}
LIMITS: dict[str, Kind] = {
    "runs_at_once": _COUNT,
    "runs_a_minute": _COUNT,
    "uploads_mb_a_day": _NUMBER,
    "streams": _COUNT,
}
AUTH_SETTINGS: dict[str, Kind] = {
    "public": _BOOLEAN,
    "token": Kind(f'a text of {MIN_TOKEN} characters or more, or {{ env = "NAME" }}', _at_least(MIN_TOKEN)),
    "users": Kind(
        f'a table of user names, each with a password of {MIN_PASSWORD} characters or more, or {{ env = "NAME" }}',
        _users,
    ),
    "header": Kind('the name of a header such as "X-Forwarded-User"', _header_name),
}
OAUTH_SETTINGS: dict[str, Kind] = {
    "sign_in": _one_of("operator", "visitor"),
    "client_id": _TEXT,
    "client_secret": Kind('a text, or { env = "NAME" } for one from the environment', _header),
    "issuer": _ADDRESS,
    "metadata_url": Kind('an address such as "https://tools.example.com/client.json"', _https),
    "service": _BOOLEAN,
}
SERVER_SETTINGS: dict[str, Kind] = {
    "url": _TEXT,
    "command": Kind('a list of texts such as ["npx", "some-server"]', _command),
    "env": _SECRETS,
    "folder": _FILE,
    "headers": _SECRETS,
    "timeout": _NUMBER,
    "timeout_total": _NUMBER,
    "private": _BOOLEAN,
    "protocol_version": _VERSION,
    "session_idle": _NUMBER,
    "max_sessions": _COUNT,
    "oauth": Kind("a table of settings", _is("object")),
}


def read_table(
    raw: dict[str, Any], kinds: Mapping[str, Kind], at: str, problems: list[Problem], known: list[str] | None = None
) -> dict[str, Any]:
    """Return the settings of the table *raw* at the place *at*, and add what is wrong with them to *problems*."""
    settings = {}
    for name, value in raw.items():
        kind = kinds.get(name)
        if kind is None:
            hint = did_you_mean(name, known or kinds)
            message = f'There is no setting "{name}"{hint}'
            problems.append(Problem(at=join(at, name), code="unknown-key", message=message, on_key=True))
            continue
        try:
            settings[name] = kind.read(value)
        except UnfitError as error:
            reason = Problem(at=join(at, name), code="unset", message=str(error))
            problems.append(reason if reason.message else wrong(reason.at, kind.words, value))
    return settings


def wrong(at: str, expected: str, value: Any) -> Problem:
    """Return the problem that the setting at the place *at* is not what was *expected*."""
    found = "a table" if at.endswith(("/headers", "/env", "/users", "/token")) else brief(value)
    return Problem(at=at, code="wrong-type", message=f"Expected {expected}, not {found}")
