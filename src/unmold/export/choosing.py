"""Choosing: of many candidate queries, the few that find what unmold read.

Candidates are tried from the cheapest on, on few units first, as most fail at once; the first that
is right nearly everywhere is taken. Where none is, several are asked in turn, so that a second may
speak for the units where the first finds nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, zip_longest
from typing import Any

from unmold.export.page_view import Element, PageView, Target, written
from unmold.export.reading import Part, as_read
from unmold.export.wrapper import Query

# Trials: how well a query does in one place to look in. XPaths are compiled once, and answers are
# kept, as fields that lie near one another share many queries.


RIGHT, WRONG, NOTHING = 1.0, -1.0, 0.0
"""How well a query does on a unit; between nothing and right: as good, if other queries help."""

CACHED = 8192
"""Queries and answers that are kept at most; changes no result."""


@dataclass(frozen=True, slots=True, eq=False)
class Unit:
    """A page or row, and what is there."""

    view: PageView
    context: Element | None
    """The row; None for a page."""

    expected: tuple[str, ...] = ()
    targets: tuple[Target, ...] = ()

    @property
    def root(self) -> Element:
        return self.view.selector.root if self.context is None else self.context


def run(query: Query, unit: Unit) -> list[Any]:
    """What a query finds, by lxml itself; nothing where it cannot be run."""
    return _run(unit.root, query.xpath)


def _run(root: Element, xpath: str) -> list[Any]:
    compiled = _compile(xpath)
    if compiled is None:
        return []
    try:
        found = compiled(root)
    except (ValueError, RuntimeError):
        return []
    return found if isinstance(found, list) else []


@lru_cache(maxsize=CACHED)
def _compile(xpath: str) -> Any:
    from lxml.etree import XPath  # type: ignore[import-untyped]

    try:
        return XPath(xpath, smart_strings=False)
    except (ValueError, SyntaxError, RuntimeError):
        return None


def run_places(query: Query, unit: Unit) -> list[Target]:
    """Where a query finds something."""
    found = unit.root.xpath(query.xpath)
    return [_place(one) for one in found] if isinstance(found, list) else []


def _place(found: Any) -> Target:
    if not isinstance(found, str):
        return Target(found, "")
    holder: Element = found.getparent()  # type: ignore[attr-defined]
    if found.is_attribute:  # type: ignore[attr-defined]
        return Target(holder, f"@{found.attrname}")  # type: ignore[attr-defined]
    if found.is_text:  # type: ignore[attr-defined]
        return Target(holder, "text()", 0)
    parent = holder.getparent()
    before = [child for child in parent if child.tail][: parent.index(holder) + 1]
    position = next(number for number, child in enumerate(before) if child is holder)
    return Target(parent, "text()", position + bool(parent.text))


def texts_of(query: Query, unit: Unit) -> tuple[str, ...]:
    """What a query finds as texts, some of them perhaps empty."""
    found = _texts(unit.root, query.xpath)
    part = query.asked
    return tuple(part.choose(filter(None, found))) if isinstance(part, Part) else found


@lru_cache(maxsize=CACHED)
def _texts(root: Element, xpath: str) -> tuple[str, ...]:
    found = _run(root, xpath)
    return tuple([as_read(one, xpath) if isinstance(one, str) else _written(one) for one in found])


@lru_cache(maxsize=4 * CACHED)
def _written(element: Element) -> str:
    return written(element)


def forget() -> None:
    """Let go of all pages."""
    _texts.cache_clear()
    _written.cache_clear()


def judge_values(query: Query, unit: Unit) -> float:
    """Whether a query finds exactly the values of a list."""
    return _verdict(tuple(text for text in texts_of(query, unit) if text), unit.expected)


def judge_first(query: Query, unit: Unit) -> float:
    """Whether what a query finds first is the value."""
    first = next((text for text in texts_of(query, unit) if text), None)
    return _verdict(() if first is None else (first,), unit.expected)


def judge_json(query: Query, unit: Unit) -> float:
    """Whether a path of the page's structured data leads to the values."""
    found = tuple(query.find(unit.view.selector))
    return _verdict(found if len(unit.expected) > 1 else found[:1], unit.expected)


def _verdict(found: tuple[str, ...], expected: tuple[str, ...]) -> float:
    if not found:
        return NOTHING
    return RIGHT if found == expected else WRONG


# How many units and queries are looked at are guesses: a query that was chosen too early shows when
# `wrap` verifies it on all pages.
MAX_CHAIN = 3
TRIED = 4
"""Units that a candidate must be right on before it is tried on more."""

JUDGED = 40
"""Units that decide."""

