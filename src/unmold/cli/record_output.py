"""Records written for `unmold extract`: as lines of JSON, as CSV, or as Parquet files."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from unmold.cli.terminal import safe
from unmold.errors import MachineError

if TYPE_CHECKING:
    from unmold.records import Record, WrittenTable
    from unmold.templates import Template

HEAD = ("path", "url", "site", "template", "score")


def write_lines(lines: Iterable[str], output: str | None) -> None:
    """Write lines to a file, or print them."""
    if output is None:
        for line in lines:
            click.echo(line, nl=False)
        return
    try:
        with open(output, "w", encoding="utf-8") as file:  # noqa: PTH123 - a path of any form
            file.writelines(lines)
    except OSError as error:
        raise MachineError(f"cannot write {output}: {error.strerror}") from error


def jsonl_lines(records: Iterable[Record]) -> Iterator[str]:
    """One JSON object for each record."""
    for record in records:
        yield json.dumps(record.to_json(), ensure_ascii=False) + "\n"


def csv_lines(template: Template, records: Iterable[Record], noise: bool) -> Iterator[str]:
    """A head and one row for each record; lists and child tables are JSON in their cell."""
    from unmold.templates.naming import UniqueNames

    names = [field.name for field in template.fields if noise or not field.is_noise]
    names += [table.name for table in template.tables]
    heads = UniqueNames()
    yield _csv_row([heads.take(name) for name in (*HEAD, *names, "problems")])
    for record in records:
        cells = [show_value(record.values.get(name)) for name in names]
        own = [getattr(record, name) for name in HEAD]
        yield _csv_row([*own, *cells, "; ".join(record.problems)])


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


def _csv_row(cells: list[Any]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerow(cells)
    return buffer.getvalue()
