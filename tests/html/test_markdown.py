"""Markdown of tools: text, not a way into the page."""

from __future__ import annotations

import pytest

from tests.html.parsed import Parsed, dangers
from webform.html.markdown import _CLEANER, _PARSER, MAX_TEXT, markdown


def test_headings_stand_below_those_of_the_page():
    parsed = Parsed(markdown("# one\n## two\n### three\n#### four\n###### six\n\nSetext\n==="))

    assert [tag for tag, _ in parsed.elements] == ["h3", "h4", "h5", "h6", "h6", "h3"]


def test_tables_lists_code_and_links_are_drawn():
    html = markdown(
        "| a |\n|--:|\n| 1 |\n\n3. x\n\n~~gone~~ `code` [to](https://example.org 'title')\n\n```js\n<b>\n```"
    )
    parsed = Parsed(html)

    assert {"table", "th", "td", "ol", "li", "s", "code", "pre", "a"} <= {tag for tag, _ in parsed.elements}
    assert parsed.of("a") == [{"href": "https://example.org", "title": "title", "rel": "noopener noreferrer"}]
    assert parsed.of("ol", start="3")
    assert "<b>" in parsed.text


@pytest.mark.parametrize("address", ["https://evil.example/beacon.png", "http://evil.example/x"])
def test_an_image_becomes_a_link_to_it(address):
    parsed = Parsed(markdown(f"![a *picture*]({address})"))

    assert parsed.of("img") == []
    assert (parsed.of("a")[0]["href"], parsed.text.strip()) == (address, "a picture")


HOSTILE = [
    "<script>window.__pwned=1</script>",
    "<img src=x onerror=window.__pwned=1>",
    "<form action=//evil.example><button>Press</button></form>",
    "<style>body{display:none}</style>",
    '<div style="position:fixed;inset:0">x</div>',
    '<a href="javascript:window.__pwned=1">x</a>',
    '<a href="//evil.example">x</a> <a href="/admin">x</a> <a href="https:evil.example">x</a> <a href="x">x</a>',
    "[x](javascript:window.__pwned=1)",
    "[x](JaVa&#x9;Script:1)",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](//evil.example)",
    "[x](/admin)",
    "[x](#at/secret)",
    "[x]: javascript:1\n\n[x]",
    "<javascript:1>",
    "<https://x.example/\"onmouseover='1'>",
    "![x](javascript:1)",
    "![x](data:image/svg+xml;base64,PHN2Zz4=)",
    '![" onerror="1](https://x.example)',
    "[x](https://x.example \"' onclick='1\")",
    '```" onclick="1\n<script>\n```',
    "| <script> |\n|---|\n| <img src=x> |",
    "<!--><script>1</script>-->",
    '<math><mi//xlink:href="data:x,<script>1</script>">',
    "&lt;script&gt;1&lt;/script&gt;",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_in_markdown_runs_or_reaches_elsewhere(text):
    assert dangers(markdown(text)) == []


@pytest.mark.parametrize("text", HOSTILE)
def test_the_parser_and_the_cleaner_each_hold_without_the_other(text):
    assert dangers(_PARSER.render(text)) == []
    assert dangers(_CLEANER.clean(text)) == []


#: The elements that may come out of Markdown, with the attributes that they may have.
ALLOWED = {
    **dict.fromkeys(("p", "br", "hr", "h3", "h4", "h5", "h6", "strong", "em", "s", "code", "pre", "blockquote"), ()),
    **dict.fromkeys(("ul", "li", "table", "thead", "tbody", "tr", "th", "td"), ()),
    "a": ("href", "title", "rel"),
    "ol": ("start",),
}
OTHERS = (
    *("abbr", "area", "audio", "b", "base", "body", "button", "canvas", "center", "details", "dialog", "div", "embed"),
    *("fieldset", "font", "form", "frame", "frameset", "h1", "h2", "head", "html", "iframe", "img", "input", "ins"),
    *("label", "link", "main", "map", "marquee", "math", "meta", "meter", "nav", "noscript", "object", "option"),
    *("output", "param", "picture", "plaintext", "portal", "script", "section", "select", "slot", "source", "span"),
    *("style", "summary", "svg", "template", "textarea", "title", "track", "u", "use", "video", "x-y", "xmp"),
)
ATTRIBUTES = (
    *("style", "class", "id", "name", "onclick", "onfocus", "autofocus", "tabindex", "src", "srcset", "action", "is"),
    *(
        "formaction",
        "background",
        "data-do",
        "x-init",
        "@click",
        ":href",
        "target",
        "dir",
        "lang",
        "aria-label",
        "role",
    ),
    *("slot", "popover", "hidden", "contenteditable", "accesskey", "draggable", "cite", "align", "width", "xlink:href"),
    *("ping", "download", "type", "value", "href", "title", "rel", "start", "srcdoc", "part", "nonce", "ref"),
)


@pytest.mark.parametrize("tag", [*ALLOWED, *OTHERS])
def test_the_cleaner_alone_leaves_what_it_allows_and_nothing_else(tag):
    attributes = " ".join(f'{attribute}="https://x.example"' for attribute in ATTRIBUTES)
    cleaned = Parsed(_CLEANER.clean(f"<table><tr><td><{tag} {attributes}>text</{tag}></table>"))

    for found, attrs in cleaned.elements:
        assert attrs.keys() <= set(ALLOWED[found])
        assert attrs.get("rel", "noopener noreferrer") == "noopener noreferrer"


@pytest.mark.parametrize("text", ["*a*{.b}", "# a {#b}", "[a](https://x.example){style=x}", "![a](https://x.example)"])
@pytest.mark.parametrize("html", ['<p style="x">', '<a id="x" href="https://x.example">', "<style>*{}</style>"])
def test_the_parser_alone_makes_what_is_allowed_and_nothing_else(text, html):
    for found, attributes in Parsed(_PARSER.render(f"{text}\n\n{html}\n\nin {html} a line")).elements:
        assert attributes.keys() <= set({**ALLOWED, "h1": ()}[found])


@pytest.mark.parametrize(
    "html", ["<b>bold</b>", "<script>1</script>", "<!-- hidden -->", "<a href=https://x.example>x</a>"]
)
def test_html_in_markdown_is_shown_as_it_is_written(html):
    parsed = Parsed(markdown(f"{html}\n\nin {html} a line"))

    assert [tag for tag, _ in parsed.elements] == ["p", "p"]
    assert parsed.text.count(html) == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    ["[" * MAX_TEXT, "![" * (MAX_TEXT // 2), "[a](b" * (MAX_TEXT // 5), "> " * MAX_TEXT, "*a " * (MAX_TEXT // 3)],
)
def test_hostile_markdown_does_not_hold_up_the_page(text):
    # Without a bound it would be minutes.
    markdown(text)


def test_what_is_beyond_the_limit_stands_as_it_is_written():
    assert markdown("a" * MAX_TEXT + "**<b>**").endswith("</p>\n**&lt;b&gt;**")
