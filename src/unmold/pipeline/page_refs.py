"""Finds the pages that edits name among those of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from unmold.edits.model import PageRef
from unmold.store.rows import PageRow


class PageFinder:
    """Finds pages by key, address and content.

    A key is a place in a source: what stands there may be another page by now. So the content or
    the address must agree; and a page that moved is known by its address, or by its content where
    no other page has the same.
    """

    def __init__(self, rows: Sequence[PageRow]) -> None:
        self._by_key = {row.key: row for row in rows}
        self._by_url = _unique({(row.key): row.url for row in rows})
        self._by_content = _unique({(row.key): row.sha256 for row in rows})

    def find(self, page: PageRef) -> str | None:
        """The key of a page in this run; None if it is not there."""
        row = self._by_key.get(page.key)
        if row is not None and (row.sha256 == page.sha256 or row.url == page.url):
            return row.key
        return self._by_url.get(page.url) or self._by_content.get(page.sha256)


def _unique(values: dict[str, str]) -> dict[str, str]:
    """By value that only one key has, this key."""
    counts = Counter(values.values())
    return {value: key for key, value in values.items() if counts[value] == 1}
