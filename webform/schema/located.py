"""Subschemas and where they stand: in which resource, of which draft, under which URI."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

import jsonschema_rs

from webform.values import ABSENT, join, to_fragment

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from webform.schema.keywords import SchemaDraft

Schema = dict[str, Any] | bool

#: Where a schema without an absolute URI stands. Nothing is ever fetched, from there or elsewhere.
HOME = "https://schema.invalid/"


@dataclass(frozen=True, slots=True, eq=False)
class Resource:
    """A schema with a URI of its own, in the document whose URI is *document*."""

    uri: str
    draft: SchemaDraft
    document: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Located:
    """A subschema, and where it stands: *steps* below *up*, which is `None` for a whole document."""

    schema: Schema
    resource: Resource
    up: Located | None = None
    steps: tuple[str | int, ...] = ()

    @property
    def at(self) -> str:
        """Its pointer in its document."""
        # Put together when asked for: kept, the pointers of a deep schema would take the square of its depth.
        steps: deque[str | int] = deque()
        located: Located | None = self
        while located is not None:
            steps.extendleft(reversed(located.steps))
            located = located.up
        return join("", *steps)

    @property
    def uri(self) -> str:
        """The URI of its document, and its pointer there."""
        return self.resource.document + to_fragment(self.at)

    def get(self, keyword: str) -> Any:
        """Return what it says under *keyword*, or `ABSENT`."""
        return ABSENT if isinstance(self.schema, bool) else self.schema.get(keyword, ABSENT)


def stated(schemas: Iterable[Located], keyword: str) -> Iterator[Any]:
    """Yield what *schemas* say under *keyword*, those that do."""
    return (value for located in schemas if (value := located.get(keyword)) is not ABSENT)


def resolve(base: str, reference: str) -> str:
    """Return the URI that *reference* means beside *base*; `""` where it means none."""
    if not reference or reference.startswith("#"):
        return base + reference
    if not is_reference(reference.partition("#")[0]):
        return ""
    scheme, hierarchical, rest = base.partition("://")
    try:
        # The standard library joins only where it knows the scheme.
        uri = urljoin(f"http://{rest}" if hierarchical else "", reference)
    except ValueError:
        return ""
    if hierarchical and uri.startswith("http://") and not reference.startswith("http:"):
        uri = scheme + uri.removeprefix("http")
    return uri if ":" in uri else ""


def is_reference(text: str) -> bool:
    """Tell whether *text* is a URI reference (RFC 3986)."""
    return text.isascii() and bool(_references().is_valid(text))


@cache
def _references() -> Any:
    return jsonschema_rs.validator_for({"format": "uri-reference"}, validate_formats=True, offline=True)
