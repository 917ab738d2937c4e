"""The steps of a chain as they are typed, and those of one that was run, to be changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from webform.files import StoredFile
from webform.inputs import Record
from webform.inputs.walk import changed
from webform.outputs.pretty import pretty
from webform.runs.chaining import PREVIOUS
from webform.sample import sample
from webform.values import ABSENT
from webform.web.refill import with_files

if TYPE_CHECKING:
    from webform.runs import Chain
    from webform.runs.chain import Step
    from webform.web.served import Served
    from webform.web.site import Site

#: Characters of a body that stands in the page, and bytes of a file in it.
MAX_TEXT, MAX_FILE = 100_000, 50_000


class TypedStep(NamedTuple):
    """A step as it was typed: its tool's id, its body as JSON, and whether it uses the previous result."""

    tool_id: str
    text: str = ""
    previous: bool = False


def new_step(served: Served, *, first: bool) -> TypedStep:
    """Return a further step of a chain, or its first, with the sample of the tool."""
    root = served.tool.form.root
    uses_previous = not first and isinstance(root, Record) and PREVIOUS in root.by_key
    return TypedStep(served.tool.id, _text(sample(served.tool.form)), uses_previous)


def typed_steps(site: Site, chain: Chain) -> list[TypedStep]:
    """Return the steps of *chain* as they were typed, but for secrets; a step whose run was deleted begins anew."""
    return [_typed(site, step, first=index == 0) for index, step in enumerate(chain.steps)]


def _typed(site: Site, step: Step, *, first: bool) -> TypedStep:
    run = site.runs.get(step.run) if step.run else None
    body: Any = run.body if run else step.args
    # The first step has no step before it: what it used stands in its body.
    uses_previous = step.uses_previous and not first
    if isinstance(body, dict):
        sent = {key: part for key, part in body.items() if not (uses_previous and key == PREVIOUS)}
        return TypedStep(step.tool_id, _text(_without_large_files(with_files(site.files, sent, "", []))), uses_previous)
    served = site.served.get(step.tool_id)
    return new_step(served, first=first) if served else TypedStep(step.tool_id, "{}", uses_previous)


def _text(value: Any) -> str:
    return pretty(value, limit=MAX_TEXT).text


def _without_large_files(value: Any) -> Any:
    """Return *value* with its files as data URLs, but for those that are gone or have no room in a page."""
    if isinstance(value, StoredFile):
        return ABSENT if value.blobs is None or value.size > MAX_FILE else value.data_url()
    return changed(value, lambda _, part: _without_large_files(part)) if isinstance(value, dict | list) else value
