"""Running again: more pages, changed and missing ones, other settings, and runs that go on."""

from pathlib import Path

import pyarrow as pa
import pytest
from support.run_sites import contents, templates_by_key, write_site
from support.small_sites import build_page

from unmold import Limits, Workspace, run
from unmold.pipeline import whole_job
from unmold.records import records_to_tables
from unmold.search import SearchIndex


class InterruptedRunError(Exception):
    """Stands for whatever ends a run early."""


class Notes:
    """Remembers what a run said, and may end it when a stage begins."""

    def __init__(self, stop_at: str | None = None) -> None:
        self.stop_at = stop_at
        self.stages: list[str] = []
        self.said: list[str] = []

    def begin(self, stage: str, total: int | None, unit: str = "pages") -> None:
        if stage == self.stop_at:
            raise InterruptedRunError
        self.stages.append(stage)

    def advance(self, count: int = 1) -> None:
        return

    def end(self) -> None:
        return

    def say(self, message: str) -> None:
        self.said.append(message)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return write_site(tmp_path / "site")


def test_new_pages_go_to_known_templates(site: Path, tmp_path: Path) -> None:
    first = run(site, tmp_path / "ws")
    write_site(site, 30, first=24)
    second = run(site, tmp_path / "ws")
    assert second.generation.number == 2
    assert list(second.templates) == list(first.templates)
    assert second.fields.equals(first.fields)
    found, before = templates_by_key(second), templates_by_key(first)
    assert {name: found[name] for name in before} == before
    for number in range(24, 54):
        assert found[f"{number:04}.html"] == before[f"{number % 3:04}.html"]
    assert second.summary["changes"] == {
        "new": 30,
        "changed": 0,
        "known": 24,
        "kept": 0,
        "gone": 0,
    }
    assert second.summary["new_templates"] == 0


def test_what_fits_no_known_template_is_clustered(site: Path, tmp_path: Path) -> None:
    first = run(site, tmp_path / "ws")
    for number in range(6):
        rows = "".join(f"<dt>key {n}</dt><dd>value {number * n}</dd>" for n in range(9))
        text = f"<html><body><dl class=facts>{rows}</dl><aside>{number}</aside></body></html>"
        (site / f"new-{number}.html").write_text(text, encoding="utf-8")
    second = run(site, tmp_path / "ws")
    assert set(first.templates) < set(second.templates)
    assert len(second.templates) == 4
    assert second.summary["new_templates"] == 1
    names = {templates_by_key(second)[f"new-{number}.html"] for number in range(6)}
    assert names == set(second.templates) - set(first.templates)


def test_another_source_extends_the_workspace(site: Path, tmp_path: Path) -> None:
    run(site, tmp_path / "ws")
    other = write_site(tmp_path / "other", 12, seed=5)
    second = run(other, tmp_path / "ws")
    assert len(second.pages) == 36
    assert second.summary["changes"]["kept"] == 24
    assert len(set(second.pages.column("site").to_pylist())) == 2


def test_pages_that_changed_behind_its_back_are_left_out(site: Path, tmp_path: Path) -> None:
    run(site, tmp_path / "ws")
    other = write_site(tmp_path / "other", 12, seed=5)
    (site / "0001.html").unlink()
    (site / "0002.html").write_text("<p>other", encoding="utf-8")
    second = run(other, tmp_path / "ws")
    assert len(second.pages) == 34
    assert second.summary["changes"]["gone"] == 2
    found = {(row["code"], Path(row["where"]).name) for row in second.problems.to_pylist()}
    assert found == {("missing", "0001.html"), ("changed", "0002.html")}


def test_missing_and_changed_pages_are_listed_problems(site: Path, tmp_path: Path) -> None:
    run(site, tmp_path / "ws")
    (site / "0001.html").unlink()
    (site / "0002.html").write_text(build_page("product", ["other"]), encoding="utf-8")
    second = run(site, tmp_path / "ws")
    found = {(row["code"], Path(row["where"]).name) for row in second.problems.to_pylist()}
    assert found == {("missing", "0001.html"), ("changed", "0002.html")}
    assert len(second.pages) == 23


