"""Refining: makes queries that find too much more exact.

They count, leave out the template's own words, ask for the words that all values begin with, or
take only the part of what they find that lies between two labels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from unmold.export.candidates import tag_of
from unmold.export.choosing import AMONG_MANY, Unit, run_places, spread, texts_of
from unmold.export.literals import css_literal
from unmold.export.page_view import Element, PageView, Target
from unmold.export.reading import xpath_literal
from unmold.export.wrapper import CSS, XPATH, Query

# The limits and costs of this file are guesses, as those of `candidates`.
MAX_OTHERS, MAX_OTHER_LENGTH = 4, 40
"""Texts that a query may leave out by name."""

MAX_LABELS = 24
"""More alternatives make a query that nobody can read."""
UNNAMED_COST = 1.0
"""What a text without a name costs, as much as a step. A guess."""
BLOCKS = ("div", "img", "p", "table", "ul")
MIN_WORDS, MAX_WORDS = 4, 40
"""Letters of what all values begin with."""


def others_cost(query: Query, unit: Unit) -> float:
    """To be merely the first of many costs, too."""
    return AMONG_MANY * (sum(map(bool, texts_of(query, unit))) > 1)


def with_position(query: Query, unit: Unit) -> Iterator[Query]:
    """Which of a query's results is meant."""
    texts = texts_of(query, unit)
    if query.language == CSS:
        texts = tuple(filter(None, texts))
    index = texts.index(unit.expected[0]) if unit.expected[0] in texts else 0
    if any(texts[:index]):
        yield replace(query, index=index, cost=query.cost + AMONG_MANY + index / 4)


def without_others(query: Query, unit: Unit) -> Iterator[Query]:
    """The query without the few short texts that it finds beside the values.

    A template's own words are often where its values are, and unmold knows them.
    """
    if not query.text.endswith(("/text()", "::text")):
        return
    texts = [text for text in texts_of(query, unit) if text]
    others = sorted(set(texts) - set(unit.expected))
    if not 0 < len(others) <= MAX_OTHERS or max(map(len, others)) > MAX_OTHER_LENGTH:
        return
    if tuple(text for text in texts if text not in others) != unit.expected:
        return
    cost = query.cost + 2 * len(others)
    if query.language == XPATH:
        tests = " and ".join(f"normalize-space()!={xpath_literal(text)}" for text in others)
        yield replace(query, text=f"{query.text}[{tests}]", cost=cost)
    else:
        yield replace(query, without=tuple(others), cost=cost)


def without_name(query: Query, unit: Unit) -> Iterator[Query]:
    """Only elements without id or class, as the value's; those with one are something else."""
    element = unit.targets[0].element
    for name in ("id", "class"):
        if element.get(name) is not None:
            continue
        if query.language == XPATH and query.text not in ("", "."):
            way, _, end = query.text.rpartition("/")
            is_end = end == "text()" or end.startswith("@")
            text = f"{way}[not(@{name})]/{end}" if is_end else f"{query.text}[not(@{name})]"
            yield replace(query, text=text, cost=query.cost + UNNAMED_COST)
        elif query.language == CSS:
            text, colons, end = query.text.partition("::")
            text = f"{text}:not([{name}]){colons}{end}"
            yield replace(query, text=text, cost=query.cost + UNNAMED_COST)


def only_inline(query: Query, unit: Unit) -> Iterator[Query]:
    """Only elements with nothing but text and marks in it, which alone are read as a whole."""
    if unit.targets[0].end:
        return
    if query.language == XPATH:
        text = "self::*" if query.text == "." else query.text
        tests = " or ".join(f".//{tag}" for tag in BLOCKS)
        yield replace(query, text=f"{text}[not({tests})]", cost=query.cost + UNNAMED_COST)
    elif query.language == CSS and "::" not in query.text:
        text = f"{query.text}:not(:has({', '.join(BLOCKS)}))"
        yield replace(query, text=text, cost=query.cost + UNNAMED_COST)


