"""A person who fills in a form of many parts: opens, chooses, adds and types, whether scripts help or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.journeys.person import field, settled

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


class Hands:
    """
    What a person does at a form; places are pointers, all else is called as the page calls it.

    Args:
        page: the page of the form.
        scripts: whether its scripts run.
    """

    def __init__(self, page: Page, *, scripts: bool) -> None:
        self.page, self.scripts = page, scripts

    def place(self, at: str) -> Locator:
        """Return the field at *at*, that of a variant where there is a choice."""
        return field(self.page, at).first

    def unfold(self, control: Locator) -> Locator:
        """Open what *control* is folded in, from the outside in; return it."""
        folds = control.locator("xpath=ancestor::details[not(@open)]")
        while folds.count():
            folds.first.locator("xpath=./summary").click()
        return control

    def write(self, at: str, text: str) -> None:
        """Type *text* into the control at *at*, in the place of what stands there."""
        control = self.unfold(self.page.locator(f'.ctl[name="{at}"]'))
        control.click()
        self.page.keyboard.press("Control+a")
        # Where nothing listens, key by key comes to the same.
        (self.page.keyboard.type if self.scripts else self.page.keyboard.insert_text)(text)
        expect(control).to_have_value(text)

    def pick(self, at: str, label: str) -> None:
        """Choose one of the options at *at*."""
        self.unfold(self.page.locator(f'select[name="{at}"]')).select_option(label=label)

    def tick(self, at: str) -> None:
        """Tick the box at *at*."""
        self.unfold(self.place(at).locator('input[type="checkbox"]').first).check()

    def tags(self, at: str, *texts: str) -> None:
        """Type *texts* into the list of texts at *at*."""
        if not self.scripts:
            self.unfold(self.page.locator(f'textarea[name="{at}"]')).fill("\n".join(texts))
            return
        self.unfold(self.place(at))
        box = self.place(at).get_by_role("textbox").or_(self.place(at).get_by_role("combobox")).first
        for text in texts:
            box.click()
            self.page.keyboard.type(text)
            self.page.keyboard.press("Enter")

    def choose(self, at: str, label: str) -> None:
        """Choose the kind of value called *label* at *at*, and wait until its controls are there."""
        self.unfold(self.page.locator(f'select[name="to{at}"]')).select_option(label=label)
        if not self.scripts:
            self._submit(self.page.locator(f'button[value="choose{at}"]'))
        expect(self.page.locator(f'select[name="to{at}"] option:checked')).to_have_text(label)
        settled(self.page)

    def open(self, at: str) -> None:
        """Bring in the optional part at *at*."""
        self._press(f"open{at}")
        expect(self.page.locator(f'button[value="open{at}"]')).to_have_count(0)

    def add(self, at: str) -> None:
        """Add an item to the list, or a name to the object, at *at*."""
        rows = self.page.locator(f'[name="row{at}"]')
        before = rows.count()
        self._press(f"add{at}")
        expect(rows).to_have_count(before + 1)
        settled(self.page)

    def name(self, at: str, text: str) -> None:
        """Type the name of the row at *at*."""
        self.write(f"key{at}", text)

    def entry(self, at: str, count: int, name: str, text: str) -> None:
        """Fill in the *count*th name of one's own in the object at *at*, and the text that it has."""
        if self.page.locator(f'[name="row{at}"]').count() < count:
            self.add(at)
        self.name(f"{at}/+{count}", name)
        self.write(f"{at}/+{count}", text)

    def _press(self, button: str) -> None:
        control = self.unfold(self.page.locator(f'button[value="{button}"]'))
        if self.scripts:
            control.click()
        else:
            self._submit(control)
        settled(self.page)

    def _submit(self, button: Locator) -> None:
        """Press *button* where no script runs, and wait until the whole next page is there."""
        with self.page.expect_navigation():
            button.click()
