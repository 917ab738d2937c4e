"""Fixtures of the tests of the MCP server: the tool it serves, and the reference host of MCP Apps around its form."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import expect
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from werkzeug.wrappers import Response as Answer

from tests.acting import Acting
from tests.conftest import lacking
from tests.servers import asgi, node
from webform import load
from webform.mcp_server.server import ToolServer
from webform.web import Config, create_app

HERE, ROOT = Path(__file__).parent, Path(__file__).parents[2]
PACKAGES = ROOT / ".venv/mcp-apps/node_modules"
#: What the specification has hosts allow a document that declares nothing.
POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "media-src 'self' data:; object-src 'none'; connect-src 'none'; frame-src 'none'; base-uri 'self'"
)
#: A frame as strict as a host may have it, and that of the reference implementation.
STRICT, REFERENCE = "allow-scripts", "allow-scripts allow-same-origin allow-forms"
PAGE = (
    "<!doctype html><html lang='en'><title>Host</title><link rel='icon' href='data:,'>"
    "<style>body { margin: 0 } iframe { border: 0; inline-size: 100%; block-size: 700px; display: block }</style>"
    "<main><h1 hidden>Host</h1><iframe title='Tool'></iframe></main><script src='/host.js'></script>"
)

TRIP = {
    "id": "trip",
    "name": "Plan a trip",
    "description": "Finds *places*. See [the docs](https://example.com/docs).",
    "inputs": [
        {"key": "city", "type": "text", "label": "City"},
        {"key": "days", "type": "number", "label": "Days", "min": 1, "max": 30, "default": 3},
        {"key": "museums", "type": "checkbox", "label": "Museums", "default": True},
        {"key": "tags", "type": "tags", "label": "Tags", "required": False},
        {
            "key": "stops", "type": "table", "label": "Stops", "required": False,
            "columns": [{"key": "name", "type": "text", "label": "Name"}],
        },
    ],
    "outputs": [
        {"key": "total", "type": "number", "label": "Distance", "unit": "km"},
        {"key": "summary", "type": "markdown", "label": "Summary"},
        {"key": "places", "type": "table", "label": "Places"},
    ],
}  # fmt: skip
GRAPH = {
    "id": "graph",
    "name": "Graph",
    "inputs": [{"key": "picture", "type": "image", "label": "Picture"}],
    "outputs": [
        {"key": "curve", "type": "chart_line", "label": "Curve"},
        {"key": "seen", "type": "image", "label": "Seen"},
    ],
}
#: Parts that come and go: lists, values by names, optional objects, one of several kinds, and what holds itself.
ORDER = {
    "name": "order",
    "inputSchema": {
        "type": "object",
        "properties": {
            "weights": {
                "type": "array", "title": "Weights", "minItems": 1, "maxItems": 3,
                "items": {"type": "number", "title": "Weight"},
            },
            "lines": {
                "type": "array", "title": "Lines",
                "items": {
                    "type": "object", "title": "Line", "required": ["name"],
                    "properties": {
                        "name": {"type": "string", "title": "Name"},
                        "count": {"type": "integer", "title": "Count", "default": 1},
                        "colours": {"type": "array", "title": "Colours", "items": {"enum": ["red", "green"]}},
                        "sizes": {"type": "array", "title": "Sizes", "items": {"type": "integer"}},
                        "notes": {"type": "object", "title": "Notes", "additionalProperties": {"type": "string"}},
                    },
                },
            },
            "labels": {"type": "object", "title": "Labels", "additionalProperties": {"type": "string"}},
            "box": {"type": "object", "title": "Box", "properties": {"width": {"type": "number", "title": "Width"}}},
            "pay": {
                "title": "Payment",
                "oneOf": [
                    {
                        "title": "Card", "type": "object", "required": ["kind", "number"],
                        "properties": {"kind": {"const": "card"}, "number": {"type": "string", "title": "Number"}},
                    },
                    {
                        "title": "Invoice", "type": "object", "required": ["kind"],
                        "properties": {
                            "kind": {"const": "invoice"},
                            "references": {"type": "array", "title": "References", "items": {"type": "integer"}},
                        },
                    },
                    {"title": "Vouchers", "type": "array", "items": {"type": "number"}},
                ],
            },
            "photo": {"type": "string", "title": "Photo", "contentEncoding": "base64", "contentMediaType": "image/png"},
            "tree": {"$ref": "#/$defs/node"},
            "any": {"title": "Anything"},
        },
        "$defs": {
            "node": {
                "type": "object", "title": "Node",
                "properties": {
                    "name": {"type": "string", "title": "Name of the node"},
                    "children": {"type": "array", "title": "Children", "items": {"$ref": "#/$defs/node"}},
                },
            },
        },
    },
}  # fmt: skip
#: What is not shown again, or not as it was typed.
PARCEL = {
    "id": "parcel",
    "name": "Parcel",
    "inputs": [
        {"key": "city", "type": "text", "label": "City"},
        {"key": "weight", "type": "number", "label": "Weight"},
        {"key": "number", "type": "number", "label": "Number", "step": 1},
        {"key": "secret", "type": "password", "label": "Secret"},
        {"key": "photo", "type": "image", "label": "Photo"},
    ],
    "outputs": [],
}
ANSWER = {"total": 12.5, "summary": "# A walk\n\nBring *water*.", "places": [{"name": "Park", "hours": 2}]}


@pytest.fixture(scope="module")
def tool(servers):
    """The tool that is called: it remembers what it was sent."""
    acting = Acting(ANSWER)
    with servers.serving(acting.app) as url:
        acting.url = f"{url}/run"
        yield acting


@pytest.fixture(scope="module")
def tools_app(tool, tmp_path_factory):
    """The web app that the MCP server has its tools from."""
    folder = tmp_path_factory.mktemp("mcp")
    config = Config(database=str(folder / "runs.sqlite"), files=folder / "files")
    app = create_app([(load(declared)[0], tool.url) for declared in (TRIP, GRAPH, PARCEL)], config)
    yield app
    tool.let_go()
    app.extensions["webform"].close()


@pytest.fixture(scope="module")
def host_script(tmp_path_factory):
    """The script of the host, with the packages of the reference implementation in it."""
    if not PACKAGES.is_dir():
        lacking("the reference host of MCP Apps is not installed; `make test` fetches it")
    made = tmp_path_factory.mktemp("host") / "host.js"
    subprocess.run(
        [node(), ROOT / "node_modules/esbuild/bin/esbuild", HERE / "host/host.js", "--bundle", f"--outfile={made}"],
        env={"NODE_PATH": str(PACKAGES), "PATH": ""},
        check=True,
        capture_output=True,
    )
    return made.read_bytes()


@pytest.fixture(scope="module")
def given() -> dict[str, str]:
    """The document that the host shows in the place of the tool's own, as `html`."""
    return {}


