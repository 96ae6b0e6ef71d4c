"""How well columns say what they should, page by page, and which column says what.

The one scorer of columns: gold tables are compared with found ones (`field_agreement`), gold
attributes with what records say (`agree`), and the columns of a template with those of the same
template learned again (`pair_columns`). All of them count by page, and all give each column to one
thing at most, so that most is said (`assign`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import mean
from typing import Any, TypeVar

from unmold.evaluation.found_tables import FoundColumn
from unmold.evaluation.gold_tables import GoldField
from unmold.evaluation.said_values import (
    SITE_NAMES,
    Remainder,
    bag_f1,
    bare,
    remainder,
    rows_text_f1,
    same_value,
    show,
    word_f1,
)

VALUE_MATCH, TEXT_MATCH = 0.7, 0.8
"""From which F1 on a column says a field: a text shares many words with any other."""

LABELLED = 0.95
"""What a value with the same words too much or too few on every page is worth."""

USUALLY = 0.8
"""The share of wrong values that must be wrong by the same words for them to be a label."""

Key = TypeVar("Key", bound=Hashable)
Row = TypeVar("Row", bound=Hashable)
Column = TypeVar("Column", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Agreement:
    """How well a column says something: the sum of what is right, and pages with each of them."""

    right: float
    wanted: int
    found: int
    both: int = 0
    """Pages on which something is wanted and something is said."""
    label: Remainder | None = field(default=None, compare=False)
    """The words by which rows of the column differ from gold everywhere."""

    @property
    def f1(self) -> float:
        """F1 over pages; 1 where there is nothing to say and nothing is said."""
        total = self.wanted + self.found
        return 2 * self.right / total if total else 1.0

    @property
    def share(self) -> float:
        """What is right of what is wanted."""
        return self.right / self.wanted if self.wanted else 1.0


def agree(
    wanted: Mapping[Key, Any], found: Mapping[Key, Any], compare: Callable[[Any, Any], float]
) -> Agreement:
    """How well one column says another: both by page, pages without a value absent.

    >>> agree({1: "a", 2: "b"}, {2: "b", 3: "c"}, lambda one, other: one == other).f1
    0.5
    """
    both = [page for page in found if page in wanted]
    right = sum(compare(wanted[page], found[page]) for page in both)
    return Agreement(right, len(wanted), len(found), len(both))


def assign(gains: Mapping[tuple[Row, Column], float]) -> dict[Row, Column]:
    """One column at most for each row and one row for each column, with the greatest sum of gains.

    >>> assign({("a", 1): 2.0, ("a", 2): 1.9, ("b", 1): 1.5})
    {'a': 2, 'b': 1}
    """
    gains = {pair: gain for pair, gain in gains.items() if gain > 0}
    if not gains:
        return {}
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    rows = {row: number for number, row in enumerate(dict.fromkeys(row for row, _ in gains))}
    columns = {name: number for number, name in enumerate(dict.fromkeys(two for _, two in gains))}
    matrix = np.zeros((len(rows), len(columns)))
    for (row, column), gain in gains.items():
        matrix[rows[row], columns[column]] = gain
    row_names, column_names = list(rows), list(columns)
    chosen = zip(*linear_sum_assignment(matrix, maximize=True), strict=True)
    return {row_names[one]: column_names[two] for one, two in chosen if matrix[one, two] > 0}


Alike = dict[tuple[str, str], float]
"""For columns of two versions of a template the share of what they say that is the same."""

SURENESS = 8
"""The power that shares are raised to, so that one pair that agrees everywhere outweighs two that
agree on most pages: with 8, on 92 % of them."""

SAME_NAME = 0.1
"""What the same name adds: it decides between columns that agree equally often, and hardly more."""


def pair_columns(alike: Alike) -> dict[str, str]:
    """By column the one of another version of its template that says the same.

    Of columns that say it equally often, those of the same name belong together.

    >>> pair_columns({("a", "b"): 1.0, ("a", "a"): 1.0, ("c", "a"): 0.6})
    {'a': 'a'}
    >>> pair_columns({("a", "b"): 1.0, ("c", "a"): 0.6})
    {'a': 'b', 'c': 'a'}
    """
    return assign(
        {
            (one, other): share**SURENESS + SAME_NAME * (one == other)
            for (one, other), share in alike.items()
        }
    )


def count_same_pages(
    one: Mapping[str, Mapping[Key, Hashable]], other: Mapping[str, Mapping[Key, Hashable]]
) -> dict[tuple[str, str], int]:
    """For each two columns of two versions the pages on which both say the same, if there are any.

    >>> count_same_pages({"a": {1: "x", 2: "y"}}, {"b": {1: "x", 2: "z"}})
    {('a', 'b'): 1}
    """
    index: defaultdict[tuple[Key, Hashable], list[str]] = defaultdict(list)
    for name, pages in other.items():
        for page, says in pages.items():
            index[page, says].append(name)
    counts: Counter[tuple[str, str]] = Counter()
    for name, pages in one.items():
        for item in pages.items():
            counts.update((name, known) for known in index.get(item, ()))
    return dict(counts)


def needed(gold: GoldField) -> float:
    """The F1 from which on a column says a field."""
    return TEXT_MATCH if gold.is_text else VALUE_MATCH


def field_agreement(gold: GoldField, column: FoundColumn, pages: Sequence[str]) -> Agreement:
    """How well a column says a gold field."""
    found = sum(page in column.cells for page in pages)
    wanted = sum(page in gold.cells for page in pages)
    if not found:
        return Agreement(0.0, wanted, 0)
    scores, label = page_scores(gold, column, pages)
    return Agreement(sum(scores.values()), wanted, found, len(scores), label)


PageScores = dict[str, float]


def page_scores(
    gold: GoldField, column: FoundColumn, pages: Sequence[str]
) -> tuple[PageScores, Remainder | None]:
    """How right a column is on each page where both say something, and its rows' label."""
    both = [page for page in pages if page in gold.cells and page in column.cells]
    if gold.kind == "text":
        return {page: word_f1(gold.words(page), column.words(page)) for page in both}, None
    if gold.name == "breadcrumbs":
        return {page: _breadcrumb_f1(gold.cells[page], column.cells[page]) for page in both}, None
    if gold.kind == "list-text":
        return _row_text_scores(gold, column, both), None
    if gold.kind in ("list", "list-value", "list-list"):
        return _list_scores(gold, column, both)
    if gold.kind == "map" and any(len(gold.cells[page]) > 1 for page in both):
        return {page: bag_f1(gold.cells[page], column.cells[page]) for page in both}, None
    return _value_scores(gold, column, both), None


