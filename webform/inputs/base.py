"""The base of every input: its fields, the way between its texts and its value, and its structure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, TypeAlias

from webform.caching import Caching
from webform.inputs.hinting import with_hint
from webform.inputs.options import FLAG, NAME, WORDS, OptionKind, option, unknown_keys
from webform.inputs.summary import summary
from webform.messages import Param, Phrase
from webform.problems import Problem, wrong_type
from webform.values import ABSENT, equal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import datetime


#: The texts of an input's controls, by their pointer relative to the input ("" is the input itself).
Texts = dict[str, list[str]]


class Shape(Enum):
    """How an input is built: what `draft` and `html` walk by."""

    LEAF = "leaf"  #: controls of its own
    RECORD = "record"  #: named inputs
    ROWS = "rows"  #: any number of items
    UNION = "union"  #: one of several inputs

    #: Each place of a form is looked up by it; an enumeration's own would be Python's.
    __hash__ = object.__hash__


#: Options as they are declared, with a value that they take.
Examples: TypeAlias = "Sequence[tuple[Mapping[str, Any], Any]]"


class Empty(NamedTuple):
    """What the mark *mark* makes of an input left blank: *value* instead of nothing."""

    mark: str
    value: Any


class UnreadableError(Exception):
    """Raised when what was typed is no value of the input, with its problem, at the part of the input."""

    def __init__(self, code: str, part: str = "", key: str = "", **params: Param) -> None:
        self.problem = Problem(at=part, code=code, key=key, params=params)
        super().__init__(code)


@dataclass(frozen=True, kw_only=True)
class ShowIf:
    """The condition of an input: shown only while the input called *key* has the value *equals*."""

    key: str
    equals: Any


def _read_show_if(value: dict[str, Any]) -> tuple[ShowIf | None, list[Problem]]:
    unknown = unknown_keys(value, ("key", "equals"), "condition")
    if not isinstance(value.get("key"), str) or "equals" not in value:
        return None, [wrong_type("", SHOW_IF.words, value), *unknown]
    return ShowIf(key=value["key"], equals=value["equals"]), unknown


#: `null` is no default: a key that declares it so has none.
DEFAULT = OptionKind(
    words=Phrase("kind.value"),
    takes=lambda _: True,
    read=lambda value: (ABSENT if value is None else value, []),
)
SHOW_IF = OptionKind(
    words=Phrase("kind.condition"),
    schema={
        "type": "object",
        "properties": {"key": {"type": "string"}, "equals": {}},
        "required": ["key", "equals"],
    },
    takes=lambda value: isinstance(value, dict),
    read=_read_show_if,
)


@dataclass(frozen=True, kw_only=True)
class Input(Caching):
    """
    One input of a form.

    A subclass names its `type`, adds its options, and says how its value becomes texts and comes back. All methods take
    and give JSON values; none of them knows of HTML.
    """

    type: ClassVar[str] = ""
    #: Good declarations of it: what they say beside key, type and label, and a value. The documents show them, and the
    #: sample of all types, the gallery and the tests take from them what stands in no file of theirs.
    examples: ClassVar[Examples] = ()
    shape: ClassVar[Shape] = Shape.LEAF
    #: Whether its own template says what a blank stands for.
    marks_itself: ClassVar[bool] = False
    #: Whether its own control holds any value, as JSON text where it must.
    takes_json: ClassVar[bool] = False
    #: Whether people see several controls, which then share a legend, however many parts it has.
    has_legend: ClassVar[bool] = False
    #: Whether leaving it blank is an answer where one is required: nothing ticked, no tag.
    blank_is_answer: ClassVar[bool] = False
    #: Its options that a JSON Schema of its value has in its own words: a hint beside that has none of them.
    in_schema: ClassVar[frozenset[str]] = frozenset()

    key: str = option(NAME, "The key of its value in the body; unique in the form.", "", required=True, example="city")
    label: str = option(WORDS, "The words above it, shown exactly as written.", "", required=True, example="City")
    description: str = option(WORDS, "Help shown with it.", "", example="Where you start.")
    default: Any = option(DEFAULT, "The value it begins with; `null` is no default.", ABSENT, example="Oslo")
    required: bool = option(FLAG, "Whether its key must be in the body.", True, example=False)
    group: str = option(WORDS, "The heading it is gathered under.", "", example="Journey")
    show_if: ShowIf | None = option(
        SHOW_IF, "Show it only while another input has this value.", example={"key": "mode", "equals": "advanced"}
    )
    #: Why this input stands in for another that could not be read; shown beside it.
    reason: str = ""
    #: Whether its value may be null as well, which is what it is when left blank and marked so.
    nullable: bool = False
    #: Whether its value is never shown again, kept, or put into a link.
    secret: bool = False
    #: Whether it has no answer yet, though it must have one: then leaving it blank is none.
    undecided: bool = False
    #: Notes beside its label, of a word or two.
    notes: tuple[str, ...] = ()

    @classmethod
    def example(cls) -> dict[str, Any]:
        """Return the options of its first example; none where it has no example, as an input of a package may."""
        return dict(cls.examples[0][0]) if cls.examples else {}

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Self:
        """Return the input that has *options*, as `read_options` gives them, and is else as its class has it."""
        # By its constructor each of its fields would be set, most of which nobody declares.
        input_ = object.__new__(cls)
        vars(input_).update(options)
        return input_

    @property
    def empty(self) -> Empty | None:
        """What it is when left blank and marked as there; `None`: blank is always absent."""
        return None

    @property
    def blank_counts(self) -> bool:
        """Whether leaving it blank is an answer by itself, so that the mark is always sent."""
        return self.blank_is_answer and self.required and not self.undecided

    def item(self, index: int) -> Input:
        """Return the input of the row at *index*, of an input that has rows."""
        raise NotImplementedError

    @property
    def parts(self) -> Sequence[str]:
        """The pointers of its controls, relative to the input."""
        return ("",)

    @property
    def several(self) -> bool:
        """Whether people see several controls, which then share a legend."""
        return self.has_legend or len(self.parts) > 1

    def mark(self, value: Any) -> str | None:
        """Return the mark that must travel beside the texts of *value*, if any."""
        empty = self.empty
        return empty.mark if empty and (self.blank_counts or equal(value, empty.value)) else None

    def texts(self, value: Any) -> Texts | None:
        """Return what its controls hold for *value*; `None` where they cannot show it without harm."""
        raise NotImplementedError

    def value(self, texts: Mapping[str, list[str]]) -> Any:
        """
        Return the value that *texts*, not all blank, stand for; `ABSENT` for none.

        Raises:
            UnreadableError: they stand for no value.
        """
        raise NotImplementedError

    def summary(self, value: Any) -> str:
        """Return *value* in a few words, as people filled it in; `""` where it is not for them to see."""
        return "" if self.secret else summary(value)

    def value_schema(self) -> dict[str, Any]:
        """Return the JSON Schema (2020-12) of its value."""
        raise NotImplementedError

    @property
    def limits(self) -> str:
        """How large its value may be, in the words that stand beside its label; `""` where anything goes."""
        return ""

    @property
    def document(self) -> dict[str, Any] | bool | None:
        """The author's own JSON Schema of its value: a document by itself, checked as what its `$schema` says."""
        return None

    def initial(self) -> Any:
        """Return the value it begins with in a new form, or `ABSENT`."""
        return self.default

    def sample(self, now: datetime) -> Any:
        """Return the least valid value where there is no default; *now* is the moment of the sample."""
        raise NotImplementedError

    def check(self, value: Any) -> Iterator[Problem]:
        """Yield what is wrong with *value*, of the right JSON type, that its schema cannot say."""
        yield from ()

    def lint(self) -> Iterator[Problem]:
        """Yield what is wrong with its options taken together; pointers are relative to its declaration."""
        yield from ()

    def __get_pydantic_json_schema__(self, schema: Any, handler: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
        """Return what an annotation with it says of its values: those of the type, filled in by this input."""
        return with_hint(handler(schema), self)
