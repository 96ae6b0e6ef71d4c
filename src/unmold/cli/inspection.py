"""All that `inspect` says, as data: a page and its limits enter, an `Inspection` leaves.

The command shows it to a person; `as_json` gives the same to a machine.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import islice
from typing import TYPE_CHECKING

from unmold.cli.outline import Row, count_elements
from unmold.model import Link, Page, Problem
from unmold.pages.links import count_links, find_links
from unmold.pages.trees import parse_page
from unmold.settings import Limits

if TYPE_CHECKING:
    from unmold._core import Node, Tree

TEXTLESS_TAGS = ("script", "style", "template", "noscript")
_MAX_TITLE = 1000


@dataclass(frozen=True, slots=True)
class Inspection:
    """A page, its tree, and what was found in it."""

    page: Page
    tree: Tree
    title: str | None
    elements: int
    text_length: int
    links: list[Link]
    link_count: int
    problems: list[Problem]


def inspect_page(page: Page, limits: Limits, max_links: int) -> Inspection:
    """Parse a page and gather what there is to show."""
    tree, problems = parse_page(page, limits)
    return Inspection(
        page=page,
        tree=tree,
        title=_title(tree),
        elements=count_elements(tree.document),
        text_length=len(tree.document.text),
        links=list(islice(find_links(tree, page.url), max_links)),
        link_count=count_links(tree),
        problems=problems,
    )


def _title(tree: Tree) -> str | None:
    titles = (node for node in tree.document.find_all("title") if node.namespace == "html")
    first = next(titles, None)
    return first.text[:_MAX_TITLE] if first is not None else None


def own_text(node: Node) -> str:
    """The text right below an element, white space collapsed."""
    if node.tag in TEXTLESS_TAGS:
        return ""
    return " ".join(" ".join(c.text for c in node.children if c.kind == "text").split())


def as_json(inspection: Inspection, rows: list[Row]) -> dict[str, object]:
    """The same as plain data, the tree as a flat list of rows."""
    page, tree = inspection.page, inspection.tree
    return {
        "key": page.key,
        "path": page.path,
        "url": page.url,
        "declared_url": page.declared_url,
        "site": page.site,
        "http": asdict(page.http) if page.http else None,
        "title": inspection.title,
        "encoding": tree.encoding,
        "encoding_source": tree.encoding_source,
        "quirks": tree.quirks,
        "bytes": len(page.data),
        "nodes": len(tree),
        "elements": inspection.elements,
        "text_length": inspection.text_length,
        "depth": tree.max_depth,
        "arena_bytes": tree.arena_bytes,
        "tree": [_row_as_json(row) for row in rows],
        "link_count": inspection.link_count,
        "links": [asdict(link) for link in inspection.links],
        "problems": [asdict(problem) for problem in inspection.problems],
    }


def _row_as_json(row: Row) -> dict[str, object]:
    if row.node is None:
        return {"depth": row.depth, "left_out": row.count}
    return {
        "depth": row.depth,
        "tag": row.node.tag,
        "id": row.node.attributes.get("id"),
        "classes": row.classes,
        "count": row.count,
        "hidden": row.hidden,
        "text": own_text(row.node)[:200],
    }
