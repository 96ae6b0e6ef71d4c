"""Fields and tables of chosen columns: each with how it is found on other pages."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from unmold.templates.model import Field, Region, Selector, Table
from unmold.templates.plurals import plural
from unmold.templates.prefixes import (
    common_arrow,
    common_brackets,
    common_call,
    common_closing,
    common_colon,
    common_label,
    common_sign,
    cut_out,
    split_off,
)
from unmold.templates.sample import BLOCK, TEXT, SamplePage
from unmold.templates.slots.header_rows import find_head_rows
from unmold.templates.slots.joined_texts import join_texts
from unmold.templates.slots.linked_names import LinkedNames
from unmold.templates.slots.outline import Outlines
from unmold.templates.slots.own_labels import LINE, label_before, own_label
from unmold.templates.slots.page_titles import HeadTitles, find_site_name
from unmold.templates.slots.row_kinds import find_row_kind
from unmold.templates.slots.selectors import NO_COLUMN, Found, KeyIndex, find_selectors
from unmold.templates.slots.slot_columns import Entry, Identity, SlotColumn, SlotTable, all_columns
from unmold.templates.slots.slot_names import (
    Naming,
    are_sentences,
    byline_start,
    common_words,
    direction,
    find_main,
    find_row_names,
    is_heading,
    is_key,
    number_tables,
    table_name,
    table_order,
)
from unmold.templates.slots.slot_regions import RegionFinder
from unmold.templates.slots.slot_rows import FoundTable, RowFinder
from unmold.templates.slots.worth import Chooser
from unmold.templates.value_types import infer_type
from unmold.values import ValueType

if TYPE_CHECKING:
    from unmold._core import Claims

log = logging.getLogger(__name__)

EXAMPLES, EXAMPLE_LENGTH = 3, 80
SCREEN = 12
"""Columns that are seen at once; the gold tables ask for the most important ones among these."""
USUAL = 0.5
"""Share of the entries that a column fills to be named before others. A guess."""
ENOUGH_FOUND = 0.95
"""Share of a column's entries that the keys of its blocks find, so that others are not tried."""
LABELLED = 0.3
"""Share of the entries that a column fills to be found by nothing but its label, if that ends with
no colon: a word that a few of them begin with may be a value itself. A guess."""
WHOLE = 0.8
"""Share of elements whose whole text a column is, so that it may be found as a text. A guess."""
FEW_LISTS = 0.06
"""Share of the entries with several values below which a column is no list. Chosen on openjdk17,
where up to 5 % of the descriptions in rows are two blocks."""
SOURCES = ("text", "block", "href", "src", "alt", "title", "content", "meta", "json-ld")


def _is_prose(column: SlotColumn) -> bool:
    """Whether a column is free text, or sentences."""
    is_value = column.form in ("value", "list")
    return column.form == "text" or (is_value and are_sentences([*column.texts.values()]))


