"""What a record's columns hold, and how well that fits gold values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from unmold.bench.extraction.normalise import folded_set
from unmold.records import Record

Column = tuple[frozenset[str], frozenset[str]]
"""What a column holds on a page: values and raw values. Gold may match either."""

NOTHING: Column = (frozenset(), frozenset())


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


def hit_and_set(found: Sequence[Column], wanted: Sequence[frozenset[str]]) -> tuple[float, float]:
    """F1 over pages, of hits (something, and nothing wrong) and of sets (exactly the gold)."""
    total = sum(1 for values, _ in found if values) + sum(1 for gold in wanted if gold)
    if not total:
        return 1.0, 1.0
    pairs = [(pair, gold) for pair, gold in zip(found, wanted, strict=True) if pair[0]]
    hits = sum(1 for pair, gold in pairs if any(part <= gold for part in pair))
    equal = sum(1 for pair, gold in pairs if any(part == gold for part in pair))
    return 2 * hits / total, 2 * equal / total


def title_f1(column: Column, gold: frozenset[str]) -> float:
    """F1 of the texts of one page, of values or raw values, whichever fits better."""
    return max(2 * len(part & gold) / (len(part) + len(gold)) for part in column)
