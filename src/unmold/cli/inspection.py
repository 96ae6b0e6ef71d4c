"""Collects all that `inspect` says about a page, as data.

The command shows it to a person; `as_json` gives the same to a machine.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from unmold.cli.outline import Row, count_elements
from unmold.model import Link, Page, Problem
from unmold.pages.trees import parse_page
from unmold.settings import Limits

if TYPE_CHECKING:
    from unmold._core import Node, Tree
    from unmold.features import PageFeatures

TEXTLESS_TAGS = ("script", "style", "template", "noscript")
_MAX_TITLE = 1000
"""A hostile page may have a title of megabytes; no honest one has this much."""


@dataclass(frozen=True, slots=True)
class Inspection:
    """A page, its tree, and what was found in it."""

    page: Page
    tree: Tree
    title: str | None
    elements: int
    text_length: int
    features: PageFeatures
    links: list[Link]
    """The first links, as many as were asked for; all are in `features`."""

    problems: list[Problem]


def inspect_page(page: Page, limits: Limits, max_links: int) -> Inspection:
    """Parse a page and gather what there is to show."""
    from unmold.features import page_features  # NumPy takes its time to load

    tree, problems = parse_page(page, limits)
    features = page_features(page, limits)
    return Inspection(
        page=page,
        tree=tree,
        title=_title(tree),
        elements=count_elements(tree.document),
        text_length=len(tree.document.text),
        features=features,
        links=features.links[:max_links],
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
        "link_count": len(inspection.features.links),
        "links": [asdict(link) for link in inspection.links],
        "features": _features_as_json(inspection.features),
        "problems": [problem.to_json() for problem in inspection.problems],
    }


def _features_as_json(features: PageFeatures) -> dict[str, object]:
    return {
        "fingerprint": features.fingerprint.hex(),
        "tag_sequence": features.tag_sequence,
        "head_sequence": features.head_sequence,
        "tag_counts": features.tag_counts,
        "leaf_paths": features.leaf_paths,
        "element_paths": features.element_paths,
        "main_paths": features.main_paths,
        "classes": features.classes,
        "class_tokens": features.class_tokens,
        "labels": [{"text": text, "steps": steps} for text, steps in features.labels],
        "texts": features.texts,
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
