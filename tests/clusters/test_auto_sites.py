"""`auto` on whole invented sites, whose two families of pages share no chrome."""

import csv
from pathlib import Path

import pytest

from unmold import cluster_pages, evaluate_clusters
from unmold.demo import build_site


@pytest.mark.parametrize("seed", [21, 22, 23])
def test_families_fall_into_their_templates(tmp_path: Path, seed: int) -> None:
    site = build_site(tmp_path, seed=seed, pages=300)
    with site.manifest.open(encoding="utf-8", newline="") as file:
        gold = {row["path"]: row["template"] for row in csv.DictReader(file)}
    clusters = {page.path: page.cluster for page in cluster_pages(site.manifest)}
    pairs = evaluate_clusters(clusters, gold).pooled.pairs
    assert pairs.f1 > 0.98
    assert pairs.recall > 0.99
