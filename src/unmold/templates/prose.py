"""Makes one column of prose: all that is to be read on from top to bottom.

What an author writes in one go is markup without a form: paragraphs, lists, quotations and code in
any number and order. Each of them makes a column that most pages leave empty. Joined in the
order of the page they are its text. Next: `selection` leaves out what the text holds already.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from unmold.templates.chrome import is_in_chrome
from unmold.templates.columns import Column
from unmold.templates.model import FAMILIES, Selector
from unmold.templates.sample import SamplePage

if TYPE_CHECKING:
    from unmold._core import LeafSample

CLASSES = FAMILIES.index("classes")
"""The family of keys by which paragraphs are found: no label has a part in it."""

MIN_LENGTH = 300
"""Characters that a text has on half of the pages that have one."""

ENOUGH_PAGES = 6
"""Of fewer pages nobody knows what comes and goes."""

MIN_PAGES = 0.3
"""The share of pages that have prose, if there is a column of it. A guess."""
MUCH = 0.2
"""The share of a page's text that prose must be. A guess."""
RARE = 0.7
"""What is on a smaller share of pages comes and goes. A guess."""
SEVERAL_PATHS = 4
"""Class paths that come and go, if they are much of the text. A guess."""
MANY_PATHS = 20
"""Class paths that come and go, however short. A guess."""
PROSE_WORDS = 8
"""Words of an element on average, if it is prose. A guess."""
ONE_PATH = 0.9
"""Where one class path holds this share of the text, its own column says it. A guess."""
ON_NEARLY_ALL = 0.9
"""What is once on this share of pages is a field. A guess."""
MAX_PATHS = 300
"""Bounds time; the largest count."""

_INSIDE = frozenset(
    ("p", "li", "ul", "ol", "dl", "dd", "dt", "pre", "a", "code", "span", "em", "b")
)
_PARAGRAPHS = frozenset(("p", "li", "blockquote", "pre", "dd", "dt", "h2", "h3", "h4", "h5", "h6"))

Place = tuple[int, int]
"""The number of a page and the position of a leaf."""


@dataclass(slots=True)
class _ClassPath:
    """The leaves of one class path."""

    leaves: list[Place]
    length: int
    words: int

    def is_stable(self, pages: int) -> bool:
        """Whether nearly every page has one of the leaves: that is a field."""
        on_pages = {page for page, _ in self.leaves}
        return len(on_pages) == len(self.leaves) and len(on_pages) >= ON_NEARLY_ALL * pages


def find_prose(
    pages: Sequence[SamplePage], leaves: LeafSample, in_tables: Sequence[set[int]]
) -> Column | None:
    """The text of pages that is scattered over several elements; None if none has one."""
    if len(pages) < ENOUGH_PAGES:
        return None
    everything = [
        (key, _ClassPath(found, length, words))
        for key, found, length, words in leaves.texts_by_path(in_tables)
    ]
    paths = {
        key: path
        for key, path in everything
        if not path.is_stable(len(pages)) and _is_prose(path, pages)
    }
    whole = sum(path.length for _, path in everything)
    scattered = [
        item
        for items in _by_container(paths, pages)
        if _is_scattered([path for _, path in items], whole, len(pages))
        for item in items
    ]
    largest = sorted(scattered, key=lambda item: -item[1].length)[:MAX_PATHS]
    cells: list[list[int]] = [[] for _ in pages]
    lengths = [0] * len(pages)
    for _, path in largest:
        for page, leaf in path.leaves:
            cells[page].append(leaf)
            lengths[page] += len(pages[page].values[leaf])
    filled = [length for length in lengths if length]
    if len(filled) < max(2, MIN_PAGES * len(pages)) or median(filled) < MIN_LENGTH:
        return None
    return _column([key for key, _ in largest], cells, pages)


def _by_container(
    paths: Mapping[int, _ClassPath], pages: Sequence[SamplePage]
) -> list[list[tuple[int, _ClassPath]]]:
    """The class paths with their keys, those in elements of the same class together."""
    found: defaultdict[tuple[str, str], list[tuple[int, _ClassPath]]] = defaultdict(list)
    for key, path in paths.items():
        found[_container(path, pages)].append((key, path))
    return list(found.values())


def _container(path: _ClassPath, pages: Sequence[SamplePage]) -> tuple[str, str]:
    """Tag and class of the first element around that has a class and is no paragraph."""
    number, leaf = path.leaves[0]
    page = pages[number]
    for element in page.ancestors(page.nodes[leaf])[1:]:
        tag, _, classes, _ = element.split("\t")
        if classes and tag not in _INSIDE:
            return tag, classes
    return "body", ""


def _is_scattered(paths: Sequence[_ClassPath], whole: int, pages: int) -> bool:
    """Whether most of what pages say is prose, in many elements that come and go."""
    rare = sum(1 for path in paths if len({page for page, _ in path.leaves}) < RARE * pages)
    length = sum(path.length for path in paths)
    is_one = max(path.length for path in paths) >= ONE_PATH * length
    is_much = length >= MUCH * whole
    return not is_one and ((rare >= SEVERAL_PATHS and is_much) or rare >= MANY_PATHS)


def _column(keys: Sequence[int], cells: Sequence[list[int]], pages: Sequence[SamplePage]) -> Column:
    ordered = [tuple(sorted(cell)) for cell in cells]
    values = [
        tuple([page.values[leaf] for leaf in cell])
        for page, cell in zip(pages, ordered, strict=True)
    ]
    selectors = [Selector(FAMILIES[CLASSES], key, "all") for key in keys]
    return Column(ordered, values, selectors, is_joined=True)


def _is_prose(path: _ClassPath, pages: Sequence[SamplePage]) -> bool:
    """Whether leaves are long, or are in bare elements that prose is written in."""
    number, leaf = path.leaves[0]
    page = pages[number]
    around = [element.split("\t") for element in page.ancestors(page.nodes[leaf])]
    if any(element[0] in ("head", "title", "h1") for element in around) or is_in_chrome(
        page, page.nodes[leaf]
    ):
        return False
    return path.words >= PROSE_WORDS * len(path.leaves) or _is_bare(around)


def _is_bare(around: Sequence[list[str]]) -> bool:
    """Whether nothing up to the paragraph around, that one included, has a name."""
    for tag, *names in around:
        if any(names):
            return False
        if tag in _PARAGRAPHS:
            return True
    return False


def without_pieces(
    columns: Sequence[Column], prose: Column, pages: Sequence[SamplePage]
) -> list[Column]:
    """The columns without those that say only what is in the prose."""
    held = {(page, leaf) for page, cell in enumerate(prose.cells) for leaf in cell}
    return [column for column in columns if not _is_piece(column, held, pages)]


def _is_piece(column: Column, held: set[Place], pages: Sequence[SamplePage]) -> bool:
    is_named = column.is_structured or (column.is_labelled and column.is_next)
    single = column.selectors[0].take == "all" and all(len(cell) <= 1 for cell in column.cells)
    if is_named or (single and column.filled >= ON_NEARLY_ALL * len(pages)):
        return False
    leaves = [(page, leaf) for page, cell in enumerate(column.cells) for leaf in cell]
    inside = sum(
        1
        for page, leaf in leaves
        if (page, leaf) in held or (page, pages[page].blocks[leaf]) in held
    )
    return inside >= ON_NEARLY_ALL * len(leaves)
