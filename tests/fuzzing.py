"""
The property tests, led by coverage: `python -m tests.fuzzing TARGET[,TARGET…] [what libFuzzer takes]`.

Each target makes of the fuzzer's bytes what its test draws, so that what a run finds is an example for that test.
"""

from __future__ import annotations

import sys
from multiprocessing import get_context
from typing import TYPE_CHECKING

import atheris

with atheris.instrument_imports(include=["webform"]):
    import webform
    from tests import test_fuzz

if TYPE_CHECKING:
    from collections.abc import Callable


def read_text(data: bytes) -> None:
    """Read *data* as the text of a declaration, and do with it what is done with a form."""
    webform.lint(data)
    test_fuzz.used(data)


TARGETS: dict[str, Callable[[bytes], object]] = {
    "texts": read_text,
    "documents": test_fuzz.test_every_document_is_read_and_what_loads_works.hypothesis.fuzz_one_input,
    "schemas": test_fuzz.test_every_schema_is_refused_or_said_in_words_and_sampled.hypothesis.fuzz_one_input,
    "posts": test_fuzz.test_every_post_is_decoded_and_shown_again.hypothesis.fuzz_one_input,
    "bodies": test_fuzz.test_every_body_is_checked_and_shown.hypothesis.fuzz_one_input,
}


def fuzz(name: str) -> None:
    """Run a target until the fuzzer ends this process."""
    atheris.Setup([part.replace("TARGET", name) for part in sys.argv], TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    for name in sys.argv.pop(1).split(","):
        # To follow where the code goes takes longer to prepare than a short run: all targets begin there.
        process = get_context("fork").Process(target=fuzz, args=(name,))
        process.start()
        process.join()
        if process.exitcode:
            sys.exit(process.exitcode)
