"""The profiles of one template, matched columns, and what may be chance.

Columns are matched by what they say. Where both crawls have a page, the values on it decide; where
they share no page, a good part of all values must be the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb
from statistics import median

from unmold.drift.element_paths import ElementPath, show_path
from unmold.drift.findings import DriftSettings, Finding, Severity
from unmold.drift.profiles import Cell, Profile, usual_path
from unmold.evaluation.columns import Alike, agree, count_same_pages, pair_columns

# The shares below are guesses. tests/drift checks them together, on the changes of the demo site
# and on unchanged pages; none was measured by itself.
LEFT_OVER = 0.1
"""A field that is filled on a tenth of the pages that should fill it is gone all the same."""

STRAY = 1
"""How many pages of another template may be among those of any."""


def has_vanished(before: int, of: int, now: int, of_now: int, doubt: float) -> bool:
    """Whether a field that was filled on `before` pages is gone, and not by chance.

    >>> has_vanished(40, 40, 0, 40, 1e-3), has_vanished(4, 40, 0, 40, 1e-3)
    (True, False)
    """
    if not before or not of_now:
        return False
    # Laplace's rule: what was seen always may still be missing now and then.
    usual = (before + 1) / (of + 2)
    if now > max(STRAY, LEFT_OVER * before / of * of_now):
        return False
    return _at_most(now, of_now, usual) < doubt


def has_changed(before: int, of: int, now: int, of_now: int, doubt: float) -> bool:
    """Whether two shares differ more than two samples of the same pages would (Fisher's test).

    >>> has_changed(20, 40, 22, 40, 1e-3), has_changed(5, 40, 38, 40, 1e-3)
    (False, True)
    """
    filled, everything = before + now, of + of_now
    least, most = max(0, filled - of_now), min(filled, of)
    ways = [comb(of, k) * comb(of_now, filled - k) for k in range(least, most + 1)]
    seen = ways[before - least]
    return sum(way for way in ways if way <= seen) / comb(everything, filled) < doubt


@lru_cache(maxsize=4096)
def _at_most(now: int, of: int, usual: float) -> float:
    """The probability of at most `now` filled pages, by the binomial distribution."""
    return sum(comb(of, k) * usual**k * (1 - usual) ** (of - k) for k in range(now + 1))


MIN_SHARED = 2
"""One page that agrees may be chance."""

AGREEMENT = 0.5
"""The share of shared pages on which two columns must have the same content."""

OVERLAP = 0.3
"""The share of a column's distinct values that the other must have, where no page is shared."""

MIN_VALUES = 3
"""Fewer values say nothing about what values are like."""


def match_columns(old: Profile, new: Profile) -> dict[str, str]:
    """By column of the old profile the one of the new profile with the same content."""
    shared = list(shared_pages(old, new))
    alike = _by_page(old, new, shared) if len(shared) >= MIN_SHARED else _by_value(old, new)
    return pair_columns(alike)


def shared_pages(old: Profile, new: Profile) -> Iterator[tuple[int, int]]:
    """The numbers of pages that both profiles have."""
    known = new.by_address()
    for number, page in enumerate(old.pages):
        if page.address in known:
            yield number, known[page.address]


def agreement(old: Profile, new: Profile, column: str) -> float | None:
    """On what share of pages a column has the content that it had; None if too few pages tell."""
    before = _saying(old.columns.get(column, {}))
    now = _saying(new.columns.get(column, {}))
    moved = {one: now[other] for one, other in shared_pages(old, new) if other in now}
    same = agree(before, moved, lambda one, other: one == other)
    return same.right / same.both if same.both > MIN_SHARED else None


def _saying(pages: Mapping[int, list[Cell]]) -> dict[int, frozenset[str]]:
    return {number: _says(cells) for number, cells in pages.items()}


def _says(cells: list[Cell]) -> frozenset[str]:
    return frozenset(cell.value for cell in cells)


def _by_page(old: Profile, new: Profile, shared: list[tuple[int, int]]) -> Alike:
    now = {column: _saying(pages) for column, pages in new.columns.items()}
    before = {
        column: {other: _says(pages[one]) for one, other in shared if one in pages}
        for column, pages in old.columns.items()
    }
    return {
        (one, other): times / len(before[one])
        for (one, other), times in count_same_pages(before, now).items()
        if times >= max(MIN_SHARED, AGREEMENT * len(before[one]))
    }


def _by_value(old: Profile, new: Profile) -> Alike:
    before = {column: {cell.value for cell in old.cells(column)} for column in old.columns}
    now = {column: {cell.value for cell in new.cells(column)} for column in new.columns}
    found: Alike = {}
    for column, values in before.items():
        for other, others in now.items():
            common = len(values & others)
            if common >= max(MIN_VALUES, OVERLAP * min(len(values), len(others))):
                found[column, other] = common / len(values)
    return found


MISREAD = 0.2
"""A column that is elsewhere, and agrees on a smaller share of pages, reads something else."""

UNMATCHED_FILL = 0.5
"""On unmatched pages a column is lost if its fill fell below this part of what it was."""

SAME_CONTENT = 0.5
"""The share of the content of pages that is known, from which on pages say the same as before."""


@dataclass(frozen=True)
class TemplateComparison:
    """One template on its previous and on its current pages."""

    template: str
    pages: int
    """How many pages it has now, of which the profiles may hold a sample."""

    settings: DriftSettings
    old: Profile
    """The known template on the previous pages."""

    new: Profile
    """The known template on the current pages."""

    relearned: Profile
    """The template as learned again, on the current pages."""

    relearned_previous: Profile
    """The template as learned again, on the previous pages."""

    is_unmatched: bool = False
    """Whether the current pages do not fit the template, so that no further proof is needed."""

    @cached_property
    def lost(self) -> set[str]:
        """The columns that the known template does not find any more, or takes others for."""
        return {name for name in self.old.columns if self._is_gone(name) or self._is_misread(name)}

    @cached_property
    def same_in_relearned(self) -> dict[str, str]:
        """By column the one of the relearned template with the same content."""
        return match_columns(self.old, self.relearned)

    def has_same_content(self, column: str) -> bool:
        """Whether the columns beside one have, on the same pages, the content that they had."""
        part = column.rpartition(".")[0]
        beside = [name for name in self.old.columns if name.rpartition(".")[0] == part]
        compared = [agreement(self.old, self.new, name) for name in beside]
        known = [share for share in compared if share is not None]
        return bool(known) and median(known) > SAME_CONTENT

    def previous_path(self, column: str) -> ElementPath | None:
        """Where a column usually was."""
        return usual_path(cell.place for cell in self.old.cells(column))

    def current_path(self, column: str) -> ElementPath | None:
        """Where the known template usually finds a column now."""
        return usual_path(cell.place for cell in self.new.cells(column))

    def show_previous(self, steps: ElementPath) -> str:
        """A path as the previous pages spell it."""
        return show_path(self.old.spell(steps))

    def show_current(self, steps: ElementPath) -> str:
        """A path as the current pages spell it."""
        return show_path(self.new.spell(steps))

    def has_left(self, column: str, steps: ElementPath) -> bool:
        """Whether a column is no longer where it usually was, and not by chance."""
        before, now = (_pages_at(profile, column, steps) for profile in (self.old, self.new))
        filled, filled_now = self.old.filled(column), self.new.filled(column)
        return has_vanished(before, filled, now, filled_now, self.settings.doubt)

    def fill_change(self, column: str) -> float:
        """By how much the share of pages that fill a column grew; 0 for what chance may do."""
        before, now = self.old.filled(column), self.new.filled(column)
        change = now / len(self.new) - before / len(self.old)
        if abs(change) < self.settings.least_change:
            return 0.0
        doubt = self.settings.doubt / 10
        return change if has_changed(before, len(self.old), now, len(self.new), doubt) else 0.0

    def make_finding(
        self,
        code: str,
        columns: Iterable[str],
        old: str,
        new: str,
        *,
        is_breakage: bool | None = None,
        share: float | None = None,
    ) -> Finding:
        """A finding about columns; it breaks something if one of them is lost."""
        names = tuple(dict.fromkeys(columns))
        if is_breakage is None:
            is_breakage = any(name in self.lost for name in names)
        if share is None:
            share = max((self.old.filled(name) / len(self.old) for name in names), default=1.0)
        severity = Severity.BREAKAGE if is_breakage else Severity.NOTICE
        pages = round(share * self.pages)
        return Finding(code, severity, self.template, names, old, new, pages, round(share, 4))

    def _is_gone(self, column: str) -> bool:
        before, now = self.old.filled(column), self.new.filled(column)
        if self.is_unmatched:
            return now / len(self.new) < UNMATCHED_FILL * before / len(self.old)
        return has_vanished(before, len(self.old), now, len(self.new), self.settings.doubt)

    def _is_misread(self, column: str) -> bool:
        before, now = self.previous_path(column), self.current_path(column)
        if before is None or now is None or before == now:
            return False
        same = agreement(self.old, self.new, column)
        return same is not None and same < MISREAD


def _pages_at(profile: Profile, column: str, steps: ElementPath) -> int:
    """On how many pages a column is at some place."""
    pages = profile.columns.get(column, {}).values()
    return sum(any(cell.place.steps == steps for cell in cells) for cells in pages)
