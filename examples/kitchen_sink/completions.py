"""The suggestions for the autocomplete inputs of the kitchen sink."""

from __future__ import annotations

import unicodedata
from calendar import isleap
from typing import Any

MOST = 10

#: UN location code -> name.
CITIES = {
    "NLAMS": "Amsterdam, Netherlands",
    "GRATH": "Athens, Greece",
    "NZAKL": "Auckland, New Zealand",
    "ESBCN": "Barcelona, Spain",
    "DEBER": "Berlin, Germany",
    "COBOG": "Bogotá, Colombia",
    "BEBRU": "Brussels, Belgium",
    "ARBUE": "Buenos Aires, Argentina",
    "EGCAI": "Cairo, Egypt",
    "ZACPT": "Cape Town, South Africa",
    "DKCPH": "Copenhagen, Denmark",
    "SNDKR": "Dakar, Senegal",
    "IEDUB": "Dublin, Ireland",
    "CHGVA": "Geneva, Switzerland",
    "VNHAN": "Hanoi, Vietnam",
    "FIHEL": "Helsinki, Finland",
    "TRIST": "İstanbul, Türkiye",
    "PELIM": "Lima, Peru",
    "PTLIS": "Lisbon, Portugal",
    "GBLON": "London, United Kingdom",
    "ESMAD": "Madrid, Spain",
    "AUMEL": "Melbourne, Australia",
    "CAMTR": "Montréal, Canada",
    "KENBO": "Nairobi, Kenya",
    "USNYC": "New York, United States",
    "NOOSL": "Oslo, Norway",
    "FRPAR": "Paris, France",
    "CZPRG": "Prague, Czechia",
    "ISREY": "Reykjavík, Iceland",
    "ITROM": "Rome, Italy",
    "BRSAO": "São Paulo, Brazil",
    "KRSEL": "Seoul, South Korea",
    "SGSIN": "Singapore, Singapore",
    "SESTO": "Stockholm, Sweden",
    "AUSYD": "Sydney, Australia",
    "JPTYO": "Tokyo, Japan",
    "CATOR": "Toronto, Canada",
    "ATVIE": "Vienna, Austria",
    "PLWAW": "Warsaw, Poland",
    "CHZRH": "Zürich, Switzerland",
}


def cities(typed: str) -> list[dict[str, Any]]:
    """Return the cities whose name has a word that begins with *typed*, accents or not."""
    wanted = f" {_plain(typed.strip())}"
    found = [{"value": code, "label": name} for code, name in CITIES.items() if wanted in f" {_plain(name)}"]
    return found[:MOST]


def leap_years(typed: str) -> dict[str, Any]:
    """Return the leap years that begin with *typed*, as numbers, in the other form of answer that tools give."""
    years = [year for year in range(1900, 2101) if isleap(year) and str(year).startswith(typed.strip())]
    return {"results": [{"value": year, "label": str(year)} for year in years[:MOST]]}


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character))
