"""The options of the commands that serve pages: on which address, and for whom."""

from __future__ import annotations

import socket
from dataclasses import replace
from ipaddress import ip_address
from typing import TYPE_CHECKING

import click

from webform.cli_messages import unusable
from webform.cli_settings import options, setting_option
from webform.settings import options_of
from webform.web.access import MIN_TOKEN, Access
from webform.web.config import LOCAL, Config

if TYPE_CHECKING:
    from collections.abc import Sequence

_UNDECIDED = """\
{host} can be reached from other machines, and nobody has decided who may use webform.
Without a decision anyone who reaches it could run the tools, at your cost and with your credentials. Choose one:
  --public              anyone may use it; [auth] public = true in webform.toml
  --token TOKEN         people and programs need this token, best set as WEBFORM_TOKEN; [auth] token
  [auth] users, header  in webform.toml: people with passwords, or those whom your proxy signs in
  --host 127.0.0.1      this machine only
docs/operations.md has examples."""


#: The options of everything that serves pages.
serving_options = options(
    click.option(
        "--host",
        default="127.0.0.1",
        envvar="WEBFORM_HOST",
        show_default=True,
        help="The name or address to listen on.",
    ),
    click.option(
        "--port",
        type=click.IntRange(0, 65535),
        default=8080,
        envvar="WEBFORM_PORT",
        show_default=True,
        help="0 takes a free one.",
    ),
    setting_option(Access, "public", type=bool, is_flag=True),
    setting_option(
        Access,
        "token",
        type=str,
        metavar="TOKEN",
        envvar="WEBFORM_TOKEN",
        default="",
        note="Better set as WEBFORM_TOKEN: others on this machine can read arguments.",
    ),
    setting_option(
        Config,
        "trusted_hosts",
        "--trusted-host",
        "trusted_hosts",
        type=str,
        metavar="NAME",
        multiple=True,
        default=(),
        envvar="WEBFORM_TRUSTED_HOSTS",
        note="May be given more than once; those of this machine count as well.",
    ),
)


def with_access(config: Config, host: str, *, public: bool, token: str, trusted_hosts: Sequence[str]) -> Config:
    """Return *config* for a server on *host*, as the options say; end where nobody decided who may use it."""
    if token and len(token) < MIN_TOKEN:
        unusable(f"--token has {len(token)} characters; expected {MIN_TOKEN} or more")
    if not options_of(Config)["trusted_hosts"].kind.takes(list(trusted_hosts)):
        unusable(f"--trusted-host takes names without ports, such as tools.example.com, not {', '.join(trusted_hosts)}")
    auth = config.auth
    if public and (token or auth.restricted):
        unusable("--public lets anyone in: leave it out, or leave out the token and [auth]")
    auth = replace(auth, public=not token and (auth.public or public), token=token or auth.token)
    local = is_loopback(host)
    if not local and not auth.decided:
        unusable(_UNDECIDED.format(host=host))
    if not local:
        config = replace(config, limits=config.limits.filled())
    if not local and config.trusted_hosts == LOCAL:
        config = replace(config.trusting(socket.gethostname().lower()), trusts_addresses=True)
    return replace(config.trusting(host, *trusted_hosts), auth=auth)


def is_loopback(host: str) -> bool:
    """Tell whether a server on *host* is reached from this machine only."""
    try:
        found = {str(entry[4][0]) for entry in socket.getaddrinfo(host or "0.0.0.0", None)}  # noqa: S104 - as gunicorn
        return all(ip_address(address.partition("%")[0]).is_loopback for address in found)
    except OSError:
        # It cannot be listened on either: the attempt says so.
        return True
