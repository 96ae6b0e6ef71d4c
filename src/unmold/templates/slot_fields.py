"""Fields and tables of chosen columns: each with how it is found on other pages."""

from __future__ import annotations

import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace

from unmold.templates.model import CELL_FAMILIES, FAMILIES, Field, Selector, Table
from unmold.templates.outline import Element
from unmold.templates.page_titles import common_suffix
from unmold.templates.prefixes import common_label, split_off
from unmold.templates.sample import BLOCK, TEXT, SamplePage
from unmold.templates.selectors import Found, KeyIndex, find_row_keys, find_selectors
from unmold.templates.slot_columns import Entry, Identity, SlotColumn, SlotTable, all_columns, all_tables
from unmold.templates.slot_names import Naming, bare_text, common_words, direction, find_main, table_name, table_order
from unmold.templates.slot_regions import RegionFinder, is_within
from unmold.templates.value_types import infer_type
from unmold.templates.worth import Chooser

log = logging.getLogger(__name__)

EXAMPLES, EXAMPLE_LENGTH = 3, 80
SURE = 0.9
"""Share of pages on which keys find the right rows, so that no better ones are sought. A guess."""
SOURCES = ("text", "block", "href", "src", "alt", "title", "content", "meta", "json-ld")


class FieldMaker:
    """Makes fields and tables of chosen columns."""

    def __init__(
        self,
        pages: Sequence[SamplePage],
        roots: Sequence[Element],
        texts: frozenset[int],
        chooser: Chooser,
    ) -> None:
        self.pages = pages
        self.texts = texts
        self.chooser = chooser
        self.nodes = [[e.node for e in root.elements() if e.node] for root in roots]
        self.root_index = KeyIndex.empty(FAMILIES)
        for number, page in enumerate(pages):
            for leaf, _, _, keys in page.data(texts):
                self.root_index.add((number, -1), leaf, keys)
        self.row_keys = [
            dict(zip(nodes, page.leaves.row_keys(nodes), strict=True))
            for page, nodes in zip(pages, self.nodes, strict=True)
        ]
        self.regions = RegionFinder(pages, self.nodes)
        self.claimed: dict[tuple[int, int], Identity] = {}
        """By page and leaf the column that it belongs to."""

    def make(self, table: SlotTable) -> tuple[tuple[Field, ...], tuple[Table, ...]]:
        """The fields of the pages themselves, and their tables."""
        for column in all_columns(table):
            for (page, _), leaves in column.cells.items():
                self.claimed.update(((page, leaf), column.identity()) for leaf in leaves)
        flat = self._plan(table)
        indexes = self._index_tables(flat)
        naming = Naming(self.pages, self.chooser.said_as, common_words(table.columns))
        fields = self._fields(table, naming, self.root_index, len(self.pages))
        if self.chooser.title is None and (title := self._head_title(naming)) is not None:
            fields = (title, *fields)
        tables = self._tables(table, indexes, naming.used)
        return fields, tables

    def _head_title(self, naming: Naming) -> Field | None:
        """The title that the head of pages says, without what all of them add."""
        values = self._head_values()
        selectors, prefix, suffix = self._head_selectors(values)
        if not selectors:
            return None
        cut = [value.removesuffix(suffix) for value in values.values()]
        selector = selectors[0]
        return Field(
            id=f"{selector.key:016x}-{selector.take}",
            name=naming.used.take("title"),
            type="text",
            selectors=selectors,
            fill=round(len(values) / len(self.pages), 3),
            examples=tuple(value[:EXAMPLE_LENGTH] for value in list(dict.fromkeys(cut))[:EXAMPLES]),
            prefix=prefix,
            suffix=suffix,
            source="text",
        )

    def _head_values(self) -> dict[Entry, str]:
        """What the title element of each page says."""
        return {entry: self.pages[entry[0]].values[leaf] for entry, (leaf,) in self._heads().items()}

    def _heads(self) -> dict[Entry, tuple[int]]:
        cells: dict[Entry, tuple[int]] = {}
        for number, page in enumerate(self.pages):
            leaf = next((at for at, hint in enumerate(page.hints) if hint.startswith("title\t")), None)
            if leaf is not None:
                cells[number, -1] = (leaf,)
        return cells

    def _head_selectors(
        self, values: dict[Entry, str]
    ) -> tuple[tuple[Selector, ...], str, str]:
        """By what the title in the head is found, and what is split off at its ends."""
        if not values or len({*values.values()}) < min(2, len(self.pages)):
            return (), "", ""
        found = find_selectors(
            self._heads(), self.root_index, lambda _page, _leaf: False, is_list=False
        )
        suffix = common_suffix([*values.values()])
        prefix = common_label([value.removesuffix(suffix) for value in values.values()])
        return (found.selectors[:2] if found is not None else ()), prefix, suffix

    def _with_head(self, field: Field, column: SlotColumn) -> Field:
        """The title, on pages without it from their head, if both mostly say the same."""
        values = self._head_values()
        selectors, prefix, suffix = self._head_selectors(values)
        both = column.texts.keys() & values.keys()
        same = sum(
            bare_text(values[e].removesuffix(suffix)) == bare_text(column.texts[e]) for e in both
        )
        if not selectors or prefix or same < 0.5 * max(1, len(both)):
            return field
        return replace(field, selectors=(*field.selectors, *selectors), suffix=suffix)

    def _plan(self, root: SlotTable) -> list[tuple[SlotTable, tuple[int, ...], int, bool]]:
        """All tables that are found again, outer ones first: keys, number of the outer one."""
        planned: list[tuple[SlotTable, tuple[int, ...], int, bool]] = []
        rows_of = {
            id(table): {(e.page, e.node) for e in table.slot.elements}
            for table in all_tables(root)
            if table.slot is not None
        }
        others = {row for rows in rows_of.values() for row in rows}
        waiting = [(inner, -1) for inner in root.tables]
        while waiting:
            table, parent = waiting.pop(0)
            assert table.slot is not None
            rows: defaultdict[int, set[int]] = defaultdict(set)
            for element in table.slot.elements:
                rows[element.page].add(element.node)
            keys, share = self._row_keys(table, rows, others - rows_of[id(table)])
            if not keys or share < 0.5:
                log.debug("rows are not found again (%.2f): %s", share, table.slot.path())
                continue
            is_group = table.slot.tag in ("pair", "section", "group")
            number = len(planned)
            planned.append((table, keys, parent, is_group))
            waiting += [(inner, number) for inner in table.tables]
        return planned

    def _row_keys(
        self, table: SlotTable, rows: dict[int, set[int]], others: set[tuple[int, int]]
    ) -> tuple[tuple[int, ...], float]:
        """The keys of a table's rows; if they need it, with the label that the rows stand behind."""
        found = find_row_keys(rows, dict(enumerate(self.row_keys)), others)
        slot = table.slot
        while found[1] < SURE and slot is not None:
            after, until = self.regions.bounds(slot) if slot.label or slot.is_section else (0, ())
            if after:
                within = self.regions.within(after, frozenset(until))
                some = {
                    page: {node: own for node, own in keys.items() if is_within(within[page], node)}
                    for page, keys in enumerate(self.row_keys)
                }
                keys, share = find_row_keys(rows, some, others)
                if share > found[1] + 0.05:
                    found = (*keys, 0, after, *sorted(until)), share
            slot = slot.parent
        return found

    def _index_tables(
        self, planned: Sequence[tuple[SlotTable, tuple[int, ...], int, bool]]
    ) -> dict[int, tuple[KeyIndex, tuple[int, ...], bool, bool, set[Entry]]]:
        from unmold import _core

        if not planned:
            return {}
        takes = [self._takes_labels(table) for table, _, _, _ in planned]
        parts = [
            (keys[0], list(keys), is_group, parent, takes[number])
            for number, (_, keys, parent, is_group) in enumerate(planned)
        ]
        matcher = _core.LeafMatcher(list(self.texts), [], parts)
        indexes = [KeyIndex.empty(CELL_FAMILIES) for _ in planned]
        found_rows: list[set[Entry]] = [set() for _ in planned]
        for number, page in enumerate(self.pages):
            cells, rows = matcher.assign(page.leaves)
            for table, node, _ in rows:
                found_rows[table].add((number, node))
            for leaf, row, keys, _ in cells:
                table, node, _ = rows[row]
                indexes[table].add((number, node), leaf, keys)
        return {
            id(planned[at][0]): (indexes[at], planned[at][1], planned[at][3], takes[at], found_rows[at])
            for at in range(len(planned))
        }

    def _takes_labels(self, table: SlotTable) -> bool:
        """Whether labels in rows are values of the table."""
        for column in table.columns:
            if column.form == "text":
                continue
            labels = sum(
                1
                for (page, _), leaves in column.cells.items()
                if self.pages[page].is_labelling(leaves[0]) and self.pages[page].text_ids[leaves[0]] in self.texts
            )
            if labels >= 0.3 * len(column.cells):
                return True
        return False

    def _tables(
        self,
        root: SlotTable,
        indexes: dict[int, tuple[KeyIndex, tuple[int, ...], bool, bool, set[Entry]]],
        used: UniqueNames,
    ) -> tuple[Table, ...]:
        made = []
        for table in sorted(root.tables, key=table_order):
            if id(table) not in indexes:
                continue
            index, keys, is_group, takes_labels, rows = indexes[id(table)]
            naming = Naming(
                self.pages, self.chooser.said_as, common_words(table.columns), *find_main(table)
            )
            fields = self._fields(table, naming, index, len(rows), rows)
            inner = self._tables(table, indexes, naming.used)
            if not fields and not inner:
                continue
            pages = len({page for page, _ in rows})
            made.append(
                Table(
                    id=f"{keys[0]:016x}",
                    name=used.take(table_name(table)),
                    fields=fields,
                    rows=round(len(rows) / max(1, pages), 1),
                    tables=inner,
                    keys=keys,
                    is_group=is_group,
                    takes_labels=takes_labels,
                )
            )
        return tuple(made)

    def _fields(
        self,
        table: SlotTable,
        naming: Naming,
        index: KeyIndex,
        entries: int,
        rows: set[Entry] | None = None,
    ) -> tuple[Field, ...]:
        made = []
        for column in self._ordered(table):
            field = self._field(table, column, naming, index, entries, rows)
            if field is not None:
                made.append(field)
        return tuple(made)

    def _ordered(self, table: SlotTable) -> list[SlotColumn]:
        """Title first, then values in the order of the page, text, lists, images, links."""
        title = self.chooser.title

        def rank(column: SlotColumn) -> tuple[int, float]:
            if column is title:
                return 0, 0.0
            form = {"value": 1, "list": 1, "text": 1, "image": 2, "images": 2, "link": 3}[column.form]
            if direction(column):
                form = 4
            return form, column.order

        return sorted(table.columns, key=rank)

    def _field(
        self,
        table: SlotTable,
        column: SlotColumn,
        naming: Naming,
        index: KeyIndex,
        entries: int,
        rows: set[Entry] | None,
    ) -> Field | None:
        if rows is not None:
            cells = {entry: leaves for entry, leaves in column.cells.items() if entry in rows}
            if not cells:
                return None
            column = replace(column, cells=cells, texts={e: column.texts[e] for e in cells})
        is_title = column is self.chooser.title
        if column.form in ("text", "images"):
            return self._text_field(table, column, naming, entries)
        is_list = column.form == "list" or any(len(leaves) > 1 for leaves in column.cells.values())
        column, found = self._selectors(column, index, is_list)
        if found is None and column.part < 0 and _is_whole(column, table):
            return self._text_field(table, column, naming, entries)
        if found is None:
            log.debug("values are not found again: %s %s", column.slot.path(), column.label)
            return None
        raw = [self.pages[e[0]].values[leaf] for e, leaves in column.cells.items() for leaf in leaves]
        prefix = common_label(raw) if column.form in ("value", "list") and not is_title else ""
        values = [split_off(value, prefix) for value in raw]
        entry, leaves = next(iter(column.cells.items()))
        page = self.pages[entry[0]]
        kind = page.kinds[leaves[0]][0]
        value_type = infer_type(values, kind, page.language, page.names[leaves[0]])
        name = naming.used.take("title") if is_title else naming.name(column, value_type.name, raw)
        selector = found.selectors[0]
        made = Field(
            id=f"{selector.key:016x}-{selector.take}",
            name=name,
            type="text" if value_type.name == "enumeration" or is_title else value_type.name,
            selectors=found.selectors,
            is_list=is_list,
            is_joined=found.is_joined,
            fill=round(min(1.0, len(column.cells) / max(1, entries)), 3),
            examples=tuple(value[:EXAMPLE_LENGTH] for value in list(dict.fromkeys(values))[:EXAMPLES]),
            prefix=prefix,
            number_format=value_type.number_format,
            date_order=value_type.date_order,
            is_whole=value_type.is_whole,
            currency=value_type.currency,
            source=SOURCES[kind],
        )
        return self._with_head(made, column) if is_title else made

    def _selectors(
        self, column: SlotColumn, index: KeyIndex, is_list: bool
    ) -> tuple[SlotColumn, Found | None]:
        """The selectors of a column, for its blocks or, if they find more, for the texts in them."""
        inner = {
            entry: tuple(self._inner(entry[0], leaf) for leaf in leaves)
            for entry, leaves in column.cells.items()
        }
        is_other = self._is_other(column)
        found = self._blocks_first(
            find_selectors(column.cells, index, is_other, is_list=is_list), index
        )
        if inner != column.cells and (found is None or found.covered < 0.95):
            other = find_selectors(inner, index, is_other, is_list=is_list)
            if other is not None and (found is None or other.covered > found.covered):
                return replace(column, cells=inner), other
        return column, found

    def _blocks_first(self, found: Found | None, index: KeyIndex) -> Found | None:
        """The selectors, those of whole blocks before those of single texts in such elements."""
        if found is None or found.is_joined:
            return found

        def is_block(selector: Selector) -> bool:
            family = index.families.index(selector.family)
            (page, _), leaves = next(iter(index.leaves[family][selector.key].items()))
            return self.pages[page].kinds[leaves[0]][0] == BLOCK

        return replace(found, selectors=tuple(sorted(found.selectors, key=lambda s: not is_block(s))))

    def _inner(self, page: int, leaf: int) -> int:
        """The one text of a block, if it has only one."""
        sample = self.pages[page]
        inner = leaf + 1
        is_whole = (
            sample.kinds[leaf][0] == BLOCK
            and inner < len(sample.values)
            and sample.kinds[inner][0] == TEXT
            and sample.values[inner] == sample.values[leaf]
        )
        return inner if is_whole else leaf

    def _is_other(self, column: SlotColumn) -> Callable[[int, int], bool]:
        """Whether a leaf belongs to another column."""
        own = column.identity()
        return lambda page, leaf: self.claimed.get((page, leaf), own) != own

    def _text_field(
        self, table: SlotTable, column: SlotColumn, naming: Naming, entries: int
    ) -> Field | None:
        region = self.regions.find(column, table)
        if region is None:
            log.debug("a text is not found again: %s %s", column.slot.path(), column.label)
            return None
        is_text = column.form == "text"
        values = [text for texts in column.texts.values() for text in ([texts] if is_text else texts.split("\n"))]
        return Field(
            id=f"{region.keys[0]:016x}-{region.anchor ^ region.after:016x}{'' if is_text else '-images'}",
            name=naming.name(column, "text", values),
            type="text" if is_text else "image",
            is_list=not is_text,
            selectors=(Selector("region", region.keys[0]),),
            fill=round(min(1.0, len(column.cells) / max(1, entries)), 3),
            examples=tuple(value[:EXAMPLE_LENGTH] for value in list(dict.fromkeys(values))[:EXAMPLES]),
            region=region,
            source="text" if is_text else "src",
        )



def _is_whole(column: SlotColumn, table: SlotTable) -> bool:
    """Whether a column is all the text of its elements, but for their label."""
    if column.form != "value":
        return False
    whole = 0
    for element in column.slot.elements:
        said = column.texts.get(table.entry(element))
        runs = [run.text for run in element.runs() if run.text != column.slot.label]
        whole += runs == [said]
    return whole >= 0.8 * len(column.slot.elements)
