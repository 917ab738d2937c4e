"""Words that people see."""

from webform.language import ngettext, number

#: What stands for a secret where the rest of a value is shown.
MASK = "[hidden]"


def sentence(text: str) -> str:
    """Return *text* with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def counted(count: int, one: str, other: str) -> str:
    """Return the text for *count*, which fills the placeholder `count`: English has *one* and *other*."""
    return ngettext(one, other, count, count=number(count))
