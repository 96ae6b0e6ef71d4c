"""The baseline: a workspace enters, the known pages of each template leave, read where they lie.

Of a template only so many pages are read again, drawn by their addresses as those of the new crawl
are. Where pages changed or are gone, the records say what they said. Next: `compare`.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Any

from unmold.drift.assignment import draw_number
from unmold.drift.profiles import Profile, address_of, observe
from unmold.drift.recorded import read_profile
from unmold.model import Page
from unmold.pages.again import read_again
from unmold.settings import Limits
from unmold.store import Workspace
from unmold.store.stored_pages import places_of, rows_by_template

ENOUGH = 0.5
"""With a smaller share of its pages a template is compared by its records."""


class Baseline:
    """What a workspace knows of its pages."""

    def __init__(
        self, workspace: Workspace, limits: Limits, sample_size: int, *, jobs: int = 0
    ) -> None:
        self.workspace = workspace
        self._limits = limits
        self._sample_size = sample_size
        self._jobs = jobs
        self._read: dict[str, list[Page]] = {}

    @cached_property
    def known(self) -> list[tuple[str, str | None]]:
        """The address and the template of each page."""
        rows = self.workspace.pages.select(["url", "template"]).to_pylist()
        return [(row["url"], row["template"]) for row in rows]

    @cached_property
    def left_over_sizes(self) -> dict[str, int]:
        """By address the bytes of the pages that have no template."""
        rows = self.workspace.pages.select(["url", "template", "bytes"]).to_pylist()
        return {address_of(row["url"]): row["bytes"] for row in rows if row["template"] is None}

    @cached_property
    def counts(self) -> Counter[str]:
        """The number of pages of each template."""
        return Counter(template for _, template in self.known if template is not None)

    def pages(self, template: str) -> list[Page]:
        """Some pages of a template, as they were; none where too few of them are still there."""
        if template not in self._read:
            # One template at a time: pages are large.
            self._read = {template: self._read_pages(template)}
        return self._read[template]

    def profile(self, template: str) -> Profile:
        """What a template reads of its known pages, or, if they are gone, has read of them."""
        pages = self.pages(template)
        if not pages:
            return read_profile(self.workspace, template, self._sample_size)
        known = self.workspace.templates[template]
        return observe(known, pages, self._limits, jobs=self._jobs)

    def _read_pages(self, template: str) -> list[Page]:
        fitting = {address_of(url) for url, found in self.known if found == template}
        rows = [row for row in self._rows[template] if address_of(row["url"]) in fitting]
        drawn = sorted(rows, key=lambda row: draw_number(address_of(row["url"])))
        drawn = drawn[: self._sample_size]
        again = read_again(places_of(drawn), limits=self._limits)
        pages = [page for page in again if isinstance(page, Page)]
        return pages if len(pages) >= ENOUGH * len(drawn) else []

    @cached_property
    def _rows(self) -> dict[str, list[dict[str, Any]]]:
        return rows_by_template(self.workspace.generation, list(self.workspace.templates))
