"""Structure: the sample enters, what its pattern tree says about repeats leaves.

The pattern tree that a few pages of the sample share says which elements repeat, whatever their
classes, and which siblings are one record together, as `h3 p h3 p` are two. It is induced within a
budget; where that does not suffice, or pages differ too much, tables are made without it, and the
template says so. Next: `row_kinds`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from unmold.templates.pattern_settings import PatternSettings
from unmold.templates.sample import SamplePage

if TYPE_CHECKING:
    from unmold._core import PatternTree

PATTERN_PAGES = 6
MAX_NODES = 20_000
"""Larger pages are not compared tree by tree."""

MAX_STEPS = 20_000_000
MIN_TURNS = 3
USUAL_SHARE = 0.6
SAME_TAG_SHARE = 0.9

SETTINGS = PatternSettings(
    cells=20_000_000,
    comparisons=200_000,
    alignment_steps=5_000_000,
    mining_steps=5_000_000,
    pattern_nodes=100_000,
)

Elements = tuple[int, ...]
"""The kinds of the elements that are siblings in one turn of a set."""


@dataclass(slots=True)
class Structure:
    """What the pattern tree of a sample says about repeats."""

    pattern: PatternTree | None = None
    leaders: set[int] = field(default_factory=set)
    """Kinds of elements with which a row of several siblings begins."""

    mixed: dict[int, set[int]] = field(default_factory=dict)
    """Kinds of rows that only share their tag, with the kinds by class that they are made of."""

    problems: list[str] = field(default_factory=list)


def find_structure(pages: Sequence[SamplePage]) -> Structure:
    """Induce the pattern of the first pages and read its sets."""
    from unmold import _core

    small = [page for page in pages if page.leaves.nodes <= MAX_NODES][:PATTERN_PAGES]
    if not small:
        return Structure(problems=["the pages are too large for a pattern tree"])
    try:
        pattern, cut, repeats = _core.pattern_repeats(
            [page.leaves for page in small], SETTINGS, MAX_STEPS
        )
    except ValueError as error:
        return Structure(problems=[f"there is no pattern tree: {error}"])
    structure = Structure(pattern, problems=[f"the pattern tree: {reason}" for _, reason in cut])
    by_set: defaultdict[int, list[list[tuple[int, int, int]]]] = defaultdict(list)
    for page, turns in zip(small, repeats, strict=True):
        for number, elements in turns or ():
            by_set[number].append(page.leaves.row_keys(elements))
    for turns in by_set.values():
        _read_set(turns, structure)
    return structure


def _read_set(turns: Sequence[Sequence[tuple[int, int, int]]], structure: Structure) -> None:
    if len(turns) < MIN_TURNS:
        return
    usual, times = Counter(tuple(keys[0] for keys in turn) for turn in turns).most_common(1)[0]
    is_usual = times >= USUAL_SHARE * len(turns)
    if len(usual) == 1 and not is_usual:
        _read_mixed(turns, structure)
    elif len(usual) > 1 and is_usual and usual.count(usual[0]) == 1:
        structure.leaders.add(usual[0])


def _read_mixed(turns: Sequence[Sequence[tuple[int, int, int]]], structure: Structure) -> None:
    """A set of single elements whose classes differ: what they share is their tag."""
    tag, times = Counter(turn[0][1] for turn in turns).most_common(1)[0]
    if times >= SAME_TAG_SHARE * len(turns):
        structure.mixed.setdefault(tag, set()).update(turn[0][0] for turn in turns)
