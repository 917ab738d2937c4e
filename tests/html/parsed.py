"""HTML as a browser would read it: what is in it, and what in it could run or reach elsewhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser

#: Elements that run, frame, style or send something; none belongs into a result, but where `_is_own` has it.
FORBIDDEN = {
    "script", "style", "iframe", "frame", "object", "embed", "base", "meta", "link", "template", "portal",
    "input", "textarea", "select", "svg:script", "foreignobject", "animate", "set", "use",
}  # fmt: skip
#: Attributes that hold addresses.
ADDRESSES = {"href", "src", "action", "formaction", "poster", "srcset", "xlink:href", "data", "cite", "background"}
_SAFE_LINK = re.compile(r"(?:https?://|mailto:|#|/runs/|/chains\?from=)")
_SAFE_DOWNLOAD = re.compile(r"data:(?!text/html|image/svg|[a-z]+/[a-z.+-]*xml)[a-z0-9.+/-]+;base64,[A-Za-z0-9+/=]*")
_SAFE_MEDIA = re.compile(r"data:(?:image|audio|video)/[a-z0-9.+-]+;base64,[A-Za-z0-9+/=]*")
#: A frame of ours, of a run.
_FRAME = re.compile(r"/runs/[\w-]+/frame\?at=[\w%~.-]*")


class Parsed(HTMLParser):
    """The elements of an HTML text, as (tag, attributes), and its text."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self.feed(str(html))
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data):
        self.text += data

    def of(self, tag: str, **attributes: str) -> list[dict[str, str]]:
        """Return the attributes of each *tag* that has all *attributes* (`_` in a name is `-`)."""
        wanted = {name.strip("_").replace("_", "-"): value for name, value in attributes.items()}
        return [found for name, found in self.elements if name == tag and wanted.items() <= found.items()]


def dangers(html: str) -> list[str]:
    """Return what in *html* could run, or reach elsewhere without being pressed."""
    found = []
    for tag, attributes in Parsed(html).elements:
        if tag in FORBIDDEN and not _is_own(tag, attributes):
            found.append(f"<{tag}>")
        for name, value in attributes.items():
            if name.startswith(("on", "x-", "@", ":")) or name in ("style", "srcdoc", "is"):
                found.append(f"{tag} {name}={value!r}")
            if name in ADDRESSES and not _is_safe(tag, name, value, attributes):
                found.append(f"{tag} {name}={value[:80]!r}")
        if tag == "a" and attributes.get("target") and attributes.get("rel") != "noopener noreferrer":
            found.append(f"a without rel: {attributes}")
    return found


def _is_own(tag: str, attributes: dict[str, str]) -> bool:
    """Tell whether it is a field of a form of ours that looks at a run in another way, or its frame that runs nothing."""
    if tag == "iframe":
        return attributes.get("sandbox") == "" and bool(_FRAME.fullmatch(attributes.get("src", "")))
    looks = re.match(r"(?:as|page|sort|find|in)[/#@]", attributes.get("name", ""))
    return tag == "input" and bool(looks) and attributes.get("type") in ("hidden", "search")


def _is_safe(tag: str, name: str, value: str, attributes: dict[str, str]) -> bool:
    if tag == "a" and name == "href":
        return bool(_SAFE_LINK.match(value) or ("download" in attributes and _SAFE_DOWNLOAD.fullmatch(value)))
    if tag in ("img", "audio", "video") and name == "src":
        return bool(_SAFE_MEDIA.fullmatch(value))
    if tag == "iframe":
        return name == "src" and bool(_FRAME.fullmatch(value))
    return tag == "form" and name == "action" and value.startswith("/runs/")
