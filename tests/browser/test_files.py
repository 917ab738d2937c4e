"""Files in the browser: chosen, dropped, pasted, checked at once, shown, removed."""

from __future__ import annotations

import base64

import pytest
from playwright.sync_api import expect

from tests.alive import come_alive, quiet
from webform.inputs.smallest import PNG, WAV
from webform.messages import message

CSV = {
    "key": "f",
    "type": "file",
    "label": "Prices",
    "accept": ".csv,text/csv",
    "max_size_mb": 0.001,
    "required": False,
}
MANY = {"key": "f", "type": "file", "label": "Papers", "multiple": True, "required": False}
IMAGE = {"key": "f", "type": "image", "label": "Photo", "required": False}
GOOD = {"name": "a.csv", "mimeType": "text/csv", "buffer": b"a,b\n"}


def names(page):
    return page.locator(".files .file-name")


def problem(page):
    return page.locator('[data-problem-for="/f"]')


def bring(page, how, *files):
    """Drop or paste files, (name, type, text) each, at the field."""
    page.locator("[data-drop] input").evaluate(
        """(input, [how, files]) => { const data = new DataTransfer()
        for (const [name, type, text] of files) data.items.add(new File([text], name, {type}))
        const more = {bubbles: true, cancelable: true}
        input.dispatchEvent(how === 'drop' ? new DragEvent('drop', {dataTransfer: data, ...more})
            : new ClipboardEvent('paste', {clipboardData: data, ...more})) }""",
        [how, files],
    )


def run(page):
    page.locator("[data-run]").click()
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")


def test_a_chosen_file_is_listed_sent_and_can_be_removed(opened, acting):
    page = opened(CSV)
    page.get_by_label("Prices").set_input_files(GOOD)
    expect(names(page)).to_have_text("a.csv")
    expect(page.locator(".file-size")).to_have_text("4 bytes")
    expect(page.locator("[data-announced]")).to_have_text("Chosen: a.csv")
    run(page)

    page.get_by_role("button", name="Remove a.csv").click()

    expect(names(page)).to_have_count(0)
    expect(page.get_by_label("Prices")).to_be_focused()
    run(page)
    expect(page.locator("[data-history] li")).to_have_count(2)
    assert acting.bodies == [{"f": "data:text/csv;base64,YSxiCg=="}, {}]


def test_a_file_can_be_brought_in_another_way(opened, acting):
    page = opened(CSV)

    bring(page, "drop", ["b.csv", "text/csv", "b"])
    expect(names(page)).to_have_text("b.csv")
    run(page)
    page.get_by_role("button", name="Remove b.csv").click()
    expect(names(page)).to_have_count(0)
    bring(page, "paste", ["c.csv", "text/csv", "c"])
    expect(names(page)).to_have_text("c.csv")
    run(page)

    expect(page.locator("[data-history] li")).to_have_count(2)
    assert acting.bodies == [{"f": "data:text/csv;base64,Yg=="}, {"f": "data:text/csv;base64,Yw=="}]


REFUSED = [
    (
        {"name": "a.png", "mimeType": "image/png", "buffer": b"x"},
        message("wrong-file-type", {"name": "a.png", "found": "PNG", "accepted": "CSV"}),
    ),
    (
        {**GOOD, "buffer": b"x" * 2048},
        message("too-large.file", {"name": "a.csv", "size": "2 KB", "limit": "1 KB"}),
    ),
]


def test_a_file_that_is_not_taken_is_refused_at_once_and_the_one_before_stays(opened, acting):
    page = opened(CSV)
    for file, words in REFUSED:
        page.get_by_label("Prices").set_input_files({**GOOD, "name": "before.csv"})
        expect(names(page)).to_have_text("before.csv")

        page.get_by_label("Prices").set_input_files(file)

        expect(problem(page)).to_have_text(words)
        expect(names(page)).to_have_text("before.csv")
        page.get_by_label("Prices").set_input_files({**GOOD, "name": "c.csv"})
        expect(problem(page)).to_be_hidden()
        expect(names(page)).to_have_text("c.csv")


def test_several_files_gather_and_are_removed_one_by_one(opened, acting):
    page = opened(MANY)
    page.get_by_label("Papers").set_input_files(
        [{"name": n, "mimeType": "text/plain", "buffer": n.encode()} for n in ("a.txt", "b.txt")]
    )
    bring(page, "drop", ["c.txt", "text/plain", "c"], ["d.txt", "text/plain", "d"])
    expect(names(page)).to_have_text(["a.txt", "b.txt", "c.txt", "d.txt"])

    page.get_by_role("button", name="Remove b.txt").click()
    run(page)

    assert [base64.b64decode(url.partition(",")[2]).decode() for url in acting.bodies[0]["f"]] == ["a.txt", "c", "d"]


