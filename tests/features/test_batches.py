"""Many pages at once: the same as one by one, in their order, on any number of threads."""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unmold import _core
from unmold.demo import build_site
from unmold.errors import InternalError
from unmold.features import (
    Features,
    Links,
    Ragged,
    Strings,
    Texts,
    compute,
    compute_features,
    compute_fingerprints,
)
from unmold.features.collect import GrowingColumn
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
    return compute_features(pages, contents=True)


def plain(column: Any) -> Any:
    """A column as lists."""
    if isinstance(column, Links):
        names = ("urls", "xpaths", "short_xpaths", "texts")
        return [column.offsets.tolist(), *(list(getattr(column, name)) for name in names)]
    if isinstance(column, Texts):
        return [plain(column.paths), list(column.texts)]
    if isinstance(column, Ragged):
        return [row.tolist() for row in column]
    return column.tolist() if isinstance(column, np.ndarray) else column


def as_lists(features: Features, *without: str) -> Iterator[tuple[str, Any]]:
    for field in fields(features):
        if field.name not in without:
            yield field.name, plain(getattr(features, field.name))


def test_a_page_alone_gives_the_same(pages: list[Page], together: Features) -> None:
    for position, page in enumerate(pages):
        row = together.select(np.array([position]))
        assert dict(as_lists(row)) == dict(as_lists(compute_features([page], contents=True)))


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_jobs_do_not_change_anything(pages: list[Page], together: Features, jobs: int) -> None:
    assert dict(as_lists(compute_features(pages, jobs=jobs, contents=True))) == dict(
        as_lists(together)
    )
    assert np.array_equal(compute_fingerprints(pages, jobs=jobs), together.fingerprints)


@pytest.mark.parametrize("size", [1, 7])
def test_batches_do_not_change_anything(
    pages: list[Page], together: Features, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compute, "BATCH_PAGES", size)
    assert dict(as_lists(compute_features(pages, contents=True))) == dict(as_lists(together))
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
    alone = [dict(as_lists(together.select(np.array([row])), "links", "texts")) for row in order]
    for name, column in as_lists(taken, "links", "texts"):
        assert column == [value for row in alone for value in row[name]], name
    assert len(together.select(np.array([], dtype=np.int64))) == 0


def test_select_keeps_links_and_texts(together: Features) -> None:
    taken = together.select(np.array([3, 0, 3]))
    third, first = (together.select(np.array([row])) for row in (3, 0))
    for features in (taken, first, third):
        assert features.links is not None
        assert features.texts is not None
    for name in ("urls", "xpaths", "short_xpaths", "texts"):
        one, other = (list(getattr(row.links, name)) for row in (third, first))
        assert list(getattr(taken.links, name)) == one + other + one
        assert one
    assert plain(taken.texts.paths) == plain(together.texts.paths.take(np.array([3, 0, 3])))  # type: ignore[union-attr]
    assert list(taken.texts.texts) == [  # type: ignore[union-attr]
        text
        for row in (third, first, third)
        for text in row.texts.texts  # type: ignore[union-attr]
    ]
    bare = compute_features([b"<a href=x>y"], links=False, texts=False)
    assert bare.select(np.array([0])).links is None


def test_a_string_is_kept_once(together: Features) -> None:
    assert together.links is not None
    assert together.texts is not None
    table = together.links.urls.table
    assert table is together.texts.texts.table
    every = [table[code] for code in range(len(table))]
    assert every[0] == ""
    assert len(set(every)) == len(every)


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


def test_links_and_texts_can_be_left_out(pages: list[Page]) -> None:
    features = compute_features(pages[:3], links=False, texts=False)
    assert features.links is None
    assert features.texts is None
    assert features.content_paths is None


def test_what_is_cut_is_a_problem() -> None:
    problems: list[Problem] = []
    limits = Limits(max_nodes=10, max_attributes=2)
    data = [b"<p>fine", b"<p a b c>", b"<i></i>" * 20]
    features = compute_features(data, limits=limits, problems=problems.append)
    assert features.nodes.tolist()[2] == 10
    assert [(one.code, one.where) for one in problems] == [
        ("attributes", "iterable#2"),
        ("nodes", "iterable#3"),
    ]


@given(st.lists(st.lists(st.integers(0, 9), max_size=4), min_size=1, max_size=6), st.data())
def test_ragged_rows_are_lists(rows: list[list[int]], data: st.DataObject) -> None:
    ragged = Ragged.of(rows, np.uint64)
    assert [row.tolist() for row in ragged] == rows
    assert ragged.lengths.tolist() == [len(row) for row in rows]
    assert ragged.pages.tolist() == [page for page, row in enumerate(rows) for _ in row]
    chosen = data.draw(st.lists(st.integers(0, len(rows) - 1), max_size=5))
    taken = ragged.take(np.array(chosen, dtype=np.int64))
    assert [row.tolist() for row in taken] == [rows[page] for page in chosen]
    assert [row.tolist() for row in Ragged.join([ragged, taken])] == [
        *rows,
        *(rows[page] for page in chosen),
    ]
    assert ragged[-1].tolist() == rows[-1]
    with pytest.raises(IndexError):
        ragged[len(rows)]


@settings(deadline=None)  # The first example imports Arrow.
@given(st.lists(st.text(max_size=5), max_size=6), st.lists(st.text(max_size=5), max_size=6))
def test_strings_are_lists_of_text(first: list[str], second: list[str]) -> None:
    first, second = (
        [text.encode(errors="replace").decode() for text in one] for one in (first, second)
    )
    assert list(Strings.of(first)) == first
    assert len(Strings.of(first).table) == len({*first, ""})
    assert list(Strings.join([Strings.of(first), Strings.of(second)])) == first + second
    assert Strings.of(first).to_arrow().to_pylist() == first
    for position in range(-len(first), 0):
        assert Strings.of(first)[position] == first[position]
    backwards = np.arange(len(first))[::-1]
    assert list(Strings.of(first).take(backwards)) == first[::-1]


def test_columns_grow() -> None:
    column = GrowingColumn(np.array([[1, 2]], np.uint8))
    expected = [[1, 2]]
    for length in (0, 1, 5, 0, 3):
        rows = [[number, length] for number in range(length)]
        column.append(np.array(rows, np.uint8).reshape(-1, 2))
        expected += rows
        assert column.finish().tolist() == expected


@pytest.mark.parametrize(("buffer", "ends"), [(b"abc", [2, 1]), (b"abc", [4]), ("é".encode(), [1])])
def test_strings_must_lie_in_their_buffer(buffer: bytes, ends: list[int]) -> None:
    with pytest.raises(InternalError, match="strings end in their order"):
        _core.Dictionary().add(buffer, ends)
    with pytest.raises(InternalError, match="utf-8"):
        _core.Dictionary().add(b"\xff", [1])
