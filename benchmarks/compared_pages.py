"""The pages that benchmarks compare: generated ones and, where there are corpora, real ones.

Pages come as markup and as arrays, read by selectolax so that nothing depends on the parser that is
being measured.
"""

import csv
import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from selectolax.lexbor import LexborHTMLParser

from unmold._core import Comparand
from unmold._core.testing import LabelledTree, comparand

NODES = 1500
PAGE_BYTES = 70_000
WORDS = ["lorem", "ipsum", "dolor", "sit", "amet", "elit", "sed", "do"]


@dataclass(frozen=True)
class Page:
    """A page as markup and as what the measures take; tags are indices of `names`."""

    html: str
    labels: list[int]
    depths: list[int]
    tags: list[int]
    classes: list[str]
    names: list[str]

    def tree(self) -> LabelledTree:
        return LabelledTree.from_depths(
            np.array(self.labels, np.uint32), np.array(self.depths, np.uint32)
        )

    def comparand(self) -> Comparand:
        return comparand(self.tree(), np.array(self.tags, np.uint32), self.classes, self.names)


def read_page(html: str, names: dict[str, int]) -> Page:
    """Walk a page without recursion; every element counts on entering and on leaving it."""
    labels: list[int] = []
    depths: list[int] = []
    tags: list[int] = []
    classes: set[str] = set()
    stack: list[tuple[Any, int, bool]] = [(LexborHTMLParser(html).root, 0, False)]
    while stack:
        node, depth, is_left = stack.pop()
        label = names.setdefault(node.tag, len(names))
        tags.append(label)
        if is_left:
            continue
        labels.append(label)
        depths.append(depth)
        classes.update((node.attributes.get("class") or "").split())
        stack.append((node, depth, True))
        children = [child for child in node.iter() if child.tag and child.tag[0].isalpha()]
        stack.extend((child, depth + 1, False) for child in reversed(children))
    return Page(html, labels, depths, tags, sorted(classes), list(names))


def generate_page(seed: int) -> str:
    """A shop-like page of navigation, cards, tables and comments; lengths vary with the seed."""
    chance = random.Random(seed)

    def text() -> str:
        return " ".join(chance.choices(WORDS, k=6))

    def card() -> str:
        price = f"<s>{chance.random():.2f}</s>" if chance.random() < 0.4 else ""
        stars = "<i class=star></i>" * chance.randint(0, 5)
        return (
            f'<div class="card c{chance.randint(0, 9)}"><a href="/p"><img src="x.png"></a>'
            f"<h3><a>{text()}</a></h3><p>{text()}</p><div class=price>{price}<b>9</b></div>{stars}"
            f"<ul>{''.join(f'<li>{text()}' for _ in range(chance.randint(0, 4)))}</ul></div>"
        )

    def row() -> str:
        cells = "".join(f"<td><span>{text()}</span>" for _ in range(chance.randint(2, 4)))
        return f"<tr><th>{text()}</th>{cells}</tr>"

    def comment(depth: int) -> str:
        replies = chance.randint(0, 2) if depth < 4 else 0
        inner = "".join(comment(depth + 1) for _ in range(replies))
        head = f"<header><b>{text()}</b></header>"
        return f"<article class=comment>{head}<p>{text()}</p>{inner}</article>"

    blocks = {"section": card, "table": row, "aside": lambda: comment(0)}
    parts = [
        "<nav><ul>",
        *(f"<li><a>{text()}</a>" for _ in range(chance.randint(8, 20))),
        "</ul></nav>",
    ]
    size = 0
    while size < PAGE_BYTES:
        tag, make = chance.choice(list(blocks.items()))
        part = f"<{tag}>{''.join(make() for _ in range(chance.randint(3, 12)))}</{tag}>"
        parts.append(part)
        size += len(part)
    return f"<html><head><title>{text()}</title></head><body>{''.join(parts)}</body></html>"


def generated_pages() -> list[Page]:
    names: dict[str, int] = {}
    pages = [read_page(generate_page(seed), names) for seed in (1, 2)]
    return [cut_page(page, NODES) for page in pages]


def cut_page(page: Page, nodes: int) -> Page:
    """The same page with only its first elements in the tree."""
    return Page(
        page.html, page.labels[:nodes], page.depths[:nodes], page.tags, page.classes, page.names
    )


def real_pages(fits: Callable[[Page], bool]) -> list[Page]:
    """The first fitting pages of two sites of the corpora; none where there are no corpora."""
    corpora = os.environ.get("UNMOLD_CORPORA")
    names: dict[str, int] = {}
    found = (page for page in first_pages(Path(corpora), names, fits)) if corpora else iter(())
    return list(islice(found, 2))


def first_pages(
    corpora: Path, names: dict[str, int], fits: Callable[[Page], bool]
) -> Iterator[Page]:
    seen = set()
    for manifest in sorted(corpora.glob("*/manifest.csv")):
        with manifest.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines):
                path = manifest.parent / row["path"]
                if row["site"] in seen or not 40_000 < path.stat().st_size < 120_000:
                    continue
                page = read_page(path.read_text(encoding="utf-8", errors="replace"), names)
                if fits(page):
                    seen.add(row["site"])
                    yield page