def test_an_image_is_shown_with_its_size_from_a_blob_that_is_given_back(opened, acting):
    page = opened(IMAGE)
    page.evaluate("""() => { window.blobs = new Set(); const {createObjectURL, revokeObjectURL} = URL
        URL.createObjectURL = blob => { const url = createObjectURL.call(URL, blob); blobs.add(url); return url }
        URL.revokeObjectURL = url => { blobs.delete(url); revokeObjectURL.call(URL, url) } }""")
    picture = {"name": "p.png", "mimeType": "image/png", "buffer": base64.b64decode(PNG.partition(",")[2])}

    page.get_by_label("Photo").set_input_files(picture)
    expect(page.locator(".file-size")).to_contain_text("1 × 1, ")
    expect(page.locator(".files img")).to_have_js_property("complete", True)
    page.get_by_label("Photo").set_input_files({**picture, "name": "q.png"})
    expect(names(page)).to_have_text("q.png")
    assert page.evaluate("blobs.size") == 1
    page.get_by_role("button", name="Reset").click()
    expect(names(page)).to_have_count(0)

    page.wait_for_function("() => blobs.size === 0")


def test_a_sound_can_be_heard(opened, acting):
    page = opened({"key": "f", "type": "audio", "label": "Voice", "required": False})

    page.get_by_label("Voice").set_input_files(
        {"name": "v.wav", "mimeType": "audio/wav", "buffer": base64.b64decode(WAV.partition(",")[2])}
    )

    expect(page.locator(".files audio")).to_have_js_property("controls", True)
    page.wait_for_function("() => document.querySelector('.files audio').duration > 0")


def test_a_text_that_calls_itself_an_image_is_no_picture(opened, acting):
    page = opened(IMAGE)

    page.get_by_label("Photo").set_input_files(
        {"name": "<b>.png", "mimeType": "image/png", "buffer": b"<script>1</script>"}
    )

    expect(names(page)).to_have_text("<b>.png")
    expect(page.locator(".files img")).to_have_count(0)


@pytest.mark.parametrize("kind", ["file", "image", "audio"])
def test_a_document_that_is_chosen_is_listed_and_never_opened(opened, kind):
    page = opened({"key": "f", "type": kind, "label": "F", "multiple": True, "required": False})
    harm = "window.__pwned = 1"
    bring(
        page,
        "drop",
        ["a.html", "text/html", f"<script>{harm}</script>"],
        [
            "b.svg",
            "image/svg+xml",
            f"<svg xmlns='http://www.w3.org/2000/svg' onload='{harm}'><script>{harm}</script></svg>",
        ],
        ["c.png", "image/png", f"<!doctype html><script>{harm}</script>"],
        [
            "d.xhtml",
            "application/xhtml+xml",
            f"<html xmlns='http://www.w3.org/1999/xhtml'><script>{harm}</script></html>",
        ],
        ["e.wav", "audio/wav", f"<script>{harm}</script>"],
    )
    expect(names(page).last).to_be_visible()
    quiet(page)

    blobs = page.evaluate(
        """() => [...document.querySelectorAll('main *')].filter(each => [...each.attributes]
        .some(({value}) => /^\\s*(blob|data):/i.test(value))).map(each => each.localName)"""
    )
    assert set(blobs) <= {"img", "audio"}
    assert page.locator("iframe, frame, object, embed, portal, [srcdoc]").count() == 0
    assert page.evaluate("window.__pwned") is None


def test_a_file_the_server_keeps_is_replaced_by_a_new_one_and_comes_back_with_its_removal(opened, page, acting):
    opened(CSV, {"key": "t", "type": "table", "label": "T", "columns": [{"key": "k", "label": "K"}]})
    page.get_by_label("Prices").set_input_files(GOOD)
    page.evaluate("document.querySelector('[data-add-row]').removeAttribute('data-add-row')")
    page.get_by_role("button", name="Add row").click()
    expect(page.locator("[data-uploaded] .file-name")).to_have_text("a.csv")

    page.get_by_label("Prices").set_input_files({**GOOD, "name": "new.csv"})
    expect(names(page)).to_have_text("new.csv")
    page.get_by_role("button", name="Remove new.csv").click()
    expect(names(page)).to_have_text("a.csv")
    page.get_by_role("button", name="Remove a.csv").click()
    expect(names(page)).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    run(page)

    assert acting.bodies == [{"f": "data:text/csv;base64,YSxiCg==", "t": []}]


def test_the_file_of_an_example_looks_like_one_that_was_chosen(opened, acting):
    page = opened(
        CSV, {"key": "i", "type": "image", "label": "Picture"},
        examples=[{"name": "One", "values": {"f": "data:text/csv;name=my%20prices.csv;base64,YSxiCg==", "i": PNG}}],
    )  # fmt: skip
    expect(page.locator(".drop-text").first).to_contain_text("Drop a file here, or choose one")
    page.get_by_text("Load example").click()
    page.get_by_role("button", name="One").click()

    expect(page.locator("[data-uploaded] .file-name")).to_have_text(["my prices.csv", "File 1.png"])
    expect(page.locator("[data-uploaded] .file-size")).to_have_text(
        ["4 bytes", f"{len(base64.b64decode(PNG.partition(',')[2]))} bytes"]
    )
    expect(page.locator("[data-uploaded] img")).to_have_js_property("complete", True)
    assert page.locator("[data-uploaded] img").evaluate("image => image.naturalWidth") > 0
    page.get_by_role("button", name="Remove File 1.png").click()
    expect(page.locator("[data-uploaded]")).to_have_count(1)
    expect(page.locator("body")).not_to_contain_text("base64")


