"""The first tier of a template: the tables that a person would keep.

Slots give wanted columns; here those worth having are chosen, named, put in a person's order, and
given selectors by which they are found on other pages.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from statistics import median

from unmold.templates.chrome import CHROME_WORD
from unmold.templates.class_words import class_words, words_of
from unmold.templates.model import CELL_FAMILIES, FAMILIES, Field, Region, Selector, Table
from unmold.templates.naming import UniqueNames, telling_words
from unmold.templates.noise import is_noise
from unmold.templates.outline import Element, Run, outline_page
from unmold.templates.prefixes import common_label, split_off
from unmold.templates.sample import HREF, JSON, META, SRC, SamplePage
from unmold.templates.selectors import Found, KeyIndex, find_row_keys, find_selectors
from unmold.templates.shapes import shape_of
from unmold.templates.slot_columns import ColumnFinder, Entry, SlotColumn, SlotTable
from unmold.templates.slots import Slot, align, find_fixed
from unmold.templates.value_types import infer_type

MEDIA = ("link", "image", "images")
EXAMPLES, EXAMPLE_LENGTH = 3, 80
SAME = 0.9
"""Share of common entries on which two columns that are one say the same."""


@dataclass(slots=True)
class FirstTier:
    """What a person would keep of a sample."""

    texts: frozenset[int]
    fields: tuple[Field, ...] = ()
    tables: tuple[Table, ...] = ()


def compose(pages: Sequence[SamplePage], texts: frozenset[int]) -> FirstTier:
    """The first tier of a sample, and the template's texts without those that are values."""
    roots = [outline_page(page, number) for number, page in enumerate(pages)]
    fixed = find_fixed(roots)
    slots = align(roots, fixed)
    finder = ColumnFinder(pages, fixed, texts)
    table = finder.find(slots)
    chooser = _Chooser(pages, roots)
    chooser.choose(table)
    kept = texts - _values_among(texts, table, pages)
    return _Maker(pages, roots, kept, chooser).make(table)


def _all_columns(table: SlotTable) -> Iterator[SlotColumn]:
    yield from table.columns
    for inner in table.tables:
        yield from _all_columns(inner)


def _values_among(
    texts: frozenset[int], table: SlotTable, pages: Sequence[SamplePage]
) -> frozenset[int]:
    """The texts that are values of a column wherever they stand: frequent, but not the template's."""
    wanted: Counter[int] = Counter()
    for column in _all_columns(table):
        if column.form != "text":
            for (page, _), leaves in column.cells.items():
                wanted.update(pages[page].text_ids[leaf] for leaf in leaves)
    total: Counter[int] = Counter()
    for page in pages:
        total.update(page.text_ids)
    return frozenset(
        text for text, times in wanted.items() if text in texts and times >= 0.5 * total[text]
    )


# --- choosing