def common_words(units: Sequence[Unit]) -> str:
    """What all first values begin with, in whole words; empty if that is little."""
    firsts = [unit.expected[0] for unit in units if unit.expected]
    if len(set(firsts)) < 2:
        return ""
    first, last = min(firsts), max(firsts)
    same = takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    words = "".join(letter for letter, _ in same).rpartition(" ")[0][:MAX_WORDS]
    return words if len(words) >= MIN_WORDS else ""


def with_words(query: Query, words: str) -> Iterator[Query]:
    """Of what a query finds, what begins with some words; in CSS, what holds them."""
    cost = query.cost + 1.0
    if query.language == XPATH and not query.text.endswith(("]", ".")):
        test = f"[starts-with(normalize-space(),{xpath_literal(words)})]"
        yield replace(query, text=query.text + test, cost=cost)
    elif query.language == CSS and "::attr" not in query.text:
        text, end, _ = query.text.partition("::text")
        yield replace(query, text=f"{text}:contains({css_literal(words)}){end}", cost=cost)
        if end:
            yield replace(query, begins=words, cost=cost + 1.0)


def without_labelled(query: Query, units: Sequence[Unit]) -> Iterator[Query]:
    """The query without texts that begin with a label of the template, which are other fields."""
    if not query.text.endswith(("/text()", "::text")):
        return
    labels = {
        label
        for unit in units
        for text in set(texts_of(query, unit)) - set(unit.expected)
        if (label := text.partition(": ")[0] + ":") in unit.view.known and label != text + ":"
    }
    if 0 < len(labels) <= MAX_LABELS:
        cost = query.cost + 2.0 + len(labels) / 4
        yield replace(query, without=tuple(sorted(labels)), cost=cost)


# Sections: unmold knows a value by the template's own text before it: of all leaves found by one
# query, those belong to a field that follow its label and precede the next text of the template. So
# a query asks for the leaves together with the texts at which they begin and end, and says between
# which they lie.


LOOKED_AT, EMPTY = 12, 30
"""Units from which the texts around a section are learned, and such without values."""

MAX_MARKS, MAX_BASES, TRIED_BASES = 24, 6, 40
FEW = 3
"""Units that tell which queries find little beside the values."""

COUNTED = 5
"""Units that tell which of a section a single value is."""

MIN_RECALL = 0.7
"""The share of filled pages that a refined query must still find. A guess."""
MINOR = 0.1
"""A mark before a smaller share of a field's values belongs to something else."""

SECTION_COST, MARK_COST = 4.0, 0.3

Mark = tuple[str, str]
"""The tag of the element around a text of the template, and the text."""

START: Mark = ("", "")
"""Stands for the start of the page or row."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a query finds on one unit: the marks before the values, and before all else."""

    wanted: list[Mark]
    others: list[Mark]
    covers: bool
    """Whether all values are among what it finds."""


def section_queries(units: Sequence[Unit], bases: Iterable[Query], is_list: bool) -> list[Query]:
    """Queries for what lies between texts of the template, made from queries for more."""
    sample = spread(units, LOOKED_AT, EMPTY)
    filled = [unit for unit in sample if unit.targets]
    useful = _useful_bases(sample, list(bases)[:TRIED_BASES])
    found = (query for base in useful for query in _sections(sample, base, is_list))
    return [one for query in found for one in _counted(query, filled, is_list)]


def _useful_bases(sample: Sequence[Unit], bases: Sequence[Query]) -> list[Query]:
    """Those that find the values, and as little beside them as possible."""
    few = spread(sample, FEW, FEW)
    found: list[tuple[int, float, Query]] = []
    for base in bases:
        texts = [set(texts_of(base, unit)) for unit in few]
        if all(set(unit.expected) <= one for unit, one in zip(few, texts, strict=True)):
            found.append((sum(map(len, texts)), base.cost, base))
    found.sort(key=lambda one: (one[0], one[1], one[2].text))
    return [base for _, _, base in _distinct(found)][:MAX_BASES]


def _distinct(found: list[tuple[int, float, Query]]) -> Iterator[tuple[int, float, Query]]:
    """Of queries that find as much, the first two."""
    counts: Counter[int] = Counter()
    for one in found:
        counts[one[0]] += 1
        if counts[one[0]] <= 2:
            yield one


