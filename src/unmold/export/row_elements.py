"""The elements that are rows: the cells of a table's rows enter, elements around each leave.

A row is the element that holds its cells and no other row's. Where the cells of a row are siblings
of those of the next, as in `dl`, it is the first of them, its head.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unmold.export.parsed_leaves import Element

NEVER_ROWS = ("html", "body")


@dataclass(frozen=True, slots=True)
class RowElements:
    """The elements that may stand for a row."""

    whole: list[Element]
    """Those that hold all its cells, the outermost first."""

    head: list[Element]
    """The outermost of those that hold its first cell and not all."""

    @property
    def all(self) -> list[Element]:
        return self.whole + self.head


def row_elements(rows: Sequence[Sequence[Element]], context: Element | None) -> list[RowElements]:
    """For each row the elements that hold its cells and no other row's."""
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
) -> RowElements:
    if not cells:
        return RowElements([], [])
    own = [one for one in _around(cells[0], context) if owners[one] == {number}][::-1]
    whole = [one for one in own if all(_is_around(one, cell, context) for cell in cells[1:])]
    return RowElements(whole, own[len(whole) :][:1])


def alike_elements(rows: Sequence[RowElements]) -> Iterator[list[Element]]:
    """Elements of the same kind, one of each row; the row that has the fewest says which kinds.

    If some row is no element of its own, all are known by their heads.
    """
    shortest = min(rows, key=lambda own: len(own.whole), default=RowElements([], []))
    for wanted in shortest.whole or shortest.head:
        found = [_like(wanted, own.whole if shortest.whole else own.all) for own in rows]
        yield [element for element in found if element is not None]


def _like(wanted: Element, own: Sequence[Element]) -> Element | None:
    """The outermost element with the tag and class that is wanted, or else with the tag."""
    same = [one for one in own if one.tag == wanted.tag]
    by_class = [one for one in same if one.get("class") == wanted.get("class")]
    return next(iter(by_class or same), None)


def _is_around(element: Element, cell: Element, context: Element | None) -> bool:
    return any(one is element for one in _around(cell, context))


def _around(element: Element, context: Element | None) -> Iterator[Element]:
    while element is not None and element is not context and element.tag not in NEVER_ROWS:
        yield element
        element = element.getparent()
