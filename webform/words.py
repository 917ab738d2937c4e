"""Words that people see."""

#: What stands for a secret where the rest of a value is shown.
MASK = "[hidden]"


def sentence(text: str) -> str:
    """Return *text* with a capital at its beginning."""
    return text[:1].upper() + text[1:]
