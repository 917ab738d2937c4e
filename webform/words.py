"""Words that people see."""

#: What stands for a secret where the rest of a value is shown.
MASK = "[hidden]"


def sentence(text: str) -> str:
    """Return *text* with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def counted(count: int, one: str, many: str = "") -> str:
    """Return *count* with the word for *one*, or for *many* where that is not *one* with an s."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
