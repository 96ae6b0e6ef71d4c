"""Corpora on disk: a folder with `manifest.csv`, the pages it names and, maybe, gold values.

A folder enters; its pages leave, one group for each template.
"""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from pathlib import Path

from unmold.errors import UsageError


@dataclass(frozen=True, slots=True)
class CorpusPage:
    """A page of a corpus."""

    path: Path
    gold_values: tuple[str, ...]
    """The gold values of all fields; empty where nothing is known."""


@dataclass(frozen=True, slots=True)
class CorpusGroup:
    """The pages of one template."""

    template: str
    pages: tuple[CorpusPage, ...]


def read_groups(corpus: Path, min_pages: int = 1) -> list[CorpusGroup]:
    """The templates of a corpus that have at least so many pages, by name."""
    gold = _read_gold(corpus / "gold_fields.jsonl")
    groups: dict[str, list[CorpusPage]] = {}
    for row in _read_manifest(corpus / "manifest.csv"):
        page = CorpusPage(corpus / row["path"], gold.get(row["path"], ()))
        groups.setdefault(f"{row['site']} {row['template']}", []).append(page)
    large = {name: pages for name, pages in groups.items() if len(pages) >= min_pages}
    return [CorpusGroup(name, tuple(pages)) for name, pages in sorted(large.items())]


def _read_manifest(path: Path) -> list[dict[str, str]]:
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    except FileNotFoundError as error:
        raise UsageError(f"no corpus: {path} is missing") from error
    missing = {"path", "site", "template"} - set(rows[0] if rows else ())
    if missing:
        raise UsageError(f"{path} lacks the columns {', '.join(sorted(missing))}")
    return rows


def _read_gold(path: Path) -> dict[str, tuple[str, ...]]:
    if not path.exists():
        return {}
    gold: dict[str, tuple[str, ...]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        page = json.loads(line)
        values = (value for values in page["fields"].values() for value in values)
        gold[page["path"]] = tuple(value for value in values if isinstance(value, str) and value)
    return gold
