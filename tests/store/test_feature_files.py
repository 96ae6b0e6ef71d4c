"""Features on disk: some columns of some pages, in the order asked for."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.store_rows import stored_page

from unmold.errors import UnmoldError
from unmold.features import compute_features
from unmold.pages import read_pages
from unmold.store import feature_files
from unmold.store.feature_files import (
    LARGE,
    FeatureFiles,
    GroupedFeatures,
    columns_to_keep,
    read_features,
    write_features,
)
from unmold.store.rows import PageRow

COLUMNS = ["leaf_paths", "sequence_digests", "fingerprints"]
PAGES = [f"<html><head></head><body>{'<p>' * number}</body></html>" for number in range(1, 6)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, pages in {"a": PAGES[:2], "b": PAGES[2:]}.items():
        features = compute_features(read_pages(pages), columns=[*COLUMNS, "elements"])
        write_features(tmp_path / name, features)
    return tmp_path


@pytest.mark.parametrize(
    "asked",
    [
        [("b", 2), ("a", 0), ("b", 0), ("a", 1), ("b", 2)],
        [("a", 0), ("a", 1), ("b", 0), ("b", 1), ("b", 2)],
        [("a", 0), ("a", 1), ("b", 0), ("b", 1)],
        [("b", 1), ("b", 2)],
    ],
)
def test_rows_of_several_files_come_in_the_order_asked_for(
    folder: Path, asked: list[tuple[str, int]]
) -> None:
    rows = [stored_page(f"{file}{row}", file, row) for file, row in asked]
    found = read_features(folder, rows, COLUMNS)
    assert found is not None
    numbers = [{"a": 0, "b": 2}[file] + row for file, row in asked]
    expected = compute_features(read_pages([PAGES[number] for number in numbers]), columns=COLUMNS)
    assert found.keys == [row.key for row in rows]
    assert found.sites == ["a.example"] * len(asked)
    assert found.sequence_digests == expected.sequence_digests
    assert found.fingerprints.tolist() == expected.fingerprints.tolist()
    assert list(map(list, found.leaf_paths)) == list(map(list, expected.leaf_paths))
    assert "elements" not in found


def test_a_column_that_was_not_kept_is_none(folder: Path) -> None:
    assert read_features(folder, [stored_page("a", "a", 0)], ["labels"]) is None


def test_large_columns_are_not_kept() -> None:
    assert columns_to_keep(["leaf_paths", "comparands", *LARGE]) == ["leaf_paths"]


def test_a_file_takes_several_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feature_files, "PAGES_OF_FILE", 3)
    batches = [
        compute_features(read_pages(PAGES[first : first + 2]), columns=COLUMNS)
        for first in range(0, len(PAGES), 2)
    ]
    with FeatureFiles(tmp_path, 7) as files:
        places = [files.add(batch) for batch in batches]
    first, second = "0007-00001.arrow", "0007-00002.arrow"
    assert places == [(first, 0), (first, 2), (second, 0)]
    assert sorted(path.name for path in tmp_path.iterdir()) == [first, second]
    rows = [stored_page("e", second, 0), stored_page("d", first, 3), stored_page("a", first, 0)]
    found = read_features(tmp_path, rows, COLUMNS)
    assert found is not None
    expected = compute_features(read_pages([PAGES[4], PAGES[3], PAGES[0]]), columns=COLUMNS)
    assert found.sequence_digests == expected.sequence_digests


def test_a_file_that_was_not_finished_is_not_there(tmp_path: Path) -> None:
    def write() -> None:
        with FeatureFiles(tmp_path, 1) as files:
            files.add(compute_features(read_pages(PAGES), columns=COLUMNS))
            raise KeyError("killed")

    with pytest.raises(KeyError):
        write()
    assert list(tmp_path.iterdir()) == []


def rows_of(*places: tuple[str, int]) -> list[PageRow]:
    return [stored_page(f"{file}{row}", file, row) for file, row in places]


GROUPS = [
    rows_of(("a", 0), ("b", 1)),
    rows_of(("b", 0)),
    rows_of(("b", 2), ("a", 1), ("a", 0)),
    rows_of(("b", 2)),
]


@pytest.mark.parametrize("together", [1, 3, 4, 99])
def test_groups_that_are_read_together_are_what_each_is(
    folder: Path, monkeypatch: pytest.MonkeyPatch, together: int
) -> None:
    monkeypatch.setattr(feature_files, "PAGES_TOGETHER", together)
    alone = [read_features(folder, rows, COLUMNS) for rows in GROUPS]
    read = count_reads(monkeypatch)
    grouped = GroupedFeatures(folder, GROUPS)
    for number, expected in enumerate(alone):
        found = grouped.read(number, COLUMNS)
        assert found is not None
        assert expected is not None
        assert found.keys == expected.keys
        assert found.fingerprints.tolist() == expected.fingerprints.tolist()
        assert list(map(list, found.leaf_paths)) == list(map(list, expected.leaf_paths))
    assert len(read) == {1: 4, 3: 3, 4: 2, 99: 1}[together]
    some = grouped.read(2, COLUMNS, np.array([2, 0]))
    assert some is not None
    assert some.keys == ["a0", "b2"]


def count_reads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many pages are read at once, from now on."""
    read: list[int] = []

    def count(folder: Path, rows: Sequence[PageRow], columns: Iterable[str]) -> Any:
        read.append(len(rows))
        return read_features(folder, rows, columns)

    monkeypatch.setattr(feature_files, "read_features", count)
    return read


def test_groups_lack_the_columns_that_were_not_kept(folder: Path) -> None:
    grouped = GroupedFeatures(folder, GROUPS)
    assert [grouped.read(number, ["labels"]) for number in range(4)] == [None] * 4
    assert grouped.read(1, COLUMNS) is not None


def test_a_damaged_file_harms_only_the_groups_with_pages_in_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "a").write_bytes(b"damaged")
    read = count_reads(monkeypatch)
    grouped = GroupedFeatures(folder, GROUPS)

    def is_damaged(number: int) -> bool:
        try:
            return grouped.read(number, COLUMNS) is None
        except UnmoldError:
            return True

    assert list(map(is_damaged, range(4))) == [True, False, True, False]
    assert read == [7, 2, 1, 3, 1]
