"""Inputs bound to a draft: what a template needs of each place of a form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from webform.draft import Draft
from webform.files import StoredFile, in_words
from webform.html.env import environment
from webform.inputs import INPUTS, Shape
from webform.inputs.dates import is_date, is_datetime, is_time
from webform.values import brief, join, to_fragment, to_name, write_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from jinja2.environment import TemplateModule
    from markupsafe import Markup

    from webform.inputs import Input, Record
    from webform.problems import Problem

#: How many rendered fields a form keeps, and the longest text of one.
MAX_KEPT = 5000
MAX_KEPT_TEXT = 200
_FAMILIES = {"image/*": "Any image", "audio/*": "Any sound", "video/*": "Any video"}
_modules: dict[str, TemplateModule] = {}


def template(name: str) -> TemplateModule:
    """Return the macros of the template *name*, kept."""
    module = _modules.get(name)
    if module is None:
        module = _modules[name] = environment().get_template(name).module
    return module


class Page:
    """
    What all places of one rendering share.

    Args:
        problems: what is wrong, at the controls' own pointers.
        address: the address of the tool, below which its forms are sent.
        suggestions: what the tool's autocomplete answered, by pointer.
        kept: fields of this form that were rendered before, by what they depend on.
    """

    def __init__(
        self,
        problems: Iterable[Problem] = (),
        address: str = "",
        suggestions: Mapping[str, list[dict[str, Any]]] | None = None,
        kept: dict[Any, Markup] | None = None,
    ) -> None:
        self.problems = list(problems)
        self.address = address
        self.suggestions = suggestions or {}
        self.kept = {} if kept is None else kept

    def problems_at(self, at: str) -> list[Problem]:
        """Return the problems of the place *at* and of those below it."""
        if not self.problems:
            return []
        return [each for each in self.problems if each.at == at or each.at.startswith(at + "/")]


class Control:
    """One control: its name, id and text."""

    __slots__ = ("at", "described", "draft", "id", "invalid", "name", "named", "required")

    def __init__(self, at: str, draft: Draft, described: str, *, invalid: bool, required: bool) -> None:
        self.at, self.draft, self.described, self.invalid, self.required = at, draft, described, invalid, required
        self.name, self.named = to_name(at), to_fragment(at)[1:]
        self.id = "at" + self.named

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


class Bound(Control):
    """An input at its place in a form."""

    __slots__ = ("condition", "input", "page", "problems")

    def __init__(
        self, given: Input, draft: Draft | None, at: str, page: Page, condition: tuple[str, str] | None = None
    ) -> None:
        self.input, self.page, self.condition = given, page, condition
        self.problems = page.problems_at(at)
        super().__init__(
            at, draft or Draft(), "", invalid=bool(self.problems), required=given.required and condition is None
        )
        self.described = f"{f'help{self.named} ' if given.description else ''}problem{self.named}"

    @property
    def as_json(self) -> bool:
        """Whether the value is shown as JSON since the input's own controls would harm it."""
        return self.draft.mark == "json" and not self.input.takes_json

    @property
    def several(self) -> bool:
        """Whether it has several controls, and so a legend instead of a label."""
        return self.input.several and not self.as_json

    @property
    def _template(self) -> TemplateModule:
        return template("inputs/_as_json.html" if self.as_json else f"inputs/{self.input.type}.html")

    def html(self) -> Markup:
        """Return the HTML of the whole field; most fields of a form are as they were the last time it was shown."""
        draft, kept = self.draft, self.page.kept
        changing = self.problems or draft.kids or draft.rows or self.page.suggestions
        if changing or sum(map(len, draft.text)) > MAX_KEPT_TEXT:
            return self._html()
        key = (self.page.address, self.at, draft.mark, *draft.text)
        made = kept.get(key)
        if made is None:
            if len(kept) > MAX_KEPT:
                kept.clear()
            made = kept[key] = self._html()
        return made

    def _html(self) -> Markup:
        return template("input.html").field(self)  # type: ignore[attr-defined,no-any-return]  # its macro

    def control(self) -> Markup:
        """Return the HTML of its controls alone."""
        return self._template.control(self)  # type: ignore[attr-defined,no-any-return]  # the macro of every input's template

    def part(self, pointer: str) -> Control:
        """Return its control at *pointer*, relative to it."""
        at = self.at + pointer
        wrong = any(each.at in (at, self.at) for each in self.problems)
        return Control(at, self.draft.at(pointer) or Draft(), self.described, invalid=wrong, required=self.required)

    @property
    def texts(self) -> list[str]:
        """What was chosen, in order."""
        return self.draft.text

    @property
    def said(self) -> list[Problem]:
        """Its problems, but for those that its cells say themselves."""
        if not self.problems or self.input.shape is not Shape.ROWS or self.as_json:
            return self.problems
        cells = {cell.at for _, _, _, row in self.rows for cell in row}
        # A cell stands two steps below its table.
        depth = self.at.count("/") + 2
        return [each for each in self.problems if "/".join(each.at.split("/")[: depth + 1]) not in cells]

    @property
    def chosen(self) -> frozenset[str]:
        """What was chosen, to look it up."""
        return frozenset(self.draft.text)

    @property
    def rows(self) -> list[tuple[str, str, str | None, list[Bound]]]:
        """Its rows: id, pointer, mark and cells of each."""
        row: Record = self.input.row  # type: ignore[attr-defined]  # asked of rows alone
        bound = []
        for number in self.draft.row_ids():
            kid, at = self.draft.kids.get(number) or Draft(), join(self.at, number)
            cells = [Bound(each, kid.kids.get(each.key), join(at, each.key), self.page) for each in row.inputs]
            bound.append((number, at, kid.mark, cells))
        return bound

    @property
    def blank_row(self) -> list[Bound]:
        """The cells of a row to be added by a script, its id a `*`."""
        row: Record = self.input.row  # type: ignore[attr-defined]  # asked of rows alone
        return [Bound(each, None, join(self.at, "*", each.key), self.page) for each in row.inputs]

    @property
    def files(self) -> list[dict[str, str]]:
        """Its files: name and size to read, text to send."""
        return [_file(index, text) for index, text in enumerate(self.draft.text) if text]

    @property
    def accepted_words(self) -> str:
        """What files it takes, for people."""
        accepted = self.input.accepted  # type: ignore[attr-defined]  # asked of uploads alone
        short = [each for each in accepted if each.startswith(".") or each in _FAMILIES]
        words = [_FAMILIES.get(each, each.lstrip(".").upper()) for each in short] or accepted
        return ", ".join(words) or "Any file"

    @staticmethod
    def size_words(size: int) -> str:
        """Return *size* in bytes in words."""
        return in_words(size)

    @property
    def suggestions(self) -> list[dict[str, Any]] | None:
        """What the tool suggested for it, if it was asked."""
        return self.page.suggestions.get(self.at)


