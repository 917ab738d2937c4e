"""The MCP runner for tests: its server's address, and the tools it lists."""

from __future__ import annotations

import json

import pytest

import webform
from webform.runners import MCPRunner, Target

TOOL = webform.load({"name": "t", "inputSchema": {}})[0]


@pytest.fixture
def runner():
    made = MCPRunner()
    yield made
    made.close()


def at(url, **more):
    return Target(**{"url": url, "allow_private": True, "timeout": 30, "protocol": "mcp"} | more)


def tools_of(runner, target):
    return {tool.id: tool for tool in webform.load(json.loads(runner.list_tools(target)), "mcp")}
