"""Measures of paths, tag sequences and digests, straight from their definitions."""

import hashlib
import math
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import product

from reference.trees import Node

ENTRIES = 25
PADDING = 255


def overlap(first: set[Hashable], second: set[Hashable]) -> float:
    if not first or not second:
        return float(first == second)
    return len(first & second) / max(len(first), len(second))


def jaccard(first: set[Hashable], second: set[Hashable]) -> float:
    return len(first & second) / len(first | second) if first or second else 1.0


def leaf_paths(root: Node | None) -> list[tuple[str, ...]]:
    """All root-to-leaf paths, in document order."""
    return list(_leaf_paths(root, ())) if root is not None else []


def _leaf_paths(node: Node, above: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    path = (*above, node.label)
    if not node.children:
        yield path
    for child in node.children:
        yield from _leaf_paths(child, path)


def windows(items: Sequence[Hashable], width: int) -> set[Hashable]:
    """All windows; a sequence shorter than the window is its own."""
    if len(items) < width:
        return {tuple(items)} if items else set()
    return {tuple(items[start : start + width]) for start in range(len(items) - width + 1)}


def path_shingles(root: Node | None, width: int, reading: str) -> set[Hashable]:
    paths = leaf_paths(root)
    if reading == "sequence":
        return windows(paths, width)
    return set().union(*(windows(path, width) for path in paths))


def tag_vector_distance(first: Sequence[Hashable], second: Sequence[Hashable]) -> float:
    left, right = Counter(first), Counter(second)
    return math.sqrt(sum((left[tag] - right[tag]) ** 2 for tag in left | right))


def tag_vector_similarity(first: Sequence[Hashable], second: Sequence[Hashable]) -> float:
    if not first or not second:
        return float(not first and not second)
    return 1 / (1 + tag_vector_distance(first, second))


def common_subsequence(first: Sequence[Hashable], second: Sequence[Hashable]) -> int:
    table = [[0] * (len(second) + 1) for _ in range(len(first) + 1)]
    for (i, left), (j, right) in product(enumerate(first, 1), enumerate(second, 1)):
        longest = max(table[i - 1][j], table[i][j - 1])
        table[i][j] = max(longest, table[i - 1][j - 1] + 1) if left == right else longest
    return table[-1][-1]


def subsequence_similarity(first: Sequence[Hashable], second: Sequence[Hashable]) -> float:
    if not first or not second:
        return float(not first and not second)
    return common_subsequence(first, second) / max(len(first), len(second))


def levenshtein(first: Sequence[Hashable], second: Sequence[Hashable]) -> int:
    table = [[i + j for j in range(len(second) + 1)] for i in range(len(first) + 1)]
    for (i, left), (j, right) in product(enumerate(first, 1), enumerate(second, 1)):
        table[i][j] = min(
            table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (left != right)
        )
    return table[-1][-1]


def digest(tags: Iterable[str]) -> bytes:
    return hashlib.md5(" ".join(tags).encode(), usedforsecurity=False).digest()


def header_part(tags: Sequence[str]) -> list[str] | None:
    """From `head` to its end, or what precedes `body`; None where there is neither."""
    end = tags.index("body") if "body" in tags else len(tags)
    before_body = list(tags[:end])
    if "head" in before_body:
        start = before_body.index("head")
        rest = before_body[start + 1 :]
        stop = rest.index("head") + 1 if "head" in rest else len(rest)
        return before_body[start : start + 1 + stop]
    return before_body or None if "body" in tags else None


def fingerprint(tags: Iterable[str]) -> bytes:
    """The beginning of an LZ78 dictionary over tags: for every entry, the entry it extends."""
    source = iter(tags)
    dictionary: dict[tuple[str, ...], int] = {}
    entries: list[int] = []
    buffer: tuple[str, ...] = ()
    while len(dictionary) < ENTRIES:
        token = next(source, None)
        if token is None:
            break
        if (*buffer, token) in dictionary:
            buffer = (*buffer, token)
        else:
            entries.append(dictionary.get(buffer, 0))
            dictionary[(*buffer, token)] = len(dictionary) + 1
            buffer = ()
    return bytes(entries + [PADDING] * (ENTRIES - len(entries)))


def fingerprint_similarity(first: bytes, second: bytes) -> float:
    empty = bytes([PADDING] * ENTRIES)
    if empty in (first, second):
        return float(first == second)
    return 1 - sum(a != b for a, b in zip(first, second, strict=True)) / ENTRIES
