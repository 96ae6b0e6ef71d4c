"""Reads from the sample's pattern tree what repeats.

The pattern tree that a few pages of the sample share says which elements repeat, whatever their
classes, and which siblings are one record together, as `h3 p h3 p` are two. It is induced within a
budget; where that does not suffice, or pages differ too much, tables are made without it, and the
template says so. Next: `row_sets`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from unmold.errors import PatternError
from unmold.templates.pattern_settings import PatternSettings
from unmold.templates.sample import SamplePage

if TYPE_CHECKING:
    from unmold._core import PatternTree

PATTERN_PAGES = 6
"""Merging trees is expensive; a few pages show what repeats. A guess."""
MAX_NODES = 20_000
"""Larger pages are not compared tree by tree."""

MAX_STEPS = 20_000_000
"""The budget of matching: some seconds on one core."""
MIN_TURNS = 3
"""Fewer turns of a set are hardly a repeat. A guess."""
USUAL_SHARE = 0.6
"""The share from which a kind is the usual one of its set. A guess."""
SAME_TAG_SHARE = 0.9
"""The share of records that have each of their parts once. A guess."""

SETTINGS = PatternSettings(
    cells=20_000_000,
    comparisons=200_000,
    alignment_steps=5_000_000,
    mining_steps=5_000_000,
    pattern_nodes=100_000,
)

Run = Sequence[Sequence[int]]
"""The keys of siblings that belong to one set."""


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

    own = [page for page in pages if page.leaves.has_pattern and page.leaves.nodes <= MAX_NODES]
    small = own[:PATTERN_PAGES]
    if not small:
        return Structure(problems=["the pages are too large for a pattern tree"])
    try:
        pattern, cut, repeats = _core.pattern_repeats(
            [page.leaves for page in small], SETTINGS, MAX_STEPS
        )
    except PatternError as error:
        return Structure(problems=[f"there is no pattern tree: {error}"])
    structure = Structure(pattern, problems=[f"the pattern tree: {reason}" for _, reason in cut])
    for runs in _runs_by_set(small, repeats).values():
        _read_set(runs, structure)
    return structure


def _runs_by_set(
    pages: Sequence[SamplePage], repeats: Sequence[list[tuple[int, list[int]]] | None]
) -> dict[int, list[Run]]:
    """For each set the runs of siblings that it stands for, all its turns together."""
    from unmold import _core

    runs: defaultdict[tuple[int, int, int], list[int]] = defaultdict(list)
    for at, (page, found) in enumerate(zip(pages, repeats, strict=True)):
        for number, elements in found or ():
            runs[at, number, page.leaves.parent(elements[0])] += elements
    leaves = [pages[at].leaves for at, _, _ in runs]
    keys = _core.element_keys(leaves, list(runs.values()), are_rows=True)
    by_set: defaultdict[int, list[Run]] = defaultdict(list)
    for (_, number, _), own in zip(runs, keys, strict=True):
        by_set[number].append(own)
    return by_set


def _read_set(runs: Sequence[Run], structure: Structure) -> None:
    elements = [keys for run in runs for keys in run]
    if len(elements) < MIN_TURNS:
        return
    times = max(Counter(keys[0] for keys in elements).values())
    if len({keys[1] for keys in elements}) > 1 or len({keys[0] for keys in elements}) == 2:
        _read_leader(runs, structure)
    elif times < USUAL_SHARE * len(elements):
        _read_mixed(elements, structure)


def _read_leader(runs: Sequence[Run], structure: Structure) -> None:
    """A set of different elements: its records begin with the kind that runs begin with."""
    leader, times = Counter(run[0][0] for run in runs).most_common(1)[0]
    records: list[list[int]] = []
    for run in runs:
        for keys in run:
            if keys[0] == leader:
                records.append([])
            if records:
                records[-1].append(keys[0])
    # In `h2 p p p` the paragraphs are prose; parts of a record are one of each kind.
    several = sum(1 for record in records if len(record) > 1)
    plain = sum(1 for record in records if len({*record}) == len(record))
    is_usual = several >= USUAL_SHARE * len(records) and plain >= SAME_TAG_SHARE * len(records)
    if len(records) >= MIN_TURNS and is_usual and times >= USUAL_SHARE * len(runs):
        structure.leaders.add(leader)


def _read_mixed(elements: Run, structure: Structure) -> None:
    """A set of single elements whose classes differ: what they share is their tag."""
    tag = elements[0][1]
    structure.mixed.setdefault(tag, set()).update(keys[0] for keys in elements)
