"""Bodies at rest: sealed with the first key, opened with any, and nothing of them in clear."""

import json
import sys

import pytest
from cryptography.fernet import Fernet
from hypothesis import given

from tests.declared import JSON
from webform.files import StoredFile
from webform.runs.sealing import Sealer, SealError, SealingKeyError
from webform.values import equal, write_json

OLD, NEW = (Fernet.generate_key().decode() for _ in range(2))
FILE = StoredFile(
    sha256="a" * 64, size=3, media_type="text/csv", name="ü.csv", head="data:text/csv;base64,", seal="b" * 32
)


@given(JSON)
def test_a_body_comes_back_equal(body):
    sealer = Sealer([NEW])

    assert equal(body, sealer.open(sealer.seal(body)))


@pytest.mark.parametrize("body", ["[9007199254740993,1e-300,-0.0,1.0,0]", '["\\ud800"]', "[" * 256 + "]" * 256])
def test_digits_surrogates_and_depth_come_back_as_they_were(body):
    sealer, value = Sealer([NEW]), json.loads(body)

    assert write_json(value) == write_json(sealer.open(sealer.seal(value)))


@pytest.mark.parametrize("body", [FILE, {"a": [FILE, {"value": FILE}], "raw": "kept:x"}])
def test_files_come_back_with_their_seals(body):
    opened = Sealer([NEW]).open(Sealer([NEW]).seal(body))

    assert body == opened
    assert FILE.seal == (opened if opened == FILE else opened["a"][0]).seal


def test_nothing_of_a_body_is_in_what_rests():
    sealed = Sealer([NEW]).seal({"token": "hunter2-hunter2", "file": FILE})

    assert sealed.isascii()
    assert [text for text in ("hunter2", "token", "aaaaaaaa", "text/csv") if text in sealed] == []


def test_the_first_key_seals_and_each_opens():
    sealed = Sealer([OLD]).seal("x")

    assert Sealer([NEW, OLD]).open(sealed) == "x"
    assert Sealer([NEW]).open(Sealer([NEW, OLD]).seal("x")) == "x"


@pytest.mark.parametrize("change", [lambda sealed: sealed[:-9] + "AAAAAAAA=", lambda _: "", lambda _: "x"])
def test_what_no_key_opens_says_what_to_do(change):
    with pytest.raises(SealError) as caught:
        Sealer([NEW]).open(change(Sealer([NEW]).seal("x")))

    assert str(caught.value) == "No key of WEBFORM_SECRET_KEY opens the sealed body; keep an old key after the new one"


def test_keys_are_those_of_the_environment(monkeypatch):
    monkeypatch.setenv("WEBFORM_SECRET_KEY", f" {NEW}, {OLD}\n")

    assert Sealer.from_environment().open(Sealer([OLD]).seal("x")) == "x"


@pytest.mark.parametrize("text", [None, "", " "])
def test_without_a_key_there_is_no_sealer(monkeypatch, text):
    monkeypatch.delenv("WEBFORM_SECRET_KEY", raising=False)
    if text is not None:
        monkeypatch.setenv("WEBFORM_SECRET_KEY", text)

    assert Sealer.from_environment() is None


@pytest.mark.parametrize(
    ("keys", "which"),
    [
        (["hunter2"], "The key in WEBFORM_SECRET_KEY"),
        (["é" * 44], "The key in WEBFORM_SECRET_KEY"),
        ([NEW, "hunter2"], "Key 2 of 2 in WEBFORM_SECRET_KEY"),
        ([NEW, ""], "Key 2 of 2 in WEBFORM_SECRET_KEY"),
    ],
)
def test_a_malformed_key_is_named_and_never_shown(keys, which):
    with pytest.raises(SealingKeyError) as caught:
        Sealer(keys)

    assert str(caught.value) == f"{which} is not 32 bytes in base64; make one with: openssl rand -base64 32"


def test_without_the_package_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "cryptography.fernet", None)

    with pytest.raises(SealingKeyError) as caught:
        Sealer([NEW])

    assert str(caught.value) == "WEBFORM_SECRET_KEY needs the package cryptography: pip install 'webform[cluster]'"
