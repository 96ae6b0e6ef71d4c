"""Refining: queries that find too much enter, queries that say more exactly what is meant leave.

They count, leave out the template's own words, or ask for the words that all values begin with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from unmold.export.choosing import AMONG_MANY
from unmold.export.literals import css_literal
from unmold.export.reading import xpath_literal
from unmold.export.trials import Unit, texts_of
from unmold.export.wrapper import CSS, XPATH, Query

MAX_OTHERS, MAX_OTHER_LENGTH = 4, 40
"""Texts that a query may leave out by name."""

MAX_LABELS = 24
UNNAMED_COST = 1.0
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

    A template's own words often stand where its values do, and unmold knows them by heart.
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
