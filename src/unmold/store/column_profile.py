"""Profiles of a table's columns: how full they are, what they hold most, how numbers spread.

The first rows of a table are read, and of these some are kept as they are, to be shown.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from unmold.csv_rows import cell_text
from unmold.store.stored_table import StoredTable

MAX_ROWS = 20_000
"""Rows that a profile is made of; more of a column say the same."""

MAX_BYTES = 64 * 1024 * 1024
"""And what they may take in memory: rows with main texts are large."""

TOP = 5
"""Values of a column that are counted by name."""

BINS = 16
"""Bars of a histogram, as many as can be seen apart in a column of a table."""
COMPARED_LETTERS = 200
"""Texts are the same if they begin the same so far."""

_NUMBER = r"^\s*[-+]?\d[\d.,\s]*$"
_FIRST_DAY = date(1970, 1, 1)


@dataclass(frozen=True, slots=True)
class Histogram:
    """How often values lie in each of equal steps from the lowest to the highest."""

    low: float
    high: float
    counts: tuple[int, ...]
    median: float


@dataclass(frozen=True, slots=True)
class ColumnProfile:
    """What the rows say in one column."""

    rows: int
    filled: int
    """Rows with a value; those with an empty text or list have none."""

    values: int
    """Values of all rows; more than rows where a cell holds a list."""

    distinct: int
    top: tuple[tuple[str, int], ...]
    """The values that are there most often, and how often; shortened."""

    histogram: Histogram | None
    """Of numbers, amounts and days (counted from 1970), where there are several different ones."""

    longest: int
    """Letters of the longest text."""

    median_length: int
    numeric: int
    """Texts that are numbers."""

    digest: str
    """The same for columns that say the same in every row."""

    @property
    def share(self) -> float:
        """The share of rows that fill it."""
        return self.filled / self.rows if self.rows else 0.0


@dataclass(frozen=True, slots=True)
class TableProfile:
    """The profiles of some columns, and rows to look at."""

    rows: int
    """Of the whole table."""

    profiled: int
    """Of them, those that the profiles are made of: the first."""

    columns: dict[str, ColumnProfile]
    sample: list[dict[str, Any]]

    def show_values(self, show: Callable[[Any], Any]) -> TableProfile:
        """The same with every value as it may be shown."""
        columns = {
            name: replace(one, top=tuple((show(text), count) for text, count in one.top))
            for name, one in self.columns.items()
        }
        return replace(self, columns=columns, sample=show(self.sample))


def profile_table(
    stored: StoredTable, columns: Sequence[str], sample: int, *, spread: bool
) -> TableProfile:
    """Profile columns of a table; the sample is spread over the rows, or has the first of them."""
    table = _read_first(stored)
    known = [name for name in columns if name in table.column_names]
    places = _choose(table.num_rows, sample, spread)
    return TableProfile(
        len(stored),
        table.num_rows,
        {name: profile_column(table.column(name)) for name in known},
        table.take(places).to_pylist() if places else [],
    )


def day_of(number: float) -> date:
    """The day that a histogram counts from 1970."""
    return _FIRST_DAY + timedelta(days=round(number))


def _read_first(stored: StoredTable) -> pa.Table:
    """The first rows, not too many and not too large."""
    batches: list[pa.RecordBatch] = []
    rows = size = 0
    for batch in stored.batches():
        batches.append(batch.slice(0, MAX_ROWS - rows))
        rows += batches[-1].num_rows
        size += batch.nbytes
        if rows >= MAX_ROWS or size >= MAX_BYTES:
            break
    return pa.Table.from_batches(batches) if batches else stored.schema.empty_table()


def _choose(rows: int, count: int, spread: bool) -> list[int]:
    wanted = min(rows, count)
    return [place * rows // wanted if spread else place for place in range(wanted)]


def profile_column(column: pa.ChunkedArray) -> ColumnProfile:
    """The profile of one column."""
    whole = pa.concat_arrays(column.chunks) if column.num_chunks else pa.array([], column.type)
    is_list = pa.types.is_list(whole.type)
    flat = (whole.flatten() if is_list else whole).drop_null()
    is_text = pa.types.is_string(flat.type)
    lengths = np.asarray(pc.utf8_length(flat)) if is_text else np.zeros(0, np.int64)
    if is_text:
        flat = pc.utf8_slice_codeunits(flat, 0, COMPARED_LETTERS)
    counted = pc.value_counts(flat)
    counts = counted.field("counts").to_numpy()
    order = np.argsort(-counts, kind="stable")[:TOP]
    top = [(_spell(counted.field("values")[int(at)].as_py()), int(counts[at])) for at in order]
    return ColumnProfile(
        rows=len(whole),
        filled=_count_filled(whole, is_list, is_text),
        values=len(flat),
        distinct=len(counts),
        top=tuple(top),
        histogram=_count_steps(flat),
        longest=int(lengths.max(initial=0)),
        median_length=int(np.median(lengths)) if len(lengths) else 0,
        numeric=pc.sum(pc.match_substring_regex(flat, _NUMBER)).as_py() or 0 if is_text else 0,
        digest=_digest(whole),
    )


def _count_filled(whole: pa.Array, is_list: bool, is_text: bool) -> int:
    if is_list:
        sizes = pc.fill_null(pc.list_value_length(whole), 0)
        return int(pc.sum(pc.greater(sizes, 0)).as_py() or 0)
    if is_text:
        return int(pc.sum(pc.fill_null(pc.not_equal(whole, ""), False)).as_py() or 0)
    return len(whole) - int(whole.null_count)


def _count_steps(flat: pa.Array) -> Histogram | None:
    if pa.types.is_date32(flat.type):
        flat = flat.cast(pa.int32())
    elif not (pa.types.is_integer(flat.type) or pa.types.is_floating(flat.type)):
        return None
    numbers = flat.to_numpy(zero_copy_only=False).astype(np.float64)
    numbers = numbers[np.isfinite(numbers)]
    if len(numbers) < 2 or numbers.min() == numbers.max():
        return None
    low, high = float(numbers.min()), float(numbers.max())
    with np.errstate(over="ignore", invalid="ignore"):
        # The distance of two numbers may be none: then all lie in one step.
        scaled = (numbers - low) / (high - low) * BINS
    places = np.clip(np.nan_to_num(scaled), 0, BINS - 1).astype(np.int64)
    counts = np.bincount(places, minlength=BINS)
    return Histogram(low, high, tuple(counts.tolist()), float(np.median(numbers)))


def _digest(whole: pa.Array) -> str:
    """What distinguishes a column from others: its type and all of its values."""
    spelled = hashlib.blake2b(str(whole.type).encode(), digest_size=16)
    for value in whole.to_pylist():
        spelled.update(repr(value)[:COMPARED_LETTERS].encode("utf-8", "replace") + b"\0")
    return spelled.hexdigest()


def _spell(value: Any) -> str:
    return cell_text(value)
