"""Decides by glob patterns which pages a caller wants.

A pattern is compared with a page's path and against its URL, both whole; `*` also crosses `/`. A
path inside a folder matches with or without the folder's own name in front.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterable
from dataclasses import dataclass

from unmold.model import Page


def _compile(patterns: Iterable[str]) -> re.Pattern[str] | None:
    alternatives = [f"(?:{fnmatch.translate(pattern)})" for pattern in patterns]
    return re.compile("|".join(alternatives)) if alternatives else None


@dataclass(frozen=True, slots=True)
class Selection:
    """The patterns of `--include` and `--exclude`, compiled once."""

    included: re.Pattern[str] | None = None
    excluded: re.Pattern[str] | None = None

    @classmethod
    def of(cls, include: Iterable[str], exclude: Iterable[str]) -> Selection:
        """Compile both lists of patterns."""
        return cls(_compile(include), _compile(exclude))

    @property
    def is_everything(self) -> bool:
        """Whether all pages are wanted."""
        return self.included is None and self.excluded is None

    def excludes(self, *names: str) -> bool:
        """Whether a page is unwanted by one of its names, which may save reading it."""
        excluded = self.excluded
        return excluded is not None and any(excluded.match(name) for name in names)

    def includes(self, *names: str) -> bool:
        """Whether one of a page's names is asked for; all are where nothing is."""
        included = self.included
        return included is None or any(included.match(name) for name in names)

    def accepts(self, page: Page, *names: str) -> bool:
        """Whether a page is wanted, by its path, its URL or the other names it goes by."""
        everything = (page.path, page.url, *names)
        return self.includes(*everything) and not self.excludes(*everything)
