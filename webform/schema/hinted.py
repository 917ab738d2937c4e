"""A hint at its place: the input that it names, its options, and what is ignored of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING, Any

from webform.hints import Asked, Hint
from webform.inputs import INPUTS, STRUCTURE, Input
from webform.inputs.autocomplete import is_tool_path
from webform.inputs.options import FLAG, TEXT, TEXTS, Option, OptionKind, options_of
from webform.messages import Phrase
from webform.problems import Problem, nearest
from webform.schema.controls import control_of
from webform.schema.hinted_inputs import (
    WHOLE,
    hinted_names,
    needs_of,
    options_of_hint,
    required_of_hint,
    rule_of,
    unfit_limits,
)
from webform.values import ABSENT, brief, join, write_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from webform.inputs.choices import Choice
    from webform.schema.controls import Make
    from webform.schema.document import Place, SchemaVariant

#: Options that a hint has for every place; `help` is put after the description.
_COMMON = ("label", "description", "group", "help")
_LABELS = OptionKind(
    words=Phrase("kind.hinted-labels"),
    takes=lambda value: TEXTS.takes([*value.values()] if isinstance(value, dict) else value),
)
#: Options that only hints have.
_OWN = {
    "labels": Option(kind=_LABELS, help="What the options are called, in their order or by value."),
    "lng_first": Option(kind=FLAG, help="Whether a place is a longitude and a latitude."),
    **{name: Option(kind=TEXT, help="") for name in _COMMON},
}


@dataclass(frozen=True, kw_only=True)
class Fit:
    """
    What a hint comes to.

    Args:
        make: makes the input that it names, where it fits.
        whole: makes it of the whole place, whatever kinds of values that takes.
        common: what it says of any input: a label, a description, a heading.
        options: its other options that fit.
        problems: what is ignored of it.
    """

    make: Make | None = None
    whole: type[Input] | None = None
    common: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()

    def applied(self, made: Input) -> Input:
        """Return *made* with the options."""
        options = dict(self.options)
        if "lng_first" in options:
            options["swapped"] = options.pop("lng_first")
        if labels := options.pop("labels", ()):
            options["options"] = _relabelled(made, labels)
        return replace(made, **options) if options else made


def _relabelled(made: Any, labels: tuple[str, ...] | dict[str, str]) -> tuple[Choice, ...]:
    if isinstance(labels, dict):
        keys = [choice.value if isinstance(choice.value, str) else write_json(choice.value) for choice in made.options]
        labels = tuple(labels.get(key, choice.label) for key, choice in zip(keys, made.options, strict=True))
    extra = made.options[len(labels) :]
    named = zip(made.options, labels, strict=False)
    return (*(replace(choice, label=label) for choice, label in named), *extra)


def fit(place: Place) -> Fit:
    """Return what the hint of *place* comes to."""
    hint = place.hint
    if hint is None:
        return Fit()
    faults: list[Problem] = []
    variant = None if place.anything or len(place.others) != 1 else place.others[0]
    type_, rule = (_default(variant), None) if hint.input is None else _named(hint, hint.input, place, variant, faults)
    options = dict(_options(hint, type_ or _default(variant), variant, faults))
    if type_ == "hidden" and place.default is ABSENT:
        options["default"] = place.variants[0].values[0]
    whole = INPUTS[type_] if hint.input and type_ in WHOLE else None
    if hint.input and type_ == "autocomplete" and not is_tool_path(str(options.get("endpoint", ""))):
        faults.append(_unfit(hint.input, type_))
        whole = None
    return Fit(
        make=rule,
        whole=whole,
        common={name: value for name, value in options.items() if name in _COMMON},
        options={name: value for name, value in options.items() if name not in _COMMON},
        problems=tuple(faults),
    )


def fit_choice(variant: SchemaVariant) -> Fit:
    """Return what the hint of the choices that lead to *variant*, one of several, comes to."""
    hint = variant.choice_hint
    if hint is None:
        return Fit()
    # These are of a place, whichever of its variants is chosen.
    outer = {"show_if": hint.show_if, "order": hint.position, "group": hint.options.get("group")}
    faults = [
        Asked(None, join(hint.at, name)).ignored("hint-ignored", name=name)
        for name, part in outer.items()
        if part is not None
    ]
    type_, rule = (_default(variant), None) if hint.input is None else _named(hint, hint.input, None, variant, faults)
    options = dict(_options(hint, type_ or _default(variant), variant, faults))
    return Fit(
        make=rule,
        common={name: options[name] for name in _COMMON if name in options and name != "group"},
        options={name: value for name, value in options.items() if name not in _COMMON},
        problems=tuple(faults),
    )


def _default(variant: SchemaVariant | None) -> str:
    """Return the type of the input that *variant* has without a hint, `""` where there are several."""
    return "" if variant is None else control_of(variant).type


def _named(
    hint: Hint, asked: Asked, place: Place | None, variant: SchemaVariant | None, faults: list[Problem]
) -> tuple[str, Make | None]:
    """Return the type of the input that *asked* of *hint* names, and what makes it; `""` where it does not fit."""
    name = asked.value
    if name in WHOLE:
        fits = place is not None and WHOLE[name].fits(place)
    elif name in hinted_names():
        is_open = variant is not None and (not variant.secret or name in ("password", _default(variant)))
        fits = variant is not None and is_open and rule_of(name).fits(variant)
    else:
        near = nearest(name, hinted_names())
        faults.append(asked.ignored("hint-input", name=brief(name), near=near))
        return "", None
    if not fits:
        faults.append(_unfit(asked, name))
        return "", None
    lacking = (
        kind
        for option, kind in required_of_hint(name).items()
        if option not in hint.options or not kind.takes(hint.options[option].value)
    )
    unfit = next(chain(lacking, unfit_limits(name, variant)), None)
    if unfit is not None:
        faults.append(asked.ignored("hint-unfit", name=name, needs=unfit.words))
        return "", None
    return name, None if name in WHOLE else rule_of(name).make


def _unfit(asked: Asked, name: str) -> Problem:
    return asked.ignored("hint-unfit", name=name, needs=needs_of(name))


def _options(hint: Hint, type_: str, variant: SchemaVariant | None, faults: list[Problem]) -> Iterator[tuple[str, Any]]:
    """Yield the options of *hint* that an input of *type_* has, made of *variant*."""
    # An object says itself which of its numbers is the longitude.
    is_named = variant is not None and variant.kind == "object"
    known = [name for name in (*_COMMON, *options_of_hint(type_)) if not (is_named and name == "lng_first")]
    declared: Mapping[str, Option] = options_of((INPUTS | STRUCTURE)[type_]) if type_ else {}
    for name, asked in hint.options.items():
        option = _OWN.get(name) or declared.get(name)
        if name not in known or option is None:
            faults.append(asked.ignored("hint-option", name=name, type=type_ or "union", near=nearest(name, known)))
        elif not option.kind.takes(asked.value):
            faults.append(asked.ignored("bad-hint", expected=option.kind.words, found=brief(asked.value)))
        else:
            value, wrong = (asked.value, []) if option.kind.read is None else option.kind.read(asked.value)
            if not wrong:
                yield name, tuple(value) if isinstance(value, list) and name != "default_center" else value
