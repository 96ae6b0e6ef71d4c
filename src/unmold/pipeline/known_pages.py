"""What the previous run knew of pages, and whether a page that is read now is still that one."""

from __future__ import annotations

from dataclasses import asdict
from typing import NamedTuple

from unmold.model import Problem, ProblemCode
from unmold.pipeline.job import Job
from unmold.store.feature_files import FORMAT
from unmold.store.rows import PageRow
from unmold.store.stored_pages import read_page_rows


def read_known_pages(job: Job) -> dict[str, PageRow]:
    """The pages of the previous run by key."""
    return {row.key: row for row in read_page_rows(job.base)} if job.base else {}


def have_same_features(job: Job) -> bool:
    """Whether features of the previous run are what they would be now."""
    if job.base is None:
        return False
    before = job.writer.journal.steps(job.base.number).get("read")
    if before is None or before.settings.get("features_format") != FORMAT:
        return False
    return bool(before.settings["limits"] == asdict(job.settings.limits))


class PageIdentity(NamedTuple):
    """What must be as it was for a page to be known."""

    url: str
    path: str
    sha256: str
    site: str
    charset: str | None

    @classmethod
    def of(cls, row: PageRow) -> PageIdentity:
        return cls(row.url, row.path, row.sha256, row.site, row.charset)

    def is_same(self, other: PageIdentity) -> bool:
        """Whether all but the path is equal, and the URL of a page that is called by its path."""
        return self._compared() == other._compared()

    def _compared(self) -> tuple[str | None, ...]:
        url = None if self.url == self.path else self.url
        return url, self.sha256, self.site, self.charset


def state_of(known: PageRow | None, now: PageIdentity) -> str:
    """What a page is to the previous run: `new`, `known` or `changed`."""
    if known is None:
        return "new"
    if PageIdentity.of(known).is_same(now):
        return "known"
    return "changed" if known.sha256 != now.sha256 else "new"


def note_changed(key: str) -> Problem:
    """What is said of a page that is not what it was."""
    reason = "the page changed since the previous run, and was read anew"
    return Problem(ProblemCode.CHANGED, key, reason)


def note_gone(found: Problem) -> Problem:
    """What is said of a known page that no source has, and that cannot be read again."""
    reason = f"{found.message}; the page was left out, give its source to read it anew"
    return Problem(found.code, found.where, reason)
