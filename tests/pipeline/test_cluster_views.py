"""How sure clusters are and what defines them, in the tables of a workspace."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from unmold import run
from unmold.clusters.large_sites import SampleSettings
from unmold.pipeline import cluster_step, cluster_views
from unmold.store.feature_files import GroupedFeatures

FRAME = "<header class=top><nav><a>home</a></nav></header>{}<footer class=foot><p>x</p></footer>"
PRODUCT = (
    "<main><div class=product><h1>Item {n}</h1><span class=price>${n}.50</span><b>Add to basket</b>"
    "<dl class=facts><dt>Weight</dt><dd>{n} kg</dd></dl></div></main>"
)
ARTICLE = (
    "<main><article class=story><h2>Story {n}</h2><p class=by>Ann {n}</p><i>Share this</i>"
    "<section><p>It was said {n} times.</p></section></article></main>"
)
LOGIN = "<main><form class=login><fieldset><legend>Log in</legend><input></fieldset></form></main>"


def shop(pages: int = 6) -> list[tuple[str, str]]:
    bodies = [kind.format(n=n) for kind in (PRODUCT, ARTICLE) for n in range(2, pages + 2)]
    return [
        (f"https://x.example/{n}", FRAME.format(body)) for n, body in enumerate([*bodies, LOGIN])
    ]


def test_the_tables_say_how_sure_clusters_are(tmp_path: Path) -> None:
    workspace = run(shop(), tmp_path / "ws", jobs=1)
    pages = workspace.pages.to_pylist()
    assert all(page["cluster_score"] > 0.9 for page in pages[:12])
    assert all(page["doubt"] is None for page in pages[:12])
    assert {page["second_cluster"] for page in pages[:6]} == {pages[6]["cluster"]}
    assert pages[12]["cluster_score"] is None
    assert pages[12]["doubt"] in ("alone", "near to no cluster")


def test_the_tables_say_what_defines_clusters(tmp_path: Path) -> None:
    workspace = run(shop(), tmp_path / "ws", jobs=1)
    product, story = (
        next(one for one in workspace.clusters.to_pylist() if token in one["classes"])
        for token in ("span.price", "article.story")
    )
    assert "Add to basket" in product["texts"]
    assert product["cluster"] != story["cluster"]
    assert not set(product["paths"]) & set(story["paths"])


def test_they_say_it_again_where_nothing_is_clustered(tmp_path: Path) -> None:
    run(shop()[:12], tmp_path / "ws", jobs=1)
    workspace = run(shop(), tmp_path / "ws", jobs=1)
    scores = [page["cluster_score"] for page in workspace.pages.to_pylist()[:12]]
    assert all(score > 0.9 for score in scores)


def test_a_large_site_is_clustered_and_judged_by_a_sample(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = shop(400)
    whole = run(pages, tmp_path / "whole", jobs=1).pages.to_pylist()
    monkeypatch.setattr(cluster_step, "SAMPLE", SampleSettings(largest=60))
    asked: list[int] = []

    class Counting(GroupedFeatures):
        def read(self, group: int, columns: Iterable[str], pages: Any = None) -> Any:
            asked.append(len(pages))
            return super().read(group, columns, pages)

    monkeypatch.setattr(cluster_views, "GroupedFeatures", Counting)
    monkeypatch.setattr("unmold.clusters.large_sites.PAGES_AT_A_TIME", 100)
    sampled = run(pages, tmp_path / "sampled", jobs=1).pages.to_pylist()
    assert [page["cluster"] for page in sampled] == [page["cluster"] for page in whole]
    assert asked[0] == 60
    assert max(asked) <= 2 * 100
    assert sum(asked[1:]) == len(pages)
    near = [
        abs(a["cluster_score"] - b["cluster_score"])
        for a, b in zip(sampled, whole, strict=True)
        if b["cluster_score"]
    ]
    assert len(near) == 800
    assert max(near) < 0.05
