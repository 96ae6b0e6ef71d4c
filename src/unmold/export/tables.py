"""`export_tables`: writes the tables of a workspace for other programs.

Of `csv`, `jsonl` and `parquet` one table is a file and several are a folder; `xlsx`, `sqlite` and
`duckdb` hold all in one file. Files appear when all of them are whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from unmold.disk import beside
from unmold.errors import MachineError, UsageError
from unmold.export.databases import write_duckdb, write_sqlite
from unmold.export.table_file import Problems, WriteOptions, Writer, WrittenTable
from unmold.export.table_names import file_name, name_all
from unmold.export.text_tables import write_csv, write_jsonl, write_parquet
from unmold.export.workbook import write_xlsx
from unmold.store import StoredTable, Workspace

_ONE_TABLE: dict[str, Writer] = {
    "csv": write_csv,
    "jsonl": write_jsonl,
    "parquet": write_parquet,
}
_ALL_TABLES: dict[str, Writer] = {
    "xlsx": write_xlsx,
    "sqlite": write_sqlite,
    "duckdb": write_duckdb,
}

TABLE_FORMATS = ("csv", "xlsx", "jsonl", "parquet", "sqlite", "duckdb")
"""What the tables of a workspace can be exported to."""


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file that was written, and the tables in it."""

    path: Path
    tables: tuple[WrittenTable, ...]


@dataclass(frozen=True, slots=True)
class TableExport:
    """What was written."""

    path: Path
    """The file, or the folder of files, that was asked for."""

    files: tuple[ExportedFile, ...]

    @property
    def tables(self) -> list[WrittenTable]:
        """All tables that were written."""
        return [table for file in self.files for table in file.tables]


def export_tables(
    workspace: Workspace,
    to: str,
    output: str | Path,
    *,
    table: str | None = None,
    template: str | None = None,
    everything: bool = False,
    replace: bool = False,
    safe_csv: bool = False,
    problems: Problems | None = None,
) -> TableExport:
    """Write one table, those of one template, or all that a person would keep.

    `to` is one of `TABLE_FORMATS`. `everything` adds the tables of the second tier. What is there
    already is written over only with `replace`. `safe_csv` puts `'` before texts that a spreadsheet
    would run as a formula. What a format cannot hold is a problem.
    """
    if to not in TABLE_FORMATS:
        raise UsageError(f"there is no export {to!r}", hint=f"one of: {', '.join(TABLE_FORMATS)}")
    chosen = _choose(workspace, table, template, everything)
    path = Path(output)
    options = WriteOptions(problems or (lambda problem: None), safe_csv)
    if to in _ALL_TABLES:
        _check_file(path, to, replace)
        return TableExport(path, _write(_ALL_TABLES[to], {path: chosen}, options))
    if table is not None or (path.suffix == f".{to}" and not path.is_dir()):
        if len(chosen) > 1:
            raise UsageError(
                f"a file of {to} holds one table, and there are {len(chosen)}",
                hint="choose one with --table, or give the name of a folder",
            )
        _check_file(path, to, replace)
        return TableExport(path, _write(_ONE_TABLE[to], {path: chosen}, options))
    _check_folder(path, replace)
    names = name_all((one.name for one in chosen), file_name)
    files = {path / f"{name}.{to}": [one] for name, one in zip(names, chosen, strict=True)}
    return TableExport(path, _write(_ONE_TABLE[to], files, options))


def _choose(
    workspace: Workspace, table: str | None, template: str | None, everything: bool
) -> list[StoredTable]:
    if table is not None:
        if template is not None or everything:
            raise UsageError(
                "--table names one table, --template and --all choose several",
                hint="give --table alone, or leave it out",
            )
        return [workspace[table]]
    if template is not None and template not in workspace.templates:
        raise UsageError(
            f"there is no template {template!r} in {workspace.path}",
            hint=f"there are {', '.join(list(workspace.templates)[:30]) or 'none'}",
        )
    tiers = (1, 2) if everything else (1,)
    chosen = [
        one
        for one in workspace.stored_tables.values()
        if one.tier in tiers and template in (None, one.template)
    ]
    if not chosen:
        raise UsageError(
            f"there are no tables to export in {workspace.path}",
            hint="the run found no template; `--table pages` gives the pages that were read",
        )
    return chosen


def _check_file(path: Path, to: str, replace: bool) -> None:
    if path.is_dir():
        raise UsageError(f"{path} is a folder", hint=f"give a name for the file, as tables.{to}")
    if path.exists() and not path.is_file() and to not in ("csv", "jsonl"):
        raise UsageError(f"{to} cannot be written to {path}", hint="give the name of a file")
    if path.is_file() and not replace:
        raise UsageError(
            f"{path} is there already", hint="give another name, or --replace to write over it"
        )


def _check_folder(path: Path, replace: bool) -> None:
    if path.exists() and not path.is_dir():
        raise UsageError(
            f"{path} is not a folder", hint="several tables go to a folder; --table chooses one"
        )
    if not replace and path.is_dir() and any(path.iterdir()):
        raise UsageError(
            f"{path} is not empty", hint="give another folder, or --replace to write into this one"
        )


def _write(
    write: Writer, files: Mapping[Path, Sequence[StoredTable]], options: WriteOptions
) -> tuple[ExportedFile, ...]:
    """Write files beside their places; they take them when all are whole."""
    # A link is followed: its file is replaced, not written to while others read it.
    paths = [path.resolve() if path.is_symlink() else path for path in files]
    try:
        for path in paths:
            path.parent.mkdir(parents=True, exist_ok=True)
        with beside(*paths) as unfinished:
            found = []
            for path, place, tables in zip(files, unfinished, files.values(), strict=True):
                if place not in paths:
                    # What a killed process of the same number left.
                    place.unlink(missing_ok=True)
                found.append(ExportedFile(path, tuple(write(tables, place, options))))
    except OSError as error:
        raise MachineError(f"cannot write {paths[0]}: {error.strerror or error}") from error
    return tuple(found)
