"""On pages of every site of the corpora, paths and link XPaths agree with a walk of Lexbor's tree.

selectolax parses the page, Python walks its tree. What is inside `template` is left out.
"""

import csv
import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from unmold._core import decode
from unmold.features import PageFeatures, page_features
from unmold.pages import read_pages

CORPORA = ["ampshops", "debdocs", "openjdk17", "recipes", "singles", "swde", "wild"]
PAGES_PER_CORPUS = 250
WORD = re.compile("[^ \t\n\f\r]+")
# What XPath cannot write as a step is a test of the name.
NAME_TEST = re.compile(r"\*\[name\(\)='([^']*)'\]")
# In SVG and MathML an `a` may or may not be a link, which Lexbor's tree does not tell in Python.
IN_FOREIGN = re.compile(r"/(?:svg|math)\[")


@dataclass
class Walk:
    """What a walk of Lexbor's tree finds."""

    leaf_paths: Counter[str] = field(default_factory=Counter)
    element_paths: Counter[str] = field(default_factory=Counter)
    links: list[str] = field(default_factory=list)
    classes: Counter[str] = field(default_factory=Counter)


@pytest.mark.parametrize("corpus", CORPORA)
def test_features_agree_with_a_walk_of_lexbors_tree(corpora: Path, corpus: str) -> None:
    pages = sample_pages(corpora / corpus)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        differences = list(pool.map(find_differences, pages, chunksize=10))
    assert len(pages) >= 30
    assert [one for found in differences for one in found] == []


def test_a_difference_is_found() -> None:
    walk = walk_tree("<p class=a><a href=x>y</a><p>z")
    (page,) = read_pages(["<p class=b><a href=x>y</a><p><b>z"])
    found = list(compare(page_features(page), walk))
    assert found == ["leaf paths", "element paths", "classes"]


def sample_pages(corpus: Path) -> list[Path]:
    """Pages of every site, the same number of each and evenly spread."""
    by_site: dict[str, list[Path]] = defaultdict(list)
    with (corpus / "manifest.csv").open(encoding="utf-8", newline="") as manifest:
        for row in csv.DictReader(manifest):
            by_site[row["site"]].append(corpus / row["path"])
    each = max(1, PAGES_PER_CORPUS // len(by_site))
    return [page for pages in by_site.values() for page in spread(pages, each)]


def spread(pages: list[Path], count: int) -> list[Path]:
    return pages[:: max(1, len(pages) // count)][:count]


def find_differences(path: Path) -> list[str]:
    data = path.read_bytes()
    (page,) = read_pages([path])
    return [f"{path}: {what}" for what in compare(page_features(page), walk_tree(decode(data)[0]))]


def compare(ours: PageFeatures, walk: Walk) -> Iterator[str]:
    """The names of the features that differ."""
    if ours.leaf_paths != walk.leaf_paths:
        yield "leaf paths"
    if ours.element_paths != walk.element_paths:
        yield "element paths"
    if ours.classes != walk.classes:
        yield "classes"
    xpaths = [NAME_TEST.sub(r"\1", link.xpath) for link in ours.links]
    if [xpath for xpath in xpaths if not IN_FOREIGN.search(xpath)] != walk.links:
        yield "link XPaths"


def walk_tree(html: str) -> Walk:
    walk = Walk()
    root = LexborHTMLParser(html).root
    waiting = [(root, "", f"/{root.tag}[1]")] if root is not None else []
    while waiting:
        node, path, xpath = waiting.pop()
        path = f"{path}/{node.tag}"
        walk.element_paths[path] += 1
        walk.classes.update(WORD.findall(node.attributes.get("class") or ""))
        if is_link(node) and not IN_FOREIGN.search(xpath):
            walk.links.append(xpath)
        children = child_elements(node) if node.tag != "template" else []
        if not children:
            walk.leaf_paths[path] += 1
        positions: Counter[str] = Counter()
        below = []
        for child in children:
            positions[child.tag or ""] += 1
            step = f"{xpath}/{child.tag}[{positions[child.tag or '']}]"
            below.append((child, path, step))
        waiting.extend(reversed(below))
    return walk


def is_link(node: LexborNode) -> bool:
    return node.tag in ("a", "area") and "href" in node.attributes


def child_elements(node: LexborNode) -> list[LexborNode]:
    return [child for child in node.iter(include_text=False) if child.is_element_node]
