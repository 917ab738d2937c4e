"""SVG that would hang the page, and SVG that people make."""

from __future__ import annotations

import pytest

from tests.outputs.embedding import url
from tests.outputs.showing import shaped
from webform.outputs.drawings import is_costly

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">'


def svg(inside):
    return f"{HEAD}{inside}</svg>".encode()


def nested(make):
    """Nine groups, each with ten of the one before."""
    groups = ['<g id="g0"><circle r="1"/></g>']
    groups += [f'<g id="g{level}">{make(level - 1) * 10}</g>' for level in range(1, 10)]
    return svg(f"<defs>{''.join(groups)}</defs>{make(9)}")


COSTLY = {
    "use": nested(lambda level: f'<use href="#g{level}"/>'),
    "xlink": nested(lambda level: f'<use xlink:href="#g{level}"/>'),
    "pattern": nested(lambda level: f'<rect width="9" height="9" fill="url(#g{level})"/>'),
    "mask": nested(lambda level: f'<rect mask="url( \'#g{level}\' )"/>'),
    "style": nested(lambda level: f'<rect style="filter:url(#g{level})"/>'),
    "circle": svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
    "turbulence": svg('<filter id="f"><feTurbulence numOctaves="999"/></filter><rect filter="url(#f)"/>'),
    "animation": svg("<style>@keyframes a{}</style>"),
    "rules": svg("<style>.a{fill:url(#p)}</style><pattern id='p'><rect class='a'/></pattern>"),
    "broken": HEAD.encode(),
}  # fmt: skip
PLAIN = {
    "shapes": svg("<circle r='1'/>" * 1000),
    "letters": svg("<defs><path id='a' d='M0 0'/></defs>" + "<use href='#a'/>" * 2000),
    "gradient": svg("<linearGradient id='a'><stop/></linearGradient><rect fill='url(#a)'/>"),
    "clip": svg("<clipPath id='c'><rect/></clipPath>" + "<g clip-path='url(#c)'><path/></g>" * 100),
    "shadow": svg("<filter id='f'><feGaussianBlur stdDeviation='2'/></filter><rect filter='url(#f)'/>"),
    "elsewhere": svg("<use href='other.svg#a'/><use href='#missing'/>"),
}


@pytest.mark.parametrize("name", COSTLY)
def test_a_drawing_that_would_hang_the_page_is_a_download(name):
    view = shaped(url("image/svg+xml", COSTLY[name]))

    assert is_costly(COSTLY[name])
    assert (view.name, view.data.url) == ("file", "")
    assert view.data.reason == "It is a drawing that may take very long to draw: it is not shown."
    assert view.downloads[0].content() == COSTLY[name]


@pytest.mark.parametrize("name", PLAIN)
def test_a_drawing_as_people_make_them_is_shown(name):
    assert shaped(url("image/svg+xml", PLAIN[name])).name == "image"
