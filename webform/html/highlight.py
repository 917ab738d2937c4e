"""Code → HTML, coloured by class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup, escape
from pygments import highlight as coloured
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from webform.texts import visible

if TYPE_CHECKING:
    from pygments.lexer import Lexer

#: Longer texts, and texts with longer lines, are left plain: colouring them would hold up the page.
MAX_TEXT, MAX_LINE = 30_000, 2_000
#: Languages whose lexers are known to stay quick on any text; others are left plain.
LANGUAGES = {
    "bash", "c", "cpp", "csharp", "css", "diff", "go", "html", "ini", "java", "javascript", "json", "kotlin", "latex",
    "markdown", "php", "python", "r", "ruby", "rust", "scala", "sql", "swift", "toml", "typescript", "xml", "yaml",
}  # fmt: skip
ALSO = {"js": "javascript", "ts": "typescript", "py": "python", "sh": "bash", "shell": "bash", "yml": "yaml",
        "c++": "cpp", "c#": "csharp", "tex": "latex", "rs": "rust", "md": "markdown", "rb": "ruby"}  # fmt: skip

_FORMATTER: HtmlFormatter[str] = HtmlFormatter(nowrap=True)
_lexers: dict[str, Lexer] = {}


def highlight(text: str, language: str = "") -> Markup:
    """Return *text* as HTML, coloured where its *language* is known; what cannot be seen in it is spelled."""
    text = visible(text)
    name = language.strip().lower()
    name = ALSO.get(name, name)
    if name not in LANGUAGES or len(text) > MAX_TEXT or any(len(line) > MAX_LINE for line in text.split("\n")):
        return escape(text)
    if name not in _lexers:
        _lexers[name] = get_lexer_by_name(name, stripnl=False, ensurenl=False)
    html = coloured(text, _lexers[name], _FORMATTER)
    # The formatter ends the last line, whether the text does or not.
    return Markup(html if text.endswith("\n") else html.removesuffix("\n"))  # noqa: S704 - the formatter escapes
