"""`unmold demo`: builds a site whose every value is known, runs the whole job, scores it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from unmold.cli.output import write_json
from unmold.cli.run_progress import RunProgress
from unmold.cli.run_summary import print_summary

if TYPE_CHECKING:
    from unmold.demo import DemoSite
    from unmold.demo.demo_score import DemoScore
    from unmold.demo.matching import Counts
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
    """Do the whole job on an invented shop, and say how right it was.

    In FOLDER, which is ./demo unless it is given, this writes the pages (site), what made each of
    them (manifest.csv), what each of them says (gold_records.jsonl) and the workspace. Clusters and
    values are then compared with what is known.
    """
    from unmold.demo import build_site
    from unmold.pipeline import run

    click.echo(f"building a shop of {pages:,} pages in {folder}", err=True)
    site = build_site(folder, seed=seed, pages=pages)
    with RunProgress() as progress:
        workspace = run(site.manifest, Path(folder) / WORKSPACE, force=True, progress=progress)
    first, score = _score(workspace, site, 1), _score(workspace, site, 2)
    if as_json:
        write_json(_to_json(workspace, first, score))
    else:
        _print(workspace, first, score, site)


def _score(workspace: Workspace, site: DemoSite, tier: int) -> DemoScore:
    """How right the clusters and the values of the records that were kept are, in one tier."""
    from unmold.demo.demo_score import score_site

    pages = workspace.pages.select(["path", "cluster", "template"]).to_pylist()
    fitting = {page["path"] for page in pages if page["template"] is not None}
    records = (record for record in workspace.extract(tier=tier) if record.path in fitting)
    clusters = {page["path"]: page["cluster"] for page in pages}
    return score_site(site.gold_records, clusters, records)


def _to_json(workspace: Workspace, first: DemoScore, score: DemoScore) -> dict[str, Any]:
    return {
        "workspace": str(workspace.path),
        "pair_f1": score.pair_f1,
        "values": _counts_to_json(score.values),
        "first_tier_values": _counts_to_json(first.values),
        **workspace.summary,
    }


def _counts_to_json(values: Counts) -> dict[str, float]:
    return {"f1": values.f1, "precision": values.precision, "recall": values.recall}


def _print(workspace: Workspace, first: DemoScore, score: DemoScore, site: DemoSite) -> None:
    from unmold.demo.demo_score import show_score

    print_summary(workspace.summary, str(workspace.path))
    click.echo("\nhow right that is, against what is known about the shop:")
    values = first.values
    click.echo(
        f"values of the first tier, F1           {values.f1:.4f}"
        f"  (precision {values.precision:.4f}, recall {values.recall:.4f})"
    )
    for line in show_score(score):
        click.echo(line)
    click.echo(
        f"\nthe pages are in {site.manifest.parent / 'site'}, all results in {workspace.path}"
    )
