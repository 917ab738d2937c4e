# ruff: noqa: INP001 - a script beside the documents it makes
"""Why hints of react-jsonschema-form and JSON Forms have no counterpart, for the table in `hints.md`."""

from __future__ import annotations

#: Reason -> the hints that are ignored for it.
REASONS = {
    "it says how their own page looks": (
        "ui:backgroundColor", "ui:className", "ui:color", "ui:colorGradient", "ui:inline", "ui:layoutGrid", "ui:rows",
        "ui:shape", "ui:size", "ui:stars", "options.hideRequiredAsterisk", "options.orientation",
        "options.showUnfocusedDescription", "options.trim",
    ),
    "it names a component, which is code": (
        "ui:field", "ui:fieldReplacesAnyOrOneOf", "ui:widget: RatingWidget", "ui:widget: a component",
    ),
    "it is a setting of their page as a whole": ("ui:globalOptions", "ui:submitButtonOptions"),
    "rows of a list are added, moved and taken away as far as the schema allows": (
        "ui:addable", "ui:copyable", "ui:orderable", "ui:removable", "options.showSortButtons",
    ),
    "rows of a list are called by their number and what is in them": ("options.elementLabelProp", "options.labelRef"),
    "the page opens at its top, where a reader begins": ("ui:autofocus",),
    "whatever is shown can be filled in; what is fixed is `hidden`, or a constant of the schema": (
        "ui:disabled", "ui:readonly", "ui:enumDisabled", "options.readonly",
    ),
    "an input is shown or not, and never shut: `SHOW` says when": ("rule: ENABLE",),
    "its condition is of something that is not beside the input, or is more than values": ("rule: SHOW", "rule: HIDE"),
    "a box beside the input says whether blank means nothing or an empty text": ("ui:emptyValue",),
    "what may be left out can be left blank, or opened by a button": (
        "ui:enableOptionalDataFieldForType", "options.clearable",
    ),
    "a description is shown as the dialect has it": ("ui:enableMarkdownInDescription",),
    "options stand in the order of the `enum`": ("ui:enumOrder",),
    "a list of options gets its search by its length": ("options.autocomplete: false",),
    "dates and times are picked as in the browser, and sent as the schema says": (
        "ui:format", "ui:yearsRange", "options.ampm", "options.cancelLabel", "options.clearLabel", "options.dateFormat",
        "options.dateSaveFormat", "options.dateTimeFormat", "options.dateTimeSaveFormat", "options.okLabel",
        "options.views",
    ),
    "the `format` of the schema chooses what is typed into": ("ui:inputType", "ui:autocomplete"),
    "an input always has its label": ("ui:label", "label: false"),
    "what is too long is a problem at its input, and is not cut": ("options.restrict",),
    "categories are headings on one page": ("options.variant", "options.showNavButtons"),
    "a text has no list of suggestions; `autocomplete` asks the tool": ("options.suggestion",),
    "there are no texts between inputs; a heading or a description says it": ("type: Label",),
}  # fmt: skip
REASON_OF = {hint: reason for reason, hints in REASONS.items() for hint in hints}
#: Code of a problem -> why a hint that has a counterpart is ignored at some place.
MISFITS = {
    "hint-nowhere": "the schema has no such place",
    "hint-unfit": "the schema takes other values there",
    "hint-option": "its input has no such option",
    "bad-hint": "it is of another type",
}
