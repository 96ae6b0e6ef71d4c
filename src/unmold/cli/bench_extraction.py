"""`unmold bench extraction`: how right templates and their child tables are on pages never seen."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from unmold.cli.bench_options import (
    BELOW_FLOOR,
    FloorOptions,
    show_verdict,
    takes_corpora,
    takes_floors,
    takes_output,
)
from unmold.cli.output import write_file
from unmold.cli.progress import StepDisplay
from unmold.errors import UsageError

if TYPE_CHECKING:
    from unmold.bench.extraction import ExtractionReport, ExtractionSettings
    from unmold.bench.floors import Floors, Verdict


@click.command("extraction")
@takes_corpora
@click.option(
    "--site", "sites", multiple=True, metavar="NAME", help="Only this site; may be repeated."
)
@click.option(
    "--tables",
    "tables_folder",
    type=click.Path(),
    metavar="DIR",
    help="Score whole tables against the gold tables in DIR.  [default: those in UNMOLD_TABLES]",
)
@click.option(
    "--learned",
    type=click.IntRange(min=1),
    metavar="N",
    help="Learn from N pages of a template.  [default: as in the file of floors, else 20]",
)
@click.option(
    "--unseen",
    type=click.IntRange(min=1),
    metavar="N",
    help="Score at most N others of its pages.  [default: as in the file of floors, else all]",
)
@click.option(
    "--templates",
    type=click.IntRange(min=1),
    metavar="N",
    help="Score N random templates of each corpus, and N with list pages; all gold tables stay.  "
    "[default: as in the file of floors, else all]",
)
@click.option(
    "--seed", type=int, help="Draws the pages.  [default: as in the file of floors, else 0]"
)
@takes_floors
@takes_output
def command(
    corpora: tuple[str, ...],
    sites: tuple[str, ...],
    tables_folder: str | None,
    learned: int | None,
    unseen: int | None,
    templates: int | None,
    seed: int | None,
    floor_options: FloorOptions,
    output: str | None,
    as_json: bool,
) -> int:
    """Score tables, values and list entries against gold.

    Corpora need gold_fields.jsonl, or gold_records.jsonl for list pages. A template is learned from
    some of its pages and scored on the others: hit, set, columns, how many are named after the gold
    attribute (with synonyms), times. For list pages, F1 of the titles; for templates with hardly
    any page, the share of pages on which a gold value is found as a whole. All of it is measured on
    the first tier and on both tiers together.

    Gold tables say which columns a person would deliver: what is missing, superfluous, badly named
    or in the wrong place costs table score. They are left out where no folder of them is named.

    \b
    Example:
      unmold bench extraction --corpus corpora/swde --site auto-aol
      unmold bench extraction -o extraction.json
      unmold bench extraction --floors benchmarks/floors/extraction.json
    """  # noqa: D301 - click wants the control character itself
    from unmold.bench.extraction import ExtractionSettings
    from unmold.bench.extraction.report import GUARDED

    floors = floor_options.open(ExtractionSettings, GUARDED)
    wanted = {"learned": learned, "unseen": unseen, "templates": templates, "seed": seed}
    report = _measure(corpora, sites, tables_folder, _choose_settings(floors, wanted))
    verdict = floor_options.judge(floors, report, GUARDED)
    if output:
        write_file(output, json.dumps(report.to_dict(), indent=1) + "\n")
    _show(report, verdict, as_json)
    return BELOW_FLOOR if verdict and verdict.shortfalls else 0


def _choose_settings(
    floors: Floors[ExtractionSettings] | None, wanted: dict[str, int | None]
) -> ExtractionSettings:
    """Those of the floors, so that the two compare; else what the caller wants."""
    from dataclasses import replace

    from unmold.bench.extraction import ExtractionSettings

    given = {name: value for name, value in wanted.items() if value is not None}
    settings = replace(floors.settings if floors else ExtractionSettings(), **given)
    if floors:
        floors.check_settings(settings)
    return settings


def _measure(
    folders: tuple[str, ...],
    sites: tuple[str, ...],
    tables_folder: str | None,
    settings: ExtractionSettings,
) -> ExtractionReport:
    from unmold.bench.corpus import find_corpora
    from unmold.bench.extraction import measure_extraction
    from unmold.bench.extraction.gold_tables import find_gold_tables
    from unmold.bench.extraction.report import count_templates, has_gold

    found = find_corpora(folders)
    tables = find_gold_tables(found, tables_folder, sites)
    if tables is None:
        click.echo(
            "no gold tables, so no table score: give --tables DIR, or set UNMOLD_TABLES", err=True
        )
    corpora = [corpus for corpus in found if has_gold(corpus)]
    if not corpora and not (tables and tables.tables):
        raise UsageError("no corpus has gold values", hint="give a folder with gold_*.jsonl")
    steps = count_templates(corpora, settings, sites) + len(tables.tables if tables else ())
    with StepDisplay("bench extraction", steps) as display:
        return measure_extraction(
            corpora, settings, sites=sites, tables=tables, started=display.step
        )


def _show(report: ExtractionReport, verdict: Verdict | None, as_json: bool) -> None:
    if as_json:
        floors = {"floors": verdict.to_dict()} if verdict else {}
        click.echo(json.dumps(report.to_dict() | floors, indent=2))
        return
    from unmold.bench.extraction.extraction_tables import tables_of

    for table in tables_of(report):
        click.echo(f"{table.to_text()}\n")
    click.echo(report.machine)
    if verdict:
        show_verdict(verdict)
