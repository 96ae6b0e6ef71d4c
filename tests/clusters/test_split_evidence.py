"""Whether pieces of a cluster are one template: what is counted, and what need not be."""

import numpy as np
import pytest

from unmold.clusters import split_evidence
from unmold.clusters.split_evidence import _Items, join_without_evidence
from unmold.features import Features, compute_features
from unmold.pages import read_pages

FRAME = "<div class=top><ul class=menu><li>a</li></ul></div><main>{}</main>"
LIST = "<ol class=rows><li class=row>x</li></ol>"
ARTICLE = "<article class=text><p class=lead>x</p></article>"


def features_of(*bodies: str) -> Features:
    pages = [f"<html><body>{FRAME.format(body)}" for body in bodies]
    columns = ("element_paths", "element_path_parents", "class_tokens")
    return compute_features(read_pages(iter(pages)), columns=columns, jobs=1)


def test_what_all_pages_have_is_left_out() -> None:
    counts = np.array([[2.0, 2, 0, 0], [3.0, 3, 3, 3]])
    items = _Items(counts, np.array([-1, 0, 1, 2])).without_shared(np.array([2.0, 3]))
    assert items.counts.tolist() == [[0, 0], [3, 3]]
    assert items.parents is not None
    assert items.parents.tolist() == [-1, 0]
    tokens = _Items(counts).without_shared(np.array([2.0, 3]))
    assert (tokens.counts.shape, tokens.parents) == ((2, 2), None)


@pytest.mark.parametrize("is_whole", [False, True])
def test_a_list_and_an_article_stay_apart_and_optional_blocks_do_not(
    monkeypatch: pytest.MonkeyPatch, is_whole: bool
) -> None:
    if is_whole:  # with all items, shared or not
        monkeypatch.setattr(_Items, "without_shared", lambda items, sizes: items)
    pieces = np.array([0, 0, 0, 1, 1, 1])
    apart = join_without_evidence(features_of(*[LIST] * 3, *[ARTICLE] * 3), pieces)
    assert apart.tolist() == [0, 0, 0, 1, 1, 1]
    optional = join_without_evidence(features_of(*[LIST] * 3, *[LIST + ARTICLE] * 3), pieces)
    assert optional.tolist() == [0] * 6


def test_clusters_that_differ_by_optional_blocks_are_merged() -> None:
    features = features_of(*[LIST] * 6, *[LIST + "<hr>"] * 6, *[ARTICLE * 3 + "<table>"] * 6)
    labels = np.repeat(np.arange(3), 6)
    assert split_evidence.merge_one_sided(features, labels).tolist() == [0] * 12 + [2] * 6