class _Chooser:
    """Keeps the columns worth having."""

    def __init__(self, pages: Sequence[SamplePage], roots: Sequence[Element]) -> None:
        self.pages = pages
        self.titles = [_head_titles(page) for page in pages]
        self.title: SlotColumn | None = None
        self.said_as = _HeadNames(pages)

    def choose(self, table: SlotTable) -> None:
        self._choose_root(table)
        table.tables = [inner for inner in table.tables if self._choose_table(inner)]

    def _choose_root(self, table: SlotTable) -> None:
        pages = len(self.pages)
        columns = [column for column in table.columns if self._is_worth(column, pages)]
        self.title = find_title(columns, self.titles, self.pages)
        columns = self._without_links(columns)
        columns = self._without_repeats(columns)
        table.columns = columns

    def _is_worth(self, column: SlotColumn, entries: int) -> bool:
        fill = len(column.cells) / entries
        values = list(column.texts.values())
        distinct = len({*values})
        if fill < 0.05 or (fill < 0.1 and not column.label):
            return False
        if entries >= 6 and is_noise(values):
            return False
        if _is_form(column.slot):
            return False
        if in_region(column.slot, ("footer",)) and distinct < 0.5 * len(values):
            return False
        top = Counter(values).most_common(1)[0][1]
        if entries >= 6 and top >= 0.95 * len(values) and not column.label:
            return False
        if column.form in MEDIA and distinct < 0.3 * len(values):
            return False
        is_few = distinct <= 0.5 * len(values)
        if entries >= 6 and is_few and is_chrome(column.slot) and not column.label:
            return False
        return True

    def _without_links(self, columns: list[SlotColumn]) -> list[SlotColumn]:
        """Of addresses only those that lead on, and images that change."""
        kept = []
        images = [c for c in columns if c.form == "image" and not is_chrome(c.slot)]
        images.sort(key=lambda c: (-len(c.cells), c.order))
        inside = [c for c in columns if c.form == "images"]
        inside.sort(key=lambda c: -len(c.cells))
        main = [*images[:1], *inside[:1]] if inside else images[:2]
        for column in columns:
            if column.form == "link":
                if direction(column) and not any("#" == v[:1] for v in column.texts.values()):
                    kept.append(column)
            elif column.form in ("image", "images"):
                if column in main:
                    kept.append(column)
            else:
                kept.append(column)
        return kept

    def _without_repeats(self, columns: list[SlotColumn]) -> list[SlotColumn]:
        """The columns without those that say what another says; the title, labels, early ones stay."""
        ranked = sorted(
            columns,
            key=lambda c: (c is not self.title, -len(c.cells) // 4, not c.label, c.order),
        )
        kept: list[SlotColumn] = []
        for column in ranked:
            if not any(_says_same(column, other, other is self.title) for other in kept):
                kept.append(column)
        return kept

    def _choose_table(self, table: SlotTable) -> bool:
        assert table.slot is not None
        rows = len(table.slot.elements)
        pages = table.slot.pages
        if pages < max(1, 0.05 * len(self.pages)):
            return False
        table.tables = [inner for inner in table.tables if self._choose_table(inner)]
        if in_region(table.slot, ("footer",)):
            return False
        columns = [c for c in table.columns if self._is_worth_in_rows(c, rows)]
        columns = self._one_link(columns)
        columns = self._without_repeats(columns)
        table.columns = columns
        texts = [c for c in columns if c.form not in MEDIA]
        if not columns and not table.tables:
            return False
        if texts and len(self.pages) >= 4 and pages >= 4:
            variety = max(len({*c.texts.values()}) / len(c.texts) for c in texts)
            if variety < (0.5 if is_chrome(table.slot) else 0.12):
                return False
        if is_chrome(table.slot, strict=True) or (is_chrome(table.slot) and _is_links(table)):
            return False
        return True

    def _is_worth_in_rows(self, column: SlotColumn, rows: int) -> bool:
        values = list(column.texts.values())
        fill = len(column.cells) / rows
        if fill < 0.08 or (len({*values}) < 2 and len(values) > 2):
            return False
        if column.form == "link":
            own = sum(1 for v in values if v.startswith(("#", "javascript:")))
            return own < 0.5 * len(values)
        if column.form == "image":
            return len({*values}) >= 0.3 * len(values)
        top = Counter(values).most_common(1)[0][1]
        return top < 0.97 * len(values)

    def _one_link(self, columns: list[SlotColumn]) -> list[SlotColumn]:
        """Of a row's links and images the first that nearly all rows have."""
        kept = [c for c in columns if c.form not in MEDIA]
        for forms in (("link",), ("image", "images")):
            own = [c for c in columns if c.form in forms]
            if own:
                kept.append(max(own, key=lambda c: (round(5 * len(c.cells)), -c.order)))
        return kept


def _is_links(table: SlotTable) -> bool:
    """Whether rows are nothing but links."""
    assert table.slot is not None
    runs = [run for element in table.slot.elements[:300] for run in element.runs()]
    letters = sum(len(run.text) for run in runs)
    return sum(run.linked for run in runs) >= 0.8 * max(1, letters)


def _says_same(column: SlotColumn, other: SlotColumn, is_title: bool) -> bool:
    if (column.form in MEDIA) != (other.form in MEDIA):
        return False
    both = column.texts.keys() & other.texts.keys()
    if len(both) < 0.8 * len(column.texts):
        return False
    same = sum(1 for entry in both if _bare(column.texts[entry]) == _bare(other.texts[entry]))
    if same >= SAME * len(both):
        return True
    if is_title and len(both) > 2:
        around = Counter(
            tuple(_bare(column.texts[entry]).split(_bare(other.texts[entry]), 1)) for entry in both
        )
        (parts, times), *_ = around.most_common(1)
        return len(parts) == 2 and times >= 0.8 * len(both)
    return False


def _bare(text: str) -> str:
    return " ".join(text.casefold().split()).strip(" .,:;|»«›‹·–—-")


def direction(column: SlotColumn) -> str:
    """`previous` or `next`, if classes, rel or label say so."""
    words = [*words_of(" ".join(column.slot.words)), *words_of(column.label), *words_of(column.mark)]
    if column.slot.parent is not None:
        words += words_of(" ".join(column.slot.parent.words))
    for word in words:
        if word in ("prev", "previous", "older", "anterior"):
            return "previous"
        if word in ("next", "newer", "siguiente"):
            return "next"
    return ""


def is_chrome(slot: Slot | None, strict: bool = False) -> bool:
    """Whether a slot stands in a region that is called chrome."""
    while slot is not None and slot.tag not in ("body", "html"):
        if slot.tag in (("nav", "footer", "button", "select") if not strict else ("select", "button")):
            return True
        if not strict and any(CHROME_WORD.search(word) for word in slot.words):
            return True
        slot = slot.parent
    return False


def in_region(slot: Slot | None, names: Sequence[str]) -> bool:
    """Whether a slot stands in a region of such a name, directly or not."""
    while slot is not None and slot.tag not in ("body", "html"):
        if slot.tag in names or any(word.lower() in names for word in slot.words):
            parent = slot.parent
            # The foot of an article is not that of the page.
            while parent is not None and parent.tag not in ("article", "main", "html"):
                parent = parent.parent
            if parent is None or parent.tag == "html":
                return True
        slot = slot.parent
    return False


def _is_form(slot: Slot | None) -> bool:
    while slot is not None:
        if slot.tag in ("select", "option", "button"):
            return True
        slot = slot.parent
    return False


# --- the title


def _head_titles(page: SamplePage) -> list[str]:
    found = []
    for leaf, hint in enumerate(page.hints):
        if hint.startswith("title\t"):
            found.append(page.values[leaf])
            break
    named = dict(zip(page.names, page.values, strict=True))
    found += [named[name] for name in ("og:title", "twitter:title") if name in named]
    found += [
        value
        for name, value in zip(page.names, page.values, strict=True)
        if name.endswith(".headline")
    ]
    return found


def find_title(
    columns: Sequence[SlotColumn], titles: Sequence[list[str]], pages: Sequence[SamplePage]
) -> SlotColumn | None:
    """The visible column that best explains the titles of pages."""
    cut = _without_affixes(titles)
    best, best_score = None, 0.0
    for column in columns:
        if column.form not in ("value", "text", "list") or len(column.cells) < 0.5 * len(pages):
            continue
        if len({*column.texts.values()}) < min(2, len(pages)):
            continue
        lengths = [len(text) for text in column.texts.values()]
        if median(lengths) > 200:
            continue
        score = sum(_likeness(text, cut[entry[0]]) for entry, text in column.texts.items())
        score /= len(pages)
        tags = _tags(column.slot)
        score += 0.3 * ("h1" in tags) + 0.1 * ("h2" in tags) + 0.05 * ("h3" in tags)
        score += 0.1 * any("title" in word.lower() or word.lower() == "name" for word in column.slot.words)
        variety = len({*column.texts.values()}) / len(column.texts)
        score *= 0.5 + 0.5 * variety
        if score > best_score + 0.02:
            best, best_score = column, score
    return best if best_score >= 0.35 else None


def _tags(slot: Slot | None) -> list[str]:
    tags = []
    for _ in range(3):
        if slot is not None:
            tags.append(slot.tag)
            slot = slot.parent
    return tags


def _without_affixes(titles: Sequence[list[str]]) -> list[list[set[str]]]:
    """The words of titles that not nearly all pages have."""
    counts: Counter[str] = Counter()
    for own in titles:
        counts.update({word for title in own for word in words_of(title)})
    usual = {word for word, times in counts.items() if times >= 0.8 * len(titles) and len(titles) > 2}
    return [[{w for w in words_of(title)} - usual for title in own] for own in titles]


def _likeness(text: str, titles: Sequence[set[str]]) -> float:
    said = {*words_of(text)}
    if not said:
        return 0.0
    best = 0.0
    for title in titles:
        if title:
            common = len(said & title)
            f1 = 2 * common / (len(said) + len(title))
            if title <= said or said <= title:
                f1 = max(f1, 0.9 * min(1.0, common / max(1, min(3, len(title)))))
            best = max(best, f1)
    return best


def common_suffix(values: Sequence[str]) -> str:
    """What nearly all titles end with, from the last separator on; empty if there is none."""
    ends = Counter(match[0] for value in values if (match := _ENDING.search(value[-80:])))
    if not ends:
        return ""
    end, times = ends.most_common(1)[0]
    return end if times >= 0.8 * len(values) and times > 1 else ""


_ENDING = re.compile(r"\s+[-–—|·•»:/]\s[^-–—|·•»/]{1,60}$")


# --- names


class _HeadNames:
    """What meta elements and linked data call values."""

    def __init__(self, pages: Sequence[SamplePage]) -> None:
        self.names: list[defaultdict[str, list[str]]] = []
        for page in pages:
            found: defaultdict[str, list[str]] = defaultdict(list)
            for leaf, (kind, _) in enumerate(page.kinds):
                if kind in (META, JSON) and len(page.values[leaf]) < 500:
                    found[_bare(page.values[leaf])].append(page.names[leaf])
            self.names.append(found)

    def of(self, column: SlotColumn) -> str:
        """The name under which most pages say the same; the more telling one first."""
        counts: Counter[str] = Counter()
        for (page, _), text in column.texts.items():
            parts = text.split("\n") if column.form == "list" else [text]
            counts.update({name for part in parts for name in self.names[page].get(_bare(part), ())})
        usual = [n for n, times in counts.items() if times >= 0.8 * len(column.texts) and times > 1]
        return min(usual, key=lambda name: (name.count("."), "." not in name, len(name)), default="")


MEANINGS: dict[str, str] = {
    "byline": "author", "autor": "author", "by": "author", "auteur": "author", "writer": "author",
    "datepublished": "date", "published": "date", "pubdate": "date", "fecha": "date",
    "datemodified": "date_modified", "modified": "date_modified", "updated": "date_modified",
    "breadcrumb": "breadcrumbs", "crumbs": "breadcrumbs", "headline": "title",
    "articlebody": "text", "reviewbody": "text", "ratingvalue": "rating",
}  # fmt: skip
"""Usual words of classes and linked data for what every reader calls by one name."""


def clean_name(words: Sequence[str]) -> str:
    joined = "_".join(words[:4])
    return MEANINGS.get(joined.replace("_", ""), joined)


@dataclass(slots=True)
class _Naming:
    """Names the columns of one table."""

    pages: Sequence[SamplePage]
    said_as: _HeadNames
    common: frozenset[str] = frozenset()
    used: UniqueNames = field(default_factory=UniqueNames)

    def name(self, column: SlotColumn, value_type: str, values: Sequence[str]) -> str:
        return self.used.take(*self.candidates(column, value_type, values))

    def candidates(self, column: SlotColumn, value_type: str, values: Sequence[str]) -> list[str]:
        found = [*self._names(column, value_type, values)]
        names = [name for name in found if name]
        suffix = {"link": "url", "image": "image"}.get(column.form, "")
        if column.form == "link":
            to = direction(column)
            return [f"{to}_url"] if to else ["url", *(f"{n}_url" for n in names)]
        if column.form in ("image", "images"):
            is_list = any(len(cell) > 1 for cell in column.cells.values())
            return ["images" if is_list else "image", *(f"{n}_image" for n in names)]
        return [*names, "value"]

    def _names(self, column: SlotColumn, value_type: str, values: Sequence[str]) -> Iterator[str]:
        entry, leaves = next(iter(column.cells.items()))
        page = self.pages[entry[0]]
        element = column.slot.elements[0]
        tag, itemprop, classes = (page.hints[leaves[0]].split("\t") + ["", "", ""])[:3]
        if column.form == "text" and not column.label:
            words = self._class_words(column)
            if words and words[-1] in TEXT_WORDS:
                yield words[-1]
            yield "text"
            yield from ("_".join(words[:2]), "main_text") if words else ("main_text",)
        yield clean_name(telling_words(itemprop or element.itemprop)) if itemprop or element.itemprop else ""
        if to := direction(column):
            yield to
        yield clean_name(telling_words(page.headers[leaves[0]]))
        label = column.label
        if label and len(label) <= 60:
            yield clean_name(telling_words(label)) or clean_name(words_of(label))
        prefix = common_label(values) if column.form != "text" else ""
        if prefix:
            yield clean_name(telling_words(prefix))
        said = self.said_as.of(column)
        if said:
            yield clean_name(_key_words(said))
        own = self._class_words(column)
        telling = [word for word in own if word in KNOWN_WORDS]
        if telling:
            yield clean_name([telling[-1]])
        if column.form != "list" and value_type in ("date", "price"):
            yield value_type
        if shape := shape_of(values):
            yield shape
        if own:
            yield clean_name(own[:2])
        slot = column.slot.parent
        while slot is not None and slot.tag != "body":
            words = [w for w in _slot_words(slot) if w not in self.common]
            if slot.label and len(slot.label) < 40:
                words = telling_words(slot.label) or words
            if words:
                yield clean_name(words[:2])
                break
            slot = slot.parent
        if value_type in ("date", "price"):
            yield value_type
        yield {"h1": "title", "h2": "heading", "h3": "heading"}.get(column.slot.tag, "text")

    def _class_words(self, column: SlotColumn) -> list[str]:
        own = []
        for step in column.mark.split(" "):
            own += _telling(" ".join(step.split(".")[1:]))
        own += _slot_words(column.slot)
        return [word for word in dict.fromkeys(own) if word not in self.common]


TEXT_WORDS = frozenset(
    "description summary synopsis abstract excerpt overview review content body text storyline".split()
)
KNOWN_WORDS = frozenset(
    """author byline date published modified updated price title name category categories tag tags
    breadcrumb breadcrumbs rating votes summary description location address phone email company
    comment comments brand model sku discount sale time views subtitle""".split()  # noqa: SIM905
)
"""Words of classes that readers use themselves."""


def _telling(classes: str) -> list[str]:
    return [word for word in class_words(classes) if len(word) > 2 and telling_words(word)]


def _slot_words(slot: Slot) -> list[str]:
    return _telling(" ".join(word for word in slot.words if word != "=").replace("#", ""))


def _key_words(name: str) -> list[str]:
    for prefix in ("og:", "twitter:", "article:", "product:", "dc.", "dcterms.", "itemprop:"):
        name = name.removeprefix(prefix)
    parts = name.split(".")
    if len(parts) > 1 and parts[-1] in ("name", "url", "@value", "@id"):
        parts = parts[:-1]
    return words_of(parts[-1])


# --- making fields


class _Maker:
    """Makes fields and tables of chosen columns."""

    def __init__(
        self,
        pages: Sequence[SamplePage],
        roots: Sequence[Element],
        texts: frozenset[int],
        chooser: _Chooser,
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
        self.container_keys = [
            dict(zip(nodes, page.leaves.container_keys(nodes), strict=True))
            for page, nodes in zip(pages, self.nodes, strict=True)
        ]

    def make(self, table: SlotTable) -> FirstTier:
        flat = self._plan(table)
        indexes = self._index_tables(flat)
        naming = _Naming(self.pages, self.chooser.said_as, _common_words(table.columns))
        fields = self._fields(table, naming, self.root_index, len(self.pages))
        if self.chooser.title is None and (title := self._head_title(naming)) is not None:
            fields = (title, *fields)
        tables = self._tables(table, indexes, naming.used)
        return FirstTier(self.texts, fields, tables)

    def _head_title(self, naming: _Naming) -> Field | None:
        """The title that the head of pages says, without what all of them add."""
        cells: dict[Entry, tuple[int, ...]] = {}
        for number, page in enumerate(self.pages):
            leaf = next((at for at, hint in enumerate(page.hints) if hint.startswith("title\t")), None)
            if leaf is not None:
                cells[number, -1] = (leaf,)
        values = [self.pages[page].values[leaves[0]] for (page, _), leaves in cells.items()]
        found = find_selectors(cells, self.root_index, is_list=False) if cells else None
        if found is None or len({*values}) < min(2, len(self.pages)):
            return None
        suffix = common_suffix(values)
        cut = [value.removesuffix(suffix) for value in values]
        selector = found.selectors[0]
        return Field(
            id=f"{selector.key:016x}-{selector.take}",
            name=naming.used.take("title"),
            type="text",
            selectors=found.selectors,
            fill=round(len(cells) / len(self.pages), 3),
            examples=tuple(value[:EXAMPLE_LENGTH] for value in list(dict.fromkeys(cut))[:EXAMPLES]),
            prefix=common_label(cut),
            suffix=suffix,
            source="text",
        )

    def _plan(self, root: SlotTable) -> list[tuple[SlotTable, tuple[int, ...], int, bool]]:
        """All tables that are found again, outer ones first: keys, number of the outer one."""
        planned: list[tuple[SlotTable, tuple[int, ...], int, bool]] = []
        waiting = [(inner, -1) for inner in root.tables]
        while waiting:
            table, parent = waiting.pop(0)
            assert table.slot is not None
            rows: defaultdict[int, set[int]] = defaultdict(set)
            for element in table.slot.elements:
                rows[element.page].add(element.node)
            keys, share = find_row_keys(rows, dict(enumerate(self.row_keys)))
            if not keys or share < 0.5:
                continue
            is_group = table.slot.tag in ("pair", "section", "group")
            number = len(planned)
            planned.append((table, keys, parent, is_group))
            waiting += [(inner, number) for inner in table.tables]
        return planned

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
        for table in sorted(root.tables, key=_table_order):
            if id(table) not in indexes:
                continue
            index, keys, is_group, takes_labels, rows = indexes[id(table)]
            naming = _Naming(self.pages, self.chooser.said_as, _common_words(table.columns))
            fields = self._fields(table, naming, index, len(rows), rows)
            inner = self._tables(table, indexes, naming.used)
            if not fields and not inner:
                continue
            pages = len({page for page, _ in rows})
            made.append(
                Table(
                    id=f"{keys[0]:016x}",
                    name=used.take(_table_name(table)),
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
        naming: _Naming,
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
        naming: _Naming,
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
            return self._text_field(column, naming, entries, is_row=rows is not None)
        is_list = column.form == "list" or any(len(leaves) > 1 for leaves in column.cells.values())
        found = find_selectors(column.cells, index, is_list=is_list)
        if found is None:
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
        return Field(
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

    def _text_field(
        self, column: SlotColumn, naming: _Naming, entries: int, *, is_row: bool
    ) -> Field | None:
        region = self._region(column)
        if region is None:
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

    def _region(self, column: SlotColumn) -> Region | None:
        slot = column.slot
        after, until = 0, frozenset[int]()
        if slot.is_section or slot.tag == "section" and slot.words == ("=",):
            holder = slot.parent
            assert holder is not None
            after, until = self._section_bounds(slot, holder)
            slot = holder
        wanted: defaultdict[int, set[int]] = defaultdict(set)
        for element in slot.elements:
            wanted[element.page].add(element.node)
        keys, anchor = self._container_keys(wanted), 0
        if not keys:
            anchor = self._anchor(slot)
            keys = self._container_keys(wanted, anchor) if anchor else ()
        if not keys:
            return None
        without: set[int] = set()
        for child in column.regions:
            without |= self._excluding_keys(child, column)
        return Region(keys, anchor, after, tuple(sorted(until)), tuple(sorted(without)))

    def _anchor(self, slot: Slot) -> int:
        """A text of the template that nearly all elements of a slot hold, and no others like them."""
        counts: Counter[int] = Counter()
        for element in slot.elements:
            page = self.pages[element.page]
            counts.update(
                {page.text_ids[leaf] for run in element.runs() for leaf in run.leaves[:2]} & self.texts
            )
        for text, times in counts.most_common(3):
            if times >= 0.9 * len(slot.elements):
                return text
        return 0

    def _section_bounds(self, slot: Slot, holder: Slot) -> tuple[int, frozenset[int]]:
        def headings(sections: Sequence[Slot]) -> Counter[int]:
            found: Counter[int] = Counter()
            for section in sections:
                for element in section.elements:
                    run = next(element.runs(), None)
                    if run is not None and run.leaves:
                        found[self.pages[element.page].text_ids[run.leaves[0]]] += 1
            return found

        own = headings([slot]).most_common(1)
        others = headings([child for child in holder.children if child.is_section and child is not slot])
        return (own[0][0] if own else 0), frozenset(others)

    def _container_keys(self, wanted: dict[int, set[int]], anchor: int = 0) -> tuple[int, ...]:
        """Keys whose first element on a page, of those with the anchor, is the first wanted one."""
        firsts = {page: min(nodes) for page, nodes in wanted.items()}
        first_of: defaultdict[int, dict[int, int]] = defaultdict(dict)
        order: dict[int, int] = {}
        for page, elements in enumerate(self.container_keys):
            holders = self._holders(page, anchor) if anchor else None
            for node in sorted(elements):
                if holders is not None and node not in holders:
                    continue
                for family, key in enumerate(elements[node]):
                    if key:
                        first_of[key].setdefault(page, node)
                        order.setdefault(key, family)
        chosen: list[int] = []
        covered: set[int] = set()
        candidates = {
            key for page, node in firsts.items() for key in self.container_keys[page].get(node, ()) if key
        }
        scored = []
        for key in candidates:
            right = {page for page, node in first_of[key].items() if firsts.get(page) == node}
            if len(right) >= 0.9 * len(first_of[key]):
                scored.append((order[key], -len(right), key, right))
        for _, _, key, right in sorted(scored, key=lambda item: (item[1] > -0.5 * len(firsts), item[0], item[1])):
            if right - covered:
                chosen.append(key)
                covered |= right
        return tuple(chosen[:12]) if len(covered) >= 0.5 * len(firsts) else ()

    def _holders(self, page: int, anchor: int) -> set[int]:
        sample = self.pages[page]
        found: set[int] = set()
        for leaf, text in enumerate(sample.text_ids):
            node = sample.nodes[leaf]
            while text == anchor and node:
                found.add(node)
                node = sample.leaves.parents([node])[0]
        return found

    def _excluding_keys(self, child: Slot, column: SlotColumn) -> set[int]:
        """Keys that only elements to be left out have, among those inside the text."""
        out: Counter[int] = Counter()
        for element in child.elements:
            for key in self.container_keys[element.page].get(element.node, ()):
                out[key] += 1
        kept: set[int] = set()
        nodes = set()
        for element in child.elements:
            nodes.add((element.page, element.node))
        for holder in column.slot.elements:
            for element in holder.elements():
                if (element.page, element.node) not in nodes and not _is_inside(element, nodes):
                    kept.update(self.container_keys[element.page].get(element.node, ()))
        good = [key for key, times in out.items() if key and key not in kept]
        return {*sorted(good, key=lambda key: -out[key])[:6]}


def _is_inside(element: Element, nodes: set[tuple[int, int]]) -> bool:
    current: Element | None = element
    while current is not None:
        if (current.page, current.node) in nodes:
            return True
        current = current.parent
    return False


SOURCES = ("text", "block", "href", "src", "alt", "title", "content", "meta", "json-ld")


def _common_words(columns: Sequence[SlotColumn]) -> frozenset[str]:
    """Class words that so many columns share that they tell none from another."""
    counts: Counter[str] = Counter()
    for column in columns:
        counts.update({*_slot_words(column.slot)})
    return frozenset(word for word, times in counts.items() if times >= max(4, 0.4 * len(columns)))


def _table_order(table: SlotTable) -> float:
    assert table.slot is not None
    return median(element.node for element in table.slot.elements)


def _table_name(table: SlotTable) -> str:
    assert table.slot is not None
    if table.name and len(table.name) <= 40 and (words := telling_words(table.name)):
        return "_".join(words[:3])
    if heading := _heading_before(table.slot):
        return heading
    slot: Slot | None = table.slot
    for level in range(4):
        if slot is None or slot.tag == "body":
            break
        if slot.label and len(slot.label) <= 40 and (words := telling_words(slot.label)):
            return "_".join(words[:3])
        words = [word for word in _slot_words(slot) if word not in ROW_SHAPES]
        if words:
            name = words[0] if level == 0 else "_".join(words[:2])
            return _plural(name)
        slot = slot.parent
    return "rows"


def _heading_before(slot: Slot) -> str:
    """The heading of the template that stands before the rows, in the same or the next holder."""
    holder = slot.parent
    for _ in range(3):
        if holder is None:
            return ""
        counts: Counter[str] = Counter()
        elements = slot.elements if holder is slot.parent else []
        for child in holder.children:
            if child.tag in ("h2", "h3", "h4", "h5", "h6", "caption", "legend"):
                for element in child.elements:
                    run = next(element.runs(), None)
                    if run is not None:
                        counts[run.text] += 1
        if counts:
            text, times = counts.most_common(1)[0]
            if times >= 0.5 * len(holder.elements) and len(text) <= 40 and len(counts) <= 3:
                return "_".join(telling_words(re.sub(r"\(?\d[\d.,]*\)?", "", text))[:3])
            return ""
        holder = holder.parent
    return ""


ROW_SHAPES = frozenset(
    """card cards tile tiles teaser wrapper loop type status format hentry has thumb thumbnail
    default media object element component section article flex columns span rounded shadow
    border text even odd depth""".split()  # noqa: SIM905
)


def _plural(name: str) -> str:
    if name.endswith("s") or not name.isascii():
        return name
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return name[:-1] + "ies"
    return name + ("es" if name.endswith(("x", "ch", "sh", "z")) else "s")
