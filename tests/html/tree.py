"""HTML as a tree: what contains what, what each control is called, and which ids there are."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

VOID = {"input", "br", "hr", "img", "meta", "link", "source"}
#: Inputs that nobody fills in.
NOT_FILLED = {"hidden", "submit", "button", "reset", "image"}


class Element:
    """One element: its *tag*, *attributes*, what it is *within*, and its *parts*: elements and texts."""

    def __init__(self, tag: str, attributes: dict[str, str], within: Element | None) -> None:
        self.tag, self.attributes, self.within = tag, attributes, within
        self.parts: list[Element | str] = []

    def __getitem__(self, name: str) -> str:
        return self.attributes.get(name, "")

    @property
    def text(self) -> str:
        return "".join(part if isinstance(part, str) else part.text for part in self.parts)

    def every(self) -> Iterator[Element]:
        """Yield it and all that it holds, templates left out: they are not on the page."""
        yield self
        for part in self.parts:
            if isinstance(part, Element) and part.tag != "template":
                yield from part.every()

    def above(self) -> Iterator[Element]:
        """Yield what it is within, the nearest first."""
        if self.within:
            yield self.within
            yield from self.within.above()

    def of(self, *tags: str, **attributes: str) -> list[Element]:
        """Return the elements in it of those *tags* that have *attributes* (`_` is `-`)."""
        wanted = {name.strip("_").replace("_", "-"): value for name, value in attributes.items()}
        return [
            element
            for element in self.every()
            if (not tags or element.tag in tags) and wanted.items() <= element.attributes.items()
        ]

    def by_id(self, name: str) -> Element | None:
        return next((element for element in self.every() if element.attributes.get("id") == name), None)


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.at = self.root = Element("", {}, None)

    def handle_starttag(self, tag, attrs):
        element = Element(tag, {name: value or "" for name, value in attrs}, self.at)
        assert len(attrs) == len(element.attributes), f"an attribute stands twice: {attrs}"
        self.at.parts.append(element)
        if tag not in VOID:
            self.at = element

    def handle_endtag(self, tag):
        assert tag == self.at.tag, f"</{tag}> where </{self.at.tag}> was expected"
        self.at = self.at.within

    def handle_data(self, data):
        self.at.parts.append(data)


def tree(html: str) -> Element:
    """Return *html* as a tree; every element that is opened must be closed, in order."""
    builder = _Builder()
    builder.feed(str(html))
    builder.close()
    assert builder.at is builder.root, f"<{builder.at.tag}> is never closed"
    return builder.root


def controls(page: Element) -> list[Element]:
    """Return what people fill in."""
    return [control for control in page.of("input", "select", "textarea") if control["type"] not in NOT_FILLED]


def called(page: Element, control: Element) -> str:
    """Return what *control* is called, by its label or otherwise."""
    labels = [label.text for label in page.of("label", for_=control["id"])] if control["id"] else []
    labels += [element.text for element in control.above() if element.tag == "label"]
    return control["aria-label"] or " ".join(labels).strip()


def references(page: Element) -> set[str]:
    """Return the ids that something on *page* refers to."""
    found = {link["href"][1:] for link in page.of("a") if link["href"].startswith("#")}
    for element in page.every():
        for name in ("for", "aria-describedby", "aria-labelledby", "aria-controls", "list"):
            found |= set(element[name].split())
    return found


def ids(page: Element) -> list[str]:
    return [element["id"] for element in page.every() if "id" in element.attributes]
