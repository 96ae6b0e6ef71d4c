"""`unmold demo`: builds a site whose every value is known, runs the whole job, scores it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from unmold.cli.output import write_json
from unmold.cli.progress import RunProgress
from unmold.cli.run_summary import print_summary

if TYPE_CHECKING:
    from unmold.demo import DemoSite
    from unmold.demo.demo_score import DemoScore
    from unmold.store import Workspace

WORKSPACE = "workspace"


@click.command("demo", epilog="Example: unmold demo --pages 1000 --seed 7")
@click.argument("folder", type=click.Path(file_okay=False), default="demo")
@click.option(
    "--pages",
    type=click.IntRange(min=18),
    default=600,
    show_default=True,
    metavar="N",
    help="Build a site of N pages.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    metavar="N",
    help="Invent another shop; the same seed gives the same site.",
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON, one object to a line.")
def demo(folder: str, pages: int, seed: int, as_json: bool) -> None:
    """Do the whole job on an invented shop, and score the result.

    In FOLDER, which is ./demo unless it is given, this writes the pages (site), what made each of
    them (manifest.csv), what each of them says (gold_records.jsonl) and the workspace. Clusters and
    tables are then compared with what is known: what a person would deliver, under which names.
    """
    from unmold.demo import build_site
    from unmold.demo.demo_score import score_workspace
    from unmold.pipeline import run

    click.echo(f"building a shop of {pages:,} pages in {folder}", err=True)
    site = build_site(folder, seed=seed, pages=pages)
    with RunProgress() as progress:
        workspace = run(site.manifest, Path(folder) / WORKSPACE, force=True, progress=progress)
    score = score_workspace(workspace, site.manifest, site.gold_records)
    if as_json:
        write_json(_to_json(workspace, score))
    else:
        _print(workspace, score, site)


def _to_json(workspace: Workspace, score: DemoScore) -> dict[str, Any]:
    return {
        "workspace": str(workspace.path),
        "pair_f1": score.pair_f1,
        "tables": score.figures,
        "table_scores": {name: table.score for name, table in score.tables.items()},
        "recall_of_everything": score.recall_of_everything,
        **workspace.summary,
    }


def _print(workspace: Workspace, score: DemoScore, site: DemoSite) -> None:
    from unmold.demo.demo_score import show_score
    from unmold.pipeline.job import MIN_PAGES

    print_summary(workspace.summary, str(workspace.path), MIN_PAGES)
    click.echo("\nscore, against what is known about the shop:")
    for line in show_score(score):
        click.echo(line)
    click.echo(
        f"\nthe pages are in {site.manifest.parent / 'site'}, all results in {workspace.path}"
    )
