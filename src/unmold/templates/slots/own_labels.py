"""Labels that stand in one text with their values, as in `Date posted: 3 May`."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache

from unmold.templates.slots.outline import SHARED, Outlines, Run, split_lines

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


LINKING = frozenset(
    """a am an and as at by el for from in le of on or out par por the to von with""".split()  # noqa: SIM905
)
"""Words that join values and name none of them."""


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


@lru_cache(maxsize=4_096)
def in_link(mark: str) -> bool:
    """Whether any of the inline markup around a text is a link."""
    return any(step.split(".")[0] == "a" for step in mark.split(" "))


def find_own_labels(outlines: Outlines) -> set[tuple[str, str]]:
    """Labels that stand in one text with their values on enough pages, with their places."""
    pages: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
    for element, run in outlines.labelled:
        if label := first_label(run):
            pages[label, element.tag].add(element.page)
        for line in split_lines(run) if run.breaks else ():
            if label := first_label(line):
                pages[label, LINE].add(element.page)
    number = len(outlines.roots)
    some, many = max(2, 0.1 * number), max(2, SHARED * number)
    return {key for key, on in pages.items() if len(on) >= (some if key[0][-1] == ":" else many)}
