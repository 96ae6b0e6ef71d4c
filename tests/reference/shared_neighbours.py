"""Shared near neighbours in plain Python: every pair is measured, every set is a set.

After Gowda and Mattmann (IRI 2016) and Jarvis and Patrick (IEEE Transactions on Computers, 1973).
"""

from collections.abc import Callable, Iterable
from itertools import combinations

from unmold._core import Comparand, compare_pairs
from unmold.settings import Comparison

ROUNDING = 1e-12

Matrix = list[list[float | None]]


def measure_all(pages: list[Comparand], kappa: float = 0.5, **budget: int) -> Matrix:
    """The similarity of every pair of pages, None where it is too expensive; 1 with itself."""
    pairs = list(combinations(range(len(pages)), 2))
    firsts, seconds = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    settings = Comparison(kappa=kappa, **budget)
    scores = compare_pairs(pages, firsts, seconds, ["structure-style"], settings)
    matrix: Matrix = [[1.0] * len(pages) for _ in pages]
    for (first, second), score in zip(pairs, scores.values("structure-style"), strict=True):
        matrix[first][second] = matrix[second][first] = score
    return matrix


def neighbours_of(matrix: Matrix, threshold: float) -> list[set[int]]:
    """For every page all that reach the threshold, and itself."""
    return [
        {other for other, score in enumerate(row) if _reaches(score, threshold)} | {page}
        for page, row in enumerate(matrix)
    ]


def _reaches(score: float | None, threshold: float) -> bool:
    return score is not None and score + ROUNDING >= threshold


def share(first: set[int], second: set[int]) -> float:
    return len(first & second) / len(first | second)


def shared_neighbour_clusters(
    neighbours: list[set[int]], overlap: float, max_rounds: int = 100
) -> list[set[int]]:
    """Join clusters in rounds, until none finds another that overlaps enough."""
    clusters = [{page} for page in range(len(neighbours))]
    for _ in range(max_rounds):
        joined = _join_once(clusters, neighbours, overlap)
        if len(joined) == len(clusters):
            break
        clusters = joined
    return clusters


def _join_once(
    clusters: list[set[int]], neighbours: list[set[int]], overlap: float
) -> list[set[int]]:
    around = [set().union(*(neighbours[page] for page in cluster)) for cluster in clusters]
    target: list[int] = []
    for number, cluster in enumerate(clusters):
        adjacent = [
            other
            for other in range(number)
            if any(neighbours[page] & clusters[other] for page in cluster)
            and share(around[number], around[other]) >= overlap
        ]
        best = max(adjacent, key=lambda other: share(around[number], around[other]), default=None)
        target.append(number if best is None else target[best])
    return [
        set().union(*(clusters[number] for number in range(len(clusters)) if target[number] == end))
        for end in sorted(set(target))
    ]


def nearest_lists(matrix: Matrix, count: int) -> list[set[int]]:
    """For every page itself, the nearest others, and all as near as the last of them."""
    lists = []
    for page, row in enumerate(matrix):
        scored = {other: score for other, score in enumerate(row) if score is not None}
        others = sorted((score for other, score in scored.items() if other != page), reverse=True)
        last = others[count - 1] if len(others) >= count else 0.0
        lists.append({page} | {other for other, score in scored.items() if score >= last})
    return lists


def jarvis_patrick_clusters(lists: list[set[int]], shared: int, membership: str) -> list[set[int]]:
    member: dict[str, Callable[[int, int], bool]] = {
        "mutual": lambda one, two: one in lists[two] and two in lists[one],
        "one-sided": lambda one, two: one in lists[two] or two in lists[one],
        "any": lambda one, two: True,
    }
    joined = [
        {one, two}
        for one, two in combinations(range(len(lists)), 2)
        if member[membership](one, two) and len(lists[one] & lists[two]) >= shared
    ]
    return components(range(len(lists)), joined)


def components(pages: Iterable[int], pairs: Iterable[set[int]]) -> list[set[int]]:
    groups = [{page} for page in pages]
    for pair in pairs:
        touched = [group for group in groups if group & pair]
        groups = [group for group in groups if not group & pair] + [set().union(*touched)]
    return groups
