"""On every page of the development corpora our tree equals that of selectolax (Lexbor).

Two trees whose HTML is the same, byte for byte, have the same elements, attributes and texts; both
write it in native code, so that this takes seconds. Where the HTML differs the trees are walked and
compared node by node, comments left out: of `<?php ... ?>` Lexbor makes a processing instruction,
where the standard makes a comment. Nothing else may differ.
"""

import csv
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice, zip_longest
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from unmold._core import Tree, decode

CORPORA = ["ampshops", "debdocs", "openjdk17", "recipes", "singles", "swde", "wild"]
PAGES_PER_TASK = 100

# Depth, then the tag and attributes of an element or the text of a text node.
Step = tuple[int, str, dict[str, str] | None]


@pytest.mark.parametrize("corpus", CORPORA)
def test_trees_are_equal(corpora: Path, corpus: str) -> None:
    pages = read_paths(corpora / corpus)
    tasks = [
        pages[start : start + PAGES_PER_TASK] for start in range(0, len(pages), PAGES_PER_TASK)
    ]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        differences = [text for found in pool.map(find_differences, tasks) for text in found]
    assert len(pages) > 100
    assert differences == []


def test_a_difference_is_found() -> None:
    ours = Tree.parse(b"<p class=a>text<!-- comment -->")
    for other in (
        "<p class=b>text",
        "<p class=a>texts",
        "<p class=a>text<br>",
        "<div class=a>text",
    ):
        assert list(walk_differences(ours, LexborHTMLParser(other)))
    assert not list(walk_differences(ours, LexborHTMLParser("<p class=a>text")))


def read_paths(corpus: Path) -> list[Path]:
    with (corpus / "manifest.csv").open(encoding="utf-8", newline="") as manifest:
        return [corpus / row["path"] for row in csv.DictReader(manifest)]


def find_differences(pages: list[Path]) -> list[str]:
    return [f"{page}: {found}" for page in pages for found in compare_trees(page.read_bytes())]


def compare_trees(data: bytes) -> Iterator[str]:
    """The first difference between the two trees of a page, if there is one."""
    tree = Tree.parse(data)
    theirs = LexborHTMLParser(decode(data)[0])
    if tree.document.outer_html != theirs.html:
        yield from islice(walk_differences(tree, theirs), 1)


def walk_differences(tree: Tree, theirs: LexborHTMLParser) -> Iterator[str]:
    for ours, lexbor in zip_longest(our_steps(tree), lexbor_steps(theirs)):
        if ours != lexbor:
            yield f"{ours} is {lexbor} in Lexbor"


def our_steps(tree: Tree) -> Iterator[Step]:
    for depth, kind, name, attributes in tree.events():
        if kind in ("element", "text"):
            yield depth, name, attributes


def lexbor_steps(parser: LexborHTMLParser) -> Iterator[Step]:
    root = parser.root
    below: list[tuple[int, LexborNode]] = [(1, root)] if root else []
    while below:
        depth, node = below.pop()
        if node.next and depth > 1:
            below.append((depth, node.next))
        if node.child:
            below.append((depth + 1, node.child))
        if node.is_element_node:
            attributes = {name: value or "" for name, value in node.attributes.items()}
            yield depth, node.tag or "", attributes
        elif node.is_text_node:
            yield depth, node.text_content or "", None
