"""Texts that mean harm, a declaration and an answer that say them wherever they can, and what tells whether any ran."""

from __future__ import annotations

from base64 import b64encode

from webform.inputs import INPUTS

HARM = {
    "out of a script's string": "' + (window.__pwned=1) + '",
    "an expression of a template": "{{7*7}}{%print(7*7)%}{{window.__pwned=1}}",
    "an attribute": "x onfocus=window.__pwned=1 autofocus x-init=window.__pwned=1",
    "out of an attribute": '" onfocus=\'window.__pwned=1\' autofocus x-data="{a:(window.__pwned=1)}" @click="',
    "out of a script": "</script><script>window.__pwned=1</script>",
    "out of a text": '"></textarea></title></style><img src=x onerror=window.__pwned=1><iframe srcdoc="<script>">',
    "a template's text": "${7*7}`${window.__pwned=1}`",
    "an address": "javascript:window.__pwned=1//",
}
SVG = "<svg xmlns='http://www.w3.org/2000/svg' onload='parent.__pwned=1'><script>parent.__pwned=1</script></svg>"


def data_url(media_type, text):
    return f"data:{media_type};base64,{b64encode(text.encode()).decode()}"


def declared(harm):
    """Return a manifest that says *harm* wherever a text may stand, in inputs and outputs of every type."""
    options = [{"value": harm, "label": harm}, {"value": 1, "label": f"1{harm}"}]
    columns = [{"key": f"{harm}{kind}", "label": f"{harm}{kind}", "type": kind} for kind in ("text", "number", "date")]
    options_by_type = {
        "text": {"placeholder": harm, "default": harm},
        "textarea": {"placeholder": harm, "default": harm},
        "number": {"unit": harm},
        "slider": {"min": 0, "max": 1, "unit": harm, "default": 0.5},
        "select": {"options": options, "default": harm},
        "multiselect": {"options": options, "default": [harm]},
        "radio": {"options": options, "default": harm, "required": False},
        "json": {"default": {harm: harm}},
        "code": {"language": "python", "default": harm},
        "markdown": {"default": harm},
        "tags": {"suggestions": [harm, f"{harm}2"], "default": [harm]},
        "autocomplete": {"endpoint": "/autocomplete/x", "default": harm},
        "table": {"columns": columns, "default": [{columns[0]["key"]: harm}]},
        "hidden": {"default": harm},
    }
    inputs = [
        {"key": f"{kind}{harm}", "type": kind, "label": f"{kind} {harm}", "description": harm, "group": f"{harm}{kind}"}
        | {"required": False}
        | options_by_type.get(kind, {})
        for kind in INPUTS
    ]
    condition = {"key": f"select{harm}", "equals": harm}
    hidden = {"key": f"if{harm}", "type": "text", "label": harm, "default": harm, "show_if": condition}
    return {
        "id": harm,
        "name": f"Trial {harm}",
        "description": f"{harm}\n\n[{harm}](javascript:window.__pwned=1) <img src=x onerror=window.__pwned=1>",
        "category": harm,
        "icon": harm,
        "version": harm,
        "tags": [harm],
        "provides_autocomplete": True,
        "inputs": [*inputs, hidden],
        "outputs": [
            {"key": f"{kind}{harm}", "type": kind, "label": f"{kind} {harm}", "description": harm, "caption": harm}
            | {"unit": harm, "true_label": harm, "false_label": harm, "layout": layout}
            for kind, (layout, _) in answered(harm).items()
        ],
        "examples": [{"name": f"Example {harm}", "values": {f"{key}{harm}": harm for key in ("text", "select", "if")}}],
    }


def answered(harm):
    """Return, by type of output, its layout and a value that says *harm*."""
    columns = [{"key": harm, "label": harm, "type": "text"}]
    return {
        "text": ("panel", harm),
        "markdown": ("panel", f"{harm}\n\n[a]({harm}) [b](javascript:window.__pwned=1)\n\n```{harm}\n{harm}\n```"),
        "number": ("inline", 1),
        "boolean": ("inline", True),
        "table": ("tab", {"columns": columns, "rows": [{harm: harm}]}),
        "kv": ("tab", {"pairs": [{"key": harm, "value": harm}]}),
        "image": ("panel", data_url("image/svg+xml", SVG)),
        "audio": ("panel", harm),
        "video": ("panel", "javascript:window.__pwned=1"),
        "code": ("panel", {"value": harm, "language": harm}),
        "latex": ("panel", f"x = {harm}"),
        "log": ("panel", {"lines": [{"level": harm, "message": harm, "t": harm}]}),
        "file": ("panel", {"filename": f"{harm}.html", "data": data_url("text/html", harm), "mime_type": "text/html"}),
        "tree": ("panel", {"root": {"label": harm, "children": [{"label": harm, "children": []}]}}),
        "progress": ("panel", harm),
    }


#: All of it at once.
ALL_HARM = " ".join(HARM.values())

#: What ran in a page, or was made of what should be text, as a list: none of it may be there.
RAN = """() => [
    window.__pwned,
    ...[...document.querySelectorAll('*')].flatMap(each => [...each.attributes])
        .filter(({name, value}) => /^(on|@|:)/.test(name) || (name === 'href' && /^\\s*javascript/i.test(value)))
        .map(({name, value}) => `${name}=${value}`),
    ...[...document.querySelectorAll('[x-init], img[src="x"], iframe[srcdoc], script:not([src])')]
        .map(each => each.outerHTML),
].filter(each => each !== undefined)"""
