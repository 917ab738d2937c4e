"""A person without a pointer: what they press, and how far they get."""

from __future__ import annotations

import pytest

#: Whether a control has the focus, or the editor that stands in for it; null of one that is gone.
HAS_FOCUS = """each => each.isConnected
    ? [each, each.closest('.editor')?.querySelector('.editor-host')].includes(document.activeElement) : null"""


def named(page, name):
    """Return the control whose name is the pointer *name*."""
    return page.locator(f'.ctl[name="{name}"]')


class Keys:
    """The hands of a person without a pointer: Tab to get about, and what is typed."""

    def __init__(self, page) -> None:
        self.page = page

    def to(self, control, key="Tab", most=200):
        """Go on to *control*, which is the next but so many."""
        # Looking for a name or a role anew after every key would take longer than what is tested.
        found = None
        for _ in range(most):
            self.page.keyboard.press(key)
            focused = found.evaluate(HAS_FOCUS) if found else None
            if focused is None:
                found = control.element_handle()
                focused = found.evaluate(HAS_FOCUS)
            if focused:
                return
        pytest.fail(f"{key} does not lead to {control}")

    def back_to(self, control):
        self.to(control, "Shift+Tab")

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def write(self, control, text):
        """Go on to *control*, and type *text* in the place of what stands there."""
        self.to(control)
        self.press("Control+a", "Delete")
        self.page.keyboard.type(text)

    def enter(self, name, text):
        """Go on to what is called *name*, and type *text*; or choose it, where that is a group of radios."""
        radios = self.page.locator(f'[type=radio][name="{name}"]')
        if radios.count() == 0:
            self.write(named(self.page, name), text)
            return
        values = radios.evaluate_all("all => all.map(radio => radio.value)")
        at = radios.evaluate_all("all => Math.max(0, all.findIndex(radio => radio.checked))")
        self.to(radios.nth(at))
        self.press("Space", *["ArrowDown"] * ((values.index(text) - at) % len(values)))

    def write_parts(self, control, *texts):
        """Go on to *control*, which has parts of its own, and type into them; a year may have more digits than four."""
        self.to(control)
        for index, text in enumerate(texts):
            if index:
                self.press("Tab")
            self.page.keyboard.type(text)
