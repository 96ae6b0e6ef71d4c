"""Small pages for the measures, written as nested tags: `html(head body(p b))`."""

import re

from support import native
from unmold._core import Comparand

NAMES: list[str] = []
"""All tags that were written: a tag has the same number on every page."""


def comparand(outline: str, classes: tuple[str, ...] = ()) -> Comparand:
    """A page whose elements are in the outline; parentheses hold the children of a tag."""
    labels: list[int] = []
    depths: list[int] = []
    sequence: list[int] = []
    open_tags: list[int] = []
    last = -1
    for token in re.findall(r"[\w-]+|[()]", outline):
        if token == "(":
            open_tags.append(last)
            sequence.pop()  # the end tag that was written too early
        elif token == ")":
            sequence.append(open_tags.pop())
        else:
            if token not in NAMES:
                NAMES.append(token)
            last = NAMES.index(token)
            labels.append(last)
            depths.append(len(open_tags))
            sequence += [last, last]
    tree = native.LabelledTree.from_depths(labels, depths)
    return native.comparand(tree, sequence, list(classes), NAMES)