def letters(page, *names):
    page.get_by_label("Papers").set_input_files(
        [{"name": f"{n}.txt", "mimeType": "text/plain", "buffer": n.encode()} for n in names]
    )


def test_several_files_are_put_in_order_by_keys_and_by_the_mouse(opened, acting):
    page = opened(MANY)
    letters(page, "a", "b", "c")

    page.get_by_role("button", name="Move c.txt up").click()
    expect(names(page)).to_have_text(["a.txt", "c.txt", "b.txt"])
    expect(page.locator("[data-announced]")).to_have_text("c.txt is now 2 of 3")
    page.keyboard.press("Enter")
    expect(names(page)).to_have_text(["c.txt", "a.txt", "b.txt"])
    expect(page.get_by_role("button", name="Move c.txt up")).to_be_focused()
    expect(page.get_by_role("button", name="Move c.txt up")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Enter")
    run(page)

    sent = [base64.b64decode(url.partition(",")[2]).decode() for url in acting.bodies[0]["f"]]
    assert sent == ["c", "a", "b"]


def test_files_the_server_keeps_are_put_in_order_too(opened, page, acting):
    table = {"key": "t", "type": "table", "label": "T", "columns": [{"key": "k", "label": "K"}], "required": False}
    opened(MANY, table)
    letters(page, "a", "b")
    page.evaluate("document.querySelector('[data-add-row]').removeAttribute('data-add-row')")
    page.get_by_role("button", name="Add row").click()
    expect(page.locator("[data-uploaded]")).to_have_count(2)

    page.get_by_role("button", name="Move b.txt up").click()
    letters(page, "c")
    expect(names(page)).to_have_text(["b.txt", "a.txt", "c.txt"])
    run(page)

    sent = [base64.b64decode(url.partition(",")[2]).decode() for url in acting.bodies[0]["f"]]
    assert sent == ["b", "a", "c"]


def test_one_file_has_no_order(opened):
    page = opened(MANY)
    letters(page, "a")

    expect(names(page)).to_have_text("a.txt")
    expect(page.get_by_role("button", name="Move a.txt up")).to_be_hidden()


def test_a_file_is_not_read_to_be_chosen_however_large_it_is(opened, tmp_path):
    page = opened(MANY)
    large = tmp_path / "large.bin"
    with large.open("wb") as file:
        file.truncate(100 * 1024 * 1024)
    # Whatever reads a file, noted.
    page.evaluate("""() => { window.read = []
        for (const { prototype } of [Blob, FileReader]) for (const name of Object.getOwnPropertyNames(prototype)) {
            const { value } = Object.getOwnPropertyDescriptor(prototype, name)
            if (typeof value !== 'function' || name === 'constructor') continue
            prototype[name] = function (...given) { read.push(name); return value.apply(this, given) }
        } }""")

    page.get_by_label("Papers").set_input_files(large)
    expect(page.locator(".file-size")).to_have_text("100 MB")

    assert page.evaluate("read") == []


def test_where_the_module_does_not_load_a_file_is_chosen_all_the_same(served, page, acting):
    page.route("**/inputs/file-*.js", lambda route: route.fulfill(status=500))
    page.goto(served(CSV))

    page.get_by_label("Prices").set_input_files(GOOD)
    run(page)

    assert acting.bodies == [{"f": "data:text/csv;base64,YSxiCg=="}]


def test_axe_finds_nothing_in_files_that_are_chosen_and_refused(served, new_page, axe_light_and_dark):
    page = new_page()
    page.goto(served({**MANY, "key": "m"}, CSV))
    quiet(page)
    letters(page, "a", "b")
    page.get_by_label("Prices").set_input_files({**GOOD, "name": "a.png", "mimeType": "image/png"})
    expect(problem(page)).to_be_visible()

    axe_light_and_dark(page)


def test_files_are_not_announced_again_when_their_form_is_put_into_the_page_again(opened):
    page = opened(CSV)
    page.get_by_label("Prices").set_input_files(GOOD)
    expect(page.locator("[data-announced]")).to_have_text("Chosen: a.csv")

    page.evaluate("""async () => { const form = document.querySelector('form[data-webform]'), place = document.createComment('')
        document.querySelector('[data-announced]').textContent = ''
        form.replaceWith(place); await new Promise(setTimeout); delete form.dataset.ready; place.replaceWith(form) }""")
    come_alive(page)

    expect(names(page)).to_have_text("a.csv")
    expect(page.locator("[data-announced]")).to_be_empty()