def _breadcrumb_f1(gold: Sequence[str], found: Sequence[Any]) -> float:
    """With or without the site's first page, and the page itself."""
    cuts = (slice(0, None), slice(1, None), slice(0, -1), slice(1, -1))
    return max(bag_f1(gold[cut], found) for cut in cuts)


def _row_text_scores(gold: GoldField, column: FoundColumn, both: Sequence[str]) -> PageScores:
    in_bags = {page: bag_f1(gold.cells[page], column.cells[page]) for page in both}
    # Rows are aligned only where their words are much the same: it takes long.
    if 2 * sum(word_f1(gold.words(page), column.words(page)) for page in both) < len(both):
        return in_bags
    return {
        page: max(score, rows_text_f1(gold.cells[page], column.cells[page]))
        for page, score in in_bags.items()
    }


def _list_scores(
    gold: GoldField, column: FoundColumn, both: Sequence[str]
) -> tuple[PageScores, Remainder | None]:
    scores = {page: bag_f1(gold.cells[page], column.cells[page], gold.image) for page in both}
    if sum(scores.values()) >= VALUE_MATCH * len(both):
        return scores, None
    paired = [page for page in both if len(gold.cells[page]) == len(column.cells[page])]
    label = _row_label(gold, column, paired)
    if label is None:
        return scores, None
    for page in paired:
        rows = zip(gold.cells[page], column.cells[page], strict=True)
        right = mean(isinstance(two, str) and remainder(one, two) == label for one, two in rows)
        scores[page] = max(scores[page], LABELLED * right)
    return scores, label


MIN_LABELLED_ROWS = 3
"""With fewer rows, a common beginning may be chance. A guess."""


def _row_label(gold: GoldField, column: FoundColumn, pages: Sequence[str]) -> Remainder | None:
    """The words by which nearly all rows of a column differ from gold."""
    pairs = [
        (one, two)
        for page in pages
        for one, two in zip(gold.cells[page], column.cells[page], strict=True)
        if isinstance(two, str)
    ]
    counts = Counter(remainder(one, two) for one, two in pairs)
    label, count = counts.most_common(1)[0] if counts else (None, 0)
    if label is None or len(label[1]) > SITE_NAMES or len({one for one, _ in pairs}) < 2:
        return None
    return label if count >= max(MIN_LABELLED_ROWS, USUALLY * len(pairs)) else None


def _value_scores(gold: GoldField, column: FoundColumn, both: Sequence[str]) -> PageScores:
    scores: PageScores = {}
    left: dict[str, Remainder] = {}
    for page in both:
        wanted, found = " ".join(gold.cells[page]), column.cells[page]
        scores[page] = float(_says_value(wanted, found, gold.image))
        if not scores[page] and len(found) == 1:
            over = _what_is_left(wanted, found[0])
            if over is not None:
                left[page] = over
    # Of one gold value the rest says nothing: every value differs from it by the same words.
    if len({" ".join(gold.cells[page]) for page in left}) < 2:
        return scores
    wrong = sum(not score for score in scores.values())
    usual = Counter(left.values()).most_common(2 if column.kind == "boolean" else 1)
    for over, count in usual:
        is_label = count >= max(2, USUALLY * wrong) and len(over[1]) <= SITE_NAMES
        if is_label or (over[0] == BOOLEAN and count > 1):
            scores.update({page: LABELLED for page, found in left.items() if found == over})
    return scores


BOOLEAN = "boolean"


def _says_value(wanted: str, found: Sequence[Any], kind: str) -> bool:
    if len(found) == 1:
        return same_value(wanted, found[0], kind)
    return bare(wanted) == bare("".join(map(show, found)))


def _what_is_left(wanted: str, found: Any) -> Remainder | None:
    """What a wrong value has more or less than gold; of yes and no, what gold says for it."""
    if isinstance(found, bool):
        return BOOLEAN, f"{found} {bare(wanted)}"
    return remainder(wanted, found) if isinstance(found, str) else None
