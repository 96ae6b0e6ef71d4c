"""What a caller may ask for: fewer pages, own clusters, a base URL, one run after another."""

from pathlib import Path
from typing import Any

import pytest
from support.compared_workspaces import find_differences
from support.spark_archives import small_pages

import unmold.spark as us
from unmold import Workspace, run
from unmold.errors import NoPagesError
from unmold.settings import Limits


def write_folder(folder: Path, pages: list[tuple[str, str]]) -> Path:
    folder.mkdir(parents=True)
    for url, html in pages:
        (folder / f"{url.rpartition('/')[2]}.html").write_text(html)
    return folder


@pytest.mark.parametrize("limit", [1, 31])
def test_the_first_pages(spark: Any, archives: list[Path], tmp_path: Path, limit: int) -> None:
    """Those of the sources in their order, and the problems that were met up to the last."""
    folder = write_folder(tmp_path / "folder", small_pages(4, ["four.example"]))
    given = [archives[2], folder, archives[0]]
    run(given, tmp_path / "local", limit=limit, jobs=1)
    us.run(given, tmp_path / "spark", spark=spark, limit=limit, partitions=2)
    assert Workspace(tmp_path / "spark").pages.num_rows == limit
    assert find_differences(tmp_path / "local", tmp_path / "spark") == []


def test_no_page_at_all(spark: Any, archives: list[Path], tmp_path: Path) -> None:
    with pytest.raises(NoPagesError):
        us.run([*archives], tmp_path / "ws", spark=spark, limit=0, partitions=1)


def test_clusters_of_the_caller(
    spark: Any, archives: list[Path], local: Path, tmp_path: Path
) -> None:
    """Two templates of each site as one, and a page in none."""
    pages = Workspace(local).pages.select(["path", "url"]).to_pylist()
    given = {page["path"]: "list" if "/list/" in page["url"] else "others" for page in pages}
    given[pages[0]["path"]] = ""
    run([*archives], tmp_path / "local", clusters=given, jobs=1)
    us.run([*archives], tmp_path / "spark", spark=spark, clusters=given, partitions=2)
    assert len(Workspace(tmp_path / "spark").templates) == 6
    assert find_differences(tmp_path / "local", tmp_path / "spark") == []


def test_a_base_url(spark: Any, tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "folder", small_pages(12, ["four.example"]))
    base = "https://four.example/pages/"
    run(folder, tmp_path / "local", base_url=base, jobs=1)
    us.run(folder, tmp_path / "spark", spark=spark, base_url=base, partitions=2)
    urls = Workspace(tmp_path / "spark").pages["url"].to_pylist()
    assert all(url.startswith(base) for url in urls)
    assert find_differences(tmp_path / "local", tmp_path / "spark") == []


def test_one_run_after_another(spark: Any, archives: list[Path], tmp_path: Path) -> None:
    """Pages are new, known, changed, kept or gone, and every run has what the other engine has."""
    pages = small_pages(15, ["four.example"])
    folder = write_folder(tmp_path / "folder", pages[:12])
    (folder / "12.html").write_text(pages[12][1])
    local, on_spark = tmp_path / "local", tmp_path / "spark"

    def do(given: list[Path], **settings: Any) -> None:
        run(given, local, jobs=1, **settings)
        us.run(given, on_spark, spark=spark, partitions=2, **settings)
        assert find_differences(local, on_spark) == []
        summaries = [Workspace(one).summary for one in (local, on_spark)]
        assert summaries[0]["changes"] == summaries[1]["changes"]

    do([folder, archives[0]])
    # A page changes, one is gone, two are new; an archive is not named again, another is added.
    (folder / "3.html").write_text(pages[3][1].replace("word", "changed"))
    (folder / "4.html").unlink()
    for number in (13, 14):
        (folder / f"{number}.html").write_text(pages[number][1])
    do([folder, archives[1]])
    codes = {row["code"] for row in Workspace(on_spark).problems.to_pylist()}
    assert codes >= {"changed", "missing"}
    before = (on_spark / "current").resolve()
    do([folder, archives[1]])
    assert (on_spark / "current").resolve() == before, "nothing is new"
    # Other limits: what was computed of pages does not hold any more.
    do([archives[2]], limits=Limits(max_depth=300))
