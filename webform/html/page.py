"""The state that all places of one rendering share, and the control that a place is made of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from webform.html.env import environment, own_templates
from webform.html.foreign import Renderer
from webform.inputs.dates import is_date, is_datetime, is_time
from webform.language import marked
from webform.secrecy import holds_secrets
from webform.values import to_fragment, to_name, upwards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from markupsafe import Markup

    from webform.draft import Draft
    from webform.inputs import Input
    from webform.problems import Problem
    from webform.tool import Form

#: How many fields a page shows before what is made of several is folded, and how many a part that was opened shows.
ROOM = 300
#: What the ids of a form may begin with: safe in HTML and in the fragment of an address.
_ID_PREFIX = re.compile(r"[A-Za-z0-9._:-]{1,128}", re.ASCII)
#: The name of the entry by which a form tells what its ids begin with: the form that comes back has the same.
ID_PREFIX = "id-prefix"
#: What a problem is at that is of no input, but of all of them.
WHOLE = marked("The whole form")


def macro(template: str, name: str) -> Callable[..., Markup]:
    """Return the macro *name* of *template*, which is kept; an error in it has the lines of the template."""
    templates = environment()
    made: Callable[..., Markup] = getattr(templates.module(template), name)

    def call(*args: object) -> Markup:
        try:
            return made(*args)
        except Exception:  # noqa: BLE001 - it is raised again
            # Jinja does so for a whole template, and not for a macro alone.
            templates.handle_exception()

    return call


def is_id_prefix(text: str) -> bool:
    """Tell whether the ids of a form may begin with *text*."""
    return text == "" or _ID_PREFIX.fullmatch(text) is not None


class Page:
    """
    What all places of one rendering share.

    Args:
        form: whose fields they are.
        problems: what is wrong, at the controls' own pointers.
        address: the address of the tool, below which its forms are sent.
        suggestions: what the tool's autocomplete answered, by pointer.
        kept: fields of this form that were rendered before, by what they depend on.
        opened: the part that was asked for just now, and so is shown.
        id_prefix: what the ids of this form begin with, so that no other form of the page has the same; `""`: nothing.
        alone: whether no server does what its buttons say: what they bring in stands beside, in templates.
    """

    def __init__(  # noqa: PLR0913 - what a page is made of
        self,
        form: Form,
        problems: Iterable[Problem] = (),
        address: str = "",
        suggestions: Mapping[str, list[dict[str, Any]]] | None = None,
        kept: dict[Any, tuple[Input, str]] | None = None,
        *,
        opened: str | None = None,
        id_prefix: str = "",
        alone: bool = False,
    ) -> None:
        self.problems = list(problems)
        #: The problems of each place and of those below it.
        self.problems_below = _by_place(self.problems)
        self.address, self.alone = address, alone
        self.suggestions = suggestions or {}
        self.kept = {} if kept is None else kept
        self.opened, self.room = opened, ROOM
        #: Whether fields may be of one stencil where they are alike: nobody knows what a template of a host asks for.
        self.stencils = not alone and environment() is own_templates()
        # Descriptions are Markdown where the form is of a schema.
        self.formatted, self.has_secrets = form.sound is not None, holds_secrets(form)
        #: Returns a text, which is Markdown, as HTML.
        self.prose = Renderer().prose
        self.id_prefix, self.before = id_prefix, f"{id_prefix}-" if id_prefix else ""


def _by_place(problems: Iterable[Problem]) -> dict[str, list[Problem]]:
    """Return *problems* by their places, and by every place above those: a page asks at each of its places."""
    found: dict[str, list[Problem]] = {}
    for problem in problems:
        for at in [*upwards(problem.at), ""]:
            found.setdefault(at, []).append(problem)
    return found


class Control:
    """One control: its name, id and text; *before* is what the ids of its form begin with."""

    __slots__ = ("at", "before", "called", "described_by", "draft", "invalid", "required")

    #: What a control is called that no label names.
    called: str | None

    def __init__(  # noqa: PLR0913 - what a control is made of
        self, at: str, draft: Draft, described_by: str, *, invalid: bool, required: bool, before: str
    ) -> None:
        self.called, self.before = None, before
        self.at, self.draft, self.described_by = at, draft, described_by
        self.invalid, self.required = invalid, required

    # Properties, since most fields are shown as they were before, and nothing of this is asked for.

    @property
    def name(self) -> str:
        """Its control name."""
        return to_name(self.at)

    def id_of(self, word: str) -> str:
        """Return the id of what stands beside it, such as its `help`."""
        return f"{self.before}{word}{to_fragment(self.at)[1:]}"

    @property
    def id(self) -> str:
        """Its id."""
        return self.id_of("at")

    @property
    def described(self) -> str:
        """The ids of what describes it."""
        return self.described_by

    @property
    def text(self) -> str:
        """What was typed, or what the value is."""
        return self.draft.text[-1] if self.draft.text else ""

    @property
    def multiline(self) -> bool:
        """Whether a control of one line would bend the text."""
        return "\n" in self.text

    @property
    def is_date(self) -> bool:
        """Whether a native date control would show the text and give it back."""
        return self.text == "" or (is_date(self.text) and self.text >= "0001")

    @property
    def is_time(self) -> bool:
        """Whether a native time control would give the text back: it drops seconds that are 0."""
        return self.text == "" or (is_time(self.text) and len(self.text) == len("09:30"))

    @property
    def is_moment(self) -> bool:
        """Whether a native control of day and time would give the text back."""
        return self.text == "" or (
            is_datetime(self.text) and len(self.text) == len("2026-01-31T09:30") and self.text >= "0001"
        )
