"""Synthesis: makes the queries for all fields and tables of a template from some of its pages.

Queries come from where the values lie on these pages, not from the template's own keys, which only
unmold understands. `wrap` then runs them on every page.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any

from unmold.export.candidates import (
    Step,
    bare_step,
    candidates,
    free_elements,
    named_steps,
    row_candidates,
)
from unmold.export.choosing import (
    NOTHING,
    RIGHT,
    WRONG,
    Choice,
    Unit,
    forget,
    judge_first,
    judge_json,
    judge_values,
    pooled,
    run,
    spread,
)
from unmold.export.page_view import Element, PageView, Target
from unmold.export.reading import json_values
from unmold.export.refining import (
    common_words,
    only_inline,
    others_cost,
    section_queries,
    with_position,
    with_words,
    without_labelled,
    without_name,
    without_others,
)
from unmold.export.wrapper import JSON_LD, XPATH, FieldWrapper, Query, TableWrapper, TemplateWrapper
from unmold.templates.model import Field, Table, Template

# The elements that are rows: such that hold the cells of one row and of no other. Where the cells
# of a row are siblings of those of the next, as in `dl`, it is the first of them, its head.


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
            for element in _ancestors(cell, context):
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
    own = [one for one in _ancestors(cells[0], context) if owners[one] == {number}][::-1]
    whole = [one for one in own if all(_is_ancestor(one, cell, context) for cell in cells[1:])]
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


def _is_ancestor(element: Element, cell: Element, context: Element | None) -> bool:
    return any(one is element for one in _ancestors(cell, context))


def _ancestors(element: Element, context: Element | None) -> Iterator[Element]:
    while element is not None and element is not context and element.tag not in NEVER_ROWS:
        yield element
        element = element.getparent()


# A query for rows often finds more: headings, separators, rows of other tables. What these hold and
# rows never do is a test by which they are left out.


# The limits of this file are guesses, as those of `candidates`.
DEPTH, LOOKED_AT = 3, 60
"""How deep elements in a row are looked at, and how many."""

MAX_TESTS = 2
"""More tests of absence make queries that nobody can read. A guess."""
RARE = 0.02
"""What at most this share of rows holds may still be a test for other elements."""


def exclusions(rows: Sequence[Element], others: Sequence[Element]) -> Iterator[Step]:
    """Tests that others fail and nearly all rows pass, the best first; then two together."""
    held = Counter(step for row in rows for step in _held(row))
    usual = {step for step, count in held.items() if count > RARE * len(rows)}
    counts = Counter(step for other in others for step in _held(other) - usual)
    gains = {step: count - held[step] for step, count in counts.items() if count > held[step]}
    ranked = sorted(gains, key=lambda step: (-gains[step], len(step.xpath), step.xpath))
    tests = [_lacks(step) for step in ranked[:MAX_TESTS]]
    yield from tests
    if len(tests) == MAX_TESTS:
        first, second = tests
        yield first.joined(second.xpath, second.css, second.cost)


def _lacks(step: Step) -> Step:
    return Step(f"[not({step.xpath})]", f":not(:has({step.css}))", 1.0 + step.cost)


def _held(row: Element) -> set[Step]:
    """The elements in a row, each by the tags on the way to it and by its name."""
    return set(islice(_walk(row), LOOKED_AT))


def _walk(row: Element) -> Iterator[Step]:
    waiting: list[tuple[Element, Step, int]] = [(row, Step("", "", 0.0), 0)]
    while waiting:
        element, way, depth = waiting.pop(0)
        start, css = (f"{way.xpath}/", f"{way.css} ") if way.xpath else ("", "")
        for child in element:
            if not isinstance(child.tag, str):
                continue
            steps = [bare_step(child), *islice(named_steps(child), 2)]
            found = [Step(start + step.xpath, f"{css}> {step.css}", 1.0) for step in steps]
            yield from found
            if depth + 1 < DEPTH:
                waiting.append((child, found[0], depth + 1))


# Queries for rows. One is right on a page if what it finds are the rows in their order; elements in
# which unmold found nothing may lie among them, as a row that says nothing is left out.


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
    # Whatever is around a single row may be that row, so pages with several tell more.
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


# Queries for fields, on pages and in rows.


MAX_UNITS = 240
"""Rows of one table that are looked at."""

REFINED, REFINERS = 60, 5
"""Queries that are refined, and units from which they are."""

SECTION_WORTH = 40.0
"""Sections cost less than their bases by this, so that they are among the queries tried first."""


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """A page or row with what unmold read there."""

    view: PageView
    element: Element | None
    raw: dict[str, Any]
    xpaths: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Aim:
    """What kind of queries are made, and whether only those that are found quickly."""

    language: str
    is_quick: bool


def synthesise(
    template: Template,
    views: Sequence[PageView],
    language: str,
    only: Container[str] | None = None,
    *,
    is_quick: bool = False,
) -> TemplateWrapper:
    """A wrapper in one language, as the pages show it; its shares are not known yet.

    `only` names the fields and tables that are wanted; None for all. If it must be quick, fields
    for which there is no good query have none.
    """
    aim = Aim(language, is_quick)
    scopes = [Scope(view, None, view.record.raw, view.record.xpaths) for view in views]
    wanted = [field for field in template.fields if only is None or field.name in only]
    fields = _fields(wanted, scopes, aim)
    tables = [
        _table(table, scopes, aim)
        for table in template.tables
        if only is None or table.name in only
    ]
    forget()
    return TemplateWrapper(template.name, template.site, template.pages, fields, tables)


def _fields(fields: Sequence[Field], scopes: Sequence[Scope], aim: Aim) -> list[FieldWrapper]:
    return [
        FieldWrapper(field, _field_queries(field, scopes, aim))
        for field in fields
        if not field.is_noise
    ]


def _table(table: Table, scopes: Sequence[Scope], aim: Aim) -> TableWrapper:
    queries, rows = choose_rows(table, scopes, aim.language)
    inner = [
        Scope(scope.view, element, *_row_parts(scope, table.name, number))
        for scope, element, number in rows[:: len(rows) // MAX_UNITS + 1]
    ]
    return TableWrapper(
        table.name,
        queries,
        _fields(table.fields, inner, aim),
        [_table(nested, inner, aim) for nested in table.tables],
    )


def _row_parts(
    scope: Scope, table: str, number: int | None
) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a row says; nothing where an element is found that unmold knows no row for."""
    if number is None:
        return {}, {}
    return scope.raw[table][number], scope.xpaths[table][number]


