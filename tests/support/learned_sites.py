"""A demo site whose templates were learned, for tests of what changed since."""

from collections import Counter
from collections.abc import Callable
from csv import DictReader
from dataclasses import dataclass
from pathlib import Path

import unmold

Crawl = Callable[[str], Path]
"""Builds the site after a change; returns its manifest."""


@dataclass(frozen=True)
class Learned:
    """A workspace, and the site that it was learned from."""

    workspace: Path
    manifest: Path

    def open(self) -> unmold.Workspace:
        return unmold.Workspace(self.workspace)

    def template_of(self, gold: str) -> str:
        """The template that most pages of a gold template have."""
        with self.manifest.open(encoding="utf-8", newline="") as file:
            urls = {row["url"] for row in DictReader(file) if row["template"] == gold}
        rows = self.open().pages.select(["url", "template"]).to_pylist()
        counts = Counter(str(row["template"]) for row in rows if row["url"] in urls)
        return counts.most_common(1)[0][0]
