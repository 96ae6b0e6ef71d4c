"""The elements that are rows: the cells of a table's rows enter, elements around each leave.

A row is the element that holds its cells and no other row's. Where the cells of all rows are
siblings, as in `dl`, it is the first of them, its head.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from unmold.export.parsed_leaves import Element

NEVER_ROWS = ("html", "body")


def row_elements(rows: Sequence[Sequence[Element]], context: Element | None) -> list[list[Element]]:
    """For each row the elements that may stand for it, the outermost first."""
    owners: defaultdict[Element, set[int]] = defaultdict(set)
    for number, cells in enumerate(rows):
        for cell in cells:
            for element in _around(cell, context):
                owners[element].add(number)
    return [_own_elements(cells, number, owners, context) for number, cells in enumerate(rows)]


def _own_elements(
    cells: Sequence[Element],
    number: int,
    owners: dict[Element, set[int]],
    context: Element | None,
) -> list[Element]:
    if not cells:
        return []
    common = [
        element
        for element in _around(cells[0], context)
        if all(any(one is element for one in _around(cell, context)) for cell in cells[1:])
    ]
    own = [element for element in common if owners[element] == {number}]
    if own:
        return own[::-1]
    return [element for element in _around(cells[0], context) if owners[element] == {number}][-1:]


def _around(element: Element, context: Element | None) -> Iterator[Element]:
    while element is not None and element is not context and element.tag not in NEVER_ROWS:
        yield element
        element = element.getparent()
