"""A record table may be a folder of files: whoever reads it reads the same."""

import sqlite3
from pathlib import Path

import pyarrow as pa
import pytest
from support.parted_tables import ROWS, part_tables
from support.run_sites import contents, write_site

from unmold import Workspace, run
from unmold.errors import MachineError
from unmold.export.tables import export_tables
from unmold.store.table_files import (
    iterate_batches,
    iterate_rows,
    list_parts,
    measure_table,
    read_row,
    read_schema,
    read_table,
    writing_parts,
    writing_tables,
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_site(tmp_path_factory.mktemp("parted") / "site")


@pytest.fixture(scope="module")
def whole(site: Path) -> Workspace:
    return run(site, site.parent / "whole", jobs=1)


@pytest.fixture(scope="module")
def parted(whole: Workspace) -> Workspace:
    return Workspace(part_tables(whole.path, whole.path.parent / "parted"))


@pytest.mark.parametrize(("rows", "files"), [(0, 1), (4, 1), (5, 2), (11, 3)])
def test_a_table_in_parts(tmp_path: Path, rows: int, files: int) -> None:
    table = pa.table({"number": pa.array(range(rows), pa.int64())})
    path = tmp_path / "numbers.parquet"
    for _ in range(2):  # what a killed run left is replaced
        with writing_parts({path: table.schema}, 4) as writers:
            for batch in table.to_batches(max_chunksize=3):
                writers[path].write(pa.Table.from_batches([batch]))
    assert writers[path].rows == rows
    assert path.is_dir() == (files > 1)
    assert len(list_parts(path)) == files
    assert read_table(path).equals(table)
    assert measure_table(path) == (rows, ["number"])
    assert read_schema(path) == table.schema
    assert [row["number"] for row in iterate_rows(path)] == list(range(rows))
    assert sum(batch.num_rows for batch in iterate_batches(path, 2)) == rows
    assert [read_row(path, number, ["number"])["number"] for number in range(rows)] == list(
        range(rows)
    )
    with pytest.raises(IndexError):
        read_row(path, rows, ["number"])
    with writing_parts({path: table.schema}, None) as writers:
        writers[path].write(table)
    assert path.is_file()


def test_tables_appear_together(tmp_path: Path) -> None:
    table = pa.table({"number": pa.array(range(3), pa.int64())})
    one, other = paths = [tmp_path / name for name in ("one.parquet", "other.parquet")]
    with pytest.raises(KeyError), writing_tables(dict.fromkeys(paths, table.schema)) as writers:
        writers[tmp_path].write(table)
    assert list(tmp_path.iterdir()) == []
    with writing_tables(dict.fromkeys(paths, table.schema)) as writers:
        writers[one].write(table)
        assert not one.exists()
    assert (read_table(one).num_rows, read_table(other).num_rows) == (3, 0)


def test_records_and_sql(whole: Workspace, parted: Workspace) -> None:
    assert any(path.is_dir() for path in parted.generation.records.iterdir())
    for name in whole.stored_tables:
        found, known = (
            one.sql(f'SELECT * FROM "{name}" AS one ORDER BY one') for one in (parted, whole)
        )
        assert found.equals(known)
    for template in whole.templates:
        for tier in (1, 2):
            assert parted.records(template, tier=tier).equals(whole.records(template, tier=tier))
            for part in whole.parts(template, tier=tier):
                found, known = (one.records(template, part, tier=tier) for one in (parted, whole))
                assert found.equals(known)
    assert parted.check().is_whole


@pytest.mark.parametrize("to", ["csv", "jsonl", "parquet"])
def test_exports(whole: Workspace, parted: Workspace, tmp_path: Path, to: str) -> None:
    for workspace, name in ((whole, "whole"), (parted, "parted")):
        export_tables(workspace, to, tmp_path / name)
    files = sorted(path.name for path in (tmp_path / "whole").iterdir())
    assert files == sorted(path.name for path in (tmp_path / "parted").iterdir())
    for name in files:
        if to == "parquet":
            found, known = (read_table(tmp_path / one / name) for one in ("parted", "whole"))
            assert found.equals(known)
        else:
            found, known = ((tmp_path / one / name).read_bytes() for one in ("parted", "whole"))
            assert found == known


def test_a_database(whole: Workspace, parted: Workspace, tmp_path: Path) -> None:
    counts = []
    for workspace, name in ((whole, "whole"), (parted, "parted")):
        export_tables(workspace, "sqlite", tmp_path / f"{name}.db")
        with sqlite3.connect(tmp_path / f"{name}.db") as database:
            names = [row[0] for row in database.execute("SELECT name FROM sqlite_master")]
            dump = list(database.iterdump())
        counts.append((sorted(names), dump))
    assert counts[0] == counts[1]


def test_what_is_missing_or_foreign_is_damage(whole: Workspace, tmp_path: Path) -> None:
    workspace = Workspace(part_tables(whole.path, tmp_path / "ws"))
    template = next(
        name for name in workspace.templates if workspace.generation.record_table(name).is_dir()
    )
    folder = workspace.generation.record_table(template)
    parts = list_parts(folder)
    assert all(measure_table(part)[0] <= ROWS for part in parts)
    copy = folder / "part-99999.parquet"
    copy.write_bytes(parts[0].read_bytes())
    with pytest.raises(MachineError, match="does not know it"):
        workspace.records(template)
    copy.unlink()
    parts[-1].unlink()
    with pytest.raises(MachineError, match="is not there"):
        Workspace(workspace.path).records(template)


def test_a_run_that_extends_it(tmp_path: Path) -> None:
    """Tables that stay are shared as they are, the one that grows is written by this run."""
    site = write_site(tmp_path / "site")
    plain = run(site, tmp_path / "plain", jobs=1)
    parted = part_tables(plain.path, tmp_path / "parted")
    write_site(site, 1, first=24)
    plain, found = run(site, plain.path, jobs=1), run(site, parted, jobs=1)
    assert contents(found) == contents(plain)
    assert found.check().is_whole
    kinds = {path.is_dir() for path in found.generation.records.glob("*.parquet")}
    assert kinds == {True, False}
