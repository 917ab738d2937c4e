"""Forms of inputs that no declaration names by itself, put together by hand, and what browsers send of them."""

from __future__ import annotations

from tests.as_browser import entries_of
from webform.draft import act, body, fill, read
from webform.html.render import render_draft
from webform.inputs import INPUTS, STRUCTURE, Variant
from webform.tool import Form
from webform.values import equal, kind_of


def made(type_: str, key: str = "", **options):
    """Return the input of *type_*."""
    return (INPUTS | STRUCTURE)[type_](key=key, label=key.title(), **options)


def variant(mark: str, input_, fits=None) -> Variant:
    """Return the variant *mark* of a union, which takes values of its kind."""
    return Variant(
        mark=mark, label=mark, input=input_, fits=fits or (lambda value: kind_of(value) == mark.partition(".")[0])
    )


class Filled:
    """A form of one input, as it is on the page of a person without scripts."""

    def __init__(self, root, draft=None) -> None:
        self.form = Form(root=root, tool_id="t", document={}, sound={})
        self.draft = draft

    @classmethod
    def with_value(cls, root, value) -> Filled:
        return cls(root, fill(root, value))

    @property
    def html(self) -> str:
        return str(render_draft(self.form, self.draft))

    def submitted(self, *typed: tuple[str, str]):
        """Submit the page after *typed*, name and text, was filled in; the draft is what came."""
        names = {name for name, _ in typed}
        entries: dict[str, list[str]] = {}
        for name, text in [*(entry for entry in entries_of(self.html) if entry[0] not in names), *typed]:
            entries.setdefault(name, []).append(text)
        self.draft, problems = read(entries.items())
        assert problems == []
        return self

    def pressed(self, do: str, *typed: tuple[str, str]):
        """Press the button *do*, after *typed* was filled in; it must be on the page."""
        assert f'value="{do}"' in self.html.replace("&#34;", '"').replace("&#39;", "'"), do
        self.submitted(*typed)
        assert act(self.form, self.draft, do) is not None
        return self

    @property
    def body(self):
        value, problems = body(self.form, self.draft)
        assert problems == []
        return value

    @property
    def problems(self):
        return [(problem.at, problem.code) for problem in body(self.form, self.draft)[1]]


def comes_back(root, value) -> None:
    """Assert that *value* comes back from a page that nobody touched."""
    page = Filled.with_value(root, value).submitted()
    assert equal(page.body, value), page.html
