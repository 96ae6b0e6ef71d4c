"""The whole job on small sites: what is found, what is left over, and what a second run adds."""

import gc
from pathlib import Path

import pytest
from support.run_sites import contents, templates_by_key, write_site

from unmold import Workspace, cluster_pages, read_pages, run
from unmold.clusters import METHODS
from unmold.clusters.base import number_by_first_page
from unmold.errors import UsageError
from unmold.pipeline.whole_job import NEW_OBJECTS
from unmold.store.record_files import RecordWriter
from unmold.store.table_files import measure_table


class Watcher:
    """Notes what a run tells."""

    def __init__(self) -> None:
        self.stages: list[str] = []
        self.said: list[str] = []
        self.counts: dict[str, int] = {}

    def begin(self, stage: str, total: int | None, unit: str = "pages") -> None:
        self.stages.append(stage)

    def advance(self, count: int = 1) -> None:
        self.counts[self.stages[-1]] = self.counts.get(self.stages[-1], 0) + count

    def end(self) -> None:
        return

    def say(self, message: str) -> None:
        self.said.append(message)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return write_site(tmp_path / "site")


def test_pages_become_templates_and_records(site: Path, tmp_path: Path) -> None:
    watcher = Watcher()
    workspace = run(site, tmp_path / "ws", progress=watcher)
    assert len(workspace.pages) == 24
    assert list(workspace.templates) == ["site_pages", "site_pages_2", "site_pages_3"]
    assert workspace.clusters.column("pages").to_pylist() == [8, 8, 8]
    records = [workspace.records(template) for template in workspace.templates]
    assert sum(len(table) for table in records) == 24
    keys = {key for table in records for key in table.column("_key").to_pylist()}
    assert keys == set(workspace.pages.column("key").to_pylist())
    assert watcher.stages == ["reading", "clustering", "inducing", "extracting", "indexing"]
    assert watcher.counts["extracting"] == 24


def test_a_run_leaves_the_collection_of_garbage_as_it_was(site: Path, tmp_path: Path) -> None:
    class Collecting(Watcher):
        def advance(self, count: int = 1) -> None:
            thresholds.add(gc.get_threshold()[0])

    for own in (700, 1_000_000, 0):
        thresholds: set[int] = set()
        before = gc.get_threshold()
        try:
            gc.set_threshold(own, *before[1:])
            run(site, tmp_path / f"ws-{own}", progress=Collecting(), jobs=1)
            assert gc.get_threshold() == (own, *before[1:])
        finally:
            gc.set_threshold(*before)
        assert thresholds == {own and max(own, NEW_OBJECTS)}


def test_records_say_what_pages_say(site: Path, tmp_path: Path) -> None:
    workspace = run(site, tmp_path / "ws")
    for template in workspace.templates:
        for row in workspace.records(template).to_pylist():
            text = Path(row["_key"]).read_text(encoding="utf-8")
            values = [value for name, value in row.items() if not name.startswith("_")]
            assert all(value in text for value in values if isinstance(value, str))


def test_ids_hold_nothing_but_letters_digits_and_underscores(tmp_path: Path) -> None:
    site = write_site(tmp_path / "a site; DROP TABLE 'x'")
    workspace = run(site, tmp_path / "ws")
    assert all(name.replace("_", "").isalnum() for name in workspace.templates)
    assert len(workspace.sql("SELECT * FROM pages")) == 24


def test_one_offs_and_tiny_clusters_are_reported_not_forced(site: Path, tmp_path: Path) -> None:
    lonely = "<html><body><dl>" + "<dt>a</dt><dd>b</dd>" * 9 + "</dl></body></html>"
    (site / "zz.html").write_text(lonely, encoding="utf-8")
    workspace = run(site, tmp_path / "ws")
    assert templates_by_key(workspace)["zz.html"] is None
    assert workspace.summary["left_over"]["one_off"] == 1
    kinds = workspace.clusters.column("kind").to_pylist()
    assert sorted(kinds) == ["one-off", "template", "template", "template"]


def test_min_pages_decides_what_is_tiny(site: Path, tmp_path: Path) -> None:
    workspace = run(site, tmp_path / "ws", min_pages=9)
    assert len(workspace.templates) == 0
    assert workspace.summary["left_over"]["tiny"] == 24


def test_pages_from_memory_are_kept_for_later_steps(site: Path, tmp_path: Path) -> None:
    pages = [(page.url, page.data) for page in read_pages(site)]
    from_memory = run(iter(pages), tmp_path / "memory")
    from_disk = run(site, tmp_path / "disk")
    assert from_memory.summary["records"] == from_disk.summary["records"] == 24
    again = run(iter(pages), tmp_path / "memory")
    assert again.generation.number == 1


def test_the_same_pages_give_the_same_tables(site: Path, tmp_path: Path) -> None:
    first, second = run(site, tmp_path / "one"), run(site, tmp_path / "two", jobs=2)
    assert contents(first) == contents(second)


def test_nothing_new_publishes_nothing(site: Path, tmp_path: Path) -> None:
    run(site, tmp_path / "ws")
    watcher = Watcher()
    again = run(site, tmp_path / "ws", progress=watcher)
    assert again.generation.number == 1
    assert watcher.said == ["nothing is new since the previous run"]


def test_no_page_is_the_callers_mistake(site: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no page to run on"):
        run(site, tmp_path / "ws", include=["nothing*"])
    with pytest.raises(UsageError, match="no finished run"):
        Workspace(tmp_path / "ws")


def test_a_missing_source_leaves_no_trace(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no file or folder"):
        run(tmp_path / "nowhere", tmp_path / "ws")
    assert not (tmp_path / "ws").exists()


def test_bad_settings_leave_no_trace(site: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no clustering method"):
        run(site, tmp_path / "ws", method="guess")
    with pytest.raises(UsageError, match="min_pages"):
        run(site, tmp_path / "ws", min_pages=0)
    assert not (tmp_path / "ws").exists()


@pytest.mark.parametrize("method", METHODS)
def test_every_method_finds_what_it_finds_alone(method: str, site: Path, tmp_path: Path) -> None:
    workspace = run(site, tmp_path / "ws", method=method, min_pages=99)
    alone = cluster_pages(site, method)
    found = number_by_first_page(workspace.pages.column("cluster").to_numpy())
    assert found.tolist() == number_by_first_page(alone.labels).tolist()


def test_tables_say_how_large_they_are(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By what extraction counted: of all pages, of those added, and where it did not say."""
    check_sizes(run(site, tmp_path / "ws"))
    write_site(site, 6, first=24)
    with monkeypatch.context() as patch:
        # As extraction did it once.
        patch.setattr(RecordWriter, "sizes", {})
        check_sizes(run(site, tmp_path / "ws"))
    write_site(site, 1, first=30)
    check_sizes(run(site, tmp_path / "ws"))


def check_sizes(workspace: Workspace) -> None:
    for row in workspace.tables.to_pylist():
        rows, names = measure_table(workspace.generation.path / row["file"])
        said = [name for name in names if not name.startswith("_")]
        assert (row["rows"], row["columns"]) == (rows, len(said)), row["name"]
    assert max(workspace.tables.column("rows").to_pylist()) > 0
