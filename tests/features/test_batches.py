"""Many pages at once: the same as one by one, in their order, on any number of threads."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unmold import _core
from unmold.demo import build_site
from unmold.errors import UsageError
from unmold.features import (
    Features,
    Links,
    Ragged,
    compute,
    compute_features,
    compute_fingerprints,
)
from unmold.features.table import COMPUTED, IDENTITY
from unmold.model import Page, Problem
from unmold.pages import read_pages
from unmold.settings import Limits


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> list[Page]:
    site = build_site(tmp_path_factory.mktemp("demo"), pages=30)
    odd = [b"<p>x", "<p>ü".encode("latin-1"), b"<a href=x>", b"plain <b>", b"<template><p>"]
    return [*read_pages(site.manifest), *read_pages(odd)]


@pytest.fixture(scope="module")
def together(pages: list[Page]) -> Features:
    return compute_features(pages)


def plain(column: Any) -> Any:
    """A column as lists."""
    if isinstance(column, Links):
        names = ("urls", "xpaths", "short_xpaths", "texts")
        return [column.offsets.tolist(), *(list(getattr(column, name)) for name in names)]
    if isinstance(column, Ragged):
        return [row.tolist() for row in column]
    return column.tolist() if isinstance(column, np.ndarray) else column


def as_lists(features: Features, *without: str) -> Iterator[tuple[str, Any]]:
    for name in features.to_arrow().column_names:
        if name not in without:
            yield name, plain(getattr(features, name))


def test_a_page_alone_gives_the_same(pages: list[Page], together: Features) -> None:
    for position, page in enumerate(pages):
        row = together.select(np.array([position]))
        assert dict(as_lists(row)) == dict(as_lists(compute_features([page])))


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_jobs_do_not_change_anything(pages: list[Page], together: Features, jobs: int) -> None:
    assert dict(as_lists(compute_features(pages, jobs=jobs))) == dict(as_lists(together))
    assert np.array_equal(compute_fingerprints(pages, jobs=jobs), together.fingerprints)


@pytest.mark.parametrize("size", [1, 7])
def test_batches_do_not_change_anything(
    pages: list[Page], together: Features, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compute, "BATCH_PAGES", size)
    assert dict(as_lists(compute_features(pages))) == dict(as_lists(together))
    assert np.array_equal(compute_fingerprints(pages), together.fingerprints)


def test_rows_come_in_the_order_of_the_pages(pages: list[Page], together: Features) -> None:
    assert together.keys == [page.key for page in pages]
    assert together.sites == [page.site for page in pages]
    backwards = compute_features(pages[::-1])
    assert backwards.keys == together.keys[::-1]
    assert backwards.leaf_path_hashes.tolist() == together.leaf_path_hashes.tolist()[::-1]


def test_select_gives_rows_in_the_order_asked_for(together: Features) -> None:
    order = np.array([3, 0, 3])
    taken = together.select(order)
    assert len(taken) == 3
    alone = [dict(as_lists(together.select(np.array([row])), "links")) for row in order]
    for name, column in as_lists(taken, "links"):
        assert column == [value for row in alone for value in row[name]], name
    assert len(together.select(np.array([], dtype=np.int64))) == 0


def test_select_keeps_links(together: Features) -> None:
    taken = together.select(np.array([3, 0, 3]))
    third, first = (together.select(np.array([row])) for row in (3, 0))
    for name in ("urls", "xpaths", "short_xpaths", "texts"):
        one, other = (getattr(row.links, name) for row in (third, first))
        assert getattr(taken.links, name) == one + other + one
        assert one


def test_a_string_is_kept_once(together: Features) -> None:
    links = together.to_arrow().column("links").chunk(0).flatten()
    for column in links.flatten():
        kept = column.dictionary.to_pylist()
        assert len(set(kept)) == len(kept)
        assert len(kept) < len(column)


def test_python_and_the_core_know_the_same_features() -> None:
    assert list(COMPUTED) == _core.feature_names()


@pytest.mark.parametrize("name", COMPUTED)
def test_a_column_alone_is_the_same(pages: list[Page], together: Features, name: str) -> None:
    alone = compute_features(pages, columns=[name])
    assert alone.to_arrow().column_names == [*IDENTITY, name]
    assert plain(getattr(alone, name)) == plain(getattr(together, name))


def test_what_was_not_asked_for_is_not_there(pages: list[Page]) -> None:
    features = compute_features(pages[:3], columns=["leaf_paths"])
    assert "leaf_paths" in features
    assert "links" not in features
    with pytest.raises(UsageError, match="hold no links") as caught:
        _ = features.links
    assert "compute_features" in str(caught.value.hint)
    with pytest.raises(UsageError, match="no feature smell"):
        compute_features(pages, columns=["smell"])
    with pytest.raises(UsageError, match="no feature smell"):
        _core.extract_features([b"<p>"], [""], [None], ["smell"])


def test_to_arrow_and_back(together: Features) -> None:
    back = Features.from_arrow(together.to_arrow())
    assert dict(as_lists(back)) == dict(as_lists(together))
    assert dict(as_lists(Features.from_arrow(together.to_arrow().slice(2, 3)))) == dict(
        as_lists(together.select(np.arange(2, 5)))
    )
    wrong = together.to_arrow().select(["leaf_paths"]).rename_columns(["fingerprints"])
    with pytest.raises(UsageError, match="fingerprints is large_list"):
        Features.from_arrow(wrong)


def test_names_of_files_need_not_be_unicode() -> None:
    page = Page("a\udcff#1", "a\udcff", "http://a.example/\ud800", "s", b"<p>")
    features = compute_features([page])
    assert (features.keys, features.paths, features.urls) == ([page.key], [page.path], [page.url])


def test_positions_by_site(together: Features) -> None:
    by_site = together.by_site()
    assert list(by_site) == list(dict.fromkeys(together.sites))
    assert sorted(np.concatenate(list(by_site.values())).tolist()) == list(range(len(together)))


def test_no_pages_have_no_features() -> None:
    features = compute_features([])
    assert len(features) == 0
    assert features.fingerprints.shape == (0, 25)
    assert len(features.leaf_paths) == 0
    assert compute_fingerprints([]).shape == (0, 25)


def test_what_is_cut_is_a_problem() -> None:
    problems: list[Problem] = []
    limits = Limits(max_nodes=10, max_attributes=2)
    data = [b"<p>fine", b"<p a b c>", b"<i></i>" * 20]
    features = compute_features(read_pages(data), limits=limits, problems=problems.append)
    assert features.nodes.tolist()[2] == 10
    assert [(one.code, one.where) for one in problems] == [
        ("attributes", "iterable#2"),
        ("nodes", "iterable#3"),
    ]


@settings(deadline=None)  # The first example imports Arrow.
@given(st.lists(st.lists(st.integers(0, 9), max_size=4), min_size=1, max_size=6), st.data())
def test_ragged_rows_are_lists(rows: list[list[int]], data: st.DataObject) -> None:
    ragged = Features.of({"leaf_paths": rows}).leaf_paths
    assert [row.tolist() for row in ragged] == rows
    assert [row.tolist() for row in Ragged.of(rows, np.uint64)] == rows
    assert ragged.lengths.tolist() == [len(row) for row in rows]
    assert ragged.pages.tolist() == [page for page, row in enumerate(rows) for _ in row]
    chosen = data.draw(st.lists(st.integers(0, len(rows) - 1), max_size=5))
    taken = Features.of({"leaf_paths": ragged}).select(np.array(chosen, dtype=np.int64)).leaf_paths
    assert [row.tolist() for row in taken] == [rows[page] for page in chosen]
    assert ragged[-1].tolist() == rows[-1]
    with pytest.raises(IndexError):
        ragged[len(rows)]
