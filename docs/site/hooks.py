# ruff: noqa: INP001 - MkDocs imports it by its path
"""The build of the site: adds the pages that are made of the code, the pictures, and the script that searches files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mkdocs.structure.files import File, Files
from pages import HERE, PICTURES, made_pages, with_links, with_pictures

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

_SCRIPT = HERE.parents[1] / "node_modules/iframe-worker/shim/index.js"
#: A link from a document to what is no document.
_OUTSIDE = re.compile(r"\[([^\]]+)\]\((?:\.\./|plugin/)[^)]*\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """List the pages that are made in the navigation, below the page on all of them; leave out the page of servers."""
    config.theme.static_templates.discard("404.html")
    config.made = made_pages()
    for section in config.nav:
        for name, pages in section.items():
            pages += [path for path in config.made if path.startswith(f"{name.lower()}/")]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what is made."""
    for path, text in config.made.items():
        files.append(File.generated(config, path, content=text))
    for picture in sorted(PICTURES.rglob("*.png")):
        path = f"pictures/{picture.relative_to(PICTURES).as_posix()}"
        files.append(File.generated(config, path, abs_src_path=str(picture)))
    files.append(File.generated(config, "site/iframe-worker.js", abs_src_path=str(_SCRIPT)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Return the text of a page as the site has it."""
    if page.file.src_uri not in config.made:
        markdown = _OUTSIDE.sub(r"\1", markdown)
    return with_links(page.file.src_uri, with_pictures(page.file.src_uri, markdown))


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Return the content of a page, whose tables have no heads without words."""
    return re.sub(r"<th( [^>]*)?></th>", r"<td\1></td>", html)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Return a page whose search has a name: the theme leaves it out."""
    return output.replace('role="dialog"', 'role="dialog" aria-label="Search"', 1)
