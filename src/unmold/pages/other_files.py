"""Counts the files of folders that are not read as pages, for whoever wonders why."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable

from unmold.pages.source_types import (
    WARC_SUFFIXES,
    SourceType,
    has_extension,
    is_html_name,
    source_type_of,
)

MOST_FILES = 10_000
"""Files that are looked at: the answer is for a message, and must not take long."""


def count_files(folders: Iterable[str]) -> Counter[str]:
    """How many files of each type are below folders, hidden ones left out.

    Only the first thousands of each are counted. What is not a folder has none.
    """
    return _count(folders, only_others=False)


def count_other_files(sources: Iterable[str]) -> Counter[str]:
    """The same of files that are passed over because their names say that they are no pages."""
    folders = [one for one in sources if source_type_of(one) == SourceType.FOLDER]
    return _count(folders, only_others=True)


def _count(folders: Iterable[str], *, only_others: bool) -> Counter[str]:
    types: Counter[str] = Counter()
    for folder in folders:
        most = types.total() + MOST_FILES
        for _, inner, files in os.walk(folder):
            inner[:] = [name for name in inner if not name.startswith(".")]
            for name in files:
                is_page = is_html_name(name) or not has_extension(name)
                if not name.startswith(".") and not (only_others and is_page):
                    types[_type_of(name.lower())] += 1
            if types.total() >= most:
                break
    return types


def _type_of(name: str) -> str:
    archive = next((suffix for suffix in WARC_SUFFIXES if name.endswith(suffix)), "")
    return archive or os.path.splitext(name)[1] or "without extension"  # noqa: PTH122
