"""Start the app of the host: `python -m examples.host --port 8000`."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import click
from werkzeug.serving import run_simple

from .app import create_app


@click.command()
@click.option("--port", default=8000, show_default=True)
def main(port: int) -> None:
    """Serve the app on this machine; runs are kept until it ends."""
    with TemporaryDirectory() as folder:
        print(f"Lantern is at http://127.0.0.1:{port}")
        run_simple("127.0.0.1", port, create_app(Path(folder)), threaded=True)


main()
