"""A tool that begins with nothing: it counts words, until its author writes something better."""

from __future__ import annotations

from webform.dialects.tool_json import kebab_case
from webform.starter.project import Project, quoted

_PROGRAM = '''\
"""A tool: it answers POST /run with the outputs of tool.json."""

from collections import Counter
from typing import Any

from fastapi import FastAPI

app = FastAPI(title={title})


@app.post("/run")
def run(body: dict[str, Any]) -> Any:
    """Count the words of a text; body has the inputs of tool.json, by their keys."""
    words = body["text"].lower().split()
    common = Counter(words).most_common(body["most"])
    return {{
        "count": len(words),
        "common": [{{"word": word, "times": times}} for word, times in common],
    }}
'''


def blank(name: str, description: str = "") -> Project:
    """Return a tool called *name*."""
    declaration = {
        "id": kebab_case(name),
        "name": name,
        **({"description": description} if description else {}),
        "inputs": [
            {"key": "text", "type": "textarea", "label": "Text", "default": "the cat and the dog"},
            {
                "key": "most",
                "type": "slider",
                "label": "Most common words",
                "min": 1,
                "max": 20,
                "step": 1,
                "default": 3,
            },
        ],
        "outputs": [
            {"key": "count", "type": "number", "label": "Words"},
            {"key": "common", "type": "table", "label": "Most common words"},
        ],
    }
    return Project(declaration=declaration, program=_PROGRAM.format(title=quoted(name)))