class FieldMaker:
    """Makes fields and tables of chosen columns."""

    def __init__(
        self,
        pages: Sequence[SamplePage],
        outlines: Outlines,
        texts: frozenset[int],
        chooser: Chooser,
    ) -> None:
        self.pages = pages
        self.texts = texts
        self.chooser = chooser
        self.heads = HeadTitles(pages)
        self.nodes = [own.nodes for own in outlines.inventories]
        rows = (own.rows for own in outlines.inventories)
        heads = [find_head_rows(*page, texts) for page in zip(pages, rows, strict=True)]
        self.row_nodes = [
            [node for node in own if node not in among] if among else own
            for own, among in zip(self.nodes, heads, strict=True)
        ]
        """Without rows that say nothing but the template's own texts: the core takes none."""
        self.regions = RegionFinder(pages, self.nodes)
        self.linked_names = LinkedNames(pages)
        self.site = find_site_name(pages)
        self.numbers: dict[Identity, int] = {}
        """Of all columns."""

    def make(self, table: SlotTable) -> tuple[tuple[Field, ...], tuple[Table, ...]]:
        """The fields of the pages themselves, and their tables."""
        claims = self._claims(table)
        found = RowFinder(self.pages, self.row_nodes, self.texts, self.regions).find(table, claims)
        if any(inner.is_specification for inner in table.tables):
            # What a column of the page says stands in a row of the specification, too.
            claims = self._claims(table, own_last=True)
        index = KeyIndex.of_pages(self.pages, self.texts, claims)
        tables = self._tables(table, found)
        naming = Naming(
            self.pages,
            self.chooser.head_names,
            self.linked_names,
            common_words(table.columns),
            has_text=any(column.form == "text" for column in table.columns),
            is_root=True,
            row_names=find_row_names(tables),
            site=self.site,
        )
        title = self._head_title(naming, index) if self.chooser.title is None else None
        fields = self._fields(table, naming, index, len(self.pages))
        named = (title, *fields) if title is not None else fields
        return named, number_tables(tables, naming.used)

    def _claims(self, table: SlotTable, *, own_last: bool = False) -> Claims:
        """Which leaves are wanted, and the column that each belongs to, the last of several."""
        from unmold import _core

        columns = [*all_columns(table)]
        wanted = [
            (self.numbers.setdefault(column.identity(), len(self.numbers)), [*column.cells.items()])
            for column in (reversed(columns) if own_last else columns)
        ]
        heads = [(entry[0], leaf) for entry, (leaf,) in self.heads.cells.items()]
        return _core.Claims.of_columns([page.leaves for page in self.pages], wanted, heads)

    def _head_title(self, naming: Naming, index: KeyIndex) -> Field | None:
        """The title that the head of pages says, without what all of them add."""
        heads = self.heads
        selectors = self._head_selectors(index)
        if not selectors or len({*heads.cut.values()}) < min(2, len(self.pages)):
            return None
        return Field(
            id=f"{selectors[0].key:016x}-{selectors[0].take}",
            name=naming.used.take("title"),
            type="text",
            selectors=selectors,
            fill=round(len(heads.cells) / len(self.pages), 3),
            examples=_examples([*heads.cut.values()]),
            prefix=heads.prefix,
            suffix=heads.suffix,
            source="text",
        )

    def _head_selectors(self, index: KeyIndex) -> tuple[Selector, ...]:
        """By what the title in the head is found."""
        cells = self.heads.cells
        found = find_selectors(cells, index, NO_COLUMN, is_list=False)
        return found.selectors[:2] if found is not None else ()

    def _with_head(self, field: Field, column: SlotColumn, index: KeyIndex) -> Field:
        """The title, on pages without it from their head, if both mostly say the same."""
        if not self.heads.say_same(column):
            return field
        selectors = (*field.selectors, *self._head_selectors(index))
        return replace(field, selectors=selectors, suffix=self.heads.suffix)

    def _tables(self, root: SlotTable, found: dict[int, FoundTable]) -> list[Table]:
        """The tables inside one, some of which may have one name yet."""
        made = []
        for table in sorted(root.tables, key=table_order):
            own = found.get(id(table))
            if own is None:
                continue
            inner = self._tables(table, found)
            naming = Naming(
                self.pages,
                self.chooser.head_names,
                self.linked_names,
                common_words(table.columns),
                *find_main(table.columns),
                row_names=find_row_names(inner),
                site=self.site,
                rows=table.slot,
            )
            fields = self._fields(table, naming, own.index, len(own.rows), own.rows)
            if not fields and not inner:
                continue
            pages = len({page for page, _ in own.rows})
            made.append(
                Table(
                    id=f"{own.keys.keys[0]:016x}",
                    name=table_name(
                        table,
                        self._linked_name(table, naming.main),
                        find_row_kind(table, fields),
                        self.site,
                    ),
                    fields=fields,
                    rows=round(len(own.rows) / max(1, pages), 1),
                    tables=number_tables(inner, naming.used),
                    found_by=own.keys,
                    is_group=own.is_group,
                    takes_labels=own.takes_labels,
                )
            )
        return made

    def _linked_name(self, table: SlotTable, main: SlotColumn | None) -> str:
        """What the addresses that rows lead to call them; nothing if rows say more themselves.

        A post with its text is no author, though it leads to one; but its heading leads to itself.
        """
        if main is None:
            return ""
        has_text = any(column.form == "text" for column in table.columns)
        if has_text and not is_heading(main.slot):
            return ""
        name = plural(self.linked_names.of(main))
        return "posts" if name == "blogs" else name

    def _fields(
        self,
        table: SlotTable,
        naming: Naming,
        index: KeyIndex,
        entries: int,
        rows: set[Entry] | None = None,
    ) -> tuple[Field, ...]:
        """The fields in a person's order.

        Columns that most entries fill are named first: of the price and the old price, which few
        pages have, the one that is always there is called `price`.
        """
        ordered = self._ordered(table, naming)
        made = {
            number: self._field(table, ordered[number], naming, index, entries, rows)
            for number in sorted(
                range(len(ordered)), key=lambda at: len(ordered[at].cells) < USUAL * entries
            )
        }
        joined = join_texts({number: (ordered[number], field) for number, field in made.items()})
        found = (joined[number] for number in range(len(ordered)))
        return tuple(field for field in found if field is not None)

    def _ordered(self, table: SlotTable, naming: Naming) -> list[SlotColumn]:
        """What a page or row is first, then texts in the order of the page, images, links.

        Of more columns than fit on a screen, what every reader looks for is on the first one.
        """
        title = self.chooser.title
        # What a row is stands before what is said of it; behind numbers and dates it may stay.
        prose = min((c.order for c in table.columns if _is_prose(c)), default=float("inf"))

        def rank(column: SlotColumn) -> tuple[int, float]:
            if column is title:
                return 0, 0.0
            if naming.is_main(column):
                return 2, min(column.order, prose) - 0.5
            form = {"value": 2, "list": 2, "text": 2, "image": 3, "images": 3, "link": 4}[
                column.form
            ]
            if direction(column):
                form = 5
            return form, column.order

        ordered = sorted(table.columns, key=rank)
        if table.slot is not None or len(ordered) <= SCREEN:
            return ordered
        main = self._main_text(table)
        wanted = [c for c in ordered if c in (title, main) or self._is_key(c)][:SCREEN]
        others = [c for c in ordered if c not in wanted]
        first = {*wanted, *others[: SCREEN - len(wanted)]}
        return sorted(ordered, key=lambda column: column not in first)

    def _is_key(self, column: SlotColumn) -> bool:
        """Whether most pages have a column that readers look for first, by its label or class."""
        is_full = len(column.cells) >= USUAL * len(self.pages)
        return is_full and column.form in ("value", "list") and is_key(column)

    def _main_text(self, table: SlotTable) -> SlotColumn | None:
        """The longest text of a table, if most pages have one."""
        texts = [
            column
            for column in table.columns
            if column.form == "text" and len(column.cells) >= USUAL * len(self.pages)
        ]
        return max(texts, key=lambda c: sum(map(len, c.texts.values())), default=None)

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
            cells = column.cells
            if not cells.keys() <= rows:
                cells = {entry: leaves for entry, leaves in cells.items() if entry in rows}
            if not cells:
                return None
            texts = column.texts
            if len(texts) != len(cells):
                texts = {entry: texts[entry] for entry in cells}
            column = replace(column, cells=cells, texts=texts)
        if column.form in ("text", "images"):
            return self._text_field(table, column, naming, entries)
        is_list = column.form == "list" or any(len(leaves) > 1 for leaves in column.cells.values())
        is_title = column is self.chooser.title
        column, found = self._selectors(column, index, is_list)
        if found is None or (found.covered < ENOUGH_FOUND and self._is_plain(column)):
            # Markup of authors, as code or emphasis, changes the keys of texts, not of elements.
            is_whole = column.part < 0 and not is_title and _is_whole(column, table)
            whole = self._text_field(table, column, naming, entries) if is_whole else None
            if whole is not None:
                return whole
            may_be_text = found is None or not (is_list or is_title)
            region = self._labelled_region(column, table, entries) if may_be_text else None
            if region is not None:
                return self._region_field(region, column, naming, entries)
        if found is None:
            log.debug("values are not found again: %s %s", column.slot.path(), column.label)
            return None
        made = self._value_field(column, found, naming, entries, is_list, is_title)
        return self._with_head(made, column, index) if is_title else made

    def _labelled_region(self, column: SlotColumn, table: SlotTable, entries: int) -> Region | None:
        """What stands behind the label of a column, if that is one."""
        is_usual = column.label.endswith(":") or len(column.cells) >= LABELLED * entries
        is_known = column.part < 0 and is_usual
        return self.regions.find_labelled(column, table) if is_known else None

    def _is_plain(self, column: SlotColumn) -> bool:
        """Whether the values of a column are texts, and not numbers, dates or the like."""
        texts = [*column.texts.values()]
        return infer_type(texts, TEXT, self.pages[0].language, "").name == "text"

    def _value_field(
        self,
        column: SlotColumn,
        found: Found,
        naming: Naming,
        entries: int,
        is_list: bool,
        is_title: bool,
    ) -> Field:
        raw = [
            cut_out(text, column.after, column.before) if column.is_cut else text
            for (page, _), leaves in column.cells.items()
            for leaf in leaves
            for text in (self.pages[page].values[leaf],)
        ]
        is_text = column.form in ("value", "list")
        entry, leaves = next(iter(column.cells.items()))
        page = self.pages[entry[0]]
        kind = page.kinds[leaves[0]][0]
        prefix = self._prefix(column, raw, naming) if is_text and not is_title else ""
        if column.is_label:
            find_suffix = common_colon
        else:
            find_suffix = common_sign if column.part >= 0 else common_arrow
        suffix = find_suffix(raw) if is_text else ""
        if is_text and not is_title and not suffix:
            suffix = common_closing([split_off(text, prefix) for text in raw]) or common_call(raw)
        if is_text and not is_title and not prefix and not suffix:
            prefix, suffix = common_brackets(raw)
        values = [split_off(value.removesuffix(suffix), prefix) for value in raw]
        value_type = infer_type(values, kind, page.language, page.names[leaves[0]])
        if is_title:
            value_type = ValueType("text")
        name = naming.used.take("title") if is_title else naming.name(column, value_type.name, raw)
        selector = found.selectors[0]
        return Field(
            id=f"{selector.key:016x}-{selector.take}" + f"-{column.after}" * column.is_cut,
            name=name,
            type=value_type.name,
            selectors=found.selectors,
            is_list=is_list,
            is_joined=found.is_joined,
            is_line=column.part < 0
            and column.form == "value"
            and kind == TEXT
            and column.slot.tag != LINE
            and not is_list
            and not column.is_cut,
            fill=round(min(1.0, len(column.cells) / max(1, entries)), 3),
            examples=_examples(values),
            prefix=prefix,
            suffix=suffix,
            after=column.after,
            before=column.before,
            number_format=value_type.number_format,
            date_order=value_type.date_order,
            is_whole=value_type.is_whole,
            currency=value_type.currency,
            source=SOURCES[kind],
        )

    def _prefix(self, column: SlotColumn, raw: Sequence[str], naming: Naming) -> str:
        """The label in the texts of a column that is no part of its values."""
        prefix = _common_start(raw, column.label)
        if not prefix or prefix.endswith((":", "=")):
            return prefix
        if naming.is_main(column):
            # A word that names of things begin with is theirs.
            return ""
        return label_before(raw, prefix)

    def _selectors(
        self, column: SlotColumn, index: KeyIndex, is_list: bool
    ) -> tuple[SlotColumn, Found | None]:
        """The selectors of a column, for its blocks or, if they find more, the texts in them."""
        own = self.numbers[column.identity()]
        found = self._blocks_first(find_selectors(column.cells, index, own, is_list=is_list), index)
        if found is not None and found.covered >= ENOUGH_FOUND:
            return column, found
        inner = {
            entry: tuple(self._inner(entry[0], leaf) for leaf in leaves)
            for entry, leaves in column.cells.items()
        }
        if inner != column.cells:
            other = find_selectors(inner, index, own, is_list=is_list)
            if other is not None and (found is None or other.covered > found.covered):
                return replace(column, cells=inner), other
        return column, found

    def _blocks_first(self, found: Found | None, index: KeyIndex) -> Found | None:
        """The selectors, those of whole blocks before those of single texts in such elements."""
        if found is None or found.is_joined:
            return found

        def is_block(selector: Selector) -> bool:
            page, leaf = index.first(selector)
            return self.pages[page].kinds[leaf][0] == BLOCK

        return replace(
            found, selectors=tuple(sorted(found.selectors, key=lambda s: not is_block(s)))
        )

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

    def _text_field(
        self, table: SlotTable, column: SlotColumn, naming: Naming, entries: int
    ) -> Field | None:
        region = self.regions.find(column, table)
        if region is None:
            log.debug("a text is not found again: %s %s", column.slot.path(), column.label)
            return None
        return self._region_field(region, column, naming, entries)

    def _region_field(
        self, region: Region, column: SlotColumn, naming: Naming, entries: int
    ) -> Field:
        is_text = column.form != "images"
        values = [
            text
            for texts in column.texts.values()
            for text in ([texts] if is_text else texts.split("\n"))
        ]
        return Field(
            id=f"{region.keys[0]:016x}-{region.anchor ^ region.after:016x}"
            + "-images" * (not is_text),
            name=naming.name(column, "text", values),
            type="text" if is_text else "image",
            is_list=not is_text,
            selectors=(Selector("region", region.keys[0]),),
            fill=round(min(1.0, len(column.cells) / max(1, entries)), 3),
            examples=_examples(values),
            region=region,
            source="text" if is_text else "src",
        )


def _common_start(texts: Sequence[str], label: str) -> str:
    """What all texts begin with that is no part of their values; of a constant, its own label."""
    found = common_label(texts) or byline_start(texts)
    is_own = bool(label) and all(own_label(text) == label for text in texts)
    return label if is_own and not found else found


def _is_single(column: SlotColumn) -> bool:
    """Whether a column has one value in nearly all entries."""
    several = sum(len(leaves) > 1 for leaves in column.cells.values())
    return column.form == "value" or several < FEW_LISTS * len(column.cells)


def _is_whole(column: SlotColumn, table: SlotTable) -> bool:
    """Whether a column is all the text of its elements, but for their label."""
    if column.form not in ("value", "list") or not _is_single(column):
        return False
    whole = 0
    for element in column.slot.elements:
        said = column.texts.get(table.entry(element))
        runs = [run.text for run in element.runs() if run.text != column.slot.label]
        whole += runs == [said]
    return whole >= WHOLE * len(column.slot.elements)


def _examples(values: Sequence[str]) -> tuple[str, ...]:
    return tuple(value[:EXAMPLE_LENGTH] for value in list(dict.fromkeys(values))[:EXAMPLES])
