"""A site of many pages in a task: a sample is clustered, the others are streamed past it."""

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from support.spark_archives import small_pages, write_archives

from unmold import Workspace, run
from unmold.clusters.large_sites import SampleSettings
from unmold.pages.reading import Reading
from unmold.spark import working
from unmold.spark.archives import list_portions
from unmold.spark.reading import Describing, describe_all, read_portion
from unmold.spark.stages import kept_columns, make_settings

SETTINGS = make_settings()


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

    original = working.unpack_features
    monkeypatch.setattr(working, "unpack_features", count)
    table = describe(archive)
    blocks = len(set(table["block"].to_pylist()))
    assert blocks == 12
    list(working.label_task(SETTINGS, table.to_batches()))
    # Once for the sample and its views, once for the others.
    assert unpacked <= 4 * blocks


def test_features_come_in_the_order_that_is_asked_for(archive: Path) -> None:
    site = working._Site.of(describe(archive).to_pylist())
    everything = site.unpack(["leaf_paths", "class_tokens"], np.arange(180))
    chosen = np.random.default_rng(3).permutation(180)[:70]
    some = site.unpack(["leaf_paths", "class_tokens"], chosen)
    tokens = [row.tolist() for row in some.class_tokens]
    assert tokens == [everything.class_tokens[place].tolist() for place in chosen]
    paths = [row.tolist() for row in some.leaf_paths]
    assert paths == [everything.leaf_paths[place].tolist() for place in chosen]
    assert len({tuple(row) for row in paths}) > 1


def test_pages_of_a_site_share_what_they_have_in_common(archive: Path) -> None:
    """A task holds a row for each page of a site, however many there are."""
    rows = working._Site.of(describe(archive).to_pylist()).rows
    assert len({id(row.site) for row in rows}) == len({id(row.file) for row in rows}) == 1
    assert all(row.path is row.key for row in rows)
