"""Writes tables to a workbook of Excel, one sheet each, row by row.

A text of a page is written as a text, whatever it begins with: no formula, no link, no number. What
Excel's limits cut is a problem.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from unmold.errors import MachineError, UsageError
from unmold.export.databases import note_columns, note_names
from unmold.export.table_file import WriteOptions, WrittenTable, convert_rows, keep, to_text
from unmold.export.table_names import SHEET_LENGTH, cut_units, name_all, sheet_name
from unmold.model import ProblemCode
from unmold.store import StoredTable

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

# All three are Excel's published limits.
MAX_ROWS = 1_048_576
# Both are Excel's own.
MAX_COLUMNS = 16_384
MAX_TEXT = 32_767
"""Letters of a cell, in units of UTF-16."""

_EXACT = 10**15
"""Excel keeps 15 digits of a number; longer ones stay whole as texts."""

_FIRST_DATE = date(1900, 3, 1)
"""Before it, programs count days differently: for Excel, 1900 is a leap year."""

_OPTIONS = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}


def write_xlsx(
    tables: Sequence[StoredTable], path: Path, options: WriteOptions
) -> list[WrittenTable]:
    """A workbook; child tables have their keys as columns, as in the workspace."""
    try:
        from xlsxwriter import Workbook
        from xlsxwriter.exceptions import XlsxWriterException
    except ImportError as error:
        raise UsageError(
            f"xlsx needs a package that is not installed: {error.name}",
            hint="install unmold with its extra `excel`: docs/install.md says how",
        ) from error

    names = name_all((table.name for table in tables), sheet_name, SHEET_LENGTH)
    try:
        # XlsxWriter leaves the rows that it keeps on disk behind where something fails.
        with TemporaryDirectory(prefix="unmold-") as folder:
            workbook = Workbook(str(path), _OPTIONS | {"tmpdir": folder})
            written = [
                _Sheet(workbook, table, name, options).write()
                for table, name in zip(tables, names, strict=True)
            ]
            workbook.close()
    except XlsxWriterException as error:
        raise MachineError(f"cannot write the workbook: {error}") from error
    return written


class _Sheet:
    """One table on its way to one sheet."""

    def __init__(
        self, workbook: Workbook, table: StoredTable, name: str, options: WriteOptions
    ) -> None:
        self._table = table
        self._name = name
        self._options = options
        self._columns = table.columns[:MAX_COLUMNS]
        self._sheet: Worksheet = workbook.add_worksheet(name, _plain_worksheet())
        self._head: Format = workbook.add_format({"bold": True})
        self._date: Format = workbook.add_format({"num_format": "yyyy-mm-dd"})

    def write(self) -> WrittenTable:
        table, most = self._table, MAX_ROWS - 1
        note_names(table, self._name, (), self._options)
        note_columns(table, MAX_COLUMNS, "Excel", self._options)
        self._sheet.freeze_panes(1, 0)
        for place, name in enumerate(self._columns):
            self._sheet.write_string(0, place, self._cut(name, 0, place), self._head)
        writers = [self._writer(field.type) for field in table.schema][:MAX_COLUMNS]
        row = 0
        for batch in table.batches():
            for cells in convert_rows(batch.slice(0, most - row), [keep] * len(writers)):
                row += 1
                for place, (value, write) in enumerate(zip(cells, writers, strict=True)):
                    if value is not None:
                        write(row, place, value)
            if row == most:
                break
        if len(table) > row:
            self._options.note(
                ProblemCode.CUT_ROWS,
                table.name,
                f"{len(table) - row:,} of {len(table):,} rows were left out: Excel has "
                f"{MAX_ROWS:,} rows at most",
            )
        return WrittenTable(table.name, self._name, row, len(self._columns))

    def _writer(self, data_type: pa.DataType) -> Callable[[int, int, Any], object]:
        if pa.types.is_boolean(data_type):
            return self._write_truth
        if pa.types.is_integer(data_type) or pa.types.is_floating(data_type):
            return self._write_number
        return self._write_date if pa.types.is_date(data_type) else self._write_text

    def _write_truth(self, row: int, place: int, value: bool) -> None:
        self._sheet.write_boolean(row, place, value)

    def _write_number(self, row: int, place: int, number: float) -> None:
        is_exact = isinstance(number, float) or abs(number) < _EXACT
        if is_exact and math.isfinite(number):
            self._sheet.write_number(row, place, number)
        else:
            self._write_text(row, place, str(number))

    def _write_date(self, row: int, place: int, day: date) -> None:
        if day >= _FIRST_DATE:
            self._sheet.write_datetime(row, place, day, self._date)
        else:
            self._write_text(row, place, day.isoformat())

    def _write_text(self, row: int, place: int, value: Any) -> None:
        text = to_text(value)
        if text:
            self._sheet.write_string(row, place, self._cut(text, row, place))

    def _cut(self, text: str, row: int, place: int) -> str:
        kept = cut_units(text, MAX_TEXT)
        if len(kept) < len(text):
            self._options.note(
                ProblemCode.CUT_TEXT,
                f"{self._table.name}.{self._columns[place]}",
                f"row {row + 1:,} of the sheet: {len(kept):,} of {len(text):,} letters were kept, "
                f"as many as a cell of Excel holds",
            )
        return kept


def _plain_worksheet() -> type[Worksheet]:
    from xlsxwriter.worksheet import Worksheet

    class PlainWorksheet(Worksheet):  # type: ignore[misc]
        """A sheet without formatted texts.

        XlsxWriter takes a text from `<r>` to `</r>` for one that it has formatted itself, and
        writes it unescaped: a page could put any XML into the workbook.
        """

        def _xml_rich_inline_string(self, string: str, attributes: Any = ()) -> None:
            self._xml_inline_string(string, True, attributes)

    return PlainWorksheet
