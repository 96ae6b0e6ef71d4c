"""The real pages that benchmarks run on, found through UNMOLD_CORPORA."""

import csv
import os
from pathlib import Path


def corpora_folder() -> Path:
    """The folder of unpacked corpora; ends with a hint where it is not named."""
    value = os.environ.get("UNMOLD_CORPORA", "")
    if not value:
        hint = "set UNMOLD_CORPORA to the folder of unpacked corpora"
        raise SystemExit(f"error: this benchmark needs real pages\nhint: {hint}")
    return Path(value)


def corpus_names() -> list[str]:
    return sorted(path.parent.name for path in corpora_folder().glob("*/manifest.csv"))


def corpus_pages(name: str) -> list[Path]:
    """The pages of a corpus, in the order of its manifest."""
    corpus = corpora_folder() / name
    with (corpus / "manifest.csv").open(encoding="utf-8", newline="") as manifest:
        return [corpus / row["path"] for row in csv.DictReader(manifest)]


def spread(pages: list[Path], count: int) -> list[Path]:
    """About `count` of the pages, evenly spread."""
    return pages[:: max(1, len(pages) // count)]
