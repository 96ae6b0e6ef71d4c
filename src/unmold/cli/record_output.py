"""Records written for `unmold extract`: as lines of JSON, as CSV, or as Parquet files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from unmold.cli.output import write_text
from unmold.cli.terminal import safe
from unmold.csv_rows import csv_row
from unmold.disk import replacing
from unmold.errors import MachineError

if TYPE_CHECKING:
    from unmold.records import Record, WrittenTable
    from unmold.templates import Template

HEAD = ("path", "url", "site", "template", "score")


def write_lines(
    lines: Iterable[str], output: str | None, write: Callable[[str], None] = write_text
) -> None:
    """Write lines to a file whole, or print them."""
    if output is None:
        for line in lines:
            write(line)
        return
    try:
        with replacing(Path(output)) as file:
            file.writelines(line.encode("utf-8", "surrogateescape") for line in lines)
    except OSError as error:
        raise MachineError(f"cannot write {output}: {error.strerror}") from error


def jsonl_lines(records: Iterable[Record]) -> Iterator[str]:
    """One JSON object for each record."""
    for record in records:
        yield json.dumps(record.to_json(), ensure_ascii=False) + "\n"


def csv_lines(
    template: Template, records: Iterable[Record], noise: bool, is_safe: bool
) -> Iterator[str]:
    """A head and one row for each record; lists and child tables are JSON in their cell."""
    from unmold.templates.naming import UniqueNames

    names = [field.name for field in template.fields if noise or not field.is_noise]
    names += [table.name for table in template.tables]
    heads = UniqueNames()
    heads_row = [heads.take(name) for name in (*HEAD, *names, "problems")]
    yield csv_row(heads_row, is_safe=is_safe)
    for record in records:
        cells = [show_value(record.values.get(name)) for name in names]
        own = [getattr(record, name) for name in HEAD]
        yield csv_row([*own, *cells, "; ".join(record.problems)], is_safe=is_safe)


def show_value(value: Any) -> str:
    """A value as one text."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def print_files(files: Iterable[WrittenTable], as_json: bool) -> None:
    """Which file holds which table."""
    for file in files:
        if as_json:
            entry = {"file": str(file.path), "table": file.table}
            click.echo(json.dumps(entry | {"rows": file.rows, "columns": file.columns}))
        else:
            size = f"{file.rows} rows, {file.columns} columns"
            click.echo(f"{safe(str(file.path))}  {safe(file.table)}  {size}")
