"""The images of a record: which of a page's images show what the page is about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from unmold.templates.class_words import words_of
from unmold.templates.sample import ALT, SamplePage
from unmold.templates.slots.slot_columns import Entry, SlotColumn

SHOWN = 0.3
"""Share of the pages on which an image says by its text or in the head that it is the record's. On
the development sites it was over 0.9 or under 0.1."""
MAX_GALLERY = 1
"""Lists of further images that are kept beside the one image of a record."""


@dataclass(slots=True)
class RecordImages:
    """Chooses images by what they show."""

    pages: Sequence[SamplePage]
    title: SlotColumn | None
    _heads: dict[int, set[str]] = field(default_factory=dict)
    _texts: dict[int, dict[int, str]] = field(default_factory=dict)

    def choose(self, columns: Sequence[SlotColumn]) -> list[SlotColumn]:
        """The image of records, and what shows more of it: a gallery, or the images of its text."""
        images = [column for column in columns if column.form == "image"]
        shares = {id(column): self._share_shown(column) for column in images}
        images.sort(
            key=lambda c: (
                -round(2 * min(1.0, shares[id(c)] / SHOWN)),
                -round(5 * _variety(c)),
                -len(c.cells),
                c.order,
            )
        )
        main = images[:1]
        gallery = [
            column
            for column in images[1:]
            if shares[id(column)] >= SHOWN and _is_list(column) and not _is_list(main[0])
        ]
        inside = sorted((c for c in columns if c.form == "images"), key=lambda c: -len(c.cells))
        return [*main, *(gallery or inside)[:MAX_GALLERY]]

    def _share_shown(self, column: SlotColumn) -> float:
        """The share of pages whose image is called like the page, or named in its head."""
        return sum(map(self._is_shown, column.cells.items())) / len(self.pages)

    def _is_shown(self, cell: tuple[Entry, tuple[int, ...]]) -> bool:
        (number, row), leaves = cell
        page = self.pages[number]
        if file_stem(page.values[leaves[0]]) in self._head_images(number):
            return True
        said = words_of(self._alternatives(number).get(page.nodes[leaves[0]], ""))
        title = self.title.texts.get((number, row), "") if self.title is not None else ""
        wanted = {*words_of(title)}
        return bool(wanted) and 2 * len(wanted.intersection(said)) >= len(wanted)

    def _alternatives(self, number: int) -> dict[int, str]:
        """The texts that stand for images, by node."""
        if number not in self._texts:
            page = self.pages[number]
            self._texts[number] = {
                page.nodes[leaf]: page.values[leaf] for leaf in page.by_kind[ALT]
            }
        return self._texts[number]

    def _head_images(self, number: int) -> set[str]:
        """The files of images that the head of a page names."""
        if number not in self._heads:
            page = self.pages[number]
            self._heads[number] = {
                file_stem(page.values[leaf])
                for leaf in page.head
                if _IMAGE_NAME.search(page.names[leaf])
            } - {""}
        return self._heads[number]


_IMAGE_NAME = re.compile(r"(?:^|[.:])(?:image|thumbnailUrl)(?:[.:](?:url|src|secure_url))?$")
_SIZE = re.compile(r"[-_]\d+x\d*$|[-_]scaled$")


def file_stem(address: str) -> str:
    """The file name of an address without its size and ending.

    >>> file_stem("https://cdn.example/img/chair-350x273.jpg?v=2")
    'chair'
    """
    name = address.partition("?")[0].rpartition("/")[2]
    return _SIZE.sub("", name.rpartition(".")[0] or name).casefold()


def _variety(column: SlotColumn) -> float:
    return len({*column.texts.values()}) / len(column.texts)


def _is_list(column: SlotColumn) -> bool:
    return any(len(leaves) > 1 for leaves in column.cells.values())
