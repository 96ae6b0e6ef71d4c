"""Shortens a pattern tree to what is worth drawing.

Patterns of real pages have thousands of nodes. Kept are the slots and what leads to them; elements
with one child are joined to a chain, and what holds no slot is summed up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from unmold.records.pattern_slots import Slot

NodeRow = tuple[str, str, int | None]
"""A node of a pattern: type, tag or data, position of the parent."""

QUOTED = 3
"""Examples of the texts in a folded part."""
MAX_MIXED = 3
"""Sums of different kinds that are side by side; more are summed up together."""


@dataclass(slots=True)
class Part:
    """An element (`fixed`), or a wrapper (`set`, `optional`) around parts."""

    kind: str
    label: str
    children: list[Shown]


@dataclass(slots=True)
class Sum:
    """Neighbours without a slot, summed up."""

    kind: str
    """`fixed`, `set`, `optional`; `mixed` where these are side by side."""

    label: str
    """The tags of a single element or chain; empty for several."""

    elements: int
    texts: int
    quotes: list[str] = field(default_factory=list)
    """The first of the texts."""

    slots: int = 0
    """Variant nodes that are left out."""

    parts: int = 1


Shown = Part | Sum | Slot


def view_pattern(nodes: Sequence[NodeRow], slots: Mapping[int, Slot]) -> Shown:
    """The short tree of a pattern given in preorder."""
    ends = _subtree_ends(nodes)
    on_the_way = _ancestors(nodes, slots)
    made: dict[int, Shown] = {}
    for node in sorted(on_the_way, reverse=True):
        children = [
            made.pop(child) if child in made else _view_leaf(nodes, slots, child, ends[child])
            for child in _children(node, ends)
        ]
        made[node] = _join(nodes[node], _merge_sums(children))
    return made[0] if made else _view_leaf(nodes, slots, 0, len(nodes))


def _subtree_ends(nodes: Sequence[NodeRow]) -> list[int]:
    ends = list(range(1, len(nodes) + 1))
    for node in range(len(nodes) - 1, 0, -1):
        parent = nodes[node][2] or 0
        ends[parent] = max(ends[parent], ends[node])
    return ends


def _ancestors(nodes: Sequence[NodeRow], slots: Mapping[int, Slot]) -> set[int]:
    found: set[int] = set()
    for slot in slots:
        above = nodes[slot][2]
        while above is not None and above not in found:
            found.add(above)
            above = nodes[above][2]
    return found


def _children(node: int, ends: Sequence[int]) -> Iterator[int]:
    child = node + 1
    while child < ends[node]:
        yield child
        child = ends[child]


def _view_leaf(nodes: Sequence[NodeRow], slots: Mapping[int, Slot], start: int, end: int) -> Shown:
    """A slot, or the sum of a subtree without any."""
    if start in slots:
        return slots[start]
    inside = nodes[start:end]
    texts = [value for kind, value, _ in inside if kind == "data"]
    elements = [value for kind, value, _ in inside if kind == "fixed"]
    kind = inside[0][0] if inside[0][0] in ("set", "optional") else "fixed"
    is_chain = all(parent == start + at - 1 for at, (_, _, parent) in enumerate(inside) if at)
    label = " › ".join(elements) if is_chain and len(elements) <= 4 else (elements or [""])[0]
    rare = sum(1 for kind, _, _ in inside if kind == "variant")
    return Sum(kind, label, len(elements), len(texts), texts[:QUOTED], rare)


def _join(node: NodeRow, children: list[Shown]) -> Shown:
    kind, tag, _ = node
    only = children[0] if len(children) == 1 else None
    if kind == "fixed" and isinstance(only, Part) and only.kind == "fixed":
        return Part("fixed", f"{tag} › {only.label}", only.children)
    return Part(kind, tag if kind == "fixed" else "", children)


def _merge_sums(children: list[Shown]) -> list[Shown]:
    """Neighbouring sums as one for each kind, or as one for all where the kinds take turns."""
    merged: list[Shown] = []
    for is_sum, run in groupby(children, key=lambda child: isinstance(child, Sum)):
        if not is_sum:
            merged.extend(run)
            continue
        sums = [child for child in run if isinstance(child, Sum)]
        by_kind = [list(group) for _, group in groupby(sums, key=lambda item: item.kind)]
        groups = [sums] if len(by_kind) > MAX_MIXED else by_kind
        merged.extend(_add_up(group) for group in groups)
    return merged


def _add_up(sums: list[Sum]) -> Sum:
    if len(sums) == 1:
        return sums[0]
    kinds = {item.kind for item in sums}
    return Sum(
        kinds.pop() if len(kinds) == 1 else "mixed",
        "",
        sum(item.elements for item in sums),
        sum(item.texts for item in sums),
        [quote for item in sums for quote in item.quotes][:QUOTED],
        sum(item.slots for item in sums),
        len(sums),
    )
