"""Reads the pages of a corpus by template, with the gold values that they should give."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from unmold.bench.corpus import Corpus
from unmold.bench.extraction.normalise import folded_set
from unmold.errors import UsageError

FIELDS = "gold_fields.jsonl"
RECORDS = "gold_records.jsonl"

Gold = Mapping[str, frozenset[str]]
"""By attribute the values that a page has, as they are compared."""

Wanted = TypeVar("Wanted")


@dataclass(frozen=True, slots=True)
class GoldGroup:
    """The pages of one template of one site, in random order, with their gold values."""

    name: str
    site: str
    folder: Path
    pages: dict[str, Gold]

    def split(self, learned: int, unseen: int | None) -> tuple[list[str], list[str]]:
        """Paths to learn from, and others to be scored on, up to a limit."""
        paths = list(self.pages)
        end = None if unseen is None else learned + unseen
        return paths[:learned], paths[learned:end]

    def files(self, paths: list[str]) -> list[Path]:
        return [self.folder / path for path in paths]


def read_field_groups(corpus: Corpus, seed: int) -> list[GoldGroup]:
    """Templates with the gold values of their fields."""

    def read(entry: dict[str, Any]) -> Gold:
        fields = entry.get("fields")
        if not isinstance(fields, dict) or not all(isinstance(x, list) for x in fields.values()):
            raise ValueError("no `fields` that map names to lists of values")
        texts = {
            name: [value for value in values if isinstance(value, str)]
            for name, values in fields.items()
        }
        return {name: folded_set(values) for name, values in texts.items() if values}

    return _groups(corpus, _read_lines(corpus.folder / FIELDS, read), seed)


def read_list_groups(corpus: Corpus, seed: int) -> list[GoldGroup]:
    """Templates with the titles of the entries on their list pages.

    Records that say nothing of titles are gold of another kind, and give no list page.
    """

    def read(entry: dict[str, Any]) -> Gold:
        titles = entry.get("titles") or []
        if not isinstance(titles, list) or not all(isinstance(title, str) for title in titles):
            raise ValueError("`titles` that are no list of texts")
        return {"titles": folded_set(titles)} if titles else {}

    titles = _read_lines(corpus.folder / RECORDS, read)
    return _groups(corpus, {path: gold for path, gold in titles.items() if gold}, seed)


def _read_lines(path: Path, read: Callable[[dict[str, Any]], Wanted]) -> dict[str, Wanted]:
    if not path.exists():
        return {}
    found: dict[str, Wanted] = {}
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        try:
            entry = _read_entry(line)
            found[entry["path"]] = read(entry)
        except (ValueError, RecursionError) as error:
            raise UsageError(
                f"{path}, line {number}: {error}",
                hint="each line is a JSON object with `path`, and `fields` or `titles` of the page",
            ) from error
    return found


def _read_entry(line: bytes) -> dict[str, Any]:
    entry = json.loads(line)
    if isinstance(entry, dict) and isinstance(entry.get("path"), str):
        return entry
    raise ValueError("no `path`")


def _groups(corpus: Corpus, gold: Mapping[str, Gold], seed: int) -> list[GoldGroup]:
    found: dict[tuple[str, str], list[str]] = {}
    for path, template in corpus.gold.template.items():
        if path in gold:
            found.setdefault((corpus.site_of(path), template), []).append(path)
    return [
        GoldGroup(
            template if template.startswith(site) else f"{site} {template}",
            site,
            corpus.folder,
            {path: gold[path] for path in _shuffled(paths, seed)},
        )
        for (site, template), paths in sorted(found.items())
    ]


def _shuffled(paths: list[str], seed: int) -> list[str]:
    paths = sorted(paths)
    Random(seed).shuffle(paths)
    return paths