def test_a_page_that_changes_during_the_run_is_a_problem(site: Path, tmp_path: Path) -> None:
    with pytest.raises(InterruptedRunError):
        run(site, tmp_path / "ws", progress=Notes("extracting"))
    (site / "0001.html").unlink()
    (site / "0002.html").write_text("<p>quite different", encoding="utf-8")
    workspace = run(site, tmp_path / "ws")
    found = {(row["code"], Path(row["where"]).name) for row in workspace.problems.to_pylist()}
    assert found == {("missing", "0001.html"), ("changed", "0002.html")}
    assert workspace.summary["records"] == 22
    assert templates_by_key(workspace)["0002.html"] is None


@pytest.mark.parametrize("stage", ["clustering", "inducing", "extracting", "indexing"])
def test_an_interrupted_run_goes_on(stage: str, site: Path, tmp_path: Path) -> None:
    with pytest.raises(InterruptedRunError):
        run(site, tmp_path / "ws", progress=Notes(stage))
    notes = Notes()
    workspace = run(site, tmp_path / "ws", progress=notes)
    assert notes.stages[0] == stage
    assert notes.said[0].startswith("going on with an interrupted run")
    assert contents(workspace) == contents(run(site, tmp_path / "whole"))


def test_a_changed_setting_costs_only_what_depends_on_it(site: Path, tmp_path: Path) -> None:
    with pytest.raises(InterruptedRunError):
        run(site, tmp_path / "ws", progress=Notes("extracting"))
    notes = Notes()
    run(site, tmp_path / "ws", min_pages=4, progress=notes)
    assert notes.stages == ["inducing", "extracting", "indexing"]
    assert "min_pages" in notes.said[0]
    assert "induce, extract" in notes.said[0]


def test_another_method_clusters_anew_but_reads_nothing_again(site: Path, tmp_path: Path) -> None:
    first, notes = run(site, tmp_path / "ws"), Notes()
    second = run(site, tmp_path / "ws", method="fingerprint", progress=notes)
    assert notes.said == [
        "changed since the previous run: method; "
        "done again: cluster, induce, extract, index, tables"
    ]
    assert second.generation.number == 2
    assert second.summary["changes"]["known"] == 24
    shared = list(second.generation.features.iterdir())
    assert [path.name for path in shared] == ["0001-00001.arrow"]
    assert shared[0].samefile(first.generation.features / "0001-00001.arrow")


def test_a_template_that_is_found_again_keeps_its_id(site: Path, tmp_path: Path) -> None:
    first = run(site, tmp_path / "ws")
    second = run(site, tmp_path / "ws", min_pages=2)
    assert second.generation.number == 2
    assert templates_by_key(second) == templates_by_key(first)


def test_other_limits_read_everything_anew(site: Path, tmp_path: Path) -> None:
    run([site, write_site(tmp_path / "other", 9, seed=4)], tmp_path / "ws")
    second = run(site, tmp_path / "ws", limits=Limits(max_nodes=20))
    assert len(second.pages) == 33
    assert set(second.problems.column("code").to_pylist()) >= {"nodes"}
    assert all(path.name.startswith("0002") for path in second.generation.features.iterdir())


def test_force_starts_over_and_keeps_pages_and_edits(site: Path, tmp_path: Path) -> None:
    run(site, tmp_path / "ws")
    (tmp_path / "ws" / "edits.json").write_text("{}", encoding="utf-8")
    (tmp_path / "ws" / "pages").mkdir()
    (tmp_path / "ws" / "pages" / "crawl.warc.gz").write_bytes(b"kept")
    other = write_site(tmp_path / "other", 12, seed=5)
    second = run(other, tmp_path / "ws", force=True)
    assert len(second.pages) == 12
    assert second.summary["changes"]["new"] == 12
    assert (tmp_path / "ws" / "pages" / "crawl.warc.gz").read_bytes() == b"kept"
    assert (tmp_path / "ws" / "edits.json").exists()


