"""A site of many pages: a sample is clustered, tasks compare the others with its clusters."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from support.compared_workspaces import find_differences
from support.spark_archives import small_pages, write_archives

import unmold.spark as us
from benchmarks.trials import spark_faults
from unmold import Workspace, run
from unmold.clusters.large_sites import SampleRounds, SampleSettings
from unmold.pages.reading import Reading
from unmold.spark import large_sites, site_pages, working
from unmold.spark.archives import list_portions
from unmold.spark.folders import Folder
from unmold.spark.reading import Describing, describe_all, read_portion
from unmold.spark.stage_files import StageFiles
from unmold.spark.stages import kept_columns, make_settings
from unmold.spark.taking import has_twice

SETTINGS = make_settings()
TASKS = ("portion_task", "draw_task", "model_task", "assign_task")


@pytest.fixture(autouse=True)
def small_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unmold.pipeline.cluster_step.SAMPLE", SampleSettings(largest=30))
    # Many small blocks, as a large site has.
    monkeypatch.setattr("unmold.spark.reading.BATCH_PAGES", 16)
    monkeypatch.setattr("unmold.clusters.large_sites.PAGES_AT_A_TIME", 16)


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    (path,) = write_archives(tmp_path, small_pages(180, ["one.example"]), 1)
    return path


def describe(archive: Path) -> pa.Table:
    """What reading gives to clustering."""
    (portion,) = list_portions(archive)
    how = Describing(tuple(kept_columns(SETTINGS.method)), SETTINGS.limits)
    return pa.Table.from_batches(describe_all(read_portion(0, portion, Reading()), how))


def test_the_clusters_are_those_of_the_local_engine(archive: Path, tmp_path: Path) -> None:
    run(archive, tmp_path / "ws", jobs=1)
    pages = Workspace(tmp_path / "ws").pages.to_pylist()
    rows = [
        row
        for batch in working.label_task(SETTINGS, describe(archive).to_batches())
        for row in batch.to_pylist()
    ]
    assert {row["key"] for row in rows} == {page["key"] for page in pages}
    assert _groups({row["key"]: row["label"] for row in rows}) == _groups(
        {page["key"]: page["cluster"] for page in pages}
    )


UNLIKE = [
    f"<html><body><{tag}><{inner}><p class='c{number}'>{tag} {number}</p></{inner}></{tag}>"
    for number, (tag, inner) in enumerate(
        (tag, inner)
        for tag in ("main", "aside", "section", "nav", "form")
        for inner in ("div", "span", "em", "table", "ul", "ol", "dl", "pre")
    )
]
"""Pages that are near to nothing."""


def unlike_sites(folder: Path) -> list[Path]:
    """Two large sites, one with pages that are near to nothing, and a small one."""
    pages = small_pages(150, ["one.example", "two.example"])
    pages += [(f"https://one.example/unlike/{at}", html) for at, html in enumerate(UNLIKE)]
    pages += small_pages(12, ["small.example"])
    return write_archives(folder, pages)


def test_all_tasks_assign_pages(
    spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Several rounds of two sites, with the results of one machine."""
    # What is not nearly the same as a cluster is clustered again.
    settings = SampleSettings(largest=30, similarity=0.8)
    monkeypatch.setattr("unmold.pipeline.cluster_step.SAMPLE", settings)
    archives = unlike_sites(tmp_path)
    run([*archives], tmp_path / "local", jobs=1)
    rounds: dict[str, int] = {}
    draw = large_sites._Large.draw

    def count(large: large_sites._Large) -> large_sites.Draw:
        site = large.site
        rounds[site] = rounds.get(site, 0) + 1
        return draw(large)

    monkeypatch.setattr(large_sites._Large, "draw", count)
    for partitions in (1, 3):
        rounds.clear()
        us.run([*archives], tmp_path / f"on-{partitions}", spark=spark, partitions=partitions)
        assert rounds["one.example"] > 1
        assert rounds.keys() == {"one.example", "two.example"}
        assert find_differences(tmp_path / "local", tmp_path / f"on-{partitions}") == []


