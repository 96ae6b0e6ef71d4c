"""Nothing of Python's is in the hands of a native thread once a file was read.

A thread that lets go of a Python object while the interpreter ends aborts the process.
"""

import io
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from support.store_rows import stored_page

from unmold.pages import read_pages
from unmold.store.feature_files import read_columns, read_features, write_features
from unmold.store.table_files import PROBLEMS, iterate_rows, read_table, write_rows

READS = 200
"""Given a file object of Python's, PyArrow's threads kept one of four after `read_table`."""


class Opened(io.FileIO):
    """A file that can be watched."""


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Any]], int]:
    """Counts the files that something else still holds after they were read and closed."""
    opened: list[weakref.ref[Opened]] = []

    def watch(path: Any, *_: object, **__: object) -> Opened:
        stream = Opened(path, "rb")
        opened.append(weakref.ref(stream))
        return stream

    def count(read: Callable[[], Any]) -> int:
        found = 0
        for _ in range(READS):
            opened.clear()
            with monkeypatch.context() as patch:
                patch.setattr(Path, "open", watch)
                patch.setattr("builtins.open", watch)
                read()
            found += sum(stream() is not None for stream in opened)
        return found

    return count


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "problems.parquet"
    write_rows(path, PROBLEMS, [{"code": "empty", "where": "a", "reason": "b"}] * 3)
    return path


def test_tables_are_let_go(kept: Callable[[Callable[[], Any]], int], table: Path) -> None:
    assert kept(lambda: read_table(table)) == 0
    assert kept(lambda: list(iterate_rows(table))) == 0
    assert read_table(table).num_rows == 3


def test_sources_are_let_go(kept: Callable[[Callable[[], Any]], int], tmp_path: Path) -> None:
    path = tmp_path / "pages.parquet"
    rows = [{"url": f"http://a.example/{number}", "html": "<p>a"} for number in range(3)]
    write_rows(path, pa.schema([("url", pa.string()), ("html", pa.string())]), rows)
    assert len(list(read_pages(path))) == 3
    assert kept(lambda: list(read_pages(path))) == 0


def test_features_are_let_go(kept: Callable[[Callable[[], Any]], int], tmp_path: Path) -> None:
    from unmold.features import compute_features

    columns = ["fingerprints", "leaf_paths", "sequence_digests", "elements"]
    pages = read_pages(["<p class=a>a", "<p class=b>b"])
    write_features(tmp_path / "a.arrow", compute_features(pages, columns=columns))
    rows = [stored_page(str(row), "a.arrow", row) for row in range(2)]

    def read() -> None:
        read_columns.cache_clear()
        read_features(tmp_path, rows, columns)

    assert kept(read) == 0
