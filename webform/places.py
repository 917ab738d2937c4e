"""Folders of files that are not Python: beside the package once installed, else in the checkout; and the user's own."""

from __future__ import annotations

import os
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def templates() -> Path:
    """Return the folder of the templates."""
    return _find("templates", "templates")


def static() -> Path:
    """Return the folder of the built scripts and styles, with their `manifest.json`."""
    return _find("static", "static/dist")


def locales() -> Path:
    """Return the folder of the catalogues of languages."""
    return _PACKAGE / "locale"


def themes() -> Path:
    """Return the folder of the themes that come with webform."""
    return _PACKAGE / "themes"


def examples() -> Path:
    """Return the folder of the example tools."""
    return _find("examples", "examples")


def docs() -> Path:
    """Return the folder of those pages of the documentation that commands refer to."""
    return _find("docs", "docs")


def _find(installed: str, checkout: str) -> Path:
    for folder in (_PACKAGE / installed, _PACKAGE.parent / checkout):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"{_PACKAGE.parent / checkout} is missing; in a checkout `make build` makes it")


def state_folder() -> Path:
    """Return the folder in which the user's programs keep what they need again."""
    for name, below in (("XDG_STATE_HOME", "webform"), ("LOCALAPPDATA", "webform")):
        if os.environ.get(name):
            return Path(os.environ[name]) / below
    return Path.home() / ".local/state/webform"


def token_file() -> Path:
    """Return the file with the operator's own tokens."""
    return state_folder() / "tokens.json"
