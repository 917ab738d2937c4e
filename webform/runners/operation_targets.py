"""Targets of the operations of OpenAPI documents, and what a document may not lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urljoin

from webform.runners.base import Target, TargetError

if TYPE_CHECKING:
    from webform.operation import Operation
    from webform.tool import Tool


def typed_target(tool: Tool, url: str, timeout: float | None = None) -> Target:
    """
    Return where *tool* is called, at an address that the operator typed.

    Raises:
        TargetError: *url* is no address.
    """
    protocol = tool.call.protocol if tool.call.operation else ""
    return Target(url=url, timeout=timeout or tool.max_runtime_seconds, protocol=protocol).as_typed()


def operation_target(tool: Tool, operation: Operation, document: str, timeout: float | None = None) -> Target | None:
    """
    Return where *operation* is called, at the first of its servers; `None` where that is no address.

    A server of a private network is allowed only where it is the one that the operator typed.

    Args:
        tool: the tool that *operation* is.
        operation: the operation.
        document: the address of its document, which the operator typed; `""` for a file.
        timeout: seconds for a call; `None` is what the tool declares.
    """
    try:
        target = typed_target(tool, urljoin(document, next(iter(operation.servers), "/")), timeout)
        is_typed = document != "" and _place(target) == _place(Target(url=document))
    except (TargetError, ValueError):
        # The author of the document wrote it: it costs no other operation.
        return None
    return target if is_typed else target.public()


def _place(target: Target) -> tuple[bool, str, int]:
    return target.secure, target.host, target.port
