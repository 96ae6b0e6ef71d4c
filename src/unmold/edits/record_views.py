"""Shows records as edits say: what `Extractor` gives by learned names, by those that are shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from unmold.edits.model import Reading
from unmold.edits.views import ColumnView, TableView, TemplateView
from unmold.records.extract import Extractor
from unmold.records.record import Record
from unmold.records.table_layout import PARTS
from unmold.templates.model import Field
from unmold.values import parse_value

if TYPE_CHECKING:
    from unmold.model import Page
    from unmold.settings import Limits

Row = dict[str, dict[str, Any]]
"""By part of a record (`values`, `typed`, ...): its values by field."""

Texts = list[str | None] | str | None

ADDRESSES = ("url", "image")


class EditedExtractor:
    """Extracts the records of a template's pages as one tier shows them."""

    def __init__(
        self,
        view: TemplateView,
        tier: int,
        *,
        include_noise: bool = False,
        markdown: bool = False,
    ) -> None:
        self.view, self.tier = view, tier
        prepare = partial(Extractor, include_noise=include_noise, markdown=markdown)
        self._own = prepare(view.learned.of_tier(tier))
        lifted = any(one.is_lifted and one.is_shown for one in view.roots[1].columns)
        parts = any(table.is_lifted for table in view.tables(2))
        needs_second = tier == 1 and view.learned.first is not None and (lifted or parts)
        self._second = Extractor(view.learned, markdown=markdown) if needs_second else None

    def extract_pages(self, pages: Sequence[Page], limits: Limits, *, jobs: int) -> list[Record]:
        """The records of pages, parsed on `jobs` threads (0: all cores)."""
        own = self._own.extract_pages(pages, limits, jobs=jobs)
        second = self._second.extract_pages(pages, limits, jobs=jobs) if self._second else own
        found = zip(pages, own, second, strict=True)
        return [self._show_record(page, record, other) for page, record, other in found]

    def _show_record(self, page: Page, record: Record, second: Record) -> Record:
        records = {self.tier: _row(record), 2: _row(second)}
        shown: dict[str, Any] = self._show(records, page.address)
        return replace(record, template=self.view.name, **shown)

    def _show(self, records: dict[int, Row], address: str) -> Row:
        root = self.view.roots[self.tier]
        if root.is_hidden:
            return {part: {} for part in PARTS}
        shown = show_row(root, records, address)
        if self.tier == 1:
            for table in self.view.roots[2].tables:
                if table.is_lifted and not table.is_hidden:
                    name = table.lifted_name
                    _show_rows(table, records[2], {}, shown, address, name=name)
        return shown


def _row(record: Record) -> Row:
    return {part: getattr(record, part) for part in PARTS}


def show_row(table: TableView, rows: dict[int, Row], address: str) -> Row:
    """A row, by tier as it was read, with the columns and parts that are shown."""
    shown: Row = {part: {} for part in PARTS}
    for column in table.columns:
        if column.is_shown:
            _show_cell(column, rows, shown, address)
    own = rows[table.tier]
    for inner in table.tables:
        if not inner.is_hidden:
            _show_rows(inner, own, rows, shown, address)
    return shown


def _show_rows(
    table: TableView,
    around: Row,
    rows: dict[int, Row],
    shown: Row,
    address: str,
    name: str | None = None,
) -> None:
    """Show the rows of a part inside the row around them."""
    learned = table.part.rpartition(".")[2]
    if learned not in around["values"]:
        return
    columns = (around[part][learned] for part in PARTS)
    found = [
        show_row(table, {**rows, table.tier: dict(zip(PARTS, row, strict=True))}, address)
        for row in zip(*columns, strict=True)
    ]
    for part in PARTS:
        shown[part][name or table.given or table.name] = [row[part] for row in found]


def _show_cell(column: ColumnView, rows: dict[int, Row], shown: Row, address: str) -> None:
    sources = [(one.field, rows[one.tier]) for one in column.sources]
    present = [(one, row) for one, row in sources if one.name in row["values"]]
    if not present:
        return
    if not column.is_computed:
        learned, row = present[0]
        for part in PARTS:
            shown[part][column.name] = row[part][learned.name]
        return
    texts = [text_of(one, row["values"][one.name], row["typed"][one.name]) for one, row in present]
    said = compose(column, texts)
    if said is None:
        return
    shown["values"][column.name] = said
    shown["raw"][column.name] = (
        said if column.is_joined else present[0][1]["raw"][present[0][0].name]
    )
    shown["typed"][column.name] = read_texts(column.field, said, address)
    shown["xpaths"][column.name] = present[0][1]["xpaths"][present[0][0].name]


def text_of(learned: Field, value: Texts, typed: Any) -> Texts:
    """What is read as another type: the text as shown; of an address, the whole of it."""
    return typed if learned.type in ADDRESSES else value


def compose(column: ColumnView, texts: Sequence[Texts]) -> Texts:
    """The text of a column by those of the fields that it is made of."""
    if not column.is_joined:
        return texts[0] if texts else None
    said = [text for one in texts for text in _each(one) if text]
    return column.separator.join(said) if said else None


def _each(texts: Texts) -> Iterator[str]:
    if isinstance(texts, str):
        yield texts
    elif texts is not None:
        yield from (text for text in texts if text is not None)


def read_texts(shown: Field, texts: Texts, address: str) -> Any:
    """Texts read as the type of a field."""
    kind = Reading(
        shown.type, shown.number_format, shown.date_order, shown.is_whole, shown.currency
    ).value_type
    if isinstance(texts, list):
        return [None if text is None else parse_value(text, kind, address) for text in texts]
    return None if texts is None else parse_value(texts, kind, address)
