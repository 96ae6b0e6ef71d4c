"""Tables out: every format read back, hostile texts and names, limits, and how it refuses."""

import json
import shlex
import subprocess
import sys
import tracemalloc
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from support.exported_tables import READERS, compare, read_csv, rows_of

from unmold import Problem, Workspace
from unmold.cli import run
from unmold.errors import MachineError, UsageError
from unmold.export import TABLE_FORMATS, export_tables, workbook
from unmold.export.table_names import file_name, name_all, sheet_name
from unmold.store import StoredTable

Captured = pytest.CaptureFixture[str]

TEXTS = [
    "=1+1",
    "+cmd|' /C calc'!A1",
    "-2+3",
    "@SUM(A1)",
    "\t=1",
    "\r\n=1",
    "＝1+1",
    "{=1}",
    "123",
    "1e5",
    "TRUE",
    "#N/A",
    "https://a.example/",
    "mailto:a@a.example",
    "internal:Sheet1!A1",
    " spaces \n and\r\nlines\r",
    "\x00 \x01 \x1b[31m \x7f \x85",
    "_x0000_ _x005F_",
    "\ufffe\uffff",
    "<r><t>rich</t></r>",
    "<r>&<</r>",
    "<b>&amp;\"'</b>",
    "a;b,c\td|e",
    "😀 ü 中 \u202e right to left",
    "",
    "'quoted",
    "\\",
]
NUMBERS = [0, -1, 10**15, -(2**63), 2**63 - 1, None]
DATES = [date(1, 1, 1), date(1900, 1, 1), date(1900, 3, 1), date(2024, 2, 29), date(9999, 12, 31)]


def to(suffix: str, folder: Path) -> Path:
    is_folder = suffix in ("csv", "jsonl", "parquet")
    return folder / (f"all-{suffix}" if is_folder else f"all.{suffix}")


def store(folder: Path, name: str, table: pa.Table) -> StoredTable:
    path = folder / f"{len(list(folder.iterdir()))}.parquet"
    pq.write_table(table, path)
    return StoredTable(name, path, "made", "", 1)


def hold(workspace: Workspace, *tables: StoredTable) -> Workspace:
    """The workspace with these tables instead of its own."""
    other = Workspace(workspace.path)
    other.stored_tables = {table.name: table for table in tables}
    return other


