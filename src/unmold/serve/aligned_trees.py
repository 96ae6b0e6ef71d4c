"""Lays two pages side by side: which elements have a partner, and which of these differ.

Top down: elements that are partners have their children aligned, by tag and classes first, then by
tag alone. What has no partner is on one page only, with everything below it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from unmold.model import Page
from unmold.pages.trees import parse_page
from unmold.settings import Limits

if TYPE_CHECKING:
    from unmold._core import Node

MAX_ROWS = 4000
"""Rows of an alignment; nobody reads more."""
MAX_CELLS = 250_000
"""Pairs of children that are looked at for one pair of parents; more are paired by position."""
LETTERS = 120
"""Of a text that are shown."""

SKIPPED = ("script", "style", "template", "noscript")
"""Elements whose text nobody sees."""


@dataclass(frozen=True, slots=True)
class Pair:
    """An element on one page or on both."""

    depth: int
    first: Node | None
    second: Node | None

    @property
    def state(self) -> str:
        """`same`, `changed`, or `a` or `b` for what is on one page only."""
        if self.first is None:
            return "b"
        if self.second is None:
            return "a"
        return "same" if _says(self.first) == _says(self.second) else "changed"

    def to_json(self) -> dict[str, Any]:
        return {
            "state": self.state,
            "a": None if self.first is None else _show(self.first, self.depth, self.second),
            "b": None if self.second is None else _show(self.second, self.depth, self.first),
        }


def align_pages(first: Page, second: Page, limits: Limits) -> dict[str, Any]:
    """The pairs of two pages in document order, and how many of each state there are."""
    one, other = (parse_page(page, limits)[0].root for page in (first, second))
    rows: list[dict[str, Any]] = []
    counts = dict.fromkeys(("same", "changed", "a", "b"), 0)
    cut = False
    for pair in _walk(one, other):
        if len(rows) == MAX_ROWS:
            cut = True
            break
        row = pair.to_json()
        counts[row["state"]] += 1
        rows.append(row)
    return {"rows": rows, "counts": counts, "cut": cut}


def _walk(first: Node | None, second: Node | None) -> Iterator[Pair]:
    waiting = [Pair(0, first, second)] if first or second else []
    while waiting:
        pair = waiting.pop()
        yield pair
        below = [
            Pair(pair.depth + 1, one, other)
            for one, other in _pair_children(_children(pair.first), _children(pair.second))
        ]
        waiting += reversed(below)


def _children(node: Node | None) -> list[Node]:
    """The elements in an element, without those that nobody sees."""
    if node is None:
        return []
    return [one for one in node.children if one.kind == "element" and one.tag not in SKIPPED]


Couple = tuple["Node | None", "Node | None"]


def _pair_children(first: Sequence[Node], second: Sequence[Node]) -> Iterator[Couple]:
    if not first or not second or len(first) * len(second) > MAX_CELLS:
        yield from _pair_by_tag(first, second)
        return
    kinds, others = [_kind(one) for one in first], [_kind(one) for one in second]
    matcher = SequenceMatcher(None, kinds, others, autojunk=False)
    for what, start, stop, begin, end in matcher.get_opcodes():
        if what == "equal":
            yield from zip(first[start:stop], second[begin:end], strict=True)
        else:
            yield from _pair_by_tag(first[start:stop], second[begin:end])


def _pair_by_tag(first: Sequence[Node], second: Sequence[Node]) -> Iterator[Couple]:
    """Partners in order, as far as their tags agree."""
    at = 0
    for one in first:
        found = next((n for n in range(at, len(second)) if second[n].tag == one.tag), None)
        if found is None:
            yield one, None
            continue
        yield from ((None, other) for other in second[at:found])
        yield one, second[found]
        at = found + 1
    yield from ((None, other) for other in second[at:])


def _kind(node: Node) -> tuple[str, str]:
    """What makes an element a likely partner of another."""
    return node.tag or "", " ".join(sorted(node.attributes.get("class", "").split()))


def _says(node: Node) -> Any:
    """What must agree for two partners to be the same."""
    return node.tag, node.attributes, _own_text(node)


def _own_text(node: Node) -> str:
    """The text that is directly in an element."""
    texts = (one.text for one in node.children if one.kind == "text")
    return " ".join(" ".join(texts).split())


def _show_attributes(own: Mapping[str, str], others: Mapping[str, str]) -> str:
    """The attributes that a partner does not have in the same way."""
    return " ".join(f'{name}="{value}"' for name, value in own.items() if others.get(name) != value)


def _show(node: Node, depth: int, other: Node | None) -> dict[str, Any]:
    attributes, text = node.attributes, _own_text(node)
    if other is not None:
        text = " ".join(filter(None, [text, _show_attributes(attributes, other.attributes)]))
    name = f"#{attributes['id']}" if attributes.get("id") else ""
    classes = "".join(f".{one}" for one in attributes.get("class", "").split()[:3])
    return {
        "depth": depth,
        "tag": f"{node.tag}{name}{classes}"[:LETTERS],
        "text": text if len(text) <= LETTERS else text[:LETTERS] + "…",
        "xpath": node.xpath,
    }
