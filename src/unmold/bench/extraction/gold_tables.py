"""How good tables are, beside gold tables of real sites.

A template is learned from pages that share it by the manifest, once from as many as a run would
look at, and once each from a few; its first tier is then compared with what a person would deliver
for the pages of gold (`unmold.evaluation.table_scores`). UNMOLD_TABLES names the gold tables.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from unmold.bench.corpus import MANIFEST, Corpus
from unmold.errors import UsageError
from unmold.evaluation.gold_tables import GoldTable, read_gold_tables
from unmold.evaluation.table_scores import TableScore, score_table
from unmold.model import Page
from unmold.pages import read_pages
from unmold.records import extract_records, records_to_tables
from unmold.records.found_tables import read_found_tables
from unmold.settings import Induction
from unmold.templates import Template, induce_template

VARIABLE = "UNMOLD_TABLES"

FEW_PAGES = (5, 10)
"""Templates are learned from these numbers of pages, too: many sites have no more of a kind."""


@dataclass(frozen=True, slots=True)
class GoldTableScore:
    """The table score of one template, learned from some of its pages."""

    corpus: str
    name: str
    learned: int
    """Pages that the template was learned from at most."""
    score: float
    figures: TableScore
    """Without what was matched: reports are kept, and gold is not."""
    second_columns: int
    """Columns of the second tier."""


@dataclass(frozen=True, slots=True)
class GoldTables:
    """Gold tables whose pages are at hand."""

    tables: tuple[tuple[Corpus, GoldTable], ...]
    is_complete: bool = True
    """Whether these are all that there are, so that their mean has a floor."""


def find_gold_tables(
    corpora: Sequence[Corpus], folder: str | Path | None = None, sites: Sequence[str] = ()
) -> GoldTables | None:
    """The gold tables of some corpora, in a folder or in that which UNMOLD_TABLES names.

    None where no folder is named.
    """
    chosen = folder or os.environ.get(VARIABLE, "")
    if not chosen:
        return None
    if not Path(chosen).is_dir():
        hint = f"--tables and {VARIABLE} name a folder of gold tables"
        raise UsageError(f"there is no folder {str(chosen)!r}", hint=hint)
    by_name = {corpus.name: corpus for corpus in corpora}
    known = read_gold_tables(Path(chosen))
    wanted = [
        (by_name[gold.corpus], gold)
        for gold in known
        if gold.corpus in by_name and (not sites or gold.site in sites)
    ]
    return GoldTables(tuple(wanted), len(wanted) == len(known))


def measure_gold_table(corpus: Corpus, gold: GoldTable, seed: int) -> list[GoldTableScore]:
    """Learn one template from many and from few pages, and score its tables on those of gold."""
    members = [
        path
        for path, template in corpus.gold.template.items()
        if template == gold.template and corpus.site_of(path) == gold.site
    ]
    # The pages of gold come first, in random order: few pages are learned from these.
    order = Random(seed).sample(sorted(gold.records), len(gold.records))
    others = sorted(set(members) - set(order))
    order += Random(seed).sample(others, len(others))
    most = Induction().sample_size
    pages = read_some_pages(corpus, order[: max(most, len(gold.records))])
    known = [path for path in order if path in pages]
    found = []
    for learned in (most, *FEW_PAGES):
        template = induce_template([pages[path] for path in known[:learned]])
        found.append(_score(corpus, gold, template, pages, learned))
    return found


def _score(
    corpus: Corpus, gold: GoldTable, template: Template, pages: dict[str, Page], learned: int
) -> GoldTableScore:
    first = template.best
    own = [page for path, page in pages.items() if path in gold.records]
    tables = records_to_tables(first, extract_records(first, own))
    paths = {page.path: path for path, page in pages.items()}
    score = score_table(gold, read_found_tables(first, tables, paths), list(gold.records))
    columns = sum(1 for _ in template.column_names())
    figures = replace(score, fields=(), junk=())
    return GoldTableScore(corpus.name, gold.name, learned, score.score, figures, columns)


def read_some_pages(corpus: Corpus, paths: Sequence[str]) -> dict[str, Page]:
    """Some pages of a corpus by path, with the addresses that its manifest gives them."""
    wanted = set(paths)
    with (corpus.folder / MANIFEST).open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["path"] in wanted]
    by_file = {str(corpus.folder.resolve() / row["path"]): row for row in rows}
    with TemporaryDirectory() as folder:
        manifest = Path(folder) / MANIFEST
        with manifest.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(("path", "url", "site"))
            writer.writerows(
                (name, row.get("url", ""), row["site"]) for name, row in by_file.items()
            )
        return {by_file[page.path]["path"]: page for page in read_pages(manifest)}
