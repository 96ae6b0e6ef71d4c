"""Style sheets and images that a crawl kept beside its pages (`unmold crawl --assets`)."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from unmold.errors import PageError
from unmold.model import Page
from unmold.pages.warc import read_warc_record
from unmold.settings import Limits

ASSETS_FOLDER = "assets"
ASSETS = Path("crawl", "assets.sqlite")


@dataclass(frozen=True, slots=True)
class KeptAsset:
    """Where a style sheet or image lies."""

    type: str
    archive: Path
    start: int

    def read(self) -> bytes | None:
        """Its bytes; None where the archive does not have them any more."""
        try:
            return read_warc_record(str(self.archive), self.start, Limits())
        except (OSError, ValueError, PageError):
            return None


def find_kept(page: Page, url: str) -> KeptAsset | None:
    """What the crawl that stored a page kept of an address."""
    if page.file is None or page.offset is None:
        return None
    workspace = Path(page.file).parent.parent
    base = workspace / ASSETS
    if Path(page.file).parent.name != "pages" or not base.is_file():
        return None
    try:
        connection = sqlite3.connect(f"{base.absolute().as_uri()}?mode=ro", uri=True)
        try:
            row = connection.execute(
                "SELECT type, file, start FROM assets WHERE url = ?", (url.partition("#")[0],)
            ).fetchone()
        finally:
            connection.close()
    except sqlite3.Error:
        return None
    if row is None:
        return None
    # The name of the archive comes from a file: it leads nowhere but into its folder.
    return KeptAsset(str(row[0]), workspace / ASSETS_FOLDER / Path(str(row[1])).name, int(row[2]))
