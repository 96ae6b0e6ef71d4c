"""Columns from slots: what of a page's places is data, and in which table it belongs.

One walk over the slots of a sample. Fixed places give nothing. A place of free text gives one text
column. What repeats gives a child table, or a list where its entries are single values. Every other
place gives one column for its text, or one for each part where the template's own words separate
the parts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import median

from unmold.templates.sample import ALT, HREF, SRC, SamplePage
from unmold.templates.slots.alignment import Slot
from unmold.templates.slots.outline import Element, Run, Words
from unmold.templates.slots.siblings import HEADINGS, NEARLY_ALL
from unmold.templates.slots.slot_columns import (
    BYLINE,
    Entry,
    SlotColumn,
    SlotTable,
    all_tables,
    is_called,
)
from unmold.templates.slots.slot_lines import CRUMBS, LineReader, is_separator
from unmold.templates.slots.slot_prose import Prose, Weights, are_rows

FIXED, FIXED_ROWS = 0.97, 0.9
"""Share of the template's own letters from which on a slot, or one that repeats, says nothing."""
NAMING = HEADINGS | {"dt", "th", "label", "legend", "caption"}
"""Tags of what names the rest of its element."""
MAX_LABEL = 40
"""Letters of a heading that is a label. A guess."""
MAX_LINES = 6
"""Lines of text directly in an element, between other elements, that are columns. A guess."""
FEW = 0.4
"""Different words for images, by their number, if they are not those of single pages. A guess."""
MAX_NESTED = 4
"""Tables inside one another; no reader follows more, and a nest of elements may be any deep."""
SOME_LABELS = 3
"""Labels with values that vary beside one whose value never does, if that is data. A guess."""
SOME_CHOICES, SAME_CHOICE = 4, 0.5
"""Different choices of items in all, and the share of lists with the most frequent one, if they are
data. Guesses: a menu has the same items everywhere but for where the reader is."""
VARYING = 0.1
"""Share of lines that are not the template's own, if they have fewer than 3 values. A guess."""


