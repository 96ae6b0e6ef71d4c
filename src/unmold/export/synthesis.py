"""Synthesis: a template and some of its pages enter, queries for all fields and tables leave.

Queries come from where the values stand on these pages, not from the template's own keys, which
only unmold understands. Next: `verification` runs them on every page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from unmold.export.candidates import candidates, free_elements
from unmold.export.choosing import (
    Unit,
    choose_queries,
    forget,
    judge_first,
    judge_json,
    judge_values,
    with_positions,
    without_others,
)
from unmold.export.page_view import Element, PageView
from unmold.export.reading import json_values
from unmold.export.row_queries import choose_rows
from unmold.export.wrapper import JSON_LD, FieldWrapper, Query, TableWrapper, TemplateWrapper
from unmold.templates.model import Field, Table, Template

MAX_UNITS = 240
"""Rows of one table that are looked at."""


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """A page or row with what unmold read there."""

    view: PageView
    element: Element | None
    raw: dict[str, Any]
    xpaths: dict[str, Any]


def synthesise(template: Template, views: Sequence[PageView], language: str) -> TemplateWrapper:
    """A wrapper in one language, as the pages show it; its shares are not known yet."""
    scopes = [Scope(view, None, view.record.raw, view.record.xpaths) for view in views]
    fields = _fields(template.fields, scopes, language)
    tables = [_table(table, scopes, language) for table in template.tables]
    forget()
    return TemplateWrapper(template.id, template.site, template.pages, fields, tables)


def _fields(fields: Sequence[Field], scopes: Sequence[Scope], language: str) -> list[FieldWrapper]:
    return [
        FieldWrapper(field, _field_queries(field, scopes, language))
        for field in fields
        if not field.is_noise
    ]


def _table(table: Table, scopes: Sequence[Scope], language: str) -> TableWrapper:
    queries, rows = choose_rows(table, scopes, language)
    inner = [
        Scope(scope.view, element, *_row_parts(scope, table.name, number))
        for scope, element, number in rows[:: len(rows) // MAX_UNITS + 1]
    ]
    return TableWrapper(
        table.name,
        queries,
        _fields(table.fields, inner, language),
        [_table(nested, inner, language) for nested in table.tables],
    )


def _row_parts(
    scope: Scope, table: str, number: int | None
) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a row says; nothing where an element is found that unmold knows no row for."""
    if number is None:
        return {}, {}
    return scope.raw[table][number], scope.xpaths[table][number]


def _field_queries(field: Field, scopes: Sequence[Scope], language: str) -> list[Query]:
    units = [_unit(scope, field) for scope in scopes]
    if field.source == "json-ld":
        return choose_queries(units, _propose_json, judge_json)
    if field.is_list:
        propose = partial(_propose_values, language=language)
        return choose_queries(units, propose, judge_values, without_others)
    propose = partial(_propose_first, language=language)
    return choose_queries(units, propose, judge_first, _refine_first)


def _unit(scope: Scope, field: Field) -> Unit:
    raw, xpaths = scope.raw.get(field.name), scope.xpaths.get(field.name)
    if not raw or not xpaths:
        return Unit(scope.view.selector, scope.element)
    values, places = (raw, xpaths) if field.is_list else ([raw], [xpaths])
    located = [
        scope.view.locate(place, value, field.source)
        for place, value in zip(places, values, strict=True)
    ]
    targets = tuple(target for target in located if target is not None)
    return Unit(scope.view.selector, scope.element, tuple(values), targets)


def _propose_first(unit: Unit, language: str) -> Iterator[Query]:
    found = candidates(unit.targets[0], unit.context) if unit.targets else ()
    return (query for query in found if query.language == language)


def _refine_first(query: Query, unit: Unit) -> Iterator[Query]:
    yield from with_positions(query, unit)
    yield from without_others(query, unit)


def _propose_values(unit: Unit, language: str) -> Iterator[Query]:
    if not unit.targets:
        return
    first, last = unit.targets[0], unit.targets[-1]
    free = free_elements(first.element, last.element)
    for query in candidates(first, unit.context, free):
        if query.language == language:
            yield query


def _propose_json(unit: Unit) -> Iterator[Query]:
    for path, value in json_values(unit.selector):
        if value == unit.expected[0]:
            yield Query(JSON_LD, path, cost=len(path))
