"""Finds which columns of a template hold which gold values.

Every gold value is a text. A gold name with one text or a list of texts is a *field*, one with a
list of rows a *table*. `match` maps columns to fields and tables to tables, one to one, so that
most is right on all pages given together; rows are compared in order, the first with the first, and
the columns of a table are mapped as those of the pages are, nested tables included. A table of
labels and values may also be given by one column for each label.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, NamedTuple

LABELLED = {"label", "value"}
"""The gold columns of a table of labels and values."""


class Pair(NamedTuple):
    """What one page or row should say, what a template says of it, and the same as in the page."""

    gold: dict[str, Any]
    values: dict[str, Any]
    raw: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers of values: right, given by the template, in the gold."""

    right: int = 0
    found: int = 0
    gold: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.right + other.right, self.found + other.found, self.gold + other.gold)

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 1.0

    @property
    def recall(self) -> float:
        return self.right / self.gold if self.gold else 1.0

    @property
    def f1(self) -> float:
        total = self.found + self.gold
        return 2 * self.right / total if total else 1.0


class FieldMatch(NamedTuple):
    """A gold field, the column that says it best ("" if none does), and how well."""

    field: str
    column: str
    counts: Counts


def match(pairs: Sequence[Pair]) -> list[FieldMatch]:
    """The best mapping for the pages or rows of one template."""
    as_tables = _match(pairs)
    if not any(_is_labelled(value) for pair in pairs for value in pair.gold.values()):
        return as_tables
    as_columns = _match([pair._replace(gold=_spread_labels(pair.gold)) for pair in pairs])
    return max(as_tables, as_columns, key=lambda found: add_up(found).f1)


def add_up(found: Iterable[FieldMatch]) -> Counts:
    """All counts together."""
    return sum((item.counts for item in found), Counts())


def _match(pairs: Sequence[Pair]) -> list[FieldMatch]:
    return [*_match_fields(pairs), *_match_tables(pairs)]


def _is_rows(value: object) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _is_labelled(value: Any) -> bool:
    return _is_rows(value) and all(set(row) == LABELLED for row in value)


def _spread_labels(gold: dict[str, Any]) -> dict[str, Any]:
    spread: dict[str, Any] = {}
    for name, value in gold.items():
        if _is_labelled(value):
            spread.update({f"{name}: {row['label']}": row["value"] for row in value})
        else:
            spread[name] = value
    return spread


def _match_fields(pairs: Sequence[Pair]) -> list[FieldMatch]:
    golds = [_texts_by_name(pair.gold) for pair in pairs]
    values = [_columns(pair.values) for pair in pairs]
    raws = [_columns(pair.raw) for pair in pairs]
    fields = list(dict.fromkeys(name for gold in golds for name in gold))
    columns = list(dict.fromkeys(name for page in values for name in page))
    found = {column: sum(len(page.get(column, ())) for page in values) for column in columns}
    counts: dict[tuple[str, str], Counts] = {}
    for field in fields:
        wanted = sum(len(gold.get(field, ())) for gold in golds)
        right: Counter[str] = Counter()
        for gold, shown, raw in zip(golds, values, raws, strict=True):
            texts = gold.get(field)
            if texts:
                for column, said in shown.items():
                    right[column] += max(_common(texts, said), _common(texts, raw.get(column, [])))
        for column in columns:
            counts[field, column] = Counts(right[column], found[column], wanted)
        counts[field, ""] = Counts(0, 0, wanted)
    chosen = _assign(fields, columns, {key: _worth(value) for key, value in counts.items()})
    return [FieldMatch(field, chosen[field], counts[field, chosen[field]]) for field in fields]


def _match_tables(pairs: Sequence[Pair]) -> list[FieldMatch]:
    tables = _table_names(pair.gold for pair in pairs)
    columns = _table_names(pair.values for pair in pairs)
    matches: dict[tuple[str, str], list[FieldMatch]] = {}
    for table in tables:
        for column in ("", *columns):
            rows = [row for pair in pairs for row in _row_pairs(pair, table, column)]
            matches[table, column] = _match(rows)
    worths = {key: _worth(add_up(found)) for key, found in matches.items()}
    chosen = _assign(tables, columns, worths)
    return [
        FieldMatch(f"{table}.{field}", f"{chosen[table]}.{column}" if column else "", counts)
        for table in tables
        for field, column, counts in matches[table, chosen[table]]
    ]


def _row_pairs(pair: Pair, table: str, column: str) -> list[Pair]:
    rows: Iterable[tuple[Any, Any, Any]] = zip_longest(
        pair.gold.get(table, []), _rows(pair.values, column), _rows(pair.raw, column), fillvalue={}
    )
    return [Pair(*row) for row in rows]


def _rows(values: dict[str, Any], column: str) -> list[dict[str, Any]]:
    rows = values.get(column, [])
    return rows if _is_rows(rows) else []


def _worth(counts: Counts) -> float:
    """What a mapping adds to the score: gold values, weighed by how well they are said.

    A column that is wrong more often than right says something else, and is not mapped.
    """
    return counts.f1 * counts.gold if 2 * counts.right >= counts.found else 0.0


def _assign(
    fields: Sequence[str], columns: Sequence[str], worths: dict[tuple[str, str], float]
) -> dict[str, str]:
    """One column at most for each field and one field for each column, worth most together."""
    if not fields or not columns:
        return dict.fromkeys(fields, "")
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    matrix = np.array([[worths[field, column] for column in columns] for field in fields])
    chosen = dict.fromkeys(fields, "")
    for row, position in zip(*linear_sum_assignment(matrix, maximize=True), strict=True):
        if matrix[row, position] > 0:
            chosen[fields[row]] = columns[position]
    return chosen


def _columns(values: dict[str, Any]) -> dict[str, list[str]]:
    """The texts of each column; a column of a table counts as a list, too."""
    columns = _texts_by_name(values)
    for name, rows in values.items():
        if _is_rows(rows):
            for row in rows:
                for column, texts in _texts_by_name(row).items():
                    columns.setdefault(f"{name}.{column}", []).extend(texts)
    return columns


def _texts_by_name(values: dict[str, Any]) -> dict[str, list[str]]:
    texts: dict[str, list[str]] = {}
    for name, value in values.items():
        if not _is_rows(value) and value:
            found = value if isinstance(value, list) else [value]
            texts[name] = [" ".join(str(text).split()) for text in found]
    return texts


def _table_names(all_values: Iterable[dict[str, Any]]) -> list[str]:
    names = (name for values in all_values for name in values if _is_rows(values[name]))
    return list(dict.fromkeys(names))


def _common(first: Sequence[str], second: Sequence[str]) -> int:
    """How many texts of two lists are the same, each counted as often as it is in both."""
    if len(first) == 1 and len(second) == 1:
        return int(first[0] == second[0])
    return sum((Counter(first) & Counter(second)).values())
