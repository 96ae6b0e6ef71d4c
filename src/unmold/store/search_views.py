"""How edits show what is searched.

The index holds everything that was found, the columns of the second tier. An edit of a column of
the first tier acts on those columns of the second that read the same places.
"""

from __future__ import annotations

from collections.abc import Iterator

from unmold.edits.record_views import ADDRESSES
from unmold.edits.views import ColumnView, TableView, TemplateView, Views
from unmold.search import SearchView, TemplateSearch


def make_search_view(views: Views) -> SearchView:
    """The templates that are not shown as they were learned."""
    return SearchView({name: _show(view) for name, view in views.by_learned.items()})


def _show(view: TemplateView) -> TemplateSearch:
    columns: dict[str, str | None] = {}
    by_id: dict[str, ColumnView] = {}
    for table, column in _columns(view, 2):
        if len(column.sources) == 1 and not column.is_joined:
            learned = _path(table.part, column.sources[0].field.name)
            columns[learned] = _shown(view, table, column)
            by_id[learned] = column
    for table, column in _columns(view, 1):
        if not _is_edited(view, table, column):
            continue
        for learned, other in by_id.items():
            if ("." in learned) == bool(table.part) and _reads_same(column, other):
                columns[learned] = _shown(view, table, column)
    found = {name for name, one in by_id.items() if one.sources[0].field.type in ADDRESSES}
    return TemplateSearch(view.name, columns, frozenset(found))


def _columns(view: TemplateView, tier: int) -> Iterator[tuple[TableView, ColumnView]]:
    for table in view.tables(tier):
        yield from ((table, column) for column in table.columns)


def _is_edited(view: TemplateView, table: TableView, column: ColumnView) -> bool:
    is_moved = view.shown_part(table) != table.part
    return not column.is_shown or column.given is not None or is_moved or _is_gone(view, table)


def _is_gone(view: TemplateView, table: TableView) -> bool:
    around = (one for one in view.tables(table.tier) if one.ids == table.ids[: len(one.ids)])
    return any(one.is_hidden for one in around)


def _shown(view: TemplateView, table: TableView, column: ColumnView) -> str | None:
    """The name by which a column is found; None if it is not."""
    if _is_gone(view, table):
        return None
    if column.is_part:
        joined = (one for one in table.columns if one.is_joined and _has(one, column))
        column = next(joined, column)
    return None if column.is_hidden else _path(view.shown_part(table), column.name)


def _has(joined: ColumnView, part: ColumnView) -> bool:
    return all(source in joined.sources for source in part.sources)


def _path(part: str, name: str) -> str:
    return f"{part}.{name}" if part else name


def _reads_same(one: ColumnView, other: ColumnView) -> bool:
    """Whether two columns are found by the same keys."""
    if one.id == other.id:
        return True
    ways = [
        {(way.key, way.take) for source in column.sources for way in source.field.selectors}
        for column in (one, other)
    ]
    return bool(ways[0] & ways[1])
