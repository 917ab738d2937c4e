"""The commands."""

from __future__ import annotations

import sys
from io import TextIOWrapper

import click

import webform
from webform.cli_authorize import authorize
from webform.cli_check import check
from webform.cli_cluster import migrate, worker
from webform.cli_convert import convert
from webform.cli_demo import demo
from webform.cli_doctor import doctor
from webform.cli_explained import explain
from webform.cli_init import init
from webform.cli_mcp import mcp
from webform.cli_playground import playground
from webform.cli_preview import preview
from webform.cli_render import render
from webform.cli_sample import sample
from webform.cli_schema import schema
from webform.cli_serve import serve


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(webform.__version__, prog_name="webform")
def main() -> None:
    """Turn the declaration of a tool into a web form that people can run."""
    if isinstance(sys.stdout, TextIOWrapper) and not sys.stdout.isatty():
        # What is redirected is JSON or HTML; Windows would write it in its code page.
        sys.stdout.reconfigure(encoding="utf-8")


main.add_command(authorize)
main.add_command(check)
main.add_command(convert)
main.add_command(demo)
main.add_command(doctor)
main.add_command(explain)
main.add_command(init)
main.add_command(mcp)
main.add_command(migrate)
main.add_command(playground)
main.add_command(preview)
main.add_command(render)
main.add_command(sample)
main.add_command(schema)
main.add_command(serve)
main.add_command(worker)
