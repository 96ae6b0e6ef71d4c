"""`unmold bench extraction`: how right templates and their child tables are on pages never seen."""

from __future__ import annotations

import json
from pathlib import Path

import click

from unmold.errors import UsageError


@click.command("extraction")
@click.option(
    "--corpus",
    required=True,
    type=click.Path(file_okay=False, exists=True),
    metavar="DIR",
    help="A folder with gold_fields.jsonl, or with gold_records.jsonl for list pages.",
)
@click.option("--site", "sites", multiple=True, metavar="NAME", help="Only this; may be repeated.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON, one object to a line.")
def command(corpus: str, sites: tuple[str, ...], as_json: bool) -> None:
    """Score extracted values and list entries against gold.

    A template is learned from 20 pages of each site and scored on the others: hit, set, columns,
    how many are named after the gold attribute (with synonyms), seconds to learn, milliseconds for
    each page. For list pages, F1 of the titles.
    """
    folder = Path(corpus)
    has_fields = (folder / "gold_fields.jsonl").exists()
    has_lists = (folder / "gold_records.jsonl").exists()
    if has_lists:
        _show_lists(folder, sites, as_json)
    elif has_fields:
        _show_fields(folder, sites, as_json)
    else:
        raise UsageError(f"{corpus} has no gold values", hint="give a folder with gold_*.jsonl")


def _show_fields(folder: Path, sites: tuple[str, ...], as_json: bool) -> None:
    from unmold.bench.extraction import measure_extraction, show_means, show_site, summary

    scores = []
    for score in measure_extraction(folder, sites):
        scores.append(score)
        click.echo(json.dumps(summary(score)) if as_json else show_site(score))
    if scores and not as_json:
        click.echo(show_means(scores))


def _show_lists(folder: Path, sites: tuple[str, ...], as_json: bool) -> None:
    from dataclasses import asdict
    from statistics import mean

    from unmold.bench.lists import measure_lists

    scores = list(measure_lists(folder, sites))
    for score in scores:
        shown = f"{score.template:50} pages {score.pages:3} f1 {score.f1:.3f} {score.column}"
        click.echo(json.dumps(asdict(score)) if as_json else shown)
    if scores and not as_json:
        click.echo(f"{'mean':50} f1 {mean(score.f1 for score in scores):.3f}")