GOOD_ENOUGH, GOOD_IN_ROWS = 0.985, 0.997
"""The share of units that a query must be right on; one wrong row is a wrong page."""

ROUNDS = ((6, 50), (14, 16), (JUDGED, 8))
"""Where no candidate is good: units looked at, and candidates tried on them, round by round."""

HOPELESS = 3
"""Wrong answers, without a right one, after which a query is given up."""

LEAST_GAIN = 0.01
"""A query that finds less than this more is not worth its cost. A guess."""
PROPOSERS, POOL = 9, 140
"""Units that propose queries, and queries that are tried."""

REPAIRED, OFFERED, ADDED = 6, 60, 12
"""Units read wrong that further queries are tried on, how many of these, and how many on all."""

AMONG_MANY = 2.0
"""What a query costs that finds more than the one value that is meant."""

COMMON = 2.0
"""What it is worth that a unit proposes a query, too."""

Propose = Callable[[Unit], Iterable[Query]]
Judge = Callable[[Query, Unit], float]
Outcomes = dict[Query, list[float]]


class Choice:
    """The queries for one field or table: those tried so far, and the best of them."""

    def __init__(
        self, units: Sequence[Unit], judge: Judge, extra: Callable[[Query, Unit], float]
    ) -> None:
        self.units, self.judge, self.extra = units, judge, extra
        is_row = any(unit.context is not None for unit in units)
        self.goal = GOOD_IN_ROWS if is_row else GOOD_ENOUGH
        self.tried = spread(units, TRIED)
        self.judged = spread(units, JUDGED, JUDGED if is_row else 0)
        self._order = list(self.judged)
        self.pool: dict[Query, float] = {}
        self.best: list[Query] = []
        self.share = 0.0

    @property
    def is_good(self) -> bool:
        return self.share >= self.goal

    def offer(self, queries: dict[Query, float]) -> None:
        """Try queries, each with what it costs; the first good one among the cheap is kept."""
        self.pool |= queries
        best: tuple[float, Query] | None = None
        for query, cost in sorted(queries.items(), key=lambda pair: (pair[1], pair[0].text)):
            if best is not None and cost >= best[0]:
                break
            if self._is_right(query):
                found = (cost + max(self.extra(query, unit) for unit in self.tried), query)
                best = found if best is None else min(best, found, key=lambda pair: pair[0])
        if best is not None:
            self.best, self.share = [best[1]], self._share_of(best[1])

    def _is_right(self, query: Query) -> bool:
        """Whether a query is right on all units but very few.

        What one fails on most others fail on, too, so that unit is asked first from then on.
        """
        allowed = int((1 - self.goal) * len(self.judged))
        misses: list[Unit] = []
        for unit in self._order:
            if self.judge(query, unit) != (RIGHT if unit.expected else NOTHING):
                misses.append(unit)
                if len(misses) > allowed:
                    break
        for unit in misses:
            self._order.remove(unit)
        self._order[:0] = misses
        return len(misses) <= allowed

    def _share_of(self, query: Query) -> float:
        return _agreement([[self.judge(query, unit) for unit in self.judged]], self.judged)

    def settle(self) -> None:
        """Where no query is good: the best chain of several."""
        pool = sorted(self.pool, key=lambda query: (self.pool[query], query.text))
        outcomes: Outcomes = {}
        for size, kept in ROUNDS:
            sample = self.judged if size == JUDGED else spread(self.units, size)
            outcomes = {query: self._outcome(query, sample) for query in pool[:kept]}
            pool = _sorted(outcomes, sample)
        self._keep(_chain(pool, outcomes, self.judged))

    def _outcome(self, query: Query, units: Sequence[Unit]) -> list[float]:
        """How a query does; one that is wrong wherever it was tried is not tried on."""
        found: list[float] = []
        for unit in units:
            if len(found) == HOPELESS and all(answer == WRONG for answer in found):
                return found + [WRONG] * (len(units) - len(found))
            found.append(self.judge(query, unit))
        return found

    def missed(self) -> list[Unit]:
        """The units with values that are read wrong."""
        columns = [[self.judge(query, unit) for query in self.best] for unit in self.judged]
        answers = [next(filter(None, column), NOTHING) for column in columns]
        pairs = zip(self.judged, answers, strict=True)
        return [unit for unit, answer in pairs if unit.expected and answer != RIGHT]

    def repair(self, queries: Sequence[Query]) -> None:
        """Add queries that are right where the others are wrong, on more than one unit."""
        missed = self.missed()
        few = missed[:REPAIRED]
        gains = {
            query: sum(self.judge(query, unit) == RIGHT for unit in few)
            for query in queries[:OFFERED]
        }
        helping = [query for query in gains if gains[query] >= min(2, len(missed))]
        helping.sort(key=lambda query: -gains[query])
        outcomes = {
            query: [self.judge(query, unit) for unit in self.judged]
            for query in (*self.best, *helping[:ADDED])
        }
        if self.best:
            self._keep(_lengthen(self.best, list(outcomes), outcomes, self.judged))
        else:
            ranked = sorted(outcomes, key=lambda query: _rank([query], outcomes, self.judged))
            self._keep(_chain(ranked, outcomes, self.judged))

    def prefer(self, queries: Sequence[Query]) -> None:
        """Take one of these instead, if that is clearly better."""
        for query in queries:
            share = self._share_of(query)
            if share > self.share + LEAST_GAIN:
                self.best, self.share = [query], share

    def _keep(self, queries: list[Query]) -> None:
        columns = [[self.judge(query, unit) for unit in self.judged] for query in queries]
        self.best, self.share = queries, _agreement(columns, self.judged)


