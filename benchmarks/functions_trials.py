"""What a visitor does in the page of each of the twenty functions, what should arrive, and what should be seen."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

ROOT = Path(__file__).parents[1]
PICTURE, TEXT = ROOT / "docs/picture.png", ROOT / "LICENSE"
NAME = 'Zoë & "Bo"'
KEYS = {"\n": "Enter", "\t": "Tab", " ": "Space"}
#: Milliseconds that a key is down: a grid makes its field meanwhile.
PRESSED = 30


class Step(Protocol):
    """Something that a visitor does."""

    @property
    def effort(self) -> tuple[int, int]:
        """Clicks and keys."""

    def do(self, page: Page) -> None:
        """Do it in *page*."""


def find(page: Page, where: str) -> Locator:
    """Return the first element that *where* names: the name of a control of ours, a selector of CSS, or a label."""
    if where.startswith("/"):
        return page.locator(f'[name="{where}"]').first
    found = page.locator(where) if where.startswith("css=") else page.get_by_label(where, exact=True)
    return found.first


class Fill(NamedTuple):
    """Click into a field and write, keys such as Enter too; no text empties it."""

    where: str
    text: str

    @property
    def effort(self) -> tuple[int, int]:
        """Clicks and keys."""
        return 1, max(len(self.text), 1)

    def do(self, page: Page) -> None:
        """Do it in *page*."""
        field = find(page, self.where)
        if "\n" not in self.text and "\t" not in self.text:
            field.fill(self.text)
            return
        field.click()
        for key in self.text:
            page.keyboard.press(KEYS.get(key, key), delay=PRESSED)


class Pick(NamedTuple):
    """Open a list and pick what it offers."""

    where: str
    option: str

    @property
    def effort(self) -> tuple[int, int]:
        """Clicks and keys."""
        return 2, 0

    def do(self, page: Page) -> None:
        """Do it in *page*."""
        field = find(page, self.where)
        if field.evaluate("field => field.localName") == "select":
            field.select_option(self.option)
            return
        field.click()
        page.get_by_role("option", name=self.option).click()


class Press(NamedTuple):
    """Press a button."""

    where: str

    @property
    def effort(self) -> tuple[int, int]:
        """Clicks and keys."""
        return 1, 0

    def do(self, page: Page) -> None:
        """Do it in *page*."""
        find(page, self.where).click()


class Upload(NamedTuple):
    """Click to open the system's own choice of files, whose clicks are the same in all pages, and choose one."""

    where: str
    file: Path

    @property
    def effort(self) -> tuple[int, int]:
        """Clicks and keys."""
        return 1, 0

    def do(self, page: Page) -> None:
        """Do it in *page*, and wait until the page names or shows the file."""
        find(page, self.where).set_input_files(self.file)
        page.wait_for_load_state("networkidle")


class Trial(NamedTuple):
    """
    What is done with a function.

    Args:
        arrives: what the function notes.
        shows: what should be seen after Run, the first result first: texts, or `css=` and a selector.
        ours: the steps in our page.
        theirs: the steps in that of Gradio.
        stop: the buttons that cancel a run, in both pages.
        log: what is done in ours to see what was printed; that of Gradio shows none.
    """

    arrives: str
    shows: tuple[str, ...]
    ours: list[Step]
    theirs: list[Step]
    stop: tuple[str, str] | None = None
    log: Step | None = None


def same(**values: str) -> tuple[list[Step], list[Step]]:
    """Return the steps that fill in *values*, in both pages."""
    return [Fill(f"/{name}", text) for name, text in values.items()], [
        Fill(name, text) for name, text in values.items()
    ]


