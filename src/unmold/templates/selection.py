"""Selects the columns worth having, the best first.

Left out are columns that never change, repeat another column, or are in a child table. What is
left is ranked by how many pages fill it and how much it tells pages apart, and cut at a number.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from unmold.templates.block_columns import runs_together
from unmold.templates.chrome import find_chrome
from unmold.templates.columns import FEW_PAGES, Column
from unmold.templates.fragments import without_fragments, without_wrappers
from unmold.templates.links import changing_parts, is_whole, resolved, shared_text
from unmold.templates.noise import TECHNICAL, is_noise, is_rotating
from unmold.templates.prefixes import common_label, split_off
from unmold.templates.prose import find_prose, without_pieces
from unmold.templates.sample import (
    ALT,
    BLOCK,
    CONTENT,
    HREF,
    JSON,
    META,
    SRC,
    TEXT,
    TITLE,
    SamplePage,
)

if TYPE_CHECKING:
    from unmold._core import LeafSample
    from unmold.templates.tables import TableColumns

ON_NEARLY_ALL = 0.95
"""The share of pages on which a column is as good as filled. A guess."""
LINKS_SHARE = 0.2
"""The share of columns that links and images may take where there is not enough room for all."""

NEARLY_IN = 0.9
"""The share of a column's values that are in tables, if it is theirs. A guess."""

SELDOM = 0.2
"""What never changes and is on a smaller share of pages is no flag. A guess."""

RARE = 0.1
"""On a smaller share of pages only what a label names is a field. A guess."""

LEVELS = 5
"""How many elements around a value may say that it is an advertisement."""

_KIND_WORTH = {
    TEXT: 0.0,
    BLOCK: 0.0,
    CONTENT: 0.0,
    JSON: 0.0,
    META: -0.2,
    ALT: -0.4,
    TITLE: -0.4,
    SRC: -0.5,
    HREF: -0.5,
}
"""Texts are what people read; links and images count for less."""


def select_columns(
    columns: Sequence[Column],
    tables: Sequence[TableColumns],
    pages: Sequence[SamplePage],
    leaves: LeafSample,
) -> list[Column]:
    """The columns worth having, the best first."""
    readable = [
        column
        for column in columns
        if column.is_structured or column.kind(pages) != BLOCK or not runs_together(column, pages)
    ]
    varying = [
        column
        for column in readable
        if column.is_structured or (_varies(column, pages) and _is_usual(column, len(pages)))
    ]
    inside: list[set[int]] = [set() for _ in pages]
    shown: list[set[int]] = [set() for _ in pages]
    for table in tables:
        table.add_shown(shown)
        for own, leaves_inside in zip(inside, table.leaves, strict=True):
            own |= leaves_inside
    outside = [
        column
        for column in varying
        if not _is_in_table(column, inside)
        or (_stands_once(column, pages) and not _is_in_table(column, shown))
    ]
    whole = without_fragments(outside, pages)
    prose = find_prose(pages, leaves, inside)
    if prose is not None:
        whole = [*without_pieces(whole, prose, pages), prose]
    for column in find_chrome(whole, pages):
        column.is_chrome = True
    whole = [column for column in whole if not (column.is_chrome and _is_constant(column))]
    whole = without_wrappers(whole, pages, leaves)
    kept = without_repeats(whole, lambda column: worth(column, pages), pages)
    return _without_twins(kept, pages)


def _without_twins(columns: Sequence[Column], pages: Sequence[SamplePage]) -> list[Column]:
    """The columns, of links that bear the same number or name only the first."""
    seen: set[tuple[int, tuple[frozenset[str], ...]]] = set()
    kept = []
    for column in columns:
        kind = column.kind(pages)
        parts = changing_parts(column) if kind in (HREF, SRC) else None
        if parts is None or (kind, parts) not in seen:
            kept.append(column)
        if parts is not None:
            seen.add((kind, parts))
    return kept


