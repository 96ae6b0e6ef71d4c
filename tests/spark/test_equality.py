"""Both engines make the same workspace, however the work is spread."""

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from support.compared_workspaces import find_differences
from support.spark_archives import write_archives

import unmold.spark as us
from unmold import Workspace, run
from unmold.demo import build_site
from unmold.pages import read_pages


def test_the_workspace_has_what_is_compared(local: Path) -> None:
    workspace = Workspace(local)
    assert len(workspace.templates) == 9
    assert {row["code"] for row in workspace.problems.to_pylist()} >= {"empty", "depth"}


@pytest.mark.parametrize("partitions", [1, 3, 16])
def test_any_number_of_partitions(
    spark: Any, archives: list[Path], local: Path, tmp_path: Path, partitions: int
) -> None:
    us.run([*archives], tmp_path / "ws", spark=spark, partitions=partitions)
    assert find_differences(local, tmp_path / "ws") == []
    for path in (local / "records").glob("*.parquet"):
        # Archives in the same order give rows in the same order.
        assert pq.read_table(path).equals(pq.read_table(tmp_path / "ws" / "records" / path.name))


def test_archives_in_another_order_and_one_twice(
    spark: Any, archives: list[Path], local: Path, tmp_path: Path
) -> None:
    given = [archives[2], archives[0], archives[2], archives[1]]
    us.run(given, tmp_path / "ws", spark=spark, partitions=2)
    assert find_differences(local, tmp_path / "ws") == []


def test_a_data_frame_of_pages_and_a_pattern(
    spark: Any, archives: list[Path], local: Path, tmp_path: Path
) -> None:
    pages = us.read_pages(spark, f"{archives[0].parent}/*.warc.gz")
    found = us.run(pages.repartition(3), tmp_path / "ws", partitions=2)
    assert find_differences(local, tmp_path / "ws") == []
    assert found.pages.count() == Workspace(local).pages.num_rows
    assert found.problems.count() == Workspace(local).problems.num_rows
    assert found.templates.count() == 9
    name = next(iter(Workspace(local).templates))
    assert found.records(name).count() == Workspace(local).records(name).num_rows


def test_an_invented_shop(spark: Any, tmp_path: Path) -> None:
    build_site(tmp_path / "shop", seed=3, pages=40)
    pages = [
        (page.url, page.data.decode()) for page in read_pages(tmp_path / "shop" / "manifest.csv")
    ]
    archives = write_archives(tmp_path / "archives", pages, 2)
    run([*archives], tmp_path / "local", jobs=1)
    us.run([*archives], tmp_path / "spark", spark=spark, partitions=2)
    assert find_differences(tmp_path / "local", tmp_path / "spark") == []


@pytest.mark.parametrize(
    ("corpus", "sites"),
    [("various", ["durhamcivilrightsmap.org", "uniwa.gr"]), ("ampshops", None), ("wild", None)],
)
def test_parts_of_corpora(
    spark: Any, corpora: Path, tmp_path: Path, corpus: str, sites: list[str] | None
) -> None:
    found = read_pages(corpora / corpus / "manifest.csv", problems=lambda problem: None)
    wanted = (page for page in found if sites is None or page.site in sites)
    pages = [(page.url, page.data) for page, _ in zip(wanted, range(60), strict=False)]
    archives = write_archives(tmp_path / "archives", pages, 3)
    run([*archives], tmp_path / "local", jobs=1)
    us.run([*archives], tmp_path / "spark", spark=spark, partitions=3)
    assert find_differences(tmp_path / "local", tmp_path / "spark") == []
