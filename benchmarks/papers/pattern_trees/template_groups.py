"""The pages of a corpus by template, with their gold values."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from unmold.bench.corpus import Corpus

GOLD_FIELDS = "gold_fields.jsonl"


@dataclass(frozen=True, slots=True)
class GoldPage:
    """A page of a corpus."""

    path: Path
    gold_values: tuple[str, ...]
    """The gold values of all fields; empty where nothing is known."""


@dataclass(frozen=True, slots=True)
class TemplateGroup:
    """The pages of one template."""

    template: str
    pages: tuple[GoldPage, ...]


def read_groups(corpus: Corpus, min_pages: int = 1) -> list[TemplateGroup]:
    """The templates of a corpus with at least `min_pages` pages, sorted by name."""
    gold = _read_gold(corpus.folder / GOLD_FIELDS)
    groups: dict[str, list[GoldPage]] = {}
    for path, template in corpus.gold.template.items():
        if template:
            page = GoldPage(corpus.folder / path, gold.get(path, ()))
            groups.setdefault(f"{corpus.site_of(path)} {template}", []).append(page)
    large = {name: pages for name, pages in groups.items() if len(pages) >= min_pages}
    return [TemplateGroup(name, tuple(pages)) for name, pages in sorted(large.items())]


def _read_gold(path: Path) -> dict[str, tuple[str, ...]]:
    if not path.exists():
        return {}
    gold: dict[str, tuple[str, ...]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        page = json.loads(line)
        values = (value for values in page["fields"].values() for value in values)
        gold[page["path"]] = tuple(value for value in values if isinstance(value, str) and value)
    return gold
