"""`uxclust`: the paper's example, its thresholds, and the step that it leaves open."""

from pathlib import Path

import numpy as np
import pytest

from unmold.clusters import cluster_pages
from unmold.clusters.published.uxclust import (
    SampledPaths,
    UxClusterer,
    code_xpaths,
    draw_samples,
    fingerprints,
    group_by_code,
    merge,
)
from unmold.demo import build_site
from unmold.errors import UsageError
from unmold.features import compute_features
from unmold.model import InboundLink, Page
from unmold.pages import read_pages
from unmold.pages.links import read_links

HOME = "https://x.example/"


def page(number: int, xpath: str | None, html: str) -> Page:
    link = InboundLink(HOME, xpath) if xpath else None
    name = f"{HOME}{number}"
    return Page(name, name, name, "x.example", html.encode(), inbound=link)


def test_unrefined_clusters_of_the_paper() -> None:
    codes, names = code_xpaths(
        ["/html/body/div[2]/a", "/html/body/div[2]/a", "/html/body/p[2]/center/a", None]
    )
    groups = group_by_code(codes, cutoff=1)
    assert groups.sizes.tolist() == [2, 1]
    assert groups.of_page.tolist() == [0, 0, 1, -1]
    assert [names[code] for code in groups.codes][1] == "/html/body/p[2]/center/a"


def test_the_cut_off_keeps_groups_that_reach_it() -> None:
    groups = group_by_code(np.array([4] * 3 + [6] * 2 + [-1] * 9), cutoff=3)
    assert groups.of_page.tolist() == [0] * 3 + [-1] * 11


def test_samples_depend_on_the_seed_and_the_name_alone() -> None:
    groups = group_by_code(np.array([0] * 50 + [1] * 2), cutoff=1)
    first, second = draw_samples(groups, ["a", "b"], 5, seed=1)
    assert len(set(first.tolist())) == 5
    assert second.tolist() == [50, 51]
    assert draw_samples(groups, ["a", "z"], 5, seed=1)[0].tolist() == first.tolist()
    assert draw_samples(groups, ["a", "b"], 5, seed=2)[0].tolist() != first.tolist()


def sampled(sets: list[set[int]], group_of: list[int]) -> SampledPaths:
    values = np.array([path for each in sets for path in sorted(each)], np.uint64)
    offsets = np.cumsum([0, *map(len, sets)]).astype(np.uint64)
    return SampledPaths.of(values, offsets, np.array(group_of))


@pytest.mark.parametrize(("occurrence", "paths"), [(0.3, {1, 2}), (0.2, {1, 2}), (0.19, {1, 2, 3})])
def test_fingerprints_hold_what_is_above_the_threshold(occurrence: float, paths: set[int]) -> None:
    """Five samples and 0.3: a path must be on two pages at least; 0.2 is not above 0.2."""
    pages = sampled([{1, 2, 3}, {1, 2}, {1}, {1}, {1}], [0] * 5)
    (row,) = fingerprints(pages, pages.group_of, 1, occurrence)
    assert set(pages.paths[row.indices].tolist()) == paths


def test_merging_is_transitive_and_above_the_threshold() -> None:
    chain = [set(range(10)), set(range(1, 11)), set(range(2, 12)), {90, 91}]
    pages = sampled(chain, [0, 1, 2, 3])
    options = {"occurrence": 0.3, "measure": "jaccard", "recompute": False}
    owner, _ = merge(pages, 4, similarity=0.8, **options)  # 9 of 11 shared by neighbours
    assert owner.tolist() == [0, 0, 0, 1]
    owner, _ = merge(pages, 4, similarity=9 / 11, **options)
    assert owner.tolist() == [0, 1, 2, 3], "alike must be more than the threshold"


def test_measures_differ() -> None:
    pages = sampled([set(range(10)), set(range(1, 11))], [0, 1])
    options = {"similarity": 0.85, "occurrence": 0.3, "recompute": False}
    assert merge(pages, 2, measure="jaccard", **options)[0].tolist() == [0, 1]
    assert merge(pages, 2, measure="max", **options)[0].tolist() == [0, 0]


def test_recomputing_can_join_more() -> None:
    """What two groups pool may be more like a third than either of them."""
    sets = [{1, 2, 3, 4, 5, 6}, {1, 2, 3, 4, 5, 7}, {1, 2, 3, 4, 5, 6, 7, 8}]
    pages = sampled(sets, [0, 1, 2])
    options = {"similarity": 0.7, "occurrence": 0.3, "measure": "jaccard"}
    plain, _ = merge(pages, 3, recompute=False, **options)
    again, _ = merge(pages, 3, recompute=True, **options)
    assert len(set(again.tolist())) <= len(set(plain.tolist()))
    assert again.tolist() == [0, 0, 0]


def shop(strays: int = 0) -> list[Page]:
    product, article = "<div><h1>n</h1><b>p</b></div>", "<article><p>t</p><i>x</i></article>"
    pages = [page(0, None, "<p>home")]
    pages += [page(1 + n, "/html[1]/a[1]", product) for n in range(12)]
    pages += [page(20 + n, f"/html[1]/p[{1 + n % 2}]/a[1]", article) for n in range(12)]
    pages += [page(40 + n, "/html[1]/a[1]", article) for n in range(strays)]
    return pages


def test_pages_meet_by_place_and_then_by_paths() -> None:
    clusterer = UxClusterer(cutoff=3)
    labels = clusterer.fit_predict(compute_features(shop(), columns=["leaf_paths"]))
    assert labels.tolist() == [-1] + [0] * 12 + [1] * 12
    assert clusterer.dropped_.tolist() == [0]
    assert clusterer.xpaths_ == [["/html[1]/a[1]"], ["/html[1]/p[1]/a[1]", "/html[1]/p[2]/a[1]"]]
    assert [len(sample) for sample in clusterer.samples_] == [5, 5, 5]


def test_verifying_moves_strays() -> None:
    features = compute_features(shop(strays=3), columns=["leaf_paths"])
    found = {}
    for verify in (False, True):
        clusterer = UxClusterer(cutoff=3, verify=verify)
        found[verify] = clusterer.fit_predict(features)[-3:].tolist()
    assert found[False] == [0, 0, 0], "where the link was is all that counts"
    assert found[True] == [1, 1, 1]


def test_without_a_crawl_one_is_simulated(tmp_path: Path) -> None:
    site = build_site(tmp_path, seed=5, pages=80)
    features = compute_features(read_pages(str(site.manifest)), columns=UxClusterer.reads)
    assert set(features.inbound_xpaths) == {None}
    simulated = UxClusterer(cutoff=2).fit_predict(features)
    table = read_links(read_pages(str(site.manifest)))
    given = list(features.inbound_xpaths)
    for entry in table.inbound:
        given[entry.page] = entry.xpath
    features = features.with_column("inbound_xpaths", given)
    assert UxClusterer(cutoff=2).fit_predict(features).tolist() == simulated.tolist()
    assert simulated.max() >= 1


@pytest.mark.parametrize(
    "wrong",
    [{"similarity": 2}, {"occurrence": -1}, {"samples": 0}, {"cutoff": 0}, {"measure": "x"}],
)
def test_wrong_parameters(wrong: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        cluster_pages([b"<p>one"], "uxclust", **wrong)
