"""Opening workspaces: tables for other tools, SQL that only reads, and places that are none."""

import sqlite3
from pathlib import Path

import duckdb
import pytest
from support.run_sites import write_site

from unmold import Workspace, run
from unmold.cli import run as run_command
from unmold.errors import MachineError, UnmoldError, UsageError
from unmold.store.journal import FORMAT, read_format
from unmold.store.record_files import name_tables


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    folder = tmp_path_factory.mktemp("workspace")
    return run(write_site(folder / "site"), folder / "ws")


def test_other_tools_read_the_files_where_the_design_says(workspace: Workspace) -> None:
    with duckdb.connect() as connection:
        count = connection.sql(f"SELECT count(*) FROM '{workspace.path}/tables/pages.parquet'")
        assert count.fetchall() == [(24,)]
    names = sorted(path.stem for path in (workspace.path / "templates").glob("*.json"))
    assert names == sorted(workspace.templates)
    assert (workspace.path / "records" / f"{names[0]}.parquet").exists()


def test_records_and_parts_join(workspace: Workspace) -> None:
    for template in workspace.templates:
        numbers = set(workspace.records(template).column("_record").to_pylist())
        for part in workspace.parts(template):
            rows = workspace.records(template, part)
            assert set(rows.column("_record").to_pylist()) <= numbers


def test_unknown_templates_and_parts_are_named(workspace: Workspace) -> None:
    with pytest.raises(UsageError, match="no template 'x'"):
        workspace.records("x")
    template = next(iter(workspace.templates))
    with pytest.raises(UsageError, match="no part 'x'"):
        workspace.records(template, "x")
    with pytest.raises(KeyError):
        workspace.templates["x"]


def test_sql_knows_every_table(workspace: Workspace) -> None:
    for name in workspace.sql_tables():
        assert workspace.sql(f'SELECT count(*) AS n FROM "{name}"').column("n")[0].as_py() >= 0


def test_sql_takes_parameters(workspace: Workspace) -> None:
    found = workspace.sql("SELECT key FROM pages WHERE path LIKE ?", ["%0003.html"])
    assert len(found) == 1


@pytest.mark.parametrize(
    "query",
    [
        "CREATE TABLE x (a INT)",
        "DELETE FROM pages",
        "COPY pages TO 'stolen.csv'",
        "ATTACH 'other.db'",
        "SELECT * FROM read_text('/etc/hostname')",
        "SELECT * FROM '/etc/hostname'",
        "SELECT * FROM read_csv('http://example.com/x.csv')",
        "SET enable_external_access = true",
        "INSTALL httpfs",
        "SELECT 1; SELECT 2",
        "SELECT * FROM nowhere",
        "SELECT",
        "",
        "PRAGMA database_list",
    ],
)
def test_sql_only_reads_the_workspace(workspace: Workspace, query: str) -> None:
    with pytest.raises(UsageError):
        workspace.sql(query)


def test_sql_does_not_see_variables_of_the_caller(workspace: Workspace) -> None:
    secret = workspace.pages
    with pytest.raises(UsageError, match="secret"):
        workspace.sql("SELECT * FROM secret")
    assert len(secret) == 24


def test_what_is_no_workspace_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no workspace"):
        Workspace(tmp_path / "nowhere")
    with pytest.raises(UsageError, match="is not a workspace"):
        Workspace(tmp_path)


def test_a_newer_and_an_older_format_are_refused_with_a_hint(tmp_path: Path) -> None:
    workspace = run(write_site(tmp_path / "site"), tmp_path / "ws")
    journal = workspace.path / "journal.sqlite"
    for version, word in ((FORMAT + 1, "newer"), (0, "older")):
        with sqlite3.connect(journal) as database:
            database.execute(f"PRAGMA user_version = {version}")
        database.close()
        assert read_format(journal) == version
        with pytest.raises(UsageError, match=word) as refused:
            Workspace(workspace.path)
        assert refused.value.hint
        with pytest.raises(UsageError, match=word):
            run(tmp_path / "site", tmp_path / "ws")
    assert run(tmp_path / "site", tmp_path / "ws", force=True).generation.number == 2


