"""`unmold evaluate CLUSTERS GOLD`: scores a clustering against gold labels.

Reads two CSV files and prints a table or a JSON object. The counting is done by
`unmold.evaluation`.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TextIO

import click

from unmold.cli.terminal import safe

if TYPE_CHECKING:
    from unmold.evaluation import Evaluation, Scores, TemplateScore


@click.command("evaluate")
@click.argument("clusters", type=click.Path(allow_dash=True))
@click.argument("gold", type=click.Path())
@click.option("--per-site", is_flag=True, help="Also show every site.")
@click.option("--per-template", is_flag=True, help="Also show how well each template was found.")
@click.option(
    "--across-sites",
    is_flag=True,
    help="Let a cluster or a template reach over several sites. Without it, equal names on two "
    "sites are two things.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    help="The time the clustering took, to show each template's pages per second.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def evaluate(
    clusters: str,
    gold: str,
    per_site: bool,
    per_template: bool,
    across_sites: bool,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Score clusters against gold labels.

    CLUSTERS is a CSV file with the columns path and cluster, as `unmold cluster` writes it, or -
    for stdin; cluster -1 means unclustered. GOLD is a CSV file with the columns path and template,
    and optionally site, template_coarse and template_fine.

    Different coarse labels must not be joined, equal fine labels must be; pairs of pages between
    the two are don't-care pairs, and the scores are shown both with and without them. An
    unclustered page counts as a cluster of its own, and so does a page of GOLD that CLUSTERS lacks.

    \b
    Example:
      unmold cluster site/manifest.csv > clusters.csv
      unmold evaluate clusters.csv site/manifest.csv --per-site
    """  # noqa: D301 - click wants the control character itself
    from unmold.evaluation import evaluate_files  # NumPy is not needed to print the help

    source = _open_standard_input() if clusters == "-" else clusters
    result = evaluate_files(source, gold, across_sites=across_sites, seconds=seconds)
    if as_json:
        report = _select(result.to_dict(), per_site, per_template)
        click.echo(json.dumps(report, indent=2, allow_nan=False))
        return
    click.echo(show_summary(result))
    if per_site:
        click.echo("\n" + show_sites(result))
    if per_template:
        click.echo("\n" + show_templates(result))


def _open_standard_input() -> TextIO:
    text = sys.stdin.buffer.read().decode("utf-8-sig", "surrogateescape")
    return io.StringIO(text, newline="")


def _select(report: dict[str, Any], per_site: bool, per_template: bool) -> dict[str, Any]:
    """The report without the parts that were not asked for."""
    unwanted = {"sites": not per_site, "templates": not per_template}
    return {name: part for name, part in report.items() if not unwanted.get(name, False)}


# The tables. Names of sites, templates and clusters may come from anywhere, and pass `safe`.


_PAIR_COUNTS = {
    "true positives": "true_positives",
    "false positives": "false_positives",
    "false negatives": "false_negatives",
    "true negatives": "true_negatives",
}
_BRIEF_RATES = {"precision": "precision", "recall": "recall", "F1": "f1"}
_PAIR_RATES = _BRIEF_RATES | {
    "Rand index": "rand_index",
    "adjusted Rand index": "adjusted_rand_index",
}
_OTHER_RATES = {
    "purity, mean over clusters": "purity_mean",
    "purity, weighted by size": "purity_weighted",
    "mutual information (nats)": "mutual_information",
    "normalised mutual information": "nmi",
    "homogeneity": "homogeneity",
    "completeness": "completeness",
}
_WIDEST_NAME = 60
"""Wider names would push the numbers off an ordinary terminal."""


def show_summary(result: Evaluation) -> str:
    """The counts, then every rate over all pages and, with several sites, their mean."""
    rows = [["", "all pages", f"mean of {len(result.sites)} sites"], *_collect_rates(result)]
    if len(result.sites) < 2:
        rows = [row[:2] for row in rows]
    return _show_counts(result) + "\n\n" + _align(rows, left=1)


