"""Every kind of content of MCP, from real servers, as views on the page: with scripts and without."""

from __future__ import annotations

import base64
import json
from urllib.parse import quote

import pytest
from mcp.server.mcpserver import MCPServer
from mcp.types import (
    Annotations,
    AudioContent,
    BlobResourceContents,
    CallToolResult,
    EmbeddedResource,
    ImageContent,
    ResourceLink,
    TextContent,
    TextResourceContents,
)
from playwright.sync_api import expect

from tests.alive import quiet
from tests.outputs.embedding import GIF, WAV
from tests.servers import asgi, everything
from webform.web import Config, create_app
from webform.web.sources import gather

#: Tool of server-everything -> what is filled in, and the views of its result: which, where, what is seen of it.
SHOWN = {
    "echo": ({"message": "hi"}, [("text", "", "Echo: hi")]),
    "get-annotated-message": (
        {"messageType": "success", "includeImage": True},
        [("text", "", "Operation completed successfully"), ("image", "@0", "image/png")],
    ),
    "get-resource-links": (
        {"count": 2},
        [("text", "", "Here are 2 resource links"), ("text", "@0", "demo://resource/dynamic/blob/1"),
         ("text", "@0", "Blob Resource 1"), ("text", "@1", "Resource 2: plaintext resource")],
    ),
    "get-resource-reference": (
        {"resourceType": "Text", "resourceId": 1},
        [("text", "", "Returning resource reference"), ("text", "@0", "This is a plaintext resource"),
         ("text", "@0", "demo://resource"), ("text", "@0", "text/plain"), ("text", "@1", "access this resource")],
    ),
    "get-structured-content": (
        {"location": "Chicago"},
        [("number", "/temperature", "36"), ("text", "/conditions", "Light rain / drizzle"),
         ("number", "/humidity", "82")],
    ),
    "get-sum": ({"a": 1, "b": 2}, [("text", "", "The sum of 1 and 2 is 3.")]),
    "get-tiny-image": (
        {}, [("text", "", "Here's the image"), ("image", "@0", "image/png"), ("text", "@1", "The image above")],
    ),
    "gzip-file-as-resource": (
        {"name": "a.gz", "data": "data:text/plain,hi", "outputType": "resource"}, [("file", "", "application/gzip")],
    ),
}  # fmt: skip
PICTURE = base64.b64encode(GIF * 3).decode()
#: JSON that is no shorter when it is written again: its digits, its spaces.
WEATHER = f'{{"city":  "Oslo", "days": [{{"day": "Mon", "t": 1.50, "icon": "{PICTURE}"}}]}}'
FILE = base64.b64encode(b"PK\x03\x04 a file").decode()


def speaker() -> MCPServer:
    """Return a server whose tools answer what server-everything has none of."""
    server = MCPServer("speaker")

    @server.tool()
    def speak() -> list:
        return [
            TextContent(type="text", text="# A title\n\n* one\n* two", annotations=Annotations(audience=["user"])),
            AudioContent(type="audio", data=base64.b64encode(WAV).decode(), mime_type="audio/wav"),
            ImageContent(type="image", data=base64.b64encode(GIF).decode(), mime_type="image/gif"),
            ResourceLink(type="resource_link", name="report", uri="https://example.org/report", mime_type="text/html"),
            EmbeddedResource(
                type="resource",
                resource=BlobResourceContents(uri="file:///a.zip", mime_type="application/zip", blob=FILE),
            ),
            EmbeddedResource(
                type="resource", resource=TextResourceContents(uri="file:///a.txt", mime_type="text/plain", text="held")
            ),
        ]

    @server.tool(structured_output=False)
    def weather() -> str:
        return WEATHER

    @server.tool(structured_output=False)
    def changes() -> str:
        return "Unstaged changes:\n--- a/a.py\n+++ b/a.py\n@@ -1 +1,2 @@\n-one\n+1\n+two\n"

    @server.tool(structured_output=False)
    def fails() -> CallToolResult:
        lines = "\n".join(f"line {index}" for index in range(40))
        return CallToolResult(
            is_error=True,
            content=[
                TextContent(type="text", text=f"No such city.\n{lines}"),
                ImageContent(type="image", data=base64.b64encode(GIF).decode(), mime_type="image/gif"),
                ResourceLink(type="resource_link", name="<b>x</b>", uri="javascript:window.__pwned=1"),
            ],
        )

    return server


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """An app of the tools of both servers."""
    folder = tmp_path_factory.mktemp("mcp")
    with everything() as url, asgi(speaker().streamable_http_app()) as other:
        served = gather([url, f"{other}/mcp"]).served
        made = create_app(served, Config(database=str(folder / "runs.sqlite"), files=folder / "files"))
        yield made
        made.extensions["webform"].close()