def hostile_table() -> pa.Table:
    count = len(TEXTS)
    return pa.table(
        {
            "_record": pa.array(range(count), pa.int64()),
            "text": TEXTS,
            "=head": [None if at % 5 == 0 else text[::-1] for at, text in enumerate(TEXTS)],
            "Text": TEXTS[::-1],
            "number": pa.array([NUMBERS[at % len(NUMBERS)] for at in range(count)], pa.int64()),
            "share": [None, 0.1, -2.5, 1e300, 3.0] * (count // 5) + [0.0] * (count % 5),
            "flag": [(None, True, False)[at % 3] for at in range(count)],
            "day": pa.array([DATES[at % len(DATES)] for at in range(count)], pa.date32()),
            "list": [[text, None, "x"] if at % 2 else [] for at, text in enumerate(TEXTS)],
            "days": pa.array([[DATES[at % 5], None] for at in range(count)], pa.list_(pa.date32())),
            'a"b.c': TEXTS,
        }
    )


@pytest.mark.parametrize("form", TABLE_FORMATS)
@pytest.mark.parametrize("site", ["demo", "hostile"])
def test_all_tables_are_read_back_as_they_are(
    form: str, site: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    workspace = request.getfixturevalue(site).workspace
    problems: list[Problem] = []
    made = export_tables(
        workspace, form, to(form, tmp_path), everything=True, problems=problems.append
    )
    tables = {name: one for name, one in workspace.stored_tables.items() if one.tier is not None}
    assert any(one.tier == 2 for one in tables.values())
    assert any(one.parent for one in tables.values())
    compare(form, made.files, tables)
    assert {problem.code for problem in problems} <= {"renamed"}
    assert not list(tmp_path.rglob(".*"))


@pytest.mark.parametrize("form", TABLE_FORMATS)
def test_hostile_values_are_texts(form: str, demo: Any, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    table = hostile_table()
    if form in ("sqlite", "duckdb"):
        # To databases they are one name; another test is about that.
        table = table.drop_columns(["Text"])
    workspace = hold(demo.workspace, store(tmp_path / "in", "values", table))
    made = export_tables(workspace, form, to(form, tmp_path))
    compare(form, made.files, workspace.stored_tables)


@pytest.mark.parametrize("form", TABLE_FORMATS)
def test_odd_names_are_replaced_and_reported(form: str, demo: Any, tmp_path: Path) -> None:
    names = [
        "a/b",
        "A_b",
        "../../x",
        "history",
        "sqlite_master",
        "n" * 300,
        "n" * 301,
        "товары",
        "'",
        "[x]:*?",
        'q"; DROP TABLE x; --',
        "con",
        "a\x00b",
        "select",
        "",
    ]
    (tmp_path / "in").mkdir()
    rows = pa.table({"x": [1], "X": [2], "rowid_": ["a"]})
    tables = [store(tmp_path / "in", name, rows) for name in names]
    problems: list[Problem] = []
    made = export_tables(
        hold(demo.workspace, *tables), form, to(form, tmp_path), problems=problems.append
    )
    assert [one.table for one in made.tables] == names
    if made.path.is_dir():
        assert {path.parent for path in made.path.iterdir()} == {made.path}
        assert len({file.path.name.casefold() for file in made.files}) == len(names)
        assert all(file.path.parent == made.path for file in made.files)
    else:
        assert len({one.name.casefold() for one in made.tables}) == len(names)
        renamed = {one.table for one in made.tables if one.name != one.table}
        assert {problem.where for problem in problems if problem.code == "renamed"} >= renamed
        for one in made.tables:
            _, found = READERS[form](
                made.path, one.name.replace('"', '""') if form != "xlsx" else one.name
            )
            assert found == [(1, 2, "a")]
        if form == "xlsx":
            assert all(len(one.name) <= 31 for one in made.tables)
            assert renamed
        else:
            assert "is called 'X_2'" in {problem.message for problem in problems}
    assert not (tmp_path.parent / "x.csv").exists()


def test_excel_cuts_are_problems(
    demo: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "in").mkdir()
    monkeypatch.setattr(workbook, "MAX_ROWS", 4)
    monkeypatch.setattr(workbook, "MAX_COLUMNS", 2)
    table = pa.table(
        {
            "long": ["x" * 32_767, "x" * 32_768, "😀" * 20_000, "a", "b"],
            "b": [1] * 5,
            "c": [2] * 5,
            "d": [3] * 5,
        }
    )
    workspace = hold(demo.workspace, store(tmp_path / "in", "cut", table))
    problems: list[Problem] = []
    made = export_tables(workspace, "xlsx", tmp_path / "a.xlsx", problems=problems.append)
    head, rows = READERS["xlsx"](tmp_path / "a.xlsx", "cut")
    assert head == ["long", "b"]
    assert rows == [("x" * 32_767, 1), ("x" * 32_767, 1), ("😀" * 16_383, 1)]
    assert (made.tables[0].rows, made.tables[0].columns) == (3, 2)
    assert [(one.code, one.where) for one in problems] == [
        ("cut-columns", "cut"),
        ("cut-text", "cut.long"),
        ("cut-text", "cut.long"),
        ("cut-rows", "cut"),
    ]
    assert "2 columns from 'c' on" in problems[0].message
    assert "row 3 of the sheet: 32,767 of 32,768 letters" in problems[1].message
    assert "2 of 5 rows were left out" in problems[3].message


def test_the_limits_are_those_of_excel() -> None:
    assert (workbook.MAX_ROWS, workbook.MAX_COLUMNS, workbook.MAX_TEXT) == (2**20, 2**14, 2**15 - 1)


def test_too_many_columns_for_sqlite_are_a_problem(demo: Any, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    wide = pa.table({f"c{at}": [at] for at in range(2_500)})
    workspace = hold(demo.workspace, store(tmp_path / "in", "wide", wide))
    problems: list[Problem] = []
    made = export_tables(workspace, "sqlite", tmp_path / "a.sqlite", problems=problems.append)
    assert [one.code for one in problems] == ["cut-columns"]
    kept = made.tables[0].columns
    assert f"{2_500 - kept:,} columns from 'c{kept}' on" in problems[0].message
    assert READERS["sqlite"](tmp_path / "a.sqlite", "wide")[1] == [tuple(range(kept))]


@pytest.mark.parametrize("form", TABLE_FORMATS)
def test_memory_does_not_grow_with_rows(form: str, demo: Any, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    peaks = []
    for rows in (8_192, 49_152):
        table = pa.table({"number": range(rows), "text": [f"text {at}" for at in range(rows)]})
        workspace = hold(demo.workspace, store(tmp_path / "in", "rows", table))
        export_tables(workspace, form, tmp_path / f"warm-{rows}", table="rows")
        tracemalloc.start()
        export_tables(workspace, form, tmp_path / f"{rows}", table="rows")
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0]


@pytest.mark.parametrize("form", TABLE_FORMATS)
def test_what_fails_leaves_what_was_there(
    form: str, demo: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = StoredTable.batches

    def fail(table: StoredTable) -> Any:
        yield next(good(table))
        raise MachineError("the disk is gone")

    output = tmp_path / f"a.{form}"
    output.write_text("before")
    monkeypatch.setattr(StoredTable, "batches", fail)
    with pytest.raises(MachineError, match="the disk is gone"):
        export_tables(demo.workspace, form, output, table="products", replace=True)
    assert [path.name for path in tmp_path.iterdir()] == [output.name]
    assert output.read_text() == "before"
    with pytest.raises(MachineError):
        export_tables(demo.workspace, form, to(form, tmp_path / "new"))
    assert not [path for path in (tmp_path / "new").rglob("*") if path.is_file()]


def test_a_link_is_followed_and_stays(demo: Any, tmp_path: Path) -> None:
    (tmp_path / "real.sqlite").write_text("before")
    (tmp_path / "link.sqlite").symlink_to("real.sqlite")
    export_tables(
        demo.workspace, "sqlite", tmp_path / "link.sqlite", table="products", replace=True
    )
    assert (tmp_path / "link.sqlite").is_symlink()
    rows = READERS["sqlite"](tmp_path / "real.sqlite", "products")[1]
    assert len(rows) == len(demo.workspace["products"])


def test_csv_can_be_safe_for_spreadsheets(demo: Any, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    table = pa.table({"=text": ["=1+1", "plain", "-1"], "number": [-1, -2, -3]})
    workspace = hold(demo.workspace, store(tmp_path / "in", "t", table))
    export_tables(workspace, "csv", tmp_path / "safe.csv", table="t", safe_csv=True)
    head, rows = read_csv(tmp_path / "safe.csv", "t")
    assert head == ["'=text", "number"]
    assert rows == [("'=1+1", "-1"), ("plain", "-2"), ("'-1", "-3")]
    export_tables(workspace, "csv", tmp_path / "plain.csv", table="t")
    assert read_csv(tmp_path / "plain.csv", "t")[1][0] == ("=1+1", "-1")


def test_numbers_that_json_has_not_are_texts(demo: Any, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    table = pa.table({"x": [float("inf"), float("nan"), 1.5], "y": [[float("nan")], [], None]})
    workspace = hold(demo.workspace, store(tmp_path / "in", "t", table))
    export_tables(workspace, "jsonl", tmp_path / "t.jsonl", table="t")
    rows = [json.loads(line) for line in (tmp_path / "t.jsonl").read_text().splitlines()]
    assert rows == [{"x": "inf", "y": ["nan"]}, {"x": "nan", "y": []}, {"x": 1.5, "y": None}]
    export_tables(workspace, "xlsx", tmp_path / "t.xlsx", table="t")
    assert [row[0] for row in READERS["xlsx"](tmp_path / "t.xlsx", "t")[1]] == ["inf", "nan", 1.5]


def test_one_template_with_its_parts(demo: Any, tmp_path: Path) -> None:
    made = export_tables(demo.workspace, "csv", tmp_path / "out", template="products")
    stored = demo.workspace.stored_tables
    expected = [
        name for name, one in stored.items() if one.tier == 1 and one.template == "products"
    ]
    assert [one.table for one in made.tables] == expected
    assert len(expected) > 1


def test_child_rows_join_their_parents(demo: Any, tmp_path: Path) -> None:
    export_tables(demo.workspace, "sqlite", tmp_path / "a.sqlite")
    children = [
        one for one in demo.workspace.stored_tables.values() if one.tier == 1 and one.parent
    ]
    inner = [one for one in children if "_parent" in one.columns]
    assert inner
    for child in children:
        _, rows = READERS["sqlite"](tmp_path / "a.sqlite", child.name)
        parent = demo.workspace[child.parent]
        key = "_parent" if child in inner else "_record"
        own = {row[child.columns.index(key)] for row in rows}
        place = parent.columns.index("_row" if child in inner else "_record")
        assert own <= {
            row[place] for row in READERS["sqlite"](tmp_path / "a.sqlite", parent.name)[1]
        }


@pytest.mark.parametrize(
    ("arguments", "error", "hint"),
    [
        (["--to", "csv", "--table", "prodcts"], "no table 'prodcts'", "did you mean products"),
        (["--to", "csv", "--template", "x"], "no template 'x'", "there are"),
        (["--to", "csv", "--table", "products", "--all"], "names one table", "--table alone"),
        (["--to", "xpath", "--table", "products"], "writes wrappers", "--template"),
        (["--to", "scrapy", "--all"], "writes wrappers", "--template"),
        (["--to", "xlsx", "--safe-csv"], "about CSV", "--safe-csv"),
        (["--to", "csv", "-o", "a.csv"], "holds one table", "choose one with --table"),
        (["--to", "csv", "-o", "full"], "not empty", "--replace"),
        (["--to", "csv", "-o", "file"], "not a folder", "--table chooses one"),
        (["--to", "xlsx", "-o", "file"], "there already", "--replace"),
        (["--to", "duckdb", "-o", "full"], "is a folder", "name for the file"),
        (["--to", "parquet", "--table", "pages", "-o", "/dev/null"], "cannot be written", "file"),
    ],
)
def test_mistakes_are_named(
    arguments: list[str],
    error: str,
    hint: str,
    demo: Any,
    tmp_path: Path,
    capsys: Captured,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("x")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").write_text("x")
    output = [] if "-o" in arguments else ["-o", "out"]
    assert run(["export", str(demo.workspace.path), *arguments, *output]) == 2
    said = capsys.readouterr().err
    assert error in said.splitlines()[0]
    assert said.splitlines()[1].startswith("hint:")
    assert hint in said.splitlines()[1]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "full"]


def test_unknown_formats_are_refused(demo: Any, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no export 'yaml'"):
        export_tables(demo.workspace, "yaml", tmp_path / "a")


def test_what_is_there_is_replaced_on_request(demo: Any, tmp_path: Path) -> None:
    workspace = str(demo.workspace.path)
    for form in TABLE_FORMATS:
        output = str(to(form, tmp_path))
        for flags, code in (([], 0), ([], 2), (["--replace"], 0)):
            assert run(["export", workspace, "--to", form, "-o", output, *flags]) == code, form


def test_the_summary_says_what_was_written(demo: Any, tmp_path: Path, capsys: Captured) -> None:
    arguments = ["export", str(demo.workspace.path), "--to", "jsonl", "-o", str(tmp_path / "out")]
    assert run([*arguments, "--json"]) == 0
    said = capsys.readouterr()
    summary = json.loads(said.out)
    for file in summary["files"]:
        (table,) = file["tables"]
        assert table["rows"] == len(Path(file["file"]).read_bytes().splitlines())
    assert f"{len(summary['files'])} tables written, 0 problems" in said.err
    assert run([*arguments, "--replace"]) == 0
    assert "products.jsonl  products  " in capsys.readouterr().out


def test_problems_are_listed(demo: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook, "MAX_ROWS", 3)
    listed = tmp_path / "problems.csv"
    arguments = ["--to", "xlsx", "--table", "products", "-o", str(tmp_path / "a.xlsx")]
    assert run(["export", str(demo.workspace.path), *arguments, "--problems", str(listed)]) == 0
    assert listed.read_text().splitlines()[1].startswith("cut-rows,products,")


def test_a_missing_package_is_named(
    demo: Any, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    output = tmp_path / "a.xlsx"
    assert run(["export", str(demo.workspace.path), "--to", "xlsx", "-o", str(output)]) == 2
    said = capsys.readouterr().err
    assert "not installed: xlsxwriter" in said
    assert "extra `excel`" in said
    assert not output.exists()


def test_tables_need_no_package_of_wrappers(demo: Any, tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "sys.modules.update(dict.fromkeys(['jinja2', 'parsel', 'lxml', 'xlsxwriter']))\n"
        "from unmold.cli import run\n"
        "sys.exit(run(sys.argv[1:]))\n"
    )
    arguments = ["export", str(demo.workspace.path), "--to", "csv", "-o", str(tmp_path / "out")]
    done = subprocess.run([sys.executable, "-c", program, *arguments], check=False)
    assert done.returncode == 0
    assert (tmp_path / "out" / "products.csv").exists()


def test_tables_are_listed_with_the_line_to_get_each(
    demo: Any, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    workspace = demo.workspace
    assert run(["tables", str(workspace.path), "--all", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    keys = ("name", "template", "part", "tier", "rows", "columns")
    assert [{key: row[key] for key in keys} for row in rows] == [
        {key: row[key] for key in keys} for row in workspace.tables.to_pylist()
    ]
    for row in rows:
        name, *arguments = shlex.split(row["command"])
        assert name == "unmold"
        assert run(arguments) == 0
        (path,) = tmp_path.iterdir()
        assert len(read_csv(path, "")[1]) == row["rows"]
        path.unlink()
        assert row["parent"] == workspace[row["name"]].parent
        assert (row["parent"] is None) == (row["part"] == "")


def test_tables_are_listed_for_people(demo: Any, capsys: Captured) -> None:
    assert run(["tables", str(demo.workspace.path)]) == 0
    said = capsys.readouterr()
    lines = said.out.splitlines()
    assert lines[0].split() == ["table", "tier", "rows", "columns", "parent", "get", "it", "with"]
    assert [line.split()[0] for line in lines[1:]] == list(demo.workspace)
    assert f"{len(lines) - 1} tables" in said.err
    rows = len(rows_of(demo.workspace["products"]))
    assert any(line.split()[:3] == ["products", "1", str(rows)] for line in lines)


def test_names_stay_distinct() -> None:
    assert name_all(["x" * 40, "x" * 41, "X" * 31], sheet_name, 31) == [
        "x" * 31,
        "x" * 29 + "_2",
        "X" * 29 + "_3",
    ]
    assert len(file_name("中" * 300).encode()) <= 150