def keep_best(columns: Sequence[Column], room: int, pages: Sequence[SamplePage]) -> list[Column]:
    """The best columns, at most that many; links and images never crowd out what people read."""
    links = [column for column in columns if column.kind(pages) in (HREF, SRC)]
    allowed = max(round(LINKS_SHARE * room), room - (len(columns) - len(links)))
    crowding = {*links[allowed:]}
    return [column for column in columns if column not in crowding][:room]


def without_repeats(
    columns: Sequence[Column],
    rank: Callable[[Column], float],
    pages: Sequence[SamplePage] | None = None,
) -> list[Column]:
    """The columns without those that say what another says, the highest first.

    A block repeats the text in it, never the other way round, whichever is worth more; it is asked
    for where entries of the columns are pages.
    """
    rated = [
        (pages is not None and column.kind(pages) == BLOCK, -rank(column), number)
        for number, column in enumerate(columns)
    ]
    kept: list[tuple[float, int]] = []
    said: defaultdict[Spoken, list[Column]] = defaultdict(list)
    for _, points, number in sorted(rated):
        column = columns[number]
        spoken = _spoken(column)
        if not _repeats_another(column, spoken, said):
            kept.append((points, number))
            for key in spoken:
                said[key].append(column)
    return [columns[number] for _, number in sorted(kept)]


def worth(column: Column, pages: Sequence[SamplePage]) -> float:
    """How much a column tells: fill, variety, and what kind of value it is."""
    page, leaf = column.first_leaf()
    filled = [values for values in column.values if values]
    fill = len(filled) / len(pages)
    variety = len({*filled}) / len(filled)
    length = sum(len(values) for values in filled) / len(filled)
    kind = pages[page].kinds[leaf][0]
    is_items = kind == BLOCK and pages[page].hints[leaf].startswith("li\t")
    points = fill + 0.5 * variety
    points += _KIND_WORTH[JSON if kind == META and column.is_structured else kind]
    points += (
        0.2 * bool(column.label)
        + 0.1 * (column.is_next and _has_word(column.label))
        + 0.3 * (column.is_labelled or _says_its_label(column))
        + 0.7 * _is_heading(pages[page].hints[leaf])
    )
    points += 0.3 * column.is_structured + 0.5 * column.is_main
    points -= 2 * is_noise_column(column, pages[page], leaf)
    # What never changes and is not always there is a label of something, or at best a flag.
    is_named = column.is_labelled or column.is_structured
    points -= 0.5 * (len({*filled}) == 1 and len(pages) >= FEW_PAGES and not is_named)
    # Such a link tells more than its text, as that of "Watch the film".
    points += 0.3 * bool(shared_text(column, pages))
    points += column.is_joined
    points -= 0.3 * (length > 5 and not column.is_structured and not is_items) + 0.2 * (
        column.selectors[0].take == "first"
    )
    return points


def is_noise_column(column: Column, page: SamplePage, leaf: int) -> bool:
    """Whether a column, of which one leaf of one page is given, tells nothing about pages."""
    raw = [value for values in column.values for value in values]
    around = page.ancestors(page.nodes[leaf])[:LEVELS]
    is_technical = page.kinds[leaf][0] == META and page.names[leaf] in TECHNICAL
    return is_technical or column.is_chrome or is_noise(raw) or is_rotating(column.values, around)


def _has_word(label: str) -> bool:
    """Whether a text before a value can name it: a bracket or a bar cannot."""
    return sum(1 for character in label if character.isalpha()) > 1


def _says_its_label(column: Column) -> bool:
    """Whether the label of values is part of their text, as in "Cuisines: Mexican"."""
    if column.filled < FEW_PAGES:
        return False
    return common_label(value for values in column.values for value in values).endswith(":")


def _is_heading(hint: str) -> bool:
    tag, itemprop, _ = hint.split("\t")
    return bool(itemprop) or tag in ("h1", "title")