def test_a_large_site_whose_pages_come_twice(spark: Any, tmp_path: Path) -> None:
    frame = spark.createDataFrame(small_pages(120, ["one.example"]), "url string, html string")
    found = [
        us.run(given, tmp_path / name, partitions=2).workspace
        for name, given in (("once", frame), ("twice", frame.union(frame).repartition(3)))
    ]
    labels = [
        {page["key"]: page["cluster"] for page in one.pages.to_pylist()} for one in found if one
    ]
    assert len(labels[0]) == 120
    assert labels[0] == labels[1]


def never(*arguments: object) -> None:
    raise AssertionError("this stage is there whole")


@pytest.mark.usefixtures("by_value")
def test_a_worker_is_killed_and_the_driver_is_lost(
    spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once in each stage; then what stages gave is there when the driver is back."""
    archives = unlike_sites(tmp_path)
    run([*archives], tmp_path / "local", jobs=1)
    flags = tmp_path / "flags"
    flags.mkdir()
    for name in TASKS:
        task = spark_faults.kill_once(str(flags), name, 0, getattr(large_sites, name))
        monkeypatch.setattr(large_sites, name, task)
    finish = SampleRounds.finish
    monkeypatch.setattr(SampleRounds, "finish", lambda rounds: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        us.run([*archives], tmp_path / "ws", spark=spark, partitions=2)
    assert {path.name for path in flags.iterdir()} == set(TASKS)
    monkeypatch.setattr(SampleRounds, "finish", finish)
    for name in TASKS:
        monkeypatch.setattr(large_sites, name, never)
    us.run([*archives], tmp_path / "ws", spark=spark, partitions=2)
    assert find_differences(tmp_path / "local", tmp_path / "ws") == []


@pytest.mark.parametrize(
    ("keys", "codes", "is_twice"),
    [("aba", (None, None, None), True), ("aba", (None, None, "empty"), False), ("", (), False)],
)
def test_pages_that_were_read_twice_are_noticed(
    keys: str, codes: tuple[str | None, ...], is_twice: bool, tmp_path: Path
) -> None:
    files = StageFiles(None, Folder.of(tmp_path))  # type: ignore[arg-type]
    own = {"key": list(keys), "code": pa.array(codes, pa.string())}
    with files.folder.writing("read-parts/one.parquet") as stream:
        pq.write_table(pa.table(own), stream)
    files.folder.write("read.json", b'["one.parquet"]')
    assert has_twice(files, "read") is is_twice


def test_a_large_site_grows(spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages that no known template takes are clustered from a sample, too."""
    archives = unlike_sites(tmp_path)
    for name in ("local", "ws"):
        run(archives[0], tmp_path / name, jobs=1)
    run([*archives], tmp_path / "local", jobs=1)
    drawn: list[str] = []
    draw = large_sites._Large.draw
    monkeypatch.setattr(
        large_sites._Large, "draw", lambda large: drawn.append(large.site) or draw(large)
    )
    us.run([*archives], tmp_path / "ws", spark=spark, partitions=2)
    assert drawn
    assert find_differences(tmp_path / "local", tmp_path / "ws") == []


def test_what_cannot_be_clustered_is_listed(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object) -> None:
        raise ValueError("too much")

    monkeypatch.setattr(large_sites, "cluster_drawn", fail)
    portions = list(large_sites.portion_task(cut(describe(archive)).to_batches()))
    ((row,),) = [batch.to_pylist() for batch in large_sites.model_task(SETTINGS, portions)]
    assert row["site"] == "one.example"
    assert "too much" in row["reason"]
    assert row["keys"] is row["model"] is None


def test_pages_that_cannot_be_compared_are_listed(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And portions of many pages are compared part by part."""
    folder = Folder.of(tmp_path)
    portions = list(large_sites.portion_task(cut(describe(archive)).to_batches()))
    models = list(large_sites.model_task(SETTINGS, portions))
    for name, batches in (("portions", portions), ("models", models)):
        with folder.writing(name) as stream:
            pq.write_table(pa.Table.from_batches(batches), stream)
    draws = {"one.example": large_sites.Draw(1 << 61, frozenset())}
    files = (["models"], ["portions"])
    how = large_sites._Assigning(folder, *files, draws, SETTINGS.limits, SampleSettings())
    given = [pa.RecordBatch.from_pylist([{"id": 0}])]

    def assign() -> list[dict[str, Any]]:
        return [row for batch in large_sites.assign_task(how, given) for row in batch.to_pylist()]

    whole = assign()
    assert len(whole) == 12
    assert sum(len(row["keys"]) for row in whole) > 100
    monkeypatch.setattr(large_sites, "PAGES_AT_A_TIME", 5)
    assert assign() == whole
    monkeypatch.setattr(large_sites.SampleClusters, "assign", lambda clusters, pages: 1 // 0)
    assert {row["reason"] is None for row in assign()} == {False}


def cut(table: pa.Table) -> pa.Table:
    """What of pages is sent to the tasks that cluster them."""
    digests = [bytes.fromhex(one) for one in table["sha256"].to_pylist()]
    place = table.schema.get_field_index("sha256")
    return table.set_column(place, "sha256", pa.array(digests, pa.binary()))


def test_pages_without_features_are_read_again(archive: Path) -> None:
    (batch, *_) = large_sites.portion_task(cut(describe(archive)).to_batches())
    portion = large_sites.Portion.of(batch.to_pylist()[0])
    again = replace(portion, packed=None).select(np.array([3, 5]))
    kept = portion.select(np.array([3, 5]))
    assert again.packed is None
    for found, known in zip(
        again.read_views(SETTINGS.limits).leaf_paths,
        kept.read_views(SETTINGS.limits).leaf_paths,
        strict=True,
    ):
        assert found.tolist() == known.tolist() != []


def _groups(labels: dict[str, int]) -> set[frozenset[str]]:
    return {
        frozenset(key for key, one in labels.items() if one == label)
        for label in set(labels.values())
    }


def test_blocks_are_unpacked_when_they_are_needed(
    archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not all of them for each portion of pages that is compared."""
    unpacked = 0

    def count(packed: list[bytes], columns: Any) -> Any:
        nonlocal unpacked
        unpacked += len(packed)
        # A sample is of all blocks: together they may be more than a task has memory for.
        assert len(packed) == 1
        return original(packed, columns)

    original = site_pages.unpack_features
    monkeypatch.setattr(site_pages, "unpack_features", count)
    table = describe(archive)
    blocks = len(set(table["block"].to_pylist()))
    assert blocks == 12
    list(working.label_task(SETTINGS, table.to_batches()))
    # Once for the sample and its views, once for the others.
    assert unpacked <= 4 * blocks


def test_features_come_in_the_order_that_is_asked_for(archive: Path) -> None:
    site = site_pages.SitePages.of(describe(archive).to_pylist())
    everything = site.unpack(["leaf_paths", "class_tokens"], np.arange(180), SETTINGS.limits)
    chosen = np.random.default_rng(3).permutation(180)[:70]
    some = site.unpack(["leaf_paths", "class_tokens"], chosen, SETTINGS.limits)
    tokens = [row.tolist() for row in some.class_tokens]
    assert tokens == [everything.class_tokens[place].tolist() for place in chosen]
    paths = [row.tolist() for row in some.leaf_paths]
    assert paths == [everything.leaf_paths[place].tolist() for place in chosen]
    assert len({tuple(row) for row in paths}) > 1


def test_pages_of_a_site_share_what_they_have_in_common(archive: Path) -> None:
    """A task holds a row for each page of a site, however many there are."""
    rows = site_pages.SitePages.of(describe(archive).to_pylist()).rows
    assert len({id(row.site) for row in rows}) == len({id(row.file) for row in rows}) == 1
    assert all(row.path is row.key for row in rows)
