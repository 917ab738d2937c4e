"""The gallery of the demo: every input and every view, drawn from the declaration that stands beside it."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from werkzeug.exceptions import NotFound

from webform import dialects
from webform.draft import begin
from webform.html.highlight import highlight
from webform.html.render import render_draft
from webform.html.results import render_result
from webform.inputs import INPUTS
from webform.language import gettext, marked
from webform.outputs import TYPES
from webform.places import examples
from webform.result import Result
from webform.values import mapped
from webform.web.pages import render_page
from webform.web.served import Served

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask import Response
    from markupsafe import Markup

    from webform.runners import Target
    from webform.tool import Tool
    from webform.web.site import Site

PATH = "/gallery"
#: Why a form of the gallery cannot be run.
_ALONE = marked("The form of one input, to be looked at.")
#: Characters of a value that stand beside its view; those of pictures and sounds are long.
_MOST = 2000
#: Characters of a list or an object that stands on one line.
_LINE = 56


@dataclass(frozen=True)
class Sample:
    """One input or one view: its type, its declaration as JSON, the tool that declares it, and the value of a view."""

    type: str
    declaration: Any
    tool: Tool
    value: Any = None

    @property
    def is_input(self) -> bool:
        """Whether it is an input."""
        return not self.tool.outputs


class DemoGallery:
    """
    The samples by group.

    Args:
        target: where the tool runs that completes what is typed into an `autocomplete`.
    """

    def __init__(self, target: Target | None) -> None:
        folder = examples()
        sink = json.loads((folder / "kitchen_sink/tool.json").read_text("utf-8"))
        more = json.loads((folder / "gallery.json").read_text("utf-8"))
        self._target = target
        self.groups: dict[str, list[Sample]] = {}
        for declared in sink["inputs"]:
            # What depends on another input has no form of its own.
            if "show_if" not in declared:
                self._add(declared.pop("group", "Structured"), _of_input(declared))
        shown = {declared["type"] for declared in sink["inputs"]}
        for kind, cls in INPUTS.items():
            if kind not in shown:
                self._add("More inputs", _of_input({"key": kind, "type": kind, "label": kind, **cls.example()}))
        for input_ in more["inputs"]:
            self._add(input_["group"], _of_schema(input_["type"], input_["schema"]))
        for output in more["outputs"]:
            self._add(output["group"], _of_output(output["output"], output["value"]))
        shown = {output["output"]["type"] for output in more["outputs"]}
        for name, type_ in TYPES.items():
            samples = type_.schema.get("examples")
            # A package may have added a type without one.
            if samples and name not in shown:
                self._add("More outputs", _of_output({"key": name, "type": name, "label": name}, samples[0]))

    def _add(self, group: str, sample: Sample) -> None:
        self.groups.setdefault(group, []).append(sample)

    def served(self) -> list[Served]:
        """Return the tools of the inputs, for what their buttons ask the server for; none is in the catalogue."""
        samples = [sample for group in self.groups.values() for sample in group if sample.is_input]
        return [
            Served(tool=sample.tool, target=self._target if sample.type == "autocomplete" else None, listed=False)
            for sample in samples
        ]

    def answer(self, site: Site, slug: str = "") -> Response:
        """Answer with the page of the group *slug*, the first where it is blank."""
        name = next((name for name in self.groups if slug in ("", _slug(name))), None)
        if name is None:
            raise NotFound(gettext('There is no "{slug}" in the gallery.', slug=slug[:80]))
        return site.cache.answer(("gallery", site.root, name), site.policy, lambda: self._page(site, name))

    def _page(self, site: Site, name: str) -> str:
        links = [
            {
                "name": other,
                "url": site.url(f"{PATH}/{_slug(other)}"),
                "current": other == name,
                "is_input": samples[0].is_input,
            }
            for other, samples in self.groups.items()
        ]
        samples = self.groups[name]
        return render_page(site, "gallery.html", name=name, groups=links, samples=[*_shown(site, samples)])


def add_gallery(site: Site, gallery: DemoGallery, add_url_rule: Callable[..., None]) -> None:
    """Serve *gallery* beside the tools of *site*, and link to it from the catalogue."""
    site.gallery = PATH
    add_url_rule(PATH, "webform.gallery", lambda: gallery.answer(site))
    add_url_rule(f"{PATH}/<slug>", "webform.gallery_group", lambda slug: gallery.answer(site, slug))


def _of_input(declared: dict[str, Any]) -> Sample:
    (tool,) = dialects.load(
        {"id": f"gallery-{declared['key']}", "name": declared["type"], "inputs": [declared], "outputs": []}
    )
    return Sample(declared["type"], declared, tool)


def _of_schema(type_: str, schema: dict[str, Any]) -> Sample:
    whole = {"type": "object", "properties": {type_: schema}, "required": [type_]}
    (tool,) = dialects.load({"name": f"gallery-{type_}", "description": type_, "inputSchema": whole})
    return Sample(type_, schema, tool)


def _of_output(declared: dict[str, Any], value: Any) -> Sample:
    tool_id = f"gallery-{declared['key']}"
    (tool,) = dialects.load({"id": tool_id, "name": declared["type"], "inputs": [], "outputs": [declared]})
    return Sample(declared["type"], declared, tool, value)


def _shown(site: Site, samples: list[Sample]) -> Iterator[dict[str, Any]]:
    types = Counter(sample.type for sample in samples)
    for sample in samples:
        label = sample.declaration.get("label")
        yield {
            "id": sample.tool.id,
            "type": sample.type,
            # Of several of a type the label tells which it is.
            "title": f"{sample.type}: {label}" if label and types[sample.type] > 1 else sample.type,
            "is_input": sample.is_input,
            "html": _form(site, sample) if sample.is_input else _view(sample),
            "declaration": _lines(sample.declaration),
            "value": None if sample.is_input else _lines(sample.value),
        }


def _form(site: Site, sample: Sample) -> Markup:
    form, address = sample.tool.form, site.url(f"/tools/{sample.tool.id}")
    return render_draft(form, begin(form), address=address, id_prefix=sample.tool.id, unconnected=gettext(_ALONE))


def _view(sample: Sample) -> Markup:
    key = sample.tool.outputs[0].key
    return render_result(Result(status="ok", value={key: sample.value}), sample.tool, bare=True)


def _lines(value: Any) -> Markup:
    """Return *value* as JSON in colours; what is short stands on one line."""
    text = json.dumps(_cut(value), ensure_ascii=False)
    if len(text) > _LINE:
        text = json.dumps(_cut(value), ensure_ascii=False, indent=2)
        text = re.sub(r"[\[{][^\[\]{}]*[\]}]", _joined, text)
    return highlight(text[:_MOST] + ("…" if len(text) > _MOST else ""), "json")


def _joined(found: re.Match[str]) -> str:
    line = re.sub(r"\s*\n\s*", " ", found[0])
    return line if len(line) <= _LINE else found[0]


def _cut(value: Any) -> Any:
    """Return *value* with long texts cut: the data URL of a picture says nothing to a person."""
    return mapped(value, lambda part: f"{part[:60]}…" if isinstance(part, str) and len(part) > 200 else part)


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
