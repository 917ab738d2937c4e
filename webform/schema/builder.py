"""The inputs of a schema, made when they are asked for: a schema that refers to itself is a finite graph."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from webform.inputs import INPUTS, Input, Shape, Variant
from webform.inputs.constant import Constant
from webform.inputs.list import List
from webform.inputs.mapping import Mapping
from webform.inputs.union import Union
from webform.inputs.unknown import Unknown
from webform.language import marked
from webform.schema.controls import ANY_TAGS, control_of
from webform.schema.hinted import Fit, fit, fit_choice
from webform.schema.lazy import Lazy
from webform.schema.variant_names import KINDS, names_of
from webform.values import as_text, kind_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webform.schema.controls import Make
    from webform.schema.document import Place, SchemaVariant


class Builder:
    """
    Makes the inputs of a document, one for a place.

    Args:
        ordered: whether the order of properties is their author's.
    """

    def __init__(self, *, ordered: bool = False) -> None:
        self.ordered = ordered
        self._made: dict[int, tuple[Place, Input]] = {}
        self._items: dict[int, Input] = {}

    def root(self, place: Place) -> Input:
        """Return the input of the whole value; an object that may be empty asks for no keys by itself."""
        made = self.input(place)
        if made.nullable and made.shape is not Shape.LEAF:
            # The whole value has no place above that it could be left out of.
            return Union(**_base_options(place, Fit()), variants=Lazy(lambda: self._variants(place.variants)))
        if isinstance(made, Mapping) and len(place.variants) == 1:
            whole = place.variants[0]
            return replace(made, aside=not whole.members.asked and whole.fits({}))
        return made

    def input(self, place: Place, key: str = "", label: str = "", *, required: bool = True) -> Input:
        """Return the input of *place*, called *key* where it stands; without a *label* by its title."""
        kept = self._made.get(id(place))
        if kept is None or kept[0] is not place:
            kept = self._made[id(place)] = place, self._core(place)
            self._items.pop(id(place), None)
        core = kept[1]
        label = fit(place).common.get("label", label) if place.hint else label
        if not key and not label and required:
            # A list asks for its items as often as it has any.
            if id(place) not in self._items:
                self._items[id(place)] = self._called(core, "", core.label, required=True)
            return self._items[id(place)]
        return self._called(core, key, label or core.label or key, required=required)

    @staticmethod
    def _called(core: Input, key: str, label: str, *, required: bool) -> Input:
        # What is called something else than its type has the type's title beside it.
        notes = core.notes if core.label.casefold() in ("", label.casefold()) else (core.label, *core.notes)
        return replace(core, key=key, label=label, notes=notes, required=required)

    def _core(self, place: Place) -> Input:
        found = fit(place)
        return found.applied(self._made_by(found, place))

    def _made_by(self, found: Fit, place: Place) -> Input:
        """Return the input of *place*, whose hint comes to *found*."""
        variants = place.variants
        options = _base_options(place, found)
        if found.whole:
            return found.whole(**options)
        if place.anything:
            return unknown(**options)
        if not variants:
            # No value fits: nothing tells a secret in one that was typed from the rest.
            is_secret = place.secret or any(map(place.document.leads_to_secret, place.applicable))
            return unknown(**options | {"secret": is_secret})
        others = place.others
        if len(others) == 1:
            made = self._of(others[0], options | {"secret": others[0].secret}, found.make)
            if len(variants) == 1 or not isinstance(made, Constant):
                return replace(made, nullable=len(variants) > 1)
        if len(variants) == 1:
            return self._of(variants[0], options | {"secret": variants[0].secret})
        return Union(**options, variants=Lazy(lambda: self._variants(variants)))

    def _variants(self, alternatives: Sequence[SchemaVariant]) -> list[Variant]:
        made = []
        for name, alternative in zip(names_of(alternatives), alternatives, strict=True):
            found = fit_choice(alternative)
            words = {"label": name, **_with_help({**found.common})}
            options = {"key": "", "required": alternative.kind != "boolean", **words}
            input_ = found.applied(self._of(alternative, options | {"secret": alternative.secret}, found.make))
            picks = tuple(dict.fromkeys(located.at for way in alternative.picks for located in way))
            made.append(
                Variant(mark=alternative.token, label=words["label"], input=input_, fits=alternative.fits, picks=picks)
            )
        return made

    def _of(self, variant: SchemaVariant, options: dict[str, Any], make: Make | None = None) -> Input:
        make = make or control_of(variant).make
        made = make(self, variant, options)
        # A list of one control is as secret as its items.
        is_secret = made.shape is Shape.LEAF and _has_secret_items(variant)
        return replace(made, secret=True) if is_secret and not made.secret else made


def _has_secret_items(variant: SchemaVariant) -> bool:
    if variant.kind != "list" or not variant.document.has_secrets:
        return False
    items = [variant.item(index) for index in range(max(variant.items.prefix, 1))]
    return any(item_variant.secret for item in items for item_variant in item.variants)


def unknown(key: str = "", label: str = "", **base_options: Any) -> Input:
    """Return the input of any value."""

    def leaf(kind: str, type_: str, **options: Any) -> Variant:
        input_ = INPUTS[type_](key="", label=label, **options)
        return Variant(mark=kind, label=KINDS[kind], input=input_, fits=lambda value: kind_of(value) == kind)

    def variants() -> list[Variant]:
        null = Constant(key="", label=label, constant=None)
        rows = List(key="", label=label, items=lambda _: _unknown_item(), tags=ANY_TAGS)
        names = Mapping(
            key="", label=label, inputs=(), undeclared=lambda key: unknown(key, key), grows=True
        )  # fmt: skip
        return [
            leaf("string", "text"),
            leaf("number", "number"),
            leaf("boolean", "checkbox", required=False),
            Variant(mark="null", label="Null", input=null, fits=lambda value: value is None),
            Variant(mark="object", label="Object", input=names, fits=lambda value: isinstance(value, dict)),
            Variant(mark="list", label="List", input=rows, fits=lambda value: isinstance(value, list)),
        ]

    return Unknown(key=key, label=label, variants=Lazy(variants), **base_options)


@cache
def _unknown_item() -> Input:
    """Return the input of any item of any list: there may be as many as a body has values."""
    return unknown()


def _base_options(place: Place, found: Fit) -> dict[str, Any]:
    """Return what a place, or its hint, says of it: its label, help, default and notes."""
    marks = (("deprecated", marked("Deprecated")), ("readOnly", marked("Read only")))
    common = {
        "label": as_text(place.say("title")),
        "description": as_text(place.say("description")),
        **found.common,
    }
    return {
        "key": "",
        **_with_help(common),
        "default": place.default,
        "secret": place.secret,
        "notes": tuple(note for mark, note in marks if place.say(mark) is True),
    }


def _with_help(common: dict[str, str]) -> dict[str, str]:
    """Return *common*, whose help stands after the description."""
    helps = (common.get("description"), common.get("help"))
    others = {name: text for name, text in common.items() if name != "help"}
    return {**others, **({"description": "\n\n".join(filter(None, helps))} if any(helps) else {})}
