"""Describes a batch of pages: their rows, their features, and what was wrong with them.

Nothing here knows of a run: whoever reads pages, in this process or on another machine, gives them
in batches and gets the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial

from unmold.clusters.registry import find_method
from unmold.errors import attempt_together
from unmold.features import Features
from unmold.features.compute import compute_columns
from unmold.model import Page, Problem
from unmold.pages.assembly import failed
from unmold.pages.reopen import digest_of
from unmold.settings import Limits
from unmold.store.feature_files import columns_to_keep
from unmold.store.rows import PageRow
from unmold.store.table_files import safe_text
from unmold.templates.signature import COLUMNS

Cuts = dict[str, list[str]]
"""By key of a page what of it was cut."""


def kept_columns(method: str) -> list[str]:
    """The features that a run keeps: what its method and its templates' signatures read."""
    return columns_to_keep({*COLUMNS, *find_method(method).load().reads})


def describe_page(
    page: Page, file: bytes, offset: int | None, digest: str | None = None, state: str = "new"
) -> PageRow:
    """The row of a page that can be read again at an offset of a file."""
    return PageRow(
        key=safe_text(page.key),
        path=safe_text(page.path),
        url=safe_text(page.url),
        site=safe_text(page.site),
        file=file,
        offset=offset,
        bytes=len(page.data),
        sha256=digest or digest_of(page.data),
        charset=page.charset,
        status=page.http.status if page.http else None,
        declared_url=page.declared_url and safe_text(page.declared_url),
        inbound_source=page.inbound.source if page.inbound else None,
        inbound_xpath=page.inbound.xpath if page.inbound else None,
        soft_404=page.is_soft_404,
        problems=[],
        state=state,
    )


@dataclass(frozen=True, slots=True)
class ComputedBatch:
    """The features of those pages of a batch on which nothing failed."""

    features: Features | None
    """None if it failed on all of them."""
    cuts: Cuts = field(default_factory=dict)
    failures: dict[int, Problem] = field(default_factory=dict)
    """By position in the batch."""

    def complete_rows(self, pages: list[Page], rows: list[PageRow], file: str, first: int) -> None:
        """Let the rows of pages with features say where these are, and what was cut.

        They are in a file, from the row `first` on.
        """
        numbers = (number for number in range(len(rows)) if number not in self.failures)
        for position, number in enumerate(numbers, start=first):
            row = rows[number]
            row.features_file, row.features_row = file, position
            row.problems = self.cuts.get(pages[number].key, [])


def compute_batch(
    pages: list[Page], columns: Iterable[str], limits: Limits, jobs: int
) -> ComputedBatch:
    """Compute the features of pages; one on which that fails is a problem of that page alone."""
    names = list(columns)
    found = attempt_together(partial(_compute, names, limits, jobs), pages)
    failures = {number: failed(pages[number].key, one) for number, one in found.failures.items()}
    if found.result is None:
        return ComputedBatch(None, {}, failures)
    features, cuts = found.result
    return ComputedBatch(features, cuts, failures)


def _compute(
    columns: list[str], limits: Limits, jobs: int, pages: list[Page]
) -> tuple[Features, Cuts]:
    """The features of pages, and by key what of a page was cut."""
    cuts: Cuts = {}

    def note(problem: Problem) -> None:
        cuts.setdefault(problem.where, []).append(problem.code)

    features = compute_columns(pages, columns, jobs=jobs, limits=limits, problems=note)
    return features, cuts
