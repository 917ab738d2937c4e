"""Start one example tool: `python -m examples csv-stats --port 5001`."""

from __future__ import annotations

import click
from werkzeug.serving import run_simple

from . import EXAMPLES, create_app


@click.command()
@click.argument("example", type=click.Choice(list(EXAMPLES)))
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=5001, show_default=True)
def main(example: str, host: str, port: int) -> None:
    """Serve EXAMPLE: its manifest at /tool.json, its runs at /run."""
    run_simple(host, port, create_app(example), threaded=True)


main()