class ColumnFinder:
    """Walks the slots of a sample and collects tables of columns."""

    def __init__(
        self,
        pages: Sequence[SamplePage],
        fixed: Mapping[int, float],
        texts: frozenset[int],
        root: Slot,
    ) -> None:
        self.pages = pages
        self.fixed = fixed
        self.root = root
        self.weights = Weights(root, fixed)
        self.prose = Prose(self.weights)
        self.lines = LineReader(pages, texts)

    def find(self) -> SlotTable:
        """The table of the pages themselves, with all tables inside."""
        whole = SlotTable(None, None)
        self._walk(whole, [(self.root, whole, "")])
        return whole

    def find_rows(self, parent: SlotTable, label: str) -> SlotTable:
        """The table whose rows are the elements of the first slot, inside another table."""
        rows = SlotTable(self.root, parent, name=label)
        found = self._visit(self.root, rows, "")
        self._walk(rows, [(child, rows, said) for child, said in found])
        return rows

    def _walk(self, whole: SlotTable, waiting: list[tuple[Slot, SlotTable, str]]) -> None:
        """Add the columns and tables of slots to the table that these stand in."""
        waiting.reverse()
        while waiting:
            slot, table, label = waiting.pop()
            inner = self._enter(slot, table, label)
            if inner is not None:
                found = self._visit(slot, inner, "" if inner is not table else label)
                waiting.extend(reversed([(child, inner, said) for child, said in found]))
        for table in reversed([whole, *all_tables(whole)]):
            kept = []
            for own in table.tables:
                inner = _with_texts(own, table)
                if inner is not None:
                    kept.append(inner)
                else:
                    self._add_gallery(own, table)
            table.tables = kept

    def _enter(self, slot: Slot, table: SlotTable, label: str) -> SlotTable | None:
        """The table that the columns of a slot belong to; None if it is done with."""
        is_row = slot.repeats or self._is_numbered(slot)
        if not is_row or slot.tag in ("html", "body", "tbody", "thead"):
            return table
        weight = self.weights.all[id(slot)]
        if 0 < FIXED_ROWS * weight.letters <= weight.fixed:
            if self._are_choices(slot):
                self._add_list(slot, table, label)
            return None
        if is_called(slot, CRUMBS):
            self._add_list(slot, table, "breadcrumbs")
        elif are_rows(slot):
            if table.depth >= MAX_NESTED:
                return table
            inner = SlotTable(slot, table, name=label)
            table.tables.append(inner)
            return inner
        elif not slot.is_bare() and self.prose.is_formed(slot):
            # Columns of a layout that hold lists are no list.
            return table
        else:
            self._add_list(slot, table, label)
        return None

    def _are_choices(self, slot: Slot) -> bool:
        """Whether items are texts of the template, of which every page has some.

        Degrees that a school offers are on many pages each, and still not the same on any two.
        """
        if slot.tag != "li" or slot.pages < NEARLY_ALL * len(self.pages):
            return False
        if any(element.attributes or element.children() for element in slot.elements):
            return False
        chosen: defaultdict[int, list[str]] = defaultdict(list)
        for element in slot.elements:
            chosen[id(element.parent)] += [run.text for run in element.runs()]
        choices = Counter(tuple(own) for own in chosen.values())
        _, times = choices.most_common(1)[0]
        return len(choices) >= SOME_CHOICES and times <= SAME_CHOICE * len(chosen)

    def _is_numbered(self, slot: Slot) -> bool:
        """Whether items of lists have numbers: of comments, a page may have one, or none."""
        parent = slot.parent
        is_listed = slot.tag == "li" and parent is not None and not parent.repeats
        if not is_listed or slot.pages >= NEARLY_ALL * len(self.pages):
            return False
        return all(isinstance(e.words, Words) and e.words.is_numbered for e in slot.elements)

    def _visit(self, slot: Slot, table: SlotTable, label: str) -> Iterator[tuple[Slot, str]]:
        """Add the columns of a slot; the slots inside that are still to be visited, with labels."""
        weight = self.weights.all[id(slot)]
        is_fixed = 0 < FIXED * weight.letters <= weight.fixed
        if is_fixed and self._is_among_values(slot):
            self._add_constant(slot, table)
            return
        label = slot.label or label
        if is_fixed and not _has_media(slot) and not is_called(slot, BYLINE, 1):
            for items in slot.walk():
                if items.repeats and self._are_choices(items):
                    self._add_list(items, table, items.label or label)
            return
        if self.prose.is_prose(slot):
            outside = [*self.prose.outside_text(slot)]
            self._add_text(slot, table, label, outside)
            yield from ((child, "") for child in outside)
            return
        self._add_lines(slot, table, label)
        self._add_media(slot, table, label)
        inner = label if len(slot.children) <= 2 else slot.label
        yield from ((child, inner) for child in slot.children)

    def _is_among_values(self, slot: Slot) -> bool:
        """Whether a slot has a label, and most of the labels beside it have values that vary."""
        if not slot.label or slot.parent is None:
            return False
        beside = [
            self.weights.all[id(child)]
            for child in _neighbours(slot)
            if child.label and child.tag == slot.tag
        ]
        varying = sum(1 for weight in beside if weight.fixed < FIXED * weight.letters)
        return varying >= max(SOME_LABELS, 0.5 * len(beside))

    def _add_constant(self, slot: Slot, table: SlotTable) -> None:
        """What stands behind a label: `Telecommute: no` is data, though no page says yes."""
        cells: dict[Entry, tuple[int, ...]] = {}
        texts: dict[Entry, str] = {}
        for inner in slot.walk():
            for element in inner.elements:
                runs = [run for run in element.content if isinstance(run, Run)]
                for run in runs:
                    entry = table.entry(element)
                    if run.text != slot.label and not is_separator(run.text):
                        cells[entry] = (*cells.get(entry, ()), run.leaf)
                        texts[entry] = run.text
        is_single = all(len(leaves) == 1 for leaves in cells.values())
        if is_single and len(cells) >= 0.5 * len(slot.elements):
            self._push(table, SlotColumn(slot, cells, "value", slot.label, texts=texts))

    def _heading(self, slot: Slot) -> str:
        """The words of the template in the heading that most elements of a slot begin with."""
        found: Counter[str] = Counter()
        for element in slot.elements:
            first = element.content[0] if element.content else None
            if isinstance(first, Element) and first.tag in NAMING:
                run = first.first_run()
                if run is not None and id(run) in self.fixed:
                    found[run.text] += 1
        text, times = found.most_common(1)[0] if found else ("", 0)
        return text if times >= 0.5 * len(slot.elements) and len(text) <= MAX_LABEL else ""

    def _push(self, table: SlotTable, column: SlotColumn) -> None:
        column.order = median(cell[0] for cell in column.cells.values())
        table.columns.append(column)

    def _is_varied(self, texts: dict[Entry, str]) -> bool:
        return len({*texts.values()}) > 1 or (len(texts) > 0 and len(self.pages) == 1)

    def _add_text(self, slot: Slot, table: SlotTable, label: str, excluded: list[Slot]) -> None:
        """The text of a slot, without some slots inside."""
        skipped = {element for child in excluded for element in child.elements}
        cells: dict[Entry, tuple[int, ...]] = {}
        texts: dict[Entry, str] = {}
        for element in slot.elements:
            leaves: list[int] = []
            parts: list[str] = []
            for run in runs_without(element, skipped):
                is_own = len(run.leaves) == 1 and self.lines.is_own(element.page, run.leaves[0])
                if not is_own:
                    leaves.append(run.leaf)
                    parts.append(run.text)
            if parts:
                entry = table.entry(element)
                cells[entry] = (*cells.get(entry, ()), *leaves)
                texts[entry] = "\n".join(filter(None, [texts.get(entry, ""), *parts]))
        if cells:
            column = SlotColumn(slot, cells, "text", label, texts=texts, regions=excluded)
            self._push(table, column)
            self._add_images(slot, table, excluded, skipped)
            if table.slot is None:
                self._add_heading(slot, table, skipped)

    def _add_heading(self, slot: Slot, table: SlotTable, skipped: set[Element]) -> None:
        """The heading that a text begins with: the title, perhaps."""
        cells: dict[Entry, tuple[int, ...]] = {}
        texts: dict[Entry, str] = {}
        for element in slot.elements:
            first = next((e for e in element.elements() if e.tag in HEADINGS), None)
            run = first.first_run() if first is not None and first not in skipped else None
            if run is not None and run is next(runs_without(element, skipped), None):
                cells[table.entry(element)] = (run.leaf,)
                texts[table.entry(element)] = run.text
        if len(cells) >= 0.5 * len(slot.elements):
            column = SlotColumn(slot, cells, "value", texts=texts, is_heading=True)
            self._push(table, column)

    def _add_images(
        self, slot: Slot, table: SlotTable, excluded: list[Slot], skipped: set[Element]
    ) -> None:
        """The images inside a text."""
        cells: dict[Entry, tuple[int, ...]] = {}
        texts: dict[Entry, str] = {}
        for element in slot.elements:
            page = self.pages[element.page]
            found: list[int] = []
            waiting = [element]
            while waiting:
                current = waiting.pop()
                if current in skipped and current is not element:
                    continue
                found += _addresses(page, current, SRC)
                waiting.extend(current.children())
            if found:
                entry = table.entry(element)
                cells[entry] = tuple(sorted(found))
                texts[entry] = "\n".join(page.values[leaf] for leaf in cells[entry])
        if len(cells) >= 2 and len({*texts.values()}) > 1:
            column = SlotColumn(slot, cells, "images", "", texts=texts, regions=excluded)
            self._push(table, column)

    def _add_gallery(self, rows: SlotTable, table: SlotTable) -> None:
        """The images of rows that say nothing else, as a list of the table around them."""
        images = [column for column in rows.columns if column.form == "image"]
        if not images or rows.slot is None:
            return
        column = max(images, key=lambda c: len(c.cells))
        cells: dict[Entry, tuple[int, ...]] = {}
        for element in rows.slot.elements:
            found = column.cells.get((element.page, element.node), ())
            if found:
                entry = table.entry(element)
                cells[entry] = (*cells.get(entry, ()), *found)
        texts = {
            entry: "\n".join(self.pages[entry[0]].values[leaf] for leaf in leaves)
            for entry, leaves in cells.items()
        }
        if self._is_varied(texts):
            self._push(table, SlotColumn(column.slot, cells, "image", rows.name, texts=texts))

    def _add_lines(self, slot: Slot, table: SlotTable, label: str) -> None:
        """The columns of the text that stands directly in a slot."""
        by_place: defaultdict[int, list[tuple[Element, Run]]] = defaultdict(list)
        for element in slot.elements if slot.has_runs else ():
            runs = [item for item in element.content if type(item) is Run]
            for place, run in enumerate(runs[:MAX_LINES]):
                by_place[place].append((element, run))
        for lines in by_place.values():
            distinct = len({run.text for _, run in lines})
            if distinct < 2 and len(self.pages) > 1 and not is_called(slot, BYLINE, 1):
                if lines[0][1].text != slot.label and self._is_among_values(slot):
                    self._add_constant(slot, table)
                continue
            is_said = distinct >= 3 or self._varies(lines)
            # Of the components of a program, nearly all tickets may be about one.
            if is_said or is_called(slot, BYLINE, 1) or self._is_among_values(slot):
                for column in self.lines.read(slot, table, label, lines):
                    column.heading = "" if column.label else self._heading(slot)
                    self._push(table, column)

    def _varies(self, lines: Sequence[tuple[Element, Run]]) -> bool:
        """Whether enough lines are not the template's own."""
        varying = sum(1 for _, run in lines if id(run) not in self.fixed)
        return varying >= VARYING * len(lines)

    def _add_list(self, slot: Slot, table: SlotTable, label: str) -> None:
        """One list of what repeats: a value for each element."""
        cells: dict[Entry, tuple[int, ...]] = {}
        texts: dict[Entry, str] = {}
        ends = {end for own in by_parent(slot.elements).values() for end in (own[0], own[-1])}
        for element in slot.elements:
            entry = table.entry(element)
            for run in element.runs():
                # What stands on all pages heads or ends the others, unless it is the way to them.
                is_own = self.fixed.get(id(run), 0.0) >= NEARLY_ALL and label != "breadcrumbs"
                if run.text == label or (is_own and element in ends):
                    continue
                cells[entry] = (*cells.get(entry, ()), run.leaf)
                texts[entry] = f"{texts[entry]}\n{run.text}" if entry in texts else run.text
        if self._is_varied(texts):
            self._push(table, SlotColumn(slot, cells, "list", label, texts=texts))

    def _add_media(self, slot: Slot, table: SlotTable, label: str) -> None:
        """The links and images that stand directly in a slot."""
        having = [element for element in slot.elements if element.attributes]
        if not having:
            return
        links: dict[Entry, list[int]] = {}
        images: dict[Entry, list[int]] = {}
        described: list[Element] = []
        for element in having:
            kinds, values = self.pages[element.page].kinds, self.pages[element.page].values
            entry: Entry | None = None
            for leaf in element.attributes:
                kind = kinds[leaf][0]
                if kind in (HREF, SRC) and not values[leaf].startswith("data:"):
                    entry = entry or table.entry(element)
                    (links if kind == HREF else images).setdefault(entry, []).append(leaf)
                elif kind == ALT and (not described or described[-1] is not element):
                    described.append(element)
        for form, found in (("link", links), ("image", images)):
            if not found:
                continue
            cells = {entry: tuple(leaves) for entry, leaves in found.items()}
            texts = {
                entry: "\n".join([self.pages[entry[0]].values[leaf] for leaf in leaves])
                for entry, leaves in cells.items()
            }
            if self._is_varied(texts):
                self._push(table, SlotColumn(slot, cells, form, label, texts=texts))
        if described:
            self._add_alternatives(described, slot, table, label)

    def _add_alternatives(
        self, having: Sequence[Element], slot: Slot, table: SlotTable, label: str
    ) -> None:
        """What images say in words, where that is one of a few things: grades, flags, ratings."""
        cells: dict[Entry, tuple[int, ...]] = {}
        texts: dict[Entry, str] = {}
        for element in having:
            page = self.pages[element.page]
            for leaf in element.attributes:
                if page.kinds[leaf][0] != ALT:
                    continue
                text = page.values[leaf]
                said = (run.text for run in element.content if isinstance(run, Run))
                if len(text) <= MAX_LABEL and text not in said:
                    entry = table.entry(element)
                    cells[entry] = (*cells.get(entry, ()), leaf)
                    texts[entry] = text
        counts = Counter(texts.values())
        is_single = all(len(leaves) == 1 for leaves in cells.values())
        if not is_single or not 2 <= len(counts) <= FEW * len(cells):
            return
        if counts.most_common(1)[0][1] < NEARLY_ALL * len(cells):
            self._push(table, SlotColumn(slot, cells, "value", label, mark="img", texts=texts))


