"""The author's editor: opened at a line of the file that is previewed, for a browser on the same machine."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from ipaddress import ip_address
from pathlib import Path, PurePath
from threading import Thread
from typing import TYPE_CHECKING

from webform.language import gettext
from webform.web.answers import refuse
from webform.web.clients import kept_client

if TYPE_CHECKING:
    from flask import Request

#: How editors are told a place, by the names of their programs; others are told a line as vi is.
_AT_COLON = ("{file}:{line}:{column}",)
_PLACES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("code", "code-insiders", "codium", "cursor", "windsurf"), ("--goto", *_AT_COLON)),
    **dict.fromkeys(("subl", "zed", "hx", "micro"), _AT_COLON),
    **dict.fromkeys(("emacs", "emacsclient"), ("+{line}:{column}", "{file}")),
    **dict.fromkeys(("idea", "pycharm", "webstorm"), ("--line", "{line}", "{file}")),
    "kate": ("--line", "{line}", "--column", "{column}", "{file}"),
}
_LIKE_VI = ("+{line}", "{file}")
#: Programs that draw in the terminal that they are started in: a page cannot start them.
_OF_TERMINALS = frozenset({"ed", "vi", "vim", "nvim", "nano", "pico", "emacs", "hx", "kak", "micro", "joe", "ne"})
_PLACE = re.compile(r"([1-9][0-9]{0,7}):([1-9][0-9]{0,7})", re.ASCII)


class Editor:
    """
    A command that opens a file.

    Args:
        command: its words as a shell has them, `{file}`, `{line}` and `{column}` among them or not; no shell reads it.
    """

    def __init__(self, command: str) -> None:
        words = shlex.split(command)
        if not words:
            raise ValueError("it is empty")
        if not any("{file}" in word for word in words):
            words += _PLACES.get(PurePath(words[0]).stem.lower(), _LIKE_VI)
        self._words = words

    def command(self, file: Path, line: int, column: int) -> list[str]:
        """Return the program and its arguments, which open *file* at a place."""
        values = {"{file}": str(file.absolute()), "{line}": str(line), "{column}": str(column)}
        # In one pass: the name of the file may have braces too.
        return [re.sub(r"\{(?:file|line|column)\}", lambda match: values[match[0]], word) for word in self._words]

    def open(self, file: Path, place: str) -> None:
        """Open *file* at *place*, `LINE:COLUMN`; refuse any other."""
        match = _PLACE.fullmatch(place)
        if match is None:
            refuse(422, "no-place", gettext("Expected a place such as 3:14, the line and the column."))
        try:
            process = subprocess.Popen(  # noqa: S603 - the author's own command; a request adds two numbers
                self.command(file, int(match[1]), int(match[2])),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            message = gettext("The editor cannot be started: {reason}.", reason=error.strerror or error)
            refuse(500, "no-editor", message, gettext("See --editor."))
        # Who has ended is to be waited for.
        Thread(target=process.wait, daemon=True).start()


def chosen_editor(option: str, visual: str) -> Editor | None:
    """Return the editor of *option*, else that of the variable *visual* where a page can start it; `None` for none."""
    if option:
        return Editor(option)
    try:
        words = shlex.split(visual)
    except ValueError:
        return None
    if not words or PurePath(words[0]).stem.lower() in _OF_TERMINALS or not shutil.which(words[0]):
        return None
    return Editor(visual)


def is_near(asked: Request) -> bool:
    """Tell whether a request comes from this machine itself, through no proxy."""
    client = kept_client(asked.environ)
    try:
        direct = ip_address(asked.environ.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
    return direct and not client.through_proxy and "X-Forwarded-For" not in asked.headers
