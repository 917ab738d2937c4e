"""Inputs that are chosen from by typing, and what of a combobox is on the page."""

from __future__ import annotations

from playwright.sync_api import expect

COUNTRIES = ["Austria", "Åland Islands", "Côte d'Ivoire", "Germany", "New Zealand", "Norway", "Sweden", "Türkiye",
             "United Kingdom", "United States"]  # fmt: skip
PLACES = [{"value": name[:2].upper() + str(index), "label": name} for index, name in enumerate(COUNTRIES)]
COUNTRY = {"key": "s", "type": "select", "label": "Country", "options": PLACES, "required": False}
MANY = {"key": "m", "type": "multiselect", "label": "Visited", "options": PLACES, "required": False}
CITY = {"key": "c", "type": "autocomplete", "label": "City", "endpoint": "/autocomplete/cities", "required": False}
#: Options that only their type tells apart.
ALIKE = [{"value": value, "label": f"{type(value).__name__} {value}"} for value in (1, "1", 1.5, "true", True, False)]


def box(page, label):
    return page.get_by_role("combobox", name=label, exact=True)


def options(page):
    return page.get_by_role("option")


def active(page):
    return page.locator("[role=option][data-active]")


def chips(page):
    return page.locator(".chips .chip > span")


def announcement(page):
    return page.locator("[data-announced]")


def run(page):
    page.locator("[data-run]").click()
    expect(page.locator("[data-result]")).to_have_attribute("data-status", "ok")
