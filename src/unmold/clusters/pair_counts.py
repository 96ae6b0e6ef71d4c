"""Sums up how pairs of pages were decided, and how many distances were avoided.

Methods that ask bounds before they measure keep it as `distances_`; `cluster` adds up the sites'.
"""

from __future__ import annotations

from collections.abc import Iterable


def count_pairs(
    pairs: int, distinct_pairs: int, counts: Iterable[tuple[str, int]]
) -> dict[str, int]:
    """All pairs of pages and by what they were decided.

    `equal` pairs have pages of equal trees and classes among them, so that others stand for them;
    `index` are those that an index left out. The other names are those of the native search.

    >>> count_pairs(10, 6, [("style", 2), ("exact", 3)])
    {'pairs': 10, 'equal': 4, 'index': 1, 'style': 2, 'exact': 3}
    """
    decided = dict(counts)
    left_out = distinct_pairs - sum(decided.values())
    return {"pairs": pairs, "equal": pairs - distinct_pairs, "index": left_out, **decided}


def add_counts(sites: Iterable[dict[str, int]]) -> dict[str, int]:
    """The sums over sites.

    >>> add_counts([{"pairs": 1}, {}, {"pairs": 2, "exact": 1}])
    {'pairs': 3, 'exact': 1}
    """
    sums: dict[str, int] = {}
    for counts in sites:
        for name, count in counts.items():
            sums[name] = sums.get(name, 0) + count
    return sums


def describe_counts(counts: dict[str, int]) -> str:
    """One line for a person.

    >>> describe_counts({"pairs": 1000, "style": 990, "exact": 9, "unscored": 1})
    '1,000 pairs: 990 decided without a distance, 9 by one, 1 too expensive'
    """
    exact, unscored = counts.get("exact", 0), counts.get("unscored", 0)
    avoided = counts["pairs"] - exact - unscored
    skipped = f", {unscored:,} too expensive" if unscored else ""
    decided = f"{avoided:,} decided without a distance, {exact:,} by one"
    return f"{counts['pairs']:,} pairs: {decided}{skipped}"
