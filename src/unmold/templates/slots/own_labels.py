"""Labels that stand in one text with their values, as in `Date posted: 3 May`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from unmold.templates.naming import JOINING, LINKING
from unmold.templates.slots.outline import SHARED, Outlines, Run, in_link, split_lines
from unmold.values.month_names import month_of

LINE = "line"
"""The tag of a line between breaks where that is an element of its own."""


def own_label(text: str) -> str:
    """The label that a text begins with, its sign included; empty if there is none.

    >>> own_label("Date posted: 3 May"), own_label("He said: no, never, and left.")
    ('Date posted:', 'He said:')
    >>> own_label("Brand = Canon"), own_label("width=30")
    ('Brand =', '')
    """
    sign = text.find(":", 0, MAX_LABEL)
    if sign < 0:
        sign = text.find(" = ", 0, MAX_LABEL) + 1
    if sign < 2 or sign + 1 >= len(text) or text[sign + 1] != " ":
        return ""
    label = text[: sign + 1]
    return label if label.count(" ") < 5 and has_word(label) else ""


MAX_LABEL = 40
"""Letters of a label with its sign. A guess."""


def has_word(text: str) -> bool:
    """Whether a text has two letters or more; a number or a mere sign names nothing."""
    if len(text) > 1 and text[:2].isalpha():
        # So most texts begin.
        return True
    if text.isascii():
        return _LETTERS.search(text) is not None
    letters = filter(str.isalpha, text)
    return next(letters, "") != "" and next(letters, "") != ""


_LETTERS = re.compile(r"[a-zA-Z][^a-zA-Z]*[a-zA-Z]")


def label_before(values: Sequence[str], prefix: str) -> str:
    """What of the words that all values begin with names them: those of a title are its own.

    A number, a date or an identifier follows such a name, or its last word leads to the value.

    >>> label_before(["Bug 10", "Bug 7"], "Bug "), label_before(["Ann Lee", "Ann Ray"], "Ann ")
    ('Bug ', '')
    >>> label_before(["Made in Peru", "Made in Japan"], "Made in ")
    'Made in '
    >>> label_before(["Module java.base", "Module java.sql"], "Module ")
    'Module '
    >>> label_before(["» Ann Lee", "» Ann Ray"], "» Ann ")
    '» '
    """
    words = prefix.split()
    if not words or not any(map(str.isalpha, prefix)) or words[-1].casefold() in JOINING:
        return prefix
    rests = [value[len(prefix) :].lstrip(BEFORE_NUMBERS) for value in values]
    if sum(map(_is_plain, rests)) >= NAMED * len(rests):
        return prefix
    first = next(at for at, sign in enumerate(prefix) if sign.isalnum())
    return prefix[:first]


BEFORE_NUMBERS = "#$€£¥₹([{+-~<>≈№ "
"""Signs that stand before a number."""
NAMED = 0.8
"""Share of values that are a number, date or identifier behind their label. A guess."""


def _is_plain(text: str) -> bool:
    """Whether a text begins with a number or month, or is one word without a capital."""
    first, *others = text.split(" ", 1)
    return text[:1].isdigit() or month_of(first) > 0 or not (others or text[:1].isupper())


def joins_values(text: str) -> bool:
    """Whether a text says nothing but words that join values, as the one in `7 — at version 2`.

    >>> joins_values("— at"), joins_values("at noon")
    (True, False)
    """
    words = [word.strip(":,.").casefold() for word in text.split()]
    return all(word in LINKING or not any(map(str.isalnum, word)) for word in words)


def first_label(run: Run) -> str:
    """The label that a run begins with: up to its colon, or its first text where that is marked."""
    if (":" in run.text or " = " in run.text) and (label := own_label(run.text)):
        return label
    marks, first = run.marks, run.first
    if len(run.leaves) < 2 or len(first) > 40 or marks[0] == marks[1] or in_link(marks[0]):
        return ""
    return first if has_word(first) and not first[0].isdigit() else ""


def find_own_labels(outlines: Outlines) -> set[tuple[str, str]]:
    """Labels that stand in one text with their values on enough pages, with their places.

    Runs and their lines keep what they begin with: all that aligns them asks for it.
    """
    pages: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
    for element, run in outlines.labelled:
        run.label = first_label(run)
        if run.label:
            pages[run.label, element.tag].add(element.page)
        for line in split_lines(run) if run.breaks else ():
            line.label = first_label(line)
            if line.label:
                pages[line.label, LINE].add(element.page)
    number = len(outlines.roots)
    some, many = max(2, 0.1 * number), max(2, SHARED * number)
    return {key for key, on in pages.items() if len(on) >= (some if key[0][-1] == ":" else many)}
