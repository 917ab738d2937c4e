"""The phrases that tests of problems compare most."""

from __future__ import annotations

import json

from markupsafe import escape

from webform.messages import Param, Phrase, from_json, kind, message


def on_page(key: str, **params: Param) -> str:
    """Return the sentence at *key* as a page has it."""
    return str(escape(message(key, params)))


def wrong(kind: str, found: str) -> Phrase:
    """Return the sentence that *found* stands where the phrase of *kind* is expected."""
    return Phrase("wrong-type", {"expected": Phrase(f"kind.{kind}"), "found": found})


def not_of_type(types: str | list[str], found: str) -> Phrase:
    """Return the sentence that an answer holds *found* where a value of the JSON *types* is expected."""
    return Phrase("output-type", {"type": kind(types), "found": found})


def incomplete(key: str, found: str | Phrase) -> Phrase:
    """Return the sentence that an object of an answer has no *key*, only those of *found*."""
    return Phrase("output-incomplete", {"name": f'"{key}"', "found": found})


def breaks(rule: Phrase, found: str) -> Phrase:
    """Return the sentence that *found*, of an answer, breaks the *rule* of a schema."""
    return Phrase("output-type.rule", {"problem": rule, "found": found})


def unknown(subject: str, key: str, near: str = "") -> Phrase:
    """Return the sentence that *subject* has no *key*, with the *near* one that may be meant."""
    return Phrase("unknown-key.of", {"subject": Phrase(f"subject.{subject}"), "name": f'"{key}"', "near": near})


def declared(text: str) -> Phrase | str:
    """Return the sentence that a sample names: its key and its parameters in JSON; or the sentence itself, in quotes."""
    if text.startswith('"'):
        return str(json.loads(text))
    key, _, params = text.partition(" ")
    return Phrase(key, from_json(json.loads(params or "{}")))
