"""The tables of a workspace as edits show them: names, columns, types, what is hidden or lifted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import chain, count
from pathlib import Path
from typing import Any

import pyarrow as pa

from unmold.edits.model import Reading
from unmold.edits.record_views import ADDRESSES, compose
from unmold.edits.views import ColumnView, Source, TableView, TemplateView, Views
from unmold.errors import UsageError
from unmold.records.table_layout import TableColumn, arrow_type_of, name_columns
from unmold.store.layout import TABLES, TEXTS, Generation
from unmold.store.record_files import number_parts
from unmold.store.rows import RecordTableRow, read_rows
from unmold.store.stored_table import StoredTable
from unmold.store.summary import Summary
from unmold.store.table_contents import EditedContents, MadeContents, ShownColumn, Stored
from unmold.store.table_files import FIELDS, RECORD_TABLES, read_schema, read_table
from unmold.templates.model import Field
from unmold.values import parse_value

NAMED = ("pages", "clusters", "changes")
"""The tables about a workspace that name templates."""


class EditedTables:
    """Lists the tables of a generation as edits show them."""

    def __init__(self, generation: Generation, views: Views) -> None:
        self.generation, self.views = generation, views

    def list(self) -> list[StoredTable]:
        """All tables: those of records, the first tier first, then those about the workspace."""
        records = list(self._records())
        about = [self._about(name, records) for name in TABLES]
        return [*records, *about]

    def _records(self) -> Iterator[StoredTable]:
        rows = read_rows(self.generation.table("tables"), RecordTableRow)
        found = [one for row in rows for one in self._show(row)]
        found.sort(key=lambda one: (one[1].tier, bool(one[1].part)))
        names = _free_names([(name, is_given) for name, _, is_given in found])
        by_place = {
            (table.template, table.tier, table.part): name
            for name, (_, table, _) in zip(names, found, strict=True)
        }
        for name, (_, table, _) in zip(names, found, strict=True):
            around = (table.template, table.tier, table.part.rpartition(".")[0])
            yield StoredTable(
                name,
                table.path,
                table.template,
                table.part,
                table.tier,
                by_place.get(around) if table.part else None,
                table.edited,
            )

    def _show(self, row: RecordTableRow) -> Iterator[tuple[str, StoredTable, bool]]:
        """A table as it is shown, twice if it is lifted: the wanted name, and whether it is given.

        The name is only wanted: another table may have it.
        """
        path = self.generation.path / row.file
        view = self.views.by_learned.get(row.template)
        if view is None:
            yield row.name, StoredTable(row.name, path, row.template, row.part, row.tier), False
            return
        table = next(one for one in view.tables(row.tier) if one.part == row.part)
        if _is_hidden(view, table):
            return
        contents = self._contents(view, table, path)
        tiers = [row.tier, *([1] if _is_lifted(view, table) else [])]
        for tier in tiers:
            part = view.shown_part(table) if tier == row.tier else view.lifted_part(table)
            end = "_all" * (tier == 2) + f"_{part.replace('.', '_')}" * bool(part)
            name = table.given or f"{view.name}{end}"
            shown = StoredTable(name, path, view.name, part, tier, None, contents)
            # Of a table that is in both tiers, the first has its given name.
            yield name, shown, table.given is not None and tier == tiers[-1]

    def _contents(self, view: TemplateView, table: TableView, path: Path) -> EditedContents | None:
        """What a table holds as it is shown; None if that is what its file says."""
        is_named = not table.part and view.name != view.learned.name
        if not table.is_changed and not is_named:
            return None
        made = _ColumnMaker(self.generation, view, table, path).make()
        metadata = {"unmold.table": view.shown_part(table), "unmold.template": view.name}
        encoded = {key.encode(): value.encode() for key, value in metadata.items()}
        return EditedContents(path, tuple(made), encoded)

    def _about(self, name: str, records: Sequence[StoredTable]) -> StoredTable:
        path = self.generation.table(name)
        if name == "tables":
            return StoredTable(
                name, path, edited=MadeContents(lambda: _list_records(records, path))
            )
        if name == "fields":
            return StoredTable(name, path, edited=MadeContents(lambda: self._list_fields(path)))
        changed = {old: new for old, new in self.views.names.items() if old != new}
        if name not in NAMED or not changed:
            return StoredTable(name, path)
        columns = tuple(
            ShownColumn(
                field.name,
                field.type,
                (Stored(path, field.name),),
                changed if field.name == "template" else None,
            )
            for field in read_schema(path)
        )
        return StoredTable(name, path, edited=EditedContents(path, columns))

    def _list_fields(self, path: Path) -> pa.Table:
        """The table of fields as they are shown."""
        rows = read_table(path).to_pylist()
        shown: list[dict[str, Any]] = []
        done: set[str] = set()
        for row in rows:
            view = self.views.by_learned.get(row["template"])
            if view is None:
                shown.append(row)
            elif view.learned.name not in done:
                done.add(view.learned.name)
                shown += _describe_fields(view)
        return pa.Table.from_pylist(shown, schema=FIELDS)


def _is_hidden(view: TemplateView, table: TableView) -> bool:
    """Whether a table, or one that its rows belong to, is not shown."""
    tables = view.tables(table.tier)
    return any(one.is_hidden for one in tables if one.ids == table.ids[: len(one.ids)])


def _is_lifted(view: TemplateView, table: TableView) -> bool:
    tables = view.tables(2)
    around = [one for one in tables if one.ids and one.ids == table.ids[: len(one.ids)]]
    return table.tier == 2 and any(one.is_lifted for one in around)


def _free_names(wanted: Sequence[tuple[str, bool]]) -> list[str]:
    """Names that no two tables share; those that a person gave come first."""
    taken = {*TABLES}
    names: dict[int, str] = {}
    for number in sorted(range(len(wanted)), key=lambda number: not wanted[number][1]):
        name = wanted[number][0]
        others = chain([name], (f"{name}_{one}" for one in count(2)))
        names[number] = next(one for one in others if one not in taken)
        taken.add(names[number])
    return [names[number] for number in range(len(wanted))]


def _list_records(records: Sequence[StoredTable], path: Path) -> pa.Table:
    """The table of record tables as they are shown."""
    files = {row.file for row in read_rows(path, RecordTableRow)}
    rows = []
    for table in records:
        file = next(one for one in files if table.path.as_posix().endswith(f"/{one}"))
        columns = sum(not name.startswith("_") for name in table.columns)
        place = (table.name, table.template, table.part, table.tier)
        values = (*place, file, len(table), columns)
        rows.append(dict(zip(RECORD_TABLES.names, values, strict=True)))
    return pa.Table.from_pylist(rows, schema=RECORD_TABLES)


def _describe_fields(view: TemplateView) -> Iterator[dict[str, Any]]:
    for tier in (1, 2):
        for table in view.tables(tier):
            if _is_hidden(view, table):
                continue
            for column in table.columns:
                if column.is_shown:
                    yield {
                        "template": view.name,
                        "part": view.shown_part(table) or None,
                        "tier": tier,
                        **{name: getattr(column.field, name) for name in FIELDS.names[3:-1]},
                        "name": column.name,
                        "examples": list(column.field.examples),
                    }


class _ColumnMaker:
    """Says where each shown column of a table comes from."""

    def __init__(
        self, generation: Generation, view: TemplateView, table: TableView, path: Path
    ) -> None:
        self.generation, self.view, self.table, self.path = generation, view, table, path

    def make(self) -> Iterator[ShownColumn]:
        """The columns in their order, keys first."""
        learned = [one.field for one in self._learned(self.table.tier)]
        keys = [name for name in read_schema(self.path).names if name.startswith("_")]
        schema = read_schema(self.path)
        for name in keys:
            is_name = name == "_template" and self.view.name != self.view.learned.name
            names = {self.view.learned.name: self.view.name} if is_name else None
            yield ShownColumn(name, schema.field(name).type, (Stored(self.path, name),), names)
        with_texts = self._has_texts(self.table.tier)
        stored = name_columns([one for one in learned if not one.is_noise], with_texts)
        columns = [one for one in self.table.columns if one.is_shown and not one.field.is_noise]
        shown = name_columns([_named(one) for one in columns], with_texts)
        for column in columns:
            own = [one for one in shown if one.key == column.name]
            if column.is_computed:
                yield from (self._compute(column, one) for one in own)
                continue
            source = column.sources[0].field
            before = [one for one in stored if one.key == source.name]
            for one, other in zip(own, before, strict=True):
                yield ShownColumn(one.name, arrow_type_of(one), (Stored(self.path, other.name),))

    def _learned(self, tier: int) -> list[Source]:
        template = self.view.learned.of_tier(tier)
        if not self.table.ids:
            return [Source(tier, one) for one in template.fields]
        assert self.table.learned is not None
        return [Source(tier, one) for one in self.table.learned.fields]

    def _has_texts(self, tier: int) -> bool:
        """Whether columns that were read from texts have these beside them."""
        return self.view.learned.of_tier(tier).tier > 1

    def _file(self, tier: int) -> Path:
        """The file with the same rows in another tier: only root tables have one."""
        if tier == self.table.tier:
            return self.path
        return self.generation.record_table(self.view.learned.name, tier=tier)

    def text_of(self, source: Source) -> Stored:
        """Where the texts of a field stand."""
        learned, file = source.field, self._file(source.tier)
        if learned.type in ("text", *ADDRESSES):
            return Stored(file, learned.name)
        if not self._has_texts(source.tier):
            name, number = self.view.learned.name, ""
            if self.table.part:
                number = number_parts(self.view.learned, self.table.tier)[self.table.part]
            return Stored(self.generation.record_table(name, number, TEXTS), learned.name)
        fields = [one.field for one in self._learned(source.tier) if not one.field.is_noise]
        columns = [one for one in name_columns(fields, True) if one.key == learned.name]
        return Stored(file, columns[-1].name)

    def _compute(self, column: ColumnView, shown: TableColumn) -> ShownColumn:
        """A column whose values are read from texts."""
        stored = tuple(self.text_of(source) for source in column.sources)
        read = _reader(column, shown)
        if column.field.type not in ADDRESSES:
            return ShownColumn(
                shown.name, arrow_type_of(shown), stored, compute=lambda texts: read(texts, "")
            )
        addresses = _Addresses(self.generation.record_table(self.view.learned.name))

        def compute(values: Sequence[Any]) -> Any:
            *texts, record = values
            return read(texts, addresses.of_record(record))

        numbers = Stored(self.path, "_record")
        return ShownColumn(shown.name, arrow_type_of(shown), (*stored, numbers), compute=compute)


def _named(column: ColumnView) -> Field:
    return replace(column.field, name=column.name)


class _Addresses:
    """The addresses of pages, against which links on them are read."""

    def __init__(self, root: Path) -> None:
        self._root = root

    @cached_property
    def _urls(self) -> Mapping[int, str]:
        rows = read_table(self._root, ["_record", "_url"])
        return dict(zip(*(column.to_pylist() for column in rows.columns), strict=True))

    def of_record(self, number: int) -> str:
        return self._urls.get(number) or ""


def _reader(column: ColumnView, shown: TableColumn) -> Callable[[Sequence[Any], str], Any]:
    """Makes a cell of the texts of the fields that a column is made of."""
    one = column.field
    kind = Reading(
        one.type, one.number_format, one.date_order, one.is_whole, one.currency
    ).value_type

    @lru_cache(maxsize=4096)
    def parse(text: str, address: str) -> Any:
        found = text if shown.part == "values" else parse_value(text, kind, address)
        return None if found is None else shown.convert(found)

    def read(texts: Sequence[Any], address: str) -> Any:
        said = compose(column, texts)
        if isinstance(said, list):
            return [None if text is None else parse(text, address) for text in said]
        return None if said is None else parse(said, address)

    return read


def read_texts(
    generation: Generation, view: TemplateView, table: TableView, column: ColumnView, path: Path
) -> list[Any]:
    """The texts of a column, row by row, as they are before they are read as its type."""
    maker = _ColumnMaker(generation, view, table, path)
    stored = [maker.text_of(source) for source in column.sources]
    for one in stored:
        if not one.path.exists():
            raise UsageError(
                f"{view.name} was extracted by an earlier unmold, which kept no texts",
                hint="`unmold run` again with the same pages extracts them again",
            )
    found = [read_table(one.path, [one.name]).column(0).to_pylist() for one in stored]
    return [compose(column, texts) for texts in zip(*found, strict=True)]


def show_summary(summary: Summary, views: Views, tables: Iterable[StoredTable]) -> None:
    """Let the summary of a run call everything by the names that are shown."""
    names = {(one.template, one.part): one.name for one in tables if one.tier == 1}
    for entry in summary["templates"]:
        view = views.by_learned.get(entry["template"])
        if view is None:
            continue
        entry["template"] = view.name
        columns = {one.sources[0].field.name: one for one in view.roots[1].columns}
        entry["fields"] = [
            {**field, "name": columns[field["name"]].name}
            for field in entry["fields"]
            if field["name"] in columns and columns[field["name"]].is_shown
        ]
        parts = {one.part: view.shown_part(one) for one in view.tables(1)}
        entry["parts"] = [
            {**part, "name": parts[part["name"]], "table": names[view.name, parts[part["name"]]]}
            for part in entry["parts"]
            if (view.name, parts.get(part["name"], "")) in names
        ]
