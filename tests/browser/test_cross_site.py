"""Another site in the visitor's browser: it can show a panel where it may, and do nothing else with us."""

from __future__ import annotations

from queue import Queue

import pytest
from playwright.sync_api import expect
from werkzeug.wrappers import Response

TITLE = {"key": "title", "type": "text", "label": "Title", "required": False}
#: Ways of a page to post to another site without asking it, by what they are called.
POSTS = {
    "urlencoded form": "form('application/x-www-form-urlencoded')",
    "multipart form": "form('multipart/form-data')",
    "text form": "form('text/plain')",
    "form of a sandboxed frame": "sandboxed()",
    "fetch": "fetch(to, {method: 'POST', mode: 'no-cors', body: data()})",
    "fetch with cookies": "fetch(to, {method: 'POST', mode: 'no-cors', credentials: 'include', body: data()})",
    "fetch of text": "fetch(to, {method: 'POST', mode: 'no-cors', body: '{\"title\": \"evil\"}'})",
    "fetch without a referrer": "fetch(to, {method: 'POST', mode: 'no-cors', referrerPolicy: 'no-referrer', body: data()})",
    "beacon": "navigator.sendBeacon(to, data())",
}
SCRIPT = """([to, how]) => {
    const data = () => { const data = new FormData(); data.append('/title', 'evil'); return data }
    const written = type => `<form method=post action="${to}" enctype="${type}"><input name="/title" value=evil></form>`
    const form = type => { document.body.innerHTML = written(type); document.forms[0].submit() }
    const sandboxed = () => {
        const frame = document.createElement('iframe')
        frame.sandbox = 'allow-forms allow-scripts'
        frame.srcdoc = written('multipart/form-data') + '<script>document.forms[0].submit()<' + '/script>'
        document.body.append(frame)
    }
    const done = new Function('form', 'sandboxed', 'data', 'to', `return ${how}`)(form, sandboxed, data, to)
    Promise.resolve(done).catch(() => {})
}"""


@pytest.fixture
def asked():
    """What the app was asked to run, as it is asked: the method, and the status of its answer."""
    return Queue()


@pytest.fixture
def ours(new_app, serve, asked):
    """The address of the app."""
    app = new_app({"id": "t", "name": "T", "inputs": [TITLE], "outputs": []}, frame_ancestors=("*",))

    def noted(environ, start_response):
        def start(status, headers, info=None):
            if environ["PATH_INFO"].endswith("/run"):
                asked.put((environ["REQUEST_METHOD"], status[:3]))
            return start_response(status, headers, info)

        return app(environ, start)

    return serve(noted)


@pytest.fixture
def theirs(serve):
    """The address of another site."""
    return serve(Response("<!doctype html><title>Evil</title>", content_type="text/html")).replace(
        "127.0.0.1", "localhost"
    )


@pytest.mark.parametrize("how", POSTS.values(), ids=POSTS)
def test_nothing_that_another_site_posts_runs_a_tool(page, ours, theirs, acting, asked, how):
    page.goto(theirs)
    page.evaluate(SCRIPT, [f"{ours}/tools/t/run", how])

    assert asked.get(timeout=10) == ("POST", "403")
    assert acting.bodies == []


def test_what_a_browser_asks_for_before_another_site_posts_json_is_not_given(page, ours, theirs, acting, asked):
    page.goto(theirs)
    failed = page.evaluate(
        """async to => { try { return (await fetch(to, {method: 'POST',
        headers: {'Content-Type': 'application/json'}, body: '{}'})).status } catch (error) { return error.name } }""",
        f"{ours}/tools/t/run",
    )

    assert (failed, asked.get(timeout=10), asked.empty()) == ("TypeError", ("OPTIONS", "200"), True)
    assert acting.bodies == []


def test_another_site_reads_nothing_of_a_run(page, ours, theirs, acting):
    run = page.request.post(f"{ours}/tools/t/run", data={"title": "private"}).json()["run"]
    page.goto(theirs)
    read = page.evaluate(
        """async address => { try { return await (await fetch(address)).text() } catch (error) { return error.name } }""",
        f"{ours}/runs/{run}",
    )
    cancelled = page.evaluate(
        """async address => { try { return (await fetch(address, {method: 'DELETE'})).status }
        catch (error) { return error.name } }""",
        f"{ours}/runs/{run}",
    )

    assert (read, cancelled) == ("TypeError", "TypeError")
    assert page.request.get(f"{ours}/runs/{run}", headers={"Accept": "application/json"}).ok


def test_a_name_that_was_made_to_lead_here_is_not_answered(page, ours, acting):
    # Browsers look up names below localhost themselves: as if somebody's name had begun to lead to this machine.
    rebound = ours.replace("127.0.0.1", "evil.localhost")
    answer = page.goto(f"{rebound}/tools/t")

    assert answer.status == 403
    expect(page.locator("form[data-webform]")).to_have_count(0)
    status = page.evaluate(
        "async () => (await fetch('/tools/t/run', {method: 'POST', body: new URLSearchParams('/title=x')})).status"
    )
    assert (status, acting.bodies) == (403, [])


def test_the_panel_is_loaded_by_another_site_and_runs(page, ours, theirs, acting):
    page.goto(theirs)
    page.evaluate(
        "address => { document.body.innerHTML = `<iframe src='${address}'></iframe>` }", f"{ours}/tools/t/panel"
    )
    frame = page.frame_locator("iframe")
    frame.get_by_label("Title").fill("hello")
    frame.get_by_role("button", name="Run", exact=True).click()

    expect(frame.locator("[data-result]")).to_have_attribute("data-status", "ok")
    assert acting.bodies == [{"title": "hello"}]