def show_sites(result: Evaluation) -> str:
    """One line a site; pair rates are those without don't-care pairs."""
    header = ["site", "pages", "clusters", "templates", "unclustered", "missing"]
    header += ["precision", "recall", "F1", "ARI", "purity"]
    rows = [_describe_site(name, scores) for name, scores in result.sites.items()]
    return _align([header, *rows], left=1)


def show_templates(result: Evaluation) -> str:
    """One line a template, with the cluster that holds most of it."""
    header = ["site", "template", "cluster", "pages", "precision", "recall", "of clustered"]
    header += ["pair precision", "pair recall"]
    timed = any(template.pages_per_second is not None for template in result.templates)
    rows = [_describe_template(template, timed) for template in result.templates]
    return _align([header + ["pages/s"] * timed, *rows], left=3)


def _show_counts(result: Evaluation) -> str:
    scores = result.pooled
    counts = [
        ("pages", scores.pages, ""),
        ("clusters found", scores.clusters, ""),
        ("templates in the gold", scores.templates, ""),
        ("unclustered pages", scores.unclustered, ""),
        ("missing pages", scores.missing, "in GOLD only, counted as unclustered"),
        ("pages not in the gold", result.not_in_gold, "left out"),
        ("pages without a template", result.unlabelled, "left out"),
    ]
    wanted = [(name, str(count), note if count else "") for name, count, note in counts]
    width = max(len(count) for _, count, _ in wanted)
    return "\n".join(
        f"{name:<30}  {count:>{width}}  {note}".rstrip() for name, count, note in wanted
    )


def _collect_rates(result: Evaluation) -> list[list[str]]:
    pooled, macro, scores = result.pooled.to_dict(), result.macro, result.pooled
    rows = _describe_pairs("pairs, by template alone", pooled, macro, "pairs")
    if scores.care_pairs.dont_care:
        title = f"pairs, without {scores.care_pairs.dont_care} don't-care pairs"
        rows += _describe_pairs(title, pooled, macro, "care_pairs")
    for title, kind, shown in (
        ("the same, without missing pages", "care_pairs_present", scores.missing),
        ("the same, over clustered pages", "care_pairs_clustered", scores.unclustered),
    ):
        if shown:
            rows += [[title, "", ""], *_describe_rates(_BRIEF_RATES, pooled[kind], macro[kind])]
    return [
        *rows,
        ["the grouping as a whole", "", ""],
        *_describe_rates(_OTHER_RATES, pooled, macro),
    ]


def _describe_pairs(title: str, pooled: Any, macro: Any, kind: str) -> list[list[str]]:
    counts = [["  " + label, str(pooled[kind][key]), ""] for label, key in _PAIR_COUNTS.items()]
    return [[title, "", ""], *counts, *_describe_rates(_PAIR_RATES, pooled[kind], macro[kind])]


def _describe_rates(names: Mapping[str, str], pooled: Any, macro: Any) -> list[list[str]]:
    return [["  " + label, _rate(pooled[key]), _rate(macro[key])] for label, key in names.items()]


def _describe_site(name: str, scores: Scores) -> list[str]:
    pairs = scores.care_pairs
    counts = (scores.pages, scores.clusters, scores.templates, scores.unclustered, scores.missing)
    rates = (pairs.precision, pairs.recall, pairs.f1, pairs.adjusted_rand_index, scores.purity.mean)
    return [safe(name, _WIDEST_NAME), *map(str, counts), *map(_rate, rates)]


def _describe_template(score: TemplateScore, timed: bool) -> list[str]:
    names = (score.site, score.template, "none" if score.cluster is None else score.cluster)
    rates = (score.precision, score.recall, score.recall_clustered)
    pair_rates = (score.pairs.precision, score.pairs.recall)
    shown = [safe(name, _WIDEST_NAME) for name in names]
    row = [*shown, str(score.pages), *map(_rate, rates + pair_rates)]
    return [*row, f"{score.pages_per_second or 0.0:.1f}"] if timed else row


def _rate(value: float) -> str:
    return f"{value:.4f}"


def _align(rows: Sequence[Sequence[str]], left: int) -> str:
    """Rows as lines of equal columns, the first `left` of them flush left and the others right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if position < left else cell.rjust(width)
            for position, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
