"""
Forms made on the server: read, rendered, filled and decoded, beside a plain Jinja loop.

Times are of the processor. Cold is a declaration that was never seen, in a process that has rendered others.
The loop is one ordinary template, `benchmarks/plain.html`, that prints the same controls, which is checked.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader

import webform
from benchmarks import declared
from benchmarks.figures import Figure, milliseconds, ratio
from tests.as_browser import entries_of
from webform.draft import body, fill, read
from webform.html.decode import LeafForm
from webform.html.render import render_draft

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from webform.tool import Form

#: Fields of a form, rounds, and how often each is done in a round.
SIZES = ((10, 15, 20), (100, 15, 4), (1000, 9, 1))
#: Leaves of a form, rounds, and how often each step is done in a round: what is to be beaten was measured warm.
LEAVES, ROUNDS, TIMES = 1000, 11, 20
#: Rounds of the way in, each of which is done once in a round.
ROUNDS_IN = 31
#: What a prototype takes for 1,000 leaves beside the plain loop, in one run and in turns. On another machine these were
#: 2.5, 4, 1.2, 1 and 10 ms, and 20 for the way in; by what the prototype takes the loop would take 16 there.
TO_BEAT = {"fill": 0.17, "render, as a draft again": 0.24, "read": 0.07, "body": 0.065, "body, with WTForms": 0.62}
LOAD_AND_RENDER = 1.2


def main() -> Iterator[Figure]:
    """Yield the figures."""
    yield from cold()
    yield from leaves()


def cold() -> Iterator[Figure]:
    """Yield the first render of forms not seen before, in a process that has rendered others."""
    loop = plain_loop()
    for count, rounds, times in SIZES:
        ours, plain = webform.render(load(count)), loop(declared.manifest(count))
        if entries_of(ours) != entries_of(plain):
            raise SystemExit("benchmarks/plain.html prints other controls than the form: mend it")
        forms = iter([load(count) for _ in range(rounds * times)])
        manifest = declared.manifest(count)
        tasks = {"ours": lambda forms=forms: webform.render(next(forms)), "loop": lambda it=manifest: loop(it)}
        taken = milliseconds(tasks, rounds, times)
        yield ratio(f"cold render, {count:,} fields", (taken["ours"], taken["loop"]), "a plain loop", 3)


def leaves() -> Iterator[Figure]:
    """Yield each step between a value and its form, warm, and the way in, beside the plain loop."""
    form, value, loop, manifest = load(LEAVES), declared.body(LEAVES), plain_loop(), declared.manifest(LEAVES)
    filled = fill(form.root, value)
    entries: dict[str, list[str]] = {}
    for name, text in entries_of(render_draft(form, filled)):
        entries.setdefault(name, []).append(text)
    sent, _ = read(entries.items())
    if body(form, sent) != (value, []):
        raise SystemExit("the measured form does not give back what it was filled with")
    tasks: dict[str, Callable[[], Any]] = {
        "fill": lambda: fill(form.root, value),
        "render, as a draft again": lambda: render_draft(form, filled),
        "read": lambda: read(entries.items()),
        "body": lambda: body(form, sent),
        "body, with WTForms": lambda: body(form, sent, LeafForm().read_leaf),
        "check": lambda: webform.check(form, value),
    }
    way_in = {"load": lambda: load(LEAVES), "load and first render": lambda: webform.render(load(LEAVES))}
    targets = TO_BEAT | {"load and first render": LOAD_AND_RENDER}
    for steps, rounds, times in ((tasks, ROUNDS, TIMES), (way_in, ROUNDS_IN, 1)):
        taken = milliseconds(steps | {"loop": lambda: loop(manifest)}, rounds, times)
        for name in steps:
            yield ratio(f"{LEAVES:,} leaves: {name}", (taken[name], taken["loop"]), "a plain loop", targets.get(name))


def load(count: int) -> Form:
    """Return a form of *count* fields, read anew."""
    return webform.load(declared.manifest(count))[0].form


def plain_loop() -> Callable[[dict[str, Any]], str]:
    """Return what renders a tool.json by one ordinary template."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    template = environment.get_template("plain.html")

    def render(manifest: dict[str, Any]) -> str:
        inputs = [{"required": True, "placeholder": "", "description": "", "unit": "", "max_length": None, **input_}
                  for input_ in manifest["inputs"]]  # fmt: skip
        return template.render(tool=manifest["id"], inputs=inputs, values=dict.fromkeys([i["key"] for i in inputs], ""))

    return render


if __name__ == "__main__":
    main()
