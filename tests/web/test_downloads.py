"""Downloads from an answer: saved under a clean name, and never opened as a page of ours."""

from __future__ import annotations

import re
from base64 import b64encode
from urllib.parse import quote

import pytest
from werkzeug.wrappers import Response

from tests.alive import quiet
from tests.outputs.embedding import GIF, HTML, SVG, url

SCRIPT = b"window.__pwned = 1"
STYLE = b"body { display: none }"
#: What a browser would run, draw or style a page by, by the key under which a tool answers it.
DOCUMENTS = {
    "html": url("text/html", HTML),
    "xhtml": url("application/xhtml+xml", HTML),
    "svg": url("image/svg+xml", SVG),
    "xml": url("text/xml", b"<?xml version='1.0'?>" + SVG),
    "disguised": url("image/png", HTML),
    "script": url("text/javascript", SCRIPT),
    "module": url("application/javascript", SCRIPT),
    "style": url("text/css", STYLE),
    "text": url("text/plain", HTML),
}


@pytest.fixture
def ran(client, acting):
    """`ran(answer) -> address` of the run of a tool that answered so."""

    def run(answer) -> str:
        acting.answer = {"y": 1, **answer}
        return f"/runs/{client.post('/tools/small/run', json={'title': 'x'}).json['run']}"

    return run


def saved(client, address, at, form="file"):
    return client.get(f"{address}/download", query_string={"at": at, "format": form})


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_is_bytes_to_be_saved(client, ran, name):
    answer = saved(client, ran(DOCUMENTS), f"/{name}")

    assert answer.status_code == 200
    assert answer.headers.getlist("Content-Type") == ["application/octet-stream"]
    assert answer.headers.getlist("X-Content-Type-Options") == ["nosniff"]
    assert answer.headers.getlist("Content-Security-Policy") == ["default-src 'none'; sandbox; frame-ancestors 'none'"]
    assert answer.headers["Content-Disposition"].startswith("attachment; filename=")


#: The one form of header that such a file has: a name without folders, quoted where it has to be.
SAVED = re.compile(
    r"""attachment; filename=(?:[\w.-]+|"[ -!#-.0-\[\]-~]*")(?:; filename\*=UTF-8''[\w.~%-]+)?""", re.ASCII
)
HOSTILE_NAMES = [
    'a"; filename="evil.html',
    "a\r\nSet-Cookie: a=b\r\n\r\n<script>1</script>",
    "../../../etc/passwd",
    "a\0.html",
    "\u202etxt.exe",
    "ü\u2028; x=y",
    "a" * 5000,
    "%0d%0aX-Evil: 1",
]


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_no_name_of_a_file_gets_out_of_its_header(client, ran, name):
    address = ran({"f": {"filename": name, "data": url("image/gif", GIF)}, name: [{"a": 1}]})
    whole = {"at": "/" + name.replace("~", "~0").replace("/", "~1"), "format": "csv"}

    for answer in (saved(client, address, "/f/data"), client.get(f"{address}/download", query_string=whole)):
        (header,) = answer.headers.getlist("Content-Disposition")
        assert answer.status_code == 200
        assert SAVED.fullmatch(header)
        assert len(header) < 1000
        assert not {"Set-Cookie", "X-Evil"} & {*answer.headers.keys()}


def test_nothing_of_an_answer_runs_or_styles_a_page_wherever_its_address_is_put(new_app, serve, page, acting):
    ours = serve(new_app(frame_ancestors=("*",)))
    acting.answer = {"y": 1, **DOCUMENTS}
    ran = page.request.post(f"{ours}/tools/small/run", data={"title": "x"}).json()["run"]
    addresses = [f"{ours}/runs/{ran}/download?format=file&at={quote(f'/{name}')}" for name in DOCUMENTS]
    parts = [
        f'<script src="{address}"></script><script type="module" src="{address}"></script><img src="{address}">'
        f'<link rel="stylesheet" href="{address}"><object data="{address}"></object><embed src="{address}">'
        f'<iframe src="{address}"></iframe>'
        for address in addresses
    ]
    html = f"<!doctype html><body><p>Here</p>{''.join(parts)}".replace("&at=", "&amp;at=")
    page.goto(serve(Response(html, content_type="text/html")))
    quiet(page)

    assert page.locator("p").is_visible()
    assert [frame.evaluate("window.__pwned") for frame in page.frames if frame.url] == [
        None for frame in page.frames if frame.url
    ]


def test_an_answer_that_is_a_page_is_shown_as_a_download_and_opens_nowhere(new_app, serve, page, acting):
    beacon = []
    counted = serve(lambda environ, start: (beacon.append(environ["PATH_INFO"]), Response(b"")(environ, start))[1])
    html = f'<img src="{counted}/i"><form action="{counted}/f"></form><script src="{counted}/s"></script>'
    encoded = f"data:text/html;base64,{b64encode(html.encode()).decode()}"
    acting.answer = {"y": 1, "html": html, "page": encoded, "file": {"filename": "a.html", "data": encoded}}
    ours = serve(new_app())
    page.goto(f"{ours}/tools/small")
    page.get_by_label("Title").fill("x")
    page.get_by_role("button", name="Run", exact=True).click()
    page.locator("[data-result][data-status=ok]").wait_for()
    quiet(page)

    opened = "a[href^='data:'], a[href^='blob:'], iframe, frame, object, embed, portal, form[action*='127.0.0.1']"
    assert page.locator(f"[data-result] :is({opened})").count() == 0
    assert page.locator("[data-result] a.download[download]").count() == 2
    assert beacon == []
