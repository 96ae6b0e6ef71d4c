"""Features on disk: some columns of some pages, in the order asked for."""

from pathlib import Path
from typing import Any

import pytest
from support.store_rows import stored_page

from unmold.features import compute_features
from unmold.pages import read_pages
from unmold.pages.arrow_files import open_arrow_file
from unmold.store import feature_files
from unmold.store.feature_files import (
    LARGE,
    FeatureFiles,
    columns_to_keep,
    read_features,
    write_features,
)

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
        [("b", 2), ("b", 1)],
        [("b", 2)],
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


def test_a_file_is_read_once_for_all_sites_in_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[Path] = []
    def count(path: Path) -> Any:
        reads.append(path)
        return open_arrow_file(path)

    monkeypatch.setattr(feature_files, "open_arrow_file", count)
    feature_files.read_columns.cache_clear()
    for row in (2, 0, 1):
        read_features(folder, [stored_page("b", "b", row)], COLUMNS)
    assert reads == [folder / "b"]
    write_features(folder / "b", compute_features(read_pages(PAGES[:1]), columns=COLUMNS))
    found = read_features(folder, [stored_page("b", "b", 0)], COLUMNS)
    expected = compute_features(read_pages(PAGES[:1]), columns=COLUMNS)
    assert found is not None
    assert found.sequence_digests == expected.sequence_digests
    assert reads == [folder / "b"] * 2


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
