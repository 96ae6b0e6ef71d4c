"""The features of many pages: one Arrow table, a row for each page.

`Features` is the one list of all columns in Python: a line names the feature, says what type it has
and what it means. The native core computes those that are asked for (`features!` in
`rust/src/features/columns.rs` is its list); `compute_features` puts the table together, workspaces
keep some of its columns, clusterers read them as NumPy arrays that share the table's memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, overload

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from unmold.arrow_arrays import make_array, read_numbers
from unmold.errors import UsageError

if TYPE_CHECKING:
    from unmold._core import Comparand

FINGERPRINT_LENGTH = 25
"""Bytes, one for each of the paper's 25 entries."""
DIGEST_LENGTH = 16
"""Bytes of an MD5 digest."""

COMPARANDS = "comparands"
"""What methods read that compare whole pages; no column, since trees stay native."""

Rows = NDArray[np.int64]
View = TypeVar("View")
ReadLater = Callable[[Rows, str], "Features"]
"""Computes one more column for some rows of a table."""
Convert = Callable[[pa.Array], View]


@dataclass(frozen=True, slots=True)
class Ragged:
    """Any number of values a page: those of page i are `values[offsets[i]:offsets[i + 1]]`.

    >>> rows = Ragged.of([[1, 2], [], [3]], np.uint64)
    >>> rows[0].tolist(), rows.lengths.tolist()
    ([1, 2], [2, 0, 1])
    """

    values: NDArray[Any]
    offsets: Rows

    @classmethod
    def of(cls, rows: Sequence[Sequence[int]], dtype: type[np.generic]) -> Ragged:
        """Put rows together."""
        offsets = np.cumsum([0, *(len(row) for row in rows)], dtype=np.int64)
        return cls(np.array([value for row in rows for value in row], dtype), offsets)

    @classmethod
    def join(cls, rows: Sequence[NDArray[np.uint64]]) -> Ragged:
        """Put hashes together that are arrays already."""
        offsets = np.cumsum([0, *map(len, rows)], dtype=np.int64)
        return cls(np.concatenate(rows) if rows else np.empty(0, np.uint64), offsets)

    @classmethod
    def from_arrow(cls, lists: pa.LargeListArray) -> Ragged:
        """The same memory as Arrow's, which may be a slice of more."""
        offsets = read_numbers(lists.offsets)
        values = read_numbers(lists.flatten())
        return cls(values, offsets - offsets[0] if len(offsets) else np.zeros(1, np.int64))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, page: int) -> NDArray[Any]:
        page = range(len(self))[page]
        return self.values[self.offsets[page] : self.offsets[page + 1]]

    def __iter__(self) -> Iterator[NDArray[Any]]:
        return (self[page] for page in range(len(self)))

    @property
    def lengths(self) -> Rows:
        """How many values each page has."""
        return np.diff(self.offsets)

    @property
    def pages(self) -> Rows:
        """For each value, the position of its page."""
        return np.repeat(np.arange(len(self), dtype=np.int64), self.lengths)


