"""The form of a tool as one HTML document for MCP Apps: its styles, scripts and texts are in it, nothing is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from webform.draft import begin
from webform.html.decode import value_of
from webform.html.env import rendered
from webform.html.foreign import Renderer
from webform.html.render import render_draft
from webform.html.results import render_result
from webform.language import ENGLISH, in_language, languages
from webform.published import answer_schema
from webform.values import ABSENT
from webform.web.assets import built_assets
from webform.web.pages import run_label

if TYPE_CHECKING:
    from webform.tool import Tool

#: The media type of a document of MCP Apps.
APP_TYPE = "text/html;profile=mcp-app"


def document(tool: Tool, name: str = "", gateway: str = "") -> str:
    """
    Return the document: the form in every language, and the scripts that speak to the host around it.

    Args:
        tool: the tool.
        name: what the host calls it by; the name of its declaration where `""`.
        gateway: the name of the tool of our own MCP server that draws forms and results for it; `""` where another
            server has the tool, so that the document does all by itself.
    """
    draws = gateway and any(output.type.startswith("chart") for output in tool.outputs)
    heavy = ["mcp_app/heavy_chart.js"] if draws else []
    body = value_of(tool.form, begin(tool.form))
    facts = {
        "tool": name or tool.call.name or tool.id,
        "gateway": gateway,
        "answer": answer_schema(tool),
        "body": {} if body is ABSENT else body,
    }
    html = rendered(
        "mcp_app.html",
        tool=tool,
        facts=facts,
        styles=[_asset(name) for name in ("app.css", "panel.css", "results.css")],
        scripts=[_asset(name) for name in (*heavy, "mcp_app.js")],
        texts={name: _asset(f"texts/{name}.js") for name in languages() if name != ENGLISH},
        forms={name: _form(tool, name, gateway=gateway) for name in sorted(languages(), key=ENGLISH.__ne__)},
    )
    # No text that is sent or written holds half a character.
    return html.encode("utf-8", "replace").decode()


def _form(tool: Tool, language: str, *, gateway: str) -> Markup:
    """Return the form and the place of its result in *language*."""
    with in_language(language):
        form = render_draft(
            tool.form,
            begin(tool.form),
            run_label=run_label(tool.price),
            permissions=tool.permissions,
            confirms=tool.hints.destructive,
            examples=[example.name for example in tool.examples] if gateway else [],
            alone=not gateway,
        )
        shown = {
            "name": tool.name,
            "icon": tool.icon,
            "description_html": Renderer().prose(tool.description) if tool.description else "",
        }
        result = render_result(None, tool)
        return rendered("panel_form.html", tool=shown, form=form, status="blank", result=result)


def _asset(name: str) -> Markup:
    """Return the text of a built file, as it may stand in a document."""
    assets = built_assets()
    content = assets.content(assets.file_of(name) or "", packed=False) or b""
    # What would end the element, or begin a comment in it.
    text = content.decode().replace("</script", "<\\/script").replace("<!--", "<\\!--")
    return Markup(text)  # noqa: S704 - of our own build
