"""Applying a template to a page, one Python object for each value.

The leaves and which of them have a template's keys are the native core's (`reference.leaves` is the
twin of those); what is done with them is written here as plainly as it can be.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from unmold._core.testing import region_leaves
from unmold.model import Page
from unmold.pages.trees import cut_problems
from unmold.records.record import Record
from unmold.records.score import LOW_SCORE, SURE_TEXT
from unmold.settings import Limits
from unmold.templates.model import Field, MatchedTable, Table, Template
from unmold.templates.prefixes import cut_out, split_off
from unmold.templates.sample import TEXT
from unmold.values import ValueType, parse_value

if TYPE_CHECKING:
    from unmold._core import PageLeaves

_ATTRIBUTES = {
    "href": "/@href",
    "src": "/@src",
    "alt": "/@alt",
    "title": "/@title",
    "meta": "/@content",
}

Hits = dict[int, list[tuple[int, int]]]
"""By number of the key: the leaves found, and the row of each or -1."""
Cell = tuple[Any, ...]
"""Value, raw value, typed value and XPath."""


class ReferenceExtractor:
    """A template made ready to be applied to many pages."""

    def __init__(self, template: Template, *, include_noise: bool = False) -> None:
        from unmold import _core

        self.template = template
        self.fields = [field for field in template.fields if include_noise or not field.is_noise]
        self.include_noise = include_noise
        self.tables = [table for _, table in template.all_tables()]
        keys = {
            selector.key: None for _, field in template.columns() for selector in field.selectors
        }
        self.numbers = {key: number for number, key in enumerate(keys)}
        texts = [text.key for text in template.texts]
        self.texts = frozenset(texts)
        self.matcher = _core.LeafMatcher(texts, list(keys), _matcher_parts(self.tables))

    def extract(self, page: Page, leaves: PageLeaves, limits: Limits) -> Record:
        """The record of a page whose leaves were found within these limits."""
        texts, found, rows = self.matcher.find(leaves)
        hits: Hits = defaultdict(list)
        for key, leaf, row in found:
            hits[key].append((leaf, row))
        record = Record(page.path, page.url, page.site, self.template.name, 0.0)
        whole: Parts = (record.values, record.raw, record.typed, record.xpaths)
        cells: list[Found] = []
        for field in self.fields:
            if field.region is not None:
                chosen = self._region(field, leaves, -1)
            else:
                chosen = [leaf for leaf, _ in self.leaves_of(field, hits)]
            if chosen and field.is_line:
                chosen = [_whole_line(chosen[0], leaves)]
            cells.append((whole, field, chosen))
        objects: list[Parts] = [({}, {}, {}, {}) for _ in rows]
        cells += self._find_cells(objects, rows, hits, leaves)
        _fill(cells, page, leaves)
        self._put_rows(whole, objects, rows)
        score = page_score(self.template, texts, record.values)
        record.problems.extend(_problems(score, record, leaves))
        record.problems.extend(_cuts(page, leaves, limits))
        return replace(record, score=score)

    def leaves_of(self, field: Field, hits: Hits) -> list[tuple[int, int]]:
        """The leaves that the first selector finds that finds any, or those of all together."""
        if field.is_joined:
            return self._joined(field, hits)
        for selector in field.selectors:
            found = hits.get(self.numbers[selector.key])
            if found:
                chosen = selector.choose(found)
                if chosen:
                    return list(chosen)
        return []

    def _region(self, field: Field, leaves: PageLeaves, row: int) -> list[int]:
        """The paragraphs of a text, or the images in it, in the order of the page."""
        region = field.region
        assert region is not None
        return region_leaves(leaves, region, row, self.texts, field.type == "image")

    def _joined(self, field: Field, hits: Hits) -> list[tuple[int, int]]:
        found = {
            leaf: row
            for selector in field.selectors
            for leaf, row in hits.get(self.numbers[selector.key], ())
        }
        return sorted(found.items())

    def _find_cells(
        self,
        objects: list[Parts],
        rows: Sequence[tuple[int, int, int]],
        hits: Hits,
        leaves: PageLeaves,
    ) -> Iterator[Found]:
        """Which leaves fill which cells of tables."""
        if not rows:
            return
        filled: list[set[str]] = [set() for _ in rows]
        for number, own_table in enumerate(self.tables):
            for field in own_table.fields:
                if field.region is not None:
                    found = self._find_texts(field, rows, number, leaves)
                elif self.include_noise or not field.is_noise:
                    own = {row for row, (table, *_) in enumerate(rows) if table == number}
                    found = self._find_values(field, hits, filled, own)
                else:
                    continue
                for row, chosen in found:
                    filled[row].add(field.name)
                    yield objects[row], field, chosen

    def _find_texts(
        self, field: Field, rows: Sequence[tuple[int, int, int]], table: int, leaves: PageLeaves
    ) -> Iterator[tuple[int, list[int]]]:
        """The rows of a table that have a text, and its leaves."""
        for number, (own, node, _) in enumerate(rows):
            if own == table and (found := self._region(field, leaves, node)):
                yield number, found

    def _find_values(
        self, field: Field, hits: Hits, filled: list[set[str]], rows: set[int]
    ) -> Iterator[tuple[int, list[int]]]:
        """The rows in which a selector finds a value that none has found before, and its leaves."""
        for selector in field.selectors:
            by_row: defaultdict[int, list[int]] = defaultdict(list)
            for leaf, row in hits.get(self.numbers[selector.key], ()):
                # Tables whose rows look alike have the same keys.
                if row in rows:
                    by_row[row].append(leaf)
            for row, found in by_row.items():
                chosen = selector.choose(found)
                if chosen and field.name not in filled[row]:
                    yield row, list(chosen)

    def _put_rows(
        self, whole: Parts, objects: list[Parts], rows: Sequence[tuple[int, int, int]]
    ) -> None:
        """Put every row that holds anything into the row, or else the record, around it."""
        filled = _filled_rows(objects, rows)
        for number, (table, _, around) in enumerate(rows):
            if filled[number]:
                outer = whole if around < 0 else objects[around]
                for part, row in zip(outer, objects[number], strict=True):
                    part.setdefault(self.tables[table].name, []).append(row)


Parts = tuple[dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any]]
"""One row in each part of a record."""

Found = tuple[Parts, Field, list[int]]
"""A cell: the row that it belongs to, its field, and the leaves that fill it."""


def _fill(cells: Sequence[Found], page: Page, leaves: PageLeaves) -> None:
    """Fill cells; what their leaves say is asked for at once."""
    wanted = list(dict.fromkeys(leaf for _, _, found in cells for leaf in found))
    said = dict(zip(wanted, leaves.values_and_xpaths(wanted), strict=True))
    for row, field, found in cells:
        if found:
            cell = _cell(field, [said[leaf] for leaf in found], page)
            for part, value in zip(row, cell or (), strict=cell is not None):
                part[field.name] = value


def _matcher_parts(tables: Sequence[Table]) -> list[MatchedTable]:
    """The tables as the native matcher takes them, each with the number of its parent."""
    parent = {id(inner): number for number, table in enumerate(tables) for inner in table.tables}
    return [
        MatchedTable(table.found_by, table.is_group, parent.get(id(table), -1), table.takes_labels)
        for table in tables
    ]


def _filled_rows(objects: Sequence[Parts], rows: Sequence[tuple[int, int, int]]) -> list[bool]:
    """Whether each row, or a row inside it, holds anything."""
    filled = [bool(row[0]) for row in objects]
    for number in range(len(rows) - 1, -1, -1):
        parent = rows[number][2]
        if filled[number] and parent >= 0:
            filled[parent] = True
    return filled


def _whole_line(leaf: int, leaves: PageLeaves) -> int:
    """The block that begins with a text: here and there markup parts a single value."""
    block = leaves.contents()["blocks"][leaf]
    if block < 0:
        return leaf
    kinds = leaves.kinds()
    is_first = all(kinds[before][0] != TEXT for before in range(block + 1, leaf))
    return block if is_first else leaf


def _cell(field: Field, said: list[tuple[str, str]], page: Page) -> Cell | None:
    """Values, raw values, typed values and XPaths of one field; None if its text says another."""
    meant = [value for value, _ in said]
    if field.after or field.before:
        said = [one for one in said if cut_out(one[0], field.after, field.before)]
        meant = [cut_out(text, field.after, field.before) for text, _ in said]
        if not said:
            return None
    raw = [value for value, _ in said]
    values = [split_off(text.removesuffix(field.suffix), field.prefix) for text in meant]
    typed = _typed(field, values, page)
    end = _ATTRIBUTES.get(field.source, "")
    xpaths = [xpath + end for _, xpath in said]
    parts = (values, raw, typed, xpaths)
    if field.region is not None and field.type == "text":
        text = "\n".join(raw)
        return text, text, text, xpaths[0]
    return parts if field.is_list else tuple(part[0] for part in parts)


def _typed(field: Field, values: list[str], page: Page) -> list[Any]:
    if field.type == "text":
        return [*values]
    value_type = ValueType(
        field.type, field.number_format, field.date_order, field.is_whole, field.currency
    )
    address = page.address
    return [parse_value(text, value_type, address) for text in values]


def _problems(score: float, record: Record, leaves: PageLeaves) -> list[str]:
    if not len(leaves):
        return ["the page has no text and no value"]
    if not record.values:
        return ["no field of the template was found"]
    if score < LOW_SCORE:
        return [f"the page fits the template badly: score {score:.2f}"]
    return []


def _cuts(page: Page, leaves: PageLeaves, limits: Limits) -> list[str]:
    """What of the page was cut off by a limit."""
    if not leaves.problems:
        return []
    from unmold import _core

    codes = _core.problem_codes(leaves.problems)
    return [problem.message for problem in cut_problems(page.key, codes, limits)]


USUAL_FIELD = 0.5


def page_score(template: Template, texts: Iterable[int], values: dict[str, Any]) -> float:
    """Between 0 and 1; the mean over texts and fields that nearly every page has.

    Where there are none of either, a page that says anything fits.
    """
    sure = [number for number, text in enumerate(template.texts) if text.share >= SURE_TEXT]
    found = set(texts)
    parts = []
    if sure:
        parts.append(sum(1 for number in sure if number in found) / len(sure))
    usual = [field for field in template.fields if field.fill >= USUAL_FIELD and not field.is_noise]
    if usual:
        weight = sum(field.fill for field in usual)
        parts.append(sum(field.fill for field in usual if field.name in values) / weight)
    return round(sum(parts) / len(parts), 4) if parts else float(bool(values))
