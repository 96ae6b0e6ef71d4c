"""Choosing: candidates and what they should find enter, the few queries that find it leave.

A unit is one place to look in, a page or a row, with what unmold read there. Candidates are tried
on few units first and on all in the end, as most fail at once. Queries are asked in turn, so a
second one may speak for the units where the first finds nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import chain, zip_longest

from parsel import Selector

from unmold.export.literals import xpath_literal
from unmold.export.page_view import Element, Target, written
from unmold.export.reading import collapse
from unmold.export.wrapper import XPATH, Query

RIGHT, WRONG, NOTHING = 1.0, -1.0, 0.0
"""How well a query does on a unit; between nothing and right: as good, if other queries help."""

MAX_CHAIN = 3
ROUNDS = ((5, 70), (14, 28), (60, 12))
"""Units looked at, and candidates tried on them, round by round."""

AMONG_MANY = 2.0
"""What a query costs that finds more than the one value that is meant."""

MAX_OTHERS, MAX_OTHER_LENGTH = 2, 40
"""Texts that a query may leave out by name."""

LEAST_GAIN = 0.01
PROPOSERS, REFINERS, REFINED = 16, 7, 60
"""Units that propose queries, units that refine them, and queries that are refined."""

CACHED = 8192
"""Answers that are kept, as fields that stand together share many queries."""


@dataclass(frozen=True, slots=True, eq=False)
class Unit:
    """A page or row, and what is there."""

    selector: Selector
    context: Element | None
    """The row; None for a page."""

    expected: tuple[str, ...] = ()
    targets: tuple[Target, ...] = ()

    @property
    def root(self) -> Element:
        return self.selector.root if self.context is None else self.context


Propose = Callable[[Unit], Iterable[Query]]
Judge = Callable[[Query, Unit], float]
Refine = Callable[[Query, Unit], Iterable[Query]]


def choose_queries(
    units: Sequence[Unit], propose: Propose, judge: Judge, refine: Refine | None = None
) -> list[Query]:
    """The chain of queries that is right on most units; empty where none ever is.

    `refine` makes better queries of those that several units propose.
    """
    pool = _pool(units, propose, PROPOSERS)
    if refine is not None:
        usual, refined = pool[:REFINED], partial(_refine_all, refine, pool[:REFINED])
        pool = list(dict.fromkeys([*_pool(units, refined, REFINERS), *usual]))
    outcomes: dict[Query, list[float]] = {}
    for sample_size, kept in ROUNDS:
        sample = spread(units, sample_size)
        outcomes = {query: [judge(query, unit) for unit in sample] for query in pool[:kept]}
        pool = _sorted(outcomes, sample)
    return _chain(pool, outcomes, spread(units, ROUNDS[-1][0]))


def _sorted(outcomes: dict[Query, list[float]], units: Sequence[Unit]) -> list[Query]:
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


def spread(units: Sequence[Unit], size: int) -> list[Unit]:
    """So many units, evenly drawn; those with values first, as they tell more."""
    filled = [unit for unit in units if unit.expected]
    empty = [unit for unit in units if not unit.expected]
    return _evenly(filled, size) + _evenly(empty, max(2, size // 3))


def _evenly(units: list[Unit], size: int) -> list[Unit]:
    count = min(size, len(units))
    return [units[position * len(units) // count] for position in range(count)]


def _refine_all(refine: Refine, queries: Iterable[Query], unit: Unit) -> Iterator[Query]:
    return chain.from_iterable(refine(query, unit) for query in queries)


def _pool(units: Sequence[Unit], propose: Propose, size: int) -> list[Query]:
    """The queries that several units propose, the most usual and cheapest first."""
    proposers = _evenly([unit for unit in units if unit.expected], size)
    counts: Counter[Query] = Counter()
    for unit in proposers:
        counts.update(list(dict.fromkeys(propose(unit))))
    least = max(1, len(proposers) // 6)
    usual = [query for query, count in counts.items() if count >= least]
    usual.sort(key=lambda query: (-counts[query], query.cost, query.text))
    # What is quite usual differs little in that; the cheap half of it is tried first.
    return sorted(usual[: 2 * ROUNDS[0][1]], key=lambda query: query.cost - 2 * counts[query])


def _rank(
    chain: list[Query], outcomes: dict[Query, list[float]], units: Sequence[Unit]
) -> tuple[float, float]:
    share = _agreement([outcomes[query] for query in chain], units)
    return -share, sum(query.cost for query in chain)


def _agreement(columns: list[list[float]], units: Sequence[Unit]) -> float:
    """The share of units that the chain reads right, of those that have or seem to have a value."""
    right, counted = 0.0, 0
    for number, unit in enumerate(units):
        answer = next((column[number] for column in columns if column[number]), NOTHING)
        right += max(answer, 0.0)
        counted += bool(unit.expected) or answer != NOTHING
    return right / counted if counted else 0.0


def _chain(
    pool: list[Query], outcomes: dict[Query, list[float]], units: Sequence[Unit]
) -> list[Query]:
    if not pool or _rank(pool[:1], outcomes, units)[0] == 0:
        return []
    chosen, best = pool[:1], _rank(pool[:1], outcomes, units)
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


def run(query: Query, unit: Unit) -> list[object]:
    """What a query finds, by lxml itself; nothing where it cannot be run."""
    return _run(unit.root, query.xpath)


def _run(root: Element, xpath: str) -> list[object]:
    try:
        found = root.xpath(xpath, smart_strings=False)
    except (ValueError, SyntaxError, RuntimeError):
        return []
    return found if isinstance(found, list) else []


def texts_of(query: Query, unit: Unit) -> tuple[str, ...]:
    """What a query finds as texts, some of them perhaps empty."""
    return _texts(unit.root, query.xpath)


@lru_cache(maxsize=CACHED)
def _texts(root: Element, xpath: str) -> tuple[str, ...]:
    found = _run(root, xpath)
    return tuple([collapse(one) if isinstance(one, str) else written(one) for one in found])


def forget() -> None:
    """Let go of all pages."""
    _texts.cache_clear()


def judge_values(query: Query, unit: Unit) -> float:
    """Whether a query finds exactly the values of a list."""
    return _verdict(tuple(text for text in texts_of(query, unit) if text), unit.expected)


def judge_first(query: Query, unit: Unit) -> float:
    """Whether what a query finds first is the value."""
    first = next((text for text in texts_of(query, unit) if text), None)
    return _verdict(() if first is None else (first,), unit.expected)


def judge_json(query: Query, unit: Unit) -> float:
    """Whether a path of the page's structured data leads to the values."""
    found = tuple(query.find(unit.selector))
    return _verdict(found if len(unit.expected) > 1 else found[:1], unit.expected)


