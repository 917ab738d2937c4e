"""The focus: always visible, and in the order of the page."""

from __future__ import annotations

import io
from itertools import groupby, pairwise

import pytest
from PIL import Image, ImageChops

from examples import create_app, manifest_file
from tests.journeys.person import result, run, visit
from webform import load
from webform.web.config import Config
from webform.web.preview import create_preview

#: The least contrast of what shows the focus with what is around it (WCAG 1.4.11).
CONTRAST = 3
#: Makes `focused()`, which tells of what has the focus; how all looks without it is noted now. What shows the focus may
#: be the element's, before what it holds, or around it.
WATCH = """() => {
    const around = each => [each, each.parentElement, each.parentElement?.parentElement].filter(Boolean)
    const looks = (each, part) => {
        const style = getComputedStyle(each, part), bare = style.outlineStyle === 'none' || style.outlineWidth === '0px'
        return { outline: bare ? '' : style.outlineColor, border: style.borderBlockEndColor, ground: style.backgroundColor }
    }
    const all = [...document.querySelectorAll('*')], before = new Map(all.map(each => [each, looks(each)]))
    const first = new Map(all.filter(each => each.tabIndex >= 0).map(each => [each, looks(each, '::before')]))
    const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    /** The colour that layers of colour come to, as the lightness that contrast is reckoned with. */
    const mixed = layers => {
        for (const each of ['white', ...layers]) { pen.fillStyle = each; pen.fillRect(0, 0, 1, 1) }
        const [red, green, blue] = [...pen.getImageData(0, 0, 1, 1).data].map(part => part / 255)
            .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const known = new Map()
    const lightness = layers => {
        const key = layers.join('/')
        if (!known.has(key)) known.set(key, mixed(layers))
        return known.get(key)
    }
    const contrast = (one, other) => {
        const [low, high] = [lightness(one), lightness(other)].sort((a, b) => a - b)
        return (high + 0.05) / (low + 0.05)
    }
    const behind = each => each ? [...behind(each.parentElement), before.get(each)?.ground ?? 'transparent'] : []
    window.focused = () => {
        const each = document.activeElement
        if (!each || each === document.body) return null
        const places = around(each).map(place => [place, before.get(place), looks(place)])
        const shown = [...places, [each, first.get(each), looks(each, '::before')]].flatMap(([place, was, now]) => {
            const ground = behind(place.parentElement)
            return ['outline', 'border'].filter(part => was && now[part] && now[part] !== was[part])
                .map(part => contrast([...ground, now[part]], ground))
        })
        const box = each.getBoundingClientRect(), top = Math.max(box.top, 0) + Math.min(box.height / 2, 12)
        const seen = document.elementFromPoint(box.left + box.width / 2, top)
        return {
            name: each.outerHTML.slice(0, 100), number: all.indexOf(each), type: each.type ?? '', contrast: Math.max(0, ...shown),
            covered: !seen || !!seen.closest('.go') && !each.closest('.go'),
            field: each.closest('[data-input]')?.dataset.at ?? '', aside: !!each.closest('.if-blank, .field-act'),
            free: each.matches('.leaflet-marker-icon'),
            left: box.left, top: box.top + scrollY, bottom: box.bottom + scrollY,
        }
    }
}"""


@pytest.fixture
def sites(started, serve, acting, tmp_path):
    """The addresses of pages, by what they are."""
    acting.answer = {"y": "text", "rows": [{"a": 1}], "code": "x = 1"}
    outputs = [
        {"key": "y", "type": "text", "label": "Y"},
        {"key": "rows", "type": "table", "label": "Rows", "layout": "tab"},
        {"key": "code", "type": "code", "label": "Code", "layout": "tab"},
    ]
    title = {"key": "title", "type": "text", "label": "Title", "default": "x"}
    file = tmp_path / "tool.json"
    file.write_text('{"id": "x", "name": "X", "inputs": [{"key": "a", "type": "slidr", "label": "A"}]}', "utf-8")
    sink, chat = (load(manifest_file(name))[0] for name in ("kitchen-sink", "unit-chat"))
    (small,) = load({"id": "small", "name": "Small", "inputs": [title], "outputs": outputs})
    chatty = serve(create_app("unit-chat")) + "/run"
    app = started((sink, acting.url), (chat, chatty), (small, acting.url))
    config = Config(database=str(tmp_path / "preview.sqlite"), files=tmp_path / "previewed")
    return {
        "catalogue": app + "/",
        "form": app + "/tools/kitchen-sink",
        "chat": app + "/tools/unit-chat",
        "panel": app + "/tools/kitchen-sink/panel",
        "small panel": app + "/tools/small/panel",
        "small": app + "/tools/small",
        "error": app + "/nowhere",
        "preview": serve(create_preview(file, config)),
    }


