"""Synthesis: a template and some of its pages enter, queries for all fields and tables leave.

Queries come from where the values stand on these pages, not from the template's own keys, which
only unmold understands. Next: `verification` runs them on every page.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from unmold.export.candidates import candidates, free_elements
from unmold.export.choosing import Choice, pooled, spread
from unmold.export.page_view import PageView
from unmold.export.parsed_leaves import Element
from unmold.export.reading import json_values
from unmold.export.refining import (
    common_words,
    only_inline,
    others_cost,
    with_position,
    with_words,
    without_labelled,
    without_name,
    without_others,
)
from unmold.export.row_queries import choose_rows
from unmold.export.sections import section_queries
from unmold.export.trials import Unit, forget, judge_first, judge_json, judge_values
from unmold.export.wrapper import JSON_LD, FieldWrapper, Query, TableWrapper, TemplateWrapper
from unmold.templates.model import Field, Table, Template

MAX_UNITS = 240
"""Rows of one table that are looked at."""

REFINED, REFINERS = 60, 5
"""Queries that are refined, and units from which they are."""

SECTION_WORTH = 40.0
"""So much less sections cost than their bases, so that they are among those that are tried on."""


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
