"""Formats tables as aligned text or Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under columns; the first `names` columns hold names, the others numbers."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""
    """What was done and on what, in a sentence or two."""
    names: int = 1

    def to_text(self) -> str:
        """The table for a terminal.

        >>> print(Table("Fruit", ["name", "count"], [["pear", "12"]]).to_text())
        Fruit
        name  count
        pear     12
        """
        table = [self.columns, *self.rows]
        widths = [max(len(row[column]) for row in table) for column in range(len(self.columns))]
        lines = [self._align(row, widths) for row in table]
        return "\n".join([self.title, *lines, *([self.note] if self.note else [])])

    def to_markdown(self) -> str:
        """The table for a document."""
        rule = ["---" if self._is_name(column) else "--:" for column in range(len(self.columns))]
        lines = [f"| {' | '.join(row)} |" for row in [self.columns, rule, *self.rows]]
        return "\n".join([f"**{self.title}** {self.note}".rstrip(), "", *lines])

    def _is_name(self, column: int) -> bool:
        return column < self.names

    def _align(self, row: Sequence[str], widths: Sequence[int]) -> str:
        cells = [
            cell.ljust(width) if self._is_name(column) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        return "  ".join(cells).rstrip()


def show_rate(value: float) -> str:
    """A rate between 0 and 1 (or a little below 0)."""
    return f"{value:.3f}"


def show_count(value: float) -> str:
    """A count, or pages per second; three digits where it is small."""
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"


def show_memory(value: int | None) -> str:
    """Bytes as megabytes."""
    return "-" if value is None else f"{value / 1e6:,.0f} MB"


def show_seconds(value: float) -> str:
    """A duration; milliseconds where it is short."""
    if value < 1:
        return f"{value * 1000:.2g} ms" if value < 0.1 else f"{value * 1000:.0f} ms"
    return f"{value:,.0f} s" if value >= 100 else f"{value:.1f} s"
