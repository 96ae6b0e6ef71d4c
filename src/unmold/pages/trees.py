"""Parses a page: the one place that hands bytes and limits to the native core.

There is a `Problem` for each cap that cut the tree.
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

    tree = Tree.parse(page.data, page.charset, limits)
    return tree, cut_problems(page.key, tree.problems, limits)


def cut_problems(key: str, codes: list[str], limits: Limits) -> list[Problem]:
    """What the core's codes say about a page, as problems."""
    reasons = _reasons(limits) if codes else {}
    return [Problem(code, key, reasons[code]) for code in codes]


def _reasons(limits: Limits) -> dict[str, str]:
    """What the core's codes mean, for a person."""
    return {
        "bytes": f"only the first {limits.max_bytes:,} bytes were parsed",
        "nodes": f"only the first {limits.max_nodes:,} nodes were kept",
        "depth": f"elements below depth {limits.max_depth:,} were made siblings",
        "attributes": f"an element kept only its first {limits.max_attributes:,} attributes",
        "formatting": "too many formatting elements were left open, and the oldest were forgotten",
        "names": "it has more different tag names than there are numbers for",
        "growth": (
            "formatting elements left open repeated more than "
            f"{limits.max_growth:,} times the page's length; they were closed for good"
        ),
        "links": "its links would take too much memory, the last of them were left out",
    }
