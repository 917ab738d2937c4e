"""Markdown → HTML that may stand in a page: no HTML of the author's, no remote image, no address that runs."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

import nh3
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from webform.html.clock import Clock
from webform.texts import link_in, utf8

if TYPE_CHECKING:
    from collections.abc import MutableMapping, Sequence

    from markdown_it.renderer import RendererHTML
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

#: How much of a text is read as Markdown, and how deep it may nest; the rest is shown as written.
MAX_TEXT, _MAX_NESTING = 40_000, 20
#: Cells that a table may have, were all its rows as wide as its widest, where it is drawn at once.
_MAX_CELLS = 3_000
#: A page has its own title and each view its own: headings of a text stand below them.
_HEADINGS = {"h1": "h3", "h2": "h4", "h3": "h5"}
_TAGS = {
    "p", "br", "hr", "h3", "h4", "h5", "h6", "strong", "em", "s", "a", "code", "pre", "blockquote",
    "ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td",
}  # fmt: skip
#: `*` says what every element may have; without it, that is `lang` and `title`.
_ATTRIBUTES: dict[str, set[str]] = {"*": set(), "a": {"href", "title"}, "ol": {"start"}}


def _image(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: MutableMapping[str, Any]
) -> str:
    """Draw an image as a link to it: fetching it would tell its server who reads this."""
    token = tokens[index]
    text = renderer.renderInlineAsText(token.children, options, env) or "image"
    address = link_in(str(token.attrGet("src") or ""))
    return f'<a href="{escape(address)}">{escape(text)}</a>' if address else str(escape(text))


def _in_time(state: StateBlock | StateInline, *_: Any) -> bool:
    """Read nothing, as a rule that is tried at each step of reading: end it where it takes too long."""
    if "clock" in state.env:
        state.env["clock"].check()
    return False


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": _MAX_NESTING}).enable(["table", "strikethrough"])
    parser.validateLink = lambda url: link_in(url) != ""  # type: ignore[method-assign]  # its own way to say so
    parser.add_render_rule("image", _image)
    parser.block.ruler.before("table", "in_time", _in_time)
    parser.inline.ruler.before("text", "in_time", _in_time)
    return parser


_PARSER = _parser()
_CLEANER = nh3.Cleaner(
    tags=_TAGS,
    attributes=_ATTRIBUTES,
    attribute_filter=lambda _, name, value: value if name != "href" else link_in(value) or None,
    url_schemes={"http", "https", "mailto"},
    link_rel="noopener noreferrer",
)


def markdown(text: str, seconds: float = inf) -> Markup:
    """
    Return *text* as HTML, its headings below those of the page.

    Raises:
        TooMuchError: it took more than *seconds* of processor.
    """
    # Half a surrogate pair is no character; the cleaner takes none.
    text = utf8(text).decode()
    tokens = _PARSER.parse(text[:MAX_TEXT], {"clock": Clock(seconds)})
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = _HEADINGS.get(token.tag, "h6")
    html = _CLEANER.clean(_PARSER.renderer.render(tokens, _PARSER.options, {}))
    return Markup(html) + text[MAX_TEXT:]  # noqa: S704 - cleaned just now


def is_quick(text: str) -> bool:
    """Tell whether no step of reading *text* takes long, whatever it says: a short row of a table is filled up."""
    lines = text[:MAX_TEXT].split("\n")
    return max(line.count("|") for line in lines) * len(lines) <= _MAX_CELLS
