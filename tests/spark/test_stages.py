"""The stages alone, pages of any DataFrame, and a workspace elsewhere."""

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from support.compared_workspaces import find_differences
from support.spark_archives import small_pages, write_archives

import unmold.spark as us
from unmold import Template, Workspace
from unmold.pages.opened_archives import open_archive


def test_the_stages_one_after_another(spark: Any, archives: list[Path], local: Path) -> None:
    pages = us.read_pages(spark, [*archives], partitions=2)
    clusters = us.cluster(us.features(pages), partitions=2).cache()
    templates = us.induce(clusters, partitions=2).cache()
    rows = templates.collect()
    learned = [Template.from_bytes(bytes(row["whole"])) for row in rows]
    known = [Workspace(local).templates[name] for name in Workspace(local).templates]
    shapes = [
        sorted((one.site, sorted(one.column_names())) for one in some) for some in (learned, known)
    ]
    assert shapes[0] == shapes[1]
    records = us.extract(clusters, templates, partitions=2).collect()
    assert len(records) == sum(one.pages for one in learned)
    first = json.loads(records[0]["record"])
    assert first["url"] == records[0]["url"]
    assert first["values"]


def test_any_data_frame_with_url_and_html(spark: Any, tmp_path: Path) -> None:
    pages = [
        *small_pages(12),
        ("https://one.example/empty", " "),
        ("https://one.example/none", None),
    ]
    frame = spark.createDataFrame([*pages, pages[0]], "url string, html string")
    found = us.run(frame.repartition(3), tmp_path / "ws", partitions=2)
    workspace = found.workspace
    assert workspace is not None
    assert workspace.pages.num_rows == 36
    assert len(workspace.templates) == 9
    codes = sorted(row["code"] for row in workspace.problems.to_pylist())
    assert codes == ["bad-row", "empty"]
    again = us.run(frame.repartition(1), tmp_path / "again", partitions=1).workspace
    assert again is not None
    keys = [workspace.pages["key"].to_pylist(), again.pages["key"].to_pylist()]
    assert keys[0] == keys[1]
    assert workspace.check().is_whole


def test_a_data_frame_that_has_all_rows_twice(spark: Any, tmp_path: Path) -> None:
    frame = spark.createDataFrame(small_pages(12), "url string, html string")
    once = us.run(frame.repartition(2), tmp_path / "once", partitions=2).workspace
    twice = us.run(frame.union(frame).union(frame.limit(5)), tmp_path / "twice", partitions=2)
    assert once is not None
    assert twice.workspace is not None
    assert twice.workspace.pages.num_rows == 36
    assert len(twice.workspace.templates) == len(once.templates) == 9
    assert twice.workspace.problems.num_rows == 0


def test_features_of_which_rows_are_filtered_out(spark: Any, archives: list[Path]) -> None:
    """Whether or not the pages remain that carry the features of others."""
    pages = us.read_pages(spark, [*archives], partitions=2)
    features = us.features(pages)
    sites = {row["key"]: row["site"] for row in features.collect() if row["code"] is None}
    for condition in ("number % 3 > 0", "features is null"):
        chosen = features.filter(condition).filter("code is null")
        found = {row["key"]: row["label"] for row in us.cluster(chosen, partitions=2).collect()}
        assert 20 < len(found) < len(sites)
        fresh = us.features(pages.filter(pages["key"].isin(*found)))
        known = {row["key"]: row["label"] for row in us.cluster(fresh, partitions=2).collect()}
        assert found.keys() == known.keys()
        for site in set(sites.values()):
            own = [key for key in found if sites[key] == site]
            assert [found[key] for key in own] == [known[key] for key in own]
            assert len({found[key] for key in own}) > 1


def test_stages_leave_a_shared_folder_as_it_is(
    spark: Any, archives: list[Path], local: Path, tmp_path: Path
) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    (shared / "others.txt").write_text("of somebody else")
    us.run([*archives], tmp_path / "ws", spark=spark, partitions=2, stages=shared)
    assert [path.name for path in shared.iterdir()] == ["others.txt"]
    assert find_differences(local, tmp_path / "ws") == []