def by_parent(elements: Iterable[Element]) -> dict[int, list[Element]]:
    """Elements by the identity of what holds them."""
    found: defaultdict[int, list[Element]] = defaultdict(list)
    for element in elements:
        found[id(element.parent)].append(element)
    return found


def _neighbours(slot: Slot) -> list[Slot]:
    """The slots that labels distinguish from a slot: cells of the same table, or siblings alike."""
    parent = slot.parent
    assert parent is not None
    if slot.tag == "td" and parent.parent is not None:
        return [cell for row in parent.parent.children for cell in row.children]
    return [child for child in parent.children if child.words == slot.words]


def _addresses(page: SamplePage, element: Element, kind: int) -> list[int]:
    """The leaves of the links or images of an element, without images written into the page."""
    return [
        leaf
        for leaf in element.attributes
        if page.kinds[leaf][0] == kind and not page.values[leaf].startswith("data:")
    ]


def _has_media(slot: Slot) -> bool:
    """Whether a link or image stands in a slot."""
    return any(element.attributes for inner in slot.walk() for element in inner.elements)


def _with_texts(table: SlotTable, parent: SlotTable) -> SlotTable | None:
    """A table without those that hold nothing but one table; None if it says nothing."""
    if not table.columns and len(table.tables) == 1:
        inner = table.tables[0]
        inner.parent, inner.name = parent, table.name or inner.name
        return inner
    has_texts = any(column.form not in ("link", "image") for column in table.columns)
    return table if has_texts or table.tables else None


def runs_without(element: Element, skipped: set[Element]) -> Iterator[Run]:
    """The runs inside an element, in order, without those in some elements."""
    waiting: list[Element | Run] = [element]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Run):
            yield item
        elif item not in skipped or item is element:
            waiting.extend(reversed(item.content))
