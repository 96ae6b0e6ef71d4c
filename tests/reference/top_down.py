"""RTDM and simple tree matching, straight from their definitions."""

from itertools import product

from reference.trees import Node, matches, size


def rtdm_distance(first: Node | None, second: Node | None) -> int:
    """Restricted top-down mapping: parents before children, nothing below a renamed node."""
    if first is None or second is None:
        return size(first) + size(second)
    if first == second:
        return 0
    if not matches(first, second):
        return 1 + (size(first) - 1) + (size(second) - 1)
    rows, columns = first.children, second.children
    table = [[0] * (len(columns) + 1) for _ in range(len(rows) + 1)]
    for i, child in enumerate(rows, 1):
        table[i][0] = table[i - 1][0] + size(child)
    for j, child in enumerate(columns, 1):
        table[0][j] = table[0][j - 1] + size(child)
    for (i, left), (j, right) in product(enumerate(rows, 1), enumerate(columns, 1)):
        table[i][j] = min(
            table[i - 1][j] + size(left),
            table[i][j - 1] + size(right),
            table[i - 1][j - 1] + rtdm_distance(left, right),
        )
    return table[-1][-1]


def tree_matching(first: Node | None, second: Node | None, textual: bool = False) -> int:
    """Node pairs in the largest matching that keeps order and levels."""
    if first is None or second is None or not matches(first, second, textual):
        return 0
    rows, columns = first.children, second.children
    table = [[0] * (len(columns) + 1) for _ in range(len(rows) + 1)]
    for (i, left), (j, right) in product(enumerate(rows, 1), enumerate(columns, 1)):
        table[i][j] = max(
            table[i - 1][j],
            table[i][j - 1],
            table[i - 1][j - 1] + tree_matching(left, right, textual),
        )
    return table[-1][-1] + 1


def matching_similarity(
    first: Node | None, second: Node | None, normalisation: str, textual: bool = False
) -> float:
    if first is None or second is None:
        return float(first is second)
    if normalisation == "setaware":
        return set_aware_similarity(first, second, textual)
    scale = {
        "max": max(size(first), size(second)),
        "avg": (size(first) + size(second)) / 2,
    }
    return tree_matching(first, second, textual) / scale[normalisation]


def set_aware_similarity(first: Node, second: Node, textual: bool) -> float:
    """How well the roots' children find partners on the other side, tag by tag."""
    if not matches(first, second, textual):
        return 0.0
    tags = {group_name(child) for child in first.children + second.children}
    scores = [group_score(first, second, tag, textual) for tag in tags]
    return sum(scores) / len(scores) if scores else 1.0


def group_name(node: Node) -> tuple[int, str]:
    return node.kind, node.label if node.kind == 0 else ""


def group_score(first: Node, second: Node, tag: tuple[int, str], textual: bool) -> float:
    left = [child for child in first.children if group_name(child) == tag]
    right = [child for child in second.children if group_name(child) == tag]
    best = [best_partner(child, right, textual) for child in left]
    best += [best_partner(child, left, textual) for child in right]
    return sum(best) / len(best)


def best_partner(node: Node, others: list[Node], textual: bool) -> float:
    scores = [
        tree_matching(node, other, textual) / max(size(node), size(other)) for other in others
    ]
    return max(scores, default=0.0)
