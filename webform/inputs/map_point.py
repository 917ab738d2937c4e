"""A place on a map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from webform.inputs.maps import PLACE, MapLike, is_place, read_place
from webform.inputs.numbers import number_text, read_number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from webform.inputs.base import Texts


@dataclass(frozen=True, kw_only=True)
class MapPoint(MapLike):
    """A place, `[latitude, longitude]`."""

    type: ClassVar[str] = "map_point"

    @property
    def parts(self) -> Sequence[str]:
        return ("/0", "/1")

    def texts(self, value: Any) -> Texts | None:
        return {"/0": [number_text(value[0])], "/1": [number_text(value[1])]} if is_place(value) else None

    def value(self, texts: Mapping[str, list[str]]) -> Any:
        latitude, longitude = texts["/0"][-1], texts["/1"][-1]
        if not longitude.strip() and "," in latitude:
            return read_place(latitude)
        return [read_number(latitude, "/0", "a latitude"), read_number(longitude, "/1", "a longitude")]

    def value_schema(self) -> dict[str, Any]:
        return PLACE

    def sample(self, now: datetime) -> Any:
        del now
        return self.centre
