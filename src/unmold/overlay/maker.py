"""`OverlayMaker`: lays the record of a page over the page.

The places are those of the cells that extraction chose, by the same native code; names, types and
rows are those of the record as edits show it. What is read twice stands under the first tier.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, cast

from unmold.edits.views import ColumnView, TableView, TemplateView, make_views
from unmold.model import Page, Problem, ProblemCode
from unmold.overlay.model import (
    MissingColumn,
    OverlayPage,
    Place,
    RowFrame,
    State,
    UnseenValue,
    Why,
)
from unmold.overlay.readings import NO_ROW, Leaf, Piece, Reading, ReadyTemplate, Spot, read_places
from unmold.overlay.verdicts import Cover, judge_texts
from unmold.settings import Limits
from unmold.templates.model import Template

if TYPE_CHECKING:
    from unmold.records import Record
    from unmold.store import Workspace

USUAL = 0.5
"""The share of pages that fill a usual column; as in the score of a page. A guess."""

MAX_PLACES = 5_000
"""Places that a page shows; the most of a page of the development corpora are some 3,000."""

MAX_VALUE, MAX_REPEATED = 20_000, 200
"""Letters of a value at its first place, and at the other places of its parts."""

_STATES: dict[str, State] = {ProblemCode.CHANGED: "changed", ProblemCode.MISSING: "gone"}


def prepare_overlay(workspace: Workspace, template: str) -> OverlayMaker:
    """What makes the overlays of a template's pages, by the name that it is shown by."""
    views = workspace.views
    if views is not None and template in views.by_name:
        return OverlayMaker(views.by_name[template])
    return OverlayMaker.of(workspace.learned_templates[template])


def explain_problem(problem: Problem) -> OverlayPage:
    """The overlay of a page that cannot be had: the reason in its place."""
    return OverlayPage(_STATES.get(problem.code, "unreadable"), problem.message)


class OverlayMaker:
    """A template as it is shown, made ready for many pages."""

    def __init__(self, view: TemplateView) -> None:
        self.view = view
        learned = view.learned
        self._ready = {1: ReadyTemplate(learned.best), 2: ReadyTemplate(learned)}
        self._noisy = ReadyTemplate(learned, include_noise=True)

    @classmethod
    def of(cls, template: Template) -> OverlayMaker:
        """The maker for a template without edits."""
        return cls(make_views({template.name: template}, ()).by_learned[template.name])

    def make(self, page: Page, record: Record, limits: Limits | None = None) -> OverlayPage:
        """The overlay of a page, whose record of the first tier is given as it is shown."""
        ready = [self._ready[1], self._ready[2], self._noisy]
        leaves, (first, second, noisy) = read_places(ready, page, limits or Limits())
        work = _Work(self.view, {1: first, 2: second}, leaves)
        work.show_first(record.values, record.typed)
        work.show_again()
        work.show_second()
        texts = judge_texts(leaves, [first, second, noisy], work.cover)
        places = _whole_cells(work.places)
        behind = work.places[len(places) :]
        cut = {one.cell for one in behind if one.tier == 1 and one.verdict == "value"}
        return OverlayPage(
            places=places,
            rows=work.rows,
            texts=texts,
            unseen=work.unseen,
            missing=work.missing,
            left_out=len(cut),
        )


