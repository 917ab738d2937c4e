"""Code → HTML, coloured by class."""

from __future__ import annotations

from io import StringIO
from math import inf
from typing import TYPE_CHECKING

from markupsafe import Markup, escape
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from webform.html.clock import Clock
from webform.texts import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pygments.lexer import Lexer
    from pygments.token import _TokenType

#: Longer texts, and texts with longer lines, are left plain: colouring them would hold up the page.
MAX_TEXT, MAX_LINE = 30_000, 2_000
#: Languages that are coloured; texts in others are left plain.
LANGUAGES = {
    "bash", "c", "cpp", "csharp", "css", "diff", "go", "html", "ini", "java", "javascript", "json", "kotlin", "latex",
    "markdown", "php", "python", "r", "ruby", "rust", "scala", "sql", "swift", "toml", "typescript", "xml", "yaml",
}  # fmt: skip
ALSO = {"js": "javascript", "ts": "typescript", "py": "python", "sh": "bash", "shell": "bash", "yml": "yaml",
        "c++": "cpp", "c#": "csharp", "tex": "latex", "rs": "rust", "md": "markdown", "rb": "ruby"}  # fmt: skip
#: Characters of which a lexer finds any token within some hundredths of a second, whatever they are.
_AT_ONCE = {"c": 400, "cpp": 400, "ini": 1000, "json": MAX_TEXT}
_MOST_AT_ONCE = 10_000
#: What begins a token that takes twice as long with each backslash in it, and how many there may be.
_DOUBLING, _MAX_BACKSLASHES = {"bash": "$'", "scala": '"'}, 12

_FORMATTER: HtmlFormatter[str] = HtmlFormatter(nowrap=True)
_lexers: dict[str, Lexer] = {}


def highlight(text: str, language: str = "", seconds: float = inf) -> Markup:
    """
    Return *text* as HTML, coloured where its *language* is known; what cannot be seen in it is spelled.

    Raises:
        TooMuchError: it took more than *seconds* of processor.
    """
    text = visible(text)
    name = _name(language)
    if name not in LANGUAGES or len(text) > MAX_TEXT or any(len(line) > MAX_LINE for line in text.split("\n")):
        return escape(text)
    if name not in _lexers:
        _lexers[name] = get_lexer_by_name(name, stripnl=False, ensurenl=False)
    out = StringIO()
    _FORMATTER.format(_tokens(_lexers[name], text, Clock(seconds)), out)
    html = out.getvalue()
    # The formatter ends the last line, whether the text does or not.
    return Markup(html if text.endswith("\n") else html.removesuffix("\n"))  # noqa: S704 - the formatter escapes


def is_quick(text: str, language: str) -> bool:
    """Tell whether no token of *text* takes long to find, whatever it says."""
    name = _name(language)
    if name in _DOUBLING and _DOUBLING[name] in text and text.count("\\") > _MAX_BACKSLASHES:
        return False
    return name not in LANGUAGES or len(text) > MAX_TEXT or len(text) <= _AT_ONCE.get(name, _MOST_AT_ONCE)


def _name(language: str) -> str:
    name = language.strip().lower()
    return ALSO.get(name, name)


def _tokens(lexer: Lexer, text: str, clock: Clock) -> Iterator[tuple[_TokenType, str]]:
    for token in lexer.get_tokens(text):
        clock.check()
        yield token
