"""The fixtures of conftest: they see what they are there to see."""

from __future__ import annotations

import pytest
from werkzeug.wrappers import Response

from tests.alive import quiet

POLICY = {"Content-Security-Policy": "default-src 'self'; script-src 'self'; style-src 'self'"}


def app_of(html: str):
    return Response(html, content_type="text/html", headers=POLICY)


GOOD = "<!doctype html><html lang=en><title>A page</title><main><h1>A page</h1><p>Hello.</main>"


def test_axe_passes_an_accessible_page_under_a_strict_policy(page, serve, axe, violations):
    page.goto(serve(app_of(GOOD)))

    axe(page)

    assert violations == []


def test_axe_fails_a_control_without_a_label(page, serve, axe):
    page.goto(serve(app_of(GOOD.replace("<p>", "<input>"))))

    with pytest.raises(pytest.fail.Exception, match="Form elements must have labels\n    <input>"):
        axe(page)


def test_axe_waits_for_what_fades_in_and_not_for_what_turns_for_ever(page, serve, axe):
    page.goto(serve(app_of(GOOD)))
    page.evaluate("""() => {
        document.querySelector('p').animate({ opacity: [0.1, 0.2] }, 300)
        document.querySelector('h1').animate({ translate: ['0', '1px'] }, { duration: 300, iterations: Infinity })
    }""")

    axe(page)

    page.evaluate("() => { document.querySelector('p').animate({ opacity: 0.1 }, { duration: 1, fill: 'forwards' }) }")
    with pytest.raises(pytest.fail.Exception, match="color-contrast: "):
        axe(page)


@pytest.mark.parametrize(
    "harm", ["<script>1</script>", "<style>p{}</style>", "<p style='color:red'>", "<img src=http://127.0.0.1:1/>"]
)
def test_what_the_policy_stops_is_a_violation(page, serve, violations, harm):
    page.goto(serve(app_of(GOOD.replace("<p>", harm))))

    assert "Content Security Policy" in violations[0]


def test_a_page_without_javascript_runs_none(new_page, serve):
    page = new_page(java_script_enabled=False)
    page.goto(
        serve(Response("<title>before</title><script>document.title = 'after'</script>", content_type="text/html"))
    )

    assert page.title() == "before"


def test_a_page_is_quiet_once_all_that_its_scripts_load_has_come(page, serve):
    def answer(environ, start_response):
        number = environ["PATH_INFO"].strip("/").removesuffix(".js")
        if not number:
            response = Response("<!doctype html><script type=module src=/0.js></script>", content_type="text/html")
        else:
            more = f"await import('/{int(number) + 1}.js')" if int(number) < 20 else "document.title = 'done'"
            response = Response(f"await 0; {more}", content_type="text/javascript")
        return response(environ, start_response)

    page.goto(serve(answer))
    quiet(page)

    assert page.title() == "done"


def test_a_page_without_scripts_is_quiet_once_it_has_loaded(new_page, serve):
    page = new_page(java_script_enabled=False)
    page.goto(serve(app_of(GOOD)))

    quiet(page)


def test_a_page_comes_to_the_next_test_as_if_it_were_new(pages, serve):
    def answer(environ, start_response):
        start_response("200 OK", [("Content-Type", "text/html"), ("Set-Cookie", "a=1")])
        return [b"<!doctype html><title>t</title>"]

    address, seen = serve(answer), []
    options = {"color_scheme": "dark"}
    used = pages.take(options)
    used.page.on("console", lambda message: seen.append(message))
    used.page.goto(address)
    used.page.evaluate("localStorage.a = sessionStorage.a = name = '1'")
    used.page.set_viewport_size({"width": 300, "height": 300})
    used.page.emulate_media(color_scheme="light", media="print")
    used.page.route("**/*", lambda route: route.abort())
    used.page.context.new_page().close()
    pages.give_back(used)

    again = pages.take(options)
    assert again is used
    again.page.goto(address)
    left = again.page.evaluate("""[localStorage.a, sessionStorage.a, innerWidth, history.length <= 2,
        matchMedia('screen and (prefers-color-scheme: dark)').matches]""")
    assert left == [None, None, 1280, True, True]
    again.page.evaluate("console.log('x')")
    assert seen == []

    again.page.add_init_script("1")
    pages.give_back(again)
    assert pages.take(options) is not again