def _file(index: int, text: str) -> dict[str, str]:
    kept = StoredFile.from_text(text)
    if kept:
        return {"text": text, "name": kept.name or f"File {index + 1}", "size": in_words(kept.size)}
    media_type, _, data = text.removeprefix("data:").partition(",")
    return {
        "text": text,
        "name": media_type.partition(";")[0][:80] or f"File {index + 1}",
        "size": in_words(len(data.rstrip("=")) * 3 // 4),
    }


class Group(NamedTuple):
    """The fields under one heading."""

    title: str
    fields: list[Bound]

    @property
    def fixed(self) -> bool:
        """Whether all of them are always shown."""
        return not any(each.condition for each in self.fields)


def bind(record: Record, draft: Draft, page: Page) -> list[Group]:
    """Return the inputs of *record* by heading, each at its place; what was not declared, but is there, comes last."""
    undeclared = [
        Bound(_undeclared(key), kid, join("", key), page)
        for key, kid in draft.kids.items()
        if kid.mark == "json" and key not in record.by_key
    ]
    declared = [
        Group(
            title,
            [
                Bound(each, draft.kids.get(each.key), join("", each.key), page, _condition(record, each))
                for each in inputs
            ],
        )
        for title, inputs in record.groups
    ]
    return [*declared, Group("", undeclared)] if undeclared else declared


def _undeclared(key: str) -> Input:
    return INPUTS["text"](key=key, label=key, required=False, reason="it is none of this form's inputs.")


def _condition(record: Record, given: Input) -> tuple[str, str] | None:
    """Return what an input is shown by: for scripts as JSON, and in words for people."""
    if given.show_if is None:
        return None
    target, value = record.by_key[given.show_if.key], given.show_if.equals
    rule: dict[str, Any] = {"at": join("", target.key), "equals": value}
    if any(text != each.value for text, each in getattr(target, "by_text", {}).items()):
        # The texts of its options are JSON, not the values themselves.
        rule["typed"] = True
    if getattr(target, "bbox_format", "") == "flat":
        rule["flat"] = True
    return write_json(rule), f"Only when {target.label} is {_value_words(target, value)}"


def _value_words(target: Input, value: Any) -> str:
    if isinstance(value, bool) and not hasattr(target, "options"):
        return "on" if value else "off"
    for each in getattr(target, "options", ()):
        if each.value == value and type(each.value) is type(value):
            return str(each.label)
    return value if isinstance(value, str) and value else brief(value)
