"""The way of a page through a run: how often it is parsed, and what is kept of it."""

import sys
from collections import Counter
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

import pyarrow as pa
import pytest
from support.run_sites import write_site

from unmold import _core, run
from unmold.clusters.registry import make_clusterer
from unmold.templates.signature import COLUMNS

PAGES = 24


def test_a_page_is_parsed_once_for_each_step_that_needs_its_tree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: Counter[str] = Counter()
    real = {name: getattr(_core, name) for name in ("extract_features", "page_leaves")}
    for name in real:

        def counting(pages: list[bytes], *args: Any, _name: str = name, **options: Any) -> Any:
            parsed[_name] += len(pages)
            return real[_name](pages, *args, **options)

        monkeypatch.setattr(_core, name, counting)
    run(write_site(tmp_path / "site", PAGES), tmp_path / "ws", jobs=1)
    # Reading computes features; learning and extracting look for leaves, both tiers at once.
    assert parsed["extract_features"] == PAGES
    assert parsed["page_leaves"] == 2 * PAGES


def test_a_run_keeps_what_its_method_and_looks_read(tmp_path: Path) -> None:
    workspace = run(write_site(tmp_path / "site"), tmp_path / "ws", jobs=1)
    wanted = {*COLUMNS, *make_clusterer("auto").reads}
    for path in workspace.generation.features.iterdir():
        with pa.OSFile(str(path)) as file:
            assert set(pa.ipc.open_file(file).schema.names) == wanted


def test_another_method_reads_pages_again_for_what_was_not_kept(tmp_path: Path) -> None:
    site = write_site(tmp_path / "site")
    run(site, tmp_path / "one", jobs=1)
    again = run(site, tmp_path / "one", method="md5", jobs=1)
    fresh = run(site, tmp_path / "two", method="md5", jobs=1)
    columns = ["path", "cluster"]
    assert again.pages.select(columns).to_pylist() == fresh.pages.select(columns).to_pylist()


def test_a_page_takes_at_most_ten_calls_of_the_native_core(tmp_path: Path) -> None:
    site = write_site(tmp_path / "site", PAGES)
    calls: Counter[str] = Counter()

    def count(frame: FrameType, event: str, called: Any) -> None:
        if event == "c_call":
            owner = getattr(called, "__self__", None)
            where = owner.__name__ if isinstance(owner, ModuleType) else type(owner).__module__
            if where == "unmold._core":
                calls[called.__name__] += 1

    sys.setprofile(count)
    try:
        run(site, tmp_path / "ws", jobs=1)
    finally:
        sys.setprofile(None)
    # Attributes that are read do not count, nor calls of other threads: one job has none.
    assert calls["find"] >= PAGES
    assert calls.total() <= 10 * PAGES, calls
