"""From a page to its tree: the one place that hands bytes and limits to the native core.

A `Page` enters; its `Tree` leaves, with a `Problem` for each cap that cut it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from unmold.model import Page, Problem
from unmold.settings import Limits

if TYPE_CHECKING:
    from unmold._core import Tree


def parse_page(page: Page, limits: Limits) -> tuple[Tree, list[Problem]]:
    """Parse a page. There is always a tree; the problems say what is missing from it."""
    from unmold._core import Tree

    tree = Tree.parse(
        page.data,
        page.charset,
        max_bytes=limits.max_bytes,
        max_nodes=limits.max_nodes,
        max_depth=limits.max_depth,
        max_attributes=limits.max_attributes,
    )
    reasons = _reasons(limits)
    return tree, [Problem(code, page.key, reasons.get(code, code)) for code in tree.problems]


def _reasons(limits: Limits) -> dict[str, str]:
    """What the core's codes mean, for a person."""
    return {
        "bytes": f"only the first {limits.max_bytes:,} bytes were parsed",
        "nodes": f"only the first {limits.max_nodes:,} nodes were kept",
        "depth": f"elements below depth {limits.max_depth:,} were made siblings",
        "attributes": f"an element kept only its first {limits.max_attributes:,} attributes",
    }
