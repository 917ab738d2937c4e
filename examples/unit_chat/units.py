"""Units of measurement: their names, what they measure and how large they are."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches


@dataclass(frozen=True, kw_only=True)
class Unit:
    """
    A unit.

    Args:
        symbol: how it is written after a number.
        of: what it measures.
        size: how many of the first unit of its kind it is.
        zero: what its zero is in the first unit of its kind.
    """

    symbol: str
    of: str
    size: float
    zero: float = 0


@dataclass(frozen=True)
class Quantity:
    """A number of a unit, or a plain number."""

    number: float
    unit: Unit | None


#: What is measured -> names of its units, the symbol first -> how many of the first unit.
SIZES: dict[str, dict[str, float]] = {
    "length": {
        "m metre metres meter meters": 1,
        "km kilometre kilometres kilometer kilometers": 1000,
        "cm centimetre centimetres centimeter centimeters": 0.01,
        "mm millimetre millimetres millimeter millimeters": 0.001,
        "mi mile miles": 1609.344,
        "yd yard yards": 0.9144,
        "ft foot feet": 0.3048,
        "in inch inches": 0.0254,
        "nmi": 1852,
    },
    "mass": {
        "kg kilogram kilograms kilo kilos": 1,
        "g gram grams": 0.001,
        "mg milligram milligrams": 1e-6,
        "t tonne tonnes": 1000,
        "lb lbs pound pounds": 0.45359237,
        "oz ounce ounces": 0.028349523125,
        "st stone stones": 6.35029318,
    },
    "volume": {
        "l litre litres liter liters": 1,
        "ml millilitre millilitres milliliter milliliters": 0.001,
        "m³ m3": 1000,
        "gal gallon gallons": 3.785411784,
        "pt pint pints": 0.473176473,
        "cup cups": 0.2365882365,
    },
    "area": {
        "m² m2": 1,
        "km² km2": 1e6,
        "ha hectare hectares": 1e4,
        "acre acres": 4046.8564224,
        "ft² ft2": 0.09290304,
    },
    "time": {
        "s second seconds sec secs": 1,
        "min minute minutes mins": 60,
        "h hour hours": 3600,
        "d day days": 86400,
        "wk week weeks": 604800,
    },
    "speed": {
        "m/s": 1,
        "km/h kmh kph": 1 / 3.6,
        "mph": 0.44704,
        "kn knot knots": 1852 / 3600,
    },
    "data": {
        "B byte bytes": 1,
        "kB KB kilobyte kilobytes": 1e3,
        "MB megabyte megabytes": 1e6,
        "GB gigabyte gigabytes": 1e9,
        "KiB": 2**10,
        "MiB": 2**20,
        "GiB": 2**30,
    },
}
#: Names -> size and zero, in kelvin.
TEMPERATURES = {
    "K kelvin kelvins": (1.0, 0.0),
    "°C C celsius": (1.0, 273.15),
    "°F F fahrenheit": (5 / 9, 459.67 * 5 / 9),
}

UNITS: dict[str, Unit] = {
    name: Unit(symbol=names.split()[0], of=of, size=size)
    for of, sizes in SIZES.items()
    for names, size in sizes.items()
    for name in names.split()
} | {
    name: Unit(symbol=names.split()[0], of="temperature", size=size, zero=zero)
    for names, (size, zero) in TEMPERATURES.items()
    for name in names.split()
}


def find_unit(name: str) -> Unit:
    """
    Return the unit called *name*, in capitals or not.

    Raises:
        ValueError: there is none; names the nearest.
    """
    name = name.strip()
    unit = UNITS.get(name) or UNITS.get(name.lower()) or UNITS.get(name.upper())
    if unit is None:
        near = get_close_matches(name[:40].lower(), UNITS, n=1)
        raise ValueError(f"I know no unit “{name[:40]}”" + (f"; did you mean “{near[0]}”?" if near else "."))
    return unit


def convert(start: Quantity, unit: Unit | None) -> Quantity:
    """
    Return *start* in *unit*; a plain number takes the unit, a quantity keeps its kind.

    Raises:
        ValueError: the two measure different things.
    """
    if start.unit is None or unit is None:
        return Quantity(start.number, unit or start.unit)
    if start.unit.of != unit.of:
        raise ValueError(f"{start.unit.of.capitalize()} ({start.unit.symbol}) is not {unit.of} ({unit.symbol}).")
    return Quantity((start.number * start.unit.size + start.unit.zero - unit.zero) / unit.size, unit)


def shown(quantity: Quantity) -> str:
    """Return *quantity* as it is written."""
    # Ten digits hide what binary fractions add; more would show it.
    number = f"{quantity.number:,.10g}"
    return f"{number} {quantity.unit.symbol}" if quantity.unit else number
