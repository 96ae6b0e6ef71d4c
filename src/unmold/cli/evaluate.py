"""`unmold evaluate CLUSTERS GOLD`: scores a clustering against gold labels.

Reads two CSV files and prints a table or a JSON object. The counting is done by
`unmold.evaluation`, the table by `evaluation_tables`.
"""

from __future__ import annotations

import io
import json
import sys
from typing import Any, TextIO

import click

from unmold.cli import evaluation_tables


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
    click.echo(evaluation_tables.show_summary(result))
    if per_site:
        click.echo("\n" + evaluation_tables.show_sites(result))
    if per_template:
        click.echo("\n" + evaluation_tables.show_templates(result))


def _open_standard_input() -> TextIO:
    text = sys.stdin.buffer.read().decode("utf-8-sig", "surrogateescape")
    return io.StringIO(text, newline="")


def _select(report: dict[str, Any], per_site: bool, per_template: bool) -> dict[str, Any]:
    """The report without the parts that were not asked for."""
    unwanted = {"sites": not per_site, "templates": not per_template}
    return {name: part for name, part in report.items() if not unwanted.get(name, False)}
