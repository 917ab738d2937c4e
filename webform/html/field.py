"""A field of a form: an input at its place, with its label, text, help, problems and HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self, TypeVar

from markupsafe import Markup

from webform.draft import MAX_SHOWN, Draft, as_left, as_lines
from webform.files import in_words
from webform.html.as_json import cannot_show, json_of
from webform.html.page import Control, Page, macro
from webform.html.states import is_scripted
from webform.html.stencils import is_long_help, stencil_of
from webform.html.uploaded import accepted_words, file_of
from webform.inputs import Input, Shape
from webform.inputs.booleans import BooleanLike
from webform.inputs.uploads import UploadLike
from webform.media import named_all
from webform.secrecy import takes_secret

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webform.html.conditions import Condition
    from webform.problems import Problem

#: How many rendered fields a form keeps, and the longest text of one.
MAX_KEPT = 5000
MAX_KEPT_TEXT = 200
#: So many characters fit into a row of a narrow form, a box and its gap taking the room of some.
MAX_ROW, ROOM_OF_CHOICE, MAX_NARROW = 40, 5, 12


class Field(Control):
    """
    An input at its place in a form.

    Args:
        input_: the input.
        draft: what is filled in there.
        at: its pointer.
        page: what all places share.
        condition: what it is shown by.
        label: what it is called at this place; the input's own label where it is `None`.
        above: the place that it is a row of.
    """

    __slots__ = ("above", "condition", "input", "label", "page", "problems")

    above: Self | None

    def __init__(  # noqa: PLR0913, PLR0917 - what a place is made of
        self,
        input_: Input,
        draft: Draft | None,
        at: str,
        page: Page,
        condition: Condition | None = None,
        label: str | None = None,
        above: Self | None = None,
    ) -> None:
        self.input = as_left(as_lines(input_, draft), draft)
        self.page, self.condition, self.above = page, condition, above
        self.label = input_.label if label is None else label
        self.problems: Sequence[Problem] = page.problems_below.get(at, ())
        required = input_.required and condition is None and above is None
        super().__init__(at, draft or Draft(), "", invalid=bool(self.problems), required=required, before=page.before)

    @property
    def described(self) -> str:
        """The ids of what describes it: its help, and its problem."""
        help_of = f"{self.id_of('help')} " if self.input.description else ""
        limits_of = f"{self.id_of('limits')} " if self.limits else ""
        return self.described_by or limits_of + help_of + self.id_of("problem")

    @property
    def limits(self) -> str:
        """How large its value may be, where it has a label to say it beside."""
        return "" if self.called is not None or self.as_json else self.input.limits

    @property
    def as_json(self) -> bool:
        """Whether the value is shown as JSON since the input's own controls would harm it."""
        if self.deep:
            return True
        input_ = self.input
        shown = input_.takes_json or input_.shape is Shape.UNION or input_.type == "password"
        return self.draft.presence == "json" and not shown

    @property
    def misfit(self) -> bool:
        """Whether it is shown as JSON since its own controls cannot show the value; not where people prefer JSON."""
        return not (self.input.reason or self.deep) and cannot_show(self.input, self.text)

    @property
    def is_secret(self) -> bool:
        """Whether its own controls may hold a secret, of which a browser keeps nothing."""
        return self.page.has_secrets and takes_secret(self.input, as_json=self.as_json or self.draft.presence == "json")

    @property
    def deep(self) -> bool:
        """Whether it is made of several and stands too deep for controls of its own, or where no script shows them."""
        unscripted = self.page.alone and not is_scripted(self.input, self.at)
        return self.input.shape is not Shape.LEAF and (unscripted or self.at.count("/") > MAX_SHOWN)

    @property
    def there(self) -> bool:
        """Whether an object or a list is there, and not left out."""
        draft = self.draft
        return draft.presence not in (None, "absent", "null") or (draft.presence is None and not draft.blank())

    @property
    def left_out(self) -> bool:
        """Whether an object or a list is shown as the button that adds it: one that is required only without room."""
        shown = self.input.required and self.page.room > 0 and self.draft.presence not in ("absent", "null")
        return not self.there and not shown

    def mark_of(self, kind: str) -> str:
        """Return what says that an object or a list is there; a row that nobody filled in is nothing yet."""
        return self.draft.presence or (kind if self.there or self.above is None else "")

    @property
    def text(self) -> str:
        """What was typed, or what the value is."""
        if self.deep and self.draft.presence != "json":
            return json_of(self.input, self.draft) or ""
        return super().text

    @property
    def several(self) -> bool:
        """Whether it has several controls, and so a legend instead of a label."""
        return self.input.several and not self.as_json

    def html(self) -> Markup:
        """Return the HTML of the whole field."""
        return Markup(self.__html__())  # noqa: S704 - it is HTML already

    def __html__(self) -> str:
        """Return its HTML as a plain text; most fields of a form are as they were the last time it was shown."""
        input_, draft, page = self.input, self.draft, self.page
        kept, text = page.kept, draft.text
        page.room -= 1
        changing = (
            self.problems
            or draft.children
            or draft.rows
            or draft.other_variants_json
            or draft.wanted
            or page.suggestions
        )
        several = self.above or input_.shape is not Shape.LEAF
        if changing or several or input_.secret or self.opened or (text and sum(map(len, text)) > MAX_KEPT_TEXT):
            return self.draw()
        key = (page.address, page.id_prefix, self.at, draft.presence, *text)
        made = kept.get(key)
        # Another input may stand at the same place.
        if made is None or made[0] is not input_:
            if len(kept) > MAX_KEPT:
                kept.clear()
            alike = (
                page.stencils and not self.condition and not any(text) and not (page.formatted and input_.description)
            )
            stencil = stencil_of(input_, self.at, draft.presence, self._draw_as) if alike else None
            html = stencil.filled(self.at, self.label, input_.description, self.before) if stencil else self.draw()
            made = kept[key] = input_, html
        return made[1]

    def _draw_as(self, input_: Input, at: str, label: str, before: str) -> Markup:
        """Return its HTML as that of *input_* at another place."""
        twin = type(self)(input_, self.draft, at, self.page, label=label)
        # Whether it has an answer is known of the field itself.
        twin.input, twin.before = input_, before
        return twin.draw()

    def draw(self) -> Markup:
        """Return the HTML of the whole field as its template has it."""
        return macro("input.html", "field")(self)

    def control(self) -> Markup:
        """Return the HTML of its controls alone."""
        name = "_as_json" if self.as_json else self.input.type
        return macro(f"inputs/{name}.html", "control")(self)

    def part(self, pointer: str) -> Control:
        """Return its control at *pointer*, relative to it."""
        at = self.at + pointer
        wrong = any(problem.at in (at, self.at) for problem in self.problems)
        draft = self.draft.at(pointer) or Draft()
        return Control(at, draft, self.described, invalid=wrong, required=self.required, before=self.before)

    @property
    def blank_mark(self) -> str | None:
        """What says what it is where it is blank, as a box is that says false."""
        unticked = isinstance(self.input, BooleanLike) and self.text == "false"
        return "boolean" if unticked else self.draft.presence

    @property
    def is_unset(self) -> bool:
        """Whether it is a box that may be neither ticked nor not, and is."""
        input_ = self.input
        may_be = isinstance(input_, BooleanLike) and not input_.two_state and self.called is None
        return may_be and not self.text and not self.draft.presence

    @property
    def texts(self) -> list[str]:
        """What was chosen, in order."""
        return self.draft.text

    @property
    def chosen(self) -> frozenset[str]:
        """What was chosen, to look it up."""
        return frozenset(self.draft.text)

    @property
    def help(self) -> Markup:
        """Its description, as HTML."""
        # A line break at its end would be a line of its own.
        return self.page.prose(self.input.description).strip()

    @property
    def choices_layout(self) -> str:
        """The class of its options: they stand in a row where they fit, else in columns where each is short."""
        labels = [choice.label for choice in self.input.by_text.values()]  # type: ignore[attr-defined]  # asked of choices alone
        if sum(map(len, labels)) + ROOM_OF_CHOICE * len(labels) <= MAX_ROW:
            return " in-row"
        return " in-columns" if max(map(len, labels)) <= MAX_NARROW else ""

    @property
    def has_long_help(self) -> bool:
        """Whether its description is so long that its first lines are shown, and the others when they are asked for."""
        return is_long_help(self.input.description)

    @property
    def opened(self) -> bool:
        """Whether it was asked for just now."""
        return self.page.opened == self.at

    @property
    def asked(self) -> bool:
        """Whether it, or a part of it, was asked for just now."""
        opened = self.page.opened
        return opened is not None and (opened + "/").startswith(self.at + "/")

    @property
    def formatted(self) -> Markup:
        """Its text, which is Markdown, as HTML."""
        return self.page.prose(self.text)

    @property
    def files(self) -> list[dict[str, str]]:
        """Its files: name and size to read, text to send."""
        return [file_of(index, text) for index, text in enumerate(self.draft.text) if text]

    @property
    def _media_types(self) -> Sequence[str]:
        """What files it takes: media types and endings."""
        return self.input.accepted if isinstance(self.input, UploadLike) else ()

    @property
    def accepted_words(self) -> str:
        """What files it takes, for people."""
        return accepted_words(self._media_types)

    @property
    def accepted_in_sentence(self) -> str:
        """What files it takes, within a sentence; `""` where it takes any."""
        return str(named_all(self._media_types)) if self._media_types else ""

    @staticmethod
    def size_words(size: int) -> str:
        """Return *size* in bytes in words."""
        return in_words(size)

    @property
    def suggestions(self) -> list[dict[str, Any]] | None:
        """What the tool suggested for it, if it was asked."""
        return self.page.suggestions.get(self.at)


#: Whichever class of fields: one is returned as what it came as.
AnyField = TypeVar("AnyField", bound=Field)