def walk(page, key="Tab"):
    """Return all the places where the focus is while *key* is pressed, until it leaves the page."""
    page.evaluate(WATCH)
    places = []
    for _ in range(250):
        page.keyboard.press(key)
        place = page.evaluate("focused()")
        # From the first place, the focus leaves the page or comes to the last.
        if place is None or place["number"] in [place["number"] for place in places[:-1]]:
            return places
        # The parts of a date are one place.
        if not places or place["number"] != places[-1]["number"]:
            places.append(place)
    raise AssertionError("the focus does not leave the page")


def assert_seen(places):
    assert places
    # The handle of a slider is no element: its own test looks at it.
    assert [place for place in places if place["contrast"] < CONTRAST and place["type"] != "range"] == []
    assert [place for place in places if place["covered"]] == []


LOOKS = [(1280, "light"), (390, "dark")]


@pytest.fixture
def looking(new_page):
    """`looking(width, scheme) -> Page` of that width in that scheme."""
    return lambda width, scheme, **more: new_page(viewport={"width": width, "height": 700}, color_scheme=scheme, **more)


#: How inputs show the focus in a panel is how they do in a form: in one as wide as a phone, most may lie over them.
PANELS = [("small panel", *LOOKS[0]), ("panel", *LOOKS[1])]
PLACES = [
    *(("chat", *look) for look in LOOKS),
    *(pytest.param(*place, marks=pytest.mark.slow) for place in (*(("preview", *look) for look in LOOKS), *PANELS)),
]


@pytest.mark.parametrize(("name", "width", "scheme"), PLACES)
def test_the_focus_is_seen(sites, looking, name, width, scheme):
    page = looking(width, scheme)
    visit(page, sites[name])

    assert_seen(walk(page))


@pytest.mark.slow
def test_the_focus_is_seen_without_scripts(sites, looking):
    page = looking(1280, "dark", java_script_enabled=False)
    visit(page, sites["form"])

    assert_seen(walk(page))


@pytest.mark.parametrize(("width", "scheme"), [pytest.param(*LOOKS[0], marks=pytest.mark.slow), LOOKS[1]])
def test_the_focus_is_seen_in_lists_and_results(sites, looking, width, scheme):
    page = looking(width, scheme)
    for name in ("catalogue", "error"):
        visit(page, sites[name])
        assert_seen(walk(page))
    visit(page, sites["small"])
    run(page)
    result(page)
    page.locator(".body-json > summary").first.click()
    # Where the focus begins does not matter, but it must not begin inside.
    page.locator("body").click(position={"x": 2, "y": 2})

    assert_seen(walk(page))


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_handle_of_a_slider_shows_the_focus(sites, looking, scheme):
    page = looking(1280, scheme)
    visit(page, sites["form"])
    # What has the focus shows it where the last thing used was the keyboard.
    page.keyboard.press("Tab")
    # To look for a role anew after each key would take longer than all else.
    for slider in page.get_by_role("slider").element_handles():
        slider.focus()
        focused = picture(slider)
        page.keyboard.press("Tab")
        changed = ImageChops.difference(focused, picture(slider))
        assert changed.convert("L").getextrema()[1] > 80  # a ring one can see through comes to 60


def picture(element):
    return Image.open(io.BytesIO(element.screenshot())).convert("RGB")


@pytest.mark.slow
@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_the_focus_is_seen_down_a_form_and_back_up(sites, looking, width, scheme):
    page = looking(width, scheme)
    visit(page, sites["form"])
    places = walk(page)
    assert_seen(places)
    fields = [list(some) for at, some in groupby(places, lambda stop: stop["field"]) if at]

    corners = [min((stop["top"], stop["left"]) for stop in some) for some in fields]
    for (top, left), (next_top, next_left) in pairwise(corners):
        # In a row, a switch is a little taller than the box beside it.
        assert next_top > top + 4 or (next_top >= top - 4 and next_left > left)
    assert len(fields) == len({some[0]["field"] for some in fields})
    # A mark on a map is wherever its place is.
    for some in ([stop for stop in some if not stop["free"]] for some in fields):
        # What says that a blank is meant stands beside the label, and comes after what may be blank.
        own = [stop for stop in some if not stop["aside"]]
        assert [stop["name"] for stop in some if stop["aside"]] == [stop["name"] for stop in some[len(own) :]]
        for one, next_ in pairwise(own):
            below, beside = next_["top"] >= one["bottom"] - 4, next_["left"] >= one["left"]
            assert below or beside, (one, next_)

    if (width, scheme) != LOOKS[1]:
        # The way back is the same, however all looks.
        return
    # The handle of a table goes along with the focus, so that the elements after it are counted anew.
    backwards = [stop["name"] for stop in reversed(walk(page, "Shift+Tab"))]
    assert backwards == [place["name"] for place in places]