def test_a_workspace_elsewhere(
    spark: Any, archives: list[Path], local: Path, tmp_path: Path
) -> None:
    """Where there are no links and no renames, a manifest says what is published."""
    address = (tmp_path / "elsewhere").as_uri()
    given = [path.as_uri() for path in archives]
    found = us.run(given, address, spark=spark, partitions=2)
    assert found.workspace is None
    assert found.pages.count() == Workspace(local).pages.num_rows
    assert found.templates.count() == 9
    manifest = json.loads((tmp_path / "elsewhere" / "manifest.json").read_bytes())
    assert {one["name"] for one in manifest["files"]} >= {"tables/pages.parquet", "summary.json"}
    assert not (tmp_path / "elsewhere" / "stages").exists()
    published = tmp_path / "elsewhere" / manifest["folder"]
    for path in (local / "templates").glob("*.json"):
        assert (published / "templates" / path.name).read_bytes() == path.read_bytes()


def test_a_data_frame_whose_workspace_is_elsewhere(spark: Any, tmp_path: Path) -> None:
    """Its pages are kept there, and opened again."""
    frame = spark.createDataFrame(small_pages(12), "url string, html string")
    found = us.run(frame.repartition(2), (tmp_path / "elsewhere").as_uri(), partitions=2)
    assert found.templates.count() == 9
    assert found.problems.count() == 0
    table = found.templates.first()["template"]
    assert found.records(table).count() == 4


def test_a_large_table_is_a_folder(
    spark: Any, archives: list[Path], local: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("unmold.spark.engine.ROWS_OF_PART", 4)
    found = us.run([*archives], tmp_path / "ws", spark=spark, partitions=2)
    assert find_differences(local, tmp_path / "ws") == []
    listed = Workspace(tmp_path / "ws").tables.to_pylist()
    folders = [row for row in listed if (tmp_path / "ws" / "current" / row["file"]).is_dir()]
    assert folders
    for row in folders:
        assert row["rows"] > 4
        assert found.records(row["name"]).count() == row["rows"]


def test_features_are_kept_site_by_site(
    spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each site is in all archives; who reads its features need not open all files."""
    monkeypatch.setattr("unmold.spark.taking.FILE_PAGES", 5)
    pages = small_pages(18)
    archives = write_archives(tmp_path / "archives", [*pages[::2], *pages[1::2]], 4)
    us.run([*archives], tmp_path / "ws", spark=spark, partitions=2)
    (folder,) = (tmp_path / "ws").glob("generations/*/work")
    rows = pq.read_table(folder / "pages.parquet").to_pylist()
    assert len({(row["site"], row["file"]) for row in rows}) == 3 * 4
    files = {row["features_file"] for row in rows}
    assert len(files) > 6
    # A file has two sites where one ends and the next begins.
    assert len({(row["site"], row["features_file"]) for row in rows}) <= len(files) + 2
    kept = list((tmp_path / "ws").glob("generations/*/**/*.arrow"))
    assert {path.name for path in kept} == files
    assert {pa.ipc.open_file(path).num_record_batches for path in kept} == {1}


def test_an_archive_is_opened_by_its_address(archives: list[Path]) -> None:
    with open_archive(archives[0].as_uri()) as stream:
        assert stream.seekable()
        stream.seek(10)
        assert stream.tell() == 10
        assert stream.read() == archives[0].read_bytes()[10:]


def test_the_command(
    spark: Any, archives: list[Path], local: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from click.testing import CliRunner

    from unmold.cli.run_command import run

    # The session is that of all tests.
    monkeypatch.setattr(type(spark), "stop", lambda self: None)
    options = ["-o", str(tmp_path / "ws"), "--engine", "spark", "--master", "local[2]", "--json"]
    done = CliRunner().invoke(run, [str(archives[0].parent / "*.warc.gz"), *options])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout.splitlines()[0])["pages"] == Workspace(local).pages.num_rows
    assert find_differences(local, tmp_path / "ws") == []
