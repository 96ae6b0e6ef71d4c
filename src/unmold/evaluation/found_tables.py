"""The tables of one template as they were found: columns with their cells by page."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from unmold.evaluation.said_values import count_words, flatten

Row = Mapping[str, Any]


@dataclass
class FoundColumn:
    """A column of the root table, or of a child table."""

    part: str
    """The child table; empty for the root table."""

    name: str
    order: int
    kind: str = ""
    """The type of its field."""

    cells: dict[str, list[Any]] = field(default_factory=dict)
    """By page its values; a page without any is absent."""

    is_elsewhere: bool = False
    """Whether it is empty on all pages of gold, and filled on others."""

    _words: dict[str, Counter[str]] = field(default_factory=dict, repr=False)

    @property
    def label(self) -> str:
        return f"{self.part}.{self.name}" if self.part else self.name

    def words(self, page: str) -> Counter[str]:
        if page not in self._words:
            self._words[page] = count_words(self.cells.get(page, []))
        return self._words[page]


@dataclass
class FoundTables:
    """The tables of one template, on the pages of gold."""

    template: str
    columns: list[FoundColumn] = field(default_factory=list)
    rows: dict[str, dict[str, list[Row]]] = field(default_factory=dict)
    """By child table and page its rows."""

    def add(
        self,
        part: str,
        names: Sequence[str],
        rows: Iterable[tuple[str | None, Row]],
        kinds: Mapping[str, str],
    ) -> None:
        """Add a table: its columns in their order, and its rows, each with the page it is of.

        A row of a page that gold does not know has no page.
        """
        columns = [
            FoundColumn(part, name, order, kinds.get(name, "")) for order, name in enumerate(names)
        ]
        by_page: defaultdict[str, list[Row]] = defaultdict(list)
        not_null: set[str] = set()
        for page, row in rows:
            not_null.update(name for name in names if row[name] is not None)
            if page is None:
                continue
            by_page[page].append(row)
            for column in columns:
                if values := flatten(row[column.name]):
                    column.cells.setdefault(page, []).extend(values)
        for column in columns:
            column.is_elsewhere = not column.cells and column.name in not_null
        self.columns += columns
        if part:
            self.rows[part] = by_page
