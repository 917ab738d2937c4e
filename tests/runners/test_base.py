"""Targets: the operator's configuration of a tool, and what is made of it."""

from __future__ import annotations

import pytest

from webform.messages import Phrase
from webform.runners import Target, TargetError
from webform.runners.protocols import PROTOCOLS


@pytest.mark.parametrize(
    ("url", "run_path", "base_path"),
    [
        ("http://tool", "/run", ""),
        ("http://tool/", "/run", ""),
        ("http://tool/run", "/run", ""),
        ("http://tool/run/", "/run", ""),
        ("http://tool/tools/a", "/tools/a/run", "/tools/a"),
        ("http://tool/tools/a/run", "/tools/a/run", "/tools/a"),
        ("http://tool/prerun", "/prerun/run", "/prerun"),
        ("http://tool/a/tool.json", "/a/run", "/a"),
        ("http://tool/schema", "/run", ""),
        ("http://tool/run?version=2", "/run?version=2", ""),
        ("http://tool/é/%20", "/%C3%A9/%20/run", "/%C3%A9/%20"),
    ],
)
def test_run_is_added_where_the_address_does_not_end_in_it(url, run_path, base_path):
    target = Target(url=url)

    assert (run_path, base_path) == (target.run_path, target.base_path)


@pytest.mark.parametrize(
    ("url", "authority"),
    [
        ("http://Tool.Example", "tool.example"),
        ("http://tool:80", "tool"),
        ("https://tool:443", "tool"),
        ("https://tool:80", "tool:80"),
        ("http://[::1]:8000", "[::1]:8000"),
        ("http://münchen.example", "xn--mnchen-3ya.example"),
    ],
)
def test_the_host_header_is_what_the_address_means(url, authority):
    assert authority == Target(url=url).authority


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("", "bad-target.address"),
        ("tool.example/run", "bad-target.address"),
        ("//tool.example/run", "bad-target.address"),
        ("file:///etc/passwd", "bad-target.address"),
        ("gopher://tool", "bad-target.address"),
        ("http://", "bad-target.address"),
        ("http://user:password@tool", "bad-target.user"),
        ("http://tool/#run", "bad-target.fragment"),
        ("http://tool:99999", "bad-target.port"),
        ("http://tool:x", "bad-target.port"),
        ("http://[::1", "bad-target"),
        ("http://tool/ run", "bad-target.characters"),
        ("http://tool\\@evil", "bad-target.characters"),
        ("http://to\nol", "bad-target.characters"),
        ("http://tool\r\nHost: evil", "bad-target.characters"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused_when_it_is_configured(url, key):
    with pytest.raises(TargetError) as raised:
        Target(url=url)

    assert raised.value.phrase.key == key


def test_a_protocol_that_nobody_knows_is_refused():
    with pytest.raises(TargetError) as raised:
        Target(url="http://tool", protocol="soap")

    assert raised.value.phrase.key == "bad-target.protocol"
    assert raised.value.phrase.params == {"name": "soap", "names": tuple(PROTOCOLS)}


@pytest.mark.parametrize(
    "name", ["Host", "content-length", "Transfer-Encoding", "Accept-Encoding", "a b", "", "a:", "é"]
)
def test_a_header_that_is_not_the_operators_is_refused(name):
    with pytest.raises(TargetError, match="cannot be set") as raised:
        Target(url="http://tool", headers={name: "x"})

    assert raised.value.phrase == Phrase("bad-target.header", {"name": name})


@pytest.mark.parametrize("value", ["secret\r\nHost: evil", "secret\0", "secret\n", "sécrèt☃"])
def test_a_header_no_request_can_hold_is_refused_without_repeating_it(value):
    with pytest.raises(TargetError) as raised:
        Target(url="http://tool", headers={"Authorization": value})

    assert raised.value.phrase == Phrase("bad-target.header-value", {"name": "Authorization"})


def test_a_target_never_shows_its_headers():
    target = Target(url="http://tool", headers={"Authorization": "Bearer s3cret"})

    assert "s3cret" not in repr(target)
    assert "s3cret" not in str(target)