class _Work:
    """One overlay under way."""

    def __init__(
        self, view: TemplateView, readings: dict[int, Reading], leaves: Sequence[Leaf]
    ) -> None:
        self._view, self._readings, self._leaves = view, readings, leaves
        self.cover = Cover()
        self.places: list[Place] = []
        self.rows: list[RowFrame] = []
        self.unseen: list[UnseenValue] = []
        self.missing: list[MissingColumn] = []
        self._cells = 0
        self._said: dict[str, Place] = {}
        """By folded text the first place of each value."""

    def show_first(self, values: dict[str, Any], typed: dict[str, Any]) -> None:
        """Show the record."""
        root = self._view.roots[1]
        if root.is_hidden:
            return
        self._show_row(root, "", None, {1: NO_ROW, 2: NO_ROW}, (values, typed))
        self._find_missing(root, "", [values])
        for table in self._view.roots[2].tables:
            if table.is_lifted and not table.is_hidden:
                name = table.lifted_name
                self._show_rows(table, name, NO_ROW, values.get(name), typed.get(name))

    def _show_row(
        self,
        table: TableView,
        name: str,
        row: int | None,
        numbers: dict[int, int],
        cells: tuple[dict[str, Any], dict[str, Any]],
    ) -> None:
        values, typed = cells
        for column in table.columns:
            if column.is_shown and column.name in values:
                spots = [
                    (one.tier, spot)
                    for one in column.sources
                    for spot in self._readings[one.tier].cell(one.field, numbers[one.tier])
                ]
                cell = values[column.name], typed.get(column.name)
                self._show_cell(column, name, row, cell, [s for _, s in spots])
        for inner in table.tables:
            if not inner.is_hidden:
                shown = inner.given or inner.name
                path = f"{name}.{shown}" if name else shown
                rows = values.get(shown), typed.get(shown)
                self._show_rows(inner, path, numbers[table.tier], *rows)

    def _show_rows(self, table: TableView, name: str, around: int, rows: Any, typed: Any) -> None:
        assert table.learned is not None
        found = self._readings[table.tier].rows_in(table.learned, around)
        cells = zip(rows or [], typed or [{}] * len(rows or []), strict=False)
        for row, values in zip(found, cells, strict=False):
            if row.mark >= 0:
                self.rows.append(RowFrame(row.mark, name, row.position, 1, row.xpath))
            self._show_row(table, name, row.position, {table.tier: row.number}, values)
        if rows:
            self._find_missing(table, name, rows)

    def _show_cell(
        self,
        column: ColumnView,
        table: str,
        row: int | None,
        cell: tuple[Any, Any],
        spots: list[Spot],
    ) -> None:
        """Show a value, or each of a list, at the spots that fill it."""
        value, typed = cell
        if not isinstance(value, list):
            if value is not None:
                self._show_value(column, table, row, (str(value), typed), spots)
            return
        for number, one in enumerate(value):
            if one is not None:
                own = [spot for spot in spots if spot.item == number]
                held = typed[number] if isinstance(typed, list) and number < len(typed) else None
                self._show_value(column, table, row, (str(one), held), own)

    def _show_value(
        self,
        column: ColumnView,
        table: str,
        row: int | None,
        cell: tuple[str, Any],
        spots: Sequence[Spot],
    ) -> None:
        self._cells += 1
        value, typed = cell
        stored = _show_stored(value, typed)
        shown = [spot for spot in spots if spot.why is None]
        for spot in shown:
            self._add_places(column, table, row, value, spot, tier=1, stored=stored)
        if not shown:
            why = cast("Why", spots[0].why if spots else "unmarked")
            cut = value[:MAX_VALUE]
            self.unseen.append(UnseenValue(table, row, column.name, column.id, cut, why))

    def _add_places(
        self,
        column: ColumnView,
        table: str,
        row: int | None,
        value: str,
        spot: Spot,
        tier: int,
        stored: str | None = None,
    ) -> None:
        leaf = self._leaves[spot.leaf]
        end = f"/@{leaf.attribute}" if leaf.attribute else ""
        for piece in spot.pieces:
            is_first = not self.places or self.places[-1].cell != self._cells
            place = Place(
                len(self.places),
                self._cells,
                *piece,
                leaf.attribute,
                table,
                row,
                column.name,
                column.id,
                tier,
                "value",
                value[: MAX_VALUE if is_first else MAX_REPEATED],
                column.field.type,
                stored,
                leaf.xpath + end,
            )
            self.places.append(place)
            self.cover.add(piece, tier)
            if tier == 1 and leaf.attribute is None:
                self._said.setdefault(value[:MAX_VALUE].casefold(), place)

    def _find_missing(self, table: TableView, name: str, rows: Sequence[dict[str, Any]]) -> None:
        filled = {column for row in rows for column in row}
        self.missing += [
            MissingColumn(name, column.name, column.id, column.field.fill)
            for column in table.columns
            if column.is_shown and column.field.fill >= USUAL and column.name not in filled
        ]

    def show_again(self) -> None:
        """Show where a value of the record is said again, in a text that the template has not."""
        fixed = self._readings[2].is_fixed
        for number, leaf in enumerate(self._leaves):
            if leaf.attribute or leaf.why or len(leaf.pieces) != 1 or fixed[number]:
                continue
            first = self._said.get(leaf.value.casefold())
            if first is None or not _is_telling(leaf.value):
                continue
            if self.cover.is_covered(leaf.pieces[0]):
                continue
            self._cells += 1
            self._add_again(first, leaf, leaf.pieces[0])

    def _add_again(self, first: Place, leaf: Leaf, piece: Piece) -> None:
        place = Place(
            len(self.places),
            self._cells,
            *piece,
            None,
            first.table,
            first.row,
            first.column,
            first.field,
            first.tier,
            "again",
            first.value,
            first.type,
            first.stored,
            leaf.xpath,
        )
        self.places.append(place)
        self.cover.add(piece, 1)

    def show_second(self) -> None:
        """Show what only the second tier reads."""
        root = self._view.roots[2]
        if self._view.learned.first is None or root.is_hidden:
            return
        for table, name, row, number in self._second_rows(root, "", NO_ROW):
            for column in table.columns:
                if column.is_shown and not (column.field.is_noise or column.field.is_constant):
                    self._show_second_cell(column, name, row, number)

    def _second_rows(
        self, root: TableView, name: str, around: int
    ) -> Iterator[tuple[TableView, str, int | None, int]]:
        """The root row, and all rows of tables, each with its table."""
        waiting: list[tuple[TableView, str, int | None, int]] = [(root, name, None, around)]
        while waiting:
            table, path, row, number = waiting.pop()
            yield table, path, row, number
            for inner in table.tables:
                if inner.is_hidden or inner.learned is None:
                    continue
                shown = inner.given or inner.name
                own = f"{path}.{shown}" if path else shown
                found = self._readings[2].rows_in(inner.learned, number)
                waiting += [(inner, own, one.position, one.number) for one in reversed(found)]

    def _show_second_cell(
        self, column: ColumnView, name: str, row: int | None, number: int
    ) -> None:
        for source in column.sources:
            for spot in self._readings[2].cell(source.field, number):
                if spot.why is None and not all(map(self.cover.is_covered, spot.pieces)):
                    self._cells += 1
                    self._add_places(column, name, row, spot.value, spot, tier=2)


def _whole_cells(places: list[Place]) -> list[Place]:
    """As many places as a page shows, of no value only a part."""
    if len(places) <= MAX_PLACES:
        return places
    last = places[MAX_PLACES].cell
    return [place for place in places[:MAX_PLACES] if place.cell != last]


def _show_stored(value: str, typed: Any) -> str | None:
    """What a cell of a table holds; None where that is what the page says."""
    match typed:
        case None:
            return ""
        case bool():
            shown = str(typed).lower()
        case {"amount": amount, "currency": currency}:
            shown = f"{amount} {currency or ''}".strip()
        case _:
            shown = str(typed)
    return None if shown == value else shown[:MAX_REPEATED]


def _is_telling(text: str) -> bool:
    """Whether a text is long enough not to be the same by chance. A guess."""
    letters = sum(character.isalpha() for character in text)
    return len(text) >= 3 and (letters >= 2 or len(text) >= 4)
