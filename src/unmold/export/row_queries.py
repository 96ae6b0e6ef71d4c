"""Row queries: a table and pages enter, the queries that find its rows leave, and the rows found.

A query is right on a page if what it finds are the rows in their order; elements in which unmold
found nothing may stand among them, as a row that says nothing is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from unmold.export.candidates import free_elements, row_candidates
from unmold.export.choosing import Choice, pooled
from unmold.export.page_view import PageView
from unmold.export.parsed_leaves import Element, Target
from unmold.export.row_elements import RowElements, alike_elements, row_elements
from unmold.export.row_exclusions import exclusions
from unmold.export.trials import NOTHING, RIGHT, WRONG, Unit, run
from unmold.export.wrapper import XPATH, Query
from unmold.templates.model import Table

if TYPE_CHECKING:
    from unmold.export.synthesis import Scope

OUTER_LEVELS = 4
"""Elements around the cells of a row that are tried as the row."""

WITH_OTHERS = 0.9
"""How good a query is at most that finds other elements, too; cells may tell them from rows."""

NARROWED = 20
"""Pages from which the elements that are no rows are learned."""

FoundRow = tuple["Scope", Element, int | None]
"""Where a row was found, its element, and which of unmold's rows it is, if any."""


@dataclass(frozen=True, slots=True)
class _RowUnit:
    """The rows of one table on one page, or in one row around them."""

    scope: Scope
    unit: Unit
    elements: list[RowElements]
    """For each of unmold's rows the elements that may stand for it."""

    cells: list[Element]
    """Those of the first row that was found."""

    def number_of(self, element: Element) -> int | None:
        """Which row an element is."""
        for number, own in enumerate(self.elements):
            if any(element is one for one in own.all):
                return number
        return None


def choose_rows(
    table: Table, scopes: Sequence[Scope], language: str
) -> tuple[list[Query], list[FoundRow]]:
    """The queries for the rows of a table, and the rows that they find."""
    found = [_row_unit(table, scope) for scope in scopes]
    by_unit = {id(one.unit): one for one in found}
    units = [one.unit for one in found]
    choice = Choice(
        units,
        lambda query, unit: _judge(query, by_unit[id(unit)]),
        lambda query, unit: 0.0,
    )
    # Whatever stands around a single row may be that row, so pages with several tell more.
    telling = [unit for unit in units if len(unit.targets) > 1] or units
    choice.offer(pooled(telling, lambda unit: _propose(by_unit[id(unit)], language)))
    if not choice.is_good:
        choice.settle()
        choice.prefer(list(_narrowed(choice.best, found)))
    return choice.best, [row for one in found for row in _found_rows(one, choice.best)]


def _row_unit(table: Table, scope: Scope) -> _RowUnit:
    raws, places = scope.raw.get(table.name) or [], scope.xpaths.get(table.name) or []
    cells = [
        _elements(scope.view, _cells(scope.view, table, raw, place))
        for raw, place in zip(raws, places, strict=True)
    ]
    elements = row_elements(cells, scope.element)
    targets = tuple(Target(own.all[0], "") for own in elements if own.all)
    expected = tuple(str(number) for number in range(len(raws)))
    unit = Unit(scope.view, scope.element, expected, targets)
    first = next((own for own, found in zip(cells, elements, strict=True) if found.all), [])
    return _RowUnit(scope, unit, elements, first)


def _elements(view: PageView, leaves: Iterable[int]) -> list[Element]:
    """The elements of leaves, in document order: the first may be the head of its row."""
    targets = (view.targets[leaf] for leaf in sorted(leaves))
    return [target.element for target in targets if target is not None]


def _cells(
    view: PageView, table: Table, raw: dict[str, Any], places: dict[str, Any]
) -> Iterator[int]:
    """The leaves of all values of a row, those of rows inside it as well."""
    waiting = [(table, raw, places)]
    while waiting:
        at, values, xpaths = waiting.pop()
        for field in at.fields:
            if field.name in values:
                found = (view.leaf_at(at, field.source) for at in _as_list(xpaths[field.name]))
                yield from (leaf for leaf in found if leaf is not None)
        for inner in at.tables:
            rows = zip(values.get(inner.name, ()), xpaths.get(inner.name, ()), strict=True)
            waiting += [(inner, one, place) for one, place in rows]


def _as_list(value: Any) -> list[str]:
    return value if isinstance(value, list) else [value]


def _propose(rows: _RowUnit, language: str) -> Iterator[Query]:
    known = [own for own in rows.elements if own.all]
    for alike in islice(alike_elements(known), OUTER_LEVELS):
        free = [alike[0], *free_elements(alike[0], alike[-1])]
        for query in row_candidates(
            alike[0], rows.cells, rows.unit.context, rows.scope.view.known, free
        ):
            if query.language == language:
                yield query


def _judge(query: Query, rows: _RowUnit) -> float:
    found = [element for element in run(query, rows.unit) if not isinstance(element, str)]
    if not found:
        return NOTHING
    numbers = [rows.number_of(element) for element in found]
    known = [number for number in numbers if number is not None]
    if not known or known != list(range(len(rows.elements))):
        return WRONG
    return RIGHT if len(known) == len(numbers) else WITH_OTHERS * len(known) / len(numbers)


def _narrowed(queries: Sequence[Query], found: Sequence[_RowUnit]) -> Iterator[Query]:
    """Queries without the elements that are found and are no rows."""
    for query in queries:
        elements = [
            (element, rows.number_of(element))
            for rows in found[:: len(found) // NARROWED + 1]
            for element in run(query, rows.unit)
        ]
        known = [element for element, number in elements if number is not None]
        others = [element for element, number in elements if number is None]
        for test in exclusions(known, others):
            text = query.text + str(test.xpath if query.language == XPATH else test.css)
            yield replace(query, text=text, cost=query.cost + test.cost)


def _found_rows(rows: _RowUnit, queries: Sequence[Query]) -> Iterator[FoundRow]:
    chosen = next((found for query in queries if (found := run(query, rows.unit))), [])
    for element in chosen:
        yield rows.scope, element, rows.number_of(element)