def test_a_published_generation_that_is_gone_is_named(tmp_path: Path) -> None:
    workspace = run(write_site(tmp_path / "site"), tmp_path / "ws")
    (workspace.path / "generations" / "0001").rename(tmp_path / "elsewhere")
    with pytest.raises(UsageError, match="damaged"):
        Workspace(workspace.path)


@pytest.mark.parametrize("damage", [b"", b"PAR1 and then nothing", None])
def test_damaged_and_missing_files_are_named(damage: bytes | None, tmp_path: Path) -> None:
    workspace = run(write_site(tmp_path / "site"), tmp_path / "ws")
    table = workspace.generation.table("pages")
    table.unlink() if damage is None else table.write_bytes(damage)
    for read in (lambda: workspace.pages, lambda: workspace.sql("FROM pages")):
        with pytest.raises(UnmoldError, match=r"pages\.parquet") as failure:
            read()
        assert "--force" in (failure.value.hint or "")
    workspace.generation.summary.write_bytes(b"{")
    with pytest.raises(MachineError, match=r"summary\.json"):
        workspace.summary["pages"]


def test_a_damaged_run_before_is_named(tmp_path: Path) -> None:
    workspace = run(write_site(tmp_path / "site"), tmp_path / "ws")
    workspace.generation.work("pages").write_bytes(b"nonsense")
    with pytest.raises(MachineError, match=r"work/pages\.parquet is damaged") as failure:
        run(tmp_path / "site", tmp_path / "ws")
    assert "--force" in (failure.value.hint or "")
    assert len(run(tmp_path / "site", tmp_path / "ws", force=True).pages) == 24


def test_no_two_tables_share_a_name(workspace: Workspace) -> None:
    assert len(set(workspace.sql_tables().values())) == len(workspace.sql_tables())
    first = next(iter(workspace.templates))
    taken = [first, f"{first}_2"]
    named = name_tables(workspace.generation, workspace.templates, taken)
    assert named[0].name == f"{first}_3"
    assert len({table.name for table in named}) == len(named)


def test_tables_are_listed_with_their_tiers(workspace: Workspace) -> None:
    listed = workspace.tables.to_pylist()
    assert {row["name"] for row in listed} <= set(workspace.sql_tables())
    for row in listed:
        table = workspace.sql(f'SELECT * FROM "{row["name"]}"')
        assert table.num_rows == row["rows"]
        columns = [name for name in table.column_names if not name.startswith("_")]
        assert len(columns) == row["columns"]
        assert (workspace.path / row["file"]).is_file()
    roots = [row for row in listed if not row["part"]]
    assert {row["tier"] for row in roots} == {1, 2}


def test_the_first_tier_has_no_more_columns_than_were_found(workspace: Workspace) -> None:
    for template in workspace.templates:
        first = workspace.records(template).column_names
        everything = workspace.records(template, tier=2).column_names
        assert "title" in first
        assert len(first) <= len(everything)
    with pytest.raises(UsageError, match="tier"):
        workspace.records(template, tier=3)


@pytest.mark.parametrize(
    ("query", "parameters"), [("SELECT '\udcff'", None), ("SELECT ?", ["\udcff"])]
)
def test_a_query_that_is_no_unicode_is_the_callers_mistake(
    workspace: Workspace, query: str, parameters: list[str] | None
) -> None:
    """As Python hands on bytes of a command line that are no UTF-8."""
    with pytest.raises(UsageError, match="not valid Unicode") as failure:
        workspace.sql(query, parameters)
    assert failure.value.hint


@pytest.mark.parametrize("kept", [0, 7, 300])
def test_a_truncated_work_table_is_named(
    kept: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workspace = run(write_site(tmp_path / "site"), tmp_path / "ws")
    path = workspace.generation.work("pages")
    path.write_bytes(path.read_bytes()[:kept])
    for arguments in (["extract", str(workspace.path)], ["run", str(tmp_path / "site")]):
        output = ["-o", str(workspace.path)] if arguments[0] == "run" else []
        assert run_command([*arguments, *output]) == 3
        shown = capsys.readouterr().err
        assert "work/pages.parquet is damaged" in shown
        assert "bug in unmold" not in shown
