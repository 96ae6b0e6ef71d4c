"""Makes the outline of a tree: one row for each element worth showing.

Neighbouring siblings that look alike become one row with a count, labelled by the first. Rows come
in document order and are made one at a time, without recursion, however large or deep the tree is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby, islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unmold._core import Node

BREADTH = 12
"""Rows shown below one element; the rest is counted."""

FITTING_ROWS = 60
"""How many rows an outline of unstated depth may take: about one screen."""

_DEEPEST_FIT = 16
"""Trees that fit a screen are hardly deeper; bounds the search."""
_DIGITS = re.compile(r"[0-9]+")
# Elements whose neighbours of the same name are rows of one thing, whatever their classes say.
_HEAD_ROWS = ("link", "meta", "script", "style")
_LIST_ROWS = ("a", "col", "dd", "dt", "li", "option", "p", "td", "th", "tr")
_EMPTY_ROWS = ("area", "br", "hr", "img", "input", "path", "rect", "source")
_ROW_TAGS = frozenset((*_HEAD_ROWS, *_LIST_ROWS, *_EMPTY_ROWS))


@dataclass(frozen=True, slots=True)
class Row:
    """One line of an outline."""

    node: Node | None
    """The element, or None for a row that stands for what is left out."""

    count: int
    """Siblings that the row stands for."""

    last: tuple[bool, ...]
    """For each level from the top, whether the row or its ancestor is the last there."""

    classes: tuple[str, ...] = ()
    """Classes that all these siblings share."""

    hidden: int = 0
    """Elements below that are not shown."""

    @property
    def depth(self) -> int:
        return len(self.last)


def outline(root: Node, *, depth: int | None, breadth: int | None = BREADTH) -> Iterator[Row]:
    """The rows down to a depth; None shows everything and joins nothing."""
    waiting = [Row(root, 1, (), _shared_classes([root]))]
    while waiting:
        row = waiting.pop()
        if row.node is None:
            yield row
            continue
        below = elements(row.node)
        if below and depth is not None and row.depth >= depth:
            yield replace(row, hidden=count_elements(row.node))
            continue
        yield row
        waiting.extend(reversed(_rows_below(below, row.last, breadth if depth else None, depth)))


def _rows_below(
    below: list[Node], last: tuple[bool, ...], breadth: int | None, depth: int | None
) -> list[Row]:
    groups = [[node] for node in below] if depth is None else list(_alike(below))
    kept = groups if breadth is None or len(groups) <= breadth else groups[: breadth - 1]
    left_out = sum(len(group) for group in groups[len(kept) :])
    rows = [Row(group[0], len(group), (*last, False), _shared_classes(group)) for group in kept]
    if left_out:
        rows.append(Row(None, left_out, (*last, False)))
    if rows:
        rows[-1] = replace(rows[-1], last=(*last, True))
    return rows


def _shared_classes(group: list[Node]) -> tuple[str, ...]:
    shared = dict.fromkeys(group[0].attributes.get("class", "").split())
    for node in group[1:]:
        own = set(node.attributes.get("class", "").split())
        shared = {name: None for name in shared if name in own}
    return tuple(shared)


def _alike(nodes: list[Node]) -> Iterator[list[Node]]:
    for _, group in groupby(nodes, key=_look):
        yield list(group)


def _look(node: Node) -> tuple[str, ...]:
    """What neighbours must share to be shown as one: numbers in classes and ids are left out."""
    tag = node.tag or ""
    if tag in _ROW_TAGS:
        return (tag,)
    attributes = node.attributes
    classes = _DIGITS.sub("", attributes.get("class", ""))
    return (tag, _DIGITS.sub("", attributes.get("id", "")), *sorted(set(classes.split())))


def fitting_depth(root: Node) -> int:
    """The greatest depth at which the outline still fits on about a screen."""
    for depth in range(2, _DEEPEST_FIT):
        rows = list(islice(outline(root, depth=depth), FITTING_ROWS + 1))
        if len(rows) > FITTING_ROWS:
            return max(depth - 1, 2)
        if not any(row.hidden for row in rows):
            return depth
    return _DEEPEST_FIT


def elements(node: Node) -> list[Node]:
    """The children that are elements."""
    return [child for child in node.children if child.kind == "element"]


def count_elements(node: Node) -> int:
    """How many elements there are below a node."""
    return sum(1 for below in node.iter() if below.kind == "element")
