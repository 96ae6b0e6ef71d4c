"""How sure clusters are: scores, the next cluster, doubt, pages in none; what defines them."""

from random import Random

import numpy as np
import pytest

from unmold import cluster_pages
from unmold.clusters.auto import AutoClusterer
from unmold.clusters.cluster import Clustering, KnownPages
from unmold.clusters.confidence import Confidence, judge_pages
from unmold.clusters.explain import Explanation, explain_page
from unmold.clusters.traits import Traits, find_traits
from unmold.features import Features, compute_features
from unmold.pages import read_pages
from unmold.settings import Limits

FRAME = "<header class=top><nav><a>home</a></nav></header>{}<footer class=foot><p>x</p></footer>"
PRODUCT = (
    "<main><div class=product><h1>n{n}</h1><span class=price>{n}</span><b>Add to basket</b>"
    "<dl class=facts><dt>Weight</dt><dd>{n}</dd></dl></div></main>"
)
ARTICLE = (
    "<main><article class=story><h2>t{n}</h2><p class=by>who{n}</p><i>Share this</i><section>"
    "<p>say{n}</p></section></article></main>"
)
LOGIN = (
    "<main><form class=login><label>Name<input></label><fieldset><legend>L</legend><button>go"
    "</button></fieldset></form></main>"
)


def pages_of(*bodies: str) -> list[tuple[str, str]]:
    return [(f"https://x.example/{n}", FRAME.format(body)) for n, body in enumerate(bodies)]


def shop() -> list[tuple[str, str]]:
    products = [PRODUCT.format(n=n) for n in range(8)]
    return pages_of(*products, *(ARTICLE.format(n=n) for n in range(6)))


def features_of(pages: list[tuple[str, str]]) -> Features:
    columns = (*AutoClusterer.reads, *AutoClusterer.reads_later)
    return compute_features(read_pages(iter(pages)), columns=columns, jobs=1)


def test_pages_are_near_to_their_cluster_and_far_from_the_next() -> None:
    clustering = cluster_pages(shop())
    sure = clustering.confidence
    assert sure is not None
    assert (sure.score > 0.9).all()
    assert (sure.second_score < 0.5).all()
    assert sure.second.tolist() == [1] * 8 + [0] * 6
    labels = clustering.labels.tolist()
    assert {sure.doubt(page, label) for page, label in enumerate(labels)} == {""}


def test_a_page_in_the_wrong_cluster_is_in_doubt() -> None:
    labels = np.array([0] * 8 + [1] * 5 + [0])
    sure = judge_pages(features_of(shop()), labels)
    assert sure.second[13] == 1
    assert sure.doubt(13, 0) == "as near to another cluster"
    assert sure.doubt(0, 0) == ""


def test_the_score_is_that_of_the_other_pages() -> None:
    labels = np.array([0] * 8 + [1] * 6)
    pages = shop()
    whole = judge_pages(features_of(pages), labels)
    # A page is compared with the centroid of the others, however few they are.
    assert whole.score[0] == pytest.approx(whole.score[7])
    lone = judge_pages(features_of(pages), np.array([0] * 13 + [1]))
    assert np.isnan(lone.score[13])
    assert lone.doubt(13, 1) == "alone"


def test_a_page_that_is_near_to_nothing_is_in_no_cluster() -> None:
    features = features_of([*shop(), *pages_of(LOGIN)])
    forced = np.array([0] * 8 + [1] * 6 + [0])
    clusterer = AutoClusterer()
    clusterer._let_go(features, forced)
    assert clusterer.labels_.tolist() == [0] * 8 + [1] * 6 + [-1]
    assert clusterer.confidence_.doubt(14, -1) == "near to no cluster"
    assert clusterer.confidence_.second[14] in (0, 1)
    assert np.isnan(clusterer.confidence_.score[14])
    clusterer = AutoClusterer(strays=False)
    clusterer._let_go(features, forced)
    assert clusterer.labels_.tolist() == forced.tolist()


def test_numbers_of_the_next_cluster_are_those_of_the_table() -> None:
    pages = [(url.replace("x.", f"{site}."), html) for site in "ab" for url, html in shop()]
    clustering = cluster_pages(pages)
    assert clustering.confidence is not None
    second = clustering.confidence.second
    for page, label in enumerate(clustering.labels.tolist()):
        other = int(second[page])
        assert other != label
        rows = np.flatnonzero(clustering.labels == other)
        assert {clustering.sites[row] for row in rows} == {clustering.sites[page]}


def test_scores_do_not_depend_on_the_order_of_pages() -> None:
    pages = shop()
    order = list(range(len(pages)))
    Random(4).shuffle(order)
    forward = cluster_pages(pages).confidence
    shuffled = cluster_pages([pages[n] for n in order]).confidence
    assert forward is not None
    assert shuffled is not None
    assert shuffled.score == pytest.approx(forward.score[order])


def test_methods_that_do_not_know_say_nothing() -> None:
    assert cluster_pages(shop(), "md5").confidence is None
    assert len(Confidence.unknown(3)) == 3


# What defines a cluster.


def test_traits_are_what_others_lack() -> None:
    own = [Traits(frozenset({"/a", "/a/b"}), frozenset({"Reply", f"say {n}"})) for n in range(5)]
    others = [Traits(frozenset({"/a", "/c"}), frozenset({"Home"})) for _ in range(5)]
    found = find_traits(own, others)
    assert found == Traits(frozenset({"/a/b"}), frozenset({"Reply"}))
    assert len(find_traits(own, [])) == 0


def explain(pages: list[tuple[str, str]], row: int) -> tuple[Clustering, Explanation]:
    known = KnownPages(1, Limits())
    clustering = cluster_pages(known.watch(read_pages(iter(pages))))
    return clustering, explain_page(clustering, row, known.read)


def test_a_page_is_explained_by_what_it_has_and_lacks() -> None:
    pages = shop()
    pages[2] = (pages[2][0], pages[2][1].replace("Add to basket", "Sold out"))
    _, found = explain(pages, 2)
    assert found.own is not None
    assert found.second is not None
    assert "span.price" in found.own.has.classes
    assert found.own.lacks.texts == {"Add to basket"}
    assert not found.second.has.classes
    assert "Share this" in found.second.lacks.texts
    assert found.reason.startswith("it has ")
    assert found.doubt == ""