@pytest.fixture(scope="module")
def host_address(tools_app, host_script, given):
    """The address of the host's page; the MCP server is beside it."""
    app = ToolServer(tools_app).http_app()
    app.router.routes += [
        Route("/", lambda _: HTMLResponse(PAGE)),
        Route("/given.html", lambda _: HTMLResponse(given["html"])),
        Route("/host.js", lambda _: Response(host_script, media_type="text/javascript")),
    ]
    with asgi(app) as address:
        yield address


@pytest.fixture(scope="module")
def sandbox(servers):
    """The address of the host's sandbox, on an origin of its own, with the policy of the specification."""
    html = (HERE / "host/sandbox.html").read_text(encoding="utf-8")
    answer = Answer(html, content_type="text/html", headers={"Content-Security-Policy": POLICY})
    with servers.serving(answer) as address:
        yield address.replace("127.0.0.1", "localhost")


@pytest.fixture
def hosted(page, host_address, sandbox, given, violations):
    """`hosted(**how) -> Frame` of the form as the host shows it; nothing may break the policy of the host, or load."""
    asked: list[str] = []

    def start(tool="trip", attributes=STRICT, page=page, html=None, **how):
        if html:
            # A browser fetches so long a text with less work than it takes as the argument of a call.
            given["html"], how["html"] = html, "/given.html"
        page.goto(host_address)
        page.on("request", lambda request: asked.append(request.url) if request.frame.parent_frame else None)
        page.evaluate("how => host.show(how)", {"tool": tool, "sandbox": sandbox, "attributes": attributes, **how})
        frame = page.frames[-1]
        expect(frame.locator("form[data-webform][data-ready]")).to_be_visible()
        return frame

    yield start
    # The sandbox itself is all that is loaded.
    assert [url for url in asked if url.rstrip("/") != sandbox and not url.startswith(("data:", "about:"))] == []
    assert violations == []