def _varies(column: Column, pages: Sequence[SamplePage]) -> bool:
    """Whether a column tells pages apart, or might on other pages because it has a label."""
    number, leaf = column.first_leaf()
    kind = pages[number].kinds[leaf][0]
    tag = pages[number].hints[leaf].split("\t")[0]
    if kind in (HREF, TITLE) and tag in ("link", "base"):
        # Style sheets and feeds; what a page calls its own address.
        return False
    if len(pages) == 1 or _says_several(column, pages, kind):
        return True
    if kind in (HREF, SRC, ALT, TITLE):
        return False
    is_rare = SELDOM * len(pages) <= column.filled < 0.5 * len(pages)
    is_flag = (is_rare or column.filled == 1) and not _is_clicked(pages[number], leaf)
    return (column.is_labelled and column.is_next) or is_flag


def _says_several(column: Column, pages: Sequence[SamplePage], kind: int) -> bool:
    """Whether pages differ in what a column says; the first two that do suffice."""
    if kind not in (HREF, SRC):
        return not _is_constant(column)
    page, said = next((page, values) for page, values in enumerate(column.values) if values)
    first = resolved(said, pages[page], kind)
    # What is meant on all pages as it stands has to be resolved on none that say it again.
    are_whole = all(map(is_whole, said))
    return any(
        resolved(values, pages[page], kind) != first
        for page, values in enumerate(column.values)
        if values and not (are_whole and values == said)
    )


def _is_constant(column: Column) -> bool:
    return len({*filter(None, column.values)}) == 1


def _is_usual(column: Column, pages: int) -> bool:
    return column.filled >= RARE * pages or (column.is_labelled and column.is_next)


def _is_clicked(page: SamplePage, leaf: int) -> bool:
    """Whether a text is that of a link or a button, which says what it does."""
    around = page.ancestors(page.nodes[leaf])[:LEVELS]
    return any(element.split("\t")[0] in ("a", "button", "label", "option") for element in around)


Spoken = tuple[int, tuple[str, ...]]
"""The number of a page, and what a column says on it."""


def _spoken(column: Column) -> list[Spoken]:
    """What a column says on which pages, without a prefix that all values share, case folded."""
    prefix = common_label(value for values in column.values for value in values)
    if not prefix:
        return [
            (page, tuple(map(str.casefold, values)))
            for page, values in enumerate(column.values)
            if values
        ]
    return [
        (page, tuple([split_off(value, prefix).casefold() for value in values]))
        for page, values in enumerate(column.values)
        if values
    ]


def _repeats_another(
    column: Column, spoken: Sequence[Spoken], said: Mapping[Spoken, Sequence[Column]]
) -> bool:
    """Whether a better column says the same wherever this one speaks, and takes its selectors."""
    for other in said.get(spoken[0], ()):
        if all(other in said.get(key, ()) for key in spoken[1:]):
            # Only where nothing has to be split off: a field has one prefix.
            if all(other.values[page] == column.values[page] for page, _ in spoken):
                other.selectors += column.selectors
                if column.filled >= ON_NEARLY_ALL * other.filled:
                    other.duplicates += [column, *column.duplicates]
            return True
    return False


def _stands_once(column: Column, pages: Sequence[SamplePage]) -> bool:
    """Whether nearly every page has a text of the column: it is no place in a row of several."""
    single = all(len(cell) <= 1 for cell in column.cells)
    is_place = isinstance(column.selectors[0].take, int)
    is_text = column.kind(pages) in (TEXT, CONTENT)
    return single and not is_place and is_text and column.filled >= ON_NEARLY_ALL * len(pages)


def _is_in_table(column: Column, in_tables: Sequence[set[int]]) -> bool:
    """Whether all that a column says is in tables; what has a label of its own stays."""
    is_single = column.filled == sum(len(cell) for cell in column.cells)
    is_next = column.is_next and _has_word(column.label) and column.filled >= 0.5 * len(in_tables)
    if is_single and column.selectors[0].take == "all" and (column.is_labelled or is_next):
        return False
    found = sum(
        len(inside.intersection(cell)) for inside, cell in zip(in_tables, column.cells, strict=True)
    )
    return found >= NEARLY_IN * sum(map(len, column.cells))
