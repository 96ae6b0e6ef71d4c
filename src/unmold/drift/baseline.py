"""The baseline: a workspace enters, the known pages of each template leave, read where they lie.

Of a template only so many pages are read again, drawn by their addresses as those of the new crawl
are. Pages that changed or are gone are left out. Next: `compare` observes templates on them.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Any

from unmold.drift.assignment import draw_number
from unmold.drift.profiles import address_of
from unmold.model import Page
from unmold.pages.again import read_again
from unmold.settings import Limits
from unmold.store import Workspace
from unmold.store.stored_pages import places_of, rows_by_template


class Baseline:
    """What a workspace knows of its pages."""

    def __init__(self, workspace: Workspace, limits: Limits, sample_size: int) -> None:
        self.workspace = workspace
        self._limits = limits
        self._sample_size = sample_size
        self._read: dict[str, list[Page]] = {}

    @cached_property
    def known(self) -> list[tuple[str, str | None]]:
        """The address and the template of each page."""
        rows = self.workspace.pages.select(["url", "template"]).to_pylist()
        return [(row["url"], row["template"]) for row in rows]

    @cached_property
    def counts(self) -> Counter[str]:
        """The number of pages of each template."""
        return Counter(template for _, template in self.known if template is not None)

    def pages(self, template: str) -> list[Page]:
        """Some pages of a template, as they were when it was learned."""
        if template not in self._read:
            self._read = {template: self._read_pages(template)}
        return self._read[template]

    def _read_pages(self, template: str) -> list[Page]:
        fitting = {address_of(url) for url, found in self.known if found == template}
        rows = [row for row in self._rows[template] if address_of(row["url"]) in fitting]
        drawn = sorted(rows, key=lambda row: draw_number(address_of(row["url"])))
        places = places_of(drawn[: self._sample_size])
        return [page for page in read_again(places, limits=self._limits) if isinstance(page, Page)]

    @cached_property
    def _rows(self) -> dict[str, list[dict[str, Any]]]:
        return rows_by_template(self.workspace.generation, list(self.workspace.templates))
