"""What `auto` promises on any site: class names or none, two pages, more pages, any order."""

import re
from collections import Counter
from random import Random

import numpy as np
import pytest

from unmold import cluster_pages, evaluate_clusters
from unmold.demo import build_site
from unmold.evaluation.label_files import read_gold

Pages = dict[str, tuple[str, str]]
"""By path the address and HTML of pages."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> tuple[Pages, dict[str, str]]:
    folder = tmp_path_factory.mktemp("shop")
    built = build_site(folder, seed=3, light=False)
    gold = dict(read_gold(built.manifest).template)
    pages = {
        path: (f"https://x.example/{path}", (folder / path).read_text()) for path in sorted(gold)
    }
    return pages, gold


def labels_of(pages: Pages, order: list[str]) -> dict[str, int]:
    found = cluster_pages([pages[path] for path in order])
    return dict(zip(order, found.labels.tolist(), strict=True))


def f1(labels: dict[str, int], gold: dict[str, str]) -> float:
    names = list(labels)
    found = evaluate_clusters([labels[name] for name in names], [gold[name] for name in names])
    return found.pooled.pairs.f1


def together(labels: dict[str, int], names: list[str]) -> np.ndarray:
    found = np.array([labels[name] for name in names])
    same: np.ndarray = found[:, None] == found[None, :]
    return same


def test_with_and_without_class_names(site: tuple[Pages, dict[str, str]]) -> None:
    pages, gold = site
    bare = {
        path: (url, re.sub(r"\s(?:class|id)=(?:\"[^\"]*\"|'[^']*'|[^\s>]+)", "", html))
        for path, (url, html) in pages.items()
    }
    assert f1(labels_of(pages, list(pages)), gold) > 0.95
    assert f1(labels_of(bare, list(bare)), gold) > 0.9


def test_two_pages(site: tuple[Pages, dict[str, str]]) -> None:
    pages, gold = site
    products = [path for path in pages if gold[path] == "product"][:2]
    assert len(set(labels_of(pages, products).values())) == 1


def test_the_order_of_pages_does_not_matter(site: tuple[Pages, dict[str, str]]) -> None:
    pages, _ = site
    names = list(pages)
    shuffled = list(names)
    Random(7).shuffle(shuffled)
    forward, other = labels_of(pages, names), labels_of(pages, shuffled)
    assert (together(forward, names) == together(other, names)).all()


def test_more_pages_leave_most_where_they_were(site: tuple[Pages, dict[str, str]]) -> None:
    pages, gold = site
    names = list(pages)
    Random(1).shuffle(names)
    few = sorted(names[: len(names) * 2 // 3])
    before, after = labels_of(pages, few), labels_of(pages, sorted(names))
    moved = 0
    for kind in set(before.values()):
        own = [name for name in few if before[name] == kind]
        moved += len(own) - Counter(after[name] for name in own).most_common(1)[0][1]
    assert moved <= 0.05 * len(few)
    assert len(set(gold.values())) > 3
