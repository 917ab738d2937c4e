"""Unit chat: right sums, remembered answers, and no message that breaks it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

TOOL = "unit-chat"


@pytest.fixture
def say(run: Callable[[Any], tuple[int, Any]]) -> Callable[..., str]:
    """Say one thing after another: the reply to the last."""

    def post(*texts: str) -> str:
        messages: list[dict[str, str]] = []
        for text in texts:
            messages.append({"role": "user", "content": text})
            status, answer = run({"messages": messages, "history": []})
            assert status == 200, answer
            messages.append({"role": "assistant", "content": answer["reply"]})
        return messages[-1]["content"]

    return post


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ("2+2", "**4**"),
        ("2 * (3 + 4) ^ 2", "**98**"),
        ("What is 2^10?", "**1,024**"),
        ("1,000.5 × 2", "**2,001**"),
        ("sqrt(2) * 10", "**14.14213562**"),
        ("-5", "**-5**"),
        ("0.1 + 0.2", "**0.3**"),
        ("5 km in miles", "5 km = **3.106855961 mi**"),
        ("what is 26.2 miles in km?", "26.2 mi = **42.1648128 km**"),
        ("100 °F in °C", "100 °F = **37.77777778 °C**"),
        ("-40 C to F", "-40 °C = **-40 °F**"),
        ("0 K as celsius", "0 K = **-273.15 °C**"),
        ("5 in in cm", "5 in = **12.7 cm**"),
        ("2 acres into m2", "2 acre = **8,093.712845 m²**"),
        ("3 GB in MiB", "3 GB = **2,861.022949 MiB**"),
        ("7 in", "**7 in**"),
        ("5 km in kg", "Length (km) is not mass (kg)."),
        ("5 mles in km", "I know no unit “mles”; did you mean “miles”?"),
        ("1/0", "“1/0” has no value."),
        ("10e400", "“10e400” is too large."),
        ("in feet", "There is no answer yet to go on from."),
        ("/ 2", "There is no answer yet to go on from."),
        ("list", "No answers yet."),
    ],
)
def test_a_question_by_itself(text: str, reply: str, say: Callable[..., str]) -> None:
    assert reply == say(text)


@pytest.mark.parametrize(
    ("texts", "reply"),
    [
        (("2+2", "times 3"), "4 * 3 = **12**"),
        (("12", "in km", "and in feet?"), "12 km = **39,370.07874 ft**"),
        (("14 km", "divided by 4"), "14 km / 4 = **3.5 km**"),
        (("1 km", "plus 500 m", "that in m"), "1.5 km = **1,500 m**"),
        (("1 km", "hello?", "minus 1"), "1 km - 1 = **0 km**"),
        (("1 km", "minus 1 kg"), "Mass (kg) is not length (km)."),
        (("1 km", "times 2 km"), "I multiply and divide by plain numbers only."),
        (("3", "plus 1 m"), "The last answer, 3, has no unit."),
        (("3", "/ 0", "- 1"), "3 - 1 = **2**"),
        (("3", "6 ft", "list"), "1. 3\n2. 6 ft"),
    ],
)
def test_a_question_about_the_answers_before(texts: tuple[str, ...], reply: str, say: Callable[..., str]) -> None:
    assert reply == say(*texts)


def test_the_transcript_of_the_example_goes_on(examples: dict[str, Any], run: Callable[[Any], tuple[int, Any]]) -> None:
    status, answer = run(examples["Asking back"])

    assert (status, answer) == (200, {"reply": "22,965.87927 ft = **7,000 m**"})


@pytest.mark.parametrize(
    "text",
    [
        "Validation probe", "", "   ", "hello", "in", "foo in bar", "1 000", "'a' * 9", "True + 1", "x" * 2000,
        "__import__('os').system('true')", "().__class__", "[1, 2]", "lambda: 1", "1 if 1 else 2", "1; 2", "f(1)",
        "sqrt(1, 2)", "sqrt(x=1)", "(" * 150, "-" * 190 + "x", "\0", "\ud800", "٣", "5 \n\n +", "`<b>`",
    ],
    ids=lambda text: repr(text)[:20],
)  # fmt: skip
def test_what_is_no_question_gets_help(text: str, say: Callable[..., str]) -> None:
    assert say(text).startswith("I calculate and convert units.")


@pytest.mark.parametrize("text", ["9^9^9^9", "9**9**9**9", "(-8)^0.5", "sqrt(-1)", "ln(0)", "exp(1000)", "5 % 0"])
def test_what_has_no_value_is_said_to_have_none(text: str, say: Callable[..., str]) -> None:
    assert f"“{text}” has no value." == say(text)


@pytest.mark.parametrize(
    ("messages", "place"),
    [
        ([], ("messages",)),
        ("hello", ("messages",)),
        ([{"role": "user", "content": ""}] * 201, ("messages",)),
        (["hello"], ("messages", 0)),
        ([{"role": "robot", "content": ""}], ("messages", 0, "role")),
        ([{"role": ["user"], "content": ""}], ("messages", 0, "role")),
        ([{"role": "user"}], ("messages", 0, "content")),
        ([{"role": "user", "content": 1}], ("messages", 0, "content")),
        ([{"role": "user", "content": "x" * 2001}], ("messages", 0, "content")),
        ([{"role": "user", "content": ""}, {"role": "assistant", "content": ""}], ("messages", 1, "role")),
    ],
    ids=lambda part: str(part)[:40],
)
def test_a_transcript_that_is_none_is_refused_where_it_is_wrong(
    messages: Any, place: tuple[Any, ...], refused: Callable[[Any], list[tuple[Any, ...]]]
) -> None:
    assert [place] == refused({"messages": messages, "history": []})
