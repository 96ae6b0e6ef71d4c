"""Counts the files of a folder that are not read as pages, for whoever wonders why."""

from __future__ import annotations

import os
from collections import Counter

MOST_FILES = 10_000
"""Files that are looked at: the answer is for a message, and must not take long."""


def count_other_files(folder: str) -> Counter[str]:
    """How many files of each type are below a folder, hidden ones left out.

    Only the first thousands are counted. What is not a folder has none.
    """
    types: Counter[str] = Counter()
    for _, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            if not name.startswith("."):
                types[os.path.splitext(name)[1].lower() or "without extension"] += 1  # noqa: PTH122
        if types.total() >= MOST_FILES:
            break
    return types
