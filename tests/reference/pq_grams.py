"""pq-grams, written out as tuples of labels with `*` for missing nodes."""

from collections import Counter

from reference.trees import Node

PqGram = tuple[str, ...]


def profile(root: Node | None, p: int = 2, q: int = 3) -> Counter[PqGram]:
    grams: Counter[PqGram] = Counter()

    def visit(node: Node, ancestors: PqGram) -> None:
        stem = (*ancestors[1:], node.label)
        labels = [child.label for child in node.children]
        padding = ["*"] * (q - 1)
        row = [*padding, *labels, *padding] if labels else ["*"] * q
        for start in range(len(row) - q + 1):
            grams[(*stem, *row[start : start + q])] += 1
        for child in node.children:
            visit(child, stem)

    if root is not None:
        visit(root, ("*",) * p)
    return grams


def similarity(first: Counter[PqGram], second: Counter[PqGram], kind: str = "dice") -> float:
    if not first or not second:
        return float(not first and not second)
    shared = (first & second).total()
    total = first.total() + second.total()
    if kind == "dice":
        return 2 * shared / total
    return 1 - (total - 2 * shared) / (total - shared)
