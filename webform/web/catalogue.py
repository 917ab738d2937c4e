"""The catalogue: the page of all tools by category, and of those that fit what is looked for."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import Response, request

from webform.language import gettext
from webform.web.answers import answer
from webform.web.pages import render_page

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webform.web.served import Card
    from webform.web.site import Site

#: Characters of a search.
MAX_SEARCH = 200
#: Seconds that the catalogue waits for a server that is asked again.
RETRY = 10.0
#: Tools of a category, on average, from which on the catalogue has headings.
A_CATEGORY = 2


class Search(NamedTuple):
    """What is looked for: *text*, all of whose words a tool has, and its *tag* or category; `""` for any."""

    text: str
    tag: str

    def finds(self, card: Card) -> bool:
        """Tell whether the tool of *card* fits."""
        return (not self.tag or self.tag in card.labels) and all(
            word in card.searched for word in self.text.lower().split()
        )


class Category(NamedTuple):
    """A heading of the catalogue, `""` for none, and the tools below it."""

    name: str
    cards: list[Card]


def catalogue(site: Site) -> Response:
    """Answer with the page of all tools, or of those that fit what is looked for."""
    search = Search(*(request.args.get(name, "").strip()[:MAX_SEARCH] for name in ("q", "tag")))
    if any(search) or site.outages or site.personal:
        return answer(_page(site, search))
    return site.cache.answer(("catalogue", site.root), site.policy, lambda: _page(site, search))


def retry(site: Site) -> Response:
    """Ask the servers of a name again for their tools, and show the catalogue."""
    for outage in site.outages:
        if outage.server.name == request.form.get("server"):
            outage.retry(RETRY)
    return Response(status=303, headers={"Location": site.url("/")})


def _page(site: Site, search: Search) -> str:
    cards = [served.card for served in site.visible.values() if served.listed]
    categories = _categories(cards)
    headed = len(categories) > 1 and len(cards) >= A_CATEGORY * len(categories)
    found = [card for card in cards if search.finds(card)]
    context: dict[str, Any] = {
        "categories": _categories(found) if headed else [Category("", found)] if found else [],
        "tags": _tags(cards) if headed else {},
        "found": len(found),
        "total": len(cards),
        "search": search,
        "outages": [] if any(search) else [outage.shown() for outage in site.outages],
        "gallery": site.gallery and site.url(site.gallery),
        "playground": site.url("/playground") if site.config.playground else "",
    }
    return render_page(site, "catalogue.html", **context)


def _categories(cards: Iterable[Card]) -> list[Category]:
    """Return *cards* by category, in the order of their first tools; those of none are the last."""
    found: dict[str, list[Card]] = {}
    for card in cards:
        found.setdefault(card.category, []).append(card)
    others = found.pop("", [])
    named = [Category(name, of_it) for name, of_it in found.items()]
    return [*named, Category(gettext("Other tools"), others)] if others else named


def _tags(cards: Iterable[Card]) -> dict[str, int]:
    """Return the tags and categories, by name, with the number of their tools."""
    counts = Counter(label for card in cards for label in card.labels)
    return dict(sorted(counts.items(), key=lambda pair: pair[0].lower()))