def pooled(units: Sequence[Unit], propose: Propose, size: int = PROPOSERS) -> dict[Query, float]:
    """The queries that several units propose, each with what it costs: the more usual, the less."""
    proposers = _evenly([unit for unit in units if unit.expected], size)
    counts: Counter[Query] = Counter()
    for unit in proposers:
        counts.update(list(dict.fromkeys(propose(unit))))
    usual = sorted(counts, key=lambda query: (-counts[query], query.cost, query.text))
    return {query: query.cost - COMMON * counts[query] for query in usual[:POOL]}


def spread(units: Sequence[Unit], size: int, empty_size: int = 0) -> list[Unit]:
    """Some units, evenly drawn; those with values first, as they tell more."""
    filled = [unit for unit in units if unit.expected]
    empty = [unit for unit in units if not unit.expected]
    return _evenly(filled, size) + _evenly(empty, empty_size or max(2, size // 3))


def _evenly(units: list[Unit], size: int) -> list[Unit]:
    count = min(size, len(units))
    return [units[position * len(units) // count] for position in range(count)]


def _sorted(outcomes: Outcomes, units: Sequence[Unit]) -> list[Query]:
    """The best queries, in turns with those that are right where the very best is not."""
    ranked = sorted(outcomes, key=lambda query: _rank([query], outcomes, units))
    answers = outcomes[ranked[0]] if ranked else []
    missed = [number for number, answer in enumerate(answers) if answer != RIGHT]
    helping = sorted(
        (query for query in ranked if any(outcomes[query][number] == RIGHT for number in missed)),
        key=lambda query: -sum(outcomes[query][number] == RIGHT for number in missed),
    )
    in_turns = chain.from_iterable(zip_longest(ranked, helping))
    return list(dict.fromkeys(query for query in in_turns if query is not None))


def _rank(queries: list[Query], outcomes: Outcomes, units: Sequence[Unit]) -> tuple[float, float]:
    share = _agreement([outcomes[query] for query in queries], units)
    return -share, sum(query.cost for query in queries)


def _agreement(columns: list[list[float]], units: Sequence[Unit]) -> float:
    """The share of units that the chain reads right, of those that have or seem to have a value."""
    right, counted = 0.0, 0
    for number, unit in enumerate(units):
        answer = next((column[number] for column in columns if column[number]), NOTHING)
        right += max(answer, 0.0)
        counted += bool(unit.expected) or answer != NOTHING
    return right / counted if counted else 0.0


def _chain(pool: list[Query], outcomes: Outcomes, units: Sequence[Unit]) -> list[Query]:
    pool = [query for query in pool if query in outcomes]
    if not pool or _rank(pool[:1], outcomes, units)[0] == 0:
        return []
    return _lengthen(pool[:1], pool, outcomes, units)


def _lengthen(
    chosen: list[Query], pool: list[Query], outcomes: Outcomes, units: Sequence[Unit]
) -> list[Query]:
    """Put more queries into a chain, one by one, as long as each makes it better."""
    best = _rank(chosen, outcomes, units)
    while best[0] > -1 and len(chosen) < MAX_CHAIN:
        longer = [
            [*chosen[:place], query, *chosen[place:]]
            for query in pool
            if query not in chosen
            for place in range(len(chosen) + 1)
        ]
        if not longer:
            return chosen
        found = min(longer, key=lambda one: _rank(one, outcomes, units))
        rank = _rank(found, outcomes, units)
        if rank[0] > best[0] - LEAST_GAIN:
            return chosen
        chosen, best = found, rank
    return chosen