def number_values(values: NDArray[np.uint64]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """The distinct values in their order, and for each value the number of its own.

    What `np.unique` gives with `return_inverse`, but only distinct values are sorted: of the many
    millions that a large site has, few are.
    """
    encoded = make_array(values, pa.uint64()).dictionary_encode()
    distinct = read_numbers(encoded.dictionary)
    order = np.argsort(distinct)
    ranks = np.empty(len(order), np.int64)
    ranks[order] = np.arange(len(order))
    return distinct[order], ranks[read_numbers(encoded.indices)]


def first_places(numbers: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """Where each number occurs first; numbers are from 0 and each occurs."""
    first = np.empty(count, np.int64)
    first[numbers[::-1]] = np.arange(len(numbers) - 1, -1, -1)
    return first


@dataclass(frozen=True, slots=True)
class Links:
    """The links of many pages: `offsets` says where each page's begin among all."""

    offsets: Rows
    urls: list[str]
    xpaths: list[str]
    short_xpaths: list[str]
    texts: list[str]

    @classmethod
    def from_arrow(cls, lists: pa.LargeListArray) -> Links:
        offsets, links = read_numbers(lists.offsets), lists.flatten()
        return cls(offsets - offsets[0], *(column.to_pylist() for column in links.flatten()))

    def __len__(self) -> int:
        return len(self.urls)


class Column(Generic[View]):
    """A column of the table, and what it is read as."""

    name: str

    def __init__(
        self, type: pa.DataType, read: Convert[View], *, native: bool = True, null: bool = False
    ) -> None:
        self.type, self.read = type, read
        self.is_native = native
        """Whether the core computes it; else it says which page a row is."""
        self.is_nullable = null

    def __set_name__(self, owner: type[Features], name: str) -> None:
        self.name = name
        owner.columns[name] = self

    @overload
    def __get__(self, table: None, owner: type[Features]) -> Self: ...
    @overload
    def __get__(self, table: Features, owner: type[Features]) -> View: ...
    def __get__(self, table: Features | None, owner: type[Features]) -> Self | View:
        return self if table is None else table.view(self)


def _names() -> Column[list[str]]:
    return Column(pa.large_binary(), _from_arrow_names, native=False)


def _numbers(type: pa.DataType) -> Column[NDArray[Any]]:
    return Column(type, read_numbers)


def _lists(type: pa.DataType) -> Column[Ragged]:
    return Column(pa.large_list(_required(type)), Ragged.from_arrow)


def _digests() -> Column[list[bytes | None]]:
    return Column(pa.binary(DIGEST_LENGTH), _to_list, null=True)


def _to_list(column: pa.Array) -> list[Any]:
    found: list[Any] = column.to_pylist()
    return found


def to_arrow_names(names: Iterable[str | None]) -> pa.LargeBinaryArray:
    """Names of pages, which are bytes in Arrow: that of a file need not be Unicode."""
    given = list(names)
    try:
        return make_array(given, pa.large_binary())
    except UnicodeEncodeError:
        encoded = [
            None if name is None else name.encode("utf-8", "surrogatepass") for name in given
        ]
        return make_array(encoded, pa.large_binary())


def _from_arrow_names(column: pa.LargeBinaryArray) -> list[Any]:
    return [
        None if name is None else name.decode("utf-8", "surrogatepass")
        for name in column.to_pylist()
    ]


def _to_text_lists(column: pa.LargeListArray) -> list[list[str]]:
    return _to_list(column)


def _to_matrix(column: pa.FixedSizeBinaryArray) -> NDArray[np.uint8]:
    width = column.type.byte_width
    start = column.offset * width
    data = np.frombuffer(column.buffers()[1] or b"", np.uint8)
    return data[start : start + len(column) * width].reshape(-1, width)


def _required(type: pa.DataType) -> pa.Field:
    return pa.field("item", type, nullable=False)


_TEXT = pa.dictionary(pa.int32(), pa.large_string())
"""A text that other pages repeat: every different one is kept once."""

_LINK = pa.struct(
    [pa.field(name, _TEXT, nullable=False) for name in ("url", "xpath", "short_xpath", "text")]
)


class Features:
    """What methods compare of pages. Hashes are stable across versions and machines.

    A table need not have all columns: asking for one that it lacks is a mistake of the caller.
    """

    columns: dict[str, Column[Any]] = {}  # noqa: RUF012 - filled by the lines below
    """All columns by name, in their order."""

    keys = _names()
    paths = _names()
    urls = _names()
    sites = _names()
    inbound_xpaths: Column[list[str | None]] = Column(
        pa.large_binary(), _from_arrow_names, native=False, null=True
    )
    """Where the link is through which a crawl found each page, if that is known."""

    elements = _numbers(pa.uint32())
    nodes = _numbers(pa.uint32())
    max_depth = _numbers(pa.uint32())
    fingerprints = Column(pa.binary(FINGERPRINT_LENGTH), _to_matrix)
    """Template fingerprints, 25 bytes a page, one in each row."""
    sequence_digests = _digests()
    """MD5 of the tag sequence; None for a page without tags."""
    header_digests = _digests()
    """MD5 of the head's tag sequence; None for a page without a head."""
    sequence_hashes = _numbers(pa.uint64())
    """Hash of the tag sequence."""
    tag_sequence = _lists(pa.uint32())
    """Source mode: one token for every start and end tag that the page writes."""
    head_sequence = _lists(pa.uint32())
    tags = _lists(pa.uint32())
    """The different tags of the tag sequence; how often each occurs is in `tag_counts`."""
    tag_counts = _lists(pa.uint32())
    dom_sequence = _lists(pa.uint32())
    """DOM mode: entering and leaving every element."""
    indexed_leaf_paths = _lists(pa.uint64())
    leaf_path_hashes = _numbers(pa.uint64())
    """Hash of the set of leaf paths."""
    leaf_paths = _lists(pa.uint64())
    """The set of leaf paths, ascending; how many leaves each has is in `leaf_path_counts`."""
    leaf_path_counts = _lists(pa.uint32())
    element_paths = _lists(pa.uint64())
    """The set of paths of all elements; the path above each is in `element_path_parents`."""
    element_path_parents = _lists(pa.uint64())
    main_paths = _lists(pa.uint64())
    """Leaf paths of the main region."""
    class_token_hashes = _numbers(pa.uint64())
    """Hash of the set of `tag.class` tokens."""
    class_tokens = _lists(pa.uint64())
    """The set of `tag` and `tag.class` tokens, ascending."""
    classes = _lists(pa.uint64())
    labels = _lists(pa.uint64())
    """The set of label keys, ascending."""
    content_paths = _lists(pa.uint64())
    """The set of paths of texts and images together with what they say."""
    content_path_parents = _lists(pa.uint64())
    """For each content path the path of its element."""
    links = Column(pa.large_list(_required(_LINK)), Links.from_arrow)
    text_paths = _lists(pa.uint64())
    """For each visible text the path that it is at."""
    texts = Column(pa.large_list(_required(_TEXT)), _to_text_lists)
    """The visible texts of each page."""

    def __init__(
        self,
        table: pa.Table,
        comparands: list[Comparand] | None = None,
        rows: pa.Array = None,
        read_later: ReadLater | None = None,
    ) -> None:
        self._table = table
        self._comparands = comparands
        self._read_later = read_later
        # Those of the table that are meant, all if None; taken when a column is read, as few are.
        self._rows = rows
        self._views: dict[str | bytes, Any] = {}

    @classmethod
    def from_arrow(cls, table: pa.Table) -> Features:
        """A table that `to_arrow` gave, or some rows and columns of one."""
        expected = schema_of(table.column_names)
        for name in table.column_names:
            if table.schema.field(name).type != expected.field(name).type:
                found = table.schema.field(name).type
                raise UsageError(f"{name} is {found}, not {expected.field(name).type}")
        return cls(table)

    def to_arrow(self) -> pa.Table:
        """The table, without trees."""
        return self._table if self._rows is None else self._table.take(self._rows)

    @classmethod
    def of(cls, columns: Mapping[str, Any], comparands: list[Comparand] | None = None) -> Features:
        """A table of columns at hand, such as lists or NumPy arrays.

        >>> Features.of({"sites": ["a", "b"], "leaf_paths": [[1, 2], []]}).leaf_paths.lengths
        array([2, 0])
        """
        schema = schema_of(columns)
        arrays = [_to_arrow(columns[field.name], field.type) for field in schema]
        return cls(pa.Table.from_arrays(arrays, schema=schema), comparands)

    def __len__(self) -> int:
        return int(self._table.num_rows) if self._rows is None else len(self._rows)

    def __contains__(self, name: str) -> bool:
        """Whether the table has a column, or trees."""
        if name == COMPARANDS:
            return self._comparands is not None
        return name in self._table.column_names

    @property
    def comparands(self) -> list[Comparand]:
        """Every page ready to be compared with others."""
        if self._comparands is None:
            raise UsageError(
                "this method compares whole pages, which these features do not hold",
                hint="give pages to `cluster_pages`, or ask `compute_features` for `comparands`",
            )
        return self._comparands

    def with_column(self, name: str, values: Any) -> Features:
        """The same features with other values in a column, or with one more."""
        field = schema_of([name]).field(name)
        table, array = self.to_arrow(), _to_arrow(values, field.type)
        if name not in table.column_names:
            return Features(table.append_column(field, array), self._comparands)
        at = table.column_names.index(name)
        return Features(table.set_column(at, field, array), self._comparands)

    def without(self, name: str) -> Features:
        """The same features without a column."""
        return Features(self.to_arrow().drop_columns([name]), self._comparands)

    def with_comparands(self, comparands: list[Comparand]) -> Features:
        """The same features, and every page ready to be compared with others."""
        return Features(self._table, comparands, self._rows, self._read_later)

    def with_later(self, read_later: ReadLater) -> Features:
        """The same features, and a way to those that are needed of few pages only."""
        return Features(self.to_arrow(), self._comparands, None, read_later)

    def look_up(self, name: str, rows: Rows) -> Any:
        """A column of some pages, computed now if the table lacks it; None if that cannot be.

        >>> Features.of({"sites": ["a", "b"]}).look_up("sites", np.array([1]))
        ['b']
        """
        column = self.columns[name]
        if name in self:
            return self.select(rows).view(column)
        if self._read_later is None:
            return None
        of_table = rows if self._rows is None else read_numbers(self._rows)[rows]
        return self._read_later(of_table, name).view(column)

    def view(self, column: Column[View]) -> View:
        """A column as methods read it; made once."""
        return self.remember(column.name, lambda: column.read(self._take(column.name)))

    def remember(self, name: str | bytes, make: Callable[[], View]) -> View:
        """What is made of these pages and asked for again and again; made once."""
        if name not in self._views:
            self._views[name] = make()
        found: View = self._views[name]
        return found

    def _take(self, name: str) -> pa.Array:
        """The values of a column in these rows."""
        at = self._table.schema.get_field_index(name)
        if at < 0:
            raise UsageError(
                f"these features hold no {name}",
                hint=f"ask `compute_features` for the column {name}",
            )
        values = _whole(self._table.column(at))
        return values if self._rows is None else values.take(self._rows)

    def select(self, rows: Rows) -> Features:
        """Some pages, in the order given.

        >>> Features.of({"sites": ["a", "b"]}).select(np.array([1])).sites
        ['b']
        """
        if len(rows) == len(self) and np.array_equal(rows, np.arange(len(rows))):
            return self
        comparands = self._comparands
        if comparands is not None:
            comparands = [comparands[row] for row in rows.tolist()]
        rows = rows if self._rows is None else read_numbers(self._rows)[rows]
        return Features(self._table, comparands, make_array(rows, pa.int64()), self._read_later)

    def by_site(self) -> dict[str, Rows]:
        """For each site, in the order in which they come, the positions of its pages."""
        pages: dict[str, list[int]] = {}
        for position, site in enumerate(self.sites):
            pages.setdefault(site, []).append(position)
        return {site: np.array(found, dtype=np.int64) for site, found in pages.items()}


IDENTITY = tuple(name for name, column in Features.columns.items() if not column.is_native)
"""The columns that say which page a row is."""

COMPUTED = tuple(name for name, column in Features.columns.items() if column.is_native)
"""The columns that the core computes."""


def schema_of(names: Iterable[str]) -> pa.Schema:
    """The types of some columns, in the order of all."""
    return _schema_of(frozenset(names))


@lru_cache(maxsize=64)
def _schema_of(wanted: frozenset[str]) -> pa.Schema:
    """The same, made once: to make it takes as long as the features of two pages."""
    if unknown := sorted(wanted - set(Features.columns)):
        hint = f"there are {', '.join(COMPUTED)}"
        raise UsageError(f"there is no feature {unknown[0]}", hint=hint)
    return pa.schema(
        [
            pa.field(name, column.type, nullable=column.is_nullable)
            for name, column in Features.columns.items()
            if name in wanted
        ]
    )


def _whole(column: pa.ChunkedArray) -> pa.Array:
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()


def _to_arrow(values: Any, type: pa.DataType) -> pa.Array:
    if pa.types.is_large_binary(type):
        return to_arrow_names(values)
    if isinstance(values, np.ndarray) and values.ndim == 2:
        values = [row.tobytes() for row in values]
    if isinstance(values, Ragged):
        offsets = make_array(values.offsets, pa.int64())
        return pa.LargeListArray.from_arrays(offsets, make_array(values.values, type.value_type))
    return pa.array(values, type)
