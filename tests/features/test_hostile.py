"""Hostile pages through every feature and every measure: a value or a reason, little memory."""

import math

import numpy as np
import pytest
from support.hostile_pages import PAGES

from unmold.demo import build_site
from unmold.features import compare_pages, compute_features, compute_fingerprints, page_features
from unmold.model import Page, Problem
from unmold.pages import read_pages
from unmold.settings import Comparison

TREE_EDIT = {"ted", "ted-max", "structure-style"}
MEASURES_OF_TREES = TREE_EDIT | {"rtdm", "stm", "lcts"}
MAX_LINK_BYTES = 70 << 20
# A tenth of the default: the way to a refusal is the same, only shorter.
SETTINGS = Comparison(max_cells=100_000_000)


def make_page(name: str) -> Page:
    return Page(name, name, "https://example.com/a/b", "example.com", PAGES[name]())


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Page:
    site = build_site(tmp_path_factory.mktemp("demo"), pages=18)
    return next(read_pages([site.example]))


@pytest.mark.parametrize("name", PAGES)
def test_features(name: str) -> None:
    page = make_page(name)
    problems: list[Problem] = []
    features = compute_features([page], problems=problems.append)
    assert len(features) == 1
    assert features.leaf_paths.lengths[0] >= 1
    for column in (features.links.urls, features.links.xpaths):
        assert sum(len(text) for text in column) < MAX_LINK_BYTES
    assert np.array_equal(compute_fingerprints([page]), features.fingerprints)
    readable = page_features(page)
    assert readable.fingerprint == features.fingerprints[0].tobytes()
    assert len(readable.links) == len(features.links)
    assert len(readable.tag_sequence) == len(features.tag_sequence[0])


@pytest.mark.parametrize("name", PAGES)
def test_measures(name: str, honest: Page) -> None:
    page = make_page(name)
    same, apart = (compare_pages(page, other, settings=SETTINGS) for other in (page, honest))
    missing = {measure for measure, score in same.scores.items() if score is None}
    assert missing <= {"lcts"}
    assert all(score == 1 for score in same.scores.values() if score is not None)
    for measure, score in apart.scores.items():
        if score is None:
            assert measure in MEASURES_OF_TREES
            assert apart.reasons[measure].startswith("over budget")
        else:
            assert not math.isnan(score)
            assert 0 <= score < 1 or measure in ("mdh5", "style")


@pytest.mark.parametrize("name", ["deep links", "links inside links", "a long base"])
def test_links_that_would_fill_the_memory_are_left_out_with_a_problem(name: str) -> None:
    problems: list[Problem] = []
    compute_features([make_page(name)], problems=problems.append)
    assert "links" in {problem.code for problem in problems}


def test_a_tree_edit_distance_over_its_budget_is_missing_with_a_reason(honest: Page) -> None:
    similarity = compare_pages(make_page("a million siblings"), honest, settings=SETTINGS)
    missing = {measure for measure, score in similarity.scores.items() if score is None}
    assert missing >= TREE_EDIT
    assert set(similarity.reasons) == missing
    assert all("table" in reason for reason in similarity.reasons.values())