def _sections(sample: Sequence[Unit], base: Query, is_list: bool) -> Iterator[Query]:
    seen = [_look(unit, base) for unit in sample]
    filled = [one for one in seen if one.wanted]
    good = [one for one in filled if one.covers]
    if not good or len(good) < MIN_RECALL * len(filled):
        return
    wanted = Counter(mark for one in good for mark in one.wanted)
    others = Counter(mark for one in seen for mark in one.others)
    everything = wanted + others
    # Of several that follow the same mark a single value may be the first.
    begins = [mark for mark in wanted if not is_list or wanted[mark] > others[mark]]
    yield from _section(base, begins, everything)
    usual = [mark for mark in begins if wanted[mark] > MINOR * wanted.total()]
    if len(usual) < len(begins):
        yield from _section(base, usual, everything)


def _look(unit: Unit, base: Query) -> _Seen:
    view = unit.view
    wanted = {leaf for target in unit.targets if (leaf := view.leaf_of(target)) is not None}
    places = [view.leaf_of(place) for place in run_places(base, unit)]
    leaves = {leaf for leaf in places if leaf is not None}
    data = [leaf for leaf in leaves if not _is_template_text(view, leaf)]
    others = [_mark_before(view, leaf, unit.context) for leaf in data if leaf not in wanted]
    others += [_mark(view, leaf) for leaf in leaves if _is_template_text(view, leaf)]
    first = [_mark_before(view, leaf, unit.context) for leaf in wanted]
    return _Seen(first, others, leaves >= wanted)


def _is_template_text(view: PageView, leaf: int) -> bool:
    return view.sources[leaf] in ("text", "block") and leaf not in view.before


def _mark_before(view: PageView, leaf: int, context: Element | None) -> Mark:
    """The text of the template before a leaf, in the same row."""
    before = view.before.get(leaf, -1)
    target = view.targets[before] if before >= 0 else None
    if target is None or (context is not None and not _is_inside(target, context)):
        return START
    return _mark(view, before)


def _mark(view: PageView, leaf: int) -> Mark:
    target = view.targets[leaf]
    return ("*" if target is None else tag_of(target.element), view.values[leaf])


def _is_inside(target: Target, context: Element) -> bool:
    at = target.element
    while at is not None and at is not context:
        at = at.getparent()
    return at is not None


def _section(base: Query, begins: Sequence[Mark], marks: Counter[Mark]) -> Iterator[Query]:
    """A query for what lies after some marks and before others; none if these are too many."""
    kept = [mark for mark, _ in marks.most_common(MAX_MARKS)]
    after = tuple(dict.fromkeys(text for _, text in begins))
    until = tuple(dict.fromkeys(text for _, text in kept if text not in after and text))
    if not after or (after == ("",) and not until) or not set(begins) <= set(kept):
        return
    marks_query = _marks_query(base, [mark for mark in kept if mark != START])
    cost = base.cost + SECTION_COST + MARK_COST * (len(until) + len(after))
    yield replace(base, marks=marks_query, after=after, until=until, cost=cost)


def _marks_query(base: Query, marks: Sequence[Mark]) -> str:
    """A query for all texts in elements of the kinds that hold marks."""
    tags = list(dict.fromkeys(tag for tag, _ in marks))
    if base.language == CSS:
        return ", ".join(f"{tag}::text" for tag in tags)
    start = ".//" if base.text.startswith(".") else "//"
    return " | ".join(f"{start}{tag}/text()" for tag in tags)


def _counted(query: Query, sample: Sequence[Unit], is_list: bool) -> Iterator[Query]:
    """The query itself, or with the position that a single value mostly has in the section."""
    if is_list:
        yield query
        return
    found = [(texts_of(query, unit), unit.expected[0]) for unit in sample[:COUNTED]]
    positions = Counter(texts.index(text) for texts, text in found if text in texts)
    for position, _ in positions.most_common(2):
        yield replace(query, index=position or None, cost=query.cost + position / 4)
