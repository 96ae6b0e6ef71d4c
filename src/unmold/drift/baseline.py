"""The baseline: what a workspace knows of its pages, and those pages, read from where they are.

Of each template only a sample is read again, drawn by address as the pages of the new crawl are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from unmold.drift.profiles import Addresses, Profile, draw_number, observe, read_profile
from unmold.model import Page
from unmold.settings import Limits
from unmold.store import Workspace
from unmold.store.rows import PageRow
from unmold.store.stored_pages import read_page_rows, read_pages_again, rows_by_template
from unmold.templates import Template

# A guess: no measurement is recorded.
ENOUGH = 0.5
"""With a smaller share of its pages a template is compared by its records."""


class KnownPage(NamedTuple):
    """A page of the workspace."""

    key: str
    url: str
    """Complete: with the site for a host where the page's own URL names none."""

    address: str
    template: str | None
    sha256: str
    bytes: int


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
    def addresses(self) -> Addresses:
        """How pages of this workspace are recognised in another crawl."""
        return Addresses(self.workspace.pages.column("site").to_pylist())

    @cached_property
    def known(self) -> list[KnownPage]:
        """All pages."""
        columns = ["key", "url", "site", "template", "sha256", "bytes"]
        return [
            KnownPage(
                row["key"],
                self.addresses.complete(row["url"], row["site"]),
                self.addresses.find(row["url"], row["site"]),
                row["template"],
                row["sha256"],
                row["bytes"],
            )
            for row in self.workspace.pages.select(columns).to_pylist()
        ]

    @cached_property
    def sizes_without_template(self) -> dict[str, int]:
        """By address the bytes of the pages that have no template."""
        return {page.address: page.bytes for page in self.known if page.template is None}

    @cached_property
    def counts(self) -> Counter[str]:
        """The number of pages of each template."""
        return Counter(page.template for page in self.known if page.template is not None)

    def pages(self, template: str) -> list[Page]:
        """Some pages of a template, as they were; none where too few of them are still there."""
        if template not in self._read:
            # One template at a time: pages are large.
            self._read = {template: self._read_pages(template)}
        return self._read[template]

    def without_template(self) -> Iterator[Page]:
        """The pages that have no template, as they were, as far as they are still there."""
        keys = {page.key for page in self.known if page.template is None}
        rows = [row for row in read_page_rows(self.workspace.generation) if row.key in keys]
        again = read_pages_again(rows, limits=self._limits)
        return (page for page in again if isinstance(page, Page))

    def profile(self, template: str) -> Profile:
        """What a template reads of its known pages, or, if they are gone, has read of them."""
        pages = self.pages(template)
        if not pages:
            return read_profile(self.workspace, template, self.addresses, self._sample_size)
        return self.observe(self.workspace.templates[template], pages)

    def observe(self, template: Template, pages: Sequence[Page]) -> Profile:
        """What a template, known or not, reads of pages, known or new."""
        return observe(template, pages, self.addresses, self._limits, jobs=self._jobs)

    def _read_pages(self, template: str) -> list[Page]:
        fitting = {page.key: page.address for page in self.known if page.template == template}
        rows = [row for row in self._rows[template] if row.key in fitting]
        drawn = sorted(rows, key=lambda row: draw_number(fitting[row.key]))
        drawn = drawn[: self._sample_size]
        again = read_pages_again(drawn, limits=self._limits)
        pages = [page for page in again if isinstance(page, Page)]
        return pages if len(pages) >= ENOUGH * len(drawn) else []

    @cached_property
    def _rows(self) -> dict[str, list[PageRow]]:
        return rows_by_template(self.workspace.generation, list(self.workspace.templates))
