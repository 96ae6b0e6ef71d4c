"""Finds one page of a generation by its id, without holding all pages.

The ids of all pages are 16 bytes each in memory; the row that one leads to is read from its row
group alone.
"""

from __future__ import annotations

import base64
import binascii
from dataclasses import fields
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from unmold.model import page_id
from unmold.store.layout import Generation
from unmold.store.rows import PageRow, PublishedPage, Row
from unmold.store.table_files import read_row, read_table


class PageLookup:
    """The pages of one generation by id."""

    def __init__(self, generation: Generation) -> None:
        self._published = generation.table("pages")
        self._read = generation.work("pages")

    @cached_property
    def _order(self) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """The first 8 of the 9 bytes of each id, sorted, and the rows that have them."""
        keys = read_table(self._published, ["key"]).column("key").to_pylist()
        heads = b"".join(_decode(page_id(key))[:8] for key in keys)
        found = np.frombuffer(heads, dtype=">u8").astype(np.uint64)
        order = np.argsort(found, kind="stable")
        return found[order], order

    def prepare(self) -> None:
        """Read the ids now, so that the first page is found as quickly as any other."""
        _ = self._order

    def find_number(self, page: str) -> int | None:
        """The position of a page in the table of pages; None where there is none."""
        try:
            head = int.from_bytes(_decode(page)[:8], "big")
        except (binascii.Error, ValueError):
            return None
        heads, rows = self._order
        first = int(np.searchsorted(heads, np.uint64(head), side="left"))
        while first < len(heads) and int(heads[first]) == head:
            number = int(rows[first])
            if page_id(read_row(self._published, number, ["key"])["key"]) == page:
                return number
            first += 1
        return None

    def find_published(self, page: str) -> PublishedPage | None:
        """What people see of a page, with the template that it was given as that was learned."""
        return self._find(self._published, page, PublishedPage)

    def find_read(self, page: str) -> PageRow | None:
        """Where a page lies, and what it was when the run read it."""
        return self._find(self._read, page, PageRow)

    def _find(self, path: Path, page: str, row_type: type[Row]) -> Row | None:
        number = self.find_number(page)
        if number is None:
            return None
        return row_type(**read_row(path, number, [one.name for one in fields(row_type)]))


def _decode(page: str) -> bytes:
    if len(page) != 15 or not page.isascii() or page != page.lower():
        raise ValueError(page)
    return base64.b32decode(page.upper() + "=")
