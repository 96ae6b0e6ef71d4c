"""TEXT as plainly as possible: sets, dictionaries and matrices of lists.

Twins of `unmold.clusters.published`: essential paths, templates, description lengths, and the
best of all merges.
"""

from collections import Counter
from itertools import combinations
from math import inf, log2

Page = frozenset[int]
Cluster = list[int]


def essential_paths(pages: list[set[int]]) -> list[set[int]]:
    """The paths of each page with at least the most frequent support of its paths."""
    supports = Counter(path for page in pages for path in page)
    found = []
    for page in pages:
        often = Counter(supports[path] for path in page if supports[path] >= 2)
        threshold = max(often, key=lambda support: (often[support], support), default=inf)
        found.append({path for path in page if supports[path] >= threshold})
    return found


def template_of(pages: list[Page]) -> set[int]:
    """The paths that most pages have; half and a half page is enough."""
    supports = Counter(path for page in pages for path in page)
    return {path for path, support in supports.items() if support >= (len(pages) + 1) / 2}


def non_zeros(pages: list[Page], template: set[int]) -> int:
    """The ones of MT and the ones and minus ones of MX of a cluster with this template."""
    return len(template) + sum(len(page ^ template) for page in pages)


def cluster_cost(pages: list[Page], weights: list[float]) -> float:
    """The weighted non-zeros of a cluster with its best template."""
    template = template_of(pages)
    differences = (path for page in pages for path in page ^ template)
    return sum(weights[path] for path in template) + sum(weights[path] for path in differences)


def total_cost(pages: list[Page], clusters: list[Cluster], weights: list[float]) -> float:
    """The cost of all clusters."""
    return sum(cluster_cost([pages[number] for number in one], weights) for one in clusters)


def best_gain(pages: list[Page], clusters: list[Cluster], weights: list[float]) -> float:
    """What the best of all merges saves."""
    before = [total_cost(pages, list(pair), weights) for pair in combinations(clusters, 2)]
    after = [total_cost(pages, [one + two], weights) for one, two in combinations(clusters, 2)]
    return max((one - two for one, two in zip(before, after, strict=True)), default=0.0)


def matrices(
    pages: list[Page], clusters: list[Cluster], paths: int
) -> tuple[list[list[int]], list[list[int]], list[list[int]]]:
    """MT, MD and MX of a clustering with the best templates."""
    templates = [template_of([pages[number] for number in cluster]) for cluster in clusters]
    mt = [[int(path in template) for template in templates] for path in range(paths)]
    md = [[int(number in cluster) for number in range(len(pages))] for cluster in clusters]
    product = [
        [sum(mt[path][c] * md[c][page] for c in range(len(clusters))) for page in range(len(pages))]
        for path in range(paths)
    ]
    mx = [
        [int(path in page) - product[path][number] for number, page in enumerate(pages)]
        for path in range(paths)
    ]
    return mt, md, mx


def matrix_bits(matrix: list[list[int]]) -> float:
    """Cells times entropy."""
    cells = [cell for row in matrix for cell in row]
    counts = Counter(cells)
    return -sum(count * log2(count / len(cells)) for count in counts.values()) + 0.0


def member_bits(clusters: list[Cluster], encoding: str, md: list[list[int]]) -> float:
    pages = sum(map(len, clusters))
    if encoding == "ids":
        return -sum(len(cluster) * log2(len(cluster) / pages) for cluster in clusters) + 0.0
    return pages * log2(len(clusters)) if encoding == "log" else matrix_bits(md)
