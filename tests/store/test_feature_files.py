"""Features on disk: some columns of some pages, in the order asked for."""

from pathlib import Path

import pytest
from support.store_rows import stored_page

from unmold.features import compute_features
from unmold.pages import read_pages
from unmold.store.feature_files import LARGE, columns_to_keep, read_features, write_features

COLUMNS = ["leaf_paths", "sequence_digests", "fingerprints"]
PAGES = [f"<html><head></head><body>{'<p>' * number}</body></html>" for number in range(1, 6)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, pages in {"a": PAGES[:2], "b": PAGES[2:]}.items():
        features = compute_features(read_pages(pages), columns=[*COLUMNS, "elements"])
        write_features(tmp_path / name, features)
    return tmp_path


def test_rows_of_several_files_come_in_the_order_asked_for(folder: Path) -> None:
    asked = [("b", 2), ("a", 0), ("b", 0), ("a", 1), ("b", 2)]
    rows = [stored_page(f"{file}{row}", file, row) for file, row in asked]
    found = read_features(folder, rows, COLUMNS)
    assert found is not None
    numbers = [{"a": 0, "b": 2}[file] + row for file, row in asked]
    expected = compute_features(read_pages([PAGES[number] for number in numbers]), columns=COLUMNS)
    assert found.keys == [row.key for row in rows]
    assert found.sites == ["a.example"] * 5
    assert found.sequence_digests == expected.sequence_digests
    assert found.fingerprints.tolist() == expected.fingerprints.tolist()
    assert list(map(list, found.leaf_paths)) == list(map(list, expected.leaf_paths))
    assert "elements" not in found


def test_a_column_that_was_not_kept_is_none(folder: Path) -> None:
    assert read_features(folder, [stored_page("a", "a", 0)], ["labels"]) is None


def test_large_columns_are_not_kept() -> None:
    assert columns_to_keep(["leaf_paths", "comparands", *LARGE]) == ["leaf_paths"]
