"""The languages of editors: words in their colours, and lines that begin where they belong."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.editors import PLAIN, editor, field, home, rewrite

CLASSES = "keyword bool atom definition propertyName className string string2 number comment"
SCRIPTS = [
    ("const a = 1 // b", {"keyword": ["const"], "definition": ["a"], "number": ["1"], "comment": ["// b"]}),
    ("if (a) return /x/", {"keyword": ["if", "return"], "string2": ["/x/"]}),
    ("x = {b: 'c', d: true}", {"propertyName": ["b", "d"], "string": ["'c'"], "atom": ["true"]}),
]


def coloured(page, key):
    """What stands in an editor in colours that are seen: class -> texts."""
    return field(page, key).evaluate(
        """(field, classes) => Object.fromEntries(classes.split(' ').flatMap(name => {
        const found = [...field.querySelector('.editor-host').shadowRoot.querySelectorAll('.tok-' + name)]
        return found.length ? [[name, found.map(each => each.textContent)]] : [] }))""",
        CLASSES,
    )


def test_the_words_of_javascript_have_their_colours(opened):
    page = opened(PLAIN | {"language": "js", "default": "if"})
    expect(field(page, "p").locator(".tok-keyword")).to_have_text("if")

    for text, expected in SCRIPTS:
        rewrite(page, "Text", text)
        assert coloured(page, "p") == expected, text


def test_what_goes_on_in_the_next_line_keeps_its_colour(opened):
    page = opened(PLAIN | {"language": "js", "default": "/* a\nb */ if"})

    expect(field(page, "p").locator(".tok-comment")).to_have_text(["/* a", "b */"])


def test_a_new_line_of_javascript_begins_where_it_belongs(opened, subtests):
    page = opened(PLAIN | {"language": "js", "default": "if"})
    expect(field(page, "p").locator(".tok-keyword")).to_have_text("if")
    for before, typed, after in (
        ("if (a) {", "b", "if (a) {\n  b"),
        ("{\n  b\n  ", "}", "{\n  b\n}"),
        ("switch (a) {\n  case 1:", "b", "switch (a) {\n  case 1:\n    b"),
    ):
        with subtests.test(before):
            rewrite(page, "Text", before)

            if not before.strip(" ").endswith("\n"):
                page.keyboard.press("Enter")
            page.keyboard.type(typed)

            expect(home(page, "p")).to_have_value(after)


def test_scripts_and_styles_in_html_have_their_colours(opened):
    text = (
        "<style>a { color: #abc }</style>\n<script>\n  const a = 1\n</script>\n"
        '<script type="text/x-template">const</script><i class="x">if</i>'
    )
    page = opened(PLAIN | {"language": "html", "default": text})

    expect(field(page, "p").locator(".tok-keyword")).to_have_text(["const"])
    expect(field(page, "p").locator(".tok-definition")).to_have_text(["a"])
    expect(field(page, "p").locator(".tok-propertyName")).to_have_text(["color", "type", "class"])
    expect(field(page, "p").locator(".tok-string")).to_contain_text(['"text/x-template"', '"x"'])
    editor(page, "Text").click()
    page.keyboard.press("ControlOrMeta+Home")
    for key in ("ArrowDown", "ArrowDown", "End", "Enter"):
        page.keyboard.press(key)
    page.keyboard.type("b")
    expect(home(page, "p")).to_have_value(re.compile("^  const a = 1\n  b\n</script>", re.MULTILINE))