def test_readers_keep_their_generation(site: Path, tmp_path: Path) -> None:
    reader = run(site, tmp_path / "ws")
    write_site(site, 6, first=24)
    run(site, tmp_path / "ws")
    assert len(reader.pages) == 24
    assert len(Workspace(tmp_path / "ws").pages) == 30


def test_old_generations_are_removed(site: Path, tmp_path: Path) -> None:
    for first in (24, 27, 30):
        run(site, tmp_path / "ws")
        write_site(site, 3, first=first)
    run(site, tmp_path / "ws")
    names = sorted(path.name for path in (tmp_path / "ws" / "generations").iterdir())
    assert names == ["0002", "0003", "0004"]


def test_records_of_added_pages_come_after_known_ones(site: Path, tmp_path: Path) -> None:
    first = run(site, tmp_path / "ws")
    write_site(site, 30, first=24)
    second = run(site, tmp_path / "ws")
    for name, template in second.templates.items():
        for tier in (1, 2):
            before, found = first.records(name, tier=tier), second.records(name, tier=tier)
            assert found.slice(0, len(before)).equals(before)
            records = second.extract(template=name, tier=tier)
            fresh = records_to_tables(template.of_tier(tier), records)
            assert _rows(found.drop_columns(["_key"])) == _rows(fresh["records"])
            for part in second.parts(name, tier=tier):
                rows = second.records(name, part, tier=tier)
                assert _rows(rows) == _rows(fresh[f"records.{part}"])


def _rows(table: pa.Table) -> list[str]:
    return sorted(map(repr, table.drop_columns(["_record"]).to_pylist()))


def test_a_page_that_is_there_again_is_extracted(site: Path, tmp_path: Path) -> None:
    with pytest.raises(InterruptedRunError):
        run(site, tmp_path / "ws", progress=Notes("extracting"))
    (site / "0001.html").rename(tmp_path / "0001.html")
    assert run(site, tmp_path / "ws").summary["records"] == 23
    (tmp_path / "0001.html").rename(site / "0001.html")
    write_site(site, 3, first=24)
    assert run(site, tmp_path / "ws").summary["records"] == 27


def test_unchanged_templates_keep_their_records(site: Path, tmp_path: Path) -> None:
    first = run(site, tmp_path / "ws")
    write_site(site, 1, first=24)
    second = run(site, tmp_path / "ws")
    shared = [
        second.generation.record_table(template).samefile(first.generation.record_table(template))
        for template in second.templates
    ]
    assert sorted(shared) == [False, True, True]


def test_another_version_of_unmold_does_everything_again(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(InterruptedRunError):
        run(site, tmp_path / "ws", progress=Notes("extracting"))
    monkeypatch.setattr(whole_job, "__version__", "0.0.0")
    notes = Notes()
    run(site, tmp_path / "ws", progress=notes)
    assert notes.stages[0] == "reading"
    assert "unmold itself" in notes.said[0]


def test_search_finds_what_the_published_pages_say(site: Path, tmp_path: Path) -> None:
    first = run(site, tmp_path / "ws")
    name = "0000.html"
    (site / name).write_text(build_page("article", ["word777", "word1", "word2"]), encoding="utf-8")
    write_site(site, 3, first=24)
    second = run(site, tmp_path / "ws")
    before, after = SearchIndex(first.generation.search), SearchIndex(second.generation.search)
    assert before.search("word777").total == 0
    assert [Path(hit.key).name for hit in after.search("word777").hits] == [name]
    assert len(before) == first.summary["records"]
    assert len(after) == second.summary["records"] == 27


def test_a_damaged_index_is_built_anew_by_the_next_run(site: Path, tmp_path: Path) -> None:
    first = run(site, tmp_path / "ws")
    (first.generation.search / "meta.json").write_text("{")
    write_site(site, 3, first=24)
    second = run(site, tmp_path / "ws")
    assert second.search("*").total == second.summary["records"] == 27
