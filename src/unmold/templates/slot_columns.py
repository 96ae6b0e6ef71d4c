"""Columns from slots: what of a page's places is data, and in which table it belongs.

One walk over the slots of a sample. Fixed places give nothing. A place of free text gives one text
column. What repeats gives a child table, or a list where its entries are single values. Every other
place gives one column for its text, or one for each part where the template's own words separate
the parts.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median

from unmold.templates.outline import Element, Run
from unmold.templates.sample import ALT, HREF, SRC, TITLE, CONTENT, SamplePage
from unmold.templates.slots import ALIKE, HEADINGS, Slot, jaccard, signature

Entry = tuple[int, int]
"""The number of a page and the node of its row; node -1 for the page itself."""


Identity = tuple[int, int, str, str]
"""What distinguishes a column from others: slot, part, mark, form."""


@dataclass(slots=True, eq=False)
class SlotColumn:
    """A column that is wanted: for each entry the leaves that are its values."""

    slot: Slot
    cells: dict[Entry, tuple[int, ...]]
    form: str
    """`value`, `list`, `text`, `link` or `image`."""
    label: str = ""
    part: int = -1
    mark: str = ""
    order: float = 0.0
    texts: dict[Entry, str] = field(default_factory=dict)
    regions: list[Slot] = field(default_factory=list)
    """For a text: slots inside that do not belong to it."""
    is_heading: bool = False
    """Whether it is the first heading of a text, and worth having only as the title."""

    def identity(self) -> Identity:
        """What distinguishes the column from others."""
        return id(self.slot), self.part, self.mark, self.form


@dataclass(slots=True, eq=False)
class SlotTable:
    """A child table: the slot whose elements are its rows."""

    slot: Slot | None
    parent: SlotTable | None
    columns: list[SlotColumn] = field(default_factory=list)
    tables: list[SlotTable] = field(default_factory=list)

    def entry(self, element: Element) -> Entry:
        """The row that an element stands in."""
        if self.slot is None:
            return element.page, -1
        current: Element | None = element
        while current is not None and current not in self.rows:
            current = current.parent
        return (element.page, current.node) if current is not None else (element.page, -2)

    @property
    def rows(self) -> set[Element]:
        """The elements that are rows."""
        return self._rows

    _rows: set[Element] = field(default_factory=set)
    name: str = ""

    def __post_init__(self) -> None:
        self._rows = set(self.slot.elements) if self.slot else set()


def all_tables(table: SlotTable) -> Iterator[SlotTable]:
    """The tables inside a table, at any depth."""
    for inner in table.tables:
        yield inner
        yield from all_tables(inner)


def all_columns(table: SlotTable) -> Iterator[SlotColumn]:
    """The columns of a table and of all inside it."""
    yield from table.columns
    for inner in all_tables(table):
        yield from inner.columns


SENTENCE = re.compile(r"[^\W\d_)\"”»][)\"”»]?[.!?。！？…](?:\s|$)|[。！？]")
"""The end of a sentence: a mark behind a word."""


def letters_of(run: Run) -> int:
    return len(run.text)


MAX_PARTS = 16
"""Texts of a line; with more it is no form but free text. A guess."""

CODE = re.compile(r"signature|synopsis|prototype|declaration|^sig$", re.IGNORECASE)
"""Words of classes for lines of code: they are read whole."""
CRUMBS = re.compile(r"crumb", re.IGNORECASE)


def is_called(slot: Slot | None, pattern: re.Pattern[str], levels: int = 4) -> bool:
    """Whether a class or id of a slot, or of one near around it, has such a word."""
    for _ in range(levels):
        if slot is None or slot.tag == "body":
            return False
        if any(pattern.search(word) for word in slot.words):
            return True
        slot = slot.parent
    return False


class Mass:
    """What the runs in a slot weigh: all letters, fixed ones, those in links, in sentences."""

    def __init__(self, fixed: Container[int]) -> None:
        self.fixed = fixed
        self._known: dict[int, tuple[float, float, float, float, float]] = {}

    def own(self, slot: Slot) -> tuple[float, float, float, float, float]:
        """Letters, fixed, linked, varying (a quarter for short runs), in sentences: own runs only."""
        total = fixed = linked = varying = sentences = 0.0
        for element in slot.elements:
            for item in element.content:
                if not isinstance(item, Run):
                    continue
                size = len(item.text)
                total += size
                if id(item) in self.fixed:
                    fixed += size
                    continue
                linked += item.linked
                words = item.text.count(" ") + 1
                free = max(0, size - item.linked)
                varying += free if words >= 8 else free / 4
                if words >= 8 and SENTENCE.search(item.text):
                    sentences += free
        return total, fixed, linked, varying, sentences

    def all(self, slot: Slot) -> tuple[float, float, float, float, float]:
        """The same with what is inside."""
        known = self._known.get(id(slot))
        if known is None:
            parts = [self.own(slot), *(self.all(child) for child in slot.children)]
            known = tuple(map(sum, zip(*parts, strict=True)))  # type: ignore[assignment]
            self._known[id(slot)] = known
        return known


class ColumnFinder:
    """Walks the slots of a sample and collects tables of columns."""

    def __init__(
        self, pages: Sequence[SamplePage], fixed: Container[int], texts: frozenset[int]
    ) -> None:
        self.pages = pages
        self.fixed = fixed
        self.texts = texts
        self.mass = Mass(fixed)

    def find(self, root: Slot) -> SlotTable:
        table = SlotTable(None, None)
        self._visit(root, table, "")
        return table

    # --- the walk

    def _visit(self, slot: Slot, table: SlotTable, label: str) -> None:
        total, fixed, linked, varying, sentences = self.mass.all(slot)
        if total and fixed >= 0.97 * total and not self._has_media(slot):
            return
        label = slot.label or label
        if self._is_prose(slot):
            self._add_text(slot, table, label)
            for child in self._outside_text(slot):
                self._visit_child(child, table, "")
            return
        self._add_runs(slot, table, label)
        self._add_media(slot, table, label)
        for child in slot.children:
            self._visit_child(child, table, label if len(slot.children) <= 2 else slot.label)

    def _visit_child(self, slot: Slot, table: SlotTable, label: str) -> None:
        if not slot.repeats or slot.tag in ("html", "body"):
            self._visit(slot, table, label)
            return
        total, fixed, *_ = self.mass.all(slot)
        if total and fixed >= 0.9 * total:
            return
        if slot.tag in ("tbody", "thead") and slot.parent is not None:
            self._visit(slot, table, label)
            return
        if is_called(slot, CRUMBS):
            self._add_list(slot, table, "breadcrumbs")
            return
        if self._is_rows(slot):
            inner = SlotTable(slot, table)
            for child in [slot]:
                self._visit(child, inner, "")
            if not inner.columns and len(inner.tables) == 1:
                # Rows that hold nothing but rows.
                inner = inner.tables[0]
                inner.parent = table
            if (
                any(column.form not in ("link", "image") for column in inner.columns)
                or inner.tables
            ):
                inner.name = label or inner.name
                table.tables.append(inner)
            return
        self._add_list(slot, table, label)

    def _is_rows(self, slot: Slot) -> bool:
        """Whether the elements of a repeating slot are rows of one kind."""
        runs = [[*element.runs()] for element in slot.elements[:200]]
        several = sum(1 for own in runs if len(own) >= 2)
        with_media = sum(1 for e in slot.elements[:200] if any(x.attributes for x in e.elements()))
        if several < 0.5 * len(runs) and with_media < 0.5 * len(runs):
            return False
        by_parent: defaultdict[int, list[Element]] = defaultdict(list)
        for element in slot.elements[:400]:
            by_parent[id(element.parent)].append(element)
        likeness = [
            jaccard(signature(one), signature(other))
            for own in by_parent.values()
            for one, other in zip(own, own[1:], strict=False)
        ]
        return not likeness or sum(likeness) >= ALIKE * 0.85 * len(likeness)

    # --- prose

    def _is_place(self, slot: Slot) -> bool:
        """Whether a slot is a place of its own: at most one in a parent, and no author's bare tag."""
        return not slot.repeats and not slot.is_bare()

    def _is_free(self, slot: Slot) -> bool:
        """Whether a slot is an author's own markup, and not rows with places inside."""
        if not slot.is_bare():
            return False
        whole = self.mass.all(slot)[0]
        placed = 0.0
        waiting = [*slot.children]
        while waiting:
            child = waiting.pop()
            if (
                child.words
                and not child.repeats
                and len(child.elements) >= 0.5 * len(slot.elements)
            ):
                placed += self.mass.all(child)[0]
            else:
                waiting += child.children
        return placed < 0.5 * whole

    def _is_prose(self, slot: Slot) -> bool:
        """Whether the varying text of a slot lies mostly outside of places, in sentences."""
        if slot.tag in ("html",) or slot.repeats and slot.is_bare():
            return False
        outside = sentences = inside = 0.0
        own = self.mass.own(slot)
        runs_own = own[3]
        prose_slots = 0
        for child in slot.children:
            _, _, _, varying, said = self.mass.all(child)
            if child.label or (child.repeats and not self._is_free(child) and self._is_rows(child)):
                continue
            if self._is_place(child):
                inside += varying
                if varying and said >= 0.6 * varying:
                    prose_slots += 1
            else:
                outside += varying
                sentences += said
        if self._is_paragraphs(slot):
            return True
        several_runs = sum(
            1 for e in slot.elements if sum(isinstance(i, Run) for i in e.content) > 1
        )
        if not any(True for _ in slot.children) and several_runs < 0.3 * len(slot.elements):
            return False
        outside += runs_own
        sentences += own[4]
        whole = outside + inside
        if not whole:
            return False
        if any(child.tag == "p" and child.repeats and child.is_bare() for child in slot.children):
            words = [
                run.text.count(" ") + 1
                for child in slot.children
                if child.tag == "p" and child.repeats
                for element in child.elements[:200]
                for run in element.runs()
            ]
            if words and sum(words) >= 4 * len(words) and outside >= 0.3 * whole:
                return True
        enough = sentences >= 0.35 * outside and sentences >= 60 * max(1, len(slot.elements)) * 0.5
        return enough and (outside >= 0.3 * whole or prose_slots >= 3)

    def _is_paragraphs(self, slot: Slot) -> bool:
        """Whether a place holds sentences in paragraphs, here and there more than one."""
        paragraphs = [child for child in slot.children if child.tag == "p" and not child.words]
        if len(paragraphs) != 1 or slot.tag in ("body", "html"):
            return False
        total, *_, sentences = self.mass.all(paragraphs[0])
        if sentences < 0.5 * total or total < 0.7 * self.mass.all(slot)[0]:
            return False
        counts = Counter(id(element.parent) for element in paragraphs[0].elements)
        return sum(1 for times in counts.values() if times > 1) >= max(2, 0.02 * len(counts))

    def _outside_text(self, slot: Slot) -> Iterator[Slot]:
        """The slots inside a text that are not part of it: labelled places, rows, short places."""
        for child in slot.children:
            if child.label or child.is_section:
                yield child
            elif child.repeats:
                is_usual = child.pages >= 0.5 * slot.pages
                if is_usual and not self._is_free(child) and self._is_rows(child):
                    yield child
            elif self._is_place(child) and (self._is_short(child) or self._has_form(child)):
                yield child

    def _has_form(self, slot: Slot) -> bool:
        """Whether labels or rows of the template make up most of a place inside a text."""
        holder = slot.parent
        if holder is None or slot.pages < 0.4 * holder.pages:
            return False
        formed = 0.0
        waiting = [(child, 0) for child in slot.children]
        while waiting:
            child, depth = waiting.pop()
            if child.label or (child.repeats and not child.is_bare() and self._is_rows(child)):
                formed += self.mass.all(child)[0]
            elif depth < 3:
                waiting += [(inner, depth + 1) for inner in child.children]
        return formed >= 0.5 * self.mass.all(slot)[0]

    def _is_short(self, slot: Slot) -> bool:
        """Whether a place on half of the pages has few words or is the template's own."""
        total, fixed, linked, varying, sentences = self.mass.all(slot)
        if slot.pages < 0.5 * slot.parent.pages:  # type: ignore[union-attr]
            return total > 0 and fixed + linked >= 0.6 * total
        return sentences < 0.3 * max(1.0, total)

    def _add_text(self, slot: Slot, table: SlotTable, label: str) -> None:
        excluded = [*self._outside_text(slot)]
        skipped = {element for child in excluded for element in child.elements}
        cells: dict[Entry, tuple[int, ...]] = {}
        texts: dict[Entry, str] = {}
        for element in slot.elements:
            leaves: list[int] = []
            parts: list[str] = []
            for run in runs_without(element, skipped):
                if not self._is_fixed_run(element.page, run):
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
            run = next(first.runs(), None) if first is not None and first not in skipped else None
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
                found += [leaf for leaf in current.attributes if page.kinds[leaf][0] == SRC]
                waiting.extend(current.children())
            if found:
                entry = table.entry(element)
                cells[entry] = tuple(sorted(found))
                texts[entry] = "\n".join(page.values[leaf] for leaf in cells[entry])
        if len(cells) >= 2 and len({*texts.values()}) > 1:
            column = SlotColumn(slot, cells, "images", "", texts=texts, regions=excluded)
            self._push(table, column)

    # --- values

    def _push(self, table: SlotTable, column: SlotColumn) -> None:
        column.order = median(cell[0] for cell in column.cells.values())
        table.columns.append(column)

    def _fixed_pieces(self, runs: list[tuple[Element, Run]]) -> set[str]:
        """Texts inside runs that half of them share: words of the template, whatever their key."""
        counts: Counter[str] = Counter()
        for element, run in runs:
            if len(run.leaves) > 1:
                values = self.pages[element.page].values
                counts.update({values[leaf] for leaf in run.leaves})
        several = sum(1 for _, run in runs if len(run.leaves) > 1)
        enough = max(2, 0.5 * several)
        return {text for text, times in counts.items() if times >= enough and several > 2}

    def _is_fixed_run(self, page: int, run: Run) -> bool:
        return len(run.leaves) == 1 and self._is_fixed_leaf(page, run.leaves[0])

    def _is_fixed_leaf(self, page: int, leaf: int) -> bool:
        return self.pages[page].text_ids[leaf] in self.texts

    def _add_runs(self, slot: Slot, table: SlotTable, label: str) -> None:
        """Columns of the runs that stand directly in a slot."""
        by_place: defaultdict[int, list[tuple[Element, Run]]] = defaultdict(list)
        for element in slot.elements:
            runs = [item for item in element.content if isinstance(item, Run)]
            for place, run in enumerate(runs[:6]):
                by_place[place].append((element, run))
        for place, runs in by_place.items():
            self._add_run(slot, table, label, runs)

    def _add_run(
        self, slot: Slot, table: SlotTable, label: str, runs: list[tuple[Element, Run]]
    ) -> None:
        if len({run.text for _, run in runs}) < 2 and len(self.pages) > 1:
            return
        varying = sum(1 for _, run in runs if id(run) not in self.fixed)
        distinct = len({run.text for _, run in runs})
        if varying < 0.1 * len(runs) and distinct < 3:
            return
        if self._add_crumbs(slot, table, runs):
            return
        if self._add_items(slot, table, label, runs):
            return
        if self._add_parts(slot, table, label, runs):
            return
        cells: dict[Entry, tuple[int, ...]] = {}
        texts: dict[Entry, str] = {}
        for element, run in runs:
            if slot.label and run.text == slot.label:
                continue
            entry = table.entry(element)
            cells[entry] = (*cells.get(entry, ()), run.leaf)
            texts[entry] = f"{texts[entry]}\n{run.text}" if entry in texts else run.text
        if cells:
            form = "list" if any(len(cell) > 1 for cell in cells.values()) else "value"
            self._push(table, SlotColumn(slot, cells, form, label, texts=texts))

    def _add_crumbs(self, slot: Slot, table: SlotTable, runs: list[tuple[Element, Run]]) -> bool:
        """The path to a page: all its steps, whatever their markup."""
        if not is_called(slot, CRUMBS) or sum(len(run.leaves) > 1 for _, run in runs) < 0.5 * len(
            runs
        ):
            return False
        cells: dict[Entry, tuple[int, ...]] = {}
        texts: dict[Entry, str] = {}
        for element, run in runs:
            values = self.pages[element.page].values
            kept = tuple(leaf for leaf in run.leaves if not _is_separator(values[leaf]))
            if kept:
                cells[table.entry(element)] = kept
                texts[table.entry(element)] = "\n".join(values[leaf] for leaf in kept)
        self._push(table, SlotColumn(slot, cells, "list", "breadcrumbs", texts=texts))
        return True

    def _add_items(
        self, slot: Slot, table: SlotTable, label: str, runs: list[tuple[Element, Run]]
    ) -> bool:
        """A list where a run is links, or marked texts of one kind, with separators between."""
        cells: dict[Entry, tuple[int, ...]] = {}
        texts: dict[Entry, str] = {}
        several = fitting = 0
        found_label = label
        for element, run in runs:
            items, others = [], []
            for leaf, mark in zip(run.leaves, run.marks, strict=False):
                text = self.pages[element.page].values[leaf]
                if mark and mark.split(" ")[-1].split(".")[0] == "a":
                    items.append(leaf)
                else:
                    others.append((leaf, text))
            free = [
                (leaf, text)
                for leaf, text in others
                if not _is_separator(text) and not self._is_fixed_leaf(element.page, leaf)
            ]
            if items and not free:
                fitting += 1
                several += len(items) > 1
                kept = [
                    leaf for leaf in items if not self._is_fixed_leaf(element.page, leaf)
                ] or items
                entry = table.entry(element)
                cells[entry] = (*cells.get(entry, ()), *kept)
                texts[entry] = "\n".join(
                    self.pages[element.page].values[leaf] for leaf in cells[entry]
                )
                named = [
                    text
                    for leaf, text in others
                    if len(text) > 2 and self._is_fixed_leaf(element.page, leaf)
                ]
                if named and not found_label:
                    found_label = named[0]
        if several < max(2, 0.1 * len(runs)) or fitting < 0.8 * len(runs):
            return False
        self._push(table, SlotColumn(slot, cells, "list", found_label, texts=texts))
        return True

    def _add_parts(
        self, slot: Slot, table: SlotTable, label: str, runs: list[tuple[Element, Run]]
    ) -> bool:
        """Columns of the parts of runs, where the template's words or marks separate them."""
        if self._are_glued(runs) or is_called(slot, CODE, 1):
            return False
        parts: defaultdict[tuple[str, str], dict[Entry, tuple[int, ...]]] = defaultdict(dict)
        clean = 0
        fixed = self._fixed_pieces(runs)
        for element, run in runs:
            if len(run.leaves) < 2:
                continue
            said = label
            last: tuple[str, str] | None = None
            was_separated = is_clean = True
            seen: set[tuple[str, str]] = set()
            entry = table.entry(element)
            page = self.pages[element.page]
            for leaf, mark in zip(run.leaves, run.marks, strict=False):
                text = page.values[leaf]
                if text in fixed or self._is_fixed_leaf(element.page, leaf):
                    if sum(map(str.isalpha, text)) > 1:
                        said = text
                    was_separated = True
                    continue
                if _is_separator(text):
                    was_separated = True
                    continue
                key = (said if said != label else "", mark)
                # The same again behind a separator is one more item of a list.
                if key in seen and not (key == last and was_separated):
                    is_clean = False
                    break
                seen.add(key)
                parts[key][entry] = (*parts[key].get(entry, ()), leaf)
                last, was_separated = key, False
            clean += is_clean
        long = sum(1 for _, run in runs if run.text.count(" ") >= 25 or len(run.leaves) > MAX_PARTS)
        several = sum(1 for _, run in runs if len(run.leaves) > 1)
        usual = {key: cells for key, cells in parts.items() if len(cells) >= 0.3 * len(runs)}
        if several < 0.3 * len(runs) or clean < 0.7 * several or long > 0.3 * len(runs):
            return False
        has_words = any(said for said, _ in usual) or self._has_fixed(runs)
        marked = [mark for _, mark in usual if mark]
        if not usual or (not has_words and len(usual) < 2 and not marked):
            return False
        covered = sum(len(cells) for cells in usual.values())
        if covered < 0.8 * sum(len(cells) for cells in parts.values()):
            return False
        if not has_words and not any("." in mark for mark in marked) and len(usual) > 1:
            # `<b>12</b> comments` without a class: the line is the value.
            return False
        for number, ((said, mark), cells) in enumerate(usual.items()):
            texts = {
                entry: "\n".join(self.pages[entry[0]].values[leaf] for leaf in leaves)
                for entry, leaves in cells.items()
            }
            if len({*texts.values()}) < 2 and len(self.pages) > 1:
                continue
            self._push(
                table,
                SlotColumn(
                    slot,
                    cells,
                    "list" if any(len(leaves) > 1 for leaves in cells.values()) else "value",
                    said or label,
                    number,
                    mark,
                    texts=texts,
                ),
            )
        return True

    def _are_glued(self, runs: list[tuple[Element, Run]]) -> bool:
        """Whether the texts of lines mostly follow each other without a space, as in code."""
        glued = spaced = 0
        for element, run in runs:
            values = self.pages[element.page].values
            at = 0
            for leaf in run.leaves:
                found = run.text.find(values[leaf], at)
                if found < 0:
                    break
                if at:
                    glued += found == at
                    spaced += found > at
                at = found + len(values[leaf])
        return glued > spaced and glued >= 4 * len(runs)

    def _has_fixed(self, runs: list[tuple[Element, Run]]) -> bool:
        """Whether most runs hold words of the template beside their own."""
        fixed = self._fixed_pieces(runs)
        holding = sum(
            1
            for element, run in runs
            if len(run.leaves) > 1
            and any(
                self._is_fixed_leaf(element.page, leaf)
                or self.pages[element.page].values[leaf] in fixed
                for leaf in run.leaves
            )
        )
        return holding >= 0.5 * len(runs)

    def _add_list(self, slot: Slot, table: SlotTable, label: str) -> None:
        """One list of what repeats: a value for each element."""
        cells: dict[Entry, tuple[int, ...]] = {}
        texts: dict[Entry, str] = {}
        for element in slot.elements:
            entry = table.entry(element)
            for run in element.runs():
                if run.text == label:
                    continue
                cells[entry] = (*cells.get(entry, ()), run.leaf)
                texts[entry] = f"{texts[entry]}\n{run.text}" if entry in texts else run.text
        if cells and (len({*texts.values()}) > 1 or len(self.pages) == 1):
            self._push(table, SlotColumn(slot, cells, "list", label, texts=texts))

    def _add_media(self, slot: Slot, table: SlotTable, label: str) -> None:
        """The links and images that stand directly in a slot."""
        for kind, form in ((HREF, "link"), (SRC, "image")):
            cells: dict[Entry, tuple[int, ...]] = {}
            texts: dict[Entry, str] = {}
            for element in slot.elements:
                page = self.pages[element.page]
                found = [
                    leaf
                    for leaf in element.attributes
                    if page.kinds[leaf][0] == kind and not page.values[leaf].startswith("data:")
                ]
                if found:
                    entry = table.entry(element)
                    cells[entry] = (*cells.get(entry, ()), *found)
                    texts[entry] = "\n".join(page.values[leaf] for leaf in cells[entry])
            if cells and (len({*texts.values()}) > 1 or len(self.pages) == 1):
                self._push(table, SlotColumn(slot, cells, form, label, texts=texts))

    def _has_media(self, slot: Slot) -> bool:
        return any(element.attributes for inner in slot.walk() for element in inner.elements)


def bare_text(text: str) -> str:
    """A text without case, and without the signs around it."""
    return " ".join(text.casefold().split()).strip(" .,:;|»«›‹·–—-")


def runs_without(element: Element, skipped: set[Element]) -> Iterator[Run]:
    """The runs inside an element, in order, without those in some elements."""
    waiting: list[Element | Run] = [element]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Run):
            yield item
        elif item not in skipped or item is element:
            waiting.extend(reversed(item.content))


def _is_separator(text: str) -> bool:
    return not any(letter.isalnum() for letter in text) or text.casefold() in (
        "and",
        "y",
        "und",
        "et",
        "e",
    )
