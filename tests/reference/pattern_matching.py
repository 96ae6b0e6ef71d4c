"""Strict and tolerant matching of pattern trees by plain recursion."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

DATA = ("text", "image", "variant")


@dataclass(frozen=True)
class Node:
    """A node of a pattern: `fixed`, `set`, `optional`, `variant`, `text` or `image`."""

    kind: str
    value: str = ""
    children: tuple[Node, ...] = ()


def read_pattern(line: str) -> Node:
    """The pattern in a line; only plain characters in texts."""
    nodes, rest = _read_row(line)
    assert not rest
    (root,) = nodes
    return root


def _read_row(line: str) -> tuple[tuple[Node, ...], str]:
    nodes = []
    while line and line[0] != ")":
        if line[0] == " ":
            line = line[1:]
            continue
        node, line = _read_node(line)
        nodes.append(node)
    return tuple(nodes), line


def _read_node(line: str) -> tuple[Node, str]:
    if line[0] == "*":
        return Node("variant"), line[1:]
    if line[0] == "'":
        text, _, rest = line[1:].partition("'")
        return Node("text", text), rest
    tag, _, rest = line.partition("(")
    children, rest = _read_row(rest)
    if tag == "img":
        return Node("image", children[0].value), rest[1:]
    if tag:
        return Node("fixed", tag, children), rest[1:]
    return Node({"+": "set", "?": "optional"}[rest[1]], "", children), rest[2:]


Parse = tuple[int, tuple[str, ...]]


def parses(row: tuple[Node, ...], children: tuple[Node, ...], at: int) -> Iterator[Parse]:
    """All ways to read children from one on, the preferred first: where it ends, and the values."""
    if not row:
        yield at, ()
        return
    for end, values in _parses_of_item(row[0], children, at):
        for last, more in parses(row[1:], children, end):
            yield last, values + more


def _parses_of_item(item: Node, children: tuple[Node, ...], at: int) -> Iterator[Parse]:
    if item.kind == "optional":
        yield from parses(item.children, children, at)
        yield at, ()
    elif item.kind == "set":
        for end, values in parses(item.children, children, at):
            if end > at:
                for last, more in _parses_of_item(item, children, end):
                    yield last, values + more
            yield end, values
    elif at < len(children):
        values_of_child = match_slowly(item, children[at])
        if values_of_child is not None:
            yield at + 1, values_of_child


def match_slowly(pattern: Node, page: Node) -> tuple[str, ...] | None:
    """The values of a page that is in the pattern's language; None if it is not."""
    if pattern.kind == "variant" and page.kind in DATA:
        return (page.value,)
    if (pattern.kind, pattern.value) != (page.kind, page.value):
        return None
    ends = parses(pattern.children, page.children, 0)
    return next((values for end, values in ends if end == len(page.children)), None)


def size(page: Node) -> int:
    return 1 + sum(size(child) for child in page.children)


def minimal_size(pattern: Node) -> int:
    below = sum(minimal_size(child) for child in pattern.children)
    return {"optional": 0, "set": below}.get(pattern.kind, below + 1)


@cache
def cost_of_row(row: tuple[Node, ...], children: tuple[Node, ...]) -> int:
    """The least cost of fitting children into a row of the pattern."""
    if not row:
        return sum(size(child) for child in children)
    item, *others = row
    rest = tuple(others)
    costs = []
    if item.kind == "optional":
        costs = [cost_of_row(rest, children), cost_of_row((*item.children, *rest), children)]
    elif item.kind == "set":
        costs = [
            cost_of_row((*item.children, *turn), children) for turn in _turns(item, rest, children)
        ]
    else:
        costs.append(minimal_size(item) + cost_of_row(rest, children))
        if children:
            costs.append(size(children[0]) + cost_of_row(row, children[1:]))
            taken = cost_of_taking(item, children[0])
            if taken is not None:
                costs.append(taken + cost_of_row(rest, children[1:]))
    return min(costs)


def _turns(
    item: Node, rest: tuple[Node, ...], children: tuple[Node, ...]
) -> list[tuple[Node, ...]]:
    """What may follow the first turn: up to as many further turns as there are children."""
    return [(*(item.children * more), *rest) for more in range(len(children) + 1)]


@cache
def cost_of_taking(item: Node, page: Node) -> int | None:
    if item.kind == "fixed" and (page.kind, page.value) == ("fixed", item.value):
        return cost_of_row(item.children, page.children)
    if item.kind == "variant" and page.kind in DATA:
        return 0
    if item.kind == page.kind and item.kind in DATA:
        return int(item.value != page.value)
    return None
