"""Slots: which fields the nodes of a pattern tree hold.

Pattern trees and fields are found in different ways; they are matched by the XPaths of their
values.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from unmold.records.record import Record

if TYPE_CHECKING:
    from unmold._core import PatternMatch, PatternValue

# Guesses, for pictures only: names shown in one slot, and the share of the best that another needs.
MAX_NAMES, GOOD_PART = 3, 0.25


@dataclass(frozen=True, slots=True)
class Slot:
    """A variant node of a pattern that some page fills."""

    names: tuple[str, ...]
    """The fields that it fills, the most usual first; those of tables as `table.field`."""

    share: float
    """The share of pages that fill it."""

    example: str


def find_slots(matches: Sequence[PatternMatch], records: Sequence[Record]) -> dict[int, Slot]:
    """The slots of a pattern by node, from its matches with pages and the records of the same."""
    uses = [_use(match, record) for match, record in zip(matches, records, strict=True)]
    names: defaultdict[int, Counter[str]] = defaultdict(Counter)
    pages: Counter[int] = Counter()
    examples: dict[int, str] = {}
    for use in uses:
        pages.update({value.node for value, _ in use})
        for value, name in use:
            names[value.node][name] += 1
            examples.setdefault(value.node, value.text)
    return {
        node: Slot(_usual_names(names[node]), count / len(uses), examples[node])
        for node, count in pages.items()
    }


def _usual_names(counts: Counter[str]) -> tuple[str, ...]:
    """The fields of a slot: one, unless another takes a good part of its values."""
    ranked = counts.most_common(MAX_NAMES)
    usual = [name for name, count in ranked if count >= GOOD_PART * ranked[0][1]]
    return tuple(name for name in usual if name)


def choose_slots(slots: dict[int, Slot], least: float) -> dict[int, Slot]:
    """The slots that at least this share of pages fills, and of every field the one filled most."""
    best = _best_of_each(slots)
    return {node: slot for node, slot in slots.items() if slot.share >= least or node in best}


def _best_of_each(slots: dict[int, Slot]) -> set[int]:
    best: dict[str, int] = {}
    for node, slot in slots.items():
        for name in slot.names:
            if name not in best or slot.share > slots[best[name]].share:
                best[name] = node
    return set(best.values())


def _use(match: PatternMatch, record: Record) -> list[tuple[PatternValue, str]]:
    places = dict(_places(record.xpaths))
    return [(value, _name_at(value.xpath or "", places)) for value in match.values]


def _name_at(xpath: str, places: dict[str, str]) -> str:
    """The field at this text or image, else at the nearest element around it."""
    while xpath:
        if xpath in places:
            return places[xpath]
        xpath = xpath.rpartition("/")[0]
    return ""


def _places(xpaths: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The XPaths of all values with the field's name; of several at one place the first counts."""
    found = [(xpath, name) for name, value in xpaths.items() for xpath, name in _walk(value, name)]
    # Of what is at the same element, a text tells more than an attribute.
    found.sort(key=lambda pair: "/@" not in pair[0])
    for xpath, name in reversed(found):
        element, _, attribute = xpath.partition("/@")
        if attribute in ("", "src", "href"):
            yield element, name


def _walk(value: Any, name: str) -> Iterator[tuple[str, str]]:
    """The XPaths in a value of a record: one, a list, or the rows of a table."""
    waiting: list[tuple[Any, str]] = [(value, name)]
    while waiting:
        item, path = waiting.pop()
        if isinstance(item, str):
            yield item, path
        elif isinstance(item, dict):
            waiting.extend((inner, f"{path}.{key}") for key, inner in item.items())
        elif isinstance(item, Iterable):
            waiting.extend((inner, path) for inner in item)