def _verdict(found: tuple[str, ...], expected: tuple[str, ...]) -> float:
    if not found:
        return NOTHING
    return RIGHT if found == expected else WRONG


def with_positions(query: Query, unit: Unit) -> Iterator[Query]:
    """Which of a query's results is meant; to be merely the first of many costs, too."""
    texts = texts_of(query, unit)
    if unit.expected[0] not in texts:
        return
    index = texts.index(unit.expected[0])
    if any(texts[:index]):
        yield replace(query, index=index, cost=query.cost + AMONG_MANY + index / 4)
    else:
        yield replace(query, cost=query.cost + AMONG_MANY * any(texts[index + 1 :]))


def without_others(query: Query, unit: Unit) -> Iterator[Query]:
    """The query without the few short texts that it finds beside the values.

    A template's own words often stand where its values do, and unmold knows them by heart.
    """
    if query.language != XPATH or not query.text.endswith("/text()"):
        return
    texts = [text for text in texts_of(query, unit) if text]
    others = sorted(set(texts) - set(unit.expected))
    if not 0 < len(others) <= MAX_OTHERS or max(map(len, others)) > MAX_OTHER_LENGTH:
        return
    if tuple(text for text in texts if text not in others) == unit.expected:
        tests = " and ".join(f"normalize-space()!={xpath_literal(text)}" for text in others)
        yield replace(query, text=f"{query.text}[{tests}]", cost=query.cost + 2 * len(others))
