"""The rows of a workspace's tables as typed objects; `tables.py` has the schema of each.

Steps of a run hand these to each other, through the tables that they leave on disk.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar, cast

import pyarrow as pa

from unmold.model import Problem
from unmold.pages.reopen import Place
from unmold.store.table_files import iterate_batches


@dataclass(slots=True, kw_only=True)
class PageRow:
    """A page that a run has read: where it lies, and what was known of it then.

    Only who reads pages changes one; if frozen, each would take three times as long to make.
    """

    key: str
    path: str
    url: str
    site: str
    file: bytes
    """The name of the file that holds it, as the system knows it."""
    offset: int | None
    bytes: int
    sha256: str
    charset: str | None
    status: int | None
    declared_url: str | None
    inbound_source: str | None
    inbound_xpath: str | None
    soft_404: bool
    problems: list[str]
    state: str
    """`new`, `changed`, `known` or `kept`, against the previous run."""
    features_file: str | None = None
    features_row: int | None = None

    @property
    def is_known(self) -> bool:
        """Whether the previous run had the very same page."""
        return self.state in ("known", "kept")

    @property
    def place(self) -> Place:
        """Where it can be read again."""
        known = (self.key, self.path, self.url, self.site)
        return Place(*known, os.fsdecode(self.file), self.offset, self.charset, self.sha256)


@dataclass(slots=True, kw_only=True)
class PublishedPage:
    """A page as people see it in the table of pages."""

    key: str
    path: str
    url: str
    site: str
    file: str
    offset: int | None
    bytes: int
    sha256: str
    charset: str | None
    status: int | None
    declared_url: str | None
    inbound_source: str | None
    inbound_xpath: str | None
    soft_404: bool
    problems: list[str]
    cluster: int
    template: str | None
    score: float | None = None
    cluster_score: float | None = None
    """How near it is to the other pages of its cluster."""
    second_cluster: int | None = None
    second_score: float | None = None
    doubt: str | None = None
    """Why its cluster is in doubt, if it is."""


@dataclass(frozen=True, slots=True)
class ProblemRow:
    """A problem as tables have it, where its message is called `reason`."""

    code: str
    where: str
    reason: str

    @classmethod
    def of(cls, problem: Problem) -> ProblemRow:
        return cls(str(problem.code), problem.where, problem.message)


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """How well a page fits its template; without a score, why it has none."""

    key: str
    score: float | None = None
    code: str | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class ClusterRow:
    """Pages that are together."""

    cluster: int
    site: str
    kind: str
    template: str | None
    template_id: str | None
    pages: int
    records: int
    example_url: str
    paths: list[str]
    texts: list[str]
    classes: list[str]
    """What nearly all of its pages have, and hardly any other page of the site."""
    judged: str | None
    """Why templates split it from another cluster, or joined two to it."""


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A field of a template, in one of its tiers."""

    template: str
    part: str | None
    tier: int
    id: str
    name: str
    type: str
    source: str
    fill: float
    is_list: bool
    is_constant: bool
    is_noise: bool
    examples: list[str]


@dataclass(frozen=True, slots=True)
class RecordTableRow:
    """A table of records."""

    name: str
    template: str
    part: str
    tier: int
    file: str
    rows: int
    columns: int


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A change of a table; without a column of the whole table, without a tier of a template."""

    generation: int
    template: str
    part: str
    tier: int | None
    column: str
    change: str
    before: str | None = None
    after: str | None = None


MIN_REPEATS = 4
"""How often the texts of a column must occur in the mean to be shared; a guess."""


class Described(Protocol):
    """A dataclass, such as those above."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


Row = TypeVar("Row", bound=Described)


def read_rows(path: Path, row_type: type[Row]) -> list[Row]:
    """The rows of a table."""
    names = [field.name for field in fields(row_type)]
    found: list[Row] = []
    for batch in iterate_batches(path, columns=names):
        columns = [_to_list(column) for column in batch.columns]
        # In the order of the file, which need not be that of the fields.
        order = batch.schema.names
        found += [
            row_type(**dict(zip(order, row, strict=True))) for row in zip(*columns, strict=True)
        ]
    return found


def _to_list(column: pa.Array) -> list[Any]:
    """The values of a column; a text that is in many rows is one object in all of them."""
    if not pa.types.is_string(column.type) and not pa.types.is_binary(column.type):
        return cast("list[Any]", column.to_pylist())
    encoded = column.dictionary_encode()
    if len(encoded.dictionary) * MIN_REPEATS > len(column):
        return cast("list[Any]", column.to_pylist())
    texts = encoded.dictionary.to_pylist()
    return [None if number is None else texts[number] for number in encoded.indices.to_pylist()]
