"""What the comparison of one template works on: the four profiles, and how findings are made."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from statistics import median

from unmold.drift.chance import has_changed, has_vanished
from unmold.drift.findings import Finding, Severity
from unmold.drift.matching import agreement, match_columns
from unmold.drift.places import Steps, show_steps
from unmold.drift.profiles import Profile, usual_steps
from unmold.drift.settings import DriftSettings

MISREAD = 0.2
"""A column that stands elsewhere, and says on fewer pages what it said, reads something else."""

STRANGE = 0.5
"""On pages that do not fit, a column that is filled less often than this part is lost."""

SAME_CONTENT = 0.5


@dataclass(frozen=True)
class Context:
    """One template, before and now."""

    template: str
    pages: int
    """How many pages it has now, of which the profiles may hold a sample."""

    settings: DriftSettings
    old: Profile
    """The known template on the pages of before."""

    new: Profile
    """The known template on the pages of now."""

    anew: Profile
    """The template as learned anew, on the pages of now."""

    anew_before: Profile
    """The template as learned anew, on the pages of before."""

    is_strange: bool = False
    """Whether the pages of now do not fit the template, so that no further proof is needed."""

    @cached_property
    def lost(self) -> set[str]:
        """The columns that the known template does not find any more, or takes others for."""
        return {name for name in self.old.columns if self._is_gone(name) or self._is_misread(name)}

    @cached_property
    def same_in_anew(self) -> dict[str, str]:
        """For columns of before those of the template learned anew that say the same."""
        return match_columns(self.old, self.anew)

    def has_same_content(self, column: str) -> bool:
        """Whether what stands beside a column still says, on the same pages, what it said."""
        part = column.rpartition(".")[0]
        beside = [name for name in self.old.columns if name.rpartition(".")[0] == part]
        told = [agreement(self.old, self.new, name) for name in beside]
        known = [share for share in told if share is not None]
        return bool(known) and median(known) > SAME_CONTENT

    def steps_before(self, column: str) -> Steps | None:
        """Where a column usually stood."""
        return usual_steps(cell.place for cell in self.old.cells(column))

    def steps_now(self, column: str) -> Steps | None:
        """Where the known template usually finds a column."""
        return usual_steps(cell.place for cell in self.new.cells(column))

    def show_before(self, steps: Steps) -> str:
        """A way as the pages of before spell it."""
        return show_steps(self.old.spell(steps))

    def show_now(self, steps: Steps) -> str:
        """A way as the pages of now spell it."""
        return show_steps(self.new.spell(steps))

    def has_left(self, column: str, steps: Steps) -> bool:
        """Whether a column stands no longer where it usually stood, and not by chance."""
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

    def make(
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
        if self.is_strange:
            return now / len(self.new) < STRANGE * before / len(self.old)
        return has_vanished(before, len(self.old), now, len(self.new), self.settings.doubt)

    def _is_misread(self, column: str) -> bool:
        before, now = self.steps_before(column), self.steps_now(column)
        if before is None or now is None or before == now:
            return False
        same = agreement(self.old, self.new, column)
        return same is not None and same < MISREAD


def _pages_at(profile: Profile, column: str, steps: Steps) -> int:
    """On how many pages a column stands at some place."""
    pages = profile.columns.get(column, {}).values()
    return sum(any(cell.place.steps == steps for cell in cells) for cells in pages)
