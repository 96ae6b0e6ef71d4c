"""Verification: a wrapper and all pages of its template enter, the share of right pages leaves.

Pages are read as users of parsel read them. A page counts for a field where unmold or the wrapper
finds a value; both must then find the same. Of a table's column all rows must be right.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from unmold.export.page_view import PageView
from unmold.export.wrapper import TemplateWrapper

Values = dict[str, list[tuple[tuple[int, ...], Any]]]
"""By column: the rows it stands in, outer ones first, and its value there."""


def verify(wrapper: TemplateWrapper, views: Iterable[PageView]) -> dict[str, list[int]]:
    """Fill in the shares; by column, on which pages it is wrong."""
    columns = dict(wrapper.columns())
    wrong: dict[str, list[int]] = defaultdict(list)
    for number, view in enumerate(views):
        theirs = columns_of(wrapper.read(view.selector))
        ours = columns_of(view.record.values)
        for name, column in columns.items():
            if name in theirs or name in ours:
                is_right = theirs.get(name) == ours.get(name)
                column.share.add(is_right)
                if not is_right:
                    wrong[name].append(number)
    return wrong


def columns_of(values: dict[str, Any]) -> Values:
    """The values of a record by column."""
    found: Values = defaultdict(list)
    waiting: list[tuple[str, tuple[int, ...], Any]] = [("", (), values)]
    while waiting:
        name, place, value = waiting.pop()
        if isinstance(value, dict):
            start = f"{name}." if name else ""
            waiting += [(start + key, place, inner) for key, inner in value.items()]
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            waiting += [(name, (*place, row), inner) for row, inner in enumerate(value)]
        else:
            found[name].append((place, value))
    return {name: sorted(rows, key=lambda row: row[0]) for name, rows in found.items()}
