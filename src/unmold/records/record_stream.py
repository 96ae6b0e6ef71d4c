"""`Records`: what pages say, one record after the other, or all of them as typed tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from unmold.errors import UsageError
from unmold.frames import arrow_to_pandas, arrow_to_polars
from unmold.records.record import Record
from unmold.records.record_tables import records_to_tables
from unmold.templates.model import Template

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

_ROOT = "records"
"""What `records_to_tables` calls the table with a row for each page."""


class Records(Iterator[Record]):
    """The records of pages, made while they are asked for; they can be asked for once.

    `for record in records` gives them one by one; `to_pandas()` and its neighbours all that are
    left, as a table with a row for each page and a type for each column. What repeats on a page is
    a table of its own, `to_pandas("reviews")`, whose `_record` says which page a row belongs to.
    """

    def __init__(
        self, template: Template, records: Iterator[Record], *, include_noise: bool = False
    ) -> None:
        self.template = template
        self._records = records
        self._include_noise = include_noise

    def __next__(self) -> Record:
        return next(self._records)

    def __repr__(self) -> str:
        return f"Records of {self.template.name!r}: {', '.join(self.template.column_names())}"

    def to_tables(self) -> dict[str, pa.Table]:
        """All tables: that of the pages as "", each child table under its name."""
        made = records_to_tables(self.template, self, include_noise=self._include_noise)
        return {name.removeprefix(_ROOT).removeprefix("."): table for name, table in made.items()}

    def to_arrow(self, table: str = "") -> pa.Table:
        """One table as PyArrow has it."""
        names = ["", *(name for name, _ in self.template.all_tables())]
        if table not in names:
            raise UsageError(
                f"{self.template.name} has no child table {table!r}",
                hint=f"there are {', '.join(names[1:]) or 'none'}",
            )
        return self.to_tables()[table]

    def to_pandas(self, table: str = "") -> pd.DataFrame:
        """One table as a DataFrame of pandas."""
        return arrow_to_pandas(self.to_arrow(table))

    def to_polars(self, table: str = "") -> pl.DataFrame:
        """One table as a DataFrame of Polars."""
        return arrow_to_polars(self.to_arrow(table))
