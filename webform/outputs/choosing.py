"""The view of a value that nobody declared: by its schema, where there is one, and by its shape."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from webform import outputs
from webform.outputs import base64s
from webform.outputs.base import About, Misfit, ShapedKind, View, seen_as
from webform.outputs.base64s import is_data_url
from webform.outputs.cells import is_scalar

if TYPE_CHECKING:
    from collections.abc import Callable

    from webform.outputs.schema_view import Annotations

#: Languages by the media type that a schema names.
LANGUAGES = {
    "application/json": "json", "application/sql": "sql", "application/xml": "xml", "application/yaml": "yaml",
    "application/javascript": "javascript", "text/javascript": "javascript", "text/html": "html", "text/css": "css",
    "text/x-python": "python", "text/x-sql": "sql", "text/xml": "xml", "text/yaml": "yaml",
    "application/toml": "toml", "application/x-yaml": "yaml",
}  # fmt: skip
#: The formats of days and moments.
_MOMENTS = ("date", "date-time")


@dataclass(frozen=True, kw_only=True)
class Rule:
    """
    An entry of the list.

    Args:
        view: the view that is chosen.
        when: the values it is chosen for, in words; the documentation's.
        fits: the same in code, of what the schema says and the value.
        makes: the value that is shown, where that is another.
    """

    view: str
    when: str
    fits: Callable[[Annotations, Any], bool]
    makes: Callable[[Annotations, Any], Any] = lambda _, value: value
    options: Callable[[Annotations], dict[str, Any]] = lambda _: {}


def _shape(kind: ShapedKind) -> Callable[[Annotations, Any], bool]:
    return lambda _, value: kind.fits(value)


def _media(annotations: Annotations) -> str:
    return annotations.word("contentMediaType").partition(";")[0].strip().lower()


def _labelled(*media: str) -> Callable[[Annotations, Any], bool]:
    return lambda annotations, value: isinstance(value, str) and _media(annotations) in media


def _language(annotations: Annotations) -> str:
    media = _media(annotations)
    return LANGUAGES.get(media) or LANGUAGES.get(f"application/{media.rpartition('+')[2]}", "")


def _is_encoded(annotations: Annotations, value: Any, *families: str) -> bool:
    if not isinstance(value, str) or is_data_url(value) or annotations.word("contentEncoding").lower() != "base64":
        return False
    return not families or _media(annotations).partition("/")[0] in families


def _as_url(annotations: Annotations, value: Any) -> str:
    return base64s.data_url(value, _media(annotations))


def _holds(family: str) -> Callable[[Annotations, Any], bool]:
    return lambda _, value: base64s.family_of(value) == family


def _file_url(_: Annotations, value: Any) -> Any:
    return base64s.as_url(value[0] if isinstance(value, list) else value)


def _is_at(family: str) -> Callable[[Annotations, Any], bool]:
    return lambda _, value: outputs.link.fits(value) and base64s.family_at(value) == family


def _has_nested(annotations: Annotations, value: Any) -> bool:
    return isinstance(value, list) and bool(value) and not all(map(is_scalar, value)) and bool(
        annotations.variant and annotations.item(0, value[0]).place and not annotations.item(0, value[0]).place.anything  # type: ignore[union-attr]  # asked for just before
    )  # fmt: skip


#: From the most to the least telling; the last takes any value.
RULES: tuple[Rule, ...] = (
    Rule(view="null", when="null", fits=_shape(outputs.null)),
    Rule(view="choice", when="one of a few values, with a title in the schema",
         fits=lambda annotations, value: is_scalar(value) and annotations.choice(value) != ""),
    Rule(view="boolean", when="true or false", fits=_shape(outputs.boolean)),
    Rule(view="progress", when="a number from 0 to 1 that the schema calls `format: progress`",
         fits=lambda annotations, value: outputs.number.fits(value) and annotations.word("format") == "progress"
         and 0 <= value <= 1),
    Rule(view="number", when="any other number", fits=_shape(outputs.number),
         options=lambda annotations: {"format": "percent"} if annotations.word("format") == "percent" else {}),
    Rule(view="image", when="the base64 of an image, as the schema's `contentEncoding` and `contentMediaType` have it",
         fits=lambda annotations, value: _is_encoded(annotations, value, "image"), makes=_as_url),
    Rule(view="audio", when="the base64 of sound, likewise",
         fits=lambda annotations, value: _is_encoded(annotations, value, "audio"), makes=_as_url),
    Rule(view="video", when="the base64 of a video, likewise",
         fits=lambda annotations, value: _is_encoded(annotations, value, "video"), makes=_as_url),
    Rule(view="file", when="any other base64, likewise", fits=_is_encoded, makes=_as_url),
    Rule(view="image", when="a data URL of an image, or a kept file that is one", fits=_shape(outputs.image)),
    Rule(view="audio", when="a data URL of sound, likewise", fits=_shape(outputs.audio)),
    Rule(view="video", when="a data URL of a video, likewise", fits=_shape(outputs.video)),
    Rule(view="file", when="any other data URL or kept file; an object of `filename` and a data URL as `data`",
         fits=_shape(outputs.file)),
    Rule(view="markdown", when="a text of `contentMediaType: text/markdown`, or `format: markdown`",
         fits=lambda annotations, value: isinstance(value, str)
         and (_media(annotations) == "text/markdown" or annotations.word("format") == "markdown")),
    Rule(view="latex", when="a text of `contentMediaType: application/x-latex` or `text/x-latex`",
         fits=_labelled("application/x-latex", "text/x-latex")),
    Rule(view="diff", when="a text of `contentMediaType: text/x-diff` or `text/x-patch`",
         fits=_labelled("text/x-diff", "text/x-patch")),
    Rule(view="csv", when="a text of `contentMediaType: text/csv` or `text/tab-separated-values` that has rows",
         fits=_labelled(*outputs.csv.MEDIA)),
    Rule(view="html", when="a text of `contentMediaType: text/html`", fits=_labelled(*outputs.html.MEDIA)),
    Rule(view="code", when="a text whose `contentMediaType` is that of a language",
         fits=lambda annotations, value: isinstance(value, str) and _language(annotations) != "",
         options=lambda annotations: {"language": _language(annotations)}),
    Rule(view="moment", when="a text of `format: date` or `date-time` that is one",
         fits=lambda annotations, value: annotations.word("format") in _MOMENTS and outputs.moment.fits(value)),
    Rule(view="text", when="a text of `contentMediaType: text/plain`", fits=_labelled("text/plain")),
    Rule(view="moment", when="a text that is an ISO date, or date and time, and nothing else",
         fits=_shape(outputs.moment)),
    Rule(view="image", when="an address that ends as an image's does, on a site that media is shown from",
         fits=_is_at("image")),
    Rule(view="audio", when="an address that ends as that of sound does, likewise", fits=_is_at("audio")),
    Rule(view="video", when="an address that ends as a video's does, likewise", fits=_is_at("video")),
    Rule(view="link", when="a text that is a whole http, https or mailto address", fits=_shape(outputs.link)),
    Rule(view="image", when="a text that is the base64 of an image, told by its bytes; an object of that and its "
         "media type", fits=_holds("image"), makes=_file_url),
    Rule(view="audio", when="a text or an object that is sound, likewise", fits=_holds("audio"), makes=_file_url),
    Rule(view="video", when="a text or an object that is a video, likewise", fits=_holds("video"), makes=_file_url),
    Rule(view="file", when="a text or an object that is a PDF, an archive or another file, likewise",
         fits=_holds("file"), makes=_file_url),
    Rule(view="image", when="a list of one image", makes=_file_url,
         fits=lambda _, value: isinstance(value, list) and len(value) == 1 and base64s.family_of(value[0]) == "image"),
    Rule(view="diff", when="a text that is a unified diff", fits=_shape(outputs.diff)),
    Rule(view="markdown", when="a text of several lines with two marks of Markdown", fits=_shape(outputs.markdown)),
    Rule(view="text", when="any other text", fits=_shape(outputs.text)),
    Rule(view="image_grid", when="a list of several images", fits=_shape(outputs.image_grid)),
    Rule(view="chart", when="an object whose `type` is that of a chart, such as `chart_line`, with the data of one",
         fits=_shape(outputs.chart)),
    Rule(view="map", when="GeoJSON", fits=_shape(outputs.map)),
    Rule(view="table", when="a list of objects, mostly flat; an object of `columns` and `rows`, with "
         "what else it holds below",
         fits=_shape(outputs.table)),
    Rule(view="list", when="a list of plain values", fits=_shape(outputs.list)),
    Rule(view="list", when="a list whose items the schema describes", fits=_has_nested),
    Rule(view="record", when="an object whose keys the schema declares",
         fits=lambda annotations, value: isinstance(value, dict) and any(key in value for key in annotations.keys)),
    Rule(view="kv", when="an object that holds no others", fits=_shape(outputs.kv)),
    Rule(view="json", when="anything else", fits=_shape(outputs.json)),
)  # fmt: skip

#: The views that a person may choose for a value, by its kind, beside the one that was chosen.
OTHERS: dict[type, tuple[str, ...]] = {
    str: ("text", "markdown", "code", "json"),
    list: ("table", "list", "json"),
    dict: ("table", "kv", "map", "json"),
}
#: Those of them that show values of a certain shape alone.
_BY_SHAPE: dict[str, ShapedKind] = {"table": outputs.table, "kv": outputs.kv, "map": outputs.map}


def rule_of(annotations: Annotations, value: Any) -> Rule:
    """Return the rule that *value* falls under, of which the schema says *annotations*."""
    return next(rule for rule in RULES if rule.fits(annotations, value))


def choose(value: Any, about: About) -> View:
    """Return the view of *value* as a person wants it, else the first that fits, with what its schema says."""
    seen = _wanted(value, about) or _fitting(value, about)
    annotations = about.annotations
    return replace(
        seen,
        at=about.at + seen.at,
        of=about.at,
        title=seen.title or annotations.title,
        description=seen.description or annotations.description,
        others=others_of(value, seen.name, about.source),
    )


def _wanted(value: Any, about: About) -> View | None:
    wanted = about.look.view
    if not wanted or wanted not in others_of(value, "", about.source):
        return None
    seen = seen_as(outputs.KINDS[wanted], about.source if wanted == "text" and about.source else value, about)
    return seen if isinstance(seen, View) else None


def others_of(value: Any, shown: str, source: str = "") -> tuple[str, ...]:
    """Return the views other than the one *shown* that *value* can be seen as: as text where that is its *source*."""
    offered = OTHERS.get(type(value), ())
    views = (*offered, *(("text",) if source and "text" not in offered else ()))
    return tuple(view for view in views if view != shown and _can(view, value))


def _can(view: str, value: Any) -> bool:
    kind = _BY_SHAPE.get(view)
    return kind is None or (kind.fits(value) and (view != "kv" or isinstance(value, dict)))


def _fitting(value: Any, about: About) -> View:
    seen: View | Misfit
    for rule in RULES:
        if rule.fits(about.annotations, value):
            options = rule.options(about.annotations)
            made = rule.makes(about.annotations, value)
            seen = seen_as(outputs.KINDS[rule.view], made, replace(about, options=options))
            if isinstance(seen, View):
                return seen
    return outputs.json.view(value, about)
