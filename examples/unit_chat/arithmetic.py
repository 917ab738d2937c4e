"""Calculations as people type them, and nothing else that Python could run."""

from __future__ import annotations

import ast
import math
import operator
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
SIGNS = str.maketrans({"×": "*", "÷": "/", "−": "-", "^": "**", "·": "*"})
OPERATORS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Mod: operator.mod,
    ast.Pow: math.pow,
}
CONSTANTS = {"pi": math.pi, "e": math.e, "tau": math.tau}
FUNCTIONS: dict[str, Callable[[float], float]] = {
    "sqrt": math.sqrt,
    "abs": abs,
    "ln": math.log,
    "log": math.log10,
    "exp": math.exp,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
}


def calculate(text: str) -> float:
    """
    Return the value of the calculation *text*.

    Raises:
        SyntaxError: it is no calculation.
        ValueError: it has no value, such as 1/0; says so in a sentence.
    """
    try:
        tree = ast.parse(THOUSANDS.sub("", text).translate(SIGNS).strip(), mode="eval")
    except (ValueError, MemoryError, RecursionError):
        raise SyntaxError from None
    try:
        value = _value(tree.body)
    except (ArithmeticError, ValueError):
        raise ValueError(f"“{text.strip()}” has no value.") from None
    if not math.isfinite(value):
        raise ValueError(f"“{text.strip()}” is too large.")
    return value


def _value(node: ast.expr) -> float:
    match node:
        # All numbers are floats here: no power of integers can take for ever.
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return float(number)
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in OPERATORS:
            return OPERATORS[type(sign)](_value(left), _value(right))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _value(operand)
        case ast.Name(id=name) if name in CONSTANTS:
            return CONSTANTS[name]
        case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]) if name in FUNCTIONS:
            return FUNCTIONS[name](_value(argument))
    raise SyntaxError
