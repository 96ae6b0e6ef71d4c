"""What a record's columns hold, in each tier, and how well that fits gold values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from unmold.bench.extraction.normalise import folded_set
from unmold.evaluation.columns import agree
from unmold.model import Page
from unmold.records import Record, extract_records
from unmold.templates import Template

Column = tuple[frozenset[str], frozenset[str]]
"""What a column holds on a page: values and raw values. Gold may match either."""

SECOND = " of the second tier"
"""Stands behind the names of its columns: the first tier may have one of the same name."""

TIERS = (1, 2)


def name_columns(template: Template, tier: int) -> list[str]:
    """The names of the columns of a tier."""
    return [_name(name, tier) for name in template.of_tier(tier).column_names()]


def read_tiers(template: Template, pages: Iterable[Page]) -> dict[str, dict[str, Column]]:
    """By path of the page what the columns of both tiers hold on it."""
    pages = list(pages)
    found: dict[str, dict[str, Column]] = {}
    for tier in TIERS if template.first is not None else TIERS[1:]:
        for record in extract_records(template, pages, tier=tier):
            named = {_name(name, tier): said for name, said in columns_of(record).items()}
            found.setdefault(record.path, {}).update(named)
    return found


def _name(column: str, tier: int) -> str:
    return column if tier == 1 else f"{column}{SECOND}"


def columns_of(record: Record) -> dict[str, Column]:
    """What each column holds on the page; those of tables as `table.column`, at any depth."""
    values, raw = flatten(record.values), flatten(record.raw)
    return {name: (folded_set(values[name]), folded_set(raw[name])) for name in values}


def flatten(values: Mapping[str, Any]) -> dict[str, list[str]]:
    """All texts of each column.

    >>> flatten({"a": "1", "rows": [{"b": ["2", "3"]}, {"b": ["4"]}]})
    {'a': ['1'], 'rows.b': ['2', '3', '4']}
    """
    flat: dict[str, list[str]] = {}
    waiting: list[tuple[str, Any]] = list(values.items())[::-1]
    while waiting:
        name, value = waiting.pop()
        if isinstance(value, list):
            waiting.extend((name, item) for item in reversed(value))
        elif isinstance(value, dict):
            waiting.extend((f"{name}.{key}", item) for key, item in list(value.items())[::-1])
        else:
            flat.setdefault(name, []).append(value)
    return flat


def hit_and_set(
    found: Mapping[str, Column], wanted: Mapping[str, frozenset[str]]
) -> tuple[float, float]:
    """F1 over pages, of hits (something, and nothing wrong) and of sets (exactly the gold)."""
    said = {page: column for page, column in found.items() if column[0]}
    gold = {page: values for page, values in wanted.items() if values}
    hits = agree(gold, said, lambda values, column: any(part <= values for part in column))
    sets = agree(gold, said, lambda values, column: any(part == values for part in column))
    return hits.f1, sets.f1


def title_f1(found: Mapping[str, Column], wanted: Mapping[str, frozenset[str]]) -> float:
    """F1 of the texts of a page, of values or raw values, whichever fits better; in the mean."""

    def compare(gold: frozenset[str], column: Column) -> float:
        return max(2 * len(part & gold) / (len(part) + len(gold)) for part in column)

    return agree(wanted, found, compare).share
