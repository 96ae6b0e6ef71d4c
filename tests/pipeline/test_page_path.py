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
from unmold.pipeline.induce_step import OTHER_TEMPLATES, PAGES_OF_OTHERS
from unmold.templates.signature import COLUMNS

PAGES = 24


def test_a_page_is_parsed_once_for_each_step_that_needs_its_tree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: Counter[str] = Counter()
    position = {"extract_features": 0, "page_leaves": 0, "extract_pages": 1}
    real = {name: getattr(_core, name) for name in position}
    for name in real:

        def counting(*args: Any, _name: str = name, **options: Any) -> Any:
            parsed[_name] += len(args[position[_name]])
            return real[_name](*args, **options)

        monkeypatch.setattr(_core, name, counting)
    templates = run(write_site(tmp_path / "site", PAGES), tmp_path / "ws", jobs=1).templates
    # Reading computes features, learning looks for leaves, extracting applies both tiers at once.
    # Beside its own pages, a template is learned from a few of others, which show the frame.
    at_most = len(list(templates)) * OTHER_TEMPLATES * PAGES_OF_OTHERS
    assert PAGES <= parsed.pop("page_leaves") <= PAGES + at_most
    assert parsed == {"extract_features": PAGES, "extract_pages": PAGES}


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
    """Beside what a run and each template take once."""
    few = _count_calls(write_site(tmp_path / "few", PAGES), tmp_path / "one")
    many = _count_calls(write_site(tmp_path / "many", 2 * PAGES), tmp_path / "two")
    # Attributes that are read do not count, nor calls of other threads: one job has none.
    assert few["contents"] >= PAGES
    assert few["extract_pages"]
    assert many.total() - few.total() <= 10 * PAGES, many - few


def _count_calls(site: Path, workspace: Path) -> Counter[str]:
    """How often a run calls each function of the native core."""
    calls: Counter[str] = Counter()

    def count(frame: FrameType, event: str, called: Any) -> None:
        if event == "c_call":
            owner = getattr(called, "__self__", None)
            where = owner.__name__ if isinstance(owner, ModuleType) else type(owner).__module__
            if where == "unmold._core":
                calls[called.__name__] += 1

    sys.setprofile(count)
    try:
        run(site, workspace, jobs=1)
    finally:
        sys.setprofile(None)
    return calls
