"""The phrases that tests of problems compare most."""

from __future__ import annotations

import json

from webform.messages import Phrase, from_json


def wrong(kind: str, found: str) -> Phrase:
    """Return the sentence that *found* stands where the phrase of *kind* is expected."""
    return Phrase("wrong-type", {"expected": Phrase(f"kind.{kind}"), "found": found})


def unknown(subject: str, key: str, near: str = "") -> Phrase:
    """Return the sentence that *subject* has no *key*, with the *near* one that may be meant."""
    return Phrase("unknown-key.of", {"subject": Phrase(f"subject.{subject}"), "name": f'"{key}"', "near": near})


def declared(text: str) -> Phrase | str:
    """Return the sentence that a sample names: its key and its parameters in JSON; or the sentence itself, in quotes."""
    if text.startswith('"'):
        return str(json.loads(text))
    key, _, params = text.partition(" ")
    return Phrase(key, from_json(json.loads(params or "{}")))
