"""A workspace at an address is extended, and readers see it whole at every moment."""

import json
import shutil
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from support.compared_workspaces import find_differences
from support.spark_archives import small_pages, write_archives

import unmold.spark as us
from unmold import Workspace
from unmold.errors import MachineError
from unmold.spark.folders import Folder
from unmold.spark.publishing import fetch_published, read_manifest
from unmold.spark.stage_parts import Stage


def fetch(address: Path, root: Path) -> Path:
    """What is published, as a workspace of this machine."""
    target = Folder.of(address.as_uri())
    published = read_manifest(target)
    assert published is not None
    fetch_published(target, published, root)
    return root


def test_what_is_elsewhere_is_extended(
    spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = small_pages(20, ["one.example", "two.example"])
    first = write_archives(tmp_path / "a", pages[:30], 2)
    both = [*first, *write_archives(tmp_path / "b", pages[30:], 2)]
    elsewhere, here = tmp_path / "elsewhere", tmp_path / "here"
    options: dict[str, Any] = {"spark": spark, "partitions": 2}
    before = us.run([*first], elsewhere.as_uri(), **options)
    us.run([*first], here, **options)
    # A driver that is lost while it publishes leaves what was there.
    with monkeypatch.context() as patch:
        patch.setattr(Folder, "write", _lose)
        with pytest.raises(KeyboardInterrupt):
            us.run([*both], elsewhere.as_uri(), **options)
    assert before.pages.count() == 30
    assert fetched_pages(elsewhere, tmp_path / "lost") == 30
    with monkeypatch.context() as patch:
        # What tasks did before is there.
        patch.setattr(Stage, "write_parts", _do_again)
        found = us.run([*both], elsewhere.as_uri(), **options)
    assert not (elsewhere / "stages").exists()
    us.run([*both], here, **options)
    assert found.pages.count() == 40
    assert find_differences(here, fetch(elsewhere, tmp_path / "fetched")) == []
    rows = pq.read_table(tmp_path / "fetched" / "current" / "work" / "pages.parquet")
    assert rows["state"].to_pylist().count("known") == 30
    # Who opened the previous one still reads it.
    assert before.pages.count() == 30
    # Nothing is new.
    again = us.run([*both], elsewhere.as_uri(), **options)
    assert again.folder == found.folder
    over = us.run([*first], elsewhere.as_uri(), force=True, **options)
    assert over.pages.count() == 30
    assert not (elsewhere / "generations" / "0001").exists()


def _do_again(self: Stage, folder: Folder) -> None:
    raise AssertionError(f"{folder.address} is made again")


def _lose(self: Folder, name: str, data: bytes) -> None:
    if name == "manifest.json":
        raise KeyboardInterrupt
    with self.writing(name) as stream:
        stream.write(data)


def fetched_pages(elsewhere: Path, root: Path) -> int:
    return Workspace(fetch(elsewhere, root)).pages.num_rows


def test_what_is_damaged_is_refused(spark: Any, tmp_path: Path) -> None:
    (archive,) = write_archives(tmp_path / "a", small_pages(9, ["one.example"]), 1)
    elsewhere = tmp_path / "elsewhere"
    us.run([archive], elsewhere.as_uri(), spark=spark, partitions=1)
    manifest = json.loads((elsewhere / "manifest.json").read_bytes())
    table = elsewhere / manifest["folder"] / "tables" / "pages.parquet"
    data = table.read_bytes()
    table.write_bytes(data[:-1])
    with pytest.raises(MachineError, match=r"tables/pages.parquet is not as it was published"):
        fetch(elsewhere, tmp_path / "one")
    shutil.move(table, tmp_path / "moved")
    with pytest.raises(MachineError, match=r"tables/pages.parquet is not as it was published"):
        fetch(elsewhere, tmp_path / "two")