PICTURES = "css=[data-result] img, button .image-frame img, .matplotlib img"
TRIALS = {
    "greet": Trial(f"({NAME!r},)", (f"Hello {NAME}",), *same(name=NAME)),
    "fahrenheit": Trial("(21.5,)", ("70.7",), *same(celsius="21.5")),
    "shout": Trial(
        "('hello there', 'title')",
        ("Hello There",),
        [Fill("/text", "hello there"), Pick("/how", "title")],
        [Fill("text", "hello there"), Pick("how", "title")],
    ),
    "weekday": Trial(
        "(datetime.date(2026, 1, 31),)",
        ("Saturday",),
        [Fill("/day", "2026-01-31")],
        [Fill("css=input.time", "2026-01-31")],
    ),
    # A number of Gradio begins with 0, so who wants none takes that away.
    "price": Trial(
        "(80.5, None)", ("full price",), [Fill("/amount", "80.5")], [Fill("amount", "80.5"), Fill("discount", "")]
    ),
    "longest": Trial(
        "(['tea', 'a, b', 'coffee'],)",
        ("COFFEE",),
        [Fill('css=[data-at="/words"] input[type=text]', "tea\na, b\ncoffee\n")],
        [Fill("css=textarea", "tea\na, b\ncoffee")],
    ),
    "interest": Trial(
        "(Loan(amount=1000.5, interest=4.5, years=2),)",
        ("45.02",),
        [Fill("/loan/amount", "1000.5"), Fill("/loan/years", "2")],
        [Fill("amount", "1000.5"), Fill("years", "2")],
    ),
    "ship": Trial(
        "(Parcel(to=Address(street='Main Street 1', city='Oslo'), weight=2.5),)",
        ("MAIN STREET 1, OSLO",),
        [Fill("/parcel/to/street", "Main Street 1"), Fill("/parcel/to/city", "Oslo"), Fill("/parcel/weight", "2.5")],
        [Fill("street", "Main Street 1"), Fill("city", "Oslo"), Fill("weight", "2.5")],
    ),
    "total": Trial(
        "([Item(name='tea', count=2, price=3.5), Item(name='milk', count=1, price=1.25)],)",
        ("8.25",),
        [
            Press('css=[value="add/items"]'),
            Fill("/items/0/name", "tea\t2\t3.5"),
            Press('css=[value="add/items"]'),
            Fill("/items/1/name", "milk\t1\t1.25"),
        ],
        [
            Press("Add row"),
            Fill('css=[data-row="0"][data-col="0"]', "\ntea\t2\t3.5\n"),
            Press('css=[aria-label="Open cell menu"]:visible'),
            Press('css=[role=menuitem]:has-text("Add row below")'),
            Fill('css=[data-row="1"][data-col="0"]', "\nmilk\t1\t1.25\n"),
        ],
    ),
    "count_words": Trial(
        f"('LICENSE', '{hashlib.sha256(TEXT.read_bytes()).hexdigest()}')",
        (f"{len(TEXT.read_text('utf-8').split())}",),
        [Upload("/document", TEXT)],
        [Upload("css=input[type=file]", TEXT)],
    ),
    "blur": Trial(
        "((1280, 900), 9)",
        (PICTURES,),
        [Upload("/image", PICTURE), Fill("/radius", "9")],
        [Upload("css=input[type=file]", PICTURE), Fill("number input for radius", "9")],
    ),
    "sales": Trial("(3,)", ("2026-03",), *same(months="3")),
    "wave": Trial("(3,)", (PICTURES,), *same(frequency="3")),
    "trend": Trial("(4,)", ("Two per cent a year",), *same(years="4")),
    "triangle": Trial("(59.9, 10.7)", ("Around Oslo",), *same(latitude="59.9", longitude="10.7")),
    "story": Trial(
        "('tea', 3)", ("Sentence 1 is about tea.", "Sentence 3 is about tea."), *same(topic="tea", sentences="3")
    ),
    "copy": Trial("(6,)", ("Copying", "6 files are copied"), *same(files="6")),
    "measure": Trial(
        "(2,)",
        ("measured 2 times", "measurement 2 of 2"),
        *same(times="2"),
        log=Press("css=[data-result] #tab-log-tab"),
    ),
    "divide": Trial("(1.5, 0)", ("nothing can be divided by zero",), *same(amount="1.5", by="0")),
    "wait": Trial(
        "(30,)",
        ("css=[data-result][data-status=cancelled], button.primary:visible",),
        *same(seconds="30"),
        stop=('css=[data-result] button:text-is("Cancel")', "css=button.stop:visible"),
    ),
}