def _field_queries(field: Field, scopes: Sequence[Scope], aim: Aim) -> list[Query]:
    units = [_unit(scope, field) for scope in scopes]
    if field.source == "json-ld":
        return _choose_json(units)
    judge = judge_values if field.is_list else judge_first
    propose = partial(_propose_values if field.is_list else _propose_first, language=aim.language)
    choice = Choice(units, judge, others_cost if not field.is_list else no_cost)
    plain = pooled(units, propose)
    choice.offer(plain)
    usual = sorted(plain, key=lambda query: plain[query])[:REFINED]
    if not choice.is_good:
        refine = partial(_refine, usual, common_words(units), field.is_list)
        choice.offer(pooled(units, refine, REFINERS))
    if not choice.is_good:
        sample = spread(units, REFINERS)
        labelless = [one for query in usual for one in without_labelled(query, sample)]
        choice.offer({query: query.cost for query in labelless})
        usual = [*labelless, *usual]
    if not choice.is_good:
        sections = section_queries(units, usual, field.is_list)
        choice.offer({query: query.cost - SECTION_WORTH for query in sections})
    if not choice.is_good and not aim.is_quick:
        choice.settle()
    if not choice.is_good and not aim.is_quick:
        missed = choice.missed()
        choice.repair(section_queries(missed, usual, field.is_list))
        choice.repair(list(pooled(missed, propose, REFINERS)))
    return choice.best


def no_cost(query: Query, unit: Unit) -> float:
    """Nothing: a list may find many."""
    return 0.0


def _choose_json(units: Sequence[Unit]) -> list[Query]:
    choice = Choice(units, judge_json, no_cost)
    choice.offer(pooled(units, _propose_json))
    if not choice.is_good:
        choice.settle()
    return choice.best


def _refine(queries: Sequence[Query], words: str, is_list: bool, unit: Unit) -> Iterator[Query]:
    for query in queries:
        if not is_list:
            yield from with_position(query, unit)
        if words:
            yield from with_words(query, words)
        yield from without_others(query, unit)
        if unit.targets:
            yield from without_name(query, unit)
            yield from only_inline(query, unit)


def _unit(scope: Scope, field: Field) -> Unit:
    raw, xpaths = scope.raw.get(field.name), scope.xpaths.get(field.name)
    if not raw or not xpaths:
        return Unit(scope.view, scope.element)
    values, places = (raw, xpaths) if field.is_list else ([raw], [xpaths])
    located = [scope.view.locate(place, field.source) for place in places]
    targets = tuple(target for target in located if target is not None)
    return Unit(scope.view, scope.element, tuple(values), targets)


def _propose_first(unit: Unit, language: str) -> Iterator[Query]:
    found = candidates(unit.targets[0], unit.context, unit.view.known) if unit.targets else ()
    return (query for query in found if query.language == language)


def _propose_values(unit: Unit, language: str) -> Iterator[Query]:
    if not unit.targets:
        return
    first, last = unit.targets[0], unit.targets[-1]
    free = free_elements(first.element, last.element)
    for query in candidates(first, unit.context, unit.view.known, free):
        if query.language == language:
            yield query


def _propose_json(unit: Unit) -> Iterator[Query]:
    for path, value in json_values(unit.view.selector):
        if value == unit.expected[0]:
            yield Query(JSON_LD, path, cost=len(path))
