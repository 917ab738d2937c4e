"""The review as a table: what is tried against which threats, and how long it may take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.hostile import bombs, kills, markup, sites

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.hostile.lab import Lab, Tried


@dataclass(frozen=True, kw_only=True)
class Attack:
    """
    Something that is tried on the running app.

    Args:
        threats: the rows of docs/security.md.
        tried: what is tried, in words.
        program: does it.
        seconds: how long it may take.
        quick: whether the suite tries it as well.
    """

    threats: tuple[int, ...]
    tried: str
    program: Callable[[Lab], Tried]
    seconds: int = 120
    quick: bool = False

    @property
    def name(self) -> str:
        """What the command calls it."""
        return f"{self.program.__module__.rpartition('.')[2]}.{self.program.__name__}"


ATTACKS = [
    Attack(threats=(12, 18, 23), program=markup.declarations,
           tried="a declaration with scripts, handlers, templates and addresses in every text, and links that fill in the same; in a browser"),
    Attack(threats=(13, 14, 15, 16, 17), program=markup.answers, seconds=300,
           tried="the same in answers, and Markdown, SVG, GeoJSON, chart labels, file names, resource links and invisible characters, in every field of every view; in a browser"),
    Attack(threats=(13, 16, 41), program=markup.documents, seconds=300,
           tried="answers of HTML, SVG, XML, Markdown, CSV and scripts, also with false media types: shown, framed, downloaded; in a browser"),
    Attack(threats=(15,), program=markup.links, tried="links that run code, hide their address or lead elsewhere, in 22 spellings; in a browser"),
    Attack(threats=(5, 13, 16, 21, 29), program=sites.headers, quick=True,
           tried="every route by seven methods, with ids that exist, that do not and that attack, and broken requests: policy, nosniff, referrer, cookies and caching of each answer"),
    Attack(threats=(5,), program=sites.rebinding, quick=True, tried="requests with twelve host names that are not trusted"),
    Attack(threats=(5,), program=sites.posts, quick=True,
           tried="every route that changes something, from other sites, with `Origin: null` and without our own, in four media types"),
    Attack(threats=(21,), program=sites.framing, tried="every page in a frame of another site; in a browser"),
    Attack(threats=(1,), program=sites.private, quick=True, tried="tools at private addresses in 28 spellings, where none was allowed"),
    Attack(threats=(3, 42), program=sites.elsewhere, quick=True, tried="redirects, and answers that name another server to poll or to sign in at"),
    Attack(threats=(47,), program=sites.functions,
           tried="names of modules, functions, files and commands in keys, values and addresses of a Python function"),
    Attack(threats=(16, 25, 26, 29, 41), program=bombs.names, quick=True,
           tried="line breaks, paths, quotes and NUL in names of files, keys, tools, runs and queries"),
    Attack(threats=(7, 9, 19, 25, 31), program=bombs.requests,
           tried="bombs of JSON, forms, data URLs, gzip and headers, at every address that takes a body"),
    Attack(threats=(7, 34), program=bombs.answers, seconds=600,
           tried="answers that are bombs: gzip, nesting, a million values, pictures, entities, Markdown, code, LaTeX; run, and looked at twice"),
    Attack(threats=(7,), program=bombs.slow, tried="answers without end, a byte now and then, headers without end, silence, half an answer"),
    Attack(threats=(7, 37), program=bombs.connections, quick=True,
           tried="sixty connections that send nothing, send half a request, or never close"),
    Attack(threats=(37,), program=bombs.crowd,
           tried="500 runs and 500 streams of one client, with the limits of production, beside another client"),
    Attack(threats=(39,), program=bombs.equal_posts, quick=True, tried="fifty equal posts at once, ten times"),
    Attack(threats=(36,), program=kills.on_sqlite, seconds=600, tried="`kill -9` at fifty random moments, SQLite"),
    Attack(threats=(36,), program=kills.on_postgres, seconds=600, tried="`kill -9` at fifty random moments, PostgreSQL"),
]  # fmt: skip
