# ruff: noqa: INP001 - a script beside the documents it makes
"""Why hints of react-jsonschema-form and JSON Forms have no counterpart, for the table in `hints.md`."""

from __future__ import annotations

#: Reason -> the hints that are ignored for it.
REASONS = {
    "it styles a page of that library": (
        "ui:backgroundColor", "ui:className", "ui:color", "ui:colorGradient", "ui:inline", "ui:layoutGrid", "ui:rows",
        "ui:shape", "ui:size", "ui:stars", "options.hideRequiredAsterisk", "options.orientation",
        "options.showUnfocusedDescription", "options.trim",
    ),
    "it names a component, and webform loads no code": (
        "ui:field", "ui:fieldReplacesAnyOrOneOf", "ui:widget: RatingWidget", "ui:widget: a component",
    ),
    "it is a setting of a whole page of that library": ("ui:globalOptions", "ui:submitButtonOptions"),
    "rows of a list can be added, moved and removed as far as the schema allows": (
        "ui:addable", "ui:copyable", "ui:orderable", "ui:removable", "options.showSortButtons",
    ),
    "rows of a list are labelled with their number and their content": ("options.elementLabelProp", "options.labelRef"),
    "the page opens at its top": ("ui:autofocus",),
    "everything shown can be filled in; for a fixed value use `hidden` or a `const`": (
        "ui:disabled", "ui:readonly", "ui:enumDisabled", "options.readonly",
    ),
    "inputs are shown or hidden, and never disabled: use `SHOW`": ("rule: ENABLE",),
    "its condition is not about a property beside the input, or not only about values": ("rule: SHOW", "rule: HIDE"),
    "people choose beside the input whether blank is an empty text": ("ui:emptyValue",),
    "an optional input can be left blank, or is opened by a button": (
        "ui:enableOptionalDataFieldForType", "options.clearable",
    ),
    "the dialect decides whether a description is Markdown": ("ui:enableMarkdownInDescription",),
    "options are in the order of the `enum`": ("ui:enumOrder",),
    "a long list of options can be searched": ("options.autocomplete: false",),
    "the browser shows dates and times; the schema decides how they are sent": (
        "ui:format", "ui:yearsRange", "options.ampm", "options.cancelLabel", "options.clearLabel", "options.dateFormat",
        "options.dateSaveFormat", "options.dateTimeFormat", "options.dateTimeSaveFormat", "options.okLabel",
        "options.views",
    ),
    "the `format` of the schema decides on the control": ("ui:inputType", "ui:autocomplete"),
    "an input always has its label": ("ui:label", "label: false"),
    "a text that is too long is a problem, and is not cut": ("options.restrict",),
    "categories are headings on one page": ("options.variant", "options.showNavButtons"),
    "suggestions come from the tool, with `autocomplete`": ("options.suggestion",),
    "there are no texts between inputs; use a heading or a description": ("type: Label",),
}  # fmt: skip
REASON_OF = {hint: reason for reason, hints in REASONS.items() for hint in hints}
#: Code of a problem -> why a hint that has a counterpart is ignored at some place.
MISFITS = {
    "hint-nowhere": "the schema has no such place",
    "hint-unfit": "the schema has other values there",
    "hint-option": "its input has no such option",
    "bad-hint": "it is of another type",
}
