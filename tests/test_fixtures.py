"""The fixtures of conftest: they see what they are there to see."""

from __future__ import annotations

import ast
from pathlib import Path

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


#: What a page leaves behind, and what is left of that.
LEAVE = """async () => {
    localStorage.setItem('a', 1)
    await new Promise(resolve => { indexedDB.open('b').onsuccess = resolve })
    await caches.open('c')
}"""
LEFT = """async () => [document.cookie, localStorage.length, (await indexedDB.databases()).length, (await caches.keys()).length]"""


def test_a_context_that_is_used_again_is_empty(contexts, serve):
    address = serve(Response("<!doctype html>", content_type="text/html"))
    kept = contexts.take(locale="en-NZ")
    page = kept.context.new_page()
    page.goto(address)
    page.evaluate(LEAVE)
    kept.context.add_cookies([{"name": "d", "value": "1", "url": address}])
    kept.context.grant_permissions(["geolocation"])
    assert page.evaluate(LEFT) == ["d=1", 1, 1, 1]
    contexts.give_back(kept)

    again = contexts.take(locale="en-NZ")

    assert again is kept
    assert again.context.pages == [again.keeper]
    page = again.context.new_page()
    page.goto(address)
    assert page.evaluate(LEFT) == ["", 0, 0, 0]
    assert page.evaluate("navigator.permissions.query({ name: 'geolocation' }).then(each => each.state)") != "granted"
    contexts.give_back(again)


def test_two_visitors_have_a_context_each(new_page):
    assert new_page().context != new_page().context


#: What lasts in a context, however many of its pages are closed.
LASTS = {"clock", "set_offline"}


def functions(path: Path):
    tree = ast.parse(path.read_text("utf-8"))
    return [node for node in tree.body if isinstance(node, ast.FunctionDef)]


def lasts(function: ast.FunctionDef) -> bool:
    return any(isinstance(node, ast.Attribute) and node.attr in LASTS for node in ast.walk(function))


def test_who_sets_what_lasts_in_a_context_has_it_alone():
    folder = Path(__file__).parent
    found = [
        (path.name, function) for path in folder.rglob("test_*.py") for function in functions(path) if lasts(function)
    ]

    assert len(found) > 5
    # As an argument, or as a fixture that is used.
    assert [(name, function.name) for name, function in found if "own_context" not in ast.unparse(function)] == []
