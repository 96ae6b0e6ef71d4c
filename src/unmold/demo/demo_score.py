"""Scores what a run made of a demo site against its gold.

Clusters are scored by pairs of pages (`unmold.evaluation`), tables by what a person would deliver
(`schema`), with the rules that gold tables of real sites are scored by: a field that no column
says, a column that says no field, a bad name and a late column all cost.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from unmold.demo.schema import read_gold_tables
from unmold.evaluation import Evaluation, evaluate_clusters
from unmold.evaluation.gold_tables import GoldTable
from unmold.evaluation.label_files import read_gold
from unmold.evaluation.table_scores import (
    TableScore,
    average_scores,
    combine_scores,
    score_table,
)
from unmold.records.found_tables import read_found_tables
from unmold.records.table_layout import ROOT
from unmold.store import Workspace

FIRST, SECOND = 1, 2

LEAST_SHARE = 0.1
"""A template that holds fewer of a gold template's pages is a stray, and not judged."""


@dataclass(frozen=True)
class DemoScore:
    """How right clusters and tables are."""

    clusters: Evaluation
    tables: Mapping[str, TableScore]
    """By gold template the score of the first tier."""
    everything: Mapping[str, TableScore]
    """The same of the second tier, which holds all that was found."""

    @property
    def pair_f1(self) -> float:
        return self.clusters.pooled.pairs.f1

    @property
    def figures(self) -> dict[str, float]:
        """The figures of the first tier, in the mean over templates."""
        return average_scores(list(self.tables.values()))

    @property
    def recall_of_everything(self) -> float:
        """The share of the fields that columns say in the tier that has more of them."""
        pairs = [(self.tables[name], self.everything[name]) for name in self.tables]
        best = [max(first.recall, second.recall) for first, second in pairs]
        return sum(best) / len(best) if best else 0.0


def score_workspace(
    workspace: Workspace, manifest: str | PathLike[str], gold_records: str | PathLike[str]
) -> DemoScore:
    """Score the clusters and tables of a run over a demo site against its gold."""
    pages = workspace.pages.select(["path", "cluster", "template"]).to_pylist()
    clusters = {page["path"]: page["cluster"] for page in pages}
    template_of = {page["path"]: page["template"] for page in pages if page["template"]}
    gold = read_gold_tables(Path(gold_records))
    return DemoScore(
        evaluate_clusters(clusters, read_gold(Path(manifest)).template),
        *(
            {each.name: _score(workspace, each, template_of, tier) for each in gold}
            for tier in (FIRST, SECOND)
        ),
    )


def _score(
    workspace: Workspace, gold: GoldTable, template_of: Mapping[str, str], tier: int
) -> TableScore:
    """The score of all templates that hold pages of a gold template."""
    held: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for path in gold.records:
        if path in template_of:
            held[template_of[path]][path] = path
    least = max(2, LEAST_SHARE * len(gold.records))
    scores = []
    for template, pages in held.items():
        if len(pages) >= least:
            learned = workspace.templates[template].of_tier(tier)
            tables = {ROOT: workspace.records(template, tier=tier)}
            for part in workspace.parts(template, tier=tier):
                tables[f"{ROOT}.{part}"] = workspace.records(template, part, tier=tier)
            found = read_found_tables(learned, tables, pages)
            scores.append(score_table(gold, found, list(pages)))
    return combine_scores(scores, len(gold.records))


def show_score(score: DemoScore, *, worst: int = 10) -> Iterator[str]:
    """The score in lines for people: figures, templates, and the most important that is missed."""
    figures = score.figures
    yield f"pages in the right cluster, pair F1    {score.pair_f1:.4f}"
    yield f"table score of the first tier          {figures['score']:.4f}"
    yield f"  fields that a column says, recall    {figures['recall']:.4f}"
    yield f"  columns that say a field, precision  {figures['precision']:.4f}"
    yield f"  columns with a good name             {figures['names']:.4f}"
    yield f"fields that columns of any tier say    {score.recall_of_everything:.4f}"
    for template, table in sorted(score.tables.items()):
        yield (
            f"  {template:20} {table.score:.4f}  recall {table.recall:.2f}"
            f"  precision {table.precision:.2f}  {table.columns:.0f} columns"
        )
    missed = [
        (match.importance, template, match)
        for template, table in sorted(score.tables.items())
        for match in table.fields
        if not match.is_matched
    ]
    for _, template, match in sorted(missed, key=lambda item: -item[0])[:worst]:
        nearest = f"; nearest is {match.column} with F1 {match.f1:.2f}" if match.column else ""
        yield f"  missed {template}: {match.field}{nearest}"
