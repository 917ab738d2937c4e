"""The entries that a browser sends for a form, read out of its HTML by the rules of the HTML standard."""

from __future__ import annotations

import re
from datetime import datetime
from html.parser import HTMLParser

_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?", re.ASCII)
VOID = {"input", "br", "hr", "img", "meta", "link"}


class _Form(HTMLParser):
    """Collects the successful controls of the first form; text is kept as a browser keeps it."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.entries: list[tuple[str, str]] = []
        self.template = 0
        self.select: str | None = None
        self.options: list[tuple[str, bool]] = []
        self.area: tuple[str, list[str]] | None = None

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        by_name = {name: value or "" for name, value in attributes}
        if tag == "template":
            self.template += 1
        if self.template or "disabled" in by_name:
            return
        if tag == "input" and by_name.get("name"):
            self._input(by_name)
        elif tag == "select" and by_name.get("name"):
            self.select, self.options = by_name["name"], []
        elif tag == "option" and self.select is not None:
            self.options.append((by_name["value"], "selected" in by_name))
        elif tag == "textarea" and by_name.get("name"):
            self.area = by_name["name"], []

    def _input(self, attributes: dict[str, str]) -> None:
        kind = attributes.get("type", "text")
        if kind in ("checkbox", "radio"):
            if "checked" in attributes:
                self.entries.append((attributes["name"], attributes.get("value", "on")))
        elif kind == "text":
            # A control of one line drops line breaks.
            self.entries.append((attributes["name"], attributes.get("value", "").replace("\n", "").replace("\r", "")))
        elif kind not in ("submit", "button", "file", "reset"):
            self.entries.append((attributes["name"], _sanitised(kind, attributes.get("value", ""))))

    def handle_data(self, data: str) -> None:
        if self.area is not None and not self.template:
            self.area[1].append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "template":
            self.template -= 1
        elif tag == "textarea" and self.area is not None:
            text = "".join(self.area[1]).removeprefix("\n")
            self.entries.append((self.area[0], text.replace("\r\n", "\n").replace("\n", "\r\n")))
            self.area = None
        elif tag == "select" and self.select is not None:
            chosen = [value for value, selected in self.options if selected] or [self.options[0][0]]
            self.entries.append((self.select, chosen[-1]))
            self.select = None


def _sanitised(kind: str, text: str) -> str:
    """Return what a native control of *kind* makes of *text*: what it cannot show is gone, seconds of 0 too."""
    moment = text if kind == "datetime-local" else f"{text}T00:00" if kind == "date" else f"2000-01-01T{text}"
    if kind not in ("date", "time", "datetime-local"):
        return text
    if not _MOMENT.fullmatch(moment):
        return ""
    try:
        datetime.fromisoformat(moment)
    except ValueError:
        return ""
    return text.removesuffix(":00") if len(moment) == len("2000-01-01T00:00:00") else text


def entries_of(html: str) -> list[tuple[str, str]]:
    """Return the entries that submitting the form in *html* untouched would send."""
    form = _Form()
    # The parser of a browser reads a carriage return as a line feed.
    form.feed(str(html).replace("\r\n", "\n").replace("\r", "\n"))
    return form.entries
