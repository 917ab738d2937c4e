"""Fixtures of the tests of commands."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from flask import Flask, request

from tests.cli.commands import BAD, GOOD
from webform.cli import main


@pytest.fixture
def run():
    """`run(*arguments, input=…)`: the result of the command, its two streams apart."""
    return lambda *arguments, **options: CliRunner().invoke(main, [str(argument) for argument in arguments], **options)


@pytest.fixture
def good(tmp_path):
    path = tmp_path / "tool.json"
    path.write_text(json.dumps(GOOD), "utf-8")
    return path


@pytest.fixture
def bad(tmp_path):
    path = tmp_path / "bad.json"
    path.write_text(BAD, "utf-8")
    return path


@pytest.fixture
def greeter(serve):
    """`greeter(answer) -> URL of a /run` that answers with `answer(body)`."""

    def start(answer) -> str:
        app = Flask("greeter")
        app.add_url_rule("/run", "run", lambda: answer(request.get_json()), methods=["POST"])
        return serve(app) + "/run"

    return start
