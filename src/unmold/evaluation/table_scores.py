"""The table score: how near the tables of a template are to what a person would deliver.

Every gold field is matched with one column at most, and every column with one field; labels of maps
may share a column, or be the rows of a child table of labels and values. *Recall* is the share of
the fields that are matched, by weight; *precision* the share of the columns that match a field, so
that duplicates and junk cost; the *table score* is their harmonic mean.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from statistics import mean, median
from typing import Any

from unmold.evaluation.columns import (
    LABELLED,
    VALUE_MATCH,
    Agreement,
    assign,
    field_agreement,
    needed,
    page_scores,
)
from unmold.evaluation.found_tables import FoundTables, Row
from unmold.evaluation.gold_tables import MUST, GoldField, GoldTable
from unmold.evaluation.said_values import (
    align,
    bag_f1,
    bare,
    count_words,
    flatten,
    fold,
    remainder,
    same_value,
    show,
    word_f1,
    words_of,
)

FIRST_COLUMNS = 12
"""Must-fields should be among this number of columns of their table: what a screen shows."""

MOST_ROWS = 200
"""Rows of a page that are compared in order."""

LEAST_OF_MAP = 0.3
"""The share of a map that a child table must say to be a table of its labels and values."""

TITLES = ("title", "name")
TITLE_SHARE = 0.95
"""The share of pages on which a title must be right."""


@dataclass(frozen=True, slots=True)
class FieldMatch:
    """A gold field and the column that says it best."""

    field: str
    importance: int
    column: str
    """Empty where no column comes near."""
    f1: float
    is_matched: bool


@dataclass(frozen=True, slots=True)
class TableScore:
    """How good the tables of one template are."""

    pages: int
    """Pages of gold that the tables hold."""
    columns: float
    root_columns: float
    recall: float
    cell_f1: float
    """Recall, a field counted by the F1 of its column."""
    precision: float
    rank: float
    """The share of must-fields in the first columns of their table."""
    names: float
    """The share of matched fields whose column has a good name."""
    title: float | None
    """Whether the title is right; None where gold has none."""
    text: float | None
    """F1 of the best column with the main text."""
    rows: dict[str, float]
    """By gold table F1 of its rows."""
    fields: tuple[FieldMatch, ...] = field(default=(), repr=False)
    junk: tuple[str, ...] = ()
    """The columns that say no field."""

    @property
    def score(self) -> float:
        """The table score."""
        total = self.recall + self.precision
        return 2 * self.recall * self.precision / total if total else 0.0


def score_table(gold: GoldTable, found: FoundTables, pages: Sequence[str]) -> TableScore:
    """Score the tables of one template against gold, on some pages."""
    return _Judgement(gold, found, sorted(pages)).score()


def combine_scores(scores: Sequence[TableScore], pages: int) -> TableScore:
    """Of templates that hold the pages of one gold table: means by pages.

    Pages in none of them, of all `pages`, recall nothing.
    """
    held = sum(score.pages for score in scores) / pages if pages else 0.0

    def over(read: Callable[[TableScore], float | None]) -> float | None:
        known = [(value, score.pages) for score in scores if (value := read(score)) is not None]
        total = sum(weight for _, weight in known)
        return sum(value * weight for value, weight in known) / total if total else None

    tables = sorted({name for score in scores for name in score.rows})
    return TableScore(
        pages=pages,
        columns=over(lambda score: score.columns) or 0.0,
        root_columns=over(lambda score: score.root_columns) or 0.0,
        recall=(over(lambda score: score.recall) or 0.0) * held,
        cell_f1=(over(lambda score: score.cell_f1) or 0.0) * held,
        precision=over(lambda score: score.precision) or 0.0,
        rank=over(lambda score: score.rank) or 0.0,
        names=over(lambda score: score.names) or 0.0,
        title=over(lambda score: score.title),
        text=over(lambda score: score.text),
        rows={name: over(partial(_rows_of, name)) or 0.0 for name in tables},
        fields=tuple(match for score in scores for match in score.fields),
        junk=tuple(name for score in scores for name in score.junk),
    )


def _rows_of(table: str, score: TableScore) -> float | None:
    return score.rows.get(table)


def average_scores(scores: Sequence[TableScore]) -> dict[str, float]:
    """The figures of several gold tables in the mean; what none of them has is absent."""
    figures: dict[str, list[float]] = defaultdict(list)
    for score in scores:
        for name in ("columns", "recall", "cell_f1", "precision", "rank", "names", "score"):
            figures[name].append(getattr(score, name))
        for name in ("title", "text"):
            if getattr(score, name) is not None:
                figures[name].append(float(getattr(score, name)))
        figures["rows"] += score.rows.values()
    return {name: mean(values) for name, values in figures.items() if values}


def has_good_name(names: Iterable[str], column: str) -> bool:
    """Whether a column is called like a field, or ends in the same word.

    >>> has_good_name(["price"], "sale_price"), has_good_name(["price", "cost"], "brand")
    (True, False)
    """
    words = _name_words(column)
    return any(
        words == key or (words and key and words[-1] == key[-1]) for key in map(_name_words, names)
    )


def _name_words(name: str) -> list[str]:
    return re.findall(r"[^\W_]+", fold(re.sub(r"_(text|first|\d+)$", "", name)))


class _Judgement:
    """One template before its gold: which column says which field, and what follows from it."""

    def __init__(self, gold: GoldTable, found: FoundTables, pages: Sequence[str]) -> None:
        self.gold, self.found, self.pages = gold, found, pages
        self.columns = [column for column in found.columns if not column.is_elsewhere]
        self.fields = [one for one in gold.fields() if any(page in one.cells for page in pages)]
        self.agreements: dict[tuple[int, int], Agreement] = {
            (one, two): field_agreement(gold_field, column, pages)
            for one, gold_field in enumerate(self.fields)
            for two, column in enumerate(self.columns)
        }
        self.homes = {group: home for group in self._row_groups() if (home := self._home(group))}
        self.matched = self._match()
        self.used = {two for two, _ in self.matched.values()}
        self._match_label_tables()

    def score(self) -> TableScore:
        fields, matched = self.fields, self.matched
        weight = sum(each.weight for each in fields)
        judged = self._judged_columns()
        musts = [one for one, each in enumerate(fields) if each.importance == MUST]
        named = [
            has_good_name(fields[one].names, self.columns[two].name)
            for one, (two, _) in matched.items()
            if fields[one].kind != "map"
        ]
        return TableScore(
            pages=len(self.pages),
            columns=len(self.columns),
            root_columns=sum(not column.part for column in self.columns),
            recall=sum(fields[one].weight for one in matched) / weight if weight else 0.0,
            cell_f1=sum(fields[one].weight * f1 for one, (_, f1) in matched.items()) / weight
            if weight
            else 0.0,
            precision=len(self.used) / max(1, len(judged)),
            rank=mean(map(self._is_early, musts)) if musts else 1.0,
            names=mean(named) if named else 0.0,
            title=self._title(),
            text=self._text(),
            rows={name: self._rows(name) for name in self.gold.tables if self._has_rows(name)},
            fields=tuple(self._describe(one) for one in range(len(fields))),
            junk=tuple(self.columns[two].label for two in judged if two not in self.used),
        )

    def _f1(self, one: int, two: int) -> float:
        return self.agreements[one, two].f1

    def _is_match(self, one: int, two: int) -> bool:
        return self._f1(one, two) >= needed(self.fields[one])

    def _row_groups(self) -> set[str]:
        return {each.group for each in self.fields if each.is_row}

    def _home(self, group: str) -> str:
        """The child table that holds most of a gold table."""
        totals: defaultdict[str, float] = defaultdict(float)
        for one, each in enumerate(self.fields):
            if each.group == group and each.is_row:
                best: dict[str, float] = {}
                for two, column in enumerate(self.columns):
                    if column.part and self._is_match(one, two):
                        best[column.part] = max(best.get(column.part, 0.0), self._f1(one, two))
                for part, f1 in best.items():
                    totals[part] += f1 * each.weight
        return max(totals, key=lambda part: totals[part], default="")

    def _match(self) -> dict[int, tuple[int, float]]:
        """By field its column and their F1, so that most weight is matched."""
        plain = [one for one, each in enumerate(self.fields) if each.kind != "map"]
        gains = {(one, two): self._gain(one, two) for one in plain for two in self._numbers()}
        matched = {one: (two, self._f1(one, two)) for one, two in assign(gains).items()}
        taken = {two for two, _ in matched.values()}
        labels = [
            (self._f1(one, two), -self.columns[two].order, one, two)
            for one, each in enumerate(self.fields)
            for two in self._numbers()
            if each.kind == "map" and self._is_match(one, two)
        ]
        # First each label gets a column of its own, then what is left shares one.
        for may_share in (False, True):
            for f1, _, one, two in sorted(labels, reverse=True):
                if one not in matched and (may_share or two not in taken):
                    matched[one] = (two, f1)
                    taken.add(two)
        return matched

    def _numbers(self) -> range:
        return range(len(self.columns))

    def _gain(self, one: int, two: int) -> float:
        """What a match is worth; of columns that say the same, home and name decide."""
        each, column = self.fields[one], self.columns[two]
        if not self._is_match(one, two):
            return 0.0
        bonus = 0.03 * (self.homes.get(each.group, "") == column.part)
        bonus += 0.02 * has_good_name(each.names, column.name)
        bonus -= 0.01 * column.name.endswith("_text")
        return each.weight * (self._f1(one, two) + bonus) - 1e-5 * column.order

    def _match_label_tables(self) -> None:
        """Maps that are in a child table of labels and values."""
        for group in {each.group for each in self.fields if each.kind == "map"}:
            labels = {
                one: each
                for one, each in enumerate(self.fields)
                if each.group == group and each.kind == "map"
            }
            pair, scores = self._best_label_table(labels)
            for one, f1 in scores.items():
                if f1 >= VALUE_MATCH and f1 > self.matched.get(one, (0, 0.0))[1]:
                    self.matched[one] = (pair[1], f1)
            self.used.update(pair)

    def _best_label_table(
        self, labels: Mapping[int, GoldField]
    ) -> tuple[tuple[int, ...], dict[int, float]]:
        best, pair, found = LEAST_OF_MAP, tuple[int, ...](), dict[int, float]()
        weight = sum(each.weight for each in labels.values())
        for part, by_page in self.found.rows.items():
            here = [two for two in self._numbers() if self.columns[two].part == part]
            for first, second in ((one, two) for one in here for two in here if one != two):
                said = _read_pairs(by_page, self.columns[first].name, self.columns[second].name)
                scores = {one: _label_f1(each, said) for one, each in labels.items()}
                total = sum(labels[one].weight * f1 for one, f1 in scores.items()) / weight
                if total > best:
                    best, pair, found = total, (first, second), scores
        return pair, found

    def _judged_columns(self) -> list[int]:
        """All columns but those of currencies beside a price that is matched."""
        used = {self.columns[two].label for two in self.used}
        return [
            two
            for two, column in enumerate(self.columns)
            if two in self.used
            or not column.name.endswith("_currency")
            or column.label.removesuffix("_currency") not in used
        ]

    def _is_early(self, one: int) -> bool:
        return one in self.matched and self.columns[self.matched[one][0]].order < FIRST_COLUMNS

    def _title(self) -> float | None:
        gold = next((each for each in self.fields if not each.group and each.name in TITLES), None)
        if gold is None:
            return None
        wanted = TITLE_SHARE * sum(page in gold.cells for page in self.pages)
        columns = [each for each in self.columns if not each.part and each.name in TITLES]
        scores = (page_scores(gold, column, self.pages)[0] for column in columns)
        return float(any(sum(score > 0 for score in each.values()) >= wanted for each in scores))

    def _text(self) -> float | None:
        """F1 of the best column with the main text: of the most important ones, the longest."""
        texts = [
            (each.importance, median(each.words(page).total() for page in each.cells), one)
            for one, each in enumerate(self.fields)
            if each.kind == "text" and each.importance > 1
        ]
        if not texts:
            return None
        main = max(texts)[2]
        return max((self._f1(main, two) for two in self._numbers()), default=0.0)

    def _has_rows(self, table: str) -> bool:
        return any(each.group == table for each in self.fields)

    def _rows(self, table: str) -> float:
        """F1 of rows in order; a row counts by the share of its matched cells that are right."""
        part = self.homes.get(table)
        cells = {
            self.fields[one].name: self._cell_compare(one, two)
            for one, (two, _) in self.matched.items()
            if self.fields[one].group == table and self.columns[two].part == part
        }
        if not part or not cells:
            return 0.0
        right = 0.0
        total = 0
        for page in self.pages:
            wanted = self.gold.records[page].get(table, [])[:MOST_ROWS]
            found = self.found.rows[part].get(page, [])[:MOST_ROWS]
            right += align(len(wanted), len(found), _row_compare(wanted, found, cells))
            total += len(wanted) + len(found)
        return 2 * right / total if total else 0.0

    def _cell_compare(self, one: int, two: int) -> CellCompare:
        gold, name, label = (
            self.fields[one],
            self.columns[two].name,
            self.agreements[one, two].label,
        )

        def compare(wanted: str, row: Row) -> float:
            values = flatten(row[name])
            if not values:
                return 0.0
            if gold.kind == "list-text":
                return word_f1(count_words([wanted]), count_words(values))
            if same_value(wanted, values[0], gold.image):
                return 1.0
            if words_of(wanted) == words_of(" ".join(map(show, values))):
                return 1.0
            is_labelled = isinstance(values[0], str) and label is not None
            return LABELLED if is_labelled and remainder(wanted, values[0]) == label else 0.0

        return compare

    def _describe(self, one: int) -> FieldMatch:
        each = self.fields[one]
        if one in self.matched:
            two, f1 = self.matched[one]
            return FieldMatch(each.label, each.importance, self.columns[two].label, f1, True)
        best = max(self._numbers(), key=lambda two: self._f1(one, two), default=None)
        if best is None:
            return FieldMatch(each.label, each.importance, "", 0.0, False)
        f1 = self._f1(one, best)
        column = self.columns[best].label if f1 else ""
        return FieldMatch(each.label, each.importance, column, f1, False)


CellCompare = Callable[[str, Row], float]


def _row_compare(
    wanted: Sequence[Mapping[str, str]], found: Sequence[Row], cells: Mapping[str, CellCompare]
) -> Callable[[int, int], float]:
    def compare(one: int, two: int) -> float:
        known = [name for name in cells if name in wanted[one]]
        if not known:
            return 0.0
        return mean(cells[name](wanted[one][name], found[two]) for name in known)

    return compare


def _label_f1(label: GoldField, said: Mapping[str, Mapping[str, list[Any]]]) -> float:
    """How right the values beside one label are."""
    key = bare(label.name)
    right = sum(
        bag_f1(values, said[page][key])
        for page, values in label.cells.items()
        if key in said.get(page, {})
    )
    times = sum(key in values for values in said.values())
    return 2 * right / max(1, times + len(label.cells))


def _read_pairs(
    by_page: Mapping[str, Sequence[Row]], first: str, second: str
) -> dict[str, dict[str, list[Any]]]:
    """By page what two columns say as labels and values."""
    return {
        page: {
            bare(show(row[first])): values
            for row in rows
            if row[first] is not None
            and not isinstance(row[first], list)
            and (values := flatten(row[second]))
        }
        for page, rows in by_page.items()
    }
