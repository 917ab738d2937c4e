"""The file with the operator's own tokens, which nobody else on the machine can read."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from mcp.client.auth import OAuthClientProvider
from mcp.shared.auth import OAuthClientInformationFull, OAuthMetadata, OAuthToken, ProtectedResourceMetadata
from pydantic import ValidationError

from webform.places import token_file
from webform.runners.oauth_flow import Grant, Memory, client_metadata
from webform.values import as_dict

if TYPE_CHECKING:
    from pathlib import Path

    from webform.runners.addresses import Resolve
    from webform.runners.base import Target


def save(grant: Grant) -> None:
    """
    Keep the tokens of *grant* in the file, beside those for other servers.

    Raises:
        OSError: it cannot be written.
    """
    path, context = token_file(), grant.provider.context
    parts = {
        "tokens": context.current_tokens,
        "client": context.client_info,
        "server": context.oauth_metadata,
        "resource": context.protected_resource_metadata,
    }
    entry: dict[str, Any] = {
        name: part.model_dump(mode="json", exclude_none=True) for name, part in parts.items() if part is not None
    }
    entry["expires"] = context.token_expiry_time
    entry["issuer"] = context.auth_server_url
    entries = _entries(path) | {grant.target.url: entry}
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    with suppress(FileNotFoundError):
        new.unlink()
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        json.dump(entries, file, indent=1)
    new.replace(path)


def load(target: Target, resolve: Resolve) -> Grant | None:
    """Return the grant for the server at *target* that is kept in the file, if there is one."""
    entry = _entries(token_file()).get(target.url)
    if not isinstance(entry, dict):
        return None
    memory = Memory(changed=lambda: save(grant))
    provider = OAuthClientProvider(target.url, client_metadata(target.oauth, "http://127.0.0.1/callback"), memory)
    context = provider.context
    try:
        memory.tokens = OAuthToken.model_validate(entry["tokens"])
        memory.client = OAuthClientInformationFull.model_validate(entry["client"])
        context.oauth_metadata = OAuthMetadata.model_validate(entry["server"]) if "server" in entry else None
        if "resource" in entry:
            context.protected_resource_metadata = ProtectedResourceMetadata.model_validate(entry["resource"])
    except (KeyError, ValidationError):
        return None
    context.token_expiry_time, context.auth_server_url = entry.get("expires"), entry.get("issuer")
    grant = Grant(target, provider, resolve)
    return grant


def _entries(path: Path) -> dict[str, Any]:
    try:
        return as_dict(json.loads(path.read_text("utf-8")))
    except (OSError, ValueError):
        return {}