@pytest.fixture(params=[True, False], ids=["scripts", "plain"])
def ran(request, app, serve, new_page, watch):
    """`ran(tool, values) -> Page`: at the result of a run, where scripts run and where they do not."""
    url, page = serve(app), new_page(java_script_enabled=request.param)
    seen = watch(page)

    def start(tool, values, status="ok"):
        texts = {name: value if isinstance(value, str) else json.dumps(value) for name, value in values.items()}
        page.goto(f"{url}/tools/{tool}?" + "&".join(f"/{name}={quote(text)}" for name, text in texts.items()))
        quiet(page)
        page.locator("[data-run]").click()
        expect(page.locator("[data-result]")).to_have_attribute("data-status", status, timeout=30_000)
        return page

    yield start
    assert seen == []


@pytest.fixture
def checked(axe):
    """`checked(page)`: fails with what axe-core finds, where the page runs scripts."""

    def look(page):
        if page.evaluate("matchMedia('(scripting: enabled)').matches"):
            axe(page)

    return look


def views(page):
    # A page that is still being read has not all of them.
    page.wait_for_load_state()
    shown = page.locator("#tab-result [data-view][data-at]")
    return shown.evaluate_all("all => all.map(each => [each.dataset.view, each.dataset.at])")


def test_each_kind_of_content_has_its_view(ran, subtests):
    for tool, (values, expected) in SHOWN.items():
        with subtests.test(tool):
            page = ran(tool, values)

            assert views(page) == [list(text) for text in dict.fromkeys((view, at) for view, at, _ in expected)]
            for view, at, words in expected:
                expect(page.locator(f'#tab-result [data-view="{view}"][data-at="{at}"]')).to_contain_text(words)
            for image in page.locator("#tab-result img").all():
                expect(image).not_to_have_js_property("naturalWidth", 0)


def test_sound_pictures_links_and_files_of_a_call_are_there_and_a_file_is_taken_away(ran):
    page = ran("speak", {})

    assert [view for view, _ in views(page)] == ["markdown", "audio", "image", "link", "file", "text"]
    expect(page.locator("#tab-result .prose").get_by_role("heading", name="A title")).to_be_visible()
    expect(page.locator("#tab-result .prose li")).to_have_text(["one", "two"])
    expect(page.locator("#tab-result audio[controls]")).to_have_attribute(
        "src", f"data:audio/wav;base64,{base64.b64encode(WAV).decode()}"
    )
    expect(page.locator("#tab-result img")).not_to_have_js_property("naturalWidth", 0)
    expect(page.get_by_role("link", name="https://example.org/report")).to_have_attribute("rel", "noopener noreferrer")
    expect(page.locator('#tab-result [data-view="file"] a[download]')).to_contain_text("application/zip")
    expect(page.locator('#tab-result [data-at="@4"]')).to_contain_text("held")
    with page.expect_download() as saved:
        page.locator('#tab-result [data-at="@3"] a[download]').click()
    assert saved.value.path().read_bytes() == base64.b64decode(FILE)


def test_json_in_a_text_is_shown_as_what_it_holds_and_as_the_text_that_it_is(ran, checked):
    page = ran("weather", {})

    assert views(page) == [["text", "/city"], ["table", "/days"]]
    expect(page.locator("#tab-result img.thumb")).not_to_have_js_property("naturalWidth", 0)
    page.locator("[data-head] details.as > summary").click()
    page.locator("[data-head] a", has_text="View as text").click()
    expect(page.locator('#tab-result [data-view="text"] .text')).to_have_text(WEATHER)
    page.locator("#tab-result details.as > summary").click()
    page.locator("#tab-result a", has_text="Default view").click()
    expect(page.locator('#tab-result [data-view="table"]')).to_be_visible()
    checked(page)


def test_a_diff_is_shown_as_one(ran, checked):
    page = ran("changes", {})

    expect(page.locator("#tab-result .diff ins")).to_have_text(["1", "two"])
    expect(page.locator("#tab-result .diff del")).to_have_text(["one"])
    checked(page)


def test_all_of_a_failure_is_there(ran, checked):
    page = ran("fails", {}, "error")

    expect(page.locator("#tab-result .failure")).to_contain_text("No such city.")
    page.locator("#tab-result summary", has_text="Show all of it").click()
    expect(page.locator("#tab-result")).to_contain_text("line 39")
    expect(page.locator("#tab-result img")).not_to_have_js_property("naturalWidth", 0)
    expect(page.locator('#tab-result [data-at="@1"]')).to_contain_text("javascript:window.__pwned=1")
    expect(page.locator("#tab-result")).to_contain_text("<b>x</b>")
    assert page.locator('a[href^="javascript"]').count() == 0
    checked(page)
